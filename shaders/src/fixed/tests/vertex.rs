use super::{reading, wgsl};
use crate::dxso::FogFunction;
use crate::fixed::*;
use crate::interface::{InputClass, Points};
use crate::varyings::{Usage, Varyings};

/// Everything that a fixed fragment stage can read.
fn all_varyings() -> Varyings {
    let colors = [(Usage::Color, 0), (Usage::Color, 1), (Usage::Fog, 0)];
    let coordinates = (0..8).map(|index| (Usage::Texcoord, index));
    reading(&colors.into_iter().chain(coordinates).collect::<Vec<_>>())
}

/// A vertex key in which every field counts.
fn busy_vertex() -> VertexKey {
    let mut coordinates = [0, 1, 2, 3, 4, 5, 6, 7].map(Coordinate::set);
    coordinates[1] = Coordinate { source: CoordinateSource::Normal, transform: 3, projected: false };
    coordinates[2] = Coordinate { source: CoordinateSource::Position, transform: 4, projected: true };
    VertexKey {
        inputs: [InputClass::Float; INPUTS],
        varyings: all_varyings(),
        coordinates,
        lighting: Some(Lighting {
            kinds: LightKinds::all(),
            specular: true,
            local_viewer: true,
            ..Lighting::default()
        }),
        points: Points::Quads,
        ..VertexKey::default()
    }
}

fn plain_vertex(semantics: &[(Usage, u8)]) -> VertexKey {
    VertexKey { inputs: [InputClass::Float; INPUTS], varyings: reading(semantics), ..VertexKey::default() }
}

mod vertex_key {
    use super::*;

    type Change = fn(&mut VertexKey);

    /// A change of the lighting.
    fn lit(key: &mut VertexKey) -> &mut Lighting {
        key.lighting.as_mut().expect("the key is lit")
    }

    const CHANGES: [Change; 37] = [
        |key| key.position = Position::Screen { flat_depth: false },
        |key| key.position = Position::Screen { flat_depth: true },
        |key| key.blend = Blend::Weights(1),
        |key| key.blend = Blend::Weights(2),
        |key| key.blend = Blend::Weights(3),
        |key| key.blend = Blend::Tween,
        |key| key.blend = Blend::Indexed { weights: 0, matrices: 4, color: false },
        |key| key.blend = Blend::Indexed { weights: 2, matrices: 4, color: false },
        |key| key.blend = Blend::Indexed { weights: 2, matrices: 256, color: false },
        |key| key.blend = Blend::Indexed { weights: 2, matrices: 4, color: true },
        |key| key.inputs[0] = InputClass::Sint,
        |key| key.inputs[1] = InputClass::Absent,
        |key| key.inputs[4] = InputClass::Absent,
        |key| key.inputs[11] = InputClass::Absent,
        |key| key.inputs[14] = InputClass::Dec3n,
        |key| key.components[0] = 2,
        |key| key.coordinates[3] = Coordinate::set(5),
        |key| key.coordinates[3].transform = 2,
        |key| key.coordinates[3].transform = 3,
        |key| key.coordinates[3] = Coordinate { transform: 3, projected: true, ..Coordinate::set(3) },
        |key| key.coordinates[3].source = CoordinateSource::Normal,
        |key| key.coordinates[3].source = CoordinateSource::Position,
        |key| key.coordinates[3].source = CoordinateSource::Reflection,
        |key| key.coordinates[3].source = CoordinateSource::Sphere,
        |key| key.lighting = None,
        |key| lit(key).kinds = LightKinds::DIRECTIONAL | LightKinds::POINT,
        |key| lit(key).specular = false,
        |key| lit(key).local_viewer = false,
        |key| lit(key).diffuse = MaterialSource::Color0,
        |key| lit(key).ambient = MaterialSource::Color1,
        |key| lit(key).specular_color = MaterialSource::Color1,
        |key| lit(key).emissive = MaterialSource::Color0,
        |key| key.normalize = true,
        |key| key.fog = VertexFog::Depth { function: FogFunction::Linear, range: false },
        |key| key.points = Points::Pixels,
        |key| key.point_scale = true,
        |key| key.clip_planes = 2,
    ];

