//! Pixel shaders of model 1.

use retrograph_d3d9::Format;
use retrograph_d3d9::types::{
    ClearFlags, LockFlags, MultiSample, Pool, RenderState, TextureStageState as Ts, Usage,
};

use super::support::{Bench, assert_lanes};

/// Coordinates t0 to t3 from c0 to c3, colours from c4 and c5.
const VERTEX: &str = "vs_2_0
    dcl_position v0
    mov oPos, v0
    mov oT0, c0
    mov oT1, c1
    mov oT2, c2
    mov oT3, c3
    mov oD0, c4
    mov oD1, c5";

const COLORS: [[f32; 4]; 2] = [[0.25, 0.5, 0.75, 1.0], [1.0, 0.0, 0.5, 0.25]];

/// One value of a pixel shader with these coordinates, and the colours [`COLORS`].
fn value(bench: &mut Bench, coordinates: [[f32; 4]; 4], shader: &str) -> [f32; 4] {
    bench.set_shaders(VERTEX, shader);
    bench.device.set_vertex_shader_constant_f(0, &coordinates).expect("set");
    bench.device.set_vertex_shader_constant_f(4, &COLORS).expect("set");
    bench.device.clear(None, ClearFlags::TARGET, 0, 1.0, 0).expect("cleared");
    bench.draw();
    bench.pixels()[5]
}

const NONE: [[f32; 4]; 4] = [[0.0; 4]; 4];

/// Sets textures of 4x4 texels at stages 0 to 3, whose texel (x, y) is red x / 5 and green y / 5.
fn set_textures(bench: &mut Bench) {
    for stage in 0..4 {
        let format = Format::A8R8G8B8;
        let texture =
            bench.device.create_texture(4, 4, 1, Usage::empty(), format, Pool::Managed).expect("a texture");
        let surface = bench.device.get_surface_level(texture, 0).expect("a level");
        let mut locked = bench.device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
        for (index, texel) in (0u32..).zip(locked.bytes_mut().chunks_exact_mut(4)) {
            let color = 0xFF00_0000 | (51 * (index % 4)) << 16 | (51 * (index / 4)) << 8;
            texel.copy_from_slice(&color.to_le_bytes());
        }
        bench.device.unlock_rect(locked).expect("an unlock");
        bench.device.set_texture(stage, Some(texture)).expect("set");
    }
}

#[test]
fn modifiers_shifts_and_saturation() {
    let mut bench = Bench::new();
    let cases: &[(&str, [f32; 4])] = &[
        ("mov r0, -v0", [-0.25, -0.5, -0.75, -1.0]),
        ("mov r0, v0_bias", [-0.25, 0.0, 0.25, 0.5]),
        ("mov r0, -v0_bias", [0.25, 0.0, -0.25, -0.5]),
        ("mov r0, v0_bx2", [-0.5, 0.0, 0.5, 1.0]),
        ("mov r0, -v0_bx2", [0.5, 0.0, -0.5, -1.0]),
        ("mov r0, 1-v0", [0.75, 0.5, 0.25, 0.0]),
        ("mov r0, v0.w", [1.0; 4]),
        ("mov_x2 r0, v0", [0.5, 1.0, 1.5, 2.0]),
        ("mov_x4 r0, v0", [1.0, 2.0, 3.0, 4.0]),
        ("mov_d2 r0, v0", [0.125, 0.25, 0.375, 0.5]),
        ("add_x2_sat r0, v0, v0", [1.0; 4]),
        ("mov_x2_sat r0, v0_bx2", [0.0, 0.0, 1.0, 1.0]),
        ("mad r0, v0, v1, v0", [0.5, 0.5, 1.125, 1.25]),
        ("lrp r0, v0, v1, v0", [0.4375, 0.25, 0.5625, 0.25]),
        ("dp3 r0, v0, v1", [0.625; 4]),
    ];
    for (body, expected) in cases {
        let found = value(&mut bench, NONE, &format!("ps_1_1\n{body}"));
        assert_lanes(found, *expected, 0.0, body);
    }
    let cases: &[(&str, [f32; 4])] = &[
        ("mov r1, v0\nmov r0, r1_x2", [0.5, 1.0, 1.5, 2.0]),
        ("mov r1, v0\nmov r0, -r1_x2", [-0.5, -1.0, -1.5, -2.0]),
        ("mov_x8 r0, v0", [2.0, 4.0, 6.0, 8.0]),
        ("mov_d4 r0, v0", [0.0625, 0.125, 0.1875, 0.25]),
        ("mov_d8 r0, v0", [0.03125, 0.0625, 0.09375, 0.125]),
        ("cmp r0, v0_bias, v1, v0", [0.25, 0.0, 0.5, 0.25]),
        ("cnd r0, v0, v1, v0", [0.25, 0.5, 0.5, 0.25]),
        ("dp4 r0, v0, v1", [0.875; 4]),
    ];
    for (body, expected) in cases {
        let found = value(&mut bench, NONE, &format!("ps_1_4\n{body}"));
        assert_lanes(found, *expected, 0.0, body);
    }
}

