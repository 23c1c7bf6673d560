//! How texels lie in guest memory.

/// How a format's texels lie in guest memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// No memory at all.
    Nothing,
    /// This many bytes a texel.
    Texels(u8),
    /// 4x4 blocks of this many bytes.
    Blocks(u8),
    /// As [`Layout::Blocks`], but locks report the pitch of one byte a texel (`ATI1`, `ATI2`): the guest
    /// knows better and writes block rows at its own distance.
    QuirkyBlocks(u8),
}

impl Layout {
    /// Width and height of what is stored as a unit, in texels.
    pub(crate) const fn block(self) -> u32 {
        match self {
            Self::Nothing | Self::Texels(_) => 1,
            Self::Blocks(_) | Self::QuirkyBlocks(_) => 4,
        }
    }

    /// Bytes of that unit.
    pub(crate) const fn unit_bytes(self) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::Texels(bytes) | Self::Blocks(bytes) | Self::QuirkyBlocks(bytes) => bytes as u32,
        }
    }

    /// Bytes of a tightly packed row. Widths of textures are far from overflow; others saturate.
    pub(crate) const fn row_bytes(self, width: u32) -> u32 {
        width.div_ceil(self.block()).saturating_mul(self.unit_bytes())
    }

    /// Rows of units in this many rows of texels.
    pub(crate) const fn rows(self, height: u32) -> u32 {
        height.div_ceil(self.block())
    }

    /// Bytes between rows in memory: tight rows padded to 4 bytes.
    pub(crate) const fn pitch(self, width: u32) -> u32 {
        self.row_bytes(width).next_multiple_of(4)
    }

    /// The distance between rows that a lock reports.
    pub(crate) const fn reported_pitch(self, width: u32) -> u32 {
        match self {
            Self::QuirkyBlocks(_) => width.next_multiple_of(4),
            _ => self.pitch(width),
        }
    }

    /// Bytes between slices of a volume.
    pub(crate) const fn slice(self, width: u32, height: u32) -> u64 {
        self.pitch(width) as u64 * self.rows(height) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;

    #[test]
    fn texel_rows_are_padded_to_four_bytes() {
        assert_eq!(Layout::Texels(2).pitch(3), 8);
        assert_eq!(Layout::Texels(1).pitch(1), 4);
        assert_eq!(Layout::Texels(3).pitch(5), 16);
        assert_eq!(Layout::Texels(16).pitch(5), 80);
        assert_eq!(Layout::Texels(2).slice(3, 5), 40);
    }

    #[test]
    fn small_levels_still_hold_a_whole_block() {
        assert_eq!(Layout::Blocks(8).pitch(1), 8);
        assert_eq!(Layout::Blocks(16).rows(2), 1);
        assert_eq!(Layout::Blocks(16).slice(5, 9), 2 * 16 * 3);
    }

    #[test]
    fn quirky_blocks_report_a_byte_a_texel() {
        assert_eq!(Layout::QuirkyBlocks(8).reported_pitch(13), 16);
        assert_eq!(Layout::QuirkyBlocks(8).pitch(13), 32);
        assert_eq!(Layout::Blocks(8).reported_pitch(13), 32);
    }

    #[test]
    fn nothing_has_no_bytes() {
        assert_eq!(Layout::Nothing.slice(640, 480), 0);
    }
}
