//! Reads that hang on the bound texture and its sampler's state: depth, four texels at once, bias, missing lanes.

use retrograph_d3d9::types::{ClearFlags, LockFlags, Pool, Rect, RenderState, SamplerStateType as Ss, Usage};
use retrograph_d3d9::{Format, TextureId};

use super::support::{Bench, PASS, assert_lanes};

/// Reads with a coordinate plus `c0`.
const READ: [&str; 2] = [
    "ps_2_0\ndcl_texcoord t0\ndcl_2d s0\nadd r0, t0, c0\ntexld r0, r0, s0\nmov oC0, r0",
    "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nadd r0, v0, c0\ntexld r0, r0, s0\nmov oC0, r0",
];

/// The same with a coordinate that is divided by twos.
const READ_PROJECTED: [&str; 2] = [
    "ps_2_0\ndcl_texcoord t0\ndcl_2d s0\nadd r0, t0, c0\nadd r0, r0, r0\ntexldp r0, r0, s0\nmov oC0, r0",
    "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nadd r0, v0, c0\nadd r0, r0, r0\ntexldp r0, r0, s0\nmov oC0, r0",
];

/// The depth of each column of the depth textures.
const DEPTHS: [f32; 4] = [0.0, 0.25, 0.75, 1.0];

fn sampler(bench: &mut Bench, state: Ss, value: u32) {
    bench.device.set_sampler_state(0, state, value).expect("set");
}

/// A depth texture of 4x4 texels at `s0`, drawn column by column.
fn depth_texture(bench: &mut Bench, format: Format) {
    let device = &mut bench.device;
    let texture = device.create_texture(4, 4, 1, Usage::DEPTHSTENCIL, format, Pool::Default);
    let texture = texture.unwrap_or_else(|error| panic!("{format:?}: {error}"));
    let level = device.get_surface_level(texture, 0).expect("a level");
    device.set_depth_stencil_surface(Some(level)).expect("set");
    for (column, depth) in (0..).zip(DEPTHS) {
        let rect = Rect { left: column, top: 0, right: column + 1, bottom: 4 };
        device.clear(Some(&[rect]), ClearFlags::ZBUFFER, 0, depth, 0).expect("cleared");
    }
    device.set_depth_stencil_surface(None).expect("set");
    device.set_texture(0, Some(texture)).expect("set");
}

/// Sets what is added to the coordinate: half a texel, and a depth to compare with.
fn compare_with(bench: &mut Bench, reference: f32) {
    bench.device.set_pixel_shader_constant_f(0, &[[0.125, 0.125, reference, 0.0]]).expect("set");
}

#[test]
fn depth_textures_compare_with_the_third_lane() {
    for format in [Format::D16, Format::D24X8, Format::D24S8] {
        let mut bench = Bench::new();
        depth_texture(&mut bench, format);
        for pixel in READ.into_iter().chain(READ_PROJECTED) {
            bench.set_shaders(PASS, pixel);
            for reference in [-1.0, 0.0, 0.125, 0.5, 0.875, 1.0, 2.0] {
                compare_with(&mut bench, reference);
                bench.draw();
                let found = bench.pixels();
                for (x, depth) in DEPTHS.into_iter().enumerate() {
                    let lit = f32::from(u8::from(reference.clamp(0.0, 1.0) <= depth));
                    let what = format!("{format:?}, {reference} against {depth}\n{pixel}");
                    assert_lanes(found[4 + x], [lit; 4], 0.0, &what);
                }
            }
        }
    }
}

#[test]
fn depth_comparisons_are_filtered_and_not_depths() {
    let mut bench = Bench::new();
    depth_texture(&mut bench, Format::D24X8);
    sampler(&mut bench, Ss::MINFILTER, 2);
    sampler(&mut bench, Ss::MAGFILTER, 2);
    sampler(&mut bench, Ss::ADDRESSU, 3);
    bench.set_shaders(PASS, READ[1]);
    // Pixels are at the edges between texels: half of each side counts.
    for (reference, wanted) in [(0.5, [0.0, 0.0, 0.5, 1.0]), (0.1, [0.0, 0.5, 1.0, 1.0])] {
        bench.device.set_pixel_shader_constant_f(0, &[[0.0, 0.125, reference, 0.0]]).expect("set");
        bench.draw();
        let found = bench.pixels();
        for (x, lit) in wanted.into_iter().enumerate() {
            assert_lanes(found[4 + x], [lit; 4], 1.0 / 256.0, &format!("{reference}, pixel {x}"));
        }
    }
}