#[test]
fn constants_are_held_to_one() {
    let mut bench = Bench::new();
    bench.device.set_pixel_shader_constant_f(0, &[[3.0, -3.0, 0.5, -0.5]]).expect("set");
    let expected = [1.0, -1.0, 0.5, -0.5];
    assert_lanes(value(&mut bench, NONE, "ps_1_1\nmov r0, c0"), expected, 0.0, "set");
    let defined = "ps_1_1\ndef c1, 3, -3, 0.5, -0.5\nmov r0, c1";
    assert_lanes(value(&mut bench, NONE, defined), expected, 0.0, "defined");
}

#[test]
fn instructions_side_by_side_read_before_they_write() {
    let mut bench = Bench::new();
    let swap = "ps_1_1\nmov r0, v0\nmov r0.xyz, v1\n+mov r0.w, r0.z";
    assert_lanes(value(&mut bench, NONE, swap), [1.0, 0.0, 0.5, 0.75], 0.0, swap);
    let cnd = "ps_1_1\nmov r0, v1\ncnd r0, r0.w, v0, v1";
    assert_lanes(value(&mut bench, NONE, cnd), COLORS[1], 0.0, cnd);
    let beside = "ps_1_1\nmov r0, v1\nmov r1.w, v0\n+cnd r0.xyz, r0.w, v0, v1";
    assert_lanes(value(&mut bench, NONE, beside), [0.25, 0.5, 0.75, 0.25], 0.0, beside);
}

#[test]
fn coordinates_and_matrices() {
    let mut bench = Bench::new();
    let rows = [[0.5, 1.0, -0.5, 8.0], [1.0, 2.0, 4.0, 3.0], [2.0, 0.0, 1.0, 5.0], [0.0, 4.0, 2.0, 7.0]];
    let texcoord = "ps_1_1\ntexcoord t0\nmov r0, t0";
    assert_lanes(value(&mut bench, rows, texcoord), [0.5, 1.0, 0.0, 1.0], 0.0, texcoord);
    let dp3 = "ps_1_2\ntexcoord t0\ntexdp3 t1, t0\nmov r0, t1";
    assert_lanes(value(&mut bench, rows, dp3), [2.5; 4], 0.0, dp3);
    let matrix = "ps_1_2\ntexcoord t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3";
    assert_lanes(value(&mut bench, rows, matrix), [2.5, 1.0, 4.0, 1.0], 0.0, matrix);
    let by_z = "ps_1_4\ntexcrd r0.xyz, t1_dz\nmov r0.w, v0";
    assert_lanes(value(&mut bench, rows, by_z), [0.25, 0.5, 1.0, 1.0], 0.0, by_z);
    let by_w = "ps_1_4\ntexcrd r0.xy, t0_dw.xyww\nmov r0.zw, v0";
    assert_lanes(value(&mut bench, rows, by_w), [0.0625, 0.125, 0.75, 1.0], 0.0, by_w);
    let whole = "ps_1_4\ntexcrd r0.xyz, t0\nmov r0.w, v0";
    assert_lanes(value(&mut bench, rows, whole), [0.5, 1.0, -0.5, 1.0], 0.0, whole);
}

