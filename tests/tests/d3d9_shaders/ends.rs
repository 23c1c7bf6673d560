//! What fixed function does to the colours that shaders of every model write: alpha test, fog, sRGB.

use retrograph_d3d9::types::{LockFlags, MultiSample, Pool, RenderState};
use retrograph_d3d9::{Direct3D9, Format};
use retrograph_tests::gpu_without_features;

use super::support::{Bench, PASS, SIZE, assert_lanes};

/// Shows `c0`, in every model of pixel shaders.
const CONSTANT: [&str; 5] = [
    "ps_1_1\nmov r0, c0",
    "ps_1_4\nmov r0, c0",
    "ps_2_0\nmov oC0, c0",
    "ps_2_0\nmov r0, c0\nmov oC0, r0",
    "ps_3_0\nmov oC0, c0",
];

/// Functions from "never" to "always", by whether they pass what is less, equal and greater.
const FUNCTIONS: [[bool; 3]; 8] = [
    [false, false, false],
    [true, false, false],
    [false, true, false],
    [true, true, false],
    [false, false, true],
    [true, false, true],
    [false, true, true],
    [true, true, true],
];

#[test]
fn the_alpha_test_looks_at_the_first_colour_of_every_model() {
    let mut bench = Bench::new();
    bench.set(RenderState::ALPHATESTENABLE, 1);
    bench.set(RenderState::ALPHAREF, 128);
    for pixel in CONSTANT {
        bench.set_shaders(PASS, pixel);
        for (function, passes) in (1..).zip(FUNCTIONS) {
            bench.set(RenderState::ALPHAFUNC, function);
            for (alpha, passes) in [127.0, 128.0, 129.0].into_iter().zip(passes) {
                bench.clear();
                bench.device.set_pixel_shader_constant_f(0, &[[0.5, 0.25, 0.0, alpha / 255.0]]).expect("set");
                bench.draw();
                let drawn = bench.pixels()[5][0] != 0.0;
                assert_eq!(drawn, passes, "alpha {alpha}, function {function}\n{pixel}");
            }
        }
    }
}

#[test]
fn the_alpha_test_is_beside_texkill_and_looks_at_no_other_target() {
    let mut bench = Bench::new();
    bench.set(RenderState::ALPHATESTENABLE, 1);
    bench.set(RenderState::ALPHAREF, 128);
    bench.set(RenderState::ALPHAFUNC, 7);
    // Pixels with x = 0 are killed, those of the first two rows have no alpha.
    let pixel = "ps_2_0
        dcl_texcoord t0
        def c0, -0.125, 0, 0, 0
        add r0, t0, c0.xyyy
        texkill r0.x
        mov r0, t0.y
        mov oC0, r0
        mov r1, c0.y
        mov oC1, r1";
    bench.clear();
    let found = bench.run(PASS, pixel);
    let drawn: Vec<bool> = found.iter().map(|texel| texel[3] != 0.0).collect();
    let wanted: Vec<bool> = (0..SIZE * SIZE).map(|at| at % SIZE >= 1 && at / SIZE >= 3).collect();
    // 0.5 is 127.5 of 255, and a float target compares as it is: the third row is below the reference.
    assert_eq!(drawn, wanted);
}

/// Fog of (0, 0.5, 1), which the alpha of its colour does not belong to.
fn foggy() -> Bench {
    let mut bench = Bench::new();
    bench.set(RenderState::FOGENABLE, 1);
    bench.set(RenderState::FOGCOLOR, 0x1200_80FF);
    bench.device.set_pixel_shader_constant_f(0, &[COLOR]).expect("set");
    bench
}

const COLOR: [f32; 4] = [1.0, 0.25, 0.0, 0.375];
const FOG: [f32; 3] = [0.0, 128.0 / 255.0, 1.0];

/// The colour of which `factor` is left.
fn fogged(factor: f32) -> [f32; 4] {
    let lane = |lane: usize| FOG[lane] + (COLOR[lane] - FOG[lane]) * factor;
    [lane(0), lane(1), lane(2), COLOR[3]]
}

#[test]
fn vertex_shaders_give_the_fog_of_pixels_up_to_model_2() {
    let vertex = [
        "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oFog, v1.x",
        "vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oFog, v1.x",
        "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_fog o1\nmov o0, v0\nmov o1, v1.x",
    ];
    let mut bench = foggy();
    // What vertices have means nothing beside a shader.
    bench.set(RenderState::FOGVERTEXMODE, 3);
    for corner in &mut bench.corners {
        // The factor goes from -0.5 to 1.5 and is held to 0-1 before it is interpolated.
        corner[4] = corner[4] * 2.0 - 0.5;
    }
    for vertex in vertex {
        for pixel in CONSTANT {
            let found = bench.run(vertex, pixel);
            for (x, texel) in (0u8..4).zip(&found[4..8]) {
                let factor = if vertex.starts_with("vs_3") {
                    (f32::from(x) * 0.5 - 0.5).clamp(0.0, 1.0)
                } else {
                    f32::from(x) * 0.25
                };
                let wanted = if pixel.starts_with("ps_3") { COLOR } else { fogged(factor) };
                assert_lanes(*texel, wanted, 1e-5, &format!("x {x}\n{vertex}\n{pixel}"));
            }
        }
    }
}

