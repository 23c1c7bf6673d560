//! A colonnade at dusk: shapes, textures, and the volumes that their shadows fill.

pub mod paint;
pub mod shadow;
pub mod shapes;
