//! Upscalers: what enlarges a frame instead of a filtered stretch.

use crate::gpu::Gpu;

/// Enlarges frames for [`Route::Upscale`](super::Route::Upscale).
pub trait Upscaler: Send + std::fmt::Debug {
    /// What it is called in logs and overlays.
    fn name(&self) -> &str;

    /// Encodes drawing all of `source` to all of `target`, which is larger both ways, and can be rendered and copied to.
    /// Whoever answers false has encoded nothing: the frame is stretched then.
    fn upscale(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        source: &wgpu::TextureView,
        target: &wgpu::Texture,
    ) -> bool;
}

/// What presenters enlarge frames with at first: what the platform has, or else the portable one.
#[must_use]
pub fn default_upscaler() -> Box<dyn Upscaler> {
    #[cfg(all(feature = "metalfx", target_os = "macos"))]
    let upscaler = Box::new(super::metalfx::MetalFxUpscaler::default());
    #[cfg(not(all(feature = "metalfx", target_os = "macos")))]
    let upscaler = Box::new(SpatialUpscaler::default());
    upscaler
}

/// The portable upscaler: edge-adaptive, then sharpened, in WGSL, on every backend.
#[derive(Debug)]
pub struct SpatialUpscaler {
    sharpness: f32,
    made: Option<Made>,
}

/// What is made on a device, for one format.
#[derive(Debug)]
struct Made {
    format: wgpu::TextureFormat,
    group_layout: wgpu::BindGroupLayout,
    enlarge: wgpu::RenderPipeline,
    sharpen: wgpu::RenderPipeline,
    /// The enlarged frame before it is sharpened.
    between: Option<wgpu::Texture>,
}

impl Default for SpatialUpscaler {
    fn default() -> Self {
        Self::new(0.35)
    }
}

impl SpatialUpscaler {
    /// With a sharpness of 0, none, to 1; others are clamped.
    #[must_use]
    pub fn new(sharpness: f32) -> Self {
        let sharpness = if sharpness.is_nan() { 0.0 } else { sharpness.clamp(0.0, 1.0) };
        Self { sharpness, made: None }
    }

    /// The sharpness, 0–1.
    #[must_use]
    pub fn sharpness(&self) -> f32 {
        self.sharpness
    }
}

impl Upscaler for SpatialUpscaler {
    fn name(&self) -> &str {
        "spatial"
    }

    fn upscale(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        source: &wgpu::TextureView,
        target: &wgpu::Texture,
    ) -> bool {
        let format = target.format();
        let made = match self.made.take() {
            Some(made) if made.format == format => made,
            _ => Made::new(gpu, format),
        };
        let made = self.made.insert(made);
        let frame = source.texture().size();
        let size = target.size();
        let view = gpu.create_view("upscaled", target, &wgpu::TextureViewDescriptor::default());
        let scale = [frame.width as f32 / size.width as f32, frame.height as f32 / size.height as f32];
        let enlarge = Pass { scale, source: [frame.width, frame.height], sharpness: 0.0 };
        if self.sharpness == 0.0 {
            enlarge.draw(gpu, encoder, made, &made.enlarge, source, &view);
            return true;
        }
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let between = match made.between.take() {
            Some(between) if between.size() == size => between,
            _ => gpu.create_scratch("upscaled, not yet sharpened", size, format, 1, usage),
        };
        let between_view = gpu.create_view("enlarged", &between, &wgpu::TextureViewDescriptor::default());
        made.between = Some(between);
        enlarge.draw(gpu, encoder, made, &made.enlarge, source, &between_view);
        let sharpen = Pass { scale: [1.0; 2], source: [size.width, size.height], sharpness: self.sharpness };
        sharpen.draw(gpu, encoder, made, &made.sharpen, &between_view, &view);
        true
    }
}

/// One of the two passes: texels for a pixel, the source's size, and how much to sharpen.
struct Pass {
    scale: [f32; 2],
    source: [u32; 2],
    sharpness: f32,
}

impl Pass {
    fn draw(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        made: &Made,
        pipeline: &wgpu::RenderPipeline,
        source: &wgpu::TextureView,
        target: &wgpu::TextureView,
    ) {
        let [x, y] = self.scale.map(f32::to_bits);
        let [width, height] = self.source;
        let words: [u32; 16] =
            [0, 0, x, y, 0, 0, width - 1, height - 1, self.sharpness.to_bits(), 0, 0, 0, 0, 0, 0, 0];
        let params = gpu.create_filled(
            "upscale parameters",
            bytemuck::cast_slice(&words),
            wgpu::BufferUsages::UNIFORM,
        );
        let entries = [
            wgpu::BindGroupEntry { binding: 0, resource: params.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(source) },
        ];
        let group = gpu.create_group("upscale", &made.group_layout, &entries);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("upscale"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }
}

impl Made {
    fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let uniform = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let texture = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let visibility = wgpu::ShaderStages::FRAGMENT;
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None };
        let group_layout = gpu.create_group_layout("upscale", &[entry(0, uniform), entry(1, texture)]);
        let layout = gpu.create_layout("upscale", &[Some(&group_layout)]);
        let module = gpu.create_wgsl("upscale", include_str!("upscale.wgsl"));
        let [enlarge, sharpen] = ["enlarge", "sharpen"].map(|entry_point| {
            let label = format!("upscale: {entry_point} {format:?}");
            let target = wgpu::ColorTargetState { format, blend: None, write_mask: wgpu::ColorWrites::ALL };
            let descriptor = wgpu::RenderPipelineDescriptor {
                label: Some(&label),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some("vertex"),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: None,
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(entry_point),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    targets: &[Some(target)],
                }),
                multiview_mask: None,
                cache: None,
            };
            gpu.create_pipeline(&label, &descriptor)
        });
        Self { format, group_layout, enlarge, sharpen, between: None }
    }
}
