//! Points and clip planes beside vertex shaders.

use retrograph_d3d9::types::{PrimitiveType, RenderState};

use super::support::{Bench, PASS, SIZE, assert_lanes};

/// Draws one point in the middle of the target.
fn point(bench: &mut Bench) {
    let vertex: [f32; 8] = [0.0, 0.0, 0.5, 1.0, 0.25, 0.5, 0.75, 1.0];
    let bytes: Vec<u8> = vertex.into_iter().flat_map(f32::to_le_bytes).collect();
    bench.clear();
    bench.device.draw_primitive_up(PrimitiveType::PointList, 1, &bytes, 32).expect("a draw");
}

/// Shaders that show a coordinate, with a size of four pixels where `sized`.
fn shaders(model: u32, sized: bool) -> [String; 2] {
    let size = "def c0, 4, 0, 0, 1";
    match model {
        2 => {
            let sized = if sized { "mov oPts, c0.x" } else { "" };
            [
                format!(
                    "vs_2_0\ndcl_position v0\ndcl_texcoord v1\n{size}\nmov oPos, v0\nmov oT0, v1\nmov oD0, c0\n{sized}"
                ),
                "ps_2_0\ndcl_texcoord t0\ndcl_color v0\nmov r0, t0\nmov r0.w, v0\nmov oC0, r0".to_owned(),
            ]
        }
        _ => {
            let sized = if sized { "mov o2.x, c0.x" } else { "" };
            let declared = if sized.is_empty() { "" } else { "dcl_psize o2" };
            [
                format!(
                    "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\ndcl_color o3\n\
                     {declared}\n{size}\nmov o0, v0\nmov o1, v1\nmov o3, c0\n{sized}"
                ),
                "ps_3_0\ndcl_texcoord v0\ndcl_color v1\nmov r0, v0\nmov r0.w, v1.w\nmov oC0, r0".to_owned(),
            ]
        }
    }
}

/// The pixels that a point of `size` covers, with what they show.
fn check(bench: &mut Bench, size: u8, sprite: bool, what: &str) {
    let found = bench.pixels();
    let (size, first) = (f32::from(size), 2.0 - f32::from(size) / 2.0);
    for (at, texel) in found.iter().enumerate() {
        let [x, y] = [at % SIZE, at / SIZE].map(|place| f32::from(u8::try_from(place).expect("small")));
        let inside = [x, y].iter().all(|place| (first..first + size).contains(place));
        let [u, v] = [x, y].map(|place| (place - first) / size);
        let wanted = match (inside, sprite) {
            (false, _) => [0.0; 4],
            (true, true) => [u, v, 0.0, 1.0],
            (true, false) => [0.25, 0.5, 0.75, 1.0],
        };
        assert_lanes(*texel, wanted, 1e-6, &format!("{what}, pixel {at}"));
    }
}

#[test]
fn points_have_the_size_of_the_state_or_the_shader_and_sprites_coordinates_of_their_own() {
    for model in [2, 3] {
        let mut bench = Bench::new();
        for sprite in [false, true] {
            bench.set(RenderState::POINTSPRITEENABLE, sprite.into());
            bench.set(RenderState::POINTSIZE, 2f32.to_bits());
            bench.set(RenderState::POINTSIZE_MAX, 64f32.to_bits());
            let [vertex, pixel] = shaders(model, false);
            bench.set_shaders(&vertex, &pixel);
            point(&mut bench);
            check(&mut bench, 2, sprite, &format!("model {model}, sprite {sprite}, the state's size"));
            let [vertex, pixel] = shaders(model, true);
            bench.set_shaders(&vertex, &pixel);
            point(&mut bench);
            check(&mut bench, 4, sprite, &format!("model {model}, sprite {sprite}, the shader's size"));
            bench.set(RenderState::POINTSIZE_MAX, 2f32.to_bits());
            point(&mut bench);
            check(&mut bench, 2, sprite, &format!("model {model}, sprite {sprite}, at most two"));
        }
    }
}

#[test]
fn triangles_keep_their_coordinates_while_sprites_are_on() {
    let mut bench = Bench::new();
    bench.set(RenderState::POINTSPRITEENABLE, 1);
    let found = bench.run(PASS, super::support::SHOW);
    assert_lanes(found[6], [0.5, 0.25, 0.0, 1.0], 1e-6, "a quad");
}

#[test]
fn clip_planes_cut_clip_space_beside_a_shader() {
    let mut bench = Bench::new();
    // Right of -0.25, and below 0.25: clip positions of pixels are -1, -0.5, 0 and 0.5.
    bench.device.set_clip_plane(0, [1.0, 0.0, 0.0, 0.25]).expect("set");
    bench.device.set_clip_plane(1, [0.0, 0.0, 0.0, -1.0]).expect("set");
    bench.device.set_clip_plane(5, [0.0, -1.0, 0.0, 0.25]).expect("set");
    for vertex in [PASS, "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1"] {
        bench.set_shaders(vertex, "ps_2_0\ndef c0, 1, 1, 1, 1\nmov oC0, c0");
        for (enabled, clipping) in [(0, 1), (1, 1), (1, 0), (0b10_0000, 1), (0b10_0001, 1), (2, 1)] {
            bench.set(RenderState::CLIPPLANEENABLE, enabled);
            bench.set(RenderState::CLIPPING, clipping);
            bench.clear();
            bench.draw();
            let found = bench.pixels();
            for (at, texel) in found.iter().enumerate() {
                let [x, y] = [at % SIZE, at / SIZE];
                let on = |plane: u32| clipping == 1 && enabled >> plane & 1 == 1;
                let cut = (on(0) && x < 2) || (on(5) && y < 2) || on(1);
                assert_eq!(texel[0] == 0.0, cut, "planes {enabled:b}, clipping {clipping}, pixel {at}");
            }
        }
    }
}
