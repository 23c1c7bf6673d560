//! Depth as 32-bit floats to and from textures that copies do not take: by drawing.

use rustc_hash::FxHashMap;

use crate::gpu::Gpu;

/// The floats between depth textures and buffers.
const FLOATS: wgpu::TextureFormat = wgpu::TextureFormat::R32Float;

/// Pipelines, made when first needed: one that reads (`None`), and one for each format that is written.
#[derive(Debug, Default)]
pub(super) struct DepthTool {
    pipelines: FxHashMap<Option<wgpu::TextureFormat>, wgpu::RenderPipeline>,
}

impl DepthTool {
    /// Draws the depth of a level and layer into a new texture of floats.
    pub(super) fn read(
        &mut self,
        gpu: &Gpu,
        texture: &wgpu::Texture,
        level: u32,
        layer: u32,
        encoder: &mut wgpu::CommandEncoder,
    ) -> wgpu::Texture {
        let floats = float_texture(gpu, texture, level);
        let aspect = wgpu::TextureAspect::DepthOnly;
        let source = gpu.create_view("depth to read", texture, &part(level, layer, aspect));
        let target = gpu.create_view("depth as floats", &floats, &wgpu::TextureViewDescriptor::default());
        let pipeline = self.pipeline(gpu, None);
        let group = group(gpu, pipeline, &source);
        let ops = wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store };
        let color =
            wgpu::RenderPassColorAttachment { view: &target, depth_slice: None, resolve_target: None, ops };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("depth read"),
            color_attachments: &[Some(color)],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        floats
    }

    /// Draws floats from a buffer into the depth of a level and layer.
    pub(super) fn write(
        &mut self,
        gpu: &Gpu,
        texture: &wgpu::Texture,
        (level, layer): (u32, u32),
        source: wgpu::TexelCopyBufferInfo<'_>,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let floats = float_texture(gpu, texture, level);
        encoder.copy_buffer_to_texture(source, floats.as_image_copy(), floats.size());
        let floats = gpu.create_view("floats to write", &floats, &wgpu::TextureViewDescriptor::default());
        let aspect = wgpu::TextureAspect::All;
        let target = gpu.create_view("depth to write", texture, &part(level, layer, aspect));
        let pipeline = self.pipeline(gpu, Some(texture.format()));
        let group = group(gpu, pipeline, &floats);
        let ops = wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store };
        let depth =
            wgpu::RenderPassDepthStencilAttachment { view: &target, depth_ops: Some(ops), stencil_ops: None };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("depth write"),
            depth_stencil_attachment: Some(depth),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }

    fn pipeline(&mut self, gpu: &Gpu, written: Option<wgpu::TextureFormat>) -> &wgpu::RenderPipeline {
        self.pipelines.entry(written).or_insert_with(|| {
            let module = gpu.create_wgsl("depth copies", include_str!("depth.wgsl"));
            let target = [Some(FLOATS.into())];
            let compilation_options = wgpu::PipelineCompilationOptions::default();
            let label = format!("depth copy, written {written:?}");
            let descriptor = wgpu::RenderPipelineDescriptor {
                label: Some(&label),
                layout: None,
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some("vertex"),
                    compilation_options: compilation_options.clone(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: written.map(|format| wgpu::DepthStencilState {
                    format,
                    depth_write_enabled: Some(true),
                    depth_compare: Some(wgpu::CompareFunction::Always),
                    stencil: wgpu::StencilState::default(),
                    bias: wgpu::DepthBiasState::default(),
                }),
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(if written.is_some() { "write" } else { "read" }),
                    compilation_options,
                    targets: if written.is_some() { &[] } else { &target },
                }),
                multiview_mask: None,
                cache: None,
            };
            gpu.create_pipeline(&label, &descriptor)
        })
    }
}

/// A texture of floats of the size of a level.
fn float_texture(gpu: &Gpu, texture: &wgpu::Texture, level: u32) -> wgpu::Texture {
    let side = |full: u32| full.checked_shr(level).unwrap_or(0).max(1);
    let size = wgpu::Extent3d {
        width: side(texture.width()),
        height: side(texture.height()),
        depth_or_array_layers: 1,
    };
    let usage = wgpu::TextureUsages::COPY_SRC
        | wgpu::TextureUsages::COPY_DST
        | wgpu::TextureUsages::TEXTURE_BINDING
        | wgpu::TextureUsages::RENDER_ATTACHMENT;
    gpu.create_scratch("depth as floats", size, FLOATS, 1, usage)
}

fn part(level: u32, layer: u32, aspect: wgpu::TextureAspect) -> wgpu::TextureViewDescriptor<'static> {
    wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2),
        aspect,
        base_mip_level: level,
        mip_level_count: Some(1),
        base_array_layer: layer,
        array_layer_count: Some(1),
        ..wgpu::TextureViewDescriptor::default()
    }
}

fn group(gpu: &Gpu, pipeline: &wgpu::RenderPipeline, view: &wgpu::TextureView) -> wgpu::BindGroup {
    let entry = wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(view) };
    gpu.create_group("depth copy", &pipeline.get_bind_group_layout(0), &[entry])
}
