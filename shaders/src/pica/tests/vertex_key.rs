use super::*;
use crate::pica::key::{OutputMap, VertexKey};
use crate::pica::{link, processed, vertex};
use crate::varyings::{Semantic, Varying, Varyings};

fn reading(semantics: &[Semantic]) -> Varyings {
    let varying = |&semantic| Varying { semantic, flat: false, centroid: false };
    Varyings::place(&semantics.iter().map(varying).collect::<Vec<_>>(), true).expect("they fit")
}

/// o0 is the position, o1 the colour, o2 two sets of coordinates.
fn map() -> OutputMap {
    OutputMap::new(0b111, 3, &[0x0302_0100, 0x0B0A_0908, 0x0F0E_0D0C])
}

fn program() -> (Program, u32) {
    let binary = assemble(
        ".proc main
            mov o0, v0
            mov o1, v1
            mov o2, v2
            end
         .end",
    )
    .expect("assembles");
    (Program::new(&binary.code, &binary.descriptors), binary.executables[0].entry)
}

#[test]
fn slots_go_to_enabled_registers_in_their_order() {
    let map = OutputMap::new(0b1_0001, 2, &[0x0302_0100, 0x1F1F_0908, 0x0B0A_0908]);
    assert_eq!(map.0[..4], [0, 1, 2, 3]);
    assert_eq!(map.0[8..10], [16, 17]);
    assert!(map.0[10..].iter().all(|entry| *entry == crate::pica::key::UNMAPPED));
}

#[test]
fn key_changes_on_every_field() {
    let (program, entry) = program();
    let base = VertexKey { varyings: reading(&[link::COLOR, link::coordinates(0)]), outputs: map() };
    let moved = |semantic: usize| {
        let mut outputs = map();
        outputs.0[semantic] = 4;
        VertexKey { outputs, ..base }
    };
    let changed = [
        base,
        VertexKey { varyings: reading(&[link::COLOR]), ..base },
        VertexKey { varyings: reading(&[link::COLOR, link::coordinates(0), link::CLIP]), ..base },
        moved(0),
        moved(9),
        moved(12),
        moved(16),
    ];
    let made: Vec<String> =
        changed.iter().map(|key| printed(&vertex(&program, entry, key).expect("made"))).collect();
    for (index, text) in made.iter().enumerate() {
        assert_eq!(made.iter().filter(|other| *other == text).count(), 1, "change {index}");
        let same = changed.iter().filter(|other| other.folded() == changed[index].folded());
        assert_eq!(same.count(), 1, "change {index}");
    }
}

#[test]
fn folded_keys_are_equal() {
    let (program, entry) = program();
    let base = VertexKey { varyings: reading(&[link::COLOR]), outputs: map() };
    let mut outputs = map();
    outputs.0[12] = 0;
    outputs.0[22] = 7;
    let other = VertexKey { outputs, ..base };
    assert_eq!(base.folded(), other.folded());
    let texts = [base, other].map(|key| printed(&vertex(&program, entry, &key).expect("made")));
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn processed_vertices_bring_only_what_is_read() {
    let key = VertexKey { varyings: reading(&[link::COLOR, link::coordinates(2)]), ..VertexKey::default() };
    let made = processed(&key).expect("made");
    printed(&made);
    let locations: Vec<u8> = made.interface.inputs.iter().map(|input| input.location).collect();
    assert_eq!(locations, [0, 2, 5]);
}
