//! From a vertex's outputs to a place on the target, a colour and a texture coordinate, all of them exact.

use retrograph_shaders::pica::Float24;
use retrograph_shaders::pica::exact::Outcome;

use super::SceneError;
use super::config::{Viewport, refuse};
use crate::registers::table::{OutputClock, OutputMap, OutputTotal};
use crate::registers::{Register, Registers, Typed};

/// An output lane: register and component.
pub(super) type Lane = (u8, u8);

/// Where position, colour and texture coordinate come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outputs {
    /// X, Y, Z and W: output register and component of each.
    pub position: [(u8, u8); 4],
    /// Red, green, blue and alpha.
    pub color: [(u8, u8); 4],
    /// U and V, if both are there.
    pub uv: Option<[(u8, u8); 2]>,
}

/// The names of the outputs that the bounded path takes: position, colour, texture coordinate.
const NAMES: [&str; 10] = [
    "position.x",
    "position.y",
    "position.z",
    "position.w",
    "color.r",
    "color.g",
    "color.b",
    "color.a",
    "texcoord0.u",
    "texcoord0.v",
];

impl Outputs {
    /// Reads output mask, counts and semantic maps.
    pub(super) fn read(offset: u32, registers: &Registers, textured: bool) -> Result<Self, SceneError> {
        let refused = |index, problem| Err(refuse(offset, registers, index, problem));
        let total = registers.get::<OutputTotal>().count();
        let mask = registers.value(Register(0x2BD)) & 0xFFFF;
        if total == 0 {
            return refused(0x04F, "no outputs");
        }
        if mask.count_ones() != total {
            return refused(0x2BD, "an output mask that SH_OUTMAP_TOTAL does not count");
        }
        for index in [0x24A, 0x251, 0x25E] {
            if registers.value(Register(index)) & 0xF != total - 1 {
                return refused(index, "a number of outputs other than SH_OUTMAP_TOTAL");
            }
        }
        let mut lanes: [Option<Lane>; 32] = [None; 32];
        let enabled = (0..16u8).filter(|register| mask >> register & 1 != 0);
        for (slot, register) in (0..total as u16).zip(enabled) {
            let map = registers.element::<OutputMap>(slot);
            for (component, semantic) in (0..).zip([map.x(), map.y(), map.z(), map.w()]) {
                let index = OutputMap::register(slot).0;
                match semantic {
                    31 => {}
                    0..=3 | 8..=13 if lanes[semantic as usize].is_some() => {
                        return refused(index, "a semantic that another output has");
                    }
                    0..=3 | 8..=13 => lanes[semantic as usize] = Some((register, component)),
                    _ => return refused(index, "a semantic other than position, colour and texcoord0"),
                }
            }
        }
        Self::assemble(&lanes, textured)
            .map_err(|problem| refuse(offset, registers, 0x050, problem))
            .and_then(|outputs| outputs.check_clock(offset, registers))
    }

    fn assemble(lanes: &[Option<Lane>; 32], textured: bool) -> Result<Self, &'static str> {
        let four = |first: usize| -> Option<[Lane; 4]> {
            Some([lanes[first]?, lanes[first + 1]?, lanes[first + 2]?, lanes[first + 3]?])
        };
        let uv = match (lanes[12], lanes[13]) {
            (Some(u), Some(v)) => Some([u, v]),
            (None, None) if !textured => None,
            (None, None) => return Err("a texture without a texture coordinate"),
            _ => return Err("half a texture coordinate"),
        };
        Ok(Self {
            position: four(0).ok_or("an incomplete position")?,
            color: four(8).ok_or("an incomplete colour")?,
            uv,
        })
    }

    fn check_clock(self, offset: u32, registers: &Registers) -> Result<Self, SceneError> {
        let clock = registers.get::<OutputClock>();
        let texture = self.uv.is_some() && clock.tc0() == 0;
        if clock.position_z() == 0 || clock.color() == 0 || texture {
            return Err(refuse(offset, registers, 0x06F, "an output whose clock is off"));
        }
        Ok(self)
    }
}

