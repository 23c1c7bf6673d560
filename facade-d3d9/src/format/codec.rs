//! Conversion between guest texels and what the GPU holds.

use half::f16;

use super::block;

/// A field of a packed texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Its lowest bit.
    pub(crate) shift: u8,
    /// Its width; 0 for a lane that is absent and reads as one.
    pub(crate) bits: u8,
}

/// How guest texels become stored texels, and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    /// The same bytes.
    Copy,
    /// 32-bit texels whose highest byte is undefined for the guest and one for the GPU.
    Opaque,
    /// A byte of alpha to black with that alpha.
    Alpha,
    /// 16-bit texels of red, green, blue, alpha to blue, green, red, alpha bytes.
    Packed([Field; 4]),
    /// 2:10:10:10 with the first and third lanes exchanged.
    SwapTens,
    /// A nibble of luminance and a high nibble of alpha to two bytes.
    Nibbles,
    /// Signed 5-bit u and v and unsigned 6-bit luminance to half floats.
    L6V5U5,
    /// Signed 8-bit u and v and unsigned luminance to half floats.
    X8L8V8U8,
    /// Signed 10-bit u, v, w and unsigned 2-bit alpha to half floats.
    A2W10V10U10,
    /// Unsigned normalised 16-bit lanes to floats.
    Unorm16,
    /// Signed normalised 16-bit lanes to floats.
    Snorm16,
    /// DXT1 to r, g, b, a bytes.
    Bc1,
    /// DXT2 and DXT3 to r, g, b, a bytes.
    Bc2,
    /// DXT4 and DXT5 to r, g, b, a bytes.
    Bc3,
    /// ATI1 to a byte.
    Bc4,
    /// ATI2 to two bytes.
    Bc5,
}

impl Codec {
    /// Whether it decodes blocks to texels.
    pub(crate) const fn is_block_decoder(self) -> bool {
        matches!(self, Self::Bc1 | Self::Bc2 | Self::Bc3 | Self::Bc4 | Self::Bc5)
    }

    /// Appends the stored form of a tight row of guest texels. Block codecs take a row of blocks and give
    /// the first `rows` (1–4) texel rows of it, each of `width` texels.
    pub(crate) fn store(self, guest: &[u8], width: u32, rows: u32, out: &mut Vec<u8>) {
        match self {
            Self::Copy => out.extend_from_slice(guest),
            Self::Opaque => {
                out.extend(guest.as_chunks::<4>().0.iter().flat_map(|&[a, b, c, _]| [a, b, c, 0xFF]));
            }
            Self::Alpha => out.extend(guest.iter().flat_map(|&alpha| [0, 0, 0, alpha])),
            Self::Packed(fields) => out.extend(words(guest).flat_map(|texel| unpack(texel, fields))),
            Self::SwapTens => {
                out.extend(doubles(guest).flat_map(|texel| swap_tens(texel).to_le_bytes()));
            }
            Self::Nibbles => {
                out.extend(guest.iter().flat_map(|&texel| [(texel & 15) * 17, (texel >> 4) * 17]));
            }
            Self::L6V5U5 => out.extend(words(guest).flat_map(|texel| halves(l6v5u5(texel)))),
            Self::X8L8V8U8 => {
                out.extend(guest.as_chunks::<4>().0.iter().flat_map(|&texel| halves(x8l8v8u8(texel))));
            }
            Self::A2W10V10U10 => out.extend(doubles(guest).flat_map(|texel| halves(a2w10v10u10(texel)))),
            Self::Unorm16 => {
                out.extend(words(guest).flat_map(|lane| (f32::from(lane) / 65535.0).to_le_bytes()));
            }
            Self::Snorm16 => out.extend(words(guest).flat_map(|lane| snorm16(lane).to_le_bytes())),
            Self::Bc1 | Self::Bc2 | Self::Bc3 | Self::Bc4 | Self::Bc5 => {
                block::decode_row(self, guest, width, rows, out);
            }
        }
    }

    /// Appends the guest form of a tight row of stored texels; undefined bits are zero. Blocks are never
    /// encoded: they give nothing.
    pub(crate) fn load(self, stored: &[u8], out: &mut Vec<u8>) {
        match self {
            Self::Copy | Self::Opaque => out.extend_from_slice(stored),
            Self::Alpha => out.extend(stored.as_chunks::<4>().0.iter().map(|&[.., alpha]| alpha)),
            Self::Packed(fields) => {
                out.extend(stored.as_chunks::<4>().0.iter().flat_map(|&t| pack(t, fields).to_le_bytes()));
            }
            Self::SwapTens => {
                out.extend(doubles(stored).flat_map(|texel| swap_tens(texel).to_le_bytes()));
            }
            Self::Nibbles => {
                let narrow = |byte: u8| (u16::from(byte) * 15 + 127) / 255;
                let texels = stored.as_chunks::<2>().0.iter();
                out.extend(texels.map(|&[l, a]| (narrow(a) << 4 | narrow(l)) as u8));
            }
            Self::L6V5U5 => out.extend(quads(stored).flat_map(|texel| to_l6v5u5(texel).to_le_bytes())),
            Self::X8L8V8U8 => out.extend(quads(stored).flat_map(to_x8l8v8u8)),
            Self::A2W10V10U10 => {
                out.extend(quads(stored).flat_map(|texel| to_a2w10v10u10(texel).to_le_bytes()));
            }
            Self::Unorm16 => {
                out.extend(floats(stored).flat_map(|lane| (unorm(lane, 65535.0) as u16).to_le_bytes()));
            }
            Self::Snorm16 => {
                out.extend(floats(stored).flat_map(|lane| (snorm(lane, 32767.0) as i16).to_le_bytes()));
            }
            Self::Bc1 | Self::Bc2 | Self::Bc3 | Self::Bc4 | Self::Bc5 => {}
        }
    }
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes.as_chunks::<2>().0.iter().map(|&word| u16::from_le_bytes(word))
}

