//! Texture 0: formats, wrap modes, the origin of V, exact coordinates and the first combiner stage.

use proptest::prelude::*;
use retrograph_pica::reference::{SceneError, Target, TexelFormat};
use retrograph_pica::registers::Register;
use retrograph_pica::scenes::commands::Surface;
use retrograph_pica::scenes::{Scene, TARGET, TEXTURE, textured};

const FULL: [[f32; 2]; 2] = [[0.0, 0.0], [1.0, 1.0]];
const CLAMP: u32 = 0;

fn scene(
    format: TexelFormat,
    side: u32,
    texels: Vec<u8>,
    param: u32,
    uv: [[f32; 2]; 2],
    modulate: bool,
) -> Scene {
    let surface = Surface { base: TARGET, width: 32, height: 32 };
    let param = param | if format == TexelFormat::Etc1 { 0x20 } else { 0 };
    textured(surface, format, [side, side], texels, param, uv, modulate)
}

fn picture(scene: &Scene) -> Target {
    scene.render().unwrap_or_else(|failure| panic!("{}: {failure}", scene.name)).0
}

fn error(scene: &Scene) -> SceneError {
    *scene.render().expect_err("an error").error
}

/// An RGBA8 texture of 8x8 whose texel has its column in R and its memory row in G.
fn places() -> Vec<u8> {
    let mut texels = vec![0; 256];
    for y in 0..8u8 {
        for x in 0..8u8 {
            let texel = &mut texels[4 * morton(x, y)..][..4];
            texel.copy_from_slice(&[255, 0, y, x]);
        }
    }
    texels
}

/// The place of a texel in its tile, by its rows of pairs, quads and so on: another way than interleaving bits.
fn morton(x: u8, y: u8) -> usize {
    const PAIR: [[usize; 2]; 2] = [[0, 1], [2, 3]];
    let at = |shift: u8| PAIR[usize::from(y >> shift & 1)][usize::from(x >> shift & 1)];
    at(2) * 16 + at(1) * 4 + at(0)
}

/// Row 0 of memory is the top of the picture, at V close to 1.
#[test]
fn v_starts_at_the_bottom_and_memory_at_the_top() {
    let target = picture(&scene(TexelFormat::Rgba8, 8, places(), CLAMP, FULL, false));
    for y in 0..32 {
        for x in 0..32 {
            assert_eq!(target.pixel(x, y), Some([(x / 4) as u8, 7 - (y / 4) as u8, 0, 255]));
        }
    }
}

#[test]
fn clamp_repeat_and_mirror_are_independent_per_axis() {
    let index = |mode: u32, texel: i32| match mode {
        0 => texel.clamp(0, 7),
        2 => (texel + 64) % 8,
        _ => [0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0][((texel + 64) % 16) as usize],
    };
    for s in [0, 2, 3] {
        for t in [0, 2, 3] {
            // From -2 to 2 over 32 pixels: a texel a pixel.
            let uv = [[-2.0, -2.0], [2.0, 2.0]];
            let target = picture(&scene(TexelFormat::Rgba8, 8, places(), s << 12 | t << 8, uv, false));
            for y in 0..32 {
                for x in 0..32 {
                    let (column, row) = (index(s, x - 16), index(t, y - 16));
                    let expected = [column as u8, 7 - row as u8, 0, 255];
                    assert_eq!(target.pixel(x as u32, y as u32), Some(expected), "{s} {t} at {x}, {y}");
                }
            }
        }
    }
    for (param, value) in [(1 << 12, 1), (1 << 8, 1), (4 << 12, 4), (7 << 8, 7)] {
        let SceneError::Register { register, value: found, .. } =
            error(&scene(TexelFormat::Rgba8, 8, places(), param, FULL, false))
        else {
            panic!("wrap {value}")
        };
        assert_eq!((register, found), (Register(0x083), param));
    }
}

