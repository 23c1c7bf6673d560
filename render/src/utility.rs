//! What the graph draws by itself: clear quads, scaled copies and mip levels.

mod clear;
mod color;
mod mips;
mod params;
mod stretch;
#[cfg(test)]
mod tests;

pub(crate) use clear::PassFormats;
pub(crate) use color::load_color;

use rustc_hash::FxHashMap;

use crate::gpu::Gpu;

/// The pipelines and small buffers of the graph's own draws, made when first needed.
///
/// A draw inside a pass leaves its pipeline, group 0, viewport, scissor and stencil reference behind.
#[derive(Debug)]
pub(crate) struct Utility {
    clear: clear::ClearShader,
    stretch: stretch::StretchShader,
    params: params::Params,
    clear_pipelines: FxHashMap<clear::ClearKey, wgpu::RenderPipeline>,
    stretch_pipelines: FxHashMap<stretch::StretchKey, wgpu::RenderPipeline>,
}

impl Utility {
    /// For one device.
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            clear: clear::ClearShader::new(gpu),
            stretch: stretch::StretchShader::new(gpu),
            params: params::Params::default(),
            clear_pipelines: FxHashMap::default(),
            stretch_pipelines: FxHashMap::default(),
        }
    }
}
