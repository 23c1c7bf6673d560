use super::*;
use crate::dxso::{Compare, Lanes, SamplerKey};
use crate::interface::{InputClass, SamplerKind, Translated};
use crate::print;
use crate::varyings::{Semantic, Usage, Varying, Varyings};

fn wgsl(translated: &Translated) -> String {
    let info = print::validate(&translated.module).expect("valid");
    print::wgsl(&translated.module, &info).expect("printable")
}

fn reading(semantics: &[(Usage, u8)]) -> Varyings {
    let wanted: Vec<_> = semantics
        .iter()
        .map(|&(usage, index)| Varying {
            semantic: Semantic::new(usage, index),
            flat: false,
            centroid: false,
        })
        .collect();
    Varyings::place(&wanted, false).expect("they fit")
}

/// A vertex key in which every field counts.
fn busy_vertex() -> VertexKey {
    VertexKey {
        inputs: [InputClass::Float; INPUTS],
        varyings: reading(&[
            (Usage::Color, 0),
            (Usage::Color, 1),
            (Usage::Texcoord, 0),
            (Usage::Texcoord, 3),
        ]),
        ..VertexKey::default()
    }
}

const TEXTURE: Argument = Argument::new(ArgumentSource::Texture);
const DIFFUSE: Argument = Argument::new(ArgumentSource::Diffuse);
const FACTOR: Argument = Argument::new(ArgumentSource::Factor);

/// A fragment key in which every field counts.
fn busy_fragment() -> FragmentKey {
    FragmentKey {
        color: Combine::Modulate(TEXTURE, DIFFUSE),
        alpha: Combine::Select(TEXTURE),
        texture: Some(SamplerKey::default()),
        flat_colors: false,
        alpha_test: Compare::Always,
        srgb_write: false,
    }
}

mod vertex_key {
    use super::*;

    #[test]
    fn key_changes_on_every_field() {
        let base = busy_vertex();
        let with = |change: &dyn Fn(&mut VertexKey)| {
            let mut key = base;
            change(&mut key);
            key
        };
        let changed = [
            with(&|key| key.position = Position::Screen { flat_depth: false }),
            with(&|key| key.position = Position::Screen { flat_depth: true }),
            with(&|key| key.clip_planes = 2),
            with(&|key| key.inputs[0] = InputClass::Sint),
            with(&|key| key.inputs[1] = InputClass::Absent),
            with(&|key| key.inputs[2] = InputClass::Uint),
            with(&|key| key.inputs[6] = InputClass::Dec3n),
            with(&|key| key.components[0] = 2),
            with(&|key| key.sets[3] = 5),
            with(&|key| key.varyings = reading(&[(Usage::Color, 0)])),
        ];
        let texts: Vec<String> =
            changed.iter().chain([&base]).map(|key| wgsl(&vertex(key).expect("made"))).collect();
        for (index, key) in changed.iter().enumerate() {
            assert_ne!(key.folded(), base.folded(), "change {index}");
            assert!(texts.iter().filter(|text| **text == texts[index]).count() == 1, "change {index}");
        }
    }

    #[test]
    fn folded_keys_are_equal() {
        let base = VertexKey { varyings: reading(&[(Usage::Texcoord, 1)]), ..busy_vertex() };
        let mut unread = base;
        unread.inputs[1] = InputClass::Absent;
        unread.inputs[8] = InputClass::Uint;
        unread.components[0] = 1;
        unread.sets[0] = 7;
        assert_eq!(unread.folded(), base.folded());
        let mut absent = base;
        absent.inputs[4] = InputClass::Absent;
        let mut other_size = absent;
        other_size.components[1] = 2;
        assert_eq!(absent.folded(), other_size.folded(), "a set that is not there has no size");
        let mut beyond = base;
        beyond.sets[1] = 9;
        assert_eq!(beyond.folded(), base.folded(), "sets count modulo 8");
        assert_eq!(base.folded().folded(), base.folded());
    }
}

mod fragment_key {
    use super::*;

