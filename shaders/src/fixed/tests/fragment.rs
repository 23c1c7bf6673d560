use super::wgsl;
use crate::dxso::{Compare, Lanes, SamplerKey};
use crate::fixed::*;
use crate::interface::SamplerKind;

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

const TEXTURE: Argument = Argument::new(ArgumentSource::Texture);
const DIFFUSE: Argument = Argument::new(ArgumentSource::Diffuse);
const FACTOR: Argument = Argument::new(ArgumentSource::Factor);

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
