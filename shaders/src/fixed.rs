//! The fixed-function pipeline of Direct3D, as shaders.
//!
//! ```text
//! VertexKey   -> vertex   -> Translated (vertex_main)
//! FragmentKey -> fragment -> Translated (fragment_main); its varyings belong in the vertex key
//! ```
//!
//! Vertices: places in pixels, or points through World·View·Projection; lighting by up to eight lights, blending by weights
//! and places, tweening, generated and transformed texture coordinates, fog, sizes of points, clip planes. Fragments:
//! eight texture stages ([`Stage::from_words`] takes them as Direct3D numbers), the second colour, fog, the alpha test.
//!
//! Constants come in blocks of their own, so that those of shaders stay what they are: [`VertexBlock`] for vertices,
//! [`FragmentBlock`] for fragments.
//!
//! The draw block carries what shaders need too: the half pixel, the viewport, the size of points, clip planes, bump matrices,
//! fog and the alpha reference. A clip position is computed in the order of `m4x4`, so that fixed and programmable passes over the same vertices agree in depth.
//!
//! Where a stage's coordinates are projected, the divisor is the w of its TEXCOORD varying, whatever component it was.

pub mod eval;
mod fragment;
mod vertex;

pub use fragment::{
    Argument, ArgumentSource, Combine, FragmentBlock, FragmentKey, Operation, STAGES, Stage, StageWords,
    fragment, fragment_with,
};
pub use vertex::{
    Blend, Coordinate, CoordinateSource, INPUTS, LIGHTS, LightKinds, LightRows, Lighting, MATRICES,
    MaterialRows, MaterialSource, PackedVertexKey, Position, VertexBlock, VertexFog, VertexKey, inputs,
    vertex, vertex_with,
};

#[cfg(test)]
mod tests;
