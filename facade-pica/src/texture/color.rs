//! Pixels of framebuffers.

use crate::state::{ColorFormat, DepthFormat};

/// Five bits as eight.
const fn five(v: u32) -> u8 {
    let v = v & 0x1F;
    (v << 3 | v >> 2) as u8
}

fn word(bytes: &[u8], count: usize) -> u32 {
    bytes.iter().take(count).rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

fn put(bytes: &mut [u8], count: usize, word: u32) {
    bytes.iter_mut().take(count).zip(word.to_le_bytes()).for_each(|(to, byte)| *to = byte);
}

/// A stored colour as RGBA; formats without alpha have 255.
#[inline]
#[must_use]
pub fn decode_color(format: ColorFormat, bytes: &[u8]) -> [u8; 4] {
    let v = word(bytes, format.bytes() as usize);
    match format {
        ColorFormat::Rgba8 => v.to_be_bytes(),
        ColorFormat::Rgb8 => [(v >> 16) as u8, (v >> 8) as u8, v as u8, 255],
        ColorFormat::Rgb5A1 => [five(v >> 11), five(v >> 6), five(v >> 1), (v & 1) as u8 * 255],
        ColorFormat::Rgb565 => {
            let green = v >> 5 & 0x3F;
            [five(v >> 11), (green << 2 | green >> 4) as u8, five(v), 255]
        }
        ColorFormat::Rgba4 => [12, 8, 4, 0].map(|shift| (v >> shift & 15) as u8 * 17),
    }
}

/// Stores a colour; excess bits are cut off.
#[inline]
pub fn encode_color(format: ColorFormat, color: [u8; 4], bytes: &mut [u8]) {
    let [r, g, b, a] = color.map(u32::from);
    let v = match format {
        ColorFormat::Rgba8 => u32::from_be_bytes(color),
        ColorFormat::Rgb8 => r << 16 | g << 8 | b,
        ColorFormat::Rgb5A1 => r >> 3 << 11 | g >> 3 << 6 | b >> 3 << 1 | a >> 7,
        ColorFormat::Rgb565 => r >> 3 << 11 | g >> 2 << 5 | b >> 3,
        ColorFormat::Rgba4 => r >> 4 << 12 | g >> 4 << 8 | b >> 4 << 4 | a >> 4,
    };
    put(bytes, format.bytes() as usize, v);
}

/// A stored depth, and the stencil value or 0.
#[inline]
#[must_use]
pub fn decode_depth(format: DepthFormat, bytes: &[u8]) -> (u32, u8) {
    let v = word(bytes, format.bytes() as usize);
    (v & format.max(), if format == DepthFormat::D24S8 { (v >> 24) as u8 } else { 0 })
}

/// Stores depth and stencil.
#[inline]
pub fn encode_depth(format: DepthFormat, depth: u32, stencil: u8, bytes: &mut [u8]) {
    put(bytes, format.bytes() as usize, depth & format.max() | u32::from(stencil) << 24);
}
