//! Transforms and clip planes.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::record::Dirty;
use crate::state::CLIP_PLANES;
use crate::types::{Matrix, Transform};

/// Refuses numbers that are no transform.
fn check(transform: Transform) -> Result<()> {
    match transform.0 {
        2 | 3 | 16..=23 | 256..=511 => Ok(()),
        _ => Err(Error::InvalidCall),
    }
}

/// The product of two matrices for row vectors: `left` applies first.
pub(crate) fn multiply(left: &Matrix, right: &Matrix) -> Matrix {
    // Column-major matrices for column vectors have the same bytes and the opposite order.
    let [left, right] = [left, right].map(glam::Mat4::from_cols_array_2d);
    (right * left).to_cols_array_2d()
}

impl Device {
    /// Sets a transform.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a number that is no transform.
    pub fn set_transform(&mut self, transform: Transform, matrix: &Matrix) -> Result<()> {
        check(transform)?;
        self.state.transforms.insert(transform.0, *matrix);
        self.dirty |= Dirty::CONSTANTS;
        Ok(())
    }

    /// A transform.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a number that is no transform.
    pub fn get_transform(&self, transform: Transform) -> Result<Matrix> {
        check(transform)?;
        Ok(self.state.transform(transform.0))
    }

    /// Puts a matrix before a transform: the new transform applies `matrix` and then the old one.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a number that is no transform.
    pub fn multiply_transform(&mut self, transform: Transform, matrix: &Matrix) -> Result<()> {
        check(transform)?;
        let product = multiply(matrix, &self.state.transform(transform.0));
        self.set_transform(transform, &product)
    }

    /// Sets a clip plane; numbers past 5 count as 5.
    ///
    /// # Errors
    /// None.
    pub fn set_clip_plane(&mut self, index: u32, plane: [f32; 4]) -> Result<()> {
        self.state.clip_planes[(index as usize).min(CLIP_PLANES - 1)] = plane;
        self.dirty |= Dirty::CONSTANTS;
        Ok(())
    }

    /// A clip plane; numbers past 5 count as 5.
    ///
    /// # Errors
    /// None.
    pub fn get_clip_plane(&self, index: u32) -> Result<[f32; 4]> {
        Ok(self.state.clip_planes[(index as usize).min(CLIP_PLANES - 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_left_matrix_applies_first() {
        let mut scale = crate::state::IDENTITY;
        scale[0][0] = 2.0;
        let mut shift = crate::state::IDENTITY;
        shift[3][0] = 5.0;
        assert_eq!(multiply(&scale, &shift)[3][0].to_bits(), 5f32.to_bits());
        assert_eq!(multiply(&shift, &scale)[3][0].to_bits(), 10f32.to_bits());
    }
}
