//! Textures and framebuffers in memory: tiles, blocks, and the codecs of every format.

mod codec;
mod color;
mod layout;

pub use codec::{decode, encode, level_bytes};
pub use color::{decode_color, decode_depth, encode_color, encode_depth};
pub use layout::{Layout, linear, tiled};

#[cfg(test)]
mod tests;
