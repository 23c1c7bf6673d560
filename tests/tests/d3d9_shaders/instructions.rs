//! Each instruction on ordinary and on extreme operands, in both stages.

use super::support::{Bench, PASS, SHOW, assert_lanes};

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;
const MAX: f32 = f32::MAX;

/// What `body` computes into `r3` from `r0`, `r1` and `r2`.
struct Case {
    body: &'static str,
    operands: [[f32; 4]; 3],
    expected: [f32; 4],
    /// Relative; zero where every step is exact.
    tolerance: f32,
}

/// A case with an exact result.
const fn exact(body: &'static str, a: [f32; 4], b: [f32; 4], c: [f32; 4], expected: [f32; 4]) -> Case {
    Case { body, operands: [a, b, c], expected, tolerance: 0.0 }
}

/// A case with one operand whose result is rounded by the hardware's functions.
const fn rounded(body: &'static str, a: [f32; 4], b: [f32; 4], expected: [f32; 4]) -> Case {
    Case { body, operands: [a, b, [0.0; 4]], expected, tolerance: 2e-5 }
}

const ZERO: [f32; 4] = [0.0; 4];
const A: [f32; 4] = [1.5, -2.0, 0.25, 8.0];
const B: [f32; 4] = [2.0, 3.0, -4.0, 0.5];
const C: [f32; 4] = [0.5, 1.0, -1.0, 16.0];
const EXTREME: [f32; 4] = [INF, NAN, -INF, MAX];

fn arithmetic() -> Vec<Case> {
    vec![
        exact("mov r3, -r0", A, ZERO, ZERO, [-1.5, 2.0, -0.25, -8.0]),
        exact("mov r3, r0_abs", A, ZERO, ZERO, [1.5, 2.0, 0.25, 8.0]),
        exact("mov r3, -r0_abs", A, ZERO, ZERO, [-1.5, -2.0, -0.25, -8.0]),
        exact("mov r3, r0.wzyx", A, ZERO, ZERO, [8.0, 0.25, -2.0, 1.5]),
        exact("mov_sat r3, r0", A, ZERO, ZERO, [1.0, 0.0, 0.25, 1.0]),
        exact("mov_sat r3, r0", EXTREME, ZERO, ZERO, [1.0, 0.0, 0.0, 1.0]),
        exact("add r3, r0, r1", A, B, ZERO, [3.5, 1.0, -3.75, 8.5]),
        exact("sub r3, r0, r1", A, B, ZERO, [-0.5, -5.0, 4.25, 7.5]),
        exact("mul r3, r0, r1", A, B, ZERO, [3.0, -6.0, -1.0, 4.0]),
        exact("mul r3, r0, r1", EXTREME, ZERO, ZERO, ZERO),
        exact("mul r3, r0, r1", [-0.0, 0.0, 1.0, 2.0], EXTREME, ZERO, [0.0, 0.0, -INF, INF]),
        exact("mad r3, r0, r1, r2", A, B, C, [3.5, -5.0, -2.0, 20.0]),
        exact("mad r3, r0, r1, r2", ZERO, EXTREME, C, C),
        exact("lrp r3, r0, r1, r2", [0.0, 1.0, 0.5, 0.25], B, C, [0.5, 3.0, -2.5, 12.125]),
        exact("dp3 r3, r0, r1", A, B, ZERO, [-4.0; 4]),
        exact("dp4 r3, r0, r1", A, B, ZERO, [0.0; 4]),
        exact("dp4 r3, r0, r1", [INF, NAN, 0.0, 2.0], [0.0, -0.0, INF, 3.0], ZERO, [6.0; 4]),
        exact("dp2add r3, r0, r1, r2.w", A, B, C, [13.0; 4]),
        exact("crs r3.xyz, r0, r1\nmov r3.w, r0.w", A, B, ZERO, [7.25, 6.5, 8.5, 8.0]),
        exact("frc r3, r0", [1.75, -1.25, 3.0, -0.5], ZERO, ZERO, [0.75, 0.75, 0.0, 0.5]),
        exact("abs r3, r0", A, ZERO, ZERO, [1.5, 2.0, 0.25, 8.0]),
    ]
}

fn choices() -> Vec<Case> {
    vec![
        exact("min r3, r0, r1", A, B, ZERO, [1.5, -2.0, -4.0, 0.5]),
        exact("max r3, r0, r1", A, B, ZERO, [2.0, 3.0, 0.25, 8.0]),
        exact("min r3, r0, r1", [NAN; 4], B, ZERO, B),
        exact("max r3, r0, r1", [NAN; 4], B, ZERO, B),
        exact("cmp r3, r0, r1, r2", [0.0, -0.0, -1.0, NAN], B, C, [2.0, 3.0, -1.0, 16.0]),
        exact(
            "setp_gt p0, r0, r1\nmov r3, r2\n(p0) mov r3, r0\n(!p0.wzyx) add r3.xy, r3, r3",
            A,
            B,
            C,
            [0.5, 1.0, 0.25, 8.0],
        ),
        exact("setp_le p0, r0, r1\nmov r3, r2\n(p0.y) mov r3.zw, r0", A, B, C, [0.5, 1.0, 0.25, 8.0]),
    ]
}

