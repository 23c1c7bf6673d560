//! What the fragment stage sees of what the vertex stage wrote, and of the rasteriser.

use retrograph_d3d9::types::RenderState;

use super::support::{Bench, PASS, SHOW, assert_lanes};

const OLD: &str = "vs_2_0
    dcl_position v0
    dcl_texcoord v1
    mov oPos, v0";

#[test]
fn what_is_not_written_has_defaults() {
    let mut bench = Bench::new();
    let show = |declaration: &str, register: &str| format!("ps_3_0\n{declaration}\nmov oC0, {register}");
    let white = bench.run(OLD, &show("dcl_color v0", "v0"));
    assert_eq!(white[0], [1.0; 4]);
    let specular = bench.run(OLD, &show("dcl_color1 v0", "v0"));
    assert_eq!(specular[0], [0.0; 4], "model 3 sees transparent black");
    let specular =
        bench.run(OLD, "ps_2_0\ndcl v1\nmov oC0, v1".replace("dcl v1", "dcl_position v1").as_str());
    assert_eq!(specular[0], [0.0, 0.0, 0.0, 1.0], "older models see opaque black");
    let coordinate = bench.run(OLD, &show("dcl_texcoord3 v0", "v0"));
    assert_eq!(coordinate[0], [0.0; 4]);
    let partial = bench.run(&format!("{OLD}\nmov oT0.xy, v1.w"), &show("dcl_texcoord v0", "v0"));
    assert_eq!(partial[0], [1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn old_colours_are_saturated_and_new_ones_are_not() {
    let mut bench = Bench::new();
    bench.device.set_vertex_shader_constant_f(0, &[[2.0, -1.0, 0.5, 1.5]]).expect("set");
    let show = "ps_3_0\ndcl_color v0\nmov oC0, v0";
    let old = bench.run(&format!("{OLD}\nmov oD0, c0"), show);
    assert_lanes(old[5], [1.0, 0.0, 0.5, 1.0], 1e-6, "oD0");
    let new = "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_color o1\nmov o0, v0\nmov o1, c0";
    assert_lanes(bench.run(new, show)[5], [2.0, -1.0, 0.5, 1.5], 1e-6, "dcl_color o1");
    let show_old = "ps_2_0\ndcl_position v0\nmov oC0, v0";
    assert_lanes(bench.run(new, show_old)[5], [2.0, -1.0, 0.5, 1.5], 1e-6, "v0 of model 2");
}

#[test]
fn semantics_link_and_not_registers() {
    let mut bench = Bench::new();
    let rows = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]];
    bench.device.set_vertex_shader_constant_f(0, &rows).expect("set");
    let vertex = "vs_3_0
        dcl_position v0
        dcl_position o3
        dcl_texcoord5 o0.xy
        dcl_tangent2 o0.zw
        dcl_normal o7
        mov o3, v0
        mov o0, c0
        mov o7, c1";
    let pixel = "ps_3_0
        dcl_normal v4
        dcl_tangent2 v1
        dcl_texcoord5 v0
        add r0, v0, v1
        mov r0.x, v4.w
        mov oC0, r0";
    assert_lanes(bench.run(vertex, pixel)[5], [8.0, 2.0, 3.0, 4.0], 1e-6, vertex);
}

#[test]
fn flat_shading_takes_the_first_vertex_and_leaves_coordinates() {
    let mut bench = Bench::new();
    bench.device.set_render_state(RenderState::SHADEMODE, 1).expect("set");
    let vertex = "vs_3_0
        dcl_position v0
        dcl_texcoord v1
        dcl_position o0
        dcl_color o1
        dcl_texcoord o2
        mov o0, v0
        mov o1, v1
        mov o2, v1";
    let pixel = "ps_3_0\ndcl_color v0\ndcl_texcoord v1\nmov r0, v0\nmov r0.zw, v1.xyxy\nmov oC0, r0";
    let found = bench.run(vertex, pixel);
    // Pixel (1, 0) is in the first triangle, whose first vertex has the coordinate (0, 0).
    assert_lanes(found[1], [0.0, 0.0, 0.25, 0.0], 1e-6, pixel);
    // Pixel (3, 3) is in the second, whose first vertex of the strip is (1, 0).
    assert_lanes(found[15], [1.0, 0.0, 0.75, 0.75], 1e-6, pixel);
}

#[test]
fn the_place_counts_whole_pixels_and_the_face_has_a_sign() {
    let mut bench = Bench::new();
    let pixel = "ps_3_0
        dcl vPos.xy
        dcl vFace
        def c0, 1, 2, 0, 0
        mov r0, c0.z
        mov r0.xy, vPos
        cmp r0.z, vFace, c0.x, c0.y
        mov oC0, r0"
        .replace("dcl vPos", "dcl_position vPos")
        .replace("dcl vFace", "dcl_position vFace");
    let found = bench.run(PASS, &pixel);
    assert_eq!((found[0], found[6]), ([0.0, 0.0, 1.0, 0.0], [2.0, 1.0, 1.0, 0.0]));
    bench.corners.swap(1, 2);
    let found = bench.run(PASS, &pixel);
    assert_eq!(found[6], [2.0, 1.0, 2.0, 0.0], "the quad now winds the other way");
}

#[test]
fn coordinates_are_exact_at_pixels() {
    let mut bench = Bench::new();
    let found = bench.run(PASS, SHOW);
    for (index, pixel) in found.iter().enumerate() {
        let (x, y) = ((index % 4) as f32, (index / 4) as f32);
        assert_lanes(*pixel, [x / 4.0, y / 4.0, 0.0, 1.0], 1e-6, "coordinate");
    }
}
