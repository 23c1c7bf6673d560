//! What a submission may read, and the surface that it draws to.

use std::ops::Range;

use super::limits;

/// Bytes that lie at a physical address and do not change while a list is executed.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a> {
    /// The physical address of the first byte.
    pub base: u64,
    /// The bytes.
    pub bytes: &'a [u8],
}

impl<'a> Span<'a> {
    /// The physical addresses.
    #[must_use]
    pub const fn range(&self) -> Range<u64> {
        self.base..self.base.saturating_add(self.bytes.len() as u64)
    }

    /// The bytes at a physical address, if all of them lie in the span.
    #[must_use]
    pub fn read(&self, address: u64, bytes: u64) -> Option<&'a [u8]> {
        let start = usize::try_from(address.checked_sub(self.base)?).ok()?;
        self.bytes.get(start..)?.get(..usize::try_from(bytes).ok()?)
    }
}

/// Whether two ranges of addresses have one in common.
pub(crate) const fn overlap(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.start < b.end && b.start < a.end && a.start < a.end && b.start < b.end
}

/// Why spans or a target are refused, before anything of a list is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// The geometry span is too large.
    #[error("a geometry span of {bytes} bytes; at most {}", limits::GEOMETRY_BYTES)]
    GeometrySize {
        /// Its size.
        bytes: usize,
    },
    /// There are too many texture spans.
    #[error("{spans} texture spans; at most {}", limits::TEXTURE_SPANS)]
    TextureSpans {
        /// How many.
        spans: usize,
    },
    /// The texture spans are too large together.
    #[error("texture spans of {bytes} bytes; at most {}", limits::TEXTURE_BYTES)]
    TextureSize {
        /// Their size.
        bytes: usize,
    },
    /// A texture span has an address in common with the geometry span or with a texture span before it.
    #[error("the texture span at {base:#010x} overlaps another span")]
    Overlap {
        /// Its address.
        base: u64,
    },
    /// The target has an address in common with a span, which would not be stable then.
    #[error("the target at {base:#010x} overlaps a span")]
    TargetOverlap {
        /// Its address.
        base: u64,
    },
    /// A target has no pixels, or too many a side.
    #[error("a target of {width}x{height} pixels; a side has 1 to {}", limits::TARGET_SIDE)]
    TargetSide {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
    },
    /// A target's rows are shorter than its pixels, or its bytes fewer than its rows.
    #[error("a target of {width}x{height} pixels in rows of {stride} bytes does not fit in {bytes} bytes")]
    TargetLayout {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
        /// Bytes from row to row.
        stride: u32,
        /// All bytes.
        bytes: usize,
    },
    /// A target is too large.
    #[error("a target of {bytes} bytes; at most {}", limits::TARGET_BYTES)]
    TargetSize {
        /// Its bytes.
        bytes: usize,
    },
}

/// All that a list may read: one span of geometry and separate spans of textures.
///
/// Textures may lie in the geometry span too. No address is ever followed anywhere else.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    geometry: Span<'a>,
    textures: &'a [Span<'a>],
}

impl<'a> Memory<'a> {
    /// Takes the spans if they keep to the limits and apart from each other.
    ///
    /// # Errors
    /// [`MemoryError`] names the first rule that is broken.
    pub fn new(geometry: Span<'a>, textures: &'a [Span<'a>]) -> Result<Self, MemoryError> {
        if geometry.bytes.len() > limits::GEOMETRY_BYTES {
            return Err(MemoryError::GeometrySize { bytes: geometry.bytes.len() });
        }
        if textures.len() > limits::TEXTURE_SPANS {
            return Err(MemoryError::TextureSpans { spans: textures.len() });
        }
        let bytes = textures.iter().map(|span| span.bytes.len()).sum();
        if bytes > limits::TEXTURE_BYTES {
            return Err(MemoryError::TextureSize { bytes });
        }
        for (index, span) in textures.iter().enumerate() {
            let others = std::iter::once(&geometry).chain(&textures[..index]);
            if others.into_iter().any(|other| overlap(&span.range(), &other.range())) {
                return Err(MemoryError::Overlap { base: span.base });
            }
        }
        Ok(Self { geometry, textures })
    }

    /// The span that vertices and indices are read from.
    #[must_use]
    pub const fn geometry(&self) -> Span<'a> {
        self.geometry
    }

    /// All spans, that of the geometry first.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Span<'a>> + use<'a> {
        std::iter::once(self.geometry).chain(self.textures.iter().copied())
    }

    /// The bytes of a texture, if one span has them all.
    pub(crate) fn texture(&self, address: u64, bytes: u64) -> Option<&'a [u8]> {
        self.spans().find_map(|span| span.read(address, bytes))
    }
}

