//! Vertex formats: how a vertex lies in memory (`D3DFVF`), and the streams of bytes that vertices are read from.

use crate::error::{Error, Result};

/// `D3DFVF_XYZRHW`
const XYZRHW: u32 = 0x4;
const POSITION_MASK: u32 = 0xE;
const NORMAL: u32 = 0x10;
const RESERVED1: u32 = 0x20;
const DIFFUSE: u32 = 0x40;
const SPECULAR: u32 = 0x80;

/// The formats of `D3DVT_VERTEX`, `D3DVT_LVERTEX` and `D3DVT_TLVERTEX`, which versions 1 and 2 know by number.
pub(crate) const CLASSIC: [u32; 3] = [0x112, 0x1E2, TL_VERTEX];
/// The format of `D3DTLVERTEX`.
pub(crate) const TL_VERTEX: u32 = 0x1C4;

/// Sets of texture coordinates at most.
pub(crate) const SETS: usize = 8;

/// How a vertex lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) fvf: u32,
    /// Bytes of a vertex.
    pub(crate) stride: u16,
    /// Whether positions are places in pixels with depth and 1/w.
    pub(crate) transformed: bool,
    pub(crate) normal: Option<u16>,
    pub(crate) diffuse: Option<u16>,
    pub(crate) specular: Option<u16>,
    /// Where the first set of texture coordinates is.
    pub(crate) coordinates: u16,
    /// Sets of texture coordinates.
    pub(crate) sets: u8,
    /// Floats (1–4) of each set; 0 of those that are not there.
    pub(crate) components: [u8; SETS],
}

impl Format {
    /// The format of a number.
    ///
    /// # Errors
    /// [`Error::InvalidParams`], when there is no position or there are too many sets.
    pub(crate) fn new(fvf: u32) -> Result<Self> {
        let position = fvf & POSITION_MASK;
        let mut at: u16 = match position {
            2 => 12,
            XYZRHW => 16,
            6..=0xE => 12 + 4 * (position as u16 / 2 - 2),
            _ => return Err(Error::InvalidParams),
        };
        let mut take = |flag: u32, size: u16| {
            let here = at;
            (fvf & flag != 0).then(|| {
                at += size;
                here
            })
        };
        let normal = take(NORMAL, 12);
        take(RESERVED1, 4);
        let (diffuse, specular) = (take(DIFFUSE, 4), take(SPECULAR, 4));
        let sets = (fvf >> 8 & 0xF) as u8;
        if usize::from(sets) > SETS {
            return Err(Error::InvalidParams);
        }
        let coordinates = at;
        let mut components = [0; SETS];
        for (set, count) in components.iter_mut().enumerate().take(usize::from(sets)) {
            *count = [2, 3, 4, 1][(fvf >> (16 + 2 * set) & 3) as usize];
            at += u16::from(*count) * 4;
        }
        let transformed = position == XYZRHW;
        Ok(Self { fvf, stride: at, transformed, normal, diffuse, specular, coordinates, sets, components })
    }

    /// Where a set of texture coordinates is.
    pub(crate) fn set(&self, set: usize) -> Option<u16> {
        let before: u16 = self.components.iter().take(set).map(|&count| u16::from(count) * 4).sum();
        (set < usize::from(self.sets)).then_some(self.coordinates + before)
    }

    /// Bytes of all texture coordinates.
    pub(crate) fn coordinate_bytes(&self) -> usize {
        self.components.iter().map(|&count| usize::from(count) * 4).sum()
    }

    /// The format that is drawn: places in pixels, two colours, and the same texture coordinates.
    pub(crate) fn drawn(&self) -> Self {
        let fvf = XYZRHW | DIFFUSE | SPECULAR | (self.fvf & 0xFFFF_0F00);
        Self {
            fvf,
            stride: 24 + self.coordinate_bytes() as u16,
            transformed: true,
            normal: None,
            diffuse: Some(16),
            specular: Some(20),
            coordinates: 24,
            ..*self
        }
    }
}

/// One element of vertices: bytes and how far apart they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stream<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) stride: usize,
}

