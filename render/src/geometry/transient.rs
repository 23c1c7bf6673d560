//! Memory of one frame.

use super::GeometryError;

/// Bytes that live for one frame, up to a limit.
#[derive(Debug)]
pub(super) struct Transient {
    pub(super) bytes: Vec<u8>,
    limit: usize,
}

impl Transient {
    pub(super) fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), limit: limit.min(u32::MAX as usize) }
    }

    /// Room for more bytes, zeroed; returns their offset, a multiple of 16.
    pub(super) fn grow(&mut self, bytes: u64) -> Result<usize, GeometryError> {
        let offset = self.bytes.len();
        let size = usize::try_from(bytes).ok().and_then(|bytes| bytes.checked_next_multiple_of(16));
        match size.and_then(|size| offset.checked_add(size)).filter(|end| *end <= self.limit) {
            Some(end) => {
                self.bytes.resize(end, 0);
                Ok(offset)
            }
            None => Err(GeometryError::TooLarge { bytes }),
        }
    }
}
