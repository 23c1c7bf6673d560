//! The limits of the bounded path, by number.

/// Vertices of a draw.
pub const VERTICES: u32 = 256;
/// Draws of a list.
pub const DRAWS: u32 = 32;
/// Words of vertex shader code.
pub const CODE_WORDS: u32 = 512;
/// Operand descriptors.
pub const DESCRIPTORS: u32 = 128;
/// Float uniforms.
pub const UNIFORMS: u32 = 96;
/// Vertex attributes.
pub const ATTRIBUTES: u32 = 12;
/// Array loaders.
pub const LOADERS: u32 = 12;
/// Bytes of the geometry span.
pub const GEOMETRY_BYTES: usize = 4 << 20;
/// Texture spans beside the geometry span.
pub const TEXTURE_SPANS: usize = 32;
/// Bytes of all texture spans together.
pub const TEXTURE_BYTES: usize = 4 << 20;
/// Pixels of a target's side.
pub const TARGET_SIDE: u32 = 512;
/// Bytes of a target, padding included.
pub const TARGET_BYTES: usize = 1 << 20;
