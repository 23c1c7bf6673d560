//! The fourteen texel formats.

use super::etc1;

/// A texel format, by the number that registers have for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TexelFormat {
    /// Bytes A, B, G, R.
    Rgba8,
    /// Bytes B, G, R.
    Rgb8,
    /// 16 bits: R, G, B of five and A of one, from the top.
    Rgb5A1,
    /// 16 bits: R of five, G of six, B of five, from the top.
    Rgb565,
    /// 16 bits: R, G, B, A of four, from the top.
    Rgba4,
    /// Bytes A and intensity.
    Ia8,
    /// Bytes G and R.
    HiLo8,
    /// A byte of intensity.
    I8,
    /// A byte of alpha.
    A8,
    /// Four bits of intensity above four of alpha.
    Ia4,
    /// Four bits of intensity.
    I4,
    /// Four bits of alpha.
    A4,
    /// Blocks of 4x4 texels in eight bytes.
    Etc1,
    /// Blocks of 4x4 texels in sixteen bytes: alpha, then colour.
    Etc1A4,
}

impl TexelFormat {
    /// All formats in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Rgba8,
        Self::Rgb8,
        Self::Rgb5A1,
        Self::Rgb565,
        Self::Rgba4,
        Self::Ia8,
        Self::HiLo8,
        Self::I8,
        Self::A8,
        Self::Ia4,
        Self::I4,
        Self::A4,
        Self::Etc1,
        Self::Etc1A4,
    ];

    /// The format of a register's number.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }

    /// Bits of a texel, on average.
    #[must_use]
    pub const fn bits(self) -> u64 {
        match self {
            Self::Rgba8 => 32,
            Self::Rgb8 => 24,
            Self::Rgb5A1 | Self::Rgb565 | Self::Rgba4 | Self::Ia8 | Self::HiLo8 => 16,
            Self::I8 | Self::A8 | Self::Ia4 | Self::Etc1A4 => 8,
            Self::I4 | Self::A4 | Self::Etc1 => 4,
        }
    }

    /// A texel of a tile of 8x8, by column and memory row within it, as RGBA8.
    pub(crate) fn texel(self, tile: &[u8], x: u32, y: u32) -> [u8; 4] {
        let spread = |v: u32| (v & 1) | (v & 2) << 1 | (v & 4) << 2;
        let index = (spread(x) | spread(y) << 1) as usize;
        let half = |at: usize| u32::from(u16::from_le_bytes([tile[2 * at], tile[2 * at + 1]]));
        let nibble = |at: usize| tile[at / 2] >> (4 * (at & 1)) & 0xF;
        match self {
            Self::Rgba8 => [3, 2, 1, 0].map(|byte| tile[4 * index + byte]),
            Self::Rgb8 => [tile[3 * index + 2], tile[3 * index + 1], tile[3 * index], 255],
            Self::Rgb5A1 => {
                let v = half(index);
                [five(v >> 11), five(v >> 6), five(v >> 1), if v & 1 != 0 { 255 } else { 0 }]
            }
            Self::Rgb565 => {
                let v = half(index);
                let green = v >> 5 & 0x3F;
                [five(v >> 11), (green << 2 | green >> 4) as u8, five(v), 255]
            }
            Self::Rgba4 => {
                let v = half(index);
                [12, 8, 4, 0].map(|shift| (v >> shift & 0xF) as u8 * 17)
            }
            Self::Ia8 => {
                let [a, i] = [tile[2 * index], tile[2 * index + 1]];
                [i, i, i, a]
            }
            Self::HiLo8 => [tile[2 * index + 1], tile[2 * index], 0, 255],
            Self::I8 => [tile[index], tile[index], tile[index], 255],
            Self::A8 => [0, 0, 0, tile[index]],
            Self::Ia4 => {
                let [i, a] = [(tile[index] >> 4) * 17, (tile[index] & 0xF) * 17];
                [i, i, i, a]
            }
            Self::I4 => {
                let i = nibble(index) * 17;
                [i, i, i, 255]
            }
            Self::A4 => [0, 0, 0, nibble(index) * 17],
            Self::Etc1 => etc1::texel(tile, x, y, false),
            Self::Etc1A4 => etc1::texel(tile, x, y, true),
        }
    }
}

/// Five bits as eight.
fn five(v: u32) -> u8 {
    let v = v & 0x1F;
    (v << 3 | v >> 2) as u8
}
