use super::Codec;
use crate::format::{Format, Row};

fn row(format: Format) -> &'static Row {
    format.row().expect("a row of the table")
}

fn codec(format: Format) -> Codec {
    row(format).storage.expect("held by the GPU").codec
}

fn store(codec: Codec, guest: &[u8]) -> Vec<u8> {
    let mut stored = Vec::new();
    codec.store(guest, 0, 1, &mut stored);
    stored
}

fn round_trip(codec: Codec, guest: &[u8]) -> Vec<u8> {
    let mut back = Vec::new();
    codec.load(&store(codec, guest), &mut back);
    back
}

/// Every 16-bit code comes back, apart from bits that the format leaves undefined.
fn all_words_return(format: Format, defined: u16) {
    let all: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    let expected: Vec<u8> = (0..=u16::MAX).flat_map(|code| (code & defined).to_le_bytes()).collect();
    assert_eq!(round_trip(codec(format), &all), expected, "{format:?}");
}

#[test]
fn packed_16_bit_codes_return() {
    all_words_return(Format::R5G6B5, 0xFFFF);
    all_words_return(Format::X1R5G5B5, 0x7FFF);
    all_words_return(Format::A1R5G5B5, 0xFFFF);
    all_words_return(Format::A4R4G4B4, 0xFFFF);
    all_words_return(Format::X4R4G4B4, 0x0FFF);
}

#[test]
fn l6v5u5_codes_return() {
    all_words_return(Format::L6V5U5, 0xFFFF);
}

#[test]
fn nibbles_return() {
    let all: Vec<u8> = (0..=u8::MAX).collect();
    assert_eq!(round_trip(Codec::Nibbles, &all), all);
    assert_eq!(store(Codec::Nibbles, &[0xF0, 0x0F, 0x81]), [0, 255, 255, 0, 17, 136]);
}

#[test]
fn sixteen_bit_lanes_return_from_floats() {
    let all: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    assert_eq!(round_trip(Codec::Unorm16, &all), all);
    let least = |code: u16| if code == 0x8000 { 0x8001 } else { code };
    let signed: Vec<u8> = (0..=u16::MAX).flat_map(|code| least(code).to_le_bytes()).collect();
    assert_eq!(round_trip(Codec::Snorm16, &all), signed);
}

#[test]
fn ten_bit_fields_return() {
    for code in 0..1024_u32 {
        let other = (code * 7 + 3) & 1023;
        let texel = (code | other << 10 | code << 20 | (code & 3) << 30).to_le_bytes();
        assert_eq!(round_trip(Codec::SwapTens, &texel), texel);
        if code != 512 && other != 512 {
            assert_eq!(round_trip(Codec::A2W10V10U10, &texel), texel, "{code}");
        }
    }
    assert_eq!(round_trip(Codec::A2W10V10U10, &[0, 2, 0, 0]), [1, 2, 0, 0], "−512 is −511");
}

#[test]
fn signed_bytes_with_luminance_return() {
    for code in 0..=u8::MAX {
        let texel = [code, code.wrapping_add(1), code, 0];
        let least = |byte: u8| if byte == 0x80 { 0x81 } else { byte };
        let expected = [least(texel[0]), least(texel[1]), code, 0];
        assert_eq!(round_trip(Codec::X8L8V8U8, &texel), expected);
    }
}

#[test]
fn packed_texels_expand_to_the_nearest_byte() {
    let stored = |format, code: u16| store(codec(format), &code.to_le_bytes());
    assert_eq!(stored(Format::R5G6B5, 0xF800), [0, 0, 255, 255]);
    assert_eq!(stored(Format::R5G6B5, 0x0861), [8, 12, 8, 255]);
    assert_eq!(stored(Format::R5G6B5, 3 << 11), [0, 0, 25, 255]);
    assert_eq!(stored(Format::X1R5G5B5, 0x001F), [255, 0, 0, 255]);
    assert_eq!(stored(Format::A1R5G5B5, 0x03E0), [0, 255, 0, 0]);
    assert_eq!(stored(Format::A1R5G5B5, 0x8000), [0, 0, 0, 255]);
    assert_eq!(stored(Format::A4R4G4B4, 0x1234), [0x44, 0x33, 0x22, 0x11]);
    assert_eq!(stored(Format::X4R4G4B4, 0x1234), [0x44, 0x33, 0x22, 0xFF]);
}

#[test]
fn undefined_bytes_become_one() {
    assert_eq!(store(codec(Format::X8R8G8B8), &[1, 2, 3, 4]), [1, 2, 3, 255]);
    assert_eq!(store(codec(Format::A8R8G8B8), &[1, 2, 3, 4]), [1, 2, 3, 4]);
}

#[test]
fn tens_are_exchanged() {
    let texel = (2_u32 << 30 | 0x155 << 20 | 0x2AA << 10 | 0x3FF).to_le_bytes();
    let stored = store(codec(Format::A2R10G10B10), &texel);
    assert_eq!(stored, (2_u32 << 30 | 0x3FF << 20 | 0x2AA << 10 | 0x155).to_le_bytes());
}

#[test]
fn fives_are_the_top_of_eights() {
    let lanes = |u: u16, v: u16, l: u16| super::l6v5u5(u | v << 5 | l << 10);
    assert_eq!(lanes(16, 17, 63), [-1.0, -120.0 / 127.0, 1.0, 1.0]);
    assert_eq!(lanes(15, 0, 0), [120.0 / 127.0, 0.0, 0.0, 1.0]);
}

#[test]
fn blocks_decode_by_value_and_are_cut_at_the_edge() {
    // DXT1, c0 > c1: pure red and pure blue; indices 0 1 2 3 in the first row.
    let block = [0x00, 0xF8, 0x1F, 0x00, 0b1110_0100, 0, 0, 0];
    let mut out = Vec::new();
    Codec::Bc1.store(&block, 3, 2, &mut out);
    let (red, blue, mixed) = ([255, 0, 0, 255], [0, 0, 255, 255], [170, 0, 85, 255]);
    assert_eq!(out, [red, blue, mixed, red, red, red].concat());

    let ati1 = [255, 0, 0, 0, 0, 0, 0, 0];
    let mut out = Vec::new();
    Codec::Bc4.store(&ati1, 4, 1, &mut out);
    assert_eq!(out, [255; 4]);

    let ati2 = [10, 0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0, 0, 0];
    let mut out = Vec::new();
    Codec::Bc5.store(&ati2, 1, 1, &mut out);
    assert_eq!(out, [10, 200]);
}

#[test]
fn two_blocks_lie_side_by_side() {
    let solid = |low: u8, high: u8| [low, high, 0, 0, 0, 0, 0, 0];
    let mut out = Vec::new();
    Codec::Bc1.store(&[solid(0x00, 0xF8), solid(0x1F, 0x00)].concat(), 5, 1, &mut out);
    let (red, blue) = ([255, 0, 0, 255], [0, 0, 255, 255]);
    assert_eq!(out, [red, red, red, red, blue].concat());
}
