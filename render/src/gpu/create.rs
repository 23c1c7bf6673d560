//! The only place that makes GPU objects: each demands a label, which captures and error messages show.

use std::borrow::Cow;

use super::Gpu;
use crate::resource::{TextureDesc, TextureShape};

/// A range of a buffer to bind: the buffer, where it starts, and its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BufferRange<'a> {
    /// The buffer.
    pub buffer: &'a wgpu::Buffer,
    /// Byte offset.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
}

impl Gpu {
    /// A buffer of zeros.
    pub(crate) fn create_buffer(&self, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let descriptor =
            wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    /// A mapped buffer that copies read.
    pub(crate) fn create_staging(&self, label: &str, size: u64) -> wgpu::Buffer {
        let usage = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::MAP_WRITE;
        let descriptor = wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: true };
        self.device.create_buffer(&descriptor)
    }

    /// A buffer that holds `bytes`, a multiple of 4, from the start and for ever.
    pub(crate) fn create_filled(&self, label: &str, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let size = bytes.len() as u64;
        let descriptor = wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: true };
        let buffer = self.device.create_buffer(&descriptor);
        // Mapping fails only when the device is lost or out of memory, which is reported by itself.
        if let Ok(mut view) = buffer.get_mapped_range_mut(..) {
            view.copy_from_slice(bytes);
        }
        buffer.unmap();
        buffer
    }

    /// A texture of one level and no layers that this crate needs for itself.
    pub(crate) fn create_scratch(
        &self,
        label: &str,
        size: wgpu::Extent3d,
        format: wgpu::TextureFormat,
        sample_count: u32,
        usage: wgpu::TextureUsages,
    ) -> wgpu::Texture {
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size,
            mip_level_count: 1,
            sample_count,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        })
    }

    /// A texture as described; sampled always, a copy's source and destination always.
    pub(crate) fn create_texture(&self, desc: &TextureDesc) -> wgpu::Texture {
        let mut usage = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::COPY_DST;
        let caps = self.caps.format(desc.format);
        if caps.sampled {
            usage |= wgpu::TextureUsages::TEXTURE_BINDING;
        }
        if desc.render_target || desc.samples > 1 {
            usage |= wgpu::TextureUsages::RENDER_ATTACHMENT;
        }
        let (dimension, layers) = match desc.shape {
            TextureShape::D2 => (wgpu::TextureDimension::D2, 1),
            // On GL six square layers make a cube map, which cannot be viewed as an array; seven do not.
            TextureShape::Cube if self.info.backend == wgpu::Backend::Gl => (wgpu::TextureDimension::D2, 7),
            TextureShape::Cube => (wgpu::TextureDimension::D2, 6),
            TextureShape::Volume => (wgpu::TextureDimension::D3, desc.depth),
        };
        let twin = desc.format.add_srgb_suffix();
        let views = [twin];
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(&desc.label),
            size: wgpu::Extent3d { width: desc.width, height: desc.height, depth_or_array_layers: layers },
            mip_level_count: desc.levels,
            sample_count: desc.samples,
            dimension,
            format: desc.format,
            usage,
            view_formats: if twin == desc.format || !self.caps.srgb_views { &[] } else { &views },
        })
    }

    /// A view.
    pub(crate) fn create_view(
        &self,
        label: &str,
        texture: &wgpu::Texture,
        descriptor: &wgpu::TextureViewDescriptor<'_>,
    ) -> wgpu::TextureView {
        texture.create_view(&wgpu::TextureViewDescriptor { label: Some(label), ..descriptor.clone() })
    }

    /// A sampler.
    pub(crate) fn create_sampler(
        &self,
        label: &str,
        descriptor: &wgpu::SamplerDescriptor<'_>,
    ) -> wgpu::Sampler {
        self.device.create_sampler(&wgpu::SamplerDescriptor { label: Some(label), ..descriptor.clone() })
    }

    /// A shader module from IR that has been validated by its maker; wgpu validates it again.
    pub(crate) fn create_module(&self, label: &str, module: &naga::Module) -> wgpu::ShaderModule {
        self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(label),
            source: wgpu::ShaderSource::Naga(Cow::Owned(module.clone())),
        })
    }

    /// A shader module from WGSL, for the crate's own shaders.
    pub(crate) fn create_wgsl(&self, label: &str, source: &str) -> wgpu::ShaderModule {
        self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(label),
            source: wgpu::ShaderSource::Wgsl(Cow::Borrowed(source)),
        })
    }

    /// A bind group layout.
    pub(crate) fn create_group_layout(
        &self,
        label: &str,
        entries: &[wgpu::BindGroupLayoutEntry],
    ) -> wgpu::BindGroupLayout {
        let descriptor = wgpu::BindGroupLayoutDescriptor { label: Some(label), entries };
        self.device.create_bind_group_layout(&descriptor)
    }

    /// A bind group.
    pub(crate) fn create_group(
        &self,
        label: &str,
        layout: &wgpu::BindGroupLayout,
        entries: &[wgpu::BindGroupEntry<'_>],
    ) -> wgpu::BindGroup {
        let descriptor = wgpu::BindGroupDescriptor { label: Some(label), layout, entries };
        self.device.create_bind_group(&descriptor)
    }

    /// A pipeline layout.
    pub(crate) fn create_layout(
        &self,
        label: &str,
        groups: &[Option<&wgpu::BindGroupLayout>],
    ) -> wgpu::PipelineLayout {
        self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(label),
            bind_group_layouts: groups,
            immediate_size: 0,
        })
    }

    /// A render pipeline.
    pub(crate) fn create_pipeline(
        &self,
        label: &str,
        descriptor: &wgpu::RenderPipelineDescriptor<'_>,
    ) -> wgpu::RenderPipeline {
        let labelled = wgpu::RenderPipelineDescriptor { label: Some(label), ..descriptor.clone() };
        self.device.create_render_pipeline(&labelled)
    }

    /// A command encoder.
    pub(crate) fn create_encoder(&self, label: &str) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some(label) })
    }
}
