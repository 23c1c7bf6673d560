use super::wgsl;
use crate::dxso::{Compare, Fog, FogDepth, FogFunction, Lanes, Reading, SamplerKey};
use crate::fixed::*;
use crate::interface::SamplerKind;

const TEXTURE: Argument = Argument::new(ArgumentSource::Texture);
const DIFFUSE: Argument = Argument::new(ArgumentSource::Diffuse);
const CURRENT: Argument = Argument::new(ArgumentSource::Current);
const FACTOR: Argument = Argument::new(ArgumentSource::Factor);
const TEMP: Argument = Argument::new(ArgumentSource::Temp);
const CONSTANT: Argument = Argument::new(ArgumentSource::Constant);
const SPECULAR: Argument = Argument::new(ArgumentSource::Specular);

fn bound() -> Option<SamplerKey> {
    Some(SamplerKey::default())
}

fn stage(color: Combine, alpha: Combine) -> Stage {
    Stage { color, alpha, to_temp: false, texture: bound(), keyed: false }
}

fn with_stages(stages: &[Stage]) -> FragmentKey {
    let mut key = FragmentKey::default();
    key.stages[..stages.len()].copy_from_slice(stages);
    key
}

/// A fragment key in which every field counts.
fn busy() -> FragmentKey {
    let second =
        Stage { to_temp: true, ..stage(Combine::modulate(TEXTURE, CURRENT), Combine::select(FACTOR)) };
    let third = stage(
        Combine { operation: Operation::Lerp, arguments: [TEXTURE, CURRENT, TEMP] },
        Combine::modulate(CURRENT, TEXTURE),
    );
    with_stages(&[stage(Combine::modulate(TEXTURE, DIFFUSE), Combine::select(TEXTURE)), second, third])
}

/// All distinct and made.
fn assert_distinct(base: FragmentKey, changed: &[FragmentKey]) {
    let texts: Vec<String> =
        changed.iter().chain([&base]).map(|key| wgsl(&fragment(key).expect("made"))).collect();
    for (index, key) in changed.iter().enumerate() {
        assert_ne!(key.folded(), base.folded(), "change {index}");
        assert!(texts.iter().filter(|text| **text == texts[index]).count() == 1, "change {index}");
    }
}

#[test]
fn key_changes_on_every_field() {
    let base = busy();
    let with = |change: &dyn Fn(&mut FragmentKey)| {
        let mut key = base;
        change(&mut key);
        key
    };
    let sampler = |key: SamplerKey| with(&|changed| changed.stages[1].texture = Some(key));
    let fogged = |fog: Fog| FragmentKey { fog, ..base };
    let functions = [FogFunction::Linear, FogFunction::Exp, FogFunction::Exp2];
    let depths = [FogDepth::Z, FogDepth::W, FogDepth::Clip, FogDepth::Vertex];
    let plain = SamplerKey::default();
    let mut changed = vec![
        with(&|key| key.specular = true),
        with(&|key| key.flat_colors = true),
        with(&|key| key.srgb_write = true),
        fogged(Fog::Vertex),
        with(&|key| key.alpha_test = Compare::Less),
        with(&|key| key.alpha_test = Compare::Never),
        with(&|key| key.stages[1].to_temp = false),
        with(&|key| key.stages[1].texture = None),
        with(&|key| key.stages[1].keyed = true),
        with(&|key| key.stages[2].color.arguments[0] = TEXTURE.complemented()),
        with(&|key| key.stages[2].color.arguments[1] = CURRENT.replicated()),
        with(&|key| key.stages[2].color.arguments[2] = FACTOR),
        with(&|key| key.stages[2].color.arguments[2] = CONSTANT),
        with(&|key| key.stages[2].color.arguments[2] = SPECULAR),
        with(&|key| key.stages[2].alpha.arguments[2] = CONSTANT),
        with(&|key| key.stages[2].alpha.arguments[2] = CONSTANT.complemented()),
        with(&|key| key.stages[2].alpha.operation = Operation::Disable),
        with(&|key| key.stages[3] = stage(Combine::modulate(CURRENT, TEXTURE), Combine::default())),
        sampler(SamplerKey { kind: SamplerKind::Cube, ..plain }),
        sampler(SamplerKey { kind: SamplerKind::Volume, ..plain }),
        sampler(SamplerKey { lanes: Lanes::Rrr1, ..plain }),
        sampler(SamplerKey { projected: true, ..plain }),
        sampler(SamplerKey { reading: Reading::Compare, ..plain }),
        sampler(SamplerKey { reading: Reading::Gather, ..plain }),
        sampler(SamplerKey { mirror_once: 1, ..plain }),
        sampler(SamplerKey { biased: true, ..plain }),
    ];
    for function in functions {
        changed.extend(depths.map(|depth| fogged(Fog::Table(function, depth))));
    }
    assert_distinct(base, &changed);
}

