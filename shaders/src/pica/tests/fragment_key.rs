use super::*;
use crate::dxso::Compare;
use crate::pica::fragment;
use crate::pica::key::*;

const TEXEL: Argument = Argument { source: Source::Texture(0), pick: Pick::Own, invert: false };
const COLOR: Argument = Argument { source: Source::Primary, pick: Pick::Own, invert: false };
const PREVIOUS: Argument = Argument { source: Source::Previous, pick: Pick::Own, invert: false };
const BUFFER: Argument = Argument { source: Source::Buffer, pick: Pick::Own, invert: false };

fn combine(operation: Operation, arguments: [Argument; 3]) -> Combiner {
    Combiner { operation, arguments, scale: 0 }
}

/// A key in which every field counts.
fn busy() -> FragmentKey {
    let first = combine(Operation::MultiplyAdd, [TEXEL, COLOR, COLOR]);
    let third = combine(Operation::Interpolate, [PREVIOUS, BUFFER, COLOR]);
    let mut key = FragmentKey {
        units: [Some(Unit { wrap: [Wrap::Border; 2], ..Unit::default() }), None, None],
        fog: Fog::Depth,
        depth: Some(DepthFormat::D24),
        merge: Merge::Blend { color: Blend::default(), alpha: Blend::default() },
        ..FragmentKey::default()
    };
    key.stages[0] = Stage { color: first, alpha: first, buffers_color: true, buffers_alpha: true };
    key.stages[2] = Stage { color: third, alpha: third, ..Stage::default() };
    key
}

fn with(change: impl Fn(&mut FragmentKey)) -> FragmentKey {
    let mut key = busy();
    change(&mut key);
    key
}

fn unit(key: &mut FragmentKey) -> &mut Unit {
    key.units[0].as_mut().expect("a unit")
}

#[test]
fn key_changes_on_every_field() {
    let half = Blend { equation: Equation::Max, source: Factor::SourceAlpha, destination: Factor::Constant };
    let changed = [
        with(|key| key.stages[0].color.operation = Operation::AddMultiply),
        with(|key| key.stages[0].alpha.operation = Operation::AddMultiply),
        with(|key| key.stages[0].color.arguments[0].pick = Pick::Green),
        with(|key| key.stages[0].alpha.arguments[1].invert = true),
        with(|key| key.stages[2].color.arguments[2].source = Source::Constant),
        with(|key| key.stages[2].color.scale = 1),
        with(|key| key.stages[2].alpha.scale = 2),
        with(|key| key.stages[0].buffers_color = false),
        with(|key| key.stages[0].buffers_alpha = false),
        with(|key| key.units[0] = None),
        with(|key| unit(key).wrap[0] = Wrap::EdgeOrRepeat),
        with(|key| unit(key).wrap[1] = Wrap::BorderOrRepeat),
        with(|key| unit(key).linear = true),
        with(|key| unit(key).set = 2),
        with(|key| unit(key).biased = true),
        with(|key| key.alpha_test = Compare::Less),
        with(|key| key.fog = Fog::Off),
        with(|key| key.fog = Fog::Flipped),
        with(|key| key.linear_depth = false),
        with(|key| key.depth = None),
        with(|key| key.depth = Some(DepthFormat::D16)),
        with(|key| key.format = ColorFormat::Rgb565),
        with(|key| key.merge = Merge::Direct),
        with(|key| key.merge = Merge::Logic(11)),
        with(|key| key.merge = Merge::Blend { color: half, alpha: Blend::default() }),
        with(|key| key.merge = Merge::Blend { color: Blend::default(), alpha: half }),
        with(|key| key.excludes = true),
        with(|key| key.clips = true),
    ];
    let all: Vec<FragmentKey> = changed.into_iter().chain([busy()]).collect();
    let texts: Vec<String> = all.iter().map(|key| printed(&fragment(key).expect("made"))).collect();
    for (index, text) in texts.iter().enumerate() {
        assert_eq!(texts.iter().filter(|other| *other == text).count(), 1, "change {index}");
        assert_eq!(
            all.iter().filter(|other| other.folded() == all[index].folded()).count(),
            1,
            "change {index}"
        );
    }
}

#[test]
fn folded_keys_are_equal() {
    let replaced = Stage { color: combine(Operation::Replace, [COLOR, TEXEL, TEXEL]), ..Stage::default() };
    let plain = FragmentKey {
        stages: [Stage { alpha: replaced.color, ..replaced }; STAGES],
        ..FragmentKey::default()
    };
    let change = |change: &dyn Fn(&mut FragmentKey)| {
        let mut key = plain;
        change(&mut key);
        key
    };
    let equal = [
        (plain, change(&|key| key.stages[5].color.arguments[1] = COLOR)),
        (plain, change(&|key| key.stages[1].color.operation = Operation::Add)),
        (plain, change(&|key| key.stages[2].buffers_color = true)),
        (plain, change(&|key| key.units[1] = Some(Unit::default()))),
        (plain, change(&|key| key.linear_depth = false)),
        (plain, change(&|key| key.merge = Merge::Logic(3))),
        (plain, change(&|key| key.stages[5].alpha.arguments[0].pick = Pick::Alpha)),
    ];
    for (index, (one, other)) in equal.into_iter().enumerate() {
        assert_eq!(one.folded(), other.folded(), "pair {index}");
        assert_eq!(one.folded().folded(), one.folded(), "pair {index}");
        let texts = [one, other].map(|key| printed(&fragment(&key).expect("made")));
        assert_eq!(texts[0], texts[1], "pair {index}");
    }
    assert_eq!(busy().folded().folded(), busy().folded());
}

#[test]
fn only_what_is_read_is_declared() {
    let key = FragmentKey { stages: [Stage::default(); STAGES], ..FragmentKey::default() };
    let made = fragment(&key).expect("made");
    assert_eq!(made.interface.varyings.iter().count(), 0);
    assert!(made.interface.samplers.is_empty());
    assert!(!made.interface.writes_depth);
    let busy = fragment(&busy()).expect("made");
    let slots: Vec<u8> = busy.interface.samplers.iter().map(|sampler| sampler.slot).collect();
    assert_eq!(slots, [0, crate::pica::rows::STORED_SLOT]);
    assert_eq!(busy.interface.float_rows, crate::pica::rows::COUNT);
    assert!(busy.interface.writes_depth);
}

#[test]
fn utility_stages_print() {
    use crate::pica::utility;
    for made in [utility::load_depth(), utility::load_stencil_bit(), utility::plain_color()] {
        printed(&made.expect("made"));
    }
}
