//! Shader constants.

/// The constants of one stage.
#[derive(Clone, Debug)]
pub(crate) struct Constants<const N: usize> {
    /// Float constants.
    pub(crate) floats: [[f32; 4]; N],
    /// Integer constants.
    pub(crate) ints: [[i32; 4]; 16],
    /// Boolean constants, a bit each.
    pub(crate) bools: u32,
    /// Whether an integer or a boolean changed.
    pub(crate) integers_dirty: bool,
}

impl<const N: usize> Constants<N> {
    /// All zero.
    pub(crate) const fn new() -> Self {
        Self { floats: [[0.0; 4]; N], ints: [[0; 4]; 16], bools: 0, integers_dirty: false }
    }

    /// Stores float rows; answers those that there are registers for.
    #[inline]
    pub(crate) fn set_floats<'a>(&mut self, start: u32, rows: &'a [[f32; 4]]) -> &'a [[f32; 4]] {
        let first = (start as usize).min(N);
        let rows = &rows[..rows.len().min(N - first)];
        match rows {
            // One row is the most frequent change, and of a known size it needs no call.
            [row] => self.floats[first] = *row,
            rows => self.floats[first..first + rows.len()].copy_from_slice(rows),
        }
        rows
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
    fn rows_past_the_last_register_are_dropped() {
        let mut constants = Constants::<8>::new();
        assert_eq!(constants.set_floats(2, &[[1.0; 4]; 2]), [[1.0; 4]; 2]);
        assert_eq!(constants.set_floats(7, &[[2.0; 4]; 3]), [[2.0; 4]]);
        assert_eq!(constants.set_floats(8, &[[3.0; 4]]), [[0.0; 4]; 0]);
        assert_eq!(constants.set_floats(9, &[[3.0; 4]]), [[0.0; 4]; 0]);
        assert_eq!(constants.floats.map(|row| row[0]), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 2.0]);
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
