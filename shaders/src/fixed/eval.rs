//! The fixed-function pipeline on the CPU: the reference for tests, and what `ProcessVertices` runs.
//!
//! ```text
//! VertexState, Vertex   -> vertex          -> Processed          (transform, lighting, fog, coordinates)
//! three Processed       -> interpolate     -> Fragment           (perspective, flat shading)
//! PixelState, Fragment  -> pixel + sampler -> Shaded             (texture stages, specular, fog, alpha test)
//! ```
//!
//! It is written from the formulas of the pipeline and shares no code with the generator of shaders. States are
//! plain values, and the numbers in them are those of Direct3D: `D3DRS_VERTEXBLEND`, `D3DTSS_COLOROP` and the like
//! as they were set. A number that means nothing acts as the state's default; no input panics.
//!
//! Inputs are `f32`, as programs give them. Everything is computed in `f64`: results then differ from those of
//! any GPU by that GPU's rounding alone, and both sides of a comparison do not round alike by accident.
//!
//! Some results jump: at the cone of a spot light without falloff, at the range of a light, at the reference of the
//! alpha test, where a vector of length zero is normalised, at a clip plane. Every result comes with its *margin*:
//! how far the nearest such decision was from going the other way, in the units of that decision (a cosine, a
//! length, an alpha of 0–1, texels). What is only steep or bent (clamps, fog) is no jump. Two correct renderers
//! may differ visibly where the margin is about the size of their rounding errors, and nowhere else.
//!
//! ```
//! use retrograph_shaders::fixed::eval::{self, Vertex, VertexState};
//! let state = VertexState { lighting: false, ..VertexState::default() };
//! let vertex = Vertex { position: [0.5, 0.25, 0.75, 1.0], ..Vertex::default() };
//! let done = eval::vertex(&state, &vertex);
//! assert_eq!(done.clip, [0.5, 0.25, 0.75, 1.0]);
//! assert_eq!(done.colors[0], [1.0; 4]);
//! ```

mod coordinates;
mod fog;
mod interpolate;
mod light;
mod margin;
mod pixel;
mod place;
mod stage;
mod state;
mod vector;
mod vertex;

#[cfg(test)]
mod tests;

pub use fog::Fog;
pub use interpolate::{Fragment, interpolate};
pub use margin::Margin;
pub use pixel::{AlphaPrecision, AlphaTest, PixelState, Sample, Shaded, Stage, pixel};
pub use state::{
    Coordinates, Light, Material, Matrix, Points, Sources, StageCoordinates, Vertex, VertexState, Viewport,
};
pub use vertex::{Processed, vertex};