    #[test]
    fn key_changes_on_every_field() {
        let base = busy_vertex();
        let changed = CHANGES.map(|change| {
            let mut key = base;
            change(&mut key);
            key
        });
        let texts: Vec<String> =
            changed.iter().chain([&base]).map(|key| wgsl(&vertex(key).expect("made"))).collect();
        for (index, key) in changed.iter().enumerate() {
            assert_ne!(key.folded(), base.folded(), "change {index}");
            assert!(texts.iter().filter(|text| **text == texts[index]).count() == 1, "change {index}");
            assert_eq!(key.folded().folded(), key.folded(), "change {index}");
            let alike = changed.iter().filter(|other| other.folded().packed() == key.folded().packed());
            assert_eq!(alike.count(), 1, "change {index}");
        }
    }

    #[test]
    fn fog_counts_by_function_and_range() {
        let mut key = plain_vertex(&[(Usage::Fog, 0)]);
        key.inputs[7] = InputClass::Absent;
        let mut texts = vec![wgsl(&vertex(&key).expect("made"))];
        for function in [FogFunction::Linear, FogFunction::Exp, FogFunction::Exp2] {
            for range in [false, true] {
                key.fog = VertexFog::Depth { function, range };
                texts.push(wgsl(&vertex(&key).expect("made")));
            }
        }
        let mut distinct = texts.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), texts.len());
    }

    const READ: [(Usage, u8); 1] = [(Usage::Texcoord, 1)];

    /// What fragments read, and two changes of a key that makes the same of it.
    type Same = (&'static [(Usage, u8)], Change, Change);

    /// Pairs of changes after which nothing that counts is different.
    const SAME: [Same; 14] = [
        (
            &READ,
            |_| {},
            |key| {
                key.inputs = [InputClass::Absent; INPUTS];
                (key.inputs[0], key.inputs[9]) = (InputClass::Float, InputClass::Float);
                key.components[0] = 1;
                key.coordinates[0] = Coordinate { transform: 3, projected: true, ..Coordinate::set(7) };
            },
        ),
        (
            &READ,
            |key| key.inputs[9] = InputClass::Absent,
            |key| {
                (key.inputs[9], key.components[1]) = (InputClass::Absent, 2);
            },
        ),
        (&READ, |_| {}, |key| key.coordinates[1] = Coordinate::set(9)),
        (&READ, |_| {}, |key| key.lighting = Some(Lighting::default())),
        (&READ, |_| {}, |key| key.fog = VertexFog::Depth { function: FogFunction::Exp, range: true }),
        (&READ, |_| {}, |key| key.point_scale = true),
        (&READ, |_| {}, |key| key.normalize = true),
        (&READ, |_| {}, |key| key.blend = Blend::Weights(0)),
        (
            &READ,
            |key| key.inputs[2] = InputClass::Absent,
            |key| {
                key.inputs[2] = InputClass::Absent;
                key.blend = Blend::Weights(2);
            },
        ),
        (&READ, |key| key.coordinates[1].transform = 0, |key| key.coordinates[1].transform = 5),
        (
            &[(Usage::Color, 0)],
            |key| key.lighting = Some(Lighting::default()),
            |key| {
                key.lighting = Some(Lighting { specular: true, local_viewer: true, ..Lighting::default() });
            },
        ),
        (
            &[(Usage::Color, 0)],
            |key| {
                key.lighting = Some(Lighting::default());
                key.inputs[5] = InputClass::Absent;
            },
            |key| {
                let diffuse = MaterialSource::Color0;
                key.lighting = Some(Lighting { diffuse, ..Lighting::default() });
                key.inputs[5] = InputClass::Absent;
            },
        ),
        (
            &READ,
            |key| key.points = Points::Sprites,
            |key| {
                key.points = Points::Sprites;
                key.coordinates[1].source = CoordinateSource::Sphere;
            },
        ),
        (
            &READ,
            |key| key.position = Position::Screen { flat_depth: false },
            |key| {
                key.position = Position::Screen { flat_depth: false };
                key.blend = Blend::Weights(1);
                key.lighting = Some(Lighting::default());
                key.coordinates[1].transform = 2;
                key.clip_planes = 3;
            },
        ),
    ];

    #[test]
    fn folded_keys_are_equal() {
        for (index, (semantics, one, other)) in SAME.into_iter().enumerate() {
            let [mut first, mut second] = [plain_vertex(semantics); 2];
            one(&mut first);
            other(&mut second);
            assert_eq!(first.folded(), second.folded(), "pair {index}");
            assert_eq!(first.folded().packed(), second.folded().packed(), "pair {index}");
            assert_eq!(first.folded().folded(), first.folded(), "pair {index}");
        }
    }

    #[test]
    fn palettes_have_sizes_of_powers_of_two() {
        let sized = |matrices| {
            let blend = Blend::Indexed { weights: 1, matrices, color: false };
            VertexKey { blend, ..plain_vertex(&[]) }.folded().blend
        };
        let size = |matrices| Blend::Indexed { weights: 1, matrices, color: false };
        assert_eq!([0, 4, 5, 200, u16::MAX].map(sized), [4, 4, 8, 256, 256].map(size));
    }
}

