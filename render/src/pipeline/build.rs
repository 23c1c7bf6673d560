//! From a key to a pipeline.

use smallvec::SmallVec;

use super::{ColorKey, DepthKey, PipelineKey};
use crate::geometry::{SlotAttribute, VertexLayout};
use crate::gpu::Gpu;
use crate::resource::Table;

/// Makes the pipeline of a key; `None` when one of its shaders is gone, or an input has no attribute.
pub(super) fn build(
    gpu: &Gpu,
    key: &PipelineKey,
    table: &Table,
    layout: &wgpu::PipelineLayout,
    input: &VertexLayout,
) -> Option<wgpu::RenderPipeline> {
    let (vertex, fragment) = (table.shaders.get(key.vertex)?, table.shaders.get(key.fragment)?);
    // A declared input that no attribute feeds: wgpu would refuse.
    let fed = input.slots.iter().flat_map(|slot| &slot.attributes);
    let fed = fed.fold(0, |mask, attribute| mask | 1u32.checked_shl(attribute.location).unwrap_or(0));
    if vertex.inputs & !fed != 0 {
        return None;
    }
    let attributes: SmallVec<[SmallVec<[wgpu::VertexAttribute; 8]>; 4]> =
        input.slots.iter().map(|slot| slot.attributes.iter().map(attribute).collect()).collect();
    let buffers: SmallVec<[Option<wgpu::VertexBufferLayout<'_>>; 4]> = input
        .slots
        .iter()
        .zip(&attributes)
        .map(|(slot, attributes)| {
            Some(wgpu::VertexBufferLayout {
                array_stride: slot.stride.into(),
                step_mode: slot.step,
                attributes,
            })
        })
        .collect();
    let used = key.colors.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let targets = key.colors.map(|target| target.map(color_target));
    let label = format!("{} + {}, {:?}", vertex.desc.label, fragment.desc.label, key.topology);
    let descriptor = wgpu::RenderPipelineDescriptor {
        label: Some(&label),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module: &vertex.module,
            entry_point: Some(vertex.desc.entry_point),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &buffers,
        },
        primitive: primitive(gpu, key),
        depth_stencil: key.depth.map(depth_stencil),
        multisample: wgpu::MultisampleState {
            count: key.samples.count,
            mask: key.samples.mask.into(),
            alpha_to_coverage_enabled: key.samples.alpha_to_coverage,
        },
        fragment: Some(wgpu::FragmentState {
            module: &fragment.module,
            entry_point: Some(fragment.desc.entry_point),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &targets[..used],
        }),
        multiview_mask: None,
        cache: None,
    };
    Some(gpu.create_pipeline(&label, &descriptor))
}

fn attribute(attribute: &SlotAttribute) -> wgpu::VertexAttribute {
    wgpu::VertexAttribute {
        format: attribute.format,
        offset: attribute.offset.into(),
        shader_location: attribute.location,
    }
}

fn color_target(key: ColorKey) -> wgpu::ColorTargetState {
    wgpu::ColorTargetState { format: key.format, blend: key.blend, write_mask: key.write_mask }
}

fn primitive(gpu: &Gpu, key: &PipelineKey) -> wgpu::PrimitiveState {
    wgpu::PrimitiveState {
        topology: key.topology,
        strip_index_format: key.strip_index_format,
        front_face: wgpu::FrontFace::Cw,
        cull_mode: key.cull,
        polygon_mode: if gpu.caps.fills(key.fill) { key.fill } else { wgpu::PolygonMode::Fill },
        unclipped_depth: false,
        conservative: false,
    }
}

fn depth_stencil(key: DepthKey) -> wgpu::DepthStencilState {
    let has_depth = key.format.has_depth_aspect();
    let stencil = key.stencil.map(|stencil| wgpu::StencilState {
        front: stencil.front,
        back: stencil.back,
        read_mask: stencil.read_mask.into(),
        write_mask: stencil.write_mask.into(),
    });
    wgpu::DepthStencilState {
        format: key.format,
        depth_write_enabled: has_depth.then_some(key.write),
        depth_compare: has_depth.then_some(key.compare),
        stencil: stencil.unwrap_or_default(),
        bias: wgpu::DepthBiasState { constant: 0, slope_scale: f32::from_bits(key.bias_slope), clamp: 0.0 },
    }
}
