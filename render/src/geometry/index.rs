//! Index data: reading it, and what a range of it holds.

use rustc_hash::FxHashMap;

use crate::frame::IndexFormat;
use crate::resource::BufferId;

/// The indices of one draw; those past the end of their source are 0.
#[derive(Clone, Copy, Debug)]
pub(super) enum IndexView<'a> {
    /// Not indexed: element `k` is `k`.
    Sequential,
    /// Bytes of 16-bit indices.
    U16(&'a [u8]),
    /// Bytes of 32-bit indices.
    U32(&'a [u8]),
}

impl<'a> IndexView<'a> {
    /// The indices from number `first` on.
    pub(super) fn new(bytes: &'a [u8], format: IndexFormat, first: u32) -> Self {
        let start = (first as usize).saturating_mul(format.size()).min(bytes.len());
        match format {
            IndexFormat::U16 => Self::U16(&bytes[start..]),
            IndexFormat::U32 => Self::U32(&bytes[start..]),
        }
    }

    pub(super) fn get(self, k: u32) -> u32 {
        let k = k as usize;
        match self {
            Self::Sequential => k as u32,
            Self::U16(bytes) => bytes
                .get(k.saturating_mul(2)..)
                .and_then(<[u8]>::first_chunk)
                .map_or(0, |word| u16::from_le_bytes(*word).into()),
            Self::U32(bytes) => bytes
                .get(k.saturating_mul(4)..)
                .and_then(<[u8]>::first_chunk)
                .map_or(0, |word| u32::from_le_bytes(*word)),
        }
    }

    /// How many whole indices there are; `None` without end.
    pub(super) fn len(self) -> Option<usize> {
        match self {
            Self::Sequential => None,
            Self::U16(bytes) => Some(bytes.len() / 2),
            Self::U32(bytes) => Some(bytes.len() / 4),
        }
    }

    /// What the first `count` indices hold; work is bounded by the source's length.
    pub(super) fn scan(self, count: u32) -> IndexScan {
        let Some(len) = self.len() else {
            return IndexScan { min: 0, max: count.saturating_sub(1), restarts: false };
        };
        let here = len.min(count as usize);
        let (mut min, mut max) = match self {
            Self::Sequential => (0, 0),
            Self::U16(bytes) => {
                fold(bytes[..here * 2].as_chunks().0.iter().map(|w| u16::from_le_bytes(*w).into()))
            }
            Self::U32(bytes) => fold(bytes[..here * 4].as_chunks().0.iter().map(|w| u32::from_le_bytes(*w))),
        };
        if here < count as usize || count == 0 {
            min = 0;
        }
        max = max.max(min);
        let restart = if matches!(self, Self::U16(_)) { 0xFFFF } else { u32::MAX };
        IndexScan { min, max, restarts: here > 0 && max == restart }
    }
}

fn fold(indices: impl Iterator<Item = u32>) -> (u32, u32) {
    let (min, max) = indices.fold((u32::MAX, 0), |(min, max), index| (min.min(index), max.max(index)));
    (min.min(max), max)
}

impl IndexFormat {
    /// Bytes of an index.
    pub(super) fn size(self) -> usize {
        match self {
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }

    /// The same in wgpu's terms.
    pub(super) fn wgpu(self) -> wgpu::IndexFormat {
        match self {
            Self::U16 => wgpu::IndexFormat::Uint16,
            Self::U32 => wgpu::IndexFormat::Uint32,
        }
    }
}

/// What a range of indices holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexScan {
    /// The smallest.
    pub(super) min: u32,
    /// The largest.
    pub(super) max: u32,
    /// Whether one of them has all bits set, which a native strip takes as a restart.
    pub(super) restarts: bool,
}

/// A range of a buffer's indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScanKey {
    pub(super) buffer: BufferId,
    pub(super) version: u64,
    pub(super) format: IndexFormat,
    pub(super) first: u32,
    pub(super) count: u32,
}

/// Scans that are kept over frames.
#[derive(Debug, Default)]
pub(super) struct Scans {
    known: FxHashMap<ScanKey, IndexScan>,
}

impl Scans {
    /// More are not kept: static meshes are far fewer, and streamed ones never repeat.
    const MOST: usize = 1 << 14;

    pub(super) fn get(&mut self, key: ScanKey, view: IndexView<'_>) -> IndexScan {
        if let Some(scan) = self.known.get(&key) {
            return *scan;
        }
        if self.known.len() >= Self::MOST {
            self.known.clear();
        }
        let scan = view.scan(key.count);
        self.known.insert(key, scan);
        scan
    }
}