#[test]
fn vertex_shaders_refuse_depth_comparisons_by_name() {
    let mut bench = Bench::new();
    depth_texture(&mut bench, Format::D24X8);
    let texture = bench.device.get_texture(0).expect("bound");
    bench.device.set_texture(0, None).expect("set");
    bench.device.set_texture(257, texture).expect("set");
    let vertex = "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_2d s0\ndef c0, 0, 0, 0, 0\nmov r0, c0\n\
                  texldl r0, r0, s0\nadd o0, r0, v0";
    bench.set_shaders(vertex, "ps_3_0\ndef c0, 1, 1, 1, 1\nmov oC0, c0");
    let bytes = [0; 96];
    let drawn =
        bench.device.draw_primitive_up(retrograph_d3d9::types::PrimitiveType::TriangleStrip, 1, &bytes, 32);
    assert!(drawn.is_err());
    assert_eq!(bench.device.unsupported()[0].0, "texture.depth_comparison.vertex");
}

#[test]
fn raw_depth_textures_read_as_they_are() {
    for (format, step) in [
        (Format::INTZ, 1.0 / 16_777_215.0),
        (Format::DF16, 1.0 / 65535.0),
        (Format::DF24, 1.0 / 16_777_215.0),
    ] {
        let mut bench = Bench::new();
        depth_texture(&mut bench, format);
        for pixel in READ {
            bench.set_shaders(PASS, pixel);
            compare_with(&mut bench, 0.5);
            bench.draw();
            let found = bench.pixels();
            for (x, depth) in DEPTHS.into_iter().enumerate() {
                let [red, rest @ ..] = found[4 + x];
                assert!((red - depth).abs() <= step, "{format:?}: {red}, not {depth}\n{pixel}");
                let wanted = if format == Format::INTZ { [red; 3] } else { [0.0, 0.0, 1.0] };
                assert_eq!(rest, wanted, "{format:?}\n{pixel}");
            }
        }
    }
}

/// A texture of `size` x `size` texels at `s0`, whose texel (x, y) has these bytes.
fn texture(
    bench: &mut Bench,
    format: Format,
    size: u32,
    texel: impl Fn(usize, usize) -> Vec<u8>,
) -> TextureId {
    let device = &mut bench.device;
    let made = device.create_texture(size, size, 1, Usage::empty(), format, Pool::Managed);
    let made = made.unwrap_or_else(|error| panic!("{format:?}: {error}"));
    let surface = device.get_surface_level(made, 0).expect("a level");
    let mut locked = device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
    let pitch = locked.pitch() as usize;
    for y in 0..size as usize {
        for x in 0..size as usize {
            let bytes = texel(x, y);
            locked.bytes_mut()[y * pitch + x * bytes.len()..][..bytes.len()].copy_from_slice(&bytes);
        }
    }
    device.unlock_rect(locked).expect("an unlock");
    device.set_texture(0, Some(made)).expect("set");
    made
}

/// `GET4` reads the texel and those right of it and below, as alpha, red, green and blue.
fn four(value: impl Fn(usize, usize) -> f32, x: usize, y: usize) -> [f32; 4] {
    let (right, below) = ((x + 1) % 4, (y + 1) % 4);
    [value(right, y), value(x, below), value(right, below), value(x, y)]
}

#[test]
fn get4_reads_four_texels_of_one_channel_at_once() {
    let mut bench = Bench::new();
    bench.device.set_pixel_shader_constant_f(0, &[[0.125, 0.125, 0.0, 0.0]]).expect("set");
    type Texel = fn(f32) -> Vec<u8>;
    let number = |x: usize, y: usize| f32::from(u8::try_from(y * 4 + x + 1).expect("small"));
    let formats: [(Format, f32, Texel); 4] = [
        (Format::L8, 1.0 / 255.0, |value| vec![value as u8]),
        (Format::L16, 1.0 / 65535.0, |value| (value as u16).to_le_bytes().to_vec()),
        (Format::R16F, 1.0, |value| half(value).to_le_bytes().to_vec()),
        (Format::R32F, 1.0, |value| value.to_le_bytes().to_vec()),
    ];
    for (format, unit, bytes) in formats {
        texture(&mut bench, format, 4, |x, y| bytes(number(x, y)));
        for pixel in READ {
            bench.set_shaders(PASS, pixel);
            sampler(&mut bench, Ss::MIPMAPLODBIAS, u32::from_le_bytes(*b"GET4"));
            bench.draw();
            for (at, texel) in bench.pixels().into_iter().enumerate() {
                let wanted = four(|x, y| number(x, y) * unit, at % 4, at / 4);
                assert_lanes(texel, wanted, 1e-6, &format!("{format:?}, pixel {at}\n{pixel}"));
            }
            sampler(&mut bench, Ss::MIPMAPLODBIAS, u32::from_le_bytes(*b"GET1"));
            bench.draw();
            let one = number(1, 1) * unit;
            let rest = if matches!(format, Format::L8 | Format::L16) { one } else { 1.0 };
            assert_lanes(bench.pixels()[5], [one, rest, rest, 1.0], 1e-6, "GET1");
        }
    }
    // Of several channels one texel is read, whatever the state.
    sampler(&mut bench, Ss::MIPMAPLODBIAS, u32::from_le_bytes(*b"GET4"));
    texture(&mut bench, Format::A8R8G8B8, 4, |x, y| vec![51 * x as u8, 51 * y as u8, 0, 255]);
    bench.draw();
    assert_lanes(bench.pixels()[6], [0.0, 0.2, 0.4, 1.0], 1e-6, "A8R8G8B8");
}

