//! The GPU objects behind ids.

use slotmap::SecondaryMap;

use super::{BufferDesc, BufferId, ShaderDesc, ShaderId, TextureDesc, TextureId};
use crate::frame::{Release, ResourceEvent};
use crate::gpu::Gpu;

/// A texture on the GPU.
#[derive(Debug)]
pub(crate) struct GpuTexture {
    pub(crate) desc: TextureDesc,
    pub(crate) texture: wgpu::Texture,
}

/// A buffer on the GPU, and its bytes as of the command being encoded.
#[derive(Debug)]
pub(crate) struct GpuBuffer {
    pub(crate) desc: BufferDesc,
    pub(crate) buffer: wgpu::Buffer,
    /// The content, [`BufferDesc::size`] rounded up to [`GpuBuffer::PADDING`] with zeros, as on the GPU.
    pub(crate) shadow: Vec<u8>,
}

impl GpuBuffer {
    /// Sizes are multiples of this: copies want 4, and no attribute is larger than 16.
    pub(crate) const PADDING: u32 = 16;
}

/// A shader on the GPU.
#[derive(Debug)]
pub(crate) struct GpuShader {
    pub(crate) desc: ShaderDesc,
    pub(crate) module: wgpu::ShaderModule,
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
                    let texture = gpu.create_texture(desc);
                    self.textures.insert(*id, GpuTexture { desc: desc.clone(), texture });
                }
                ResourceEvent::CreateBuffer(id, desc) => {
                    let size = desc.size.max(1).next_multiple_of(GpuBuffer::PADDING);
                    let usage = wgpu::BufferUsages::VERTEX
                        | wgpu::BufferUsages::INDEX
                        | wgpu::BufferUsages::COPY_DST
                        | wgpu::BufferUsages::COPY_SRC;
                    let buffer = gpu.create_buffer(&desc.label, u64::from(size), usage);
                    let shadow = vec![0; size as usize];
                    self.buffers.insert(*id, GpuBuffer { desc: desc.clone(), buffer, shadow });
                }
                ResourceEvent::CreateShader(id, desc) => {
                    let module = gpu.create_module(&desc.label, &desc.module);
                    self.shaders.insert(*id, GpuShader { desc: desc.clone(), module });
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
