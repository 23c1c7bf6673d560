//! What a device remembers: every state with its default.

mod constants;
mod defaults;
mod transforms;

use rustc_hash::FxHashMap;

pub(crate) use constants::Constants;
pub(crate) use transforms::Transforms;

use crate::id::{
    IndexBufferId, PixelShaderId, SurfaceId, TextureId, VertexBufferId, VertexDeclarationId, VertexShaderId,
};
use crate::types::{Fvf, Light, Material, Matrix, Rect, RenderState, SamplerStateType, Transform, Viewport};

/// Samplers of the pixel stage.
pub(crate) const PIXEL_SAMPLERS: usize = 16;
/// Samplers of both stages: the vertex stage's four follow the pixel stage's sixteen.
pub(crate) const SAMPLERS: usize = PIXEL_SAMPLERS + 4;
/// Texture stages of the fixed-function pixel pipeline.
pub(crate) const STAGES: usize = 8;
/// Vertex streams.
pub(crate) const STREAMS: usize = 16;
/// Float constants of the vertex stage.
pub(crate) const VERTEX_FLOATS: usize = 256;
/// Float constants of the vertex stage where vertices may be processed in software.
pub(crate) const SOFTWARE_FLOATS: usize = 8192;
/// Float constants of the pixel stage.
pub(crate) const PIXEL_FLOATS: usize = 224;
/// User clip planes.
pub(crate) const CLIP_PLANES: usize = 6;

/// One vertex stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stream {
    /// The buffer.
    pub(crate) buffer: Option<VertexBufferId>,
    /// Byte offset of the first vertex.
    pub(crate) offset: u32,
    /// Bytes between vertices.
    pub(crate) stride: u32,
    /// The frequency as it was set.
    pub(crate) frequency: u32,
}

/// The state of a device.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Render states by number.
    pub(crate) render: [u32; 256],
    /// Sampler states by sampler and number.
    pub(crate) samplers: [[u32; 14]; SAMPLERS],
    /// Texture stage states by stage and number.
    pub(crate) stages: [[u32; 33]; STAGES],
    /// Textures by sampler.
    pub(crate) textures: [Option<TextureId>; SAMPLERS],
    /// The transforms.
    pub(crate) transforms: Transforms,
    /// The material.
    pub(crate) material: Material,
    /// Lights by index, with whether each is on.
    pub(crate) lights: FxHashMap<u32, (Light, bool)>,
    /// Clip planes.
    pub(crate) clip_planes: [[f32; 4]; CLIP_PLANES],
    /// The viewport.
    pub(crate) viewport: Viewport,
    /// The scissor rectangle.
    pub(crate) scissor: Rect,
    /// Vertex streams.
    pub(crate) streams: [Stream; STREAMS],
    /// The index buffer.
    pub(crate) indices: Option<IndexBufferId>,
    /// The flexible vertex format that the declaration stands for.
    pub(crate) fvf: Fvf,
    /// The vertex declaration.
    pub(crate) declaration: Option<VertexDeclarationId>,
    /// The vertex shader.
    pub(crate) vertex_shader: Option<VertexShaderId>,
    /// The pixel shader.
    pub(crate) pixel_shader: Option<PixelShaderId>,
    /// Constants of the vertex stage.
    pub(crate) vertex_constants: Constants,
    /// Constants of the pixel stage.
    pub(crate) pixel_constants: Constants,
    /// Render targets.
    pub(crate) targets: [Option<SurfaceId>; 4],
    /// The depth-stencil surface.
    pub(crate) depth_stencil: Option<SurfaceId>,
}

impl State {
    /// A render state.
    #[inline]
    pub(crate) fn rs(&self, state: RenderState) -> u32 {
        self.render[(state.0 & 0xFF) as usize]
    }

    /// Whether a render state is not zero.
    #[inline]
    pub(crate) fn on(&self, state: RenderState) -> bool {
        self.rs(state) != 0
    }

    /// A render state that holds the bits of a float.
    #[inline]
    pub(crate) fn rs_float(&self, state: RenderState) -> f32 {
        f32::from_bits(self.rs(state))
    }

    /// A sampler state.
    #[inline]
    pub(crate) fn sampler(&self, sampler: usize, state: SamplerStateType) -> u32 {
        self.samplers[sampler][(state.0 as usize).min(13)]
    }

    /// A transform.
    #[inline]
    pub(crate) fn transform(&self, transform: Transform) -> &Matrix {
        self.transforms.get(transform).unwrap_or(&IDENTITY)
    }
}

/// The identity matrix.
pub(crate) const IDENTITY: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// The place of a sampler number in the tables: 0–15, and 257–260 for the vertex stage.
#[inline]
pub(crate) fn sampler_index(sampler: u32) -> Option<usize> {
    match sampler {
        0..=15 => Some(sampler as usize),
        257..=260 => Some((sampler - 257) as usize + PIXEL_SAMPLERS),
        _ => None,
    }
}