    #[test]
    fn key_changes_on_every_field() {
        let base = busy_fragment();
        let complement = Argument { complement: true, ..TEXTURE };
        let replicate = Argument { alpha_replicate: true, ..TEXTURE };
        let cube = SamplerKey { kind: SamplerKind::Cube, ..SamplerKey::default() };
        let luminance = SamplerKey { lanes: Lanes::Rrr1, ..SamplerKey::default() };
        let changed = [
            FragmentKey { srgb_write: true, ..base },
            FragmentKey { color: Combine::Disable, ..base },
            FragmentKey { color: Combine::Select(TEXTURE), ..base },
            FragmentKey { color: Combine::Modulate(TEXTURE, FACTOR), ..base },
            FragmentKey { color: Combine::Modulate(complement, DIFFUSE), ..base },
            FragmentKey { color: Combine::Modulate(replicate, DIFFUSE), ..base },
            FragmentKey { alpha: Combine::Disable, ..base },
            FragmentKey { alpha: Combine::Select(complement), ..base },
            FragmentKey { texture: Some(cube), ..base },
            FragmentKey { texture: Some(luminance), ..base },
            FragmentKey { flat_colors: true, ..base },
            FragmentKey { alpha_test: Compare::Less, ..base },
        ];
        let texts: Vec<String> =
            changed.iter().chain([&base]).map(|key| wgsl(&fragment(key).expect("made"))).collect();
        for (index, key) in changed.iter().enumerate() {
            assert_ne!(key.folded(), base.folded(), "change {index}");
            assert!(texts.iter().filter(|text| **text == texts[index]).count() == 1, "change {index}");
        }
    }

    #[test]
    fn folded_keys_are_equal() {
        let base = busy_fragment();
        let off = FragmentKey::default();
        let current = Argument { source: ArgumentSource::Current, ..DIFFUSE };
        let equal = [
            (FragmentKey { color: Combine::Modulate(TEXTURE, current), ..base }, base),
            (FragmentKey { color: Combine::Disable, ..base }, off),
            (FragmentKey { texture: None, ..base }, off),
            (
                FragmentKey { alpha: Combine::Select(Argument { alpha_replicate: true, ..TEXTURE }), ..base },
                base,
            ),
            (FragmentKey { texture: base.texture, ..off }, off),
        ];
        for (index, (one, other)) in equal.into_iter().enumerate() {
            assert_eq!(one.folded(), other.folded(), "pair {index}");
            assert_eq!(one.folded().folded(), one.folded(), "pair {index}");
        }
        let factor = FragmentKey { color: Combine::Select(FACTOR), alpha: Combine::Select(FACTOR), ..base };
        let flat = FragmentKey { flat_colors: true, ..factor };
        assert_eq!(flat.folded(), factor.folded(), "no colour is read");
    }
}

#[test]
fn vertices_go_through_the_matrix_in_the_order_of_m4x4() {
    let translated = vertex(&VertexKey::default()).expect("made");
    assert_eq!(translated.interface.float_rows, 4);
    assert_eq!(translated.interface.draw_rows, 4);
    insta::assert_snapshot!(wgsl(&translated));
}

#[test]
fn places_in_pixels_undo_the_viewport() {
    let key = VertexKey {
        position: Position::Screen { flat_depth: false },
        components: [2; 8],
        varyings: reading(&[(Usage::Color, 0), (Usage::Color, 1), (Usage::Texcoord, 0)]),
        inputs: std::array::from_fn(|index| if index == 2 { InputClass::Absent } else { InputClass::Float }),
        ..VertexKey::default()
    };
    let translated = vertex(&key).expect("made");
    let semantics: Vec<_> =
        translated.interface.inputs.iter().map(|input| (input.semantic.usage, input.location)).collect();
    assert_eq!(semantics, [(Usage::PositionT, 0), (Usage::Color, 1), (Usage::Texcoord, 3)]);
    assert_eq!(translated.interface.float_rows, 0);
    insta::assert_snapshot!(wgsl(&translated));
}

#[test]
fn a_stage_modulates_texture_and_diffuse() {
    let key = FragmentKey { alpha_test: Compare::GreaterEqual, ..busy_fragment() };
    let translated = fragment(&key).expect("made");
    assert_eq!(translated.interface.samplers.len(), 1);
    assert_eq!(translated.interface.color_outputs, 1);
    insta::assert_snapshot!(wgsl(&translated));
}

#[test]
fn a_colour_argument_without_texture_turns_the_stage_off_and_alpha_reads_zero() {
    let off = fragment(&FragmentKey { texture: None, ..busy_fragment() }).expect("made");
    assert_eq!(wgsl(&off), wgsl(&fragment(&FragmentKey::default()).expect("made")));
    assert!(off.interface.samplers.is_empty());
    let alpha = FragmentKey { color: Combine::Select(DIFFUSE), texture: None, ..busy_fragment() };
    let text = wgsl(&fragment(&alpha).expect("made"));
    assert!(text.contains(".z, 0f)"), "{text}");
}

#[test]
fn the_texture_factor_is_the_only_constant() {
    let key =
        FragmentKey { color: Combine::Select(FACTOR), alpha: Combine::Select(FACTOR), ..busy_fragment() };
    let translated = fragment(&key).expect("made");
    assert_eq!(translated.interface.float_rows, 1);
    assert_eq!(translated.interface.varyings.iter().count(), 0);
}
