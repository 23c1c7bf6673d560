//! Blocks decoded on the CPU, for GPUs without block compression.

use super::Codec;

/// Bytes of a decoded 4x4 block at most.
const DECODED: usize = 64;

impl Codec {
    /// Bytes of an encoded block and of a decoded texel.
    fn block_shape(self) -> (usize, usize) {
        match self {
            Self::Bc1 => (8, 4),
            Self::Bc4 => (8, 1),
            Self::Bc5 => (16, 2),
            _ => (16, 4),
        }
    }

    fn decode(self, block: &[u8], out: &mut [u8; DECODED]) {
        match self {
            Self::Bc1 => bcdec_rs::bc1(block, out, 16),
            Self::Bc2 => bcdec_rs::bc2(block, out, 16),
            Self::Bc4 => bcdec_rs::bc4(block, out, 4, false),
            Self::Bc5 => bcdec_rs::bc5(block, out, 8, false),
            _ => bcdec_rs::bc3(block, out, 16),
        }
    }
}

/// Appends the first `rows` texel rows, each of `width` texels, of a row of blocks.
pub(super) fn decode_row(codec: Codec, blocks: &[u8], width: u32, rows: u32, out: &mut Vec<u8>) {
    let (block_bytes, texel) = codec.block_shape();
    let row_bytes = width as usize * texel;
    let start = out.len();
    out.resize(start + row_bytes * rows as usize, 0);
    let mut decoded = [0; DECODED];
    for (index, block) in blocks.chunks_exact(block_bytes).enumerate() {
        let left = index * 4 * texel;
        let size = row_bytes.saturating_sub(left).min(4 * texel);
        codec.decode(block, &mut decoded);
        for row in 0..rows as usize {
            let to = start + row * row_bytes + left;
            out[to..to + size].copy_from_slice(&decoded[row * 4 * texel..][..size]);
        }
    }
}