fn functions() -> Vec<Case> {
    vec![
        rounded("rcp r3, r0.x", [4.0, 0.0, 0.0, 0.0], ZERO, [0.25; 4]),
        rounded("rcp r3, r0.x", ZERO, ZERO, [MAX; 4]),
        rounded("rcp r3, r0.x", [-0.0; 4], ZERO, [-MAX; 4]),
        rounded("rsq r3, r0.x", [-16.0, 0.0, 0.0, 0.0], ZERO, [0.25; 4]),
        rounded("rsq r3, r0.x", ZERO, ZERO, [MAX; 4]),
        rounded("exp r3, r0.x", [-3.0, 0.0, 0.0, 0.0], ZERO, [0.125; 4]),
        rounded("exp r3, r0.x", [500.0, 0.0, 0.0, 0.0], ZERO, [MAX; 4]),
        rounded("log r3, r0.y", [0.0, -32.0, 0.0, 0.0], ZERO, [5.0; 4]),
        rounded("log r3, r0.x", ZERO, ZERO, [-MAX; 4]),
        rounded("pow r3, r0.x, r1.x", [-3.0, 0.0, 0.0, 0.0], [4.0, 0.0, 0.0, 0.0], [81.0; 4]),
        rounded("pow r3, r0.x, r1.x", ZERO, ZERO, [1.0; 4]),
        rounded("pow r3, r0.x, r1.x", ZERO, [2.0; 4], ZERO),
        rounded("nrm r3, r0", [3.0, 0.0, 4.0, 10.0], ZERO, [0.6, 0.0, 0.8, 2.0]),
        rounded("nrm r3, r0", [0.0, 0.0, 0.0, 7.0], ZERO, [0.0, 0.0, 0.0, 7.0 * MAX]),
        rounded("mov r3, r0\nnrm r3.xyz, r0", [0.0, 0.0, 0.0, 7.0], ZERO, [0.0, 0.0, 0.0, 7.0]),
        rounded(
            "mov r3, r0\nsincos r3.xy, r0.x",
            [1.0, 0.0, 5.0, 6.0],
            ZERO,
            [0.540_302_3, 0.841_470_96, 5.0, 6.0],
        ),
    ]
}

fn vertex_only() -> Vec<Case> {
    let lit = |a, expected| rounded("lit r3, r0", a, ZERO, expected);
    vec![
        exact("slt r3, r0, r1", A, B, ZERO, [1.0, 1.0, 0.0, 0.0]),
        exact("sge r3, r0, r1", A, B, ZERO, [0.0, 0.0, 1.0, 1.0]),
        exact("slt r3, r0, r1", [NAN; 4], B, ZERO, ZERO),
        exact("sge r3, r0, r1", [NAN; 4], B, ZERO, ZERO),
        exact("sgn r3, r0, r1, r2", [2.0, -2.0, 0.0, -0.0], B, C, [1.0, -1.0, 0.0, 0.0]),
        exact("dst r3, r0, r1", A, B, ZERO, [1.0, -6.0, 0.25, 0.5]),
        lit([0.5, 3.0, 0.0, 2.0], [1.0, 0.5, 9.0, 1.0]),
        lit([-0.5, 3.0, 0.0, 2.0], [1.0, 0.0, 0.0, 1.0]),
        lit([0.5, -3.0, 0.0, 2.0], [1.0, 0.5, 0.0, 1.0]),
        lit([0.5, 2.0, 0.0, 0.0], [1.0, 0.5, 1.0, 1.0]),
        exact("m4x4 r3, r0, c0", [1.0, 2.0, 3.0, 4.0], B, C, [30.0, -2.0, 63.5, 0.0]),
        exact("mov r3, r0\nm3x2 r3.xy, r0, c0", [1.0, 2.0, 3.0, 4.0], B, C, [14.0, -4.0, 3.0, 4.0]),
    ]
}

/// Loads the operands, runs the body, and names registers as the stage has them.
fn pixel_shader(body: &str) -> String {
    format!("ps_3_0\nmov r0, c0\nmov r1, c1\nmov r2, c2\n{body}\nmov oC0, r3")
}

fn vertex_shader(body: &str) -> String {
    format!(
        "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nmov r0, c0\nmov r1, c1\nmov r2, c2\n\
         {body}\nmov o0, v0\nmov o1, r3"
    )
}

#[test]
fn pixel_instructions_compute_what_the_model_says() {
    let mut bench = Bench::new();
    for case in arithmetic().into_iter().chain(choices()).chain(functions()) {
        bench.device.set_pixel_shader_constant_f(0, &case.operands).expect("set");
        let found = bench.run(PASS, &pixel_shader(case.body));
        assert_lanes(found[5], case.expected, case.tolerance, case.body);
    }
}

#[test]
fn vertex_instructions_compute_what_the_model_says() {
    let mut bench = Bench::new();
    let common = arithmetic()
        .into_iter()
        .chain(choices())
        .chain(functions())
        .filter(|case| !["cmp", "dp2add"].iter().any(|pixel_only| case.body.starts_with(pixel_only)));
    // Interpolation of what is not finite, or close to it, is nobody's promise.
    let common = common.filter(|case| case.expected.iter().all(|lane| lane.abs() < 1e30));
    for case in common.chain(vertex_only()) {
        bench.device.set_vertex_shader_constant_f(0, &case.operands).expect("set");
        bench.device.set_vertex_shader_constant_f(3, &[[0.0; 4]]).expect("set");
        let found = bench.run(&vertex_shader(case.body), SHOW);
        assert_lanes(found[5], case.expected, case.tolerance.max(1e-6), case.body);
    }
}

#[test]
fn derivatives_are_differences_to_the_right_and_downwards() {
    let mut bench = Bench::new();
    let body =
        "ps_3_0\ndcl_texcoord v0\nmul r0, v0, v0\ndsx r1, v0\ndsy r2, v0\nmov r1.zw, r2.xyxy\nmov oC0, r1";
    let found = bench.run(PASS, body);
    assert_lanes(found[5], [0.25, 0.0, 0.0, 0.25], 1e-6, body);
}
