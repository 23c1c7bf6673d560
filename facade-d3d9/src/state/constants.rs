//! Shader constants with what changed since the last draw.

use std::ops::Range;

/// The constants of one stage.
#[derive(Clone, Debug)]
pub(crate) struct Constants<const N: usize> {
    /// Float constants.
    pub(crate) floats: [[f32; 4]; N],
    /// Integer constants.
    pub(crate) ints: [[i32; 4]; 16],
    /// Boolean constants, a bit each.
    pub(crate) bools: u32,
    /// The float rows that changed.
    pub(crate) dirty: Range<u32>,
    /// Whether an integer or a boolean changed.
    pub(crate) integers_dirty: bool,
}

impl<const N: usize> Constants<N> {
    /// All zero.
    pub(crate) const fn new() -> Self {
        Self { floats: [[0.0; 4]; N], ints: [[0; 4]; 16], bools: 0, dirty: 0..0, integers_dirty: false }
    }

    /// Stores float rows, of which those past the last register are dropped. Returns the dirty range that does
    /// not touch the new rows and that the caller must record before anything else.
    #[inline]
    pub(crate) fn set_floats(&mut self, start: u32, rows: &[[f32; 4]]) -> Option<Range<u32>> {
        let first = (start as usize).min(N);
        let rows = &rows[..rows.len().min(N - first)];
        if rows.is_empty() {
            return None;
        }
        match rows {
            // One row is the most frequent change, and of a known size it needs no call.
            [row] => self.floats[first] = *row,
            rows => self.floats[first..first + rows.len()].copy_from_slice(rows),
        }
        let (start, end) = (start, start + rows.len() as u32);
        if self.dirty.is_empty() {
            self.dirty = start..end;
            return None;
        }
        if start <= self.dirty.end && end >= self.dirty.start {
            self.dirty = self.dirty.start.min(start)..self.dirty.end.max(end);
            return None;
        }
        Some(std::mem::replace(&mut self.dirty, start..end))
    }

    /// The bytes of float rows.
    #[inline]
    pub(crate) fn float_bytes(&self, rows: Range<u32>) -> &[u8] {
        bytemuck::cast_slice(&self.floats[rows.start as usize..rows.end as usize])
    }

    /// The integer and boolean block, as shaders read it.
    pub(crate) fn integer_block(&self) -> [i32; 68] {
        let mut block = [0; 68];
        for (row, value) in block.chunks_exact_mut(4).zip(&self.ints) {
            row.copy_from_slice(value);
        }
        block[64] = self.bools.cast_signed();
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_ranges_merge_and_others_come_back() {
        let mut constants = Constants::<8>::new();
        assert_eq!(constants.set_floats(2, &[[1.0; 4]; 2]), None);
        assert_eq!(constants.set_floats(4, &[[2.0; 4]]), None);
        assert_eq!(constants.dirty, 2..5);
        assert_eq!(constants.set_floats(0, &[[3.0; 4]]), Some(2..5));
        assert_eq!(constants.dirty, 0..1);
    }

    #[test]
    fn rows_past_the_last_register_are_dropped() {
        let mut constants = Constants::<8>::new();
        assert_eq!(constants.set_floats(7, &[[1.0; 4]; 3]), None);
        assert_eq!(constants.dirty, 7..8);
        assert_eq!(constants.set_floats(9, &[[1.0; 4]]), None);
        assert_eq!(constants.dirty, 7..8);
    }

    #[test]
    fn booleans_follow_the_integers() {
        let mut constants = Constants::<8>::new();
        constants.ints[15] = [1, 2, 3, 4];
        constants.bools = 0x8001;
        let block = constants.integer_block();
        assert_eq!(block[60..], [1, 2, 3, 4, 0x8001, 0, 0, 0]);
    }
}