#[test]
fn vertices_go_through_the_matrix_in_the_order_of_m4x4() {
    let translated = vertex(&VertexKey::default()).expect("made");
    assert_eq!(translated.interface.fixed_rows, 4);
    assert_eq!(translated.interface.float_rows, 0);
    assert_eq!(translated.interface.draw_rows, 4);
    insta::assert_snapshot!(wgsl(&translated));
}

#[test]
fn lights_are_looped_over() {
    let mut key = plain_vertex(&[(Usage::Color, 0)]);
    key.lighting = Some(Lighting { kinds: LightKinds::SPOT, ..Lighting::default() });
    let translated = vertex(&key).expect("made");
    let semantics: Vec<_> = translated.interface.inputs.iter().map(|input| input.semantic.usage).collect();
    assert_eq!(semantics, [Usage::Position, Usage::Normal]);
    insta::assert_snapshot!(wgsl(&translated));
}

#[test]
fn places_in_pixels_undo_the_viewport() {
    let key = VertexKey {
        position: Position::Screen { flat_depth: false },
        components: [2; 8],
        varyings: reading(&[(Usage::Color, 0), (Usage::Color, 1), (Usage::Texcoord, 0)]),
        inputs: std::array::from_fn(|index| if index == 6 { InputClass::Absent } else { InputClass::Float }),
        ..VertexKey::default()
    };
    let translated = vertex(&key).expect("made");
    let semantics: Vec<_> =
        translated.interface.inputs.iter().map(|input| (input.semantic.usage, input.location)).collect();
    assert_eq!(semantics, [(Usage::PositionT, 0), (Usage::Color, 5), (Usage::Texcoord, 8)]);
    assert_eq!(translated.interface.fixed_rows, 0);
    insta::assert_snapshot!(wgsl(&translated));
}

#[test]
fn the_block_has_the_rows_that_modules_read() {
    let indexed = VertexKey {
        blend: Blend::Indexed { weights: 3, matrices: 256, color: false },
        ..plain_vertex(&[(Usage::Color, 0)])
    };
    let translated = vertex(&indexed).expect("made");
    assert_eq!(u32::from(translated.interface.fixed_rows) * 16, size_of::<VertexBlock>() as u32);
    let four = VertexKey { blend: Blend::Weights(3), ..indexed };
    let translated = vertex(&four).expect("made");
    let unused = 252 * size_of::<[[f32; 4]; 4]>();
    assert_eq!(usize::from(translated.interface.fixed_rows) * 16, size_of::<VertexBlock>() - unused);
}
