//! Matrices: transforms, and matrices by handle.

use glam::Mat4;

use super::Device;
use crate::dispatch::Call;
use crate::error::{Error, Result};

/// Matrices of a device at most.
const MAX_MATRICES: usize = 1 << 16;

impl Device {
    /// The place of a transform's number among world, view and projection.
    fn place(number: u32) -> Option<usize> {
        (1..=3).contains(&number).then(|| number as usize - 1)
    }

    /// A transform for column vectors.
    pub(crate) fn transform_of(&self, number: u32) -> Mat4 {
        match Self::place(number) {
            Some(place) => self.transforms[place],
            None => self.other_transforms.get(&number).copied().unwrap_or(Mat4::IDENTITY),
        }
    }

    /// Sets a transform; those that nothing reads are kept if their number is small.
    pub(crate) fn set_transform(&mut self, number: u32, matrix: Mat4) {
        match Self::place(number) {
            Some(place) => {
                self.transforms[place] = matrix;
                let handle = self.bound[place];
                if let Some(bound) = self.matrix_mut(handle) {
                    *bound = matrix;
                }
            }
            None if number < 512 => drop(self.other_transforms.insert(number, matrix)),
            None => {}
        }
    }

    /// The matrix of a handle.
    pub(crate) fn matrix(&self, handle: u32) -> Option<Mat4> {
        *self.matrices.get((handle as usize).checked_sub(1)?)?
    }

    fn matrix_mut(&mut self, handle: u32) -> Option<&mut Mat4> {
        self.matrices.get_mut((handle as usize).checked_sub(1)?)?.as_mut()
    }

    /// Sets the matrix of a handle, and the transforms that it is.
    pub(crate) fn set_matrix(&mut self, handle: u32, matrix: Mat4) -> Result<()> {
        *self.matrix_mut(handle).ok_or(Error::InvalidParams)? = matrix;
        for (transform, &bound) in self.transforms.iter_mut().zip(&self.bound) {
            if bound == handle {
                *transform = matrix;
            }
        }
        Ok(())
    }

    /// Makes the matrix of a handle a transform; 0 and handles of none change nothing.
    pub(crate) fn bind_matrix(&mut self, number: u32, handle: u32) {
        if let (Some(place), Some(matrix)) = (Self::place(number), self.matrix(handle)) {
            self.bound[place] = handle;
            self.transforms[place] = matrix;
        }
    }
}

/// The matrix at an address, for column vectors.
fn read(call: &mut Call<'_>, index: usize) -> Result<Mat4> {
    let words: [u32; 16] = call.memory.words(call.args[index])?;
    // Rows of row vectors are columns of column vectors.
    Ok(Mat4::from_cols_array(&words.map(f32::from_bits)))
}

fn write(call: &mut Call<'_>, index: usize, matrix: Mat4) -> Result<u32> {
    let words = matrix.to_cols_array().map(f32::to_bits);
    call.memory.put_words(call.args[index], &words)?;
    Ok(0)
}

pub(super) fn create_matrix(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let matrices = &mut call.core.device_mut(device)?.matrices;
    if matrices.len() >= MAX_MATRICES {
        return Err(Error::OutOfMemory);
    }
    let at = matrices.iter().position(Option::is_none).unwrap_or(matrices.len());
    call.put_word(0, at as u32 + 1)?;
    let matrices = &mut call.core.device_mut(device)?.matrices;
    if at == matrices.len() {
        matrices.push(None);
    }
    matrices[at] = Some(Mat4::ZERO);
    Ok(0)
}

pub(super) fn set_matrix(call: &mut Call<'_>) -> Result<u32> {
    let matrix = read(call, 1)?;
    let device = call.device()?;
    call.core.device_mut(device)?.set_matrix(call.args[0], matrix)?;
    Ok(0)
}

pub(super) fn get_matrix(call: &mut Call<'_>) -> Result<u32> {
    let matrix = call.core.device(call.device()?)?.matrix(call.args[0]).ok_or(Error::InvalidParams)?;
    write(call, 1, matrix)
}

pub(super) fn delete_matrix(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let handle = call.args[0];
    let device = call.core.device_mut(device)?;
    device.matrix(handle).ok_or(Error::InvalidParams)?;
    device.matrices[handle as usize - 1] = None;
    for bound in device.bound.iter_mut().filter(|bound| **bound == handle) {
        *bound = 0;
    }
    Ok(0)
}

pub(super) fn set_transform(call: &mut Call<'_>) -> Result<u32> {
    let matrix = read(call, 1)?;
    let device = call.device()?;
    call.core.device_mut(device)?.set_transform(call.args[0], matrix);
    Ok(0)
}

pub(super) fn get_transform(call: &mut Call<'_>) -> Result<u32> {
    let matrix = call.core.device(call.device()?)?.transform_of(call.args[0]);
    write(call, 1, matrix)
}

/// The given matrix comes first.
pub(super) fn multiply_transform(call: &mut Call<'_>) -> Result<u32> {
    let matrix = read(call, 1)?;
    let device = call.device()?;
    let device = call.core.device_mut(device)?;
    let product = device.transform_of(call.args[0]) * matrix;
    device.set_transform(call.args[0], product);
    Ok(0)
}
