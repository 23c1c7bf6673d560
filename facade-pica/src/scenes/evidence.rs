//! The scenes of the evidence tool.

use super::{Form, SURFACE, Scene, square, textured};
use crate::reference::TexelFormat;

/// The square in both forms with both sizes of indices, a texture of each format with other wrap modes on each axis, and
/// one that is multiplied by the primary colour.
#[must_use]
pub fn scenes() -> Vec<Scene> {
    let squares = [Form::Move, Form::Arithmetic].into_iter();
    let mut scenes: Vec<_> = squares.flat_map(|form| [false, true].map(|wide| square(form, wide))).collect();
    let modes = [0, 2, 3];
    for (index, format) in TexelFormat::ALL.into_iter().enumerate() {
        let wraps = modes[index % 3] << 12 | modes[index / 3 % 3] << 8;
        scenes.push(texture(format, wraps, false));
    }
    scenes.push(texture(TexelFormat::Rgba8, 2 << 12 | 3 << 8, true));
    scenes
}

/// A texture of 16x16 texels of a fixed pattern, shown from -1 to 2.
fn texture(format: TexelFormat, wraps: u32, modulate: bool) -> Scene {
    let bytes = 16 * 16 * format.bits() as usize / 8;
    // Neighbouring bytes differ in all bits, tiles and rows as well; no format reads a constant.
    let texels: Vec<u8> = (0..bytes).map(|at| (at.wrapping_mul(0x9E37_79B1) >> 13) as u8).collect();
    let param = wraps | if format == TexelFormat::Etc1 { 0x20 } else { 0 };
    textured(SURFACE, format, [16, 16], texels, param, [[-1.0, -1.0], [2.0, 2.0]], modulate)
}
