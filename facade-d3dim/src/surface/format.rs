//! Pixel formats: what the guest calls them, and how their texels become colours and depths.

use crate::error::{Error, Result};

/// `DDPIXELFORMAT` after its size: eight words with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PixelFormat {
    /// What the other fields mean: [`PixelFormat::RGB`] and so on.
    pub flags: u32,
    /// A code of four letters.
    pub four_cc: u32,
    /// Bits of a texel, or of depth.
    pub bits: u32,
    /// The bits of red; of a depth format how many bits stencil has.
    pub red: u32,
    /// The bits of green; of a depth format the bits of depth.
    pub green: u32,
    /// The bits of blue; of a depth format the bits of stencil.
    pub blue: u32,
    /// The bits of alpha.
    pub alpha: u32,
}

impl PixelFormat {
    /// Texels have alpha.
    pub const ALPHA_PIXELS: u32 = 0x1;
    /// A code says it.
    pub const FOUR_CC: u32 = 0x4;
    /// Texels are indices into a palette of 256.
    pub const PALETTE8: u32 = 0x20;
    /// The masks are of colours.
    pub const RGB: u32 = 0x40;
    /// Depth.
    pub const ZBUFFER: u32 = 0x400;
    /// Depth with stencil.
    pub const STENCIL: u32 = 0x4000;
    /// Differences of coordinates.
    pub const BUMP: u32 = 0x8_0000;

    /// Colours by their masks.
    #[must_use]
    pub const fn rgb(bits: u32, [red, green, blue, alpha]: [u32; 4]) -> Self {
        let flags = if alpha == 0 { Self::RGB } else { Self::RGB | Self::ALPHA_PIXELS };
        Self { flags, four_cc: 0, bits, red, green, blue, alpha }
    }

    /// Depth of 16, 24 or 32 bits, without stencil.
    #[must_use]
    pub const fn depth(bits: u32) -> Self {
        let green = if bits >= 32 { u32::MAX } else { (1 << bits) - 1 };
        // 24 bits of depth lie in 32.
        let bits = if bits == 24 { 32 } else { bits };
        Self { flags: Self::ZBUFFER, four_cc: 0, bits, red: 0, green, blue: 0, alpha: 0 }
    }

    /// Indices into a palette of 256.
    pub const P8: Self =
        Self { flags: Self::RGB | Self::PALETTE8, four_cc: 0, bits: 8, red: 0, green: 0, blue: 0, alpha: 0 };

    pub(crate) fn from_words(words: [u32; 8]) -> Self {
        let [_, flags, four_cc, bits, red, green, blue, alpha] = words;
        Self { flags, four_cc, bits, red, green, blue, alpha }
    }

    pub(crate) fn words(&self) -> [u32; 8] {
        [32, self.flags, self.four_cc, self.bits, self.red, self.green, self.blue, self.alpha]
    }

    /// How texels lie in memory.
    ///
    /// # Errors
    /// [`Error::InvalidPixelFormat`].
    pub(crate) fn layout(&self) -> Result<Layout> {
        if self.flags & Self::FOUR_CC != 0 {
            return match &self.four_cc.to_le_bytes() {
                b"DXT1" => Ok(Layout::Blocks { bytes: 8 }),
                b"DXT2" | b"DXT3" | b"DXT4" | b"DXT5" => Ok(Layout::Blocks { bytes: 16 }),
                _ => Err(Error::InvalidPixelFormat),
            };
        }
        if self.flags & Self::ZBUFFER != 0 {
            let bytes = (self.bits / 8) as u8;
            let depth = self.green.count_ones() as u8;
            return match bytes {
                2..=4 if depth > 0 => Ok(Layout::Depth { bytes, bits: depth, stencil: self.red > 0 }),
                _ => Err(Error::InvalidPixelFormat),
            };
        }
        if self.flags & Self::PALETTE8 != 0 {
            return if self.bits == 8 { Ok(Layout::Palette) } else { Err(Error::InvalidPixelFormat) };
        }
        let alpha = if self.flags & Self::ALPHA_PIXELS != 0 { self.alpha } else { 0 };
        let masks = [self.red, self.green, self.blue, alpha].map(Channel::new);
        match self.bits {
            8 | 16 | 24 | 32 if self.flags & (Self::RGB | Self::BUMP) != 0 => {
                Ok(Layout::Masks { bytes: (self.bits / 8) as u8, channels: masks })
            }
            _ => Err(Error::InvalidPixelFormat),
        }
    }

