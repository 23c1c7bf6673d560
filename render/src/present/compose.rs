//! Draws a frame on its surface: the one resample, cursor, gamma ramp, encoding.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::cursor::{Cursor, CursorImage, SpriteCache};
use super::gamma::GammaRamp;
use super::output::Output;
use super::overlay::Overlay;
use super::place::Region;
use crate::gpu::Gpu;

/// The shader, with the inverse tone map beside it.
const SOURCE: &str = concat!(include_str!("present.wgsl"), include_str!("tone.wgsl"));

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Composition<'a> {
    /// One level of one layer.
    pub(super) source: &'a wgpu::TextureView,
    /// Corner and size of what is shown of it, in texels; not empty.
    pub(super) rect: [u32; 4],
    /// The frame's size in its own pixels, which the cursor is placed in.
    pub(super) frame: [u32; 2],
    /// The surface's size in pixels.
    pub(super) surface: [u32; 2],
    /// What of the surface is drawn to.
    pub(super) region: Region,
    /// Whether the rest of the surface keeps its content.
    pub(super) keep: bool,
    pub(super) filter: bool,
    pub(super) cursor: Option<&'a Cursor>,
    pub(super) gamma: Option<&'a Arc<GammaRamp>>,
    pub(super) overlay: Option<&'a Arc<Overlay>>,
    pub(super) output: Output,
    /// How many times brighter than white the display goes.
    pub(super) headroom: f32,
}

/// Pipelines and small resources, made when first needed.
#[derive(Debug)]
pub(super) struct Composer {
    module: wgpu::ShaderModule,
    group_layout: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    pipelines: FxHashMap<wgpu::TextureFormat, wgpu::RenderPipeline>,
    identity: wgpu::Buffer,
    ramp: Option<(Arc<GammaRamp>, wgpu::Buffer)>,
    sprites: SpriteCache<wgpu::TextureView>,
    overlay: Option<(Arc<Overlay>, wgpu::TextureView)>,
    blank: wgpu::TextureView,
}

impl Composer {
    pub(super) fn new(gpu: &Gpu) -> Self {
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
        let kinds = [uniform, texture, uniform, texture, texture];
        let entries: Vec<_> = (0..)
            .zip(kinds)
            .map(|(binding, ty)| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None })
            .collect();
        let group_layout = gpu.create_group_layout("present", &entries);
        let blank = CursorImage::new([1, 1], [0; 2], 4, &[0; 4]).ok();
        Self {
            module: gpu.create_wgsl("present", SOURCE),
            layout: gpu.create_layout("present", &[Some(&group_layout)]),
            group_layout,
            pipelines: FxHashMap::default(),
            identity: ramp_buffer(gpu, &GammaRamp::default()),
            ramp: None,
            sprites: SpriteCache::default(),
            overlay: None,
            blank: sprite(gpu, blank.as_ref().map(CursorImage::picture)),
        }
    }

    /// Makes what drawing to this format needs, ahead of time.
    pub(super) fn prepare(&mut self, gpu: &Gpu, format: wgpu::TextureFormat) {
        let Self { module, layout, pipelines, .. } = self;
        pipelines.entry(format).or_insert_with(|| pipeline(gpu, module, layout, format));
    }

    /// Draws onto a whole surface of a format that was prepared.
    pub(super) fn draw(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        target: (&wgpu::TextureView, wgpu::TextureFormat),
        composition: &Composition<'_>,
    ) {
        self.prepare(gpu, target.1);
        let params = gpu.create_filled(
            "present parameters",
            bytemuck::cast_slice(&composition.words()),
            wgpu::BufferUsages::UNIFORM,
        );
        let Self { ramp, identity, sprites, overlay, blank, .. } = self;
        let ramp = match composition.gamma {
            Some(wanted) => &ramp_for(gpu, ramp, wanted).1,
            None => &*identity,
        };
        let sprite = match composition.cursor {
            Some(cursor) => sprites.get(&cursor.image, |image| sprite(gpu, Some(image.picture()))),
            None => &*blank,
        };
        let over = match composition.overlay {
            Some(wanted) => &overlay_for(gpu, overlay, wanted).1,
            None => &*blank,
        };
        let entries = [
            params.as_entire_binding(),
            wgpu::BindingResource::TextureView(composition.source),
            ramp.as_entire_binding(),
            wgpu::BindingResource::TextureView(sprite),
            wgpu::BindingResource::TextureView(over),
        ];
        let mut binding = 0..;
        let entries = entries
            .map(|resource| wgpu::BindGroupEntry { binding: binding.next().unwrap_or_default(), resource });
        let group = gpu.create_group("present", &self.group_layout, &entries);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("present"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target.0,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: composition.load(), store: wgpu::StoreOp::Store },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        if let Some(pipeline) = self.pipelines.get(&target.1) {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &group, &[]);
            let [x, y, width, height] = composition.region.visible;
            pass.set_scissor_rect(x, y, width, height);
            pass.draw(0..3, 0..1);
        }
    }
}

