//! Numbers of the format that reading and writing share.

pub(super) const FILE_MAGIC: u32 = 0x4766_7832;
pub(super) const BLOCK_MAGIC: u32 = 0x424C_4B7B;
pub(super) const TRAILER_MAGIC: u32 = 0x7D42_4C4B;
pub(super) const HEADER_SIZE: u32 = 0x20;
pub(super) const TRAILER_SIZE: u32 = 0x28;
/// Tags of pointers: to data, to names.
pub(super) const DATA: u32 = 0xD060_0000;
pub(super) const TEXT: u32 = 0xCA70_0000;
pub(super) const OFFSET_MASK: u32 = 0x000F_FFFF;
/// Sizes of GX2's structures.
pub(super) const VERTEX_SIZE: usize = 0x134;
pub(super) const PIXEL_SIZE: usize = 0xE8;

/// Kinds of blocks.
pub(super) const END: u32 = 1;
pub(super) const VERTEX_HEADER: u32 = 3;
pub(super) const VERTEX_PROGRAM: u32 = 5;
pub(super) const PIXEL_HEADER: u32 = 6;
pub(super) const PIXEL_PROGRAM: u32 = 7;

/// GX2's numbers of types: a vector of four floats, a two-dimensional sampler.
pub(super) const FLOAT4: u32 = 11;
pub(super) const SAMPLER_2D: u32 = 1;