/// A vertex on the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScreenVertex {
    /// X and Y in sixteenths of a pixel.
    pub(super) place: [i32; 2],
    /// Bits 0 to 2: red, green, blue.
    pub(super) color: u8,
    /// U and V in units of 2^-16.
    pub(super) uv: [i32; 2],
}

/// Checks outputs of one vertex.
pub(super) struct Checker<'a> {
    pub(super) offset: u32,
    pub(super) vertex: u32,
    pub(super) outcome: &'a Outcome,
}

impl Checker<'_> {
    pub(super) fn vertex(&self, outputs: &Outputs, viewport: Viewport) -> Result<ScreenVertex, SceneError> {
        let [x, y, z, w] = outputs.position;
        let (x, y) = (self.value(x, 0)?, self.value(y, 1)?);
        let (z, w) = (self.value(z, 2)?, self.value(w, 3)?);
        self.demand(3, w, w == 1.0, "not 1")?;
        self.demand(0, x, (-1.0..=1.0).contains(&x), "outside the clip volume")?;
        self.demand(1, y, (-1.0..=1.0).contains(&y), "outside the clip volume")?;
        self.demand(2, z, (-1.0..=0.0).contains(&z), "outside the clip volume")?;
        let place = [
            self.sixteenths(0, x, viewport.half_width, viewport.x)?,
            self.sixteenths(1, y, viewport.half_height, viewport.y)?,
        ];
        let mut color = 0;
        for (index, lane) in outputs.color.iter().enumerate() {
            let value = self.value(*lane, 4 + index)?;
            let fits = if index == 3 { value == 1.0 } else { value == 0.0 || value == 1.0 };
            self.demand(4 + index, value, fits, if index == 3 { "not 1" } else { "neither 0 nor 1" })?;
            color |= u8::from(value == 1.0) << index;
        }
        let mut uv = [0; 2];
        for (index, lane) in outputs.uv.into_iter().flatten().enumerate() {
            uv[index] = self.coordinate(8 + index, self.value(lane, 8 + index)?)?;
        }
        Ok(ScreenVertex { place, color: color & 7, uv })
    }

    fn value(&self, (register, component): Lane, name: usize) -> Result<f32, SceneError> {
        let value = self.outcome.outputs[usize::from(register)][usize::from(component)];
        value.map(Float24::to_f32).ok_or_else(|| self.refused(name, None, "but mapped"))
    }

    fn demand(&self, name: usize, value: f32, fits: bool, problem: &'static str) -> Result<(), SceneError> {
        if fits { Ok(()) } else { Err(self.refused(name, Some(value), problem)) }
    }

    fn refused(&self, name: usize, value: Option<f32>, problem: &'static str) -> SceneError {
        let Self { offset, vertex, .. } = *self;
        SceneError::Output { offset, vertex, output: NAMES[name], value, problem }
    }

    /// `clip * half + half + origin` in sixteenths of a pixel, if it is a whole number of them.
    fn sixteenths(&self, name: usize, clip: f32, half: f32, origin: i32) -> Result<i32, SceneError> {
        // 17 bits by 17 bits: the product is exact.
        let (product, half) = (f64::from(clip) * f64::from(half) * 16.0, f64::from(half) * 16.0);
        let sum = product + half;
        // The sum's rounding error, exactly: a sum that was rounded has bits far below one.
        let part = sum - product;
        let error = (product - (sum - part)) + (half - part);
        let exact = error == 0.0 && sum.fract() == 0.0;
        self.demand(name, clip, exact, "not on a sixteenth of a pixel")?;
        Ok(sum as i32 + origin * 16)
    }

    /// A texture coordinate in units of 2^-16.
    fn coordinate(&self, name: usize, value: f32) -> Result<i32, SceneError> {
        let scaled = f64::from(value) * 65536.0;
        self.demand(name, value, scaled.fract() == 0.0, "not a multiple of 2^-16")?;
        self.demand(name, value, (-16.0..=16.0).contains(&value), "outside -16 to 16")?;
        Ok(scaled as i32)
    }
}