#[test]
fn table_fog_goes_by_the_depth_of_clip_space() {
    let vertex = "vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oFog, c0.x";
    let mut bench = foggy();
    let floats = [(RenderState::FOGSTART, 0.25), (RenderState::FOGEND, 1.25), (RenderState::FOGDENSITY, 1.5)];
    for (state, value) in floats {
        bench.set(state, f32::to_bits(value));
    }
    for w in [1.0f32, 2.0] {
        for corner in &mut bench.corners {
            // z / w goes from 0 to 1 on the left, and from left to right; what counts is z.
            let [u, v] = [corner[4], corner[5]];
            corner[..4].copy_from_slice(&[(u * 2.0 - 1.0) * w, (1.0 - v * 2.0) * w, u * w, w]);
        }
        for (mode, factor) in [
            (1, (|depth: f32| (-1.5 * depth).exp()) as fn(f32) -> f32),
            (2, |depth| (-(1.5 * depth) * (1.5 * depth)).exp()),
            (3, |depth| (1.25 - depth).clamp(0.0, 1.0)),
        ] {
            bench.set(RenderState::FOGTABLEMODE, mode);
            for pixel in CONSTANT {
                let found = bench.run(vertex, pixel);
                for (x, texel) in (0u8..4).zip(&found[4..8]) {
                    let left = factor(f32::from(x) * 0.25 * w);
                    let wanted = if pixel.starts_with("ps_3") { COLOR } else { fogged(left) };
                    assert_lanes(*texel, wanted, 1e-4, &format!("x {x}, w {w}, mode {mode}\n{pixel}"));
                }
            }
        }
    }
}

#[test]
fn the_alpha_test_and_fog_do_not_see_each_other() {
    let mut bench = foggy();
    bench.set(RenderState::ALPHATESTENABLE, 1);
    bench.set(RenderState::ALPHAFUNC, 5);
    bench.set(RenderState::ALPHAREF, 95);
    let vertex = "vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oFog, v1.x";
    // 0.375 is 95.625 of 255.
    let found = bench.run(vertex, CONSTANT[2]);
    assert_lanes(found[5], fogged(0.25), 1e-5, "passes");
    bench.set(RenderState::ALPHAREF, 96);
    bench.clear();
    bench.draw();
    assert_eq!(bench.pixels()[5], [0.0; 4], "fails");
}

#[test]
fn srgb_is_written_with_a_view_or_by_the_shader() {
    let mut gpu = gpu_without_features();
    gpu.caps.srgb_views = false;
    let flags = retrograph_d3d9::types::CreateFlags::HARDWARE_VERTEXPROCESSING;
    for direct3d in [Direct3D9::new().expect("an adapter"), Direct3D9::from_gpu(gpu)] {
        let mut bench = Bench::with(direct3d, flags);
        let device = &mut bench.device;
        let float = device.get_render_target(0).expect("set");
        let plain =
            device.create_render_target(4, 4, Format::A8R8G8B8, MultiSample::NONE, 0, false).expect("made");
        device.set_pixel_shader_constant_f(0, &[[0.25, 0.6, 0.002, 0.25]]).expect("set");
        for pixel in CONSTANT {
            let texel = |bench: &mut Bench, on: u32| {
                bench.device.set_render_target(0, Some(plain)).expect("set");
                bench.set(RenderState::SRGBWRITEENABLE, on);
                bench.set_shaders(PASS, pixel);
                bench.draw();
                let device = &mut bench.device;
                let copy = device.create_offscreen_plain_surface(4, 4, Format::A8R8G8B8, Pool::SystemMem);
                let copy = copy.expect("a surface");
                device.get_render_target_data(plain, copy).expect("a read-back");
                let locked = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
                let texel = u32::from_le_bytes(locked.bytes()[..4].try_into().expect("four bytes"));
                device.unlock_rect(locked).expect("an unlock");
                texel
            };
            // 255 (1.055 · 0.25^(1 / 2.4) - 0.055) is 136.96, the same of 0.6 is 203.42, and 255 · 12.92 · 0.002 is 6.59.
            assert_eq!(texel(&mut bench, 1), 0x4089_CB07, "encoded\n{pixel}");
            assert_eq!(texel(&mut bench, 0), 0x4040_9901, "as it is\n{pixel}");
            // Floats are never encoded.
            bench.set(RenderState::SRGBWRITEENABLE, 1);
            bench.device.set_render_target(0, Some(float)).expect("set");
            bench.draw();
            assert_eq!(bench.pixels()[5], [0.25, 0.6, 0.002, 0.25], "{pixel}");
        }
    }
}
