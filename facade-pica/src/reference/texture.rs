//! Texture 0: its state, and nearest texels out of tiled memory.

mod etc1;
mod format;

pub use format::TexelFormat;

use super::config::refuse;
use super::{Memory, SceneError};
use crate::registers::table::{Texture0Address, Texture0Dim, Texture0Format, Texture0Param, TextureConfig};
use crate::registers::{Register, Registers};

/// What lies beyond an edge of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The texel at the edge.
    Clamp,
    /// The texture again.
    Repeat,
    /// The texture again, every other time mirrored.
    Mirror,
}

impl Wrap {
    const fn from_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::Clamp),
            2 => Some(Self::Repeat),
            3 => Some(Self::Mirror),
            _ => None,
        }
    }

    /// The texel that stands for one at any place.
    #[must_use]
    pub fn apply(self, texel: i64, size: u32) -> u32 {
        let size = i64::from(size);
        let wrapped = match self {
            Self::Clamp => texel.clamp(0, size - 1),
            Self::Repeat => texel.rem_euclid(size),
            Self::Mirror => {
                let twice = texel.rem_euclid(2 * size);
                twice.min(2 * size - 1 - twice)
            }
        };
        wrapped as u32
    }
}

/// A bound texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texture<'a> {
    /// The bytes of level 0, tiled; no more and no fewer.
    pub bytes: &'a [u8],
    /// The physical address.
    pub address: u64,
    /// The format of a texel.
    pub format: TexelFormat,
    /// The width in texels.
    pub width: u32,
    /// The height in texels.
    pub height: u32,
    /// What lies left and right.
    pub wrap_s: Wrap,
    /// What lies below and above.
    pub wrap_t: Wrap,
}

impl<'a> Texture<'a> {
    /// The texture that registers describe; none if unit 0 is off.
    pub(super) fn read(
        offset: u32,
        registers: &Registers,
        memory: &Memory<'a>,
    ) -> Result<Option<Self>, SceneError> {
        if registers.get::<TextureConfig>().unit0() == 0 {
            return Ok(None);
        }
        let refused = |index, problem| refuse(offset, registers, index, problem);
        let (param, dim) = (registers.get::<Texture0Param>(), registers.get::<Texture0Dim>());
        if param.mag() != 0 || param.min() != 0 || param.mip() != 0 {
            return Err(refused(0x083, "a filter other than nearest"));
        }
        if param.shape() != 0 || param.shadow() != 0 {
            return Err(refused(0x083, "a texture that is not a plain picture"));
        }
        if registers.value(Register(0x084)) != 0 {
            return Err(refused(0x084, "levels of detail"));
        }
        let format = TexelFormat::from_number(registers.get::<Texture0Format>().format());
        let format = format.ok_or_else(|| refused(0x08E, "no texel format"))?;
        if (param.etc1() == 2) != (format == TexelFormat::Etc1) || param.etc1() & 1 != 0 {
            return Err(refused(0x083, "an ETC1 field that does not fit the format"));
        }
        let wrap =
            |number| Wrap::from_number(number).ok_or_else(|| refused(0x083, "a wrap mode with a border"));
        let (width, height) = (dim.width(), dim.height());
        let fits = |side: u32| side.is_power_of_two() && (8..=1024).contains(&side);
        if !fits(width) || !fits(height) {
            return Err(refused(0x082, "sides other than powers of two from 8 to 1024"));
        }
        let address = u64::from(registers.get::<Texture0Address>().address()) * 8;
        let bytes = u64::from(width) * u64::from(height) * format.bits() / 8;
        let found = memory.texture(address, bytes);
        Ok(Some(Self {
            bytes: found.ok_or(SceneError::Outside { offset, what: "a texture", address, bytes })?,
            address,
            format,
            width,
            height,
            wrap_s: wrap(param.wrap_s())?,
            wrap_t: wrap(param.wrap_t())?,
        }))
    }

    /// A texel as RGBA8, by column from the left and row from the bottom, which is the last row in memory.
    #[must_use]
    pub fn texel(&self, column: u32, row: u32) -> [u8; 4] {
        let (x, y) = (column, self.height - 1 - row);
        let tile = (y >> 3) * (self.width >> 3) + (x >> 3);
        let tile_bytes = (self.format.bits() * 8) as usize;
        let bytes = &self.bytes[tile as usize * tile_bytes..][..tile_bytes];
        self.format.texel(bytes, x & 7, y & 7)
    }

    /// All texels as RGBA8, tight rows from the bottom up.
    #[must_use]
    pub fn rows_from_bottom(&self) -> Vec<u8> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(|row| (0..width).flat_map(move |column| self.texel(column, row))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_modes_repeat_with_their_periods() {
        let places: Vec<i64> = (-9..10).collect();
        let wrapped = |wrap: Wrap| places.iter().map(|&place| wrap.apply(place, 4)).collect::<Vec<_>>();
        assert_eq!(wrapped(Wrap::Clamp), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3]);
        assert_eq!(wrapped(Wrap::Repeat), [3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
        assert_eq!(wrapped(Wrap::Mirror), [0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1]);
    }
}
