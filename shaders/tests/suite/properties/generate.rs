//! Bytes for tests: noise and damage here, programs that are mostly correct in [`program`].

mod program;

use proptest::prelude::*;
use proptest::sample::{Index, select};

pub(crate) use program::shader;

const END: u32 = 0x0000_FFFF;
const MODELS: [u32; 13] = [
    0xFFFE_0101,
    0xFFFE_0200,
    0xFFFE_0201,
    0xFFFE_0300,
    0xFFFE_02FF,
    0xFFFF_0101,
    0xFFFF_0102,
    0xFFFF_0103,
    0xFFFF_0104,
    0xFFFF_0200,
    0xFFFF_0201,
    0xFFFF_0300,
    0xFFFF_03FF,
];

/// Tokens as little-endian bytes.
pub(crate) fn bytes(tokens: &[u32]) -> Vec<u8> {
    tokens.iter().flat_map(|token| token.to_le_bytes()).collect()
}

/// A known version, and tokens that look like instructions and operands more often than chance has it.
pub(crate) fn noise() -> impl Strategy<Value = Vec<u32>> {
    let token = prop_oneof![
        any::<u32>(),
        (0u32..100, 0u32..8, any::<bool>())
            .prop_map(|(opcode, length, bit)| opcode | length << 24 | u32::from(bit) << 28),
        (0u32..20, 0u32..16, any::<u8>())
            .prop_map(|(file, number, swizzle)| operand(file, number) | u32::from(swizzle) << 16),
    ];
    let body = proptest::collection::vec(token, 0..64);
    (select(&MODELS[..]), body).prop_map(|(version, body)| [&[version], &body[..], &[END]].concat())
}

/// A shader of `corpus` with bits flipped, tokens replaced, cut or repeated.
pub(crate) fn damaged(corpus: Vec<(String, Vec<u8>)>) -> impl Strategy<Value = Vec<u8>> {
    let blobs: Vec<Vec<u8>> = corpus.into_iter().map(|(_, bytes)| bytes).collect();
    let damage = (any::<Index>(), 0u8..5, any::<u32>());
    (select(blobs), proptest::collection::vec(damage, 1..6)).prop_map(|(mut bytes, damages)| {
        for (place, kind, value) in damages {
            hurt(&mut bytes, place, kind, value);
        }
        bytes
    })
}

fn hurt(bytes: &mut Vec<u8>, place: Index, kind: u8, value: u32) {
    if bytes.len() < 4 {
        return;
    }
    let token = place.index(bytes.len() / 4) * 4;
    let [low, second, ..] = value.to_le_bytes();
    match kind {
        0 => bytes[token + usize::from(low & 3)] ^= 1 << (second & 7),
        1 => bytes[token..token + 4].copy_from_slice(&value.to_le_bytes()),
        2 => {
            bytes.drain(token..token + 4);
        }
        3 => bytes.extend_from_within(token..),
        // Another opcode with the same operands.
        _ => bytes[token] = second % 97,
    }
}

/// An operand token of register file number `file`.
const fn operand(file: u32, number: u32) -> u32 {
    0x8000_0000 | (file & 7) << 28 | (file & 0x18) << 8 | number
}