    /// Whether texels have alpha of their own.
    #[must_use]
    pub fn has_alpha(&self) -> bool {
        self.flags & Self::ALPHA_PIXELS != 0 && self.alpha != 0 || self.flags & Self::FOUR_CC != 0
    }
}

/// The bits of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Channel {
    mask: u32,
    shift: u32,
    max: u32,
}

impl Channel {
    fn new(mask: u32) -> Self {
        let shift = if mask == 0 { 0 } else { mask.trailing_zeros() };
        Self { mask, shift, max: mask >> shift }
    }

    /// The channel of a texel in 0–255; `missing` where there is none.
    fn read(self, texel: u32, missing: u8) -> u8 {
        if self.max == 0 {
            return missing;
        }
        let value = u64::from((texel & self.mask) >> self.shift);
        ((value * 255 + u64::from(self.max) / 2) / u64::from(self.max)) as u8
    }

    fn write(self, value: u8) -> u32 {
        let scaled = (u64::from(value) * u64::from(self.max) + 127) / 255;
        ((scaled as u32) << self.shift) & self.mask
    }
}

/// How texels lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Colours: red, green, blue, alpha.
    Masks { bytes: u8, channels: [Channel; 4] },
    /// Indices of a byte.
    Palette,
    /// Depth in the low bits, with stencil above or not.
    Depth { bytes: u8, bits: u8, stencil: bool },
    /// Blocks of 4×4 texels.
    Blocks { bytes: u8 },
}

impl Layout {
    /// Bytes of a texel; of blocks none.
    pub(crate) fn texel(&self) -> Option<u32> {
        match *self {
            Self::Masks { bytes, .. } | Self::Depth { bytes, .. } => Some(bytes.into()),
            Self::Palette => Some(1),
            Self::Blocks { .. } => None,
        }
    }

    /// Bytes from row to row, or from one row of blocks to the next; `None` when that is beyond all bounds. Rows of
    /// system memory are multiples of 4 or 8 bytes.
    pub(crate) fn pitch(&self, width: u32) -> Option<u32> {
        match *self {
            Self::Blocks { bytes } => width.div_ceil(4).checked_mul(bytes.into()),
            _ => width.checked_mul(self.texel()?)?.checked_next_multiple_of(8),
        }
    }

    /// Rows of texels or of blocks.
    pub(crate) fn rows(&self, height: u32) -> u32 {
        if matches!(self, Self::Blocks { .. }) { height.div_ceil(4) } else { height }
    }

    /// The largest depth, of a depth format.
    pub(crate) fn depth_max(&self) -> Option<u32> {
        match *self {
            Self::Depth { bits, .. } => Some(((1u64 << bits) - 1) as u32),
            _ => None,
        }
    }
}

/// The texel at the start of `bytes`.
pub(crate) fn load(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).rev().fold(0, |texel, &byte| texel << 8 | u32::from(byte))
}

/// A texel as blue, green, red, alpha.
pub(crate) fn to_bgra(channels: &[Channel; 4], texel: u32) -> [u8; 4] {
    let [red, green, blue, alpha] = channels;
    [blue.read(texel, 0), green.read(texel, 0), red.read(texel, 0), alpha.read(texel, 255)]
}

/// Blue, green, red, alpha as a texel.
pub(crate) fn from_bgra(channels: &[Channel; 4], [blue, green, red, alpha]: [u8; 4]) -> u32 {
    channels[0].write(red) | channels[1].write(green) | channels[2].write(blue) | channels[3].write(alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_there_and_back() {
        let format = PixelFormat::rgb(16, [0xF800, 0x07E0, 0x001F, 0]);
        let Ok(Layout::Masks { bytes: 2, channels }) = format.layout() else { panic!("16 bits of colour") };
        assert_eq!(to_bgra(&channels, 0xF81F), [255, 0, 255, 255]);
        assert_eq!(to_bgra(&channels, 0x0400), [0, 130, 0, 255]);
        for texel in 0..=0xFFFF {
            assert_eq!(from_bgra(&channels, to_bgra(&channels, texel)), texel);
        }
    }

    #[test]
    fn rows_are_padded() {
        let pitch = |format: PixelFormat, width| format.layout().unwrap().pitch(width).unwrap();
        assert_eq!(pitch(PixelFormat::rgb(16, [0xF00, 0xF0, 0xF, 0xF000]), 17), 40);
        assert_eq!(pitch(PixelFormat::P8, 8), 8);
        assert_eq!(PixelFormat::depth(24).layout().unwrap().depth_max(), Some(0xFF_FFFF));
    }
}