fn doubles(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word))
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.as_chunks::<4>().0.iter().map(|&word| f32::from_le_bytes(word))
}

/// Texels of four half floats.
fn quads(bytes: &[u8]) -> impl Iterator<Item = [f32; 4]> {
    let lane = |texel: &[u8; 8], i: usize| f16::from_le_bytes([texel[2 * i], texel[2 * i + 1]]).to_f32();
    bytes.as_chunks::<8>().0.iter().map(move |texel| std::array::from_fn(|i| lane(texel, i)))
}

fn halves(lanes: [f32; 4]) -> [u8; 8] {
    let [x, y, z, w] = lanes.map(|lane| f16::from_f32(lane).to_le_bytes());
    [x[0], x[1], y[0], y[1], z[0], z[1], w[0], w[1]]
}

/// A lane in 0–1 as an integer of 0–`scale`, rounded.
fn unorm(lane: f32, scale: f32) -> f32 {
    (lane.clamp(0.0, 1.0) * scale).round_ties_even()
}

/// A lane in −1–1 as an integer of −`scale`–`scale`, rounded.
fn snorm(lane: f32, scale: f32) -> f32 {
    (lane.clamp(-1.0, 1.0) * scale).round_ties_even()
}

fn unpack(texel: u16, [red, green, blue, alpha]: [Field; 4]) -> [u8; 4] {
    [blue, green, red, alpha].map(|field| {
        if field.bits == 0 {
            return 0xFF;
        }
        let top = (1_u32 << field.bits) - 1;
        let value = u32::from(texel) >> field.shift & top;
        ((value * 255 + top / 2) / top) as u8
    })
}

fn pack([b, g, r, a]: [u8; 4], fields: [Field; 4]) -> u16 {
    let lanes = fields.into_iter().zip([r, g, b, a]);
    lanes.fold(0, |texel, (field, lane)| {
        let top = (1_u32 << field.bits) - 1;
        texel | (((u32::from(lane) * top + 127) / 255) << field.shift) as u16
    })
}

fn swap_tens(texel: u32) -> u32 {
    texel & 0xC00F_FC00 | texel >> 20 & 0x3FF | (texel & 0x3FF) << 20
}

/// Sign-extends the lowest `bits` bits.
fn signed(value: u32, bits: u32) -> f32 {
    let unused = 32 - bits;
    ((value << unused) as i32 >> unused) as f32
}

fn snorm16(lane: u16) -> f32 {
    (f32::from(lane as i16) / 32767.0).max(-1.0)
}

/// u, v, luminance. A 5-bit value is the top of an 8-bit one, so −16 is −1 while −15 is not.
fn l6v5u5(texel: u16) -> [f32; 4] {
    let texel = u32::from(texel);
    let five = |value: u32| (signed(value, 5) * 8.0 / 127.0).max(-1.0);
    [five(texel), five(texel >> 5), (texel >> 10) as f32 / 63.0, 1.0]
}

fn to_l6v5u5([u, v, l, _]: [f32; 4]) -> u16 {
    let five = |lane: f32| (snorm(lane, 127.0) / 8.0).round_ties_even().min(15.0) as i16 as u16 & 31;
    five(u) | five(v) << 5 | (unorm(l, 63.0) as u16) << 10
}

fn x8l8v8u8([u, v, l, _]: [u8; 4]) -> [f32; 4] {
    let eight = |value: u8| (f32::from(value as i8) / 127.0).max(-1.0);
    [eight(u), eight(v), f32::from(l) / 255.0, 1.0]
}

fn to_x8l8v8u8([u, v, l, _]: [f32; 4]) -> [u8; 4] {
    let eight = |lane: f32| snorm(lane, 127.0) as i8 as u8;
    [eight(u), eight(v), unorm(l, 255.0) as u8, 0]
}

fn a2w10v10u10(texel: u32) -> [f32; 4] {
    let ten = |value: u32| (signed(value, 10) / 511.0).max(-1.0);
    [ten(texel), ten(texel >> 10), ten(texel >> 20), (texel >> 30) as f32 / 3.0]
}

fn to_a2w10v10u10([u, v, w, a]: [f32; 4]) -> u32 {
    let ten = |lane: f32| snorm(lane, 511.0) as i32 as u32 & 0x3FF;
    ten(u) | ten(v) << 10 | ten(w) << 20 | (unorm(a, 3.0) as u32) << 30
}

#[cfg(test)]
mod tests;
