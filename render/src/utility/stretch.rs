//! Copies with scaling, filtering or format conversion, by drawing.

use super::Utility;
use super::params::{Words, entry};
use crate::frame::StretchTexture;
use crate::gpu::Gpu;

/// How the source is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reading {
    Nearest,
    Linear,
    NearestVolume,
    LinearVolume,
    /// The mean of the nearest texel's samples.
    Resolve,
    /// Each sample for itself, to a target of as many.
    Samples,
}

/// What a stretch pipeline is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct StretchKey {
    format: wgpu::TextureFormat,
    samples: u32,
    reading: Reading,
    write_mask: wgpu::ColorWrites,
}

/// The shader and its layouts.
#[derive(Debug)]
pub(super) struct StretchShader {
    module: wgpu::ShaderModule,
    /// Runs once a sample, where the device has that.
    samples: Option<wgpu::ShaderModule>,
    flat: (wgpu::BindGroupLayout, wgpu::PipelineLayout),
    volume: (wgpu::BindGroupLayout, wgpu::PipelineLayout),
    multisampled: (wgpu::BindGroupLayout, wgpu::PipelineLayout),
}

impl StretchShader {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let layouts = |label: &str, view_dimension, multisampled| {
            let texture = wgpu::BindGroupLayoutEntry {
                binding: 1,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension,
                    multisampled,
                },
                count: None,
            };
            let group = gpu.create_group_layout(label, &[entry(0), texture]);
            let layout = gpu.create_layout(label, &[Some(&group)]);
            (group, layout)
        };
        Self {
            module: gpu.create_wgsl("stretch", include_str!("stretch.wgsl")),
            samples: (gpu.caps.multisampled_shading)
                .then(|| gpu.create_wgsl("copy of samples", include_str!("samples.wgsl"))),
            flat: layouts("stretch", wgpu::TextureViewDimension::D2, false),
            volume: layouts("stretch from volume", wgpu::TextureViewDimension::D3, false),
            multisampled: layouts("stretch from multisampled", wgpu::TextureViewDimension::D2, true),
        }
    }

    fn layouts(&self, reading: Reading) -> &(wgpu::BindGroupLayout, wgpu::PipelineLayout) {
        match reading {
            Reading::Nearest | Reading::Linear => &self.flat,
            Reading::NearestVolume | Reading::LinearVolume => &self.volume,
            Reading::Resolve | Reading::Samples => &self.multisampled,
        }
    }

    fn pipeline(&self, gpu: &Gpu, key: &StretchKey) -> wgpu::RenderPipeline {
        let StretchKey { format, write_mask, .. } = *key;
        let target = wgpu::ColorTargetState { format, blend: None, write_mask };
        let entry_point = match key.reading {
            Reading::Nearest => "nearest",
            Reading::Linear => "linear",
            Reading::NearestVolume => "nearest_volume",
            Reading::LinearVolume => "linear_volume",
            Reading::Resolve => "resolve",
            Reading::Samples => "samples",
        };
        let own = self.samples.as_ref().filter(|_| key.reading == Reading::Samples);
        let module = own.unwrap_or(&self.module);
        let label = format!("stretch {key:?}");
        let descriptor = wgpu::RenderPipelineDescriptor {
            label: Some(&label),
            layout: Some(&self.layouts(key.reading).1),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState { count: key.samples, ..Default::default() },
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some(entry_point),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(target)],
            }),
            multiview_mask: None,
            cache: None,
        };
        gpu.create_pipeline(&label, &descriptor)
    }
}

/// One picture to draw: where from, where to, and how.
#[derive(Clone, Debug)]
pub(super) struct Picture<'a> {
    /// What is read: one level of one layer, or one level of a volume.
    pub(super) source: &'a wgpu::TextureView,
    /// Corner and size in the source.
    pub(super) source_rect: [u32; 4],
    /// What is written: one level of one layer or slice.
    pub(super) target: &'a wgpu::TextureView,
    /// Corner and size in the target.
    pub(super) target_rect: [u32; 4],
    /// The target's format and samples.
    pub(super) format: (wgpu::TextureFormat, u32),
    /// Position of the slice in a volume, and the last slice.
    pub(super) slice: [f32; 2],
    /// How the source is read.
    pub(super) reading: Reading,
    /// The channels that are written.
    pub(super) write_mask: wgpu::ColorWrites,
}

impl Utility {
    /// Copies a rectangle of one colour texture to one of another, which is a possible render target.
    ///
    /// A multisampled source is resolved. Rectangles are within their levels and not empty.
    pub(crate) fn stretch(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        source: &wgpu::Texture,
        destination: &wgpu::Texture,
        stretch: &StretchTexture,
    ) {
        let StretchTexture { source: from, source_size, destination: to, destination_size, .. } = stretch;
        let reading = match (source.sample_count() > 1, stretch.linear) {
            (true, _) => Reading::Resolve,
            (false, true) => Reading::Linear,
            (false, false) => Reading::Nearest,
        };
        let same = from.texture == to.texture && from.level == to.level && from.origin[2] == to.origin[2];
        let copy = same.then(|| copy_level(gpu, encoder, source, from.level, from.origin[2]));
        let source_view = match &copy {
            Some(copy) => level_view(gpu, "stretch source", copy, 0, 0),
            None => level_view(gpu, "stretch source", source, from.level, from.origin[2]),
        };
        let target = level_view(gpu, "stretch destination", destination, to.level, to.origin[2]);
        let picture = Picture {
            source: &source_view,
            source_rect: [from.origin[0], from.origin[1], source_size[0], source_size[1]],
            target: &target,
            target_rect: [to.origin[0], to.origin[1], destination_size[0], destination_size[1]],
            format: (destination.format(), destination.sample_count()),
            slice: [0.0; 2],
            reading,
            write_mask: if stretch.alpha { wgpu::ColorWrites::ALL } else { wgpu::ColorWrites::COLOR },
        };
        self.draw_picture(gpu, encoder, &picture);
    }

