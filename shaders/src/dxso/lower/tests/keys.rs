//! Keys: each field changes code, and what cannot matter is folded.

use super::make::{color, op, pixel_with, plain, r, sampled, sampler, t, vertex_with};
use crate::dxso::opcode::Opcode as Op;
use crate::dxso::{
    Border, Compare, FarBorder, Fog, FogDepth, FogFunction, FragmentKey, Lanes, Levels, Reading, SamplerKey,
    VertexKey,
};
use crate::interface::{InputClass, Points, SamplerKind};
use crate::varyings::{Semantic, Usage, Varying, Varyings};

/// `ps_1_0`: stage 0 and a colour.
fn model1(key: &FragmentKey) -> String {
    let program = [op(Op::Tex, t(0), &[]), op(Op::Add, r(0), &[t(0), super::make::input(0)])];
    pixel_with(1, &program, key).wgsl()
}

/// `ps_2_0`: one texture.
fn model2(key: &FragmentKey) -> String {
    let program = [sampled(0), op(Op::Tex, r(0), &[t(0), sampler(0)]), op(Op::Mov, color(0), &[r(0)])];
    pixel_with(2, &program, key).wgsl()
}

fn fragment(change: impl Fn(&mut FragmentKey)) -> FragmentKey {
    let mut key = FragmentKey::default();
    change(&mut key);
    key
}

fn sampler_key(change: impl Fn(&mut SamplerKey)) -> FragmentKey {
    fragment(|key| change(&mut key.samplers[0]))
}

fn border(axes: u8, linear: bool, far: Option<FarBorder>) -> FragmentKey {
    sampler_key(|key| key.border = Border { axes, linear, far })
}

#[test]
fn fragment_key_changes_on_every_field() {
    let table = |function, depth| fragment(|key| key.fog = Fog::Table(function, depth));
    let changed = [
        FragmentKey::default(),
        fragment(|key| key.flat_colors = true),
        fragment(|key| key.alpha_test = Compare::Less),
        fragment(|key| key.alpha_test = Compare::Never),
        fragment(|key| key.fog = Fog::Vertex),
        table(FogFunction::Linear, FogDepth::Z),
        table(FogFunction::Linear, FogDepth::W),
        table(FogFunction::Exp, FogDepth::Z),
        table(FogFunction::Exp2, FogDepth::Z),
        fragment(|key| key.srgb_write = true),
        fragment(|key| key.clip_planes = 1),
        fragment(|key| key.clip_planes = 6),
        fragment(|key| key.dual_source = true),
        sampler_key(|key| key.kind = SamplerKind::Cube),
        sampler_key(|key| key.kind = SamplerKind::Volume),
        sampler_key(|key| key.lanes = Lanes::Rrr1),
        sampler_key(|key| key.projected = true),
        sampler_key(|key| key.biased = true),
        sampler_key(|key| key.reading = Reading::Compare),
        sampler_key(|key| key.reading = Reading::Gather),
        border(1, false, None),
        border(3, false, None),
        border(1, true, None),
        border(1, true, Some(FarBorder::new(false, Levels::First, 0, 3))),
        border(1, true, Some(FarBorder::new(true, Levels::First, 0, 3))),
        border(1, true, Some(FarBorder::new(false, Levels::Nearest, 0, 3))),
        border(1, true, Some(FarBorder::new(false, Levels::Blended, 0, 3))),
        border(1, true, Some(FarBorder::new(false, Levels::Blended, 2, 3))),
    ];
    let texts: Vec<String> = changed.iter().map(model1).collect();
    for (index, text) in texts.iter().enumerate() {
        assert_eq!(texts.iter().filter(|other| *other == text).count(), 1, "change {index}: {text}");
    }
}

#[test]
fn folded_fragment_keys_are_equal() {
    let base = FragmentKey::default();
    let unread = fragment(|key| key.samplers[3].lanes = Lanes::Zzzr);
    assert_eq!(unread.folded((2, 0), 1), base, "a sampler that is not read");
    let kind = sampler_key(|key| key.kind = SamplerKind::Cube);
    assert_eq!(kind.folded((2, 0), 1), base, "shaders from model 2 on declare the kind");
    assert_ne!(kind.folded((1, 4), 1), base);
    let projected = sampler_key(|key| key.projected = true);
    assert_eq!(projected.folded((1, 4), 1), base, "model 1.4 projects by modifiers");
    assert_ne!(projected.folded((1, 3), 1), base);
    assert_eq!(model2(&projected), model2(&base));
    let fog = fragment(|key| key.fog = Fog::Vertex);
    assert_eq!(fog.folded((3, 0), 0), base, "model 3 has no fog of fixed function");
    assert_ne!(fog.folded((2, 1), 0), base);
    let compared = sampler_key(|key| key.reading = Reading::Compare);
    let moreover = sampler_key(|key| {
        key.reading = Reading::Compare;
        (key.lanes, key.biased) = (Lanes::Rrr1, true);
    });
    assert_eq!(moreover.folded((2, 0), 1), compared.folded((2, 0), 1));
    assert_eq!(moreover.folded((2, 0), 1).folded((2, 0), 1), moreover.folded((2, 0), 1));
}

fn texcoord(flat: bool, centroid: bool, index: u8) -> Varyings {
    let semantic = Semantic::new(Usage::Texcoord, index);
    Varyings::place(&[Varying { semantic, flat, centroid }], true).expect("it fits")
}

#[test]
fn vertex_key_changes_on_every_field() {
    let key = |change: &dyn Fn(&mut VertexKey)| {
        let mut key = VertexKey { varyings: texcoord(false, false, 0), ..VertexKey::default() };
        change(&mut key);
        key
    };
    let changed = [
        key(&|_| {}),
        key(&|key| key.inputs[0] = InputClass::Uint),
        key(&|key| key.inputs[0] = InputClass::Sint),
        key(&|key| key.inputs[0] = InputClass::Dec3n),
        key(&|key| key.inputs[0] = InputClass::Udec3),
        key(&|key| key.inputs[0] = InputClass::Absent),
        key(&|key| key.varyings = texcoord(true, false, 0)),
        key(&|key| key.varyings = texcoord(false, true, 0)),
        key(&|key| key.varyings = texcoord(false, false, 1)),
        key(&|key| key.points = Points::Quads),
        key(&|key| key.points = Points::Sprites),
        key(&|key| key.clip_planes = 1),
        key(&|key| key.clip_planes = 6),
        key(&|key| key.varyings.clip_planes = 1),
        key(&|key| key.varyings.clip_planes = 5),
    ];
    let program = [
        op(Op::Mov, super::make::output(0), &[super::make::input(0)]),
        op(Op::Mov, super::make::output(1), &[super::make::input(0)]),
        plain(Op::Ret),
    ];
    let texts: Vec<String> = changed.iter().map(|key| vertex_with(3, &program, key).wgsl()).collect();
    for (index, text) in texts.iter().enumerate() {
        assert_eq!(texts.iter().filter(|other| *other == text).count(), 1, "change {index}: {text}");
    }
}

#[test]
fn folded_vertex_keys_are_equal() {
    let many = VertexKey { clip_planes: 200, ..VertexKey::default() };
    assert_eq!(many.folded(), VertexKey { clip_planes: 6, ..VertexKey::default() });
    assert_eq!(many.folded().folded(), many.folded());
    let varyings = Varyings { clip_planes: 2, ..Varyings::default() };
    let carried = VertexKey { varyings, ..VertexKey::default() };
    assert_eq!(
        carried.folded(),
        VertexKey { clip_planes: 2, ..carried },
        "what is carried has to be worked out"
    );
}
