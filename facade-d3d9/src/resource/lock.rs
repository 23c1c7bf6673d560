//! Locks: owned bytes with a stable address.
//!
//! A lock borrows nothing: draws and other calls stay legal while it is held, and what it wrote counts from the
//! moment it is given back. A lock that is dropped instead leaves its resource locked.

use super::Region;
use super::buffer::BufferKey;
use crate::id::TextureId;
use crate::types::LockFlags;

/// A level of a face: its texture, and its place among the texture's levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The texture, which may be the hidden one of a surface of its own.
    pub(crate) texture: TextureId,
    /// The level.
    pub(crate) level: u32,
    /// The cube face.
    pub(crate) layer: u32,
}

/// What locks of textures have in common.
#[derive(Debug)]
pub(crate) struct LockedTexels {
    pub(crate) part: Part,
    pub(crate) flags: LockFlags,
    pub(crate) region: Region,
    /// The whole level.
    pub(crate) bytes: Box<[u8]>,
    /// Where the region begins in it.
    pub(crate) start: usize,
    /// Where its last row ends.
    pub(crate) end: usize,
    /// As the guest is told.
    pub(crate) pitch: u32,
    pub(crate) slice_pitch: u32,
}

/// A locked rectangle of a surface; give it back with [`crate::Device::unlock_rect`].
#[derive(Debug)]
pub struct LockedRect(pub(crate) LockedTexels);

impl LockedRect {
    /// Bytes between rows (of texels or blocks), a multiple of 4. `ATI1` and `ATI2` report the width instead:
    /// their rows lie `ceil(width / 4)` blocks apart all the same.
    #[must_use]
    pub fn pitch(&self) -> u32 {
        self.0.pitch
    }

    /// The texels, from the rectangle's first to the end of its last row.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes[self.0.start..self.0.end]
    }

    /// The texels, from the rectangle's first to the end of its last row.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0.bytes[self.0.start..self.0.end]
    }
}

/// A locked box of a level of a volume texture; give it back with [`crate::Device::unlock_box`].
#[derive(Debug)]
pub struct LockedBox(pub(crate) LockedTexels);

impl LockedBox {
    /// Bytes between rows (of texels or blocks), a multiple of 4.
    #[must_use]
    pub fn row_pitch(&self) -> u32 {
        self.0.pitch
    }

    /// Bytes between slices.
    #[must_use]
    pub fn slice_pitch(&self) -> u32 {
        self.0.slice_pitch
    }

    /// The texels, from the box's first to the end of its last row.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes[self.0.start..self.0.end]
    }

    /// The texels, from the box's first to the end of its last row.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0.bytes[self.0.start..self.0.end]
    }
}

/// A locked range of a vertex or index buffer; give it back with [`crate::Device::unlock_vertex_buffer`] or
/// [`crate::Device::unlock_index_buffer`].
#[derive(Debug)]
pub struct LockedBuffer {
    pub(crate) buffer: BufferKey,
    pub(crate) flags: LockFlags,
    pub(crate) offset: u32,
    pub(crate) bytes: Box<[u8]>,
}

impl LockedBuffer {
    /// The bytes of the range.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of the range.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}
