//! Render states, texture stages, and the modes of blending textures.

use super::guest::{Guest, Screen, TLVERTEX, quad};
use super::tools::{A8R8G8B8, INVALID_PARAMS, OK, STRIP, X8R8G8B8};

const BLEND: u32 = 27;
const MAP_BLEND: u32 = 21;

/// The diffuse colour and the texel, alpha first.
const DIFFUSE: [f64; 4] = [0.6, 0.8, 0.4, 0.2];
const TEXEL: [f64; 4] = [0.4, 0.2, 0.6, 1.0];

fn packed(color: [f64; 4]) -> u32 {
    color.into_iter().fold(0, |word, channel| word << 8 | (channel * 255.0).round() as u32)
}

/// What a mode makes of diffuse `s` and texel `t`, as the table of modes says. Masks of one bit are not masks.
fn mixed(mode: u32, s: [f64; 4], t: [f64; 4], has_alpha: bool) -> [f64; 4] {
    let (sa, ta) = (s[0], if has_alpha { t[0] } else { 1.0 });
    let color = |f: &dyn Fn(f64, f64) -> f64| [f(s[1], t[1]), f(s[2], t[2]), f(s[3], t[3])];
    let ([r, g, b], alpha) = match mode {
        1 | 7 => (color(&|_, t| t), ta),
        2 => (color(&|s, t| s * t), if has_alpha { ta } else { sa }),
        3 => (color(&|s, t| s * (1.0 - ta) + t * ta), sa),
        4 => (color(&|s, t| s * t), sa * ta),
        5 => (color(&|_, t| t), sa),
        6 => (color(&|s, t| s * t), sa),
        _ => (color(&|s, t| (s + t).min(1.0)), sa),
    };
    [alpha, r, g, b]
}

#[test]
fn every_mode_blends_textures_with_and_without_alpha() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        let textures = [(A8R8G8B8, true), (X8R8G8B8, false)]
            .map(|(format, alpha)| (guest.texture(8, format, &[packed(TEXEL); 64]), alpha));
        for (texture, has_alpha) in textures {
            guest.bind(0, texture);
            for mode in 1..=8 {
                guest.set(MAP_BLEND, mode);
                let [alpha, rest @ ..] = mixed(mode, DIFFUSE, TEXEL, has_alpha);
                for (on, factor) in [(0, 1.0), (1, alpha)] {
                    for (state, value) in [(BLEND, on), (19, 5), (20, 1)] {
                        guest.set(state, value);
                    }
                    guest.cover(packed(DIFFUSE));
                    let [r, g, b] = rest.map(|channel| channel * factor);
                    guest.near(30, 30, packed([0.0, r, g, b]), 1);
                }
            }
            guest.set(MAP_BLEND, 2);
        }
    }
}

#[test]
fn without_a_texture_every_mode_is_the_diffuse_colour() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        for mode in 1..=8 {
            guest.set(MAP_BLEND, mode);
            guest.cover(packed(DIFFUSE));
            assert_eq!(guest.pixel(30, 30), packed(DIFFUSE) & 0xFF_FFFF, "version {version}, mode {mode}");
        }
    }
}

#[test]
fn buffers_blend_textures_by_every_mode_too() {
    let mut guest = Guest::new(1);
    let list: Vec<Screen> = quad(|x, y| Screen::at(x, y, packed(DIFFUSE)));
    for (format, has_alpha) in [(A8R8G8B8, true), (X8R8G8B8, false)] {
        let texture = guest.texture(8, format, &[packed(TEXEL); 64]);
        let handle = guest.texture_handle(texture);
        for mode in 1..=8 {
            let [alpha, rest @ ..] = mixed(mode, DIFFUSE, TEXEL, has_alpha);
            let states = [(1, handle), (MAP_BLEND, mode), (BLEND, 1), (19, 5), (20, 1)];
            guest.run(&states, &list);
            let [r, g, b] = rest.map(|channel| channel * alpha);
            guest.near(30, 30, packed([0.0, r, g, b]), 1);
        }
    }
}

