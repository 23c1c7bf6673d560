//! Constants: definitions, what they override, and reads by computed index.

use super::support::{Bench, PASS, SHOW, assert_lanes};

#[test]
fn definitions_belong_to_their_shader_alone() {
    let mut bench = Bench::new();
    bench.device.set_pixel_shader_constant_f(0, &[[1.0, 2.0, 3.0, 4.0]]).expect("set");
    let defined = bench.run(PASS, "ps_3_0\ndef c0, 5, 6, 7, 8\nmov oC0, c0");
    assert_eq!(defined[0], [5.0, 6.0, 7.0, 8.0]);
    let plain = bench.run(PASS, "ps_3_0\nmov oC0, c0");
    assert_eq!(plain[0], [1.0, 2.0, 3.0, 4.0], "the device's constant is as it was");
}

#[test]
fn definitions_that_are_not_finite_work_and_do_not_stay() {
    let mut bench = Bench::new();
    bench.device.set_pixel_shader_constant_f(0, &[[1.0, 2.0, 3.0, 4.0]; 2]).expect("set");
    // A NaN compares false, and infinity is larger than anything finite.
    let shader = "ps_3_0
        def c1, inf, NaN, -inf, 0
        mov r0, c1
        mov r1, c0
        cmp oC0, r0, r1, -r1.w";
    let found = bench.run(PASS, shader);
    assert_eq!(found[0], [1.0, -4.0, -4.0, 4.0]);
    let plain = bench.run(PASS, "ps_3_0\nmov oC0, c1");
    assert_eq!(plain[0], [1.0, 2.0, 3.0, 4.0]);
}

/// Shows `c[a0.x + 8]` with `a0.x` from `c0.x`, where `c10` is defined.
const RELATIVE: &str = "vs_3_0
    dcl_position v0
    dcl_position o0
    dcl_texcoord o1
    def c10, 10, 20, 30, 40
    mova a0.x, c0.x
    mov o0, v0
    mov o1, c[a0.x + 8]";

#[test]
fn relative_reads_see_definitions_and_read_zero_outside() {
    let mut bench = Bench::new();
    let rows: Vec<[f32; 4]> = (0..256u16).map(|row| [f32::from(row); 4]).collect();
    bench.device.set_vertex_shader_constant_f(0, &rows).expect("set");
    bench.set_shaders(RELATIVE, SHOW);
    let expected = [
        (0.0, [8.0; 4]),
        (2.0, [10.0, 20.0, 30.0, 40.0]),
        (2.5, [10.0, 20.0, 30.0, 40.0]),
        (3.5, [12.0; 4]),
        (-7.0, [1.0; 4]),
        (247.0, [255.0; 4]),
        (248.0, [0.0; 4]),
        (-9.0, [0.0; 4]),
        (1e30, [0.0; 4]),
        (-1e30, [0.0; 4]),
    ];
    for (index, value) in expected {
        bench.device.set_vertex_shader_constant_f(0, &[[index; 4]]).expect("set");
        bench.draw();
        assert_lanes(bench.pixels()[5], value, 1e-6, &format!("a0.x = {index}"));
    }
}

#[test]
fn integer_and_boolean_constants_come_from_the_device_or_the_shader() {
    let mut bench = Bench::new();
    let shader = "ps_3_0
        defi i1, 3, 0, 0, 0
        defb b1, true
        def c0, 0, 1, 10, 100
        mov r0, c0.x
        rep i0
            add r0.x, r0.x, c0.y
        endrep
        rep i1
            add r0.y, r0.y, c0.y
        endrep
        if b0
            mov r0.z, c0.z
        else
            mov r0.z, c0.w
        endif
        if !b1
            mov r0.w, c0.z
        else
            mov r0.w, c0.w
        endif
        mov oC0, r0";
    bench.set_shaders(PASS, shader);
    for (count, flag, expected) in [
        (0, true, [0.0, 3.0, 10.0, 100.0]),
        (7, false, [7.0, 3.0, 100.0, 100.0]),
        (-5, true, [0.0, 3.0, 10.0, 100.0]),
    ] {
        bench.device.set_pixel_shader_constant_i(0, &[[count, 0, 0, 0], [9; 4]]).expect("set");
        bench.device.set_pixel_shader_constant_b(0, &[flag, false]).expect("set");
        bench.draw();
        assert_eq!(bench.pixels()[0], expected, "i0.x = {count}, b0 = {flag}");
    }
}

#[test]
fn a_reset_makes_constants_zero_where_shaders_read_them() {
    const SHADER: &str = "ps_3_0\nmov oC0, c0";
    let mut bench = Bench::new();
    bench.device.set_pixel_shader_constant_f(0, &[[1.0, 2.0, 3.0, 4.0]]).expect("set");
    assert_eq!(bench.run(PASS, SHADER)[0], [1.0, 2.0, 3.0, 4.0]);
    bench.reset();
    assert_eq!(bench.run(PASS, SHADER)[0], [0.0; 4]);
}
