use super::{reading, wgsl};
use crate::fixed::*;
use crate::interface::InputClass;
use crate::varyings::Usage;

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