#[test]
fn every_operation_is_code_of_its_own() {
    let key = |operation: u8, of_alpha: bool| {
        let operation = Operation::try_from(operation).expect("an operation");
        let combine = Combine { operation, arguments: [FACTOR, TEXTURE, CONSTANT] };
        let multiply = Combine::modulate(TEXTURE, CURRENT);
        let first = stage(Combine::select(TEXTURE), Combine::select(TEXTURE));
        let second = if of_alpha { stage(multiply, combine) } else { stage(combine, multiply) };
        with_stages(&[first, second, stage(multiply, multiply)])
    };
    // To alpha, these are the same as others.
    let doubled = |operation: &u8| ![17, 19, 21, 22, 23].contains(operation);
    for of_alpha in [false, true] {
        let operations = (2..=26).filter(|operation| !of_alpha || doubled(operation));
        let keys: Vec<FragmentKey> = operations.map(|operation| key(operation, of_alpha)).collect();
        assert_distinct(key(1, of_alpha), &keys);
    }
}

#[test]
fn folded_keys_are_equal() {
    let base = busy();
    let off = FragmentKey::default();
    let change = |change: &dyn Fn(&mut FragmentKey)| {
        let mut key = base;
        change(&mut key);
        key
    };
    let factor = with_stages(&[stage(Combine::select(FACTOR), Combine::select(FACTOR))]);
    let bump = Combine { operation: Operation::BumpEnvMap, ..Combine::default() };
    let luminance = Combine { operation: Operation::BumpEnvMapLuminance, ..bump };
    let equal = [
        (change(&|key| key.stages[0].color = Combine::modulate(TEXTURE, CURRENT)), base),
        (change(&|key| key.stages[0].color = Combine::modulate(DIFFUSE, TEXTURE)), base),
        (change(&|key| key.stages[0].alpha = Combine::select(TEXTURE.replicated())), base),
        (change(&|key| key.stages[0].alpha.arguments[2] = FACTOR), base),
        (change(&|key| key.stages[0].color.operation = Operation::Disable), off),
        (change(&|key| key.stages[0].texture = None), off),
        (change(&|key| key.stages[2].to_temp = true), base),
        (change(&|key| key.stages[3].texture = bound()), base),
        (change(&|key| key.stages[4] = key.stages[0]), base),
        (
            change(&|key| {
                key.stages[0].alpha = Combine::of(Operation::SelectArg2, FACTOR, TEXTURE);
            }),
            base,
        ),
        (FragmentKey { flat_colors: true, ..factor }, factor),
        (with_stages(&[Stage { texture: None, ..factor.stages[0] }]), factor),
        (
            with_stages(&[factor.stages[0], stage(luminance, Combine::default())]),
            with_stages(&[factor.stages[0], Stage { texture: None, ..stage(bump, bump) }]),
        ),
    ];
    for (index, (one, other)) in equal.into_iter().enumerate() {
        assert_eq!(one.folded(), other.folded(), "pair {index}");
        assert_eq!(one.folded().folded(), one.folded(), "pair {index}");
    }
}