#[test]
fn texture_instructions_pick_their_texel() {
    let mut bench = Bench::new();
    set_textures(&mut bench);
    let at = |u: f32, v: f32| [u, v, 0.0, 1.0];
    let mut check = |coordinates: [[f32; 4]; 4], shader: &str, [x, y]: [f32; 2]| {
        let found = value(&mut bench, coordinates, shader);
        assert_lanes(found, [x / 5.0, y / 5.0, 0.0, 1.0], 1e-6, shader);
    };
    let plane = [at(0.375, 0.625), at(0.875, 0.125), NONE[0], NONE[0]];
    check(plane, "ps_1_1\ntex t0\nmov r0, t0", [1.0, 2.0]);
    check(plane, "ps_1_4\ntexld r0, t1", [3.0, 0.0]);
    check(plane, "ps_1_4\ntexcrd r0.xyz, t0\nphase\ntexld r0, r0", [1.0, 2.0]);
    let registers = [[0.625, 0.375, 0.9, 1.0], NONE[0], NONE[0], NONE[0]];
    check(registers, "ps_1_1\ntexcoord t0\ntexreg2ar t1, t0\nmov r0, t1", [0.0, 2.0]);
    check(registers, "ps_1_1\ntexcoord t0\ntexreg2gb t1, t0\nmov r0, t1", [1.0, 3.0]);
    check(registers, "ps_1_2\ntexcoord t0\ntexreg2rgb t1, t0\nmov r0, t1", [2.0, 1.0]);
    let one = [0.0, 0.0, 1.0, 1.0];
    let rows = [one, [0.0, 0.0, 0.375, 0.0], [0.0, 0.0, 0.625, 0.0], one];
    let start = "texcoord t0";
    check(rows, &format!("ps_1_1\n{start}\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2"), [1.0, 2.0]);
    check(rows, &format!("ps_1_2\n{start}\ntexdp3tex t1, t0\nmov r0, t1"), [1.0, 0.0]);
    let matrix = |version: &str, last: &str| {
        format!("{version}\n{start}\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\n{last}\nmov r0, t3")
    };
    check(rows, &matrix("ps_1_1", "texm3x3tex t3, t0"), [1.0, 2.0]);
    // The normal is z, so that x and y of the eye change sign.
    let eye = [one, [0.0, 0.0, 0.0, -0.875], [0.0, 0.0, 0.0, -0.375], one];
    check(eye, &matrix("ps_1_1", "texm3x3vspec t3, t0"), [3.0, 1.0]);
    let spec = matrix("ps_1_1\ndef c0, -0.625, -0.125, 1, 0", "texm3x3spec t3, t0, c0");
    check(eye, &spec, [2.0, 0.0]);
}

