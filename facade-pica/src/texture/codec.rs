//! Whole textures.

use super::Layout;
use crate::reference::TexelFormat;

/// How many bytes a level takes.
#[must_use]
pub fn level_bytes(format: TexelFormat, width: u32, height: u32) -> usize {
    Layout::Tiles.pixels(width, height) as usize * format.bits() as usize / 8
}

/// A level as RGBA8 rows, the first row of memory first. Texels that `bytes` does not reach are zero.
#[must_use]
pub fn decode(format: TexelFormat, bytes: &[u8], width: u32, height: u32) -> Vec<u8> {
    let mut rows = vec![0; width as usize * height as usize * 4];
    let tile_bytes = format.bits() as usize * 8;
    for y in 0..height {
        for x in 0..width {
            let tile = ((y >> 3) * (width >> 3) + (x >> 3)) as usize * tile_bytes;
            let Some(tile) = bytes.get(tile..tile + tile_bytes) else { continue };
            let place = (y as usize * width as usize + x as usize) * 4;
            rows[place..place + 4].copy_from_slice(&format.texel(tile, x & 7, y & 7));
        }
    }
    rows
}

/// RGBA8 rows as a level; excess bits are cut off, and intensity is taken from red. `None` for the compressed formats,
/// which have no one encoding.
#[must_use]
pub fn encode(format: TexelFormat, rows: &[u8], width: u32, height: u32) -> Option<Vec<u8>> {
    if matches!(format, TexelFormat::Etc1 | TexelFormat::Etc1A4) {
        return None;
    }
    let mut bytes = vec![0; level_bytes(format, width, height)];
    let bits = format.bits() as usize;
    let texels = rows.as_chunks::<4>().0.iter().take(width as usize * height as usize);
    for (at, texel) in texels.enumerate() {
        let (x, y) = (at as u32 % width, at as u32 / width);
        let index = Layout::Tiles.index(x, y, width) as usize;
        let value = pack(format, *texel);
        if bits == 4 {
            let shift = 4 * (index & 1);
            let byte = &mut bytes[index / 2];
            *byte = *byte & !(15 << shift) | (value as u8) << shift;
        } else {
            let size = bits / 8;
            bytes[index * size..][..size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
    Some(bytes)
}

fn pack(format: TexelFormat, color: [u8; 4]) -> u32 {
    let [r, g, b, a] = color.map(u32::from);
    match format {
        TexelFormat::Rgba8 => u32::from_be_bytes(color),
        TexelFormat::Rgb8 => r << 16 | g << 8 | b,
        TexelFormat::Rgb5A1 => r >> 3 << 11 | g >> 3 << 6 | b >> 3 << 1 | a >> 7,
        TexelFormat::Rgb565 => r >> 3 << 11 | g >> 2 << 5 | b >> 3,
        TexelFormat::Rgba4 => r >> 4 << 12 | g >> 4 << 8 | b >> 4 << 4 | a >> 4,
        TexelFormat::Ia8 => r << 8 | a,
        TexelFormat::HiLo8 => r << 8 | g,
        TexelFormat::I8 => r,
        TexelFormat::A8 => a,
        TexelFormat::Ia4 => r & 0xF0 | a >> 4,
        TexelFormat::I4 => r >> 4,
        TexelFormat::A4 => a >> 4,
        TexelFormat::Etc1 | TexelFormat::Etc1A4 => 0,
    }
}