/// A small whole number as a half float.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let exponent = (bits >> 23 & 0xFF) - 127 + 15;
    u16::try_from(exponent << 10 | bits >> 13 & 0x3FF).expect("small")
}

#[test]
fn get4_reads_raw_depth() {
    for format in [Format::DF16, Format::DF24] {
        let mut bench = Bench::new();
        depth_texture(&mut bench, format);
        sampler(&mut bench, Ss::MIPMAPLODBIAS, u32::from_le_bytes(*b"GET4"));
        compare_with(&mut bench, 0.0);
        bench.set_shaders(PASS, READ[0]);
        bench.draw();
        for (at, texel) in bench.pixels().into_iter().enumerate() {
            let wanted = four(|x, _| DEPTHS[x], at % 4, at / 4);
            assert_lanes(texel, wanted, 2e-5, &format!("{format:?}, pixel {at}"));
        }
    }
}

/// A bench with an 8x8 texture whose level L is L, of which a pixel of the quad asks for level 1.
fn levels() -> Bench {
    let mut bench = Bench::new();
    let made = bench.device.create_texture(8, 8, 4, Usage::empty(), Format::R32F, Pool::Managed);
    let made = made.expect("a texture");
    for level in 0u8..4 {
        let surface = bench.device.get_surface_level(made, level.into()).expect("a level");
        let mut locked = bench.device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
        let texel = f32::from(level).to_le_bytes();
        locked.bytes_mut().chunks_exact_mut(4).for_each(|bytes| bytes.copy_from_slice(&texel));
        bench.device.unlock_rect(locked).expect("an unlock");
    }
    bench.device.set_texture(0, Some(made)).expect("set");
    bench
}

#[test]
fn the_bias_of_a_sampler_adds_to_that_of_the_shader() {
    let mut bench = levels();
    let read =
        |body: &str| format!("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndef c0, 1, 2, 4, -1\n{body}\nmov oC0, r0");
    let forms: [(&str, f32, f32); 7] = [
        ("texld r0, v0, s0", 1.0, 1.0),
        ("mul r1, v0, c0.z\ntexld r0, r1, s0", 3.0, 1.0),
        ("mov r1, v0\nmov r1.w, c0.x\ntexldb r0, r1, s0", 2.0, 1.0),
        ("mov r1, v0\nmov r1.w, c0.w\ntexldb r0, r1, s0", 0.0, 1.0),
        ("mul r1, v0, c0.y\nmov r1.w, c0.y\ntexldp r0, r1, s0", 1.0, 1.0),
        ("dsx r1, v0\ndsy r2, v0\nmul r1, r1, c0.y\ntexldd r0, v0, s0, r1, r2", 2.0, 1.0),
        // A level that is named stays.
        ("mov r1, v0\nmov r1.w, c0.y\ntexldl r0, r1, s0", 2.0, 0.0),
    ];
    for (body, level, moves) in forms {
        bench.set_shaders(PASS, &read(body));
        for (mip, bias) in [(1, 1.0), (1, -1.0), (1, 0.0), (1, f32::NAN), (0, 1.0)] {
            sampler(&mut bench, Ss::MIPFILTER, mip);
            sampler(&mut bench, Ss::MIPMAPLODBIAS, bias.to_bits());
            bench.draw();
            let added = if bias.is_nan() { 0.0 } else { bias * moves };
            let wanted = if mip == 0 { 0.0 } else { (level + added).clamp(0.0, 3.0) };
            assert_lanes(bench.pixels()[5], [wanted, 1.0, 1.0, 1.0], 0.0, &format!("{bias}, {mip}\n{body}"));
        }
    }
    // Model 2 has the same bias.
    sampler(&mut bench, Ss::MIPFILTER, 1);
    sampler(&mut bench, Ss::MIPMAPLODBIAS, 2f32.to_bits());
    bench.device.set_pixel_shader_constant_f(0, &[[0.0; 4]]).expect("set");
    assert_lanes(bench.run(PASS, READ[0])[5], [3.0, 1.0, 1.0, 1.0], 0.0, "model 2");
}

