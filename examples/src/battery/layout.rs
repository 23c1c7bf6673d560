//! What the texels of a format look like in memory, read off the format's name.
//!
//! `A2R10G10B10` spells its channels from the most significant bit; `D3DFMT` names with `F` hold floats. Only
//! block formats and the four-letter depth formats need words of their own.

use super::error::BatteryError;

/// One channel of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Its letter: `R`, `G`, `B`, `A`, `L`, `X` …
    pub letter: char,
    /// Its width in bits.
    pub bits: u32,
}

/// How the texels of a format lie in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes of a texel, or of a 4x4 block.
    pub unit: usize,
    /// Edge of a block in texels; 1 for formats without blocks.
    pub block: u32,
    /// The channels from the least significant bit; empty when a unit is opaque.
    pub channels: Vec<Channel>,
    /// Whether the channels are floats.
    pub float: bool,
}

/// Formats whose bits mean something to a comparison; all others must be equal byte for byte.
const COMPARABLE: [&str; 26] = [
    "A8R8G8B8",
    "X8R8G8B8",
    "A8B8G8R8",
    "X8B8G8R8",
    "R5G6B5",
    "X1R5G5B5",
    "A1R5G5B5",
    "A4R4G4B4",
    "A2R10G10B10",
    "A2B10G10R10",
    "G16R16",
    "A16B16G16R16",
    "L8",
    "A8",
    "A8L8",
    "L16",
    "Q8W8V8U8",
    "V8U8",
    "D16_LOCKABLE",
    "R16F",
    "G16R16F",
    "A16B16G16R16F",
    "R32F",
    "G32R32F",
    "A32B32G32R32F",
    "D32F_LOCKABLE",
];

impl Layout {
    /// The layout of the format called `name`.
    ///
    /// # Errors
    /// [`BatteryError::Name`] when the name spells no format.
    pub fn of(name: &str) -> Result<Self, BatteryError> {
        let opaque = |unit, block| Self { unit, block, channels: Vec::new(), float: false };
        match name {
            "DXT1" | "ATI1" => return Ok(opaque(8, 4)),
            "DXT2" | "DXT3" | "DXT4" | "DXT5" | "ATI2" => return Ok(opaque(16, 4)),
            "INTZ" | "DF24" | "NULL" => return Ok(opaque(4, 1)),
            "DF16" | "YUY2" | "UYVY" => return Ok(opaque(2, 1)),
            _ => {}
        }
        let bare = name.strip_suffix("_LOCKABLE").unwrap_or(name);
        let spelled = spell(bare).ok_or_else(|| BatteryError::name("format", name))?;
        let bits: u32 = spelled.iter().map(|channel| channel.bits).sum();
        if bits == 0 || !bits.is_multiple_of(8) || bits > 128 {
            return Err(BatteryError::name("format", name));
        }
        let comparable = COMPARABLE.contains(&name);
        Ok(Self {
            unit: bits as usize / 8,
            block: 1,
            channels: if comparable { spelled } else { Vec::new() },
            float: bare.ends_with('F'),
        })
    }

    /// Units (texels or blocks) in a row of `width` texels and rows of units in `height` texels.
    #[must_use]
    pub fn units(&self, width: u32, height: u32) -> [usize; 2] {
        [width.div_ceil(self.block) as usize, height.div_ceil(self.block) as usize]
    }

    /// Bytes of a tightly packed picture.
    #[must_use]
    pub fn size(&self, width: u32, height: u32) -> usize {
        let [columns, rows] = self.units(width, height);
        columns.saturating_mul(rows).saturating_mul(self.unit)
    }
}

/// Splits `A2R10G10B10` into channels, last first. A trailing `F` marks floats, one before `S8` likewise.
fn spell(name: &str) -> Option<Vec<Channel>> {
    let mut channels: Vec<Channel> = Vec::new();
    for letter in name.chars() {
        if let Some(digit) = letter.to_digit(10) {
            let channel = channels.last_mut()?;
            channel.bits = (channel.bits * 10 + digit).min(1000);
        } else if letter != 'F' || channels.is_empty() {
            channels.push(Channel { letter, bits: 0 });
        }
    }
    channels.reverse();
    channels.iter().all(|channel| channel.bits > 0).then_some(channels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widths(name: &str) -> Vec<(char, u32)> {
        let layout = Layout::of(name).expect("a format");
        layout.channels.iter().map(|channel| (channel.letter, channel.bits)).collect()
    }

    #[test]
    fn channels_are_spelled_by_the_name() {
        assert_eq!(widths("X1R5G5B5"), [('B', 5), ('G', 5), ('R', 5), ('X', 1)]);
        assert_eq!(widths("A2R10G10B10"), [('B', 10), ('G', 10), ('R', 10), ('A', 2)]);
        assert_eq!(widths("D16_LOCKABLE"), [('D', 16)]);
        assert!(Layout::of("A16B16G16R16F").expect("a format").float);
        assert_eq!(widths("D24S8"), [], "depth bits are compared byte for byte");
    }

    #[test]
    fn sizes_count_texels_or_blocks() {
        for (name, size) in [
            ("A8R8G8B8", 140),
            ("R8G8B8", 105),
            ("DXT1", 32),
            ("DXT5", 64),
            ("A32B32G32R32F", 560),
            ("D24FS8", 140),
        ] {
            assert_eq!(Layout::of(name).expect("a format").size(5, 7), size, "{name}");
        }
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["", "A", "F", "8", "A7", "A999999999999", "ABGR", "A8 R8"] {
            assert!(Layout::of(name).is_err(), "{name:?}");
        }
    }
}
