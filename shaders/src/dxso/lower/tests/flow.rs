//! Branches, loops, calls, predicates, and derivatives within.

use super::make::{
    Operand, call, color, controlled, declared, def, flow, input, label, op, pixel, plain, predicate,
    predicated, r, register, sampled, sampler,
};
use crate::dxso::opcode::Opcode as Op;
use crate::dxso::program::{Instruction, Modifier, RegisterFile};
use crate::varyings::Usage;

const GREATER: u8 = 1;
const LESS: u8 = 4;

fn integer(number: u16) -> Operand {
    register(RegisterFile::ConstInt, number)
}

fn flag(number: u16) -> Operand {
    register(RegisterFile::ConstBool, number)
}

/// `v0` and `v1` are texture coordinates, `s0` a 2D texture, `c0` is (0.5, 0, 0, 1).
fn model3(body: &[Instruction]) -> String {
    let mut all = vec![
        declared(input(0), Usage::Texcoord, 0),
        declared(input(1), Usage::Texcoord, 1),
        sampled(0),
        def(0, [0.5, 0.0, 0.0, 1.0]),
    ];
    all.extend_from_slice(body);
    all.push(op(Op::Mov, color(0), &[r(0)]));
    pixel(3, &all).wgsl()
}

fn texld(coordinate: Operand) -> Instruction {
    op(Op::Tex, r(0), &[coordinate, sampler(0)])
}

fn if_less() -> Instruction {
    controlled(flow(Op::Ifc, &[input(0).lane(0), register(RegisterFile::Const, 0).lane(0)]), LESS)
}

#[test]
fn a_read_under_a_varying_condition_uses_gradients_from_before_it() {
    let wgsl = model3(&[if_less(), texld(input(1)), plain(Op::EndIf)]);
    let (derivative, branch) = (wgsl.find("dpdx"), wgsl.find("if ("));
    assert!(derivative.is_some() && derivative < branch, "{wgsl}");
    assert!(wgsl.contains("textureSampleGrad("), "{wgsl}");
    assert!(!wgsl.contains("textureSample("), "{wgsl}");
}

#[test]
fn a_coordinate_made_under_a_varying_condition_reads_the_base_level() {
    let body = [if_less(), op(Op::Add, r(1), &[input(1), input(0)]), texld(r(1)), plain(Op::EndIf)];
    let wgsl = model3(&body);
    assert!(wgsl.contains("textureSampleLevel(s0_texture, s0_sampler, r1_.xy, 0.0)"), "{wgsl}");
    assert!(!wgsl.contains("textureSample("), "{wgsl}");
}

#[test]
fn conditions_on_constants_leave_reads_as_they_are() {
    let boolean = [flow(Op::If, &[flag(2)]), texld(input(1)), plain(Op::EndIf)];
    let wgsl = model3(&boolean);
    assert!(wgsl.contains("textureSample("), "{wgsl}");
    assert!(wgsl.contains("fragment_integers.bools.x") && wgsl.contains("& 4u) != 0u"), "{wgsl}");
    let computed = [
        op(Op::Add, r(1), &[register(RegisterFile::Const, 9), register(RegisterFile::Const, 0)]),
        controlled(flow(Op::Ifc, &[r(1).lane(0), register(RegisterFile::Const, 0).lane(0)]), GREATER),
        texld(input(1)),
        plain(Op::EndIf),
    ];
    assert!(model3(&computed).contains("textureSample("), "a temporary made of constants is constant");
}

#[test]
fn a_loop_that_counts_in_a_temporary_stays_even_and_one_that_varies_does_not() {
    let with_break = |left: Operand| {
        let step = register(RegisterFile::Const, 0).lane(3);
        [
            op(Op::Mov, r(2), &[register(RegisterFile::Const, 0).lane(1)]),
            flow(Op::Rep, &[integer(0)]),
            controlled(flow(Op::BreakC, &[left, register(RegisterFile::Const, 5).lane(0)]), GREATER),
            op(Op::Add, r(1), &[input(1), r(2)]),
            texld(r(1)),
            op(Op::Add, r(2), &[r(2), step]),
            plain(Op::EndRep),
        ]
    };
    let even = model3(&with_break(r(2).lane(0)));
    assert!(even.contains("textureSample("), "{even}");
    let uneven = model3(&with_break(r(0).lane(0)));
    assert!(!uneven.contains("textureSample("), "{uneven}");
}

