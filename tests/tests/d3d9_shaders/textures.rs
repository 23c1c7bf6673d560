//! Texture reads: which level, which lanes, which face.

use retrograph_d3d9::types::{CubeFace, LockFlags, Pool, SamplerStateType, Usage};
use retrograph_d3d9::{Format, SurfaceId};

use super::support::{Bench, PASS, assert_lanes};

/// Fills a level with one texel.
fn fill(bench: &mut Bench, surface: SurfaceId, texel: u32) {
    let mut locked = bench.device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
    locked.bytes_mut().chunks_exact_mut(4).for_each(|bytes| bytes.copy_from_slice(&texel.to_le_bytes()));
    bench.device.unlock_rect(locked).expect("an unlock");
}

/// A bench with an 8x8 texture at `s0` whose level L is red 51·L, so that a pixel of the quad asks for level 1.
fn levels() -> Bench {
    let mut bench = Bench::new();
    let format = Format::A8R8G8B8;
    let texture =
        bench.device.create_texture(8, 8, 4, Usage::empty(), format, Pool::Managed).expect("a texture");
    for level in 0..4 {
        let surface = bench.device.get_surface_level(texture, level).expect("a level");
        fill(&mut bench, surface, 0xFF00_0000 | (51 * level) << 16);
    }
    bench.device.set_texture(0, Some(texture)).expect("set");
    bench.device.set_sampler_state(0, SamplerStateType::MIPFILTER, 1).expect("set");
    bench
}

/// The level that pixel 5 (u = v = 0.25) reads, by its red.
fn level(bench: &mut Bench, body: &str) -> f32 {
    let shader = format!("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndef c0, 0, 1, 2, 4\n{body}\nmov oC0, r0");
    (bench.run(PASS, &shader)[5][0] * 5.0).round()
}

#[test]
fn each_form_of_texld_picks_its_level() {
    let mut bench = levels();
    let mut check = |body: &str, expected: f32| {
        assert_eq!(level(&mut bench, body).to_bits(), expected.to_bits(), "{body}");
    };
    check("texld r0, v0, s0", 1.0);
    check("mul r1, v0, c0.w\ntexld r0, r1, s0", 3.0);
    check("mov r1, v0\nmov r1.w, c0.y\ntexldb r0, r1, s0", 2.0);
    check("mov r1, v0\nmov r1.w, -c0.y\ntexldb r0, r1, s0", 0.0);
    check("mov r1, v0\nmov r1.w, c0.z\ntexldl r0, r1, s0", 2.0);
    check("mul r1, v0, c0.z\nmov r1.w, c0.z\ntexldp r0, r1, s0", 1.0);
    check("dsx r1, v0\ndsy r2, v0\nmul r1, r1, c0.z\ntexldd r0, v0, s0, r1, r2", 2.0);
    check("mov r1, c0.x\ntexldd r0, v0, s0, r1, r1", 0.0);
}

#[test]
fn reads_in_branches_take_the_level_from_before_them() {
    let mut bench = levels();
    let within = |body: &str| format!("mov r0, c0.x\nif_lt v0.x, c0.w\n{body}\nendif");
    let mut check = |body: &str, expected: f32| {
        assert_eq!(level(&mut bench, body).to_bits(), expected.to_bits(), "{body}");
    };
    check(&within("texld r0, v0, s0"), 1.0);
    check(&format!("mul r1, v0, c0.w\n{}", within("texld r0, r1, s0")), 3.0);
    check(&format!("mov r1, v0\nmov r1.w, c0.y\n{}", within("texldb r0, r1, s0")), 2.0);
    check(&within("mul r1, v0, c0.w\ntexld r0, r1, s0"), 0.0);
}

#[test]
fn predicated_reads_keep_the_other_lanes() {
    let mut bench = levels();
    let body = "mov r0, c0.z\nsetp_gt p0, c0, c0.y\n(p0.x) texld r0, v0, s0\n(!p0.x) texld r0.w, v0, s0";
    let shader = format!("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndef c0, 0, 1, 2, 4\n{body}\nmov oC0, r0");
    assert_lanes(bench.run(PASS, &shader)[5], [2.0, 2.0, 2.0, 1.0], 0.0, body);
}

#[test]
fn the_samplers_swizzle_reorders_what_is_read() {
    let mut bench = levels();
    let shader = "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0.wxyz\nmov oC0, r0";
    assert_lanes(bench.run(PASS, shader)[5], [1.0, 0.2, 0.0, 0.0], 1e-6, shader);
}

#[test]
fn cube_directions_pick_their_face_and_filters_stay_on_it() {
    let mut bench = Bench::new();
    let format = Format::A8R8G8B8;
    let cube = bench.device.create_cube_texture(2, 1, Usage::empty(), format, Pool::Managed).expect("a cube");
    let faces = [
        (CubeFace::PositiveX, [1.0, 0.9, 0.2]),
        (CubeFace::NegativeX, [-1.0, 0.9, 0.2]),
        (CubeFace::PositiveY, [-0.9, 1.0, 0.2]),
        (CubeFace::NegativeY, [-0.9, -1.0, 0.2]),
        (CubeFace::PositiveZ, [0.9, 0.3, 1.0]),
        (CubeFace::NegativeZ, [0.9, 0.3, -1.0]),
    ];
    for (index, (face, _)) in (1..).zip(faces) {
        let surface = bench.device.get_cube_map_surface(cube, face, 0).expect("a face");
        fill(&mut bench, surface, 0xFF00_0000 | (51 * index % 255) << 16 | index);
    }
    bench.device.set_texture(0, Some(cube)).expect("set");
    for filter in [SamplerStateType::MINFILTER, SamplerStateType::MAGFILTER] {
        bench.device.set_sampler_state(0, filter, 2).expect("set");
    }
    let forms = [
        "texld r0, c0, s0",
        "mov r1, c0\ntexldb r0, r1, s0",
        "mov r1, c0\ntexldl r0, r1, s0",
        "mov r1, c1\ntexldd r0, c0, s0, r1, r1",
    ];
    for form in forms {
        bench.set_shaders(PASS, &format!("ps_3_0\ndcl_cube s0\n{form}\nmov oC0, r0"));
        for (index, (face, [x, y, z])) in (1u8..).zip(faces) {
            bench.device.set_pixel_shader_constant_f(0, &[[x, y, z, 0.0], [0.0; 4]]).expect("set");
            bench.draw();
            assert_lanes(
                bench.pixels()[5],
                [f32::from(index % 5) / 5.0, 0.0, f32::from(index) / 255.0, 1.0],
                1e-6,
                &format!("{form}, {face:?}"),
            );
        }
    }
}

#[test]
fn vertex_shaders_read_textures_at_the_level_they_name() {
    let mut bench = levels();
    let texture = bench.device.get_texture(0).expect("bound");
    bench.device.set_texture(257, texture).expect("set");
    bench.device.set_sampler_state(257, SamplerStateType::MIPFILTER, 1).expect("set");
    let vertex = "vs_3_0
        dcl_position v0
        dcl_position o0
        dcl_texcoord o1
        dcl_2d s0
        def c0, 0.5, 0.5, 0, 2
        mov o0, v0
        mov r0, c0
        texldl o1, r0, s0";
    assert_lanes(bench.run(vertex, super::support::SHOW)[5], [0.4, 0.0, 0.0, 1.0], 1e-6, vertex);
}