#[test]
fn projected_stages_divide_by_w_and_bumps_move() {
    let mut bench = Bench::new();
    set_textures(&mut bench);
    let set = |bench: &mut Bench, stage: u32, state: Ts, number: f32| {
        bench.device.set_texture_stage_state(stage, state, number.to_bits()).expect("set");
    };
    let place = [[0.75, 1.25, 0.0, 2.0], [0.125, 0.125, 0.0, 1.0], NONE[0], NONE[0]];
    let read = "ps_1_1\ntex t0\nmov r0, t0";
    bench.device.set_texture_stage_state(0, Ts::TEXTURETRANSFORMFLAGS, 0x103).expect("set");
    assert_lanes(value(&mut bench, place, read), [0.2, 0.4, 0.0, 1.0], 1e-6, "projected");
    bench.device.set_texture_stage_state(0, Ts::TEXTURETRANSFORMFLAGS, 0).expect("set");
    assert_lanes(value(&mut bench, place, read), [0.6, 0.2, 0.0, 1.0], 1e-6, "plain, and wrapped");

    let matrix = [Ts::BUMPENVMAT00, Ts::BUMPENVMAT01, Ts::BUMPENVMAT10, Ts::BUMPENVMAT11];
    for (state, number) in matrix.into_iter().zip([0.25, 0.5, 0.5, 0.25]) {
        set(&mut bench, 1, state, number);
        set(&mut bench, 0, state, -number);
    }
    // (0.125, 0.125) moves by (0.25 · 1 + 0.5 · 0.5, 0.5 · 1 + 0.25 · 0.5).
    let by = [[1.0, 0.5, 0.25, 1.0], place[1], NONE[0], NONE[0]];
    let bump = "ps_1_1\ntexcoord t0\ntexbem t1, t0\nmov r0, t1";
    assert_lanes(value(&mut bench, by, bump), [0.4, 0.6, 0.0, 1.0], 1e-6, bump);
    set(&mut bench, 1, Ts::BUMPENVLSCALE, 2.0);
    set(&mut bench, 1, Ts::BUMPENVLOFFSET, 0.25);
    let luminance = "ps_1_1\ntexcoord t0\ntexbeml t1, t0\nmov r0, t1";
    assert_lanes(value(&mut bench, by, luminance), [0.3, 0.45, 0.0, 0.75], 1e-6, luminance);
    let bem = "ps_1_4\ntexcrd r0.xyz, t1\ntexcrd r1.xyz, t0\nbem r0.xy, r0, r1\nmov r0.zw, v0";
    assert_lanes(value(&mut bench, by, bem), [-0.375, -0.5, 0.75, 1.0], 0.0, bem);
}

#[test]
fn texkill_tests_three_lanes() {
    let mut bench = Bench::new();
    let kill = "ps_1_1\ntexkill t0\nmov r0, v0";
    for (lane, killed) in [(0, true), (1, true), (2, true), (3, false)] {
        let mut place = NONE;
        place[0][lane] = -1.0;
        let expected = if killed { [0.0; 4] } else { COLORS[0] };
        assert_lanes(value(&mut bench, place, kill), expected, 0.0, &format!("lane {lane}"));
    }
}

#[test]
fn depths_are_quotients() {
    let mut bench = Bench::new();
    let depth = bench.device.create_depth_stencil_surface(4, 4, Format::D24S8, MultiSample::NONE, 0, false);
    bench.device.set_depth_stencil_surface(Some(depth.expect("a surface"))).expect("set");
    bench.device.set_render_state(RenderState::ZENABLE, 1).expect("set");
    bench.device.set_render_state(RenderState::ZFUNC, 2).expect("set");
    let mut passes = |rows: [[f32; 4]; 4], shader: &str| {
        bench.device.clear(None, ClearFlags::ZBUFFER, 0, 0.5, 0).expect("cleared");
        value(&mut bench, rows, shader)[3] > 0.0
    };
    let quotient = |near: f32, far: f32| [[1.0; 4], [near, 0.0, 0.0, 0.0], [far, 0.0, 0.0, 0.0], [0.0; 4]];
    let old = "ps_1_3\ntexcoord t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, v0";
    let late = "ps_1_4\ntexcrd r4.xyz, t1\ntexcrd r3.xyz, t2\nphase\nmov r5.xyz, r4\nmov r5.y, r3.x\ntexdepth r5\nmov r0, v0";
    for shader in [old, late] {
        assert!(passes(quotient(1.0, 4.0), shader), "0.25: {shader}");
        assert!(!passes(quotient(3.0, 4.0), shader), "0.75: {shader}");
        assert!(passes(quotient(-3.0, 4.0), shader), "held to 0: {shader}");
        assert!(!passes(quotient(0.0, 0.0), shader), "1 without a quotient: {shader}");
    }
}
