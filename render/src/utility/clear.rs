//! Clears of a part of a pass's attachments, as scissored triangles.

use super::Utility;
use super::color::shader_color;
use super::params::{Words, entry};
use crate::frame::{ClearPlanes, Rect};
use crate::gpu::Gpu;

/// The formats of a pass's attachments, sRGB twins included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PassFormats {
    /// Colour by slot.
    pub(crate) color: [Option<wgpu::TextureFormat>; 4],
    /// Depth-stencil.
    pub(crate) depth: Option<wgpu::TextureFormat>,
    /// Samples a texel.
    pub(crate) samples: u32,
}

/// What a clear pipeline is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClearKey {
    formats: PassFormats,
    color: bool,
    depth: bool,
    stencil: bool,
}

/// The shader and its layout.
#[derive(Debug)]
pub(super) struct ClearShader {
    module: wgpu::ShaderModule,
    group: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
}

impl ClearShader {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let group = gpu.create_group_layout("clear quad", &[entry(0)]);
        let layout = gpu.create_layout("clear quad", &[Some(&group)]);
        Self { module: gpu.create_wgsl("clear quad", include_str!("clear.wgsl")), group, layout }
    }

    fn pipeline(&self, gpu: &Gpu, key: &ClearKey) -> wgpu::RenderPipeline {
        let writes = if key.color { wgpu::ColorWrites::ALL } else { wgpu::ColorWrites::empty() };
        let targets = key.formats.color.map(|format| {
            format.map(|format| wgpu::ColorTargetState { format, blend: None, write_mask: writes })
        });
        let used = targets.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let pass_op =
            if key.stencil { wgpu::StencilOperation::Replace } else { wgpu::StencilOperation::Keep };
        let face = wgpu::StencilFaceState { pass_op, ..wgpu::StencilFaceState::IGNORE };
        let depth_stencil = key.formats.depth.map(|format| wgpu::DepthStencilState {
            format,
            depth_write_enabled: format.has_depth_aspect().then_some(key.depth),
            depth_compare: format.has_depth_aspect().then_some(wgpu::CompareFunction::Always),
            stencil: wgpu::StencilState { front: face, back: face, read_mask: 0xFF, write_mask: 0xFF },
            bias: wgpu::DepthBiasState::default(),
        });
        let label = format!("clear quad {key:?}");
        let descriptor = wgpu::RenderPipelineDescriptor {
            label: Some(&label),
            layout: Some(&self.layout),
            vertex: wgpu::VertexState {
                module: &self.module,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil,
            multisample: wgpu::MultisampleState { count: key.formats.samples, ..Default::default() },
            fragment: Some(wgpu::FragmentState {
                module: &self.module,
                entry_point: Some(if used > 0 { "fragment" } else { "nothing" }),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &targets[..used],
            }),
            multiview_mask: None,
            cache: None,
        };
        gpu.create_pipeline(&label, &descriptor)
    }
}

impl Utility {
    /// Clears planes of the attachments of an open pass within a rectangle.
    ///
    /// `rect` is within the attachments and not empty; planes without an attachment are ignored.
    pub(crate) fn clear_quad(
        &mut self,
        gpu: &Gpu,
        pass: &mut wgpu::RenderPass<'_>,
        formats: &PassFormats,
        planes: &ClearPlanes,
        rect: Rect,
    ) {
        let aspect = |has: fn(&wgpu::TextureFormat) -> bool| formats.depth.as_ref().is_some_and(has);
        let key = ClearKey {
            formats: *formats,
            color: planes.color.is_some(),
            depth: planes.depth.is_some() && aspect(wgpu::TextureFormat::has_depth_aspect),
            stencil: planes.stencil.is_some() && aspect(wgpu::TextureFormat::has_stencil_aspect),
        };
        let pipeline = self.clear_pipelines.entry(key).or_insert_with(|| self.clear.pipeline(gpu, &key));
        let mut words = Words::default();
        for (format, words) in formats.color.iter().zip(words.chunks_exact_mut(4)) {
            if let (Some(format), Some(color)) = (format, planes.color) {
                words.copy_from_slice(&shader_color(*format, color).map(f32::to_bits));
            }
        }
        let resource = self.params.get(gpu, words).as_entire_binding();
        let entries = [wgpu::BindGroupEntry { binding: 0, resource }];
        let group = gpu.create_group("clear quad", &self.clear.group, &entries);
        let depth = planes.depth.unwrap_or_default().clamp(0.0, 1.0);
        let Rect { x, y, width, height } = rect;
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.set_viewport(x as f32, y as f32, width as f32, height as f32, depth, depth);
        pass.set_scissor_rect(x, y, width, height);
        pass.set_stencil_reference(planes.stencil.unwrap_or_default().into());
        pass.draw(0..3, 0..1);
    }
}
