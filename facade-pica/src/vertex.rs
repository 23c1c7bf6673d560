//! Vertices: attributes out of memory, indices, and primitives.

mod assemble;
mod indices;
mod inputs;
mod load;

pub use assemble::Assembler;
pub use indices::{Numbers, read_indices};
pub use inputs::Inputs;
pub use load::{LoadError, load};

/// Four lanes.
pub type Vec4 = [f32; 4];
/// All output registers of a shader.
pub type Outputs = [Vec4; 16];

#[cfg(test)]
mod tests;
