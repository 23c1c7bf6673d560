//! Inputs, outputs and what links the stages.

use super::make::{
    c, color, declared, input, op, output, pixel, pixel_with, r, register, sampler, t, vertex_with,
};
use crate::dxso::opcode::Opcode as Op;
use crate::dxso::program::{Instruction, Payload, RegisterFile};
use crate::dxso::{Compare, FragmentKey, VertexKey};
use crate::interface::{InputClass, SamplerKind, SamplerUse, VertexInput};
use crate::varyings::{Semantic, Usage, Varying, Varyings};

fn varyings(wanted: &[(Usage, u8)], model3: bool) -> Varyings {
    let wanted: Vec<_> = wanted
        .iter()
        .map(|&(usage, index)| Varying {
            semantic: Semantic::new(usage, index),
            flat: false,
            centroid: false,
        })
        .collect();
    Varyings::place(&wanted, model3).expect("they fit")
}

#[test]
fn a_vertex_stage_writes_exactly_what_is_read_with_defaults_for_what_it_lacks() {
    let key = VertexKey {
        varyings: varyings(&[(Usage::Texcoord, 0), (Usage::Color, 0), (Usage::Color, 1)], false),
        ..VertexKey::default()
    };
    let position = register(RegisterFile::RasterOut, 0);
    let texcoord = |number| register(RegisterFile::TexcoordOut, number);
    let program = [
        op(Op::Mov, position, &[input(0)]),
        op(Op::Mov, texcoord(0).mask(3), &[input(0)]),
        op(Op::Mov, texcoord(1), &[input(0)]),
    ];
    let made = vertex_with(2, &program, &key);
    let wgsl = made.wgsl();
    assert_eq!(made.interface().varyings, key.varyings);
    assert!(!wgsl.contains("texcoord1"), "{wgsl}");
    assert!(
        wgsl.contains("vec4<f32>(oT0_.x, oT0_.y, 0f, 0f), vec4(1f), vec4<f32>(0f, 0f, 0f, 1f))"),
        "{wgsl}"
    );
}

#[test]
fn colours_of_old_models_are_saturated_and_fog_clamped() {
    let key =
        VertexKey { varyings: varyings(&[(Usage::Color, 0), (Usage::Fog, 0)], true), ..VertexKey::default() };
    let program = [
        op(Op::Mov, register(RegisterFile::RasterOut, 0), &[input(0)]),
        op(Op::Mov, register(RegisterFile::AttributeOut, 0), &[input(0)]),
        op(Op::Mov, register(RegisterFile::RasterOut, 1).mask(1), &[input(0)]),
    ];
    let wgsl = vertex_with(2, &program, &key).wgsl();
    assert!(wgsl.contains("(v0_position0_ > _e"), "the colour: {wgsl}");
    assert!(wgsl.contains("> 0f)"), "fog: {wgsl}");
}

#[test]
fn several_semantics_share_an_output_register() {
    let key = VertexKey {
        varyings: varyings(&[(Usage::Texcoord, 1), (Usage::Texcoord, 2)], true),
        ..VertexKey::default()
    };
    let program = [
        declared(output(2).mask(3), Usage::Texcoord, 1),
        declared(output(2).mask(12), Usage::Texcoord, 2),
        op(Op::Mov, output(0), &[input(0)]),
        op(Op::Mov, output(2), &[c(1)]),
    ];
    let wgsl = vertex_with(3, &program, &key).wgsl();
    assert!(wgsl.contains("vec4<f32>(o2_.x, o2_.y, 0f, 0f), vec4<f32>(0f, 0f, o2_.z, o2_.w))"), "{wgsl}");
}

#[test]
fn input_classes_decide_declaration_and_conversion() {
    let with = |class| {
        let key = VertexKey { inputs: [class; 16], ..VertexKey::default() };
        vertex_with(3, &[op(Op::Mov, output(0), &[input(0)])], &key)
    };
    let position = VertexInput { semantic: Semantic::new(Usage::Position, 0), location: 0 };
    let declares = |class, text: &str| {
        let made = with(class);
        assert_eq!(made.interface().inputs, [position], "{class:?}");
        assert!(made.wgsl().contains(text), "{class:?}: {}", made.wgsl());
    };
    declares(InputClass::Float, "@location(0) v0_position0_: vec4<f32>");
    declares(InputClass::Uint, "@location(0) v0_position0_: vec4<u32>");
    declares(InputClass::Sint, "vec4<f32>(v0_position0_)");
    declares(InputClass::Udec3, "f32(((v0_position0_ << 22u) >> 22u))");
    declares(InputClass::Dec3n, "/ 511f)");
    let absent = with(InputClass::Absent);
    assert_eq!(absent.interface().inputs, []);
    assert!(!absent.wgsl().contains("@location(0) v0"), "{}", absent.wgsl());
}