#[test]
fn the_first_stage_replaces_or_modulates_and_the_others_pass() {
    let mut texels = vec![0; 256];
    for texel in texels.as_chunks_mut::<4>().0 {
        *texel = [0x40, 0x30, 0x20, 0x10];
    }
    let replaced = picture(&scene(TexelFormat::Rgba8, 8, texels.clone(), CLAMP, FULL, false));
    assert_eq!(replaced.pixel(5, 5), Some([0x10, 0x20, 0x30, 0x40]));
    // The primary colour is yellow.
    let modulated = picture(&scene(TexelFormat::Rgba8, 8, texels, CLAMP, FULL, true));
    assert_eq!(modulated.pixel(5, 5), Some([0x10, 0x20, 0, 0x40]));
}

#[test]
fn texture_coordinates_are_exact_q16_from_minus_16_to_16() {
    let unit = 2f32.powi(-16);
    let with =
        |u: f32| scene(TexelFormat::Rgba8, 8, places(), 2 << 12 | 2 << 8, [[u, 0.0], [0.0, 1.0]], false);
    for u in [-16.0, 16.0, unit, 1.0 - unit, -unit, 15.5] {
        picture(&with(u));
    }
    for (u, problem) in [
        (unit / 2.0, "not a multiple of 2^-16"),
        (2f32.powi(-40), "not a multiple of 2^-16"),
        (16.5, "outside -16 to 16"),
        (-17.0, "outside -16 to 16"),
    ] {
        let SceneError::Output { output, value, problem: found, .. } = error(&with(u)) else { panic!() };
        assert_eq!((output, value, found), ("texcoord0.u", Some(u), problem));
    }
}

/// All formats but the block-compressed ones, decoded by the table in another way: bits from the top of a number.
#[test]
fn twelve_formats_decode() {
    let mut state = 12345u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    for format in TexelFormat::ALL.into_iter().take(12) {
        let bits = format.bits() as usize;
        let texels: Vec<u8> = (0..16 * 16 * bits / 8).map(|_| random()).collect();
        let target = picture(&scene(format, 16, texels.clone(), CLAMP, FULL, false));
        for y in 0..16u8 {
            for x in 0..16u8 {
                let tile = usize::from(y / 8) * 2 + usize::from(x / 8);
                let index = tile * 64 + morton(x % 8, y % 8);
                let number = (0..bits).fold(0u32, |number, bit| {
                    let at = index * bits + bit;
                    number | u32::from(texels[at / 8] >> (at % 8) & 1) << bit
                });
                let (column, row) = (u32::from(x) * 2, 31 - u32::from(y) * 2);
                assert_eq!(target.pixel(column, row), Some(expand(format, number)), "{format:?} {x} {y}");
            }
        }
    }
}

/// The fields of a format from the top: for R, G, B and A their width, and their distance from bit 0.
fn expand(format: TexelFormat, number: u32) -> [u8; 4] {
    use TexelFormat as F;
    // A width of 0 stands for the constant in the second place.
    let fields: [(u32, u32); 4] = match format {
        F::Rgba8 => [(8, 24), (8, 16), (8, 8), (8, 0)],
        F::Rgb8 => [(8, 16), (8, 8), (8, 0), (0, 255)],
        F::Rgb5A1 => [(5, 11), (5, 6), (5, 1), (1, 0)],
        F::Rgb565 => [(5, 11), (6, 5), (5, 0), (0, 255)],
        F::Rgba4 => [(4, 12), (4, 8), (4, 4), (4, 0)],
        F::Ia8 => [(8, 8), (8, 8), (8, 8), (8, 0)],
        F::HiLo8 => [(8, 8), (8, 0), (0, 0), (0, 255)],
        F::I8 => [(8, 0), (8, 0), (8, 0), (0, 255)],
        F::A8 => [(0, 0), (0, 0), (0, 0), (8, 0)],
        F::Ia4 => [(4, 4), (4, 4), (4, 4), (4, 0)],
        F::I4 => [(4, 0), (4, 0), (4, 0), (0, 255)],
        _ => [(0, 0), (0, 0), (0, 0), (4, 0)],
    };
    fields.map(|(width, low)| {
        if width == 0 {
            return low as u8;
        }
        let value = number >> low & ((1 << width) - 1);
        // Bits repeat from the top until eight are there.
        let repeated = (0..8).fold(0u32, |all, bit| all << 1 | value >> (width - 1 - bit % width) & 1);
        repeated as u8
    })
}

