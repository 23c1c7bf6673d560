//! Small uniform buffers, each written once.

use rustc_hash::FxHashMap;

use crate::gpu::Gpu;

/// The words of one parameter block: 64 bytes.
pub(super) type Words = [u32; 16];

/// Buffers by content. Content never changes, so any number of submissions may share a buffer.
#[derive(Debug, Default)]
pub(super) struct Params {
    known: FxHashMap<Words, wgpu::Buffer>,
}

impl Params {
    /// More are not kept; buffers in use live on by themselves.
    const MOST: usize = 512;

    pub(super) fn get(&mut self, gpu: &Gpu, words: Words) -> &wgpu::Buffer {
        if self.known.len() >= Self::MOST && !self.known.contains_key(&words) {
            self.known.clear();
        }
        self.known.entry(words).or_insert_with(|| {
            gpu.create_filled("utility parameters", bytemuck::cast_slice(&words), wgpu::BufferUsages::UNIFORM)
        })
    }
}

/// The layout entry of a parameter block.
pub(super) fn entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}