#[test]
fn formats_that_lack_lanes_have_the_documented_ones() {
    let float = |lanes: &[f32]| lanes.iter().flat_map(|lane| lane.to_le_bytes()).collect::<Vec<u8>>();
    // 0x33 is a fifth of 255, 0x66 two fifths; the same twice is that of 65535.
    let formats: Vec<(Format, Vec<u8>, [f32; 4])> = vec![
        (Format::L8, vec![0x33], [0.2, 0.2, 0.2, 1.0]),
        (Format::A8, vec![0x33], [0.0, 0.0, 0.0, 0.2]),
        (Format::A8L8, vec![0x33, 0x66], [0.2, 0.2, 0.2, 0.4]),
        (Format::A4L4, vec![0x63], [0.2, 0.2, 0.2, 0.4]),
        (Format::L16, vec![0x33, 0x33], [0.2, 0.2, 0.2, 1.0]),
        (Format::G16R16, vec![0x33, 0x33, 0x66, 0x66], [0.2, 0.4, 1.0, 1.0]),
        (Format::R16F, vec![0x00, 0x38], [0.5, 1.0, 1.0, 1.0]),
        (Format::G16R16F, vec![0x00, 0x38, 0x00, 0xB4], [0.5, -0.25, 1.0, 1.0]),
        (Format::R32F, float(&[0.5]), [0.5, 1.0, 1.0, 1.0]),
        (Format::G32R32F, float(&[0.5, -0.25]), [0.5, -0.25, 1.0, 1.0]),
        (Format::X8R8G8B8, vec![0x33, 0x66, 0x99, 0x00], [0.6, 0.4, 0.2, 1.0]),
        (Format::X8B8G8R8, vec![0x33, 0x66, 0x99, 0x00], [0.2, 0.4, 0.6, 1.0]),
        (Format::R5G6B5, vec![0x00, 0xF8], [1.0, 0.0, 0.0, 1.0]),
        (Format::X1R5G5B5, vec![0x1F, 0x00], [0.0, 0.0, 1.0, 1.0]),
        (Format::A1R5G5B5, vec![0x1F, 0x00], [0.0, 0.0, 1.0, 0.0]),
        (Format::X4R4G4B4, vec![0x96, 0x03], [0.2, 0.6, 0.4, 1.0]),
        (Format::V8U8, vec![0x7F, 0x81], [1.0, -1.0, 1.0, 1.0]),
        (Format::V16U16, vec![0xFF, 0x7F, 0x01, 0x80], [1.0, -1.0, 1.0, 1.0]),
    ];
    let mut bench = Bench::new();
    bench.device.set_pixel_shader_constant_f(0, &[[0.125, 0.125, 0.0, 0.0]]).expect("set");
    let model1 = "ps_1_1\ntex t0\nmov r0, t0";
    let vertex = "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1";
    for (format, bytes, wanted) in formats {
        texture(&mut bench, format, 4, |_, _| bytes.clone());
        for pixel in READ.into_iter().chain([model1]) {
            let found = bench.run(vertex, pixel)[5];
            assert_lanes(found, wanted, 1e-6, &format!("{format:?}\n{pixel}"));
        }
    }
}

#[test]
fn the_state_of_one_sampler_is_not_that_of_another() {
    let mut bench = levels();
    let made = bench.device.get_texture(0).expect("bound");
    bench.device.set_texture(5, made).expect("set");
    for (slot, bias) in [(0, 1.0f32), (5, 2.0)] {
        bench.device.set_sampler_state(slot, Ss::MIPFILTER, 1).expect("set");
        bench.device.set_sampler_state(slot, Ss::MIPMAPLODBIAS, bias.to_bits()).expect("set");
    }
    let pixel = "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndcl_2d s5\ntexld r0, v0, s0\ntexld r1, v0, s5\n\
                 mov r0.y, r1.x\nmov oC0, r0";
    bench.set(RenderState::ALPHATESTENABLE, 0);
    assert_lanes(bench.run(PASS, pixel)[5], [2.0, 3.0, 1.0, 1.0], 0.0, pixel);
}
