//! Texture units 0 to 2.

use super::color;
use crate::reference::TexelFormat;
use crate::registers::{Register, Registers, table};

/// What lies beyond an edge of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The texel at the edge.
    Clamp,
    /// The border colour.
    Border,
    /// The texture again.
    Repeat,
    /// The texture again, every other time mirrored.
    Mirror,
    /// The texel at the edge past the far end; the texture again before the near one.
    ClampRepeat,
    /// The border colour past the far end; the texture again before the near one.
    BorderRepeat,
}

impl Wrap {
    const fn from_number(number: u32) -> Self {
        match number {
            0 => Self::Clamp,
            1 => Self::Border,
            3 => Self::Mirror,
            4 => Self::ClampRepeat,
            5 => Self::BorderRepeat,
            _ => Self::Repeat,
        }
    }
}

/// Which texture coordinate a unit reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// Coordinate 0.
    Zero,
    /// Coordinate 1.
    One,
    /// Coordinate 2.
    Two,
}

/// Which levels of detail are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lod {
    /// Added to the level, in units of 1/256.
    pub bias: i16,
    /// The first level.
    pub min: u8,
    /// The last level.
    pub max: u8,
}

/// A texture unit that is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureUnit {
    /// The physical address of level 0; further levels follow.
    pub address: u32,
    /// The format of a texel; `None` for numbers without one, which read as nothing.
    pub format: Option<TexelFormat>,
    /// Width in texels, 0 to 2047.
    pub width: u32,
    /// Height in texels, 0 to 2047.
    pub height: u32,
    /// What lies left and right.
    pub wrap_s: Wrap,
    /// What lies below and above.
    pub wrap_t: Wrap,
    /// RGBA beyond the edges.
    pub border: [u8; 4],
    /// Whether magnified texels are filtered.
    pub mag_linear: bool,
    /// Whether minified texels are filtered.
    pub min_linear: bool,
    /// Whether levels are filtered.
    pub mip_linear: bool,
    /// Levels.
    pub lod: Lod,
    /// Coordinates.
    pub coordinates: Coordinates,
}

impl TextureUnit {
    pub(super) fn decode(registers: &Registers) -> [Option<Self>; 3] {
        let config = registers.get::<table::TextureConfig>();
        let second = if config.unit2_uses_tc1() != 0 { Coordinates::One } else { Coordinates::Two };
        // A unit 0 of type "disabled" is off as well.
        let first_is_on = config.unit0() != 0 && registers.get::<table::Texture0Param>().shape() != 5;
        [
            first_is_on.then(|| Self::read(registers, 0x081, 0x08E, Coordinates::Zero)),
            (config.unit1() != 0).then(|| Self::read(registers, 0x091, 0x096, Coordinates::One)),
            (config.unit2() != 0).then(|| Self::read(registers, 0x099, 0x09E, second)),
        ]
    }

    /// Border colour, size, parameters, levels and address follow one another; so the types of unit 0 read all units.
    fn read(registers: &Registers, first: u16, format: u16, coordinates: Coordinates) -> Self {
        let at = |step: u16| registers.value(Register(first + step));
        let dim = typed::<table::Texture0Dim>(at(1));
        let param = typed::<table::Texture0Param>(at(2));
        let lod = typed::<table::Texture0Lod>(at(3));
        let format = typed::<table::Texture0Format>(registers.value(Register(format)));
        Self {
            address: typed::<table::Texture0Address>(at(4)).address().wrapping_mul(8),
            format: TexelFormat::from_number(format.format()),
            width: dim.width(),
            height: dim.height(),
            wrap_s: Wrap::from_number(param.wrap_s()),
            wrap_t: Wrap::from_number(param.wrap_t()),
            border: color(at(0)),
            mag_linear: param.mag() != 0,
            min_linear: param.min() != 0,
            mip_linear: param.mip() != 0,
            lod: Lod { bias: ((lod.bias() << 3) as i16) >> 3, min: lod.min() as u8, max: lod.max() as u8 },
            coordinates,
        }
    }

    /// The size of a level, at least 8x8.
    #[must_use]
    pub fn level_size(&self, level: u32) -> (u32, u32) {
        let side = |side: u32| {
            let side = side >> if level > 15 { 15 } else { level };
            if side < 8 { 8 } else { side }
        };
        if level == 0 { (self.width, self.height) } else { (side(self.width), side(self.height)) }
    }
}

fn typed<T: crate::registers::Typed>(bits: u32) -> T {
    T::from_bits(bits)
}
