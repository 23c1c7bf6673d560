//! Regions of levels, converted between the guest's rows and tight rows of the storage format.

use super::Region;
use crate::format::{Codec, Layout};

/// A level in guest memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GuestLevel {
    /// How its texels lie.
    pub(crate) layout: Layout,
    /// Its width, height and depth.
    pub(crate) size: [u32; 3],
}

impl GuestLevel {
    /// Calls `row` with where each row of units of a region begins and ends, and how many rows of texels it is.
    fn rows(self, region: Region, mut row: impl FnMut(std::ops::Range<usize>, u32)) {
        let Self { layout, size } = self;
        let (pitch, slice) = (u64::from(layout.pitch(size[0])), layout.slice(size[0], size[1]));
        let block = layout.block();
        let left = u64::from(region.origin[0] / block * layout.unit_bytes());
        let bytes = u64::from(layout.row_bytes(region.size[0]));
        let first = region.origin[1] / block;
        for z in region.origin[2]..region.end()[2] {
            for y in 0..layout.rows(region.size[1]) {
                let start = u64::from(z) * slice + u64::from(first + y) * pitch + left;
                let texel_rows = (region.size[1] - y * block).min(block);
                row(start as usize..(start + bytes) as usize, texel_rows);
            }
        }
    }

    /// The bytes from a region's first to the end of its last row.
    pub(crate) fn span(self, region: Region) -> std::ops::Range<usize> {
        let (mut start, mut end) = (None, 0);
        self.rows(region, |row, _| {
            start.get_or_insert(row.start);
            end = row.end;
        });
        start.unwrap_or(0)..end
    }
}

/// Appends a region as the GPU stores it, rows tight and slices following one another.
pub(crate) fn store_region(level: GuestLevel, codec: Codec, bytes: &[u8], region: Region, out: &mut Vec<u8>) {
    level.rows(region, |row, texel_rows| codec.store(&bytes[row], region.size[0], texel_rows, out));
}

/// Writes a region from the form in which the GPU stores it. Too few bytes write only the first rows.
pub(crate) fn load_region(level: GuestLevel, codec: Codec, stored: &[u8], region: Region, bytes: &mut [u8]) {
    let mut guest = Vec::with_capacity(stored.len());
    codec.load(stored, &mut guest);
    let mut rest = guest.as_slice();
    level.rows(region, |row, _| {
        if let Some((first, others)) = rest.split_at_checked(row.len()) {
            bytes[row].copy_from_slice(first);
            rest = others;
        }
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXELS: GuestLevel = GuestLevel { layout: Layout::Texels(2), size: [3, 2, 2] };

    fn region(origin: [u32; 3], size: [u32; 3]) -> Region {
        Region { origin, size }
    }

    #[test]
    fn padded_rows_become_tight() {
        let bytes: Vec<u8> = (0..32).collect();
        let mut out = Vec::new();
        store_region(TEXELS, Codec::Copy, &bytes, region([1, 0, 0], [2, 2, 2]), &mut out);
        assert_eq!(out, [2, 3, 4, 5, 10, 11, 12, 13, 18, 19, 20, 21, 26, 27, 28, 29]);
    }

    #[test]
    fn tight_rows_become_padded_and_leave_the_rest_alone() {
        let mut bytes = vec![0xEE; 32];
        load_region(TEXELS, Codec::Copy, &[1, 2, 3, 4], region([1, 1, 1], [2, 1, 1]), &mut bytes);
        assert_eq!(bytes[26..30], [1, 2, 3, 4]);
        assert!(bytes[..26].iter().chain(&bytes[30..]).all(|&byte| byte == 0xEE));
    }

    #[test]
    fn spans_run_from_the_first_texel_to_the_end_of_the_last_row() {
        assert_eq!(TEXELS.span(region([1, 0, 0], [2, 2, 2])), 2..30);
        assert_eq!(TEXELS.span(Region::whole([3, 2, 2])), 0..30);
        let blocks = GuestLevel { layout: Layout::Blocks(8), size: [6, 6, 1] };
        assert_eq!(blocks.span(Region::whole([6, 6, 1])), 0..32);
        assert_eq!(blocks.span(region([4, 4, 0], [2, 2, 1])), 24..32);
    }

    #[test]
    fn blocks_at_the_edge_give_their_rows_that_exist() {
        let level = GuestLevel { layout: Layout::Blocks(8), size: [4, 6, 1] };
        let solid = |low: u8, high: u8| [low, high, 0, 0, 0, 0, 0, 0];
        let bytes = [solid(0x00, 0xF8), solid(0x1F, 0x00)].concat();
        let mut out = Vec::new();
        store_region(level, Codec::Bc1, &bytes, Region::whole([4, 6, 1]), &mut out);
        assert_eq!(out.len(), 4 * 6 * 4);
        assert_eq!(out[..4], [255, 0, 0, 255]);
        assert_eq!(out[4 * 4 * 4..4 * 4 * 4 + 4], [0, 0, 255, 255]);
    }

    /// A level of any layout and size, and a region that is whole in its blocks.
    fn level_and_region() -> impl Strategy<Value = (GuestLevel, Region)> {
        let layout = prop_oneof![
            (1..=16_u8).prop_map(Layout::Texels),
            Just(Layout::Blocks(8)),
            Just(Layout::Blocks(16)),
            Just(Layout::QuirkyBlocks(8)),
        ];
        let size = [1..24_u32, 1..24, 1..4];
        (layout, size).prop_flat_map(|(layout, size)| {
            let axis = |side: u32| (0..side).prop_flat_map(move |low| (Just(low), 1..=side - low));
            size.map(axis).prop_map(move |axes| {
                let region = Region { origin: axes.map(|axis| axis.0), size: axes.map(|axis| axis.1) };
                (GuestLevel { layout, size }, region.in_blocks(layout.block(), size))
            })
        })
    }

    proptest! {
        #[test]
        fn a_region_comes_back_and_nothing_else_changes((level, region) in level_and_region()) {
            let [width, height, depth] = level.size;
            let length = (level.layout.slice(width, height) * u64::from(depth)) as usize;
            let bytes: Vec<u8> = (0..length).map(|i| (i % 251) as u8 | 1).collect();
            let mut tight = Vec::new();
            store_region(level, Codec::Copy, &bytes, region, &mut tight);
            let rows = level.layout.rows(region.size[1]) * region.size[2];
            prop_assert_eq!(tight.len() as u32, level.layout.row_bytes(region.size[0]) * rows);
            let mut copy = vec![0; length];
            load_region(level, Codec::Copy, &tight, region, &mut copy);
            let changed = copy.iter().zip(&bytes).filter(|(copy, byte)| copy == byte).count();
            prop_assert_eq!(changed, tight.len());
            prop_assert!(copy.iter().zip(&bytes).all(|(copy, byte)| *copy == 0 || copy == byte));
            let span = level.span(region);
            prop_assert_ne!(copy[span.start], 0);
            prop_assert_ne!(copy[span.end - 1], 0);
            prop_assert!(copy[..span.start].iter().chain(&copy[span.end..]).all(|&byte| byte == 0));
        }
    }
}
