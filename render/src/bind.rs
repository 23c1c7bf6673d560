//! Bind groups: what draws read besides vertices.

mod blank;
mod textures;
mod uniforms;

pub(crate) use textures::{Bound, TextureGroups};
pub(crate) use uniforms::{BoundBlocks, Stages, Uniforms};
