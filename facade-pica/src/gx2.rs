//! Scenes through GX2 (feature `gx2`): a [`Backend`](crate::reference::Backend) over the calls of that library.
//!
//! ```text
//!  begin: color surface <── the target's rows, the top one first
//!  draw:  programs (shaders::gx2), uniforms, vertices, texture ──> flush, invalidate ──> draw ──> done ──> free
//!  end:   copy to a linear surface ──> done ──> the target's rows
//! ```
//!
//! [`Gx2Adapter`] decides what is called and in which order; [`Gx2Calls`] is what an embedder implements on its console,
//! and what tests record. PICA200 counts rows from the bottom, GX2 from the top: targets, viewports and scissors are turned
//! over. Textures are uploaded with their rows reversed, so texture coordinates stay as they are.
//!
//! - Every callback ends with the presentation context restored, whatever went wrong.
//! - No memory is freed before the GPU is done with the draw that uses it. If that cannot be established, all memory in
//!   use is quarantined until [`Gx2Adapter::shutdown`], and nothing more is drawn.

mod adapter;
mod calls;
mod memory;
mod upload;

pub use adapter::Gx2Adapter;
pub use calls::{Attribute, Block, CullMode, Gx2Calls, PointSampler, Rectangle, Surface, Tiling, View};
