//! Shader constants.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::record::Dirty;
use crate::state::{PIXEL_FLOATS, VERTEX_FLOATS};

/// Float constants that a call may name for vertex shaders: those of software vertex processing.
const VERTEX_FLOAT_RANGE: usize = 8192;
/// Integer and boolean constants.
const INTEGERS: usize = 16;

/// Whether `count` constants from `start` exist.
#[inline]
fn check(start: u32, count: usize, limit: usize) -> Result<()> {
    match (start as usize).checked_add(count) {
        Some(end) if end <= limit => Ok(()),
        _ => Err(Error::InvalidCall),
    }
}

/// Sets bits of a mask of booleans; answers whether it changed.
fn set_bits(mask: &mut u32, start: u32, values: &[bool]) -> bool {
    let old = *mask;
    for (index, &value) in (start..).zip(values) {
        *mask = (*mask & !(1 << index)) | u32::from(value) << index;
    }
    *mask != old
}

impl Device {
    /// Writes float constants at once: nothing but the block depends on them.
    #[inline]
    fn report_floats(&mut self, block: u8, start: u32, rows: &[[f32; 4]]) -> Result<()> {
        let recorder = &mut self.context.recorder;
        let maybe_full = if let [row] = rows {
            recorder.write_rows::<16>(block, start, bytemuck::cast_ref(row))
        } else {
            recorder.write_block(block, start * 16, bytemuck::cast_slice(rows));
            true
        };
        // A program that sets constants and never draws stays within bounds, too.
        if maybe_full && recorder.is_full() { self.submit_full() } else { Ok(()) }
    }

    #[cold]
    fn submit_full(&mut self) -> Result<()> {
        Ok(self.context.submit()?)
    }
}

/// Defines the constant setters and getters of one stage.
macro_rules! constants {
    ($stage:literal, $field:ident, $block:ident, $floats:ident, $range:ident,
     $set_f:ident $get_f:ident $set_i:ident $get_i:ident $set_b:ident $get_b:ident) => {
        impl Device {
            #[doc = concat!("Sets float constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register that any device has.
            #[inline]
            pub fn $set_f(&mut self, start: u32, rows: &[[f32; 4]]) -> Result<()> {
                check(start, rows.len(), $range)?;
                let rows = self.state.$field.set_floats(start, rows);
                self.report_floats(retrograph_shaders::binding::$block as u8, start, rows)
            }

            #[doc = concat!("`count` float constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $get_f(&self, start: u32, count: u32) -> Result<&[[f32; 4]]> {
                check(start, count as usize, $floats)?;
                Ok(&self.state.$field.floats[start as usize..][..count as usize])
            }

            #[doc = concat!("Sets integer constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $set_i(&mut self, start: u32, rows: &[[i32; 4]]) -> Result<()> {
                check(start, rows.len(), INTEGERS)?;
                let constants = &mut self.state.$field;
                constants.ints[start as usize..][..rows.len()].copy_from_slice(rows);
                constants.integers_dirty = true;
                self.dirty |= Dirty::CONSTANTS;
                Ok(())
            }

            #[doc = concat!("`count` integer constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $get_i(&self, start: u32, count: u32) -> Result<&[[i32; 4]]> {
                check(start, count as usize, INTEGERS)?;
                Ok(&self.state.$field.ints[start as usize..][..count as usize])
            }

            #[doc = concat!("Sets boolean constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $set_b(&mut self, start: u32, values: &[bool]) -> Result<()> {
                check(start, values.len(), INTEGERS)?;
                let constants = &mut self.state.$field;
                if set_bits(&mut constants.bools, start, values) {
                    constants.integers_dirty = true;
                    self.dirty |= Dirty::CONSTANTS;
                }
                Ok(())
            }

            #[doc = concat!("`count` boolean constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $get_b(&self, start: u32, count: u32) -> Result<Vec<bool>> {
                check(start, count as usize, INTEGERS)?;
                Ok((start..start + count).map(|i| self.state.$field.bools & 1 << i != 0).collect())
            }
        }
    };
}

constants!("vertex", vertex_constants, VERTEX_FLOATS, VERTEX_FLOATS, VERTEX_FLOAT_RANGE,
    set_vertex_shader_constant_f get_vertex_shader_constant_f
    set_vertex_shader_constant_i get_vertex_shader_constant_i
    set_vertex_shader_constant_b get_vertex_shader_constant_b);
constants!("pixel", pixel_constants, FRAGMENT_FLOATS, PIXEL_FLOATS, PIXEL_FLOATS,
    set_pixel_shader_constant_f get_pixel_shader_constant_f
    set_pixel_shader_constant_i get_pixel_shader_constant_i
    set_pixel_shader_constant_b get_pixel_shader_constant_b);