#[test]
fn binding_a_texture_without_alpha_takes_alpha_from_diffuse() {
    let mut guest = Guest::new(3);
    let [with, without] = [A8R8G8B8, X8R8G8B8].map(|format| guest.texture(8, format, &[0x80FF_FFFF; 64]));
    let out = guest.put(&[0u32]);
    let stage = |guest: &mut Guest, kind| {
        assert_eq!(guest.device("GetTextureStageState", &[0, kind, out]), OK);
        guest.get::<1>(out)[0]
    };
    assert_eq!([stage(&mut guest, 1), stage(&mut guest, 4)], [4, 2]);
    guest.bind(0, with);
    assert_eq!(stage(&mut guest, 4), 2);
    guest.bind(0, without);
    assert_eq!(stage(&mut guest, 4), 3);
    // A value that is there already is no change; another one ends the rule.
    assert_eq!(guest.device("SetTextureStageState", &[0, 1, 4]), OK);
    guest.bind(0, with);
    assert_eq!(stage(&mut guest, 4), 2);
    assert_eq!(guest.device("SetTextureStageState", &[0, 4, 4]), OK);
    guest.bind(0, without);
    assert_eq!(stage(&mut guest, 4), 4);
    guest.set(MAP_BLEND, 8);
    assert_eq!([stage(&mut guest, 1), stage(&mut guest, 4)], [7, 3]);
}

#[test]
fn eight_stages_are_taken() {
    let mut guest = Guest::new(3);
    let texture = guest.texture(8, X8R8G8B8, &[0; 64]);
    for stage in 0..8 {
        guest.bind(stage, texture);
        assert_eq!(guest.device("SetTexture", &[stage, 0]), OK);
        assert_eq!(guest.device("SetTextureStageState", &[stage, 1, 1]), OK);
    }
}

#[test]
fn states_that_hardware_ignored_are_taken() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        // ZVISIBLE, no texture, a mode, stippling, ROP2, FLUSHBATCH.
        for (state, value) in [(30, 1), (1, 0), (21, 2), (33, 1), (39, 1), (12, 13), (50, 1)] {
            guest.set(state, value);
        }
        guest.cover(0xFF12_3456);
        assert_eq!(guest.pixel(5, 5), 0x12_3456);
        assert_eq!(guest.device("SetRenderState", &[256, 1]), INVALID_PARAMS);
    }
}

#[test]
fn alpha_tests_have_eight_functions() {
    let mut guest = Guest::new(2);
    guest.set(15, 1);
    guest.set(24, 0x80);
    for function in 1..=8u32 {
        guest.set(25, function);
        for alpha in [0x70u32, 0x80, 0x90] {
            let order = alpha.cmp(&0x80);
            let bit = match order {
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => 2,
                std::cmp::Ordering::Greater => 4,
            };
            guest.fill(0x00_00FF);
            guest.cover(alpha << 24 | 0xFF_0000);
            let expected = if (function - 1) & bit != 0 { 0xFF_0000 } else { 0x00_00FF };
            assert_eq!(guest.pixel(33, 33), expected, "{function} {alpha:x}");
        }
    }
}

#[test]
fn edges_are_not_blended_unless_asked_for() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        for edges in [0, 1] {
            guest.set(40, edges);
            for (on, expected) in [(0, 0x00_FF00), (1, 0xCC_3300)] {
                for (state, value) in [(BLEND, on), (19, 5), (20, 6)] {
                    guest.set(state, value);
                }
                guest.fill(0xFF_0000);
                guest.cover(0x3300_FF00);
                guest.near(31, 31, expected, 1);
            }
        }
    }
}

#[test]
fn sums_are_clamped_between_stages() {
    let mut guest = Guest::new(3);
    guest.set(60, 0xFF40_4040);
    // Diffuse and specular, then the factor.
    for (stage, kind, value) in [(0, 1, 7), (0, 2, 0), (0, 3, 4), (1, 1, 4), (1, 2, 3), (1, 3, 1), (2, 1, 1)]
    {
        assert_eq!(guest.device("SetTextureStageState", &[stage, kind, value]), OK);
    }
    let list: Vec<Screen> = quad(|x, y| Screen { specular: 0x00FF_FFFF, ..Screen::at(x, y, 0xFFFF_FFFF) });
    guest.draw(STRIP, TLVERTEX, &list, 0);
    assert_eq!(guest.pixel(30, 30), 0x40_4040);
}

#[test]
fn targets_without_alpha_have_an_alpha_of_one() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        for (state, value) in [(BLEND, 1), (19, 7), (20, 1)] {
            guest.set(state, value);
        }
        guest.fill(0);
        guest.cover(0x1020_4060);
        assert_eq!(guest.pixel(30, 30), 0x20_4060);
        // One number for both factors.
        for source in [12, 13] {
            guest.set(19, source);
            guest.fill(0x00_FF00);
            guest.cover(if source == 12 { 0xC0AB_5500 } else { 0x40AA_AA00 });
            let (alpha, color) = if source == 12 { (0xC0, [0xAB, 0x55]) } else { (0xBF, [0xAA, 0xAA]) };
            let channel = |source: u32, old: u32| (source * alpha + old * (255 - alpha) + 127) / 255;
            let found = channel(color[0], 0) << 16 | channel(color[1], 255) << 8;
            guest.near(30, 30, found, 1);
        }
    }
}
