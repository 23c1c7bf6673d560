//! Shader constants.

use retrograph_shaders::binding::SOFTWARE_INTEGERS;

use super::{PIXEL_FLOATS, SOFTWARE_FLOATS, VERTEX_FLOATS};

/// Integer and boolean constants of hardware.
pub(crate) const INTEGERS: usize = 16;

/// The constants of one stage.
#[derive(Clone, Debug)]
pub(crate) struct Constants {
    /// Float constants.
    pub(crate) floats: Box<[[f32; 4]]>,
    /// Integer constants. There are as many booleans.
    pub(crate) ints: Box<[[i32; 4]]>,
    /// Boolean constants, a bit each.
    bools: [u32; SOFTWARE_INTEGERS as usize / 32],
    /// Whether one of the first 16 integers or booleans changed.
    pub(crate) integers_dirty: bool,
    /// Whether one of those that only software profiles have changed.
    pub(crate) more_dirty: bool,
}

impl Constants {
    /// Those of the vertex stage, all zero: with those of software profiles, if `software`.
    pub(crate) fn vertex(software: bool) -> Self {
        if software {
            Self::new(SOFTWARE_FLOATS, SOFTWARE_INTEGERS.into())
        } else {
            Self::new(VERTEX_FLOATS, INTEGERS)
        }
    }

    /// Those of the pixel stage, all zero.
    pub(crate) fn pixel() -> Self {
        Self::new(PIXEL_FLOATS, INTEGERS)
    }

    fn new(floats: usize, integers: usize) -> Self {
        Self {
            floats: vec![[0.0; 4]; floats].into(),
            ints: vec![[0; 4]; integers].into(),
            bools: [0; SOFTWARE_INTEGERS as usize / 32],
            integers_dirty: false,
            more_dirty: false,
        }
    }

    /// Has all integers and booleans written again.
    pub(crate) fn touch_integers(&mut self) {
        (self.integers_dirty, self.more_dirty) = (true, self.ints.len() > INTEGERS);
    }

    /// Stores float rows, which there are registers for.
    #[inline]
    pub(crate) fn set_floats(&mut self, start: usize, rows: &[[f32; 4]]) {
        match rows {
            // One row is the most frequent change, and of a known size it needs no call.
            [row] => self.floats[start] = *row,
            rows => self.floats[start..start + rows.len()].copy_from_slice(rows),
        }
    }

    /// Stores integers, which there are registers for.
    pub(crate) fn set_ints(&mut self, start: usize, rows: &[[i32; 4]]) {
        self.ints[start..start + rows.len()].copy_from_slice(rows);
        self.integers_dirty |= start < INTEGERS;
        self.more_dirty |= start + rows.len() > INTEGERS;
    }

    /// Stores booleans, which there are registers for; answers whether one changed.
    pub(crate) fn set_bools(&mut self, start: usize, values: &[bool]) -> bool {
        let mut changed = false;
        for (number, &value) in (start..).zip(values) {
            let (word, bit) = (&mut self.bools[number / 32], 1 << (number % 32));
            let new = if value { *word | bit } else { *word & !bit };
            if std::mem::replace(word, new) != new {
                self.integers_dirty |= number < INTEGERS;
                self.more_dirty |= number >= INTEGERS;
                changed = true;
            }
        }
        changed
    }

    /// A boolean.
    pub(crate) fn flag(&self, number: usize) -> bool {
        self.bools[number / 32] >> (number % 32) & 1 == 1
    }

    /// The integer and boolean block of hardware, as shaders read it.
    pub(crate) fn integer_block(&self) -> [i32; 68] {
        let mut block = [0; 68];
        for (row, value) in block.chunks_exact_mut(4).zip(&self.ints[..INTEGERS]) {
            row.copy_from_slice(value);
        }
        block[64] = self.bools[0].cast_signed();
        block
    }

    /// What follows that block for software profiles: all booleans, and the other integers.
    pub(crate) fn more_integers(&self) -> (&[u32], &[[i32; 4]]) {
        (&self.bools, &self.ints[INTEGERS..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_go_to_their_registers() {
        let mut constants = Constants::new(8, INTEGERS);
        constants.set_floats(2, &[[1.0; 4]; 2]);
        constants.set_floats(7, &[[2.0; 4]]);
        constants.set_floats(8, &[]);
        let found: Vec<f32> = constants.floats.iter().map(|row| row[0]).collect();
        assert_eq!(found, [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 2.0]);
    }

    #[test]
    fn booleans_follow_the_integers() {
        let mut constants = Constants::pixel();
        constants.set_ints(15, &[[1, 2, 3, 4]]);
        assert!(constants.set_bools(0, &[true]) && constants.set_bools(15, &[true]));
        assert!(!constants.set_bools(15, &[true]));
        assert_eq!(constants.integer_block()[60..], [1, 2, 3, 4, 0x8001, 0, 0, 0]);
        assert!(constants.integers_dirty && !constants.more_dirty);
    }

    #[test]
    fn software_profiles_have_more_behind_the_block() {
        let mut constants = Constants::vertex(true);
        constants.set_bools(2047, &[true]);
        constants.set_ints(2047, &[[7; 4]]);
        assert!(constants.more_dirty && !constants.integers_dirty);
        let (bools, ints) = constants.more_integers();
        assert_eq!((bools.len(), bools[63], ints.len(), ints[2031]), (64, 1 << 31, 2032, [7; 4]));
        constants.set_bools(15, &[true, true]);
        assert!(constants.integers_dirty && constants.flag(16) && !constants.flag(17));
    }
}
