//! One level of one face of a texture.

use super::region::{self, Region};

/// The CPU's side of a level of a face.
#[derive(Debug, Default)]
pub(crate) struct Level {
    /// The texels in the guest's format, rows at [`crate::format::Layout::pitch`]. `None`: zeros, never touched;
    /// or away in a lock.
    pub(crate) bytes: Option<Box<[u8]>>,
    /// Whether a lock holds the bytes.
    pub(crate) locked: bool,
    /// Whether the GPU's texels are newer than the CPU's.
    pub(crate) gpu_newest: bool,
    /// What is to be uploaded before the next use.
    pub(crate) upload: Option<Region>,
}

impl Level {
    /// Marks a region to be uploaded.
    pub(crate) fn mark(&mut self, region: Region) {
        region::add(&mut self.upload, region);
    }
}
