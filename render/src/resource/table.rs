//! The GPU objects behind ids.

use std::ops::Range;
use std::sync::Arc;

use slotmap::SecondaryMap;
use smallvec::{SmallVec, smallvec};

use super::texture::GpuTexture;
use super::{BufferDesc, BufferId, ShaderDesc, ShaderId, TextureId, TextureSlot};
use crate::frame::{Release, ResourceEvent};
use crate::gpu::Gpu;
use crate::retire::BACKING;

/// A buffer on the GPU, and its bytes as of the command being encoded.
#[derive(Debug)]
pub(crate) struct GpuBuffer {
    pub(crate) desc: BufferDesc,
    /// What draws of this frame read: the first as it began, each next one after an ordered write to bytes that
    /// a draw before it reads. The last is the current one, and alone outlives the frame.
    pub(crate) backings: SmallVec<[wgpu::Buffer; 1]>,
    read: Read,
    /// The content, [`BufferDesc::size`] rounded up to [`GpuBuffer::PADDING`] with zeros, as on the GPU.
    pub(crate) shadow: Vec<u8>,
    /// Grows with every write.
    pub(crate) version: u64,
}

/// What the draws of a frame read of a backing lies between two bytes; frames count from 1.
#[derive(Clone, Copy, Debug, Default)]
struct Read {
    frame: u64,
    start: u64,
    end: u64,
}

impl GpuBuffer {
    /// Sizes are multiples of this: copies want 4, and no attribute is larger than 16.
    pub(crate) const PADDING: u32 = 16;

    fn new(gpu: &Gpu, desc: BufferDesc) -> Self {
        let size = desc.size.max(1).next_multiple_of(Self::PADDING);
        let buffer = gpu.create_buffer(&desc.label, u64::from(size), BACKING);
        let shadow = vec![0; size as usize];
        Self { desc, backings: smallvec![buffer], read: Read::default(), shadow, version: 0 }
    }

    /// The current backing.
    ///
    /// # Panics
    /// Never: there always is one.
    pub(crate) fn current(&self) -> &wgpu::Buffer {
        self.backings.last().expect("a buffer always has a backing")
    }

    /// The index of the current backing.
    pub(crate) fn current_index(&self) -> u32 {
        self.backings.len() as u32 - 1
    }

    /// Takes note of bytes of the current backing that a draw of a frame may read.
    pub(crate) fn note_read(&mut self, frame: u64, bytes: Range<u64>) {
        let Read { start, end, .. } = self.read;
        self.read = if self.read.frame == frame {
            Read { frame, start: start.min(bytes.start), end: end.max(bytes.end) }
        } else {
            Read { frame, start: bytes.start, end: bytes.end }
        };
    }

    /// Whether a draw of a frame may read some of these bytes of the current backing.
    pub(crate) fn is_read(&self, frame: u64, bytes: &Range<u64>) -> bool {
        self.read.frame == frame && bytes.start < self.read.end && self.read.start < bytes.end
    }

    /// Makes `backing` the current one: no draw has read it.
    pub(crate) fn rename(&mut self, backing: wgpu::Buffer) {
        self.backings.push(backing);
        self.read = Read::default();
    }

    /// Ends a frame: the current backing stays, and those before it come out.
    pub(crate) fn end_frame(&mut self) -> impl Iterator<Item = wgpu::Buffer> {
        self.backings.drain(..self.backings.len() - 1)
    }
}

/// A shader on the GPU.
#[derive(Debug)]
pub(crate) struct GpuShader {
    pub(crate) desc: ShaderDesc,
    pub(crate) module: wgpu::ShaderModule,
    /// [`ShaderDesc::textures`], to be held while the table is changed.
    pub(crate) textures: Arc<[TextureSlot]>,
    /// Vertex stage: bit `i` is set when the module declares input location `i`.
    pub(crate) inputs: u32,
}

impl GpuShader {
    fn new(gpu: &Gpu, desc: ShaderDesc) -> Self {
        let module = gpu.create_module(&desc.label, &desc.module);
        let inputs = if desc.vertex_stage { declared_inputs(&desc.module) } else { 0 };
        let textures = desc.textures.as_slice().into();
        Self { desc, module, textures, inputs }
    }
}

/// The input locations that a module's entry points declare.
fn declared_inputs(module: &naga::Module) -> u32 {
    let arguments = module.entry_points.iter().flat_map(|entry| &entry.function.arguments);
    let mut mask = 0;
    let mut add = |binding: Option<&naga::Binding>| {
        if let Some(naga::Binding::Location { location, .. }) = binding {
            mask |= 1u32.checked_shl(*location).unwrap_or(0);
        }
    };
    for argument in arguments {
        add(argument.binding.as_ref());
        if let naga::TypeInner::Struct { members, .. } = &module.types[argument.ty].inner {
            members.iter().for_each(|member| add(member.binding.as_ref()));
        }
    }
    mask
}

/// All living GPU objects.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) textures: SecondaryMap<TextureId, GpuTexture>,
    pub(crate) buffers: SecondaryMap<BufferId, GpuBuffer>,
    pub(crate) shaders: SecondaryMap<ShaderId, GpuShader>,
    /// See [`crate::Caps::multisampled_shading`].
    pub(crate) copies_samples: bool,
}

impl Table {
    /// Makes what a frame announces.
    pub(crate) fn create(&mut self, gpu: &Gpu, created: &[ResourceEvent]) {
        for event in created {
            match event {
                ResourceEvent::CreateTexture(id, desc) => {
                    self.textures.insert(*id, GpuTexture::new(gpu, desc.clone()));
                }
                ResourceEvent::CreateBuffer(id, desc) => {
                    self.buffers.insert(*id, GpuBuffer::new(gpu, desc.clone()));
                }
                ResourceEvent::CreateShader(id, desc) => {
                    self.shaders.insert(*id, GpuShader::new(gpu, desc.clone()));
                }
            }
        }
    }

    /// Drops what a frame let go of.
    pub(crate) fn release(&mut self, released: &[Release]) {
        for release in released {
            match *release {
                Release::Texture(id) => drop(self.textures.remove(id)),
                Release::Buffer(id) => drop(self.buffers.remove(id)),
                Release::Shader(id) => drop(self.shaders.remove(id)),
            }
        }
    }
}