    /// Copies the upper left corner, of this size, of a multisampled texture to another of the same format and count.
    /// Only for devices with [`crate::Caps::multisampled_shading`].
    pub(crate) fn copy_samples(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        source: &wgpu::Texture,
        destination: &wgpu::Texture,
        [width, height]: [u32; 2],
    ) {
        let source_view = level_view(gpu, "samples to copy", source, 0, 0);
        let target = level_view(gpu, "copied samples", destination, 0, 0);
        let rect = [0, 0, width, height];
        let picture = Picture {
            source: &source_view,
            source_rect: rect,
            target: &target,
            target_rect: rect,
            format: (destination.format(), destination.sample_count()),
            slice: [0.0; 2],
            reading: Reading::Samples,
            write_mask: wgpu::ColorWrites::ALL,
        };
        self.draw_picture(gpu, encoder, &picture);
    }

    /// Writes the mean of each texel's samples to a texture of one sample, of the same size and format.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn resolve(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        source: &wgpu::Texture,
        destination: &wgpu::Texture,
    ) {
        let rect = [0, 0, source.width(), source.height()];
        let picture = Picture {
            source: &level_view(gpu, "samples to resolve", source, 0, 0),
            source_rect: rect,
            target: &level_view(gpu, "resolved samples", destination, 0, 0),
            target_rect: rect,
            format: (destination.format(), 1),
            slice: [0.0; 2],
            reading: Reading::Resolve,
            write_mask: wgpu::ColorWrites::ALL,
        };
        self.draw_picture(gpu, encoder, &picture);
    }

    /// Draws a picture in a pass of its own, keeping what is around it.
    pub(super) fn draw_picture(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        picture: &Picture<'_>,
    ) {
        let [x, y, width, height] = picture.target_rect;
        let (format, samples) = picture.format;
        let key = StretchKey { format, samples, reading: picture.reading, write_mask: picture.write_mask };
        let pipeline = self.stretch_pipelines.entry(key).or_insert_with(|| self.stretch.pipeline(gpu, &key));
        let params = self.params.get(gpu, picture.words());
        let entries = [
            wgpu::BindGroupEntry { binding: 0, resource: params.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(picture.source) },
        ];
        let group = gpu.create_group("stretch", &self.stretch.layouts(picture.reading).0, &entries);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("stretch"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: picture.target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.set_viewport(x as f32, y as f32, width as f32, height as f32, 0.0, 1.0);
        pass.set_scissor_rect(x, y, width, height);
        pass.draw(0..3, 0..1);
    }
}

impl Picture<'_> {
    /// The shader's parameters, laid out as its `Params`.
    fn words(&self) -> Words {
        let [source_x, source_y, source_width, source_height] = self.source_rect;
        let [x, y, width, height] = self.target_rect;
        let scale = |from: u32, to: u32| (from as f32 / to.max(1) as f32).to_bits();
        [
            (source_x as f32).to_bits(),
            (source_y as f32).to_bits(),
            scale(source_width, width),
            scale(source_height, height),
            (x as f32).to_bits(),
            (y as f32).to_bits(),
            self.slice[0].to_bits(),
            self.slice[1].to_bits(),
            source_x,
            source_y,
            source_x + source_width.saturating_sub(1),
            source_y + source_height.saturating_sub(1),
            0,
            0,
            0,
            0,
        ]
    }
}

/// A view of one level of one layer.
pub(super) fn level_view(
    gpu: &Gpu,
    label: &str,
    texture: &wgpu::Texture,
    level: u32,
    layer: u32,
) -> wgpu::TextureView {
    let descriptor = wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2),
        base_mip_level: level,
        mip_level_count: Some(1),
        base_array_layer: layer,
        array_layer_count: Some(1),
        ..wgpu::TextureViewDescriptor::default()
    };
    gpu.create_view(label, texture, &descriptor)
}

/// A copy of one level of one layer, to read while the level is written.
fn copy_level(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    texture: &wgpu::Texture,
    level: u32,
    layer: u32,
) -> wgpu::Texture {
    let size = wgpu::Extent3d {
        width: (texture.width() >> level).max(1),
        height: (texture.height() >> level).max(1),
        depth_or_array_layers: 1,
    };
    let usage = wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING;
    let copy = gpu.create_scratch("stretch overlap", size, texture.format(), texture.sample_count(), usage);
    let origin = wgpu::Origin3d { x: 0, y: 0, z: layer };
    encoder.copy_texture_to_texture(
        wgpu::TexelCopyTextureInfo { mip_level: level, origin, ..texture.as_image_copy() },
        copy.as_image_copy(),
        size,
    );
    copy
}