#[test]
fn the_clip_position_is_invariant_and_moved() {
    let wgsl = vertex_with(3, &[op(Op::Mov, output(0), &[input(0)])], &VertexKey::default()).wgsl();
    assert!(wgsl.contains("@builtin(position) @invariant position"), "{wgsl}");
    assert!(wgsl.contains("draw.transform"), "{wgsl}");
}

#[test]
fn a_fragment_stage_reads_only_what_its_code_reads() {
    let program = [
        declared(input(0), Usage::Texcoord, 2),
        declared(input(1), Usage::Normal, 0),
        declared(input(2), Usage::Tangent, 1),
        op(Op::Add, color(0), &[input(0), input(2)]),
    ];
    let made = pixel(3, &program);
    let read: Vec<_> =
        made.interface().varyings.iter().map(|(location, varying)| (location, varying.semantic)).collect();
    assert_eq!(read, [(2, Semantic::new(Usage::Texcoord, 2)), (11, Semantic::new(Usage::Tangent, 1))]);
    assert!(made.interface().varyings.model3);
}

#[test]
fn flat_colours_are_flat_and_coordinates_are_not() {
    let key = FragmentKey { flat_colors: true, ..FragmentKey::default() };
    let program = [op(Op::Add, color(0), &[input(0), t(1)])];
    let made = pixel_with(2, &program, &key);
    let flat: Vec<_> =
        made.interface().varyings.iter().map(|(location, varying)| (location, varying.flat)).collect();
    assert_eq!(flat, [(1, false), (8, true)]);
    assert!(made.wgsl().contains("@location(8) @interpolate(flat, first) color0_"), "{}", made.wgsl());
}

#[test]
fn written_outputs_and_no_others_exist() {
    let depth = register(RegisterFile::DepthOut, 0).mask(1);
    let made = pixel(2, &[op(Op::Mov, color(2), &[t(0)]), op(Op::Mov, depth, &[t(0).lane(2)])]);
    assert_eq!(made.interface().color_outputs, 0b100);
    assert!(made.interface().writes_depth);
    let wgsl = made.wgsl();
    assert!(wgsl.contains("@location(2) color2_") && wgsl.contains("@builtin(frag_depth) depth"), "{wgsl}");
    assert!(!wgsl.contains("color0_"), "{wgsl}");
}

#[test]
fn the_alpha_test_compares_steps_of_the_draw_block() {
    let program = [op(Op::Mov, color(0), &[t(0)])];
    let plain = pixel(2, &program);
    assert!(plain.interface().draw_rows == 0 && !plain.wgsl().contains("discard"));
    let key = FragmentKey { alpha_test: Compare::GreaterEqual, ..FragmentKey::default() };
    let tested = pixel_with(2, &program, &key);
    assert_eq!(tested.interface().draw_rows, 4);
    let wgsl = tested.wgsl();
    assert!(wgsl.contains("draw.point_and_alpha.w") && wgsl.contains("+ 255f"), "{wgsl}");
    assert!(wgsl.contains("draw.depth.y") && wgsl.contains(">= select("), "{wgsl}");
}

#[test]
fn place_and_face_are_direct3d_s() {
    let place = register(RegisterFile::Misc, 0);
    let face = register(RegisterFile::Misc, 1);
    let program =
        [op(Op::Add, r(0), &[place.swizzle([0, 1, 1, 1]), face.lane(0)]), op(Op::Mov, color(0), &[r(0)])];
    let wgsl = pixel(3, &program).wgsl();
    assert!(wgsl.contains("fragment_place.xy - vec2(0.5f)"), "{wgsl}");
    assert!(wgsl.contains("select(-1f, 1f, front_facing)"), "{wgsl}");
}

#[test]
fn cube_maps_are_arrays_of_faces_read_with_gradients_of_the_direction() {
    let cube = Payload::Sampler(Some(SamplerKind::Cube));
    let declared = Instruction { payload: cube, ..op(Op::Dcl, sampler(0), &[]) };
    let made = pixel(2, &[declared, op(Op::Tex, r(0), &[t(0), sampler(0)]), op(Op::Mov, color(0), &[r(0)])]);
    assert_eq!(made.interface().samplers, [SamplerUse { slot: 0, kind: SamplerKind::Cube, compared: false }]);
    let wgsl = made.wgsl();
    assert!(wgsl.contains("var s0_texture: texture_2d_array<f32>;"), "{wgsl}");
    assert!(wgsl.contains("dpdx(") && wgsl.contains("textureSampleGrad("), "{wgsl}");
}
