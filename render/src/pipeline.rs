//! Render pipelines, cached by translated state.

mod build;

use rustc_hash::FxHashMap;

use crate::frame::{Blend, ColorBlend, RasterState, StencilFace};
use crate::geometry;
use crate::gpu::Gpu;
use crate::layout::{LayoutId, Layouts};
use crate::resource::{ShaderId, Table};
use crate::utility::PassFormats;

/// One colour target as a pipeline knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ColorKey {
    pub(crate) format: wgpu::TextureFormat,
    pub(crate) blend: Option<Blend>,
    pub(crate) write_mask: wgpu::ColorWrites,
}

/// What the colour targets of a draw do, and how many of them refused to blend.
///
/// Targets that the shader does not write get write mask 0; those whose format cannot blend do not.
pub(crate) fn colors(
    formats: &PassFormats,
    blendable: [bool; 4],
    raster: &RasterState,
    outputs: u8,
) -> ([Option<ColorKey>; 4], u32) {
    let mut refused = 0;
    let colors = std::array::from_fn(|slot| {
        let format = formats.color[slot]?;
        let ColorBlend { mut blend, mut write_mask } = raster.colors[slot];
        if outputs & (1 << slot) == 0 {
            write_mask = wgpu::ColorWrites::empty();
        }
        if write_mask.is_empty() {
            blend = None;
        }
        if blend.is_some() && !blendable[slot] {
            blend = None;
            refused += 1;
        }
        Some(ColorKey { format, blend, write_mask })
    });
    (colors, refused)
}

/// Stencil state without what is set per draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StencilKey {
    front: StencilFace,
    back: StencilFace,
    read_mask: u8,
    write_mask: u8,
}

/// Depth-stencil state of a pass with such an attachment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DepthKey {
    format: wgpu::TextureFormat,
    write: bool,
    compare: wgpu::CompareFunction,
    stencil: Option<StencilKey>,
    bias_slope: u32,
}

impl DepthKey {
    /// Folds what has no effect: planes that the format lacks, and bias of what is no triangle.
    pub(crate) fn new(format: wgpu::TextureFormat, raster: &RasterState, triangles: bool) -> Self {
        let has_depth = format.has_depth_aspect();
        let stencil = raster.stencil.filter(|_| format.has_stencil_aspect());
        let slope = if triangles && has_depth { raster.depth_bias_slope } else { 0.0 };
        Self {
            format,
            write: raster.depth.write && has_depth,
            compare: if has_depth { raster.depth.compare } else { wgpu::CompareFunction::Always },
            stencil: stencil.map(|s| StencilKey {
                front: s.front,
                back: s.back,
                read_mask: s.read_mask,
                write_mask: s.write_mask,
            }),
            // Zero of either sign is one key, and what is no number is no bias.
            bias_slope: if slope.is_finite() && slope != 0.0 { slope.to_bits() } else { 0 },
        }
    }
}

/// Samples a texel, and which of them are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SampleKey {
    pub(crate) count: u32,
    pub(crate) mask: u32,
    pub(crate) alpha_to_coverage: bool,
}

impl SampleKey {
    /// Folds what has no effect on targets of one sample, and bits of samples that there are not. Alpha counts only
    /// where there is a first colour target.
    pub(crate) fn new(count: u32, raster: &RasterState, has_color: bool) -> Self {
        let all = u32::MAX >> (32 - count.clamp(1, 32));
        if count < 2 {
            return Self { count: 1, mask: all, alpha_to_coverage: false };
        }
        let alpha_to_coverage = raster.alpha_to_coverage && has_color;
        Self { count, mask: raster.sample_mask & all, alpha_to_coverage }
    }
}

/// Everything that decides a pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PipelineKey {
    pub(crate) vertex: ShaderId,
    pub(crate) fragment: ShaderId,
    pub(crate) layout: LayoutId,
    pub(crate) input: geometry::LayoutId,
    pub(crate) topology: wgpu::PrimitiveTopology,
    pub(crate) strip_index_format: Option<wgpu::IndexFormat>,
    pub(crate) cull: Option<wgpu::Face>,
    pub(crate) fill: wgpu::PolygonMode,
    pub(crate) colors: [Option<ColorKey>; 4],
    pub(crate) depth: Option<DepthKey>,
    pub(crate) samples: SampleKey,
}

/// The pipelines made so far.
#[derive(Debug, Default)]
pub(crate) struct Pipelines {
    made: FxHashMap<PipelineKey, wgpu::RenderPipeline>,
    count: u64,
}

impl Pipelines {
    /// The pipeline of a key; `None` when one of its shaders is gone, or an input has no attribute.
    pub(crate) fn get(
        &mut self,
        gpu: &Gpu,
        key: PipelineKey,
        table: &Table,
        layouts: &Layouts,
        input: &geometry::VertexLayout,
    ) -> Option<wgpu::RenderPipeline> {
        if let Some(pipeline) = self.made.get(&key) {
            return Some(pipeline.clone());
        }
        let pipeline = build::build(gpu, &key, table, layouts.get(key.layout), input)?;
        self.count += 1;
        self.made.insert(key, pipeline.clone());
        Some(pipeline)
    }

    /// Drops the pipelines of shaders.
    pub(crate) fn forget(&mut self, shaders: &[ShaderId]) {
        if !shaders.is_empty() {
            self.made.retain(|key, _| !shaders.contains(&key.vertex) && !shaders.contains(&key.fragment));
        }
    }

    /// How many were made.
    pub(crate) fn made(&self) -> u64 {
        self.count
    }
}
