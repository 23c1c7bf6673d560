//! The fixed-function pipeline of Direct3D, as shaders.
//!
//! ```text
//! VertexKey   -> vertex   -> Translated (vertex_main)
//! FragmentKey -> fragment -> Translated (fragment_main); its varyings belong in the vertex key
//! ```
//!
//! What there is: pre-transformed vertices, and vertices through one world-view-projection matrix without
//! lighting; colours and texture coordinates that pass through; one texture stage that selects or modulates;
//! the alpha test. Keys can say nothing else, so callers refuse the rest before they come here.
//!
//! Constants come in the blocks that programmable shaders have, in rows of 16 bytes:
//!
//! | block | row | content |
//! |---|---|---|
//! | vertex floats | [`WORLD_VIEW_PROJECTION`]` + i` | column `i` of World·View·Projection, for row vectors: `clip[i] = dot(position, row)` |
//! | fragment floats | [`TEXTURE_FACTOR`] | `D3DRS_TEXTUREFACTOR` as (r, g, b, a), 0–1 |
//!
//! The draw block carries the half pixel, the viewport and the alpha reference. A clip position is computed in
//! the order of `m4x4`, so that fixed and programmable passes over the same vertices agree in depth.

mod fragment;
mod vertex;

pub use fragment::{Argument, ArgumentSource, Combine, FragmentKey, fragment};
pub use vertex::{INPUTS, Position, VertexKey, inputs, vertex};

/// The first of the four rows of the matrix that vertices go through.
pub const WORLD_VIEW_PROJECTION: u16 = 0;
/// The row of the texture factor.
pub const TEXTURE_FACTOR: u16 = 0;

#[cfg(test)]
mod tests;
