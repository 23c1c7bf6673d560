use super::*;
use crate::reference::TexelFormat;
use crate::state::{ColorFormat, DepthFormat};

/// Bytes without a pattern, the same each time.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x2545_F491u32;
    std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as u8
    })
    .take(count)
    .collect()
}

#[test]
fn every_plain_format_encodes_what_it_decoded() {
    for format in TexelFormat::ALL {
        let (width, height) = (32, 16);
        let bytes = noise(level_bytes(format, width, height));
        let rows = decode(format, &bytes, width, height);
        assert_eq!(rows.len(), 32 * 16 * 4);
        match encode(format, &rows, width, height) {
            Some(again) => assert_eq!(again, bytes, "{format:?}"),
            None => assert!(matches!(format, TexelFormat::Etc1 | TexelFormat::Etc1A4)),
        }
    }
}

/// Compressed tiles against a decoder of standard ETC1, whose blocks have their eight bytes the other way around.
#[test]
fn etc1_is_what_another_decoder_makes_of_it() {
    for with_alpha in [false, true] {
        let format = if with_alpha { TexelFormat::Etc1A4 } else { TexelFormat::Etc1 };
        let (width, height, size) = (32u32, 32u32, if with_alpha { 16 } else { 8 });
        let bytes = noise(level_bytes(format, width, height));
        let rows = decode(format, &bytes, width, height);
        for (at, block) in bytes.chunks(size).enumerate() {
            let mut color: [u8; 8] = block[size - 8..].try_into().expect("eight bytes");
            color.reverse();
            let differential = color[3] & 2 != 0;
            let overflows = (0..3).any(|lane| {
                let delta = i32::from(color[lane] & 7) - if color[lane] & 4 != 0 { 8 } else { 0 };
                !(0..32).contains(&(i32::from(color[lane] >> 3) + delta))
            });
            // Sums that leave five bits mean something else in ETC2, and nothing in ETC1.
            if differential && overflows {
                continue;
            }
            let mut expected = [0u32; 16];
            texture2ddecoder::decode_etc1(&color, 4, 4, &mut expected).expect("a block");
            let (tile, part) = (at as u32 / 4, at as u32 % 4);
            let origin = (tile % 4 * 8 + part % 2 * 4, tile / 4 * 8 + part / 2 * 4);
            for (texel, word) in expected.iter().enumerate() {
                let (x, y) = (texel as u32 % 4, texel as u32 / 4);
                let [b, g, r, _] = word.to_le_bytes();
                let alpha = match block[..size - 8].get((x * 4 + y) as usize / 2) {
                    Some(byte) => (byte >> (4 * (y & 1)) & 15) * 17,
                    None => 255,
                };
                let place = ((origin.1 + y) * width + origin.0 + x) as usize * 4;
                assert_eq!(rows[place..place + 4], [r, g, b, alpha], "block {at} texel {texel}");
            }
        }
    }
}

#[test]
fn both_layouts_are_permutations_and_their_own_inverse() {
    for layout in [Layout::Tiles, Layout::Blocks] {
        let (width, height) = (64, 96);
        let mut seen = vec![false; 64 * 96];
        for y in 0..height {
            for x in 0..width {
                let index = layout.index(x, y, width) as usize;
                assert!(!std::mem::replace(&mut seen[index], true), "{layout:?} {x} {y}");
            }
        }
        for bytes in 2..=4 {
            let tiles = noise(64 * 96 * bytes as usize);
            let rows = linear(layout, &tiles, width, height, bytes);
            assert_eq!(tiled(layout, &rows, width, height, bytes), tiles);
        }
    }
    // By hand: the second tile of the first row, and the tile below the first.
    assert_eq!(Layout::Tiles.index(8 + 3, 5, 64), 64 + 0b10_0111);
    assert_eq!(Layout::Tiles.index(0, 8, 64), 8 * 64);
    assert_eq!(Layout::Blocks.index(31, 31, 64), 1023);
    assert_eq!(Layout::Blocks.index(32, 32, 64), 3 * 1024);
}

#[test]
fn pixels_keep_the_bits_of_their_format() {
    for (format, expected) in [
        (ColorFormat::Rgba8, [0x12, 0x9A, 0xFE, 0x81]),
        (ColorFormat::Rgb8, [0x12, 0x9A, 0xFE, 255]),
        (ColorFormat::Rgb5A1, [0x10, 0x9C, 0xFF, 255]),
        (ColorFormat::Rgb565, [0x10, 0x9A, 0xFF, 255]),
        (ColorFormat::Rgba4, [0x11, 0x99, 0xFF, 0x88]),
    ] {
        let mut bytes = [0; 4];
        encode_color(format, [0x12, 0x9A, 0xFE, 0x81], &mut bytes);
        assert_eq!(decode_color(format, &bytes), expected, "{format:?}");
        assert!(bytes[format.bytes() as usize..].iter().all(|&byte| byte == 0));
    }
    let mut bytes = [0; 4];
    encode_depth(DepthFormat::D24S8, 0x12_3456, 0x78, &mut bytes);
    assert_eq!(bytes, [0x56, 0x34, 0x12, 0x78]);
    assert_eq!(decode_depth(DepthFormat::D24S8, &bytes), (0x12_3456, 0x78));
    assert_eq!(decode_depth(DepthFormat::D24, &bytes), (0x12_3456, 0));
    assert_eq!(decode_depth(DepthFormat::D16, &bytes), (0x3456, 0));
}
