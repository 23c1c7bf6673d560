//! Texels by coordinate.

use std::rc::Rc;

use super::textures::{Decoded, Level};
use crate::state::{TextureUnit, Wrap};

/// A texture unit, ready to be read.
#[derive(Debug)]
pub(super) struct Sampler {
    unit: TextureUnit,
    texture: Rc<Decoded>,
    /// Whether the level of detail decides anything.
    pub(super) needs_lod: bool,
}

/// The texel that stands for one at any place; `None` is the border.
#[inline]
fn wrap(mode: Wrap, texel: i32, size: i32) -> Option<usize> {
    let inside = texel >= 0 && texel < size;
    let wrapped = match mode {
        _ if inside => texel,
        Wrap::Clamp => texel.clamp(0, size - 1),
        Wrap::Border => return None,
        Wrap::Repeat => texel.rem_euclid(size),
        Wrap::Mirror => {
            let twice = texel.rem_euclid(2 * size);
            twice.min(2 * size - 1 - twice)
        }
        Wrap::ClampRepeat if texel < 0 => texel.rem_euclid(size),
        Wrap::ClampRepeat => size - 1,
        Wrap::BorderRepeat if texel < 0 => texel.rem_euclid(size),
        Wrap::BorderRepeat => return None,
    };
    Some(wrapped as usize)
}

impl Sampler {
    pub(super) fn new(unit: TextureUnit, texture: Rc<Decoded>) -> Self {
        let needs_lod = unit.lod.max != 0 || unit.mag_linear != unit.min_linear;
        Self { unit, texture, needs_lod }
    }

    /// The size of level 0.
    pub(super) fn size(&self) -> [f32; 2] {
        [self.unit.width as f32, self.unit.height as f32]
    }

    /// The colour at a coordinate. `detail` is the level before bias and limits.
    #[inline]
    pub(super) fn sample(&self, u: f32, v: f32, detail: f32) -> [u8; 4] {
        let unit = &self.unit;
        if !self.needs_lod {
            return self.level(0, u, v, unit.mag_linear);
        }
        let lod = detail + f32::from(unit.lod.bias) / 256.0;
        let linear = if lod > 0.0 { unit.min_linear } else { unit.mag_linear };
        let lod = lod.min(unit.lod.max.into()).max(unit.lod.min.into());
        if !unit.mip_linear {
            return self.level((lod + 0.5).floor() as usize, u, v, linear);
        }
        let base = lod.floor();
        let [near, far] = [0, 1].map(|step| self.level(base as usize + step, u, v, linear));
        let part = lod - base;
        std::array::from_fn(|lane| {
            (f32::from(near[lane]) * (1.0 - part) + f32::from(far[lane]) * part + 0.5) as u8
        })
    }

    /// The colour at a coordinate of level 0, where the level of detail decides nothing.
    #[inline]
    pub(super) fn flat(&self, u: f32, v: f32) -> [u8; 4] {
        self.level(0, u, v, self.unit.mag_linear)
    }

    #[inline]
    fn level(&self, level: usize, u: f32, v: f32, linear: bool) -> [u8; 4] {
        let level = level.min(self.unit.lod.max.into());
        let Some(level) = self.texture.levels.get(level) else { return [0, 0, 0, 255] };
        let (x, y) = (u * level.width as f32, v * level.height as f32);
        if !linear {
            return self.texel(level, x.floor() as i32, y.floor() as i32);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, low) = (x.floor(), y.floor());
        let (part_x, part_y) = (x - left, y - low);
        let (left, low) = (left as i32, low as i32);
        let mut sum = [0.5f32; 4];
        for (step_x, step_y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let texel = self.texel(level, left.saturating_add(step_x), low.saturating_add(step_y));
            let weight_x = if step_x == 0 { 1.0 - part_x } else { part_x };
            let weight = weight_x * if step_y == 0 { 1.0 - part_y } else { part_y };
            sum.iter_mut().zip(texel).for_each(|(sum, lane)| *sum += weight * f32::from(lane));
        }
        sum.map(|lane| lane as u8)
    }

    /// A texel by column and row from below. If either lies in the border, all of it does.
    #[inline]
    fn texel(&self, level: &Level, x: i32, y: i32) -> [u8; 4] {
        let column = wrap(self.unit.wrap_s, x, level.width as i32);
        let row = wrap(self.unit.wrap_t, y, level.height as i32);
        match (column, row) {
            (Some(column), Some(row)) => {
                let row = level.height as usize - 1 - row;
                level.texels.get(row * level.width as usize + column).copied().unwrap_or([0; 4])
            }
            _ => self.unit.border,
        }
    }
}
