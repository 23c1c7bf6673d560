//! The shape of translated code, on small programs made by hand.

mod flow;
mod keys;
mod make;
mod stages;

use crate::dxso::VertexKey;
use crate::dxso::opcode::Opcode as Op;
use crate::interface::ConstantOverlay;
use make::{c, color, def, input, op, output, pixel, r, relative, sampled, sampler, t, vertex};

#[test]
fn products_test_for_zero_on_integer_bits() {
    let made = pixel(2, &[op(Op::Mul, r(0), &[t(0), c(0)]), op(Op::Mov, color(0), &[r(0)])]);
    let wgsl = made.wgsl();
    let product = "let _e8 = vec4(1u);\n    let r0_ = select((texcoord0_ * _e4), vec4(0f), (min((bitcast<vec4<u32>>(texcoord0_) << _e8), \
                   (bitcast<vec4<u32>>(_e4) << _e8)) == vec4(0u)))";
    assert!(wgsl.contains(product), "{wgsl}");
    let msl = made.msl();
    let product = "metal::uint4 _e8 = metal::uint4(1u);\n    metal::float4 r0_ = metal::select(texcoord0_ * _e4, metal::float4(0.0), \
                   metal::min(as_type<metal::uint4>(texcoord0_) << _e8, as_type<metal::uint4>(_e4) << _e8) == metal::uint4(0u))";
    assert!(msl.contains(product), "{msl}");
}

#[test]
fn squares_and_products_with_plain_literals_need_no_test() {
    let program = [
        def(0, [2.0, 3.0, 4.0, 5.0]),
        op(Op::Mul, r(0), &[t(0), c(0)]),
        op(Op::Mul, r(0), &[r(0), r(0)]),
        op(Op::Mov, color(0), &[r(0)]),
    ];
    let wgsl = pixel(2, &program).wgsl();
    assert!(!wgsl.contains("bitcast"), "{wgsl}");
    let program = [def(0, [2.0, 0.0, 4.0, 5.0]), op(Op::Mul, color(0), &[t(0), c(0)])];
    let wgsl = pixel(2, &program).wgsl();
    assert!(wgsl.contains("bitcast"), "{wgsl}");
}

#[test]
fn constant_expressions_stay_finite() {
    let program = [
        def(0, [0.0, f32::MAX, 200.0, 4.0]),
        op(Op::Rcp, r(0).mask(1), &[c(0).lane(0)]),
        op(Op::Rsq, r(0).mask(2), &[c(0).lane(0)]),
        op(Op::Log, r(0).mask(4), &[c(0).lane(0)]),
        op(Op::Exp, r(0).mask(8), &[c(0).lane(2)]),
        op(Op::Mul, r(1), &[c(0).lane(1), c(0).lane(3)]),
        op(Op::Add, r(0), &[r(0), r(1)]),
        op(Op::Mov, color(0), &[r(0)]),
    ];
    let wgsl = pixel(2, &program).wgsl();
    for refused in ["(1f / 0f)", "inverseSqrt(0f)", "log2(0f)", "exp2(200f)", "inf"] {
        assert!(!wgsl.contains(refused), "{refused} in {wgsl}");
    }
    assert!(wgsl.contains("var hidden"), "{wgsl}");
}

#[test]
fn finite_definitions_are_literals_and_take_no_row() {
    let program = [def(7, [0.5, 1.0, 2.0, 0.25]), op(Op::Add, color(0), &[c(7), t(0)])];
    let made = pixel(2, &program);
    assert_eq!(made.interface().float_rows, 0);
    assert_eq!(made.interface().overlay, []);
    assert!(made.wgsl().contains("vec4<f32>(0.5f, 1f, 2f, 0.25f)"), "{}", made.wgsl());
}

#[test]
fn definitions_that_are_not_finite_are_rows_of_the_block() {
    let lanes = [f32::NAN, 1.0, f32::INFINITY, 0.0];
    let made = pixel(2, &[def(5, lanes), op(Op::Add, color(0), &[c(5), t(0)])]);
    assert_eq!(made.interface().float_rows, 6);
    let overlay = ConstantOverlay { row: 5, bits: lanes.map(f32::to_bits) };
    assert_eq!(made.interface().overlay, [overlay]);
    assert!(made.wgsl().contains("fragment_floats[5]"), "{}", made.wgsl());
}

#[test]
fn only_reached_rows_are_bound() {
    let program = [
        op(Op::M4x4, output(0), &[input(0), c(4)]),
        op(Op::Mov, output(1), &[c(11)]),
        make::plain(Op::Ret),
        make::label(3),
        op(Op::Mov, output(1), &[c(200)]),
        make::plain(Op::Ret),
    ];
    assert_eq!(vertex(3, &program).interface().float_rows, 12, "l3 is never called");
}

#[test]
fn relative_reads_bind_every_row_see_definitions_and_read_zero_outside() {
    let program = [
        def(20, [1.0, 2.0, 3.0, 4.0]),
        op(Op::Mova, make::address().mask(1), &[input(0).lane(0)]),
        op(Op::Mov, output(0), &[relative(c(8))]),
        op(Op::Mov, output(1), &[c(20)]),
    ];
    let made = vertex(3, &program);
    assert_eq!(made.interface().float_rows, 256);
    assert_eq!(
        made.interface().overlay,
        [ConstantOverlay { row: 20, bits: [1.0f32, 2.0, 3.0, 4.0].map(f32::to_bits) }]
    );
    let wgsl = made.wgsl();
    assert!(wgsl.contains("vertex_floats[min("), "{wgsl}");
    assert!(wgsl.contains("< 256u)"), "{wgsl}");
    assert!(wgsl.contains("vec4<f32>(1f, 2f, 3f, 4f)") || wgsl.contains("1f, 2f, 3f"), "direct: {wgsl}");
}

#[test]
fn straight_code_has_no_variables() {
    let program = [
        op(Op::Tex, r(0), &[t(0), sampler(0)]),
        op(Op::Mad, r(0).mask(7), &[r(0), c(0), c(1)]),
        op(Op::TexKill, r(0), &[]),
        op(Op::Mov, color(0), &[r(0)]),
    ];
    let program: Vec<_> = [sampled(0)].into_iter().chain(program).collect();
    let made = pixel(2, &program);
    assert_eq!(made.variables(), 0);
    let wgsl = made.wgsl();
    let (sample, discard) = (wgsl.find("textureSample"), wgsl.find("discard"));
    assert!(sample < discard && discard.is_some(), "the fragment is killed at the end: {wgsl}");
}

#[test]
fn translation_is_the_same_every_time() {
    let program = [op(Op::Dp4, r(0), &[t(0), c(3)]), op(Op::Mov, color(0), &[r(0)])];
    assert_eq!(pixel(2, &program).wgsl(), pixel(2, &program).wgsl());
    let program = [op(Op::Mov, output(0), &[input(0)])];
    assert_eq!(vertex(3, &program).wgsl(), vertex(3, &program).wgsl());
}

#[test]
fn the_wrong_stage_is_refused() {
    use crate::ShaderError;
    let program = make::program(crate::Stage::Fragment, (1, 1), &[op(Op::Mov, r(0), &[c(0)])]);
    let refused = crate::dxso::translate_vertex(&program, &VertexKey::default()).map(|_| ());
    assert!(matches!(refused, Err(ShaderError::Malformed { offset: 0, .. })), "{refused:?}");
}
