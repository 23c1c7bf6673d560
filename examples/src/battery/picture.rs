//! Results as pictures for people.

use image::{Rgb, RgbImage};

use super::compare::half_to_f64;
use super::layout::Layout;
use super::reads::{Piece, ReadPiece};

/// The texels of a piece as a picture without alpha; `None` for counts and opaque formats.
#[must_use]
pub fn picture(piece: &ReadPiece, bytes: &[u8]) -> Option<RgbImage> {
    let Piece::Texels { layout, width, height, .. } = &piece.piece else { return None };
    if layout.channels.is_empty() || bytes.len() != piece.size() {
        return None;
    }
    let mut texels = bytes.chunks_exact(layout.unit);
    Some(RgbImage::from_fn(*width, *height, |_, _| {
        Rgb(texels.next().map_or([0; 3], |texel| color(layout, texel)))
    }))
}

/// How far two pictures are apart, eightfold so that small differences show.
#[must_use]
pub fn difference(a: &RgbImage, b: &RgbImage) -> RgbImage {
    RgbImage::from_fn(a.width(), a.height(), |x, y| {
        let (a, b) = (a.get_pixel(x, y), b.get_pixel_checked(x, y).unwrap_or(&Rgb([0; 3])));
        Rgb(std::array::from_fn(|i| a.0[i].abs_diff(b.0[i]).saturating_mul(8)))
    })
}

/// Red, green and blue of a texel.
fn color(layout: &Layout, texel: &[u8]) -> [u8; 3] {
    let mut color = [0.0; 3];
    let mut shift = 0;
    for channel in &layout.channels {
        let value = channel_value(layout, texel, shift, channel.bits);
        match channel.letter {
            'R' | 'V' => color[0] = value,
            'G' | 'U' => color[1] = value,
            'B' | 'W' => color[2] = value,
            'L' | 'D' => color = [value; 3],
            'A' if layout.channels.len() == 1 => color = [value; 3],
            _ => {}
        }
        shift += channel.bits;
    }
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is clamped to 0–255"
    )]
    color.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8)
}

/// A channel from 0 to 1; floats as they are.
#[allow(clippy::cast_precision_loss, reason = "channels have at most 32 bits")]
fn channel_value(layout: &Layout, texel: &[u8], shift: u32, bits: u32) -> f64 {
    let word = texel.iter().rev().fold(0u128, |word, byte| word << 8 | u128::from(*byte));
    let top = (1u64 << bits) - 1;
    let value = u64::try_from(word >> shift & u128::from(top)).unwrap_or(top);
    match (layout.float, bits) {
        (true, 16) => half_to_f64(u16::try_from(value).unwrap_or(0)),
        (true, _) => f64::from(f32::from_bits(u32::try_from(value).unwrap_or(0))),
        (false, _) => value as f64 / top as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(format: &str, texel: &[u8]) -> [u8; 3] {
        color(&Layout::of(format).expect("a format"), texel)
    }

    #[test]
    fn channels_land_in_their_colours() {
        assert_eq!(pixel("A8R8G8B8", &[1, 2, 3, 4]), [3, 2, 1]);
        assert_eq!(pixel("A8B8G8R8", &[1, 2, 3, 4]), [1, 2, 3]);
        assert_eq!(pixel("R5G6B5", &0xf800u16.to_le_bytes()), [255, 0, 0]);
        assert_eq!(pixel("L8", &[7]), [7; 3]);
        assert_eq!(pixel("R16F", &0x3c00u16.to_le_bytes()), [255, 0, 0]);
        assert_eq!(pixel("G32R32F", &[0, 0, 0, 0x3f, 0, 0, 0x80, 0xbf]), [128, 0, 0]);
    }
}