/// A surface of linear RGBA8 pixels that its holder owns. Row zero is the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    base: u64,
    width: u32,
    height: u32,
    stride: u32,
    bytes: Vec<u8>,
}

impl Target {
    /// A target of zeros without padding, at a physical address.
    ///
    /// # Errors
    /// Sides of 0 or of more than [`limits::TARGET_SIDE`] pixels.
    pub fn new(base: u64, width: u32, height: u32) -> Result<Self, MemoryError> {
        let side = 1..=limits::TARGET_SIDE;
        if !side.contains(&width) || !side.contains(&height) {
            return Err(MemoryError::TargetSide { width, height });
        }
        Self::with_bytes(base, width, height, width * 4, vec![0; (width * height * 4) as usize])
    }

    /// A target of given bytes, with rows of `stride` bytes; bytes may trail behind the last row.
    ///
    /// # Errors
    /// [`MemoryError`] if sides or bytes are outside the limits, or the rows do not fit.
    pub fn with_bytes(
        base: u64,
        width: u32,
        height: u32,
        stride: u32,
        bytes: Vec<u8>,
    ) -> Result<Self, MemoryError> {
        let side = 1..=limits::TARGET_SIDE;
        if !side.contains(&width) || !side.contains(&height) {
            return Err(MemoryError::TargetSide { width, height });
        }
        if bytes.len() > limits::TARGET_BYTES {
            return Err(MemoryError::TargetSize { bytes: bytes.len() });
        }
        let needed = u64::from(stride) * u64::from(height - 1) + u64::from(width) * 4;
        if stride < width * 4 || (bytes.len() as u64) < needed {
            return Err(MemoryError::TargetLayout { width, height, stride, bytes: bytes.len() });
        }
        Ok(Self { base, width, height, stride, bytes })
    }

    /// The physical address of the first byte.
    #[must_use]
    pub const fn base(&self) -> u64 {
        self.base
    }

    /// The width in pixels.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Bytes from row to row.
    #[must_use]
    pub const fn stride(&self) -> u32 {
        self.stride
    }

    /// All bytes: rows from the bottom up, their padding, and what trails.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The physical addresses.
    #[must_use]
    pub const fn range(&self) -> Range<u64> {
        self.base..self.base.saturating_add(self.bytes.len() as u64)
    }

    /// The pixel in a column and a row, counted from the left and from the bottom; none outside.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y * self.stride + x * 4) as usize;
        self.bytes.get(start..)?.first_chunk().copied()
    }

    /// The pixels without padding, the top row first: the order of picture files.
    #[must_use]
    pub fn rows_from_top(&self) -> Vec<u8> {
        let row = |y: u32| {
            let start = (y * self.stride) as usize;
            &self.bytes[start..start + self.width as usize * 4]
        };
        (0..self.height).rev().flat_map(row).copied().collect()
    }

    /// Takes other bytes of the same size.
    pub(crate) fn replace_bytes(&mut self, bytes: Vec<u8>) {
        debug_assert_eq!(bytes.len(), self.bytes.len());
        self.bytes = bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_gives_only_its_own_bytes() {
        let span = Span { base: 0x100, bytes: &[1, 2, 3, 4] };
        assert_eq!(span.read(0x101, 3), Some(&[2, 3, 4][..]));
        assert_eq!(span.read(0x101, 4), None);
        assert_eq!(span.read(0xFF, 1), None);
        assert_eq!(span.read(0x104, 0), Some(&[][..]));
        assert_eq!(span.read(u64::MAX, u64::MAX), None);
    }

    #[test]
    fn neighbours_do_not_overlap() {
        assert!(!overlap(&(0..4), &(4..8)));
        assert!(overlap(&(0..5), &(4..8)));
        assert!(!overlap(&(2..2), &(0..8)));
    }

    #[test]
    fn picture_rows_start_at_the_top() {
        let bytes = [1, 1, 1, 1, 0xEE, 0xEE, 0xEE, 0xEE, 2, 2, 2, 2, 9];
        let target = Target::with_bytes(0, 1, 2, 8, bytes.to_vec()).expect("a target");
        assert_eq!(target.rows_from_top(), [2, 2, 2, 2, 1, 1, 1, 1]);
        assert_eq!((target.pixel(0, 1), target.pixel(1, 0), target.pixel(0, 2)), (Some([2; 4]), None, None));
    }
}
