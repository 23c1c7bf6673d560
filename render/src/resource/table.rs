//! The GPU objects behind ids.

use std::ops::Range;

use slotmap::SecondaryMap;
use smallvec::{SmallVec, smallvec};

use super::view::{ViewKey, Views};
use super::{BufferDesc, BufferId, ShaderDesc, ShaderId, TextureDesc, TextureId};
use crate::caps::FormatCaps;
use crate::frame::{Release, ResourceEvent};
use crate::gpu::Gpu;
use crate::retire::BACKING;

/// A texture on the GPU.
#[derive(Debug)]
pub(crate) struct GpuTexture {
    pub(crate) desc: TextureDesc,
    pub(crate) texture: wgpu::Texture,
    /// Whether linear filters work on it.
    pub(crate) filterable: bool,
    /// Whether blending works on it.
    pub(crate) blendable: bool,
    srgb_views: bool,
    views: Views,
    twin: Option<(wgpu::Texture, Views)>,
}

impl GpuTexture {
    /// Makes the texture that a description asks for.
    pub(crate) fn new(gpu: &Gpu, desc: TextureDesc) -> Self {
        let texture = gpu.create_texture(&desc);
        let FormatCaps { filterable, blendable, .. } = gpu.caps.format(desc.format);
        let srgb_views = gpu.caps.srgb_views;
        Self { desc, texture, filterable, blendable, srgb_views, views: Views::default(), twin: None }
    }

    /// A view of it.
    pub(crate) fn view(&mut self, gpu: &Gpu, key: ViewKey) -> wgpu::TextureView {
        let key = key.with_srgb(self.srgb_views);
        self.views.get(gpu, &self.desc, &self.texture, key).clone()
    }

    /// The format of a view, sRGB where asked for and where there is such a twin.
    pub(crate) fn view_format(&self, srgb: bool) -> wgpu::TextureFormat {
        self.desc.view_format(srgb && self.srgb_views)
    }

    /// The texture of the same shape that holds a copy of this one while a pass both writes and samples it.
    pub(crate) fn twin(&mut self, gpu: &Gpu) -> &wgpu::Texture {
        &self.twin_slot(gpu).0
    }

    /// A view of the twin.
    pub(crate) fn twin_view(&mut self, gpu: &Gpu, key: ViewKey) -> wgpu::TextureView {
        let (desc, key) = (self.desc.clone(), key.with_srgb(self.srgb_views));
        let (texture, views) = self.twin_slot(gpu);
        views.get(gpu, &desc, texture, key).clone()
    }

    fn twin_slot(&mut self, gpu: &Gpu) -> &mut (wgpu::Texture, Views) {
        let desc = &self.desc;
        self.twin.get_or_insert_with(|| {
            let label = format!("{} (copy to sample)", desc.label);
            (gpu.create_texture(&TextureDesc { label, ..desc.clone() }), Views::default())
        })
    }
}

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
    /// Vertex stage: bit `i` is set when the module declares input location `i`.
    pub(crate) inputs: u32,
}

impl GpuShader {
    fn new(gpu: &Gpu, desc: ShaderDesc) -> Self {
        let module = gpu.create_module(&desc.label, &desc.module);
        let inputs = if desc.vertex_stage { declared_inputs(&desc.module) } else { 0 };
        Self { desc, module, inputs }
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
