//! Transforms and clip planes.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::record::{Dirty, is_affine};
use crate::state::CLIP_PLANES;
use crate::types::{Matrix, Transform};

/// The product of two matrices for row vectors: `left` applies first.
fn multiply(left: &Matrix, right: &Matrix) -> Matrix {
    // Column-major matrices for column vectors have the same bytes and the opposite order.
    let [left, right] = [left, right].map(glam::Mat4::from_cols_array_2d);
    (right * left).to_cols_array_2d()
}

impl Device {
    /// Sets a transform.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a number that is no transform.
    #[inline]
    pub fn set_transform(&mut self, transform: Transform, matrix: &Matrix) -> Result<()> {
        let kept = self.state.transforms.get_mut(transform).ok_or(Error::InvalidCall)?;
        // Bits, since a NaN is equal to nothing.
        if bytemuck::cast_ref::<_, [u32; 16]>(kept) != bytemuck::cast_ref::<_, [u32; 16]>(matrix) {
            let turned = transform == Transform::PROJECTION && is_affine(kept) != is_affine(matrix);
            *kept = *matrix;
            if turned {
                // Fog goes by another depth.
                self.dirty |= Dirty::PROGRAM;
            }
            self.dirty |= self.record.fixed.transform_changed(transform);
        }
        Ok(())
    }

    /// A transform.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a number that is no transform.
    pub fn get_transform(&self, transform: Transform) -> Result<Matrix> {
        self.state.transforms.get(transform).copied().ok_or(Error::InvalidCall)
    }

    /// Puts a matrix before a transform: the new transform applies `matrix` and then the old one.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a number that is no transform.
    pub fn multiply_transform(&mut self, transform: Transform, matrix: &Matrix) -> Result<()> {
        let kept = self.state.transforms.get(transform).ok_or(Error::InvalidCall)?;
        let product = multiply(matrix, kept);
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
