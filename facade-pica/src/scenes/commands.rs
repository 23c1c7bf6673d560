//! The commands that scenes are made of.

use retrograph_shaders::pica::Float24;

use crate::list::ListBuilder;

/// Where a scene draws to: a surface of RGBA8 at a physical address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The physical address, a multiple of eight.
    pub base: u64,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

/// Semantics of an output that is a position: X, Y, Z and W.
pub const POSITION: u32 = 0x0302_0100;
/// Semantics of an output that is a colour: red, green, blue and alpha.
pub const COLOR: u32 = 0x0B0A_0908;
/// Semantics of an output that is a texture coordinate in X and Y.
pub const TEXCOORD: u32 = 0x1F1F_0D0C;

/// The bits that a float24 register holds for a number.
#[must_use]
pub fn float24(value: f32) -> u32 {
    Float24::from_f32_truncated(value).to_bits()
}

/// The three words of a packed float24 vector.
#[must_use]
pub fn packed([x, y, z, w]: [f32; 4]) -> [u32; 3] {
    let [x, y, z, w] = [x, y, z, w].map(float24);
    [w << 8 | z >> 16, z << 16 | y >> 8, y << 24 | x]
}

/// All state of a draw that the bounded path takes, without program, outputs, vertices and texture.
pub fn setup(list: &mut ListBuilder, surface: &Surface) {
    let Surface { base, width, height } = *surface;
    let dim = width | (height - 1) << 12 | 1 << 24;
    list.write(0x040, 0);
    viewport(list, [0, 0], [width as f32, height as f32]);
    list.write(0x047, 0).write(0x04D, float24(-1.0)).write(0x04E, 0).write(0x06D, 1);
    list.write(0x062, 0).write(0x118, 0).write(0x065, 0).write(0x06E, dim);
    list.write(0x080, 0x1000).write(0x08F, 0).write(0x0E0, 0);
    for stage in [0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8] {
        combiner(list, stage, if stage == 0x0C0 { 0 } else { 0x0FFF_0FFF }, 0);
    }
    list.write(0x100, 0x00E4_0000).write(0x101, 0x0101_0000).write(0x102, 3).write(0x103, 0);
    list.consecutive(0x104, &[0, 0, 0, 0xF00]);
    list.consecutive(0x112, &[0, 0xF, 0, 0, 0, 2, 0]);
    list.write(0x11B, 0).write(0x11D, (base / 8) as u32).write(0x11E, dim);
    list.write(0x229, 0).masked(0x245, 1, 0).write(0x252, 0).masked(0x253, 1, 0);
}

/// A combiner stage by its source register: sources, and the function for colour and alpha.
pub fn combiner(list: &mut ListBuilder, stage: u16, sources: u32, function: u32) {
    list.consecutive(stage, &[sources, 0, function | function << 16, 0, 0]);
}

/// The viewport, by its lower left corner and its size in pixels.
pub fn viewport(list: &mut ListBuilder, [x, y]: [i16; 2], [width, height]: [f32; 2]) {
    let inverse =
        |size: f32| retrograph_shaders::pica::Float31::from_f32_truncated(2.0 / size).to_bits() << 1;
    list.write(0x041, float24(width / 2.0)).write(0x042, inverse(width));
    list.write(0x043, float24(height / 2.0)).write(0x044, inverse(height));
    list.write(0x068, (x as u32 & 0x3FF) | (y as u32 & 0x3FF) << 16);
}

/// Uploads code from word `entry` on, where execution starts too, and descriptors from the first on.
pub fn program(list: &mut ListBuilder, entry: u32, code: &[u32], descriptors: &[u32]) {
    list.write(0x2CB, entry).repeat(0x2CC, code).write(0x2BF, 1);
    list.write(0x2D5, 0).repeat(0x2D6, descriptors);
    list.write(0x2BA, 0x7FFF_0000 | entry);
}

/// Uploads float uniforms from `first` on as packed float24.
pub fn uniforms(list: &mut ListBuilder, first: u32, vectors: &[[f32; 4]]) {
    let words: Vec<u32> = vectors.iter().flat_map(|&vector| packed(vector)).collect();
    list.write(0x2C0, first).repeat(0x2C1, &words);
}

/// The first outputs with these semantics, as [`POSITION`].
pub fn outputs(list: &mut ListBuilder, semantics: &[u32]) {
    let count = semantics.len() as u32;
    list.write(0x04F, count).consecutive(0x050, semantics).write(0x064, 1).write(0x06F, 0x0101_0703);
    list.write(0x2BD, (1 << count) - 1).masked(0x24A, 1, count - 1).masked(0x251, 1, count - 1);
    list.write(0x25E, count - 1);
}

/// One array of records at `offset` from `base`, an attribute after the other, each with its type (0 s8, 1 u8, 2 s16, 3
/// f32) and the number of its components.
pub fn attributes(list: &mut ListBuilder, base: u64, offset: u32, formats: &[(u32, u32)]) {
    let count = formats.len() as u32;
    let mut nibbles = 0u64;
    let mut order = 0u64;
    let mut stride = 0;
    for (index, &(kind, components)) in formats.iter().enumerate() {
        nibbles |= u64::from(kind | (components - 1) << 2) << (4 * index);
        order |= (index as u64) << (4 * index);
        let element = [1, 1, 2, 4][kind as usize];
        stride = u32::next_multiple_of(stride, element) + element * components;
    }
    list.write(0x200, (base / 8) as u32);
    list.write(0x201, nibbles as u32).write(0x202, (nibbles >> 32) as u32 | (count - 1) << 28);
    list.consecutive(0x203, &[offset, order as u32, (order >> 32) as u32 | stride << 16 | count << 28]);
    inputs(list, count);
}

/// The number of vertex inputs, each in the register of its own number.
pub fn inputs(list: &mut ListBuilder, count: u32) {
    list.write(0x242, count - 1).write(0x2B9, 0xA000_0000 | (count - 1));
    list.consecutive(0x2BB, &[0x7654_3210, 0xFEDC_BA98]);
}

/// Draws `count` vertices from `first` on.
pub fn draw_arrays(list: &mut ListBuilder, first: u32, count: u32) {
    list.write(0x228, count).write(0x22A, first).write(0x22E, 1).write(0x231, 1);
}

/// Draws `count` indices at `offset` from the attributes' base.
pub fn draw_elements(list: &mut ListBuilder, offset: u32, wide: bool, count: u32) {
    list.write(0x227, offset | u32::from(wide) << 31).write(0x228, count).write(0x22A, 0);
    list.masked(0x25E, 2, 0x300).write(0x22F, 1).write(0x231, 1);
}
