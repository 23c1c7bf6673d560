//! Loops, calls, returns and `texkill`.

use retrograph_d3d9::types::ClearFlags;

use super::support::{Bench, PASS, SHOW, assert_lanes};

#[test]
fn nested_loops_have_their_own_index_and_outputs_take_one() {
    let mut bench = Bench::new();
    let shader = "vs_3_0
        dcl_position v0
        dcl_position o0
        dcl_texcoord o1
        dcl_texcoord1 o2
        def c20, 1, 0, 0, 0
        defi i0, 2, 1, 1, 0
        defi i1, 3, 10, -2, 0
        mov r0, c20.y
        loop aL, i0
            mov r1, c20.y
            loop aL, i1
                add r1, r1, c[aL]
            endloop
            add r0, r0, r1
            mov o[aL], r0
        endloop
        mov o0, v0";
    let rows: Vec<[f32; 4]> = (0..16u16).map(|row| [f32::from(row); 4]).collect();
    bench.device.set_vertex_shader_constant_f(0, &rows).expect("set");
    // c10 + c8 + c6 = 24, once for o1 and twice for o2.
    let pixel = "ps_3_0\ndcl_texcoord v0\ndcl_texcoord1 v1\nmov r0, v0\nmov r0.yw, v1\nmov oC0, r0";
    assert_lanes(bench.run(shader, pixel)[5], [24.0, 48.0, 24.0, 48.0], 1e-6, shader);
}

#[test]
fn inputs_are_read_by_index() {
    let mut bench = Bench::new();
    let shader = "ps_3_0
        dcl_texcoord v0
        dcl_texcoord1 v1
        defi i0, 4, 0, 1, 0
        def c0, 0, 0, 0, 0
        mov r0, c0
        loop aL, i0
            add r0, r0, v[aL]
        endloop
        mov oC0, r0";
    let vertex = "vs_3_0
        dcl_position v0
        dcl_position o0
        dcl_texcoord o1
        dcl_texcoord1 o2
        mov o0, v0
        mov o1, c0
        mov o2, c1";
    let rows = [[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]];
    bench.device.set_vertex_shader_constant_f(0, &rows).expect("set");
    // Turns three and four are past the last input and read zero.
    assert_lanes(bench.run(vertex, shader)[5], [11.0, 22.0, 33.0, 44.0], 1e-6, shader);
}

#[test]
fn fragments_leave_loops_one_by_one() {
    let mut bench = Bench::new();
    let shader = "ps_3_0
        dcl_texcoord v0
        def c0, 0, 1, 4, 0
        defi i0, 100, 0, 0, 0
        mul r1.x, v0.x, c0.z
        mov r0, c0.x
        rep i0
            break_ge r0.x, r1.x
            add r0.x, r0.x, c0.y
            if_lt r0.x, r1.x
                add r0.y, r0.y, c0.y
            else
                add r0.z, r0.z, c0.y
            endif
        endrep
        mov oC0, r0";
    let found = bench.run(PASS, shader);
    let expected = [[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0], [2.0, 1.0, 1.0, 0.0], [3.0, 2.0, 1.0, 0.0]];
    assert_eq!(found[..4], expected);
}

#[test]
fn calls_nest_and_returns_leave_loops_and_the_main_body() {
    let mut bench = Bench::new();
    let shader = "ps_3_0
        dcl_texcoord v0
        def c0, 0, 1, 4, 0.6
        defi i0, 9, 0, 0, 0
        mul r1.x, v0.x, c0.z
        mov r0, c0.x
        mov oC0, r0
        call l0
        mov oC0, r0
        if_gt v0.x, c0.w
            ret
        endif
        callnz l1, b0
        mov oC0, r0
        ret
        label l0
        rep i0
            add r0.x, r0.x, c0.y
            if_ge r0.x, r1.x
                ret
            endif
        endrep
        ret
        label l1
        call l0
        add r0.y, r0.y, c0.y
        ret";
    bench.device.set_pixel_shader_constant_b(0, &[true]).expect("set");
    let found = bench.run(PASS, shader);
    let expected = [[2.0, 1.0, 0.0, 0.0], [2.0, 1.0, 0.0, 0.0], [3.0, 1.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0]];
    assert_eq!(found[..4], expected);
}

#[test]
fn a_killed_fragment_writes_nothing_and_its_neighbours_still_have_derivatives() {
    let mut bench = Bench::new();
    let grey = 0x8080_8080;
    bench.device.clear(None, ClearFlags::TARGET, grey, 1.0, 0).expect("a clear");
    let cleared = bench.pixels()[0];
    let shader = "ps_3_0
        dcl_texcoord v0
        def c0, 0.3, 0.6, 1, 0
        mov r0, c0.z
        sub r0.x, v0.x, c0.x
        texkill r0
        dsx r1, v0.x
        mov oC0, r1";
    let found = bench.run(PASS, shader);
    assert_eq!(found[..2], [cleared; 2]);
    assert_lanes(found[2], [0.25; 4], 1e-6, "dsx");
    assert_lanes(found[3], [0.25; 4], 1e-6, "dsx");
}

#[test]
fn texkill_looks_at_the_lanes_of_its_mask() {
    let mut bench = Bench::new();
    bench.device.clear(None, ClearFlags::TARGET, 0, 1.0, 0).expect("a clear");
    let shader = "ps_3_0
        dcl_texcoord v0
        def c0, 1, -1, 1, -1
        mov r0, c0
        texkill r0.xz
        mov oC0, c0.x";
    assert_eq!(bench.run(PASS, shader)[0], [1.0; 4]);
    let shader = shader.replace("r0.xz", "r0.xyz");
    bench.device.clear(None, ClearFlags::TARGET, 0, 1.0, 0).expect("a clear");
    assert_eq!(bench.run(PASS, &shader)[0], [0.0; 4]);
}

#[test]
fn predicates_guard_loops_and_writes() {
    let mut bench = Bench::new();
    let shader = "vs_3_0
        dcl_position v0
        dcl_position o0
        dcl_texcoord o1
        def c20, 0, 1, 3, 5
        defi i0, 10, 0, 0, 0
        mov r0, c20.x
        rep i0
            add r0, r0, c20.y
            setp_ge p0, r0, c20.z
            breakp p0.x
        endrep
        setp_lt p0, r0, c20
        (p0) mov r0, c20.y
        if p0.w
            add r0.x, r0.x, c20.w
        endif
        mov o0, v0
        mov o1, r0";
    // r0 is 3 in all lanes; less than c20 only in w.
    assert_lanes(bench.run(shader, SHOW)[5], [8.0, 3.0, 3.0, 1.0], 1e-6, shader);
}