proptest! {
    /// ETC1 against another decoder: any blocks whose differential colours stay in range.
    #[test]
    fn etc1_blocks_decode_as_elsewhere(
        blocks in prop::collection::vec((any::<u64>(), any::<u64>()), 16),
    ) {
        let sane = |block: u64| {
            let delta = |low: u32| ((block >> low & 7) as i64 ^ 4) - 4 + (block >> (low + 3) & 31) as i64;
            block >> 33 & 1 == 0 || [40, 48, 56].into_iter().all(|low| (0..32).contains(&delta(low)))
        };
        for (format, with_alpha) in [(TexelFormat::Etc1, false), (TexelFormat::Etc1A4, true)] {
            let blocks: Vec<_> = blocks.iter().map(|&(color, alpha)| {
                // A block out of range becomes one without differences.
                (if sane(color) { color } else { color & !(1 << 33) }, alpha)
            }).collect();
            let texels: Vec<u8> = blocks.iter().flat_map(|&(color, alpha)| {
                let alpha = with_alpha.then_some(alpha);
                alpha.into_iter().chain([color]).flat_map(u64::to_le_bytes)
            }).collect();
            let target = picture(&scene(format, 16, texels, CLAMP, FULL, false));
            for (number, &(color, alpha)) in blocks.iter().enumerate() {
                let mut expected = [0u32; 16];
                texture2ddecoder::decode_etc1_block(&color.to_be_bytes(), &mut expected);
                let (tile, block) = (number as u32 / 4, number as u32 % 4);
                for (at, bgra) in expected.into_iter().enumerate() {
                    let (x, y) = (at as u32 % 4, at as u32 / 4);
                    let [b, g, r, _] = bgra.to_le_bytes();
                    let a = if with_alpha { (alpha >> (16 * x + 4 * y) & 0xF) as u8 * 17 } else { 255 };
                    let column = tile % 2 * 8 + block % 2 * 4 + x;
                    let row = tile / 2 * 8 + block / 2 * 4 + y;
                    prop_assert_eq!(target.pixel(column * 2, 31 - row * 2), Some([r, g, b, a]));
                }
            }
        }
    }
}

#[test]
fn textures_lie_in_one_span_whole() {
    let mut scene = scene(TexelFormat::Rgba8, 8, places(), CLAMP, FULL, false);
    scene.textures[0].1.pop();
    let SceneError::Outside { what, address, bytes, .. } = error(&scene) else { panic!() };
    assert_eq!((what, address, bytes), ("a texture", TEXTURE, 256));
    // The geometry span has textures as well as any other.
    scene.textures.clear();
    scene.geometry.1.resize((TEXTURE - scene.geometry.0).min(4 << 20) as usize, 0);
    assert!(matches!(error(&scene), SceneError::Outside { .. }));
}

#[test]
fn texture_state_outside_the_bounded_path_is_named() {
    for (index, value) in [
        (0x082, 12 | 8 << 16),
        (0x082, 8),
        (0x082, 0x7FF | 8 << 16),
        (0x083, 2),
        (0x083, 4),
        (0x083, 1 << 24),
        (0x083, 1 << 28),
        (0x083, 1 << 20),
        (0x083, 0x20),
        (0x084, 0x0001_0000),
        (0x08E, 14),
        (0x06F, 3),
    ] {
        let mut scene = scene(TexelFormat::Rgba8, 8, places(), CLAMP, FULL, false);
        let words = [value, retrograph_pica::list::Header::new(Register(index), 0xF, 0, false).0];
        let draw = scene.words.iter().position(|&word| word == 0x000F_022E).expect("the draw") - 1;
        scene.words.splice(draw..draw, words);
        let SceneError::Register { register, value: found, .. } = error(&scene) else { panic!("{index:#X}") };
        assert_eq!((register, found), (Register(index), value));
    }
}