impl Composition<'_> {
    const fn load(&self) -> wgpu::LoadOp<wgpu::Color> {
        if self.keep { wgpu::LoadOp::Load } else { wgpu::LoadOp::Clear(wgpu::Color::BLACK) }
    }

    /// The shader's parameters, laid out as its `Params`.
    fn words(&self) -> [u32; 20] {
        let [x, y, width, height] = self.rect;
        let part = |of: u32, by: u32| of as f32 / by.max(1) as f32;
        let [wide, high] = self.surface;
        let corner = self.cursor.map_or([0.0; 2], |cursor| {
            [0, 1].map(|axis| cursor.position[axis] as f32 - cursor.image.hotspot()[axis] as f32)
        });
        let flags = u32::from(self.filter)
            | u32::from(self.cursor.is_some()) << 1
            | u32::from(self.gamma.is_some()) << 2
            | u32::from(self.overlay.is_some()) << 3;
        let output = match self.output {
            Output::Encoded => 0,
            Output::Decoded => 1,
            Output::Extended => 2,
        };
        let Region { corner: at, size: over, .. } = self.region;
        let scale = [part(width, over[0]), part(height, over[1])];
        let from = [x as f32 - at[0] as f32 * scale[0], y as f32 - at[1] as f32 * scale[1]];
        let floats = [from[0], from[1], scale[0], scale[1]].map(f32::to_bits);
        let last = [x + width.saturating_sub(1), y + height.saturating_sub(1)];
        let [frame_wide, frame_high] = self.frame;
        let cursor = [corner[0], corner[1], part(frame_wide, wide), part(frame_high, high)].map(f32::to_bits);
        let mut words = [0; 20];
        words[..4].copy_from_slice(&floats);
        words[4..8].copy_from_slice(&[x, y, last[0], last[1]]);
        words[8..12].copy_from_slice(&cursor);
        words[12..15].copy_from_slice(&[flags, output, self.headroom.to_bits()]);
        if let Some(overlay) = self.overlay {
            let [x, y] = overlay.corner.map(i32::cast_unsigned);
            words[16..19].copy_from_slice(&[x, y, overlay.zoom.clamp(1, 1 << 16)]);
        }
        words
    }
}

fn ramp_for<'a>(
    gpu: &Gpu,
    kept: &'a mut Option<(Arc<GammaRamp>, wgpu::Buffer)>,
    wanted: &Arc<GammaRamp>,
) -> &'a (Arc<GammaRamp>, wgpu::Buffer) {
    if kept.as_ref().is_some_and(|(known, _)| !Arc::ptr_eq(known, wanted)) {
        *kept = None;
    }
    kept.get_or_insert_with(|| (Arc::clone(wanted), ramp_buffer(gpu, wanted)))
}

fn ramp_buffer(gpu: &Gpu, ramp: &GammaRamp) -> wgpu::Buffer {
    gpu.create_filled("gamma ramp", bytemuck::cast_slice(&*ramp.rows()), wgpu::BufferUsages::UNIFORM)
}

fn overlay_for<'a>(
    gpu: &Gpu,
    kept: &'a mut Option<(Arc<Overlay>, wgpu::TextureView)>,
    wanted: &Arc<Overlay>,
) -> &'a (Arc<Overlay>, wgpu::TextureView) {
    if kept.as_ref().is_some_and(|(known, _)| !Arc::ptr_eq(known, wanted)) {
        *kept = None;
    }
    let picture = (wanted.size(), wanted.texels());
    kept.get_or_insert_with(|| (Arc::clone(wanted), sprite(gpu, Some(picture))))
}

/// Width and height, and rows of B, G, R, A without padding.
type Picture<'a> = ([u32; 2], &'a [u8]);

/// A picture as a texture, uploaded by a submission of its own; without a picture a texture of nothing.
fn sprite(gpu: &Gpu, picture: Option<Picture<'_>>) -> wgpu::TextureView {
    let [width, height] = picture.map_or([1, 1], |(size, _)| size);
    let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
    let usage = wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING;
    let texture = gpu.create_scratch("sprite", size, wgpu::TextureFormat::Bgra8Unorm, 1, usage);
    if let Some((_, texels)) = picture {
        upload(gpu, &texture, texels);
    }
    gpu.create_view("sprite", &texture, &wgpu::TextureViewDescriptor::default())
}

fn upload(gpu: &Gpu, texture: &wgpu::Texture, texels: &[u8]) {
    let row = texture.width() as usize * 4;
    let stride = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
    let mut bytes = vec![0; stride * texture.height() as usize];
    for (to, from) in bytes.chunks_mut(stride).zip(texels.chunks(row)) {
        to[..row].copy_from_slice(from);
    }
    let buffer = gpu.create_filled("sprite", &bytes, wgpu::BufferUsages::COPY_SRC);
    let layout =
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(stride as u32), rows_per_image: None };
    let mut encoder = gpu.create_encoder("sprite");
    encoder.copy_buffer_to_texture(
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        texture.as_image_copy(),
        texture.size(),
    );
    gpu.submit([encoder.finish()]);
}

fn pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let label = format!("present to {format:?}");
    let target = wgpu::ColorTargetState { format, blend: None, write_mask: wgpu::ColorWrites::ALL };
    let descriptor = wgpu::RenderPipelineDescriptor {
        label: Some(&label),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("vertex"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("fragment"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(target)],
        }),
        multiview_mask: None,
        cache: None,
    };
    gpu.create_pipeline(&label, &descriptor)
}