impl<'a> Stream<'a> {
    /// The element of a vertex; what lies past the end is zero.
    #[inline]
    pub(crate) fn at<const N: usize>(&self, vertex: usize) -> [u8; N] {
        let start = vertex * self.stride;
        match self.bytes.get(start..start + N) {
            Some(bytes) => bytes.try_into().unwrap_or([0; N]),
            None => [0; N],
        }
    }

    /// Three floats.
    #[inline]
    pub(crate) fn vector(&self, vertex: usize) -> [f32; 3] {
        let bytes = self.at::<12>(vertex);
        std::array::from_fn(|lane| {
            f32::from_le_bytes([
                bytes[lane * 4],
                bytes[lane * 4 + 1],
                bytes[lane * 4 + 2],
                bytes[lane * 4 + 3],
            ])
        })
    }

    /// A word.
    #[inline]
    pub(crate) fn word(&self, vertex: usize) -> u32 {
        u32::from_le_bytes(self.at(vertex))
    }

    /// The bytes of a vertex, fewer where they end.
    pub(crate) fn slice(&self, vertex: usize, size: usize) -> &'a [u8] {
        let start = (vertex * self.stride).min(self.bytes.len());
        &self.bytes[start..(start + size).min(self.bytes.len())]
    }
}

/// What vertices are read from: an element each, interleaved or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streams<'a> {
    pub(crate) format: Format,
    pub(crate) position: Stream<'a>,
    pub(crate) normal: Option<Stream<'a>>,
    pub(crate) diffuse: Option<Stream<'a>>,
    pub(crate) specular: Option<Stream<'a>>,
    pub(crate) coordinates: [Stream<'a>; SETS],
}

impl<'a> Streams<'a> {
    /// Of vertices one after the other, `stride` bytes apart.
    pub(crate) fn interleaved(format: &Format, bytes: &'a [u8], stride: usize) -> Self {
        let from = |at: u16| Stream { bytes: bytes.get(usize::from(at)..).unwrap_or(&[]), stride };
        let mut coordinates = [Stream::default(); SETS];
        let mut at = format.coordinates;
        let there = coordinates.iter_mut().zip(format.components).take(format.sets.into());
        for (stream, count) in there {
            *stream = from(at);
            at += u16::from(count) * 4;
        }
        Self {
            format: *format,
            position: from(0),
            normal: format.normal.map(from),
            diffuse: format.diffuse.map(from),
            specular: format.specular.map(from),
            coordinates,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_types_have_32_bytes() {
        let [vertex, lit, transformed] = CLASSIC.map(|fvf| Format::new(fvf).unwrap());
        assert_eq!([vertex.stride, lit.stride, transformed.stride], [32; 3]);
        assert_eq!((vertex.normal, vertex.diffuse, vertex.set(0)), (Some(12), None, Some(24)));
        assert_eq!((lit.diffuse, lit.specular, lit.set(0), lit.set(1)), (Some(16), Some(20), Some(24), None));
        assert_eq!(transformed.drawn(), transformed);
        assert_eq!(vertex.drawn().fvf, TL_VERTEX);
    }

    #[test]
    fn coordinates_have_sizes_of_their_own() {
        let format = Format::new(0x2 | 3 << 8 | 1 << 16 | 3 << 18 | 2 << 20).unwrap();
        assert_eq!(format.components, [3, 1, 4, 0, 0, 0, 0, 0]);
        assert_eq!((format.set(1), format.set(2), format.stride), (Some(24), Some(28), 44));
    }

    #[test]
    fn formats_without_position_or_with_nine_sets_are_none() {
        assert_eq!(Format::new(0x40), Err(Error::InvalidParams));
        assert_eq!(Format::new(0x902), Err(Error::InvalidParams));
    }

    #[test]
    fn streams_end_in_zeros() {
        let stream = Stream { bytes: &[1, 2, 3, 4, 5], stride: 4 };
        assert_eq!((stream.word(0), stream.word(1), stream.word(9)), (0x0403_0201, 0, 0));
        assert_eq!((stream.slice(1, 4), stream.slice(7, 4)), (&[5u8][..], &[][..]));
    }
}