#[test]
fn a_colour_that_blends_by_its_alpha_is_fresh_only_as_a_whole() {
    let bump = Combine { operation: Operation::BumpEnvMap, ..Combine::default() };
    let first = stage(bump, Combine::select(FACTOR));
    for operation in [18, 19, 20, 21] {
        let operation = Operation::try_from(operation).expect("an operation");
        let second = |argument| {
            stage(Combine { operation, arguments: [FACTOR, argument, FACTOR] }, Combine::default())
        };
        let [current, diffuse] =
            [CURRENT, DIFFUSE].map(|argument| with_stages(&[first, second(argument)]).folded());
        assert_ne!(current, diffuse, "alpha is another: {operation:?}");
        let [current, diffuse] = [CURRENT, DIFFUSE].map(|argument| with_stages(&[second(argument)]).folded());
        assert_eq!(current, diffuse, "{operation:?}");
    }
}

#[test]
fn keys_are_small() {
    assert!(size_of::<FragmentKey>() <= 168, "{}", size_of::<FragmentKey>());
}

#[test]
fn a_stage_modulates_texture_and_diffuse() {
    let stages = [stage(Combine::modulate(TEXTURE, DIFFUSE), Combine::select(TEXTURE))];
    let key = FragmentKey { alpha_test: Compare::GreaterEqual, ..with_stages(&stages) };
    let translated = fragment(&key).expect("made");
    assert_eq!(translated.interface.samplers.len(), 1);
    assert_eq!(translated.interface.color_outputs, 1);
    insta::assert_snapshot!(wgsl(&translated));
}

#[test]
fn a_bump_stage_moves_and_lights_the_next() {
    let bump = Combine { operation: Operation::BumpEnvMapLuminance, ..Combine::default() };
    let projected = Some(SamplerKey { projected: true, ..SamplerKey::default() });
    let second = Stage { texture: projected, ..stage(Combine::select(TEXTURE), Combine::select(TEXTURE)) };
    let translated = fragment(&with_stages(&[stage(bump, Combine::default()), second])).expect("made");
    assert_eq!(translated.interface.samplers.len(), 2);
    insta::assert_snapshot!(wgsl(&translated));
}

#[test]
fn a_colour_argument_without_texture_turns_the_stage_off_and_alpha_reads_zero() {
    let without = |color| Stage { texture: None, ..stage(color, Combine::select(TEXTURE)) };
    let off = fragment(&with_stages(&[without(Combine::modulate(TEXTURE, DIFFUSE))])).expect("made");
    assert_eq!(wgsl(&off), wgsl(&fragment(&FragmentKey::default()).expect("made")));
    assert!(off.interface.samplers.is_empty());
    let text = wgsl(&fragment(&with_stages(&[without(Combine::select(DIFFUSE))])).expect("made"));
    assert!(text.contains("0f)"), "{text}");
}

#[test]
fn only_what_is_read_is_declared() {
    let key = with_stages(&[stage(Combine::select(FACTOR), Combine::select(FACTOR))]);
    let translated = fragment(&key).expect("made");
    assert_eq!((translated.interface.fixed_rows, translated.interface.float_rows), (1, 0));
    assert_eq!(translated.interface.varyings.iter().count(), 0);
    let third = with_stages(&[stage(Combine::select(CONSTANT), Combine::select(CONSTANT)); 3]);
    assert_eq!(fragment(&third).expect("made").interface.fixed_rows, 4);
}

#[test]
fn numbers_that_mean_nothing_act_as_the_default() {
    for index in 0..2 {
        let default = Stage::from_words(index, &StageWords::new(index), bound());
        let odd = StageWords {
            color_operation: 260,
            color_arguments: [0xF, 0xFFFF_FF07, 9],
            alpha_operation: 0,
            alpha_arguments: [8, 7, 0x8000_000C],
            result: 77,
        };
        let stage = Stage::from_words(index, &odd, bound());
        assert_eq!(stage.color.operation, default.color.operation);
        assert_eq!(stage.alpha.operation, default.alpha.operation);
        assert_eq!(
            stage.color.arguments.map(Argument::source),
            default.color.arguments.map(Argument::source)
        );
        assert_eq!(
            stage.alpha.arguments.map(Argument::source),
            default.alpha.arguments.map(Argument::source)
        );
        assert!(!stage.to_temp);
    }
}
