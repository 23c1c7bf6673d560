//! Shader constants. The vertex stage has 256 float, 16 integer and 16 boolean ones; a device that was made to process
//! vertices in software, or in both ways, has 8192, 2048 and 2048 of them for shaders of software profiles.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::record::Dirty;
use crate::state::{PIXEL_FLOATS, SOFTWARE_FLOATS};

/// Whether `count` constants from `start` exist.
#[inline]
fn check(start: u32, count: usize, limit: usize) -> Result<()> {
    match (start as usize).checked_add(count) {
        Some(end) if end <= limit => Ok(()),
        _ => Err(Error::InvalidCall),
    }
}

/// Of rows that reach past the `have` registers of the device, those that it has: the rest, up to `range`, which some devices
/// have, is dropped (as DXVK does; Wine refuses it, and programs rely on the former).
#[cold]
fn kept(start: u32, rows: &[[f32; 4]], have: usize, range: usize) -> Result<&[[f32; 4]]> {
    check(start, rows.len(), range)?;
    Ok(&rows[..have.saturating_sub(start as usize).min(rows.len())])
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
    ($stage:literal, $field:ident, $block:ident, $range:ident,
     $set_f:ident $get_f:ident $set_i:ident $get_i:ident $set_b:ident $get_b:ident) => {
        impl Device {
            #[doc = concat!("Sets float constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register that any device has.
            #[inline]
            pub fn $set_f(&mut self, start: u32, rows: &[[f32; 4]]) -> Result<()> {
                let constants = &mut self.state.$field;
                let have = constants.floats.len();
                let rows = match check(start, rows.len(), have) {
                    Ok(()) => rows,
                    Err(_) => kept(start, rows, have, $range)?,
                };
                if rows.is_empty() {
                    return Ok(());
                }
                constants.set_floats(start as usize, rows);
                self.report_floats(retrograph_shaders::binding::$block as u8, start, rows)
            }

            #[doc = concat!("`count` float constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $get_f(&self, start: u32, count: u32) -> Result<&[[f32; 4]]> {
                check(start, count as usize, self.state.$field.floats.len())?;
                Ok(&self.state.$field.floats[start as usize..][..count as usize])
            }

            #[doc = concat!("Sets integer constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $set_i(&mut self, start: u32, rows: &[[i32; 4]]) -> Result<()> {
                let constants = &mut self.state.$field;
                check(start, rows.len(), constants.ints.len())?;
                constants.set_ints(start as usize, rows);
                self.dirty |= Dirty::CONSTANTS;
                Ok(())
            }

            #[doc = concat!("`count` integer constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $get_i(&self, start: u32, count: u32) -> Result<&[[i32; 4]]> {
                check(start, count as usize, self.state.$field.ints.len())?;
                Ok(&self.state.$field.ints[start as usize..][..count as usize])
            }

            #[doc = concat!("Sets boolean constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $set_b(&mut self, start: u32, values: &[bool]) -> Result<()> {
                let constants = &mut self.state.$field;
                check(start, values.len(), constants.ints.len())?;
                if constants.set_bools(start as usize, values) {
                    self.dirty |= Dirty::CONSTANTS;
                }
                Ok(())
            }

            #[doc = concat!("`count` boolean constants of ", $stage, " shaders from register `start`.")]
            ///
            /// # Errors
            /// [`Error::InvalidCall`] past the last register.
            pub fn $get_b(&self, start: u32, count: u32) -> Result<Vec<bool>> {
                let constants = &self.state.$field;
                check(start, count as usize, constants.ints.len())?;
                Ok((start..start + count).map(|number| constants.flag(number as usize)).collect())
            }
        }
    };
}

constants!("vertex", vertex_constants, VERTEX_FLOATS, SOFTWARE_FLOATS,
    set_vertex_shader_constant_f get_vertex_shader_constant_f
    set_vertex_shader_constant_i get_vertex_shader_constant_i
    set_vertex_shader_constant_b get_vertex_shader_constant_b);
constants!("pixel", pixel_constants, FRAGMENT_FLOATS, PIXEL_FLOATS,
    set_pixel_shader_constant_f get_pixel_shader_constant_f
    set_pixel_shader_constant_i get_pixel_shader_constant_i
    set_pixel_shader_constant_b get_pixel_shader_constant_b);