#[test]
fn what_varies_late_in_a_loop_varies_early_in_its_next_turn() {
    let body = [
        op(Op::Mov, r(2), &[register(RegisterFile::Const, 0)]),
        flow(Op::Rep, &[integer(0)]),
        controlled(flow(Op::Ifc, &[r(2).lane(0), register(RegisterFile::Const, 5).lane(0)]), GREATER),
        texld(input(1)),
        plain(Op::EndIf),
        op(Op::Mov, r(2), &[input(0)]),
        plain(Op::EndRep),
    ];
    assert!(!model3(&body).contains("textureSample("));
}

#[test]
fn derivatives_under_a_varying_condition_are_hoisted_too() {
    let wgsl = model3(&[if_less(), op(Op::Dsx, r(0), &[input(1)]), plain(Op::EndIf)]);
    let (derivative, branch) = (wgsl.find("dpdx"), wgsl.find("if ("));
    assert!(derivative.is_some() && derivative < branch, "{wgsl}");
}

#[test]
fn loops_are_bounded_by_clamped_counts() {
    let wgsl =
        model3(&[flow(Op::Rep, &[integer(3)]), op(Op::Add, r(0), &[r(0), input(0)]), plain(Op::EndRep)]);
    assert!(wgsl.contains("min(max(_e"), "{wgsl}");
    assert!(wgsl.contains("fragment_integers.ints[3].x"), "{wgsl}");
    assert!(wgsl.contains("255i"), "{wgsl}");
}

#[test]
fn predicates_select_lane_by_lane_and_reads_are_not_branched_around() {
    let compare = op(Op::SetP, predicate(), &[input(0), register(RegisterFile::Const, 0)]);
    let by = predicate().swizzle([3, 2, 1, 0]).with(Modifier::Not);
    let body = [controlled(compare, GREATER), predicated(texld(input(1)), by)];
    let wgsl = model3(&body);
    assert!(wgsl.contains("textureSample("), "{wgsl}");
    assert!(wgsl.contains("!(p0_.wzyx)") || wgsl.contains(".wzyx"), "{wgsl}");
    assert!(!wgsl.contains("if "), "{wgsl}");
}

#[test]
fn early_returns_leave_loops_and_bodies() {
    let body = [
        call(0),
        plain(Op::Ret),
        label(0),
        flow(Op::Rep, &[integer(0)]),
        op(Op::Add, r(0), &[r(0), input(0)]),
        if_less(),
        plain(Op::Ret),
        plain(Op::EndIf),
        plain(Op::EndRep),
        op(Op::Add, r(0), &[r(0), r(0)]),
        plain(Op::Ret),
    ];
    let mut all = vec![declared(input(0), Usage::Texcoord, 0), def(0, [0.5, 0.0, 0.0, 1.0])];
    all.extend_from_slice(&body);
    all.insert(3, op(Op::Mov, color(0), &[r(0)]));
    let wgsl = pixel(3, &all).wgsl();
    assert!(wgsl.contains("returned = true;"), "{wgsl}");
    assert_eq!(wgsl.matches("loop {").count(), 2, "the guest's loop, and the body: {wgsl}");
    assert_eq!(wgsl.matches("break;").count(), 4, "count, ret, after the loop, end of body: {wgsl}");
}

#[test]
fn saturation_is_by_comparison() {
    let wgsl = model3(&[op(Op::Mov, r(0).saturated(), &[input(0)])]);
    assert!(wgsl.contains("(texcoord0_ > _e6)") && wgsl.contains("(texcoord0_ < _e3)"), "{wgsl}");
}
