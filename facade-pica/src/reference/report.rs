//! Counts of what was attempted or committed, and the record of them that a guest reads.

use std::ops::Range;

/// How much was done.
///
/// After a list that failed this is the attempted prefix: what had been staged, none of which was committed. The draw
/// that failed is not counted; vertices and instructions of it that ran are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Report {
    /// Register writes.
    pub writes: u64,
    /// Draws.
    pub draws: u64,
    /// Vertices.
    pub vertices: u64,
    /// Triangles, culled and degenerate ones included.
    pub triangles: u64,
    /// Shader instructions.
    pub instructions: u64,
    /// Pixels written, each as often as it was.
    pub pixels: u64,
}

impl Report {
    /// Adds other counts to these.
    pub(crate) fn add(&mut self, other: &Self) {
        self.writes += other.writes;
        self.draws += other.draws;
        self.vertices += other.vertices;
        self.triangles += other.triangles;
        self.instructions += other.instructions;
        self.pixels += other.pixels;
    }
}

/// A report as 48 bytes at a physical address: the counts as 64-bit little-endian numbers in the order of [`Report`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRecord {
    /// The physical address.
    pub base: u64,
    /// The bytes.
    pub bytes: [u8; Self::BYTES],
}

impl ReportRecord {
    /// The record's size.
    pub const BYTES: usize = 48;

    /// The physical addresses.
    #[must_use]
    pub const fn range(&self) -> Range<u64> {
        self.base..self.base.saturating_add(Self::BYTES as u64)
    }

    /// Lays down a report.
    pub(crate) fn store(&mut self, report: &Report) {
        let Report { writes, draws, vertices, triangles, instructions, pixels } = *report;
        let counts = [writes, draws, vertices, triangles, instructions, pixels];
        for (chunk, count) in self.bytes.as_chunks_mut::<8>().0.iter_mut().zip(counts) {
            *chunk = count.to_le_bytes();
        }
    }
}
