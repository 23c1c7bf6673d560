//! Fixed-function vertex shaders: all are valid and print in all languages.

use retrograph_shaders::dxso::FogFunction;
use retrograph_shaders::fixed::{
    self, Blend, Coordinate, CoordinateSource, LightKinds, Lighting, MaterialSource, Position, VertexFog,
    VertexKey,
};
use retrograph_shaders::interface::{InputClass, Points};
use retrograph_shaders::varyings::{Semantic, Usage, Varying, Varyings};

use crate::languages::print_all;

const CLASSES: [InputClass; 6] = [
    InputClass::Absent,
    InputClass::Float,
    InputClass::Uint,
    InputClass::Sint,
    InputClass::Udec3,
    InputClass::Dec3n,
];

const BLENDS: [Blend; 6] = [
    Blend::Off,
    Blend::Weights(1),
    Blend::Weights(3),
    Blend::Indexed { weights: 0, matrices: 8, color: true },
    Blend::Indexed { weights: 3, matrices: 256, color: false },
    Blend::Tween,
];

const SOURCES: [CoordinateSource; 6] = [
    CoordinateSource::Set(1),
    CoordinateSource::Normal,
    CoordinateSource::Position,
    CoordinateSource::Reflection,
    CoordinateSource::Sphere,
    CoordinateSource::Set(250),
];

fn varyings() -> Varyings {
    let all = (0..8).map(|index| (Usage::Texcoord, index));
    let wanted = all.chain([(Usage::Color, 0), (Usage::Color, 1), (Usage::Fog, 0), (Usage::Normal, 0)]);
    let wanted: Vec<_> = wanted
        .map(|(usage, index)| Varying {
            semantic: Semantic::new(usage, index),
            flat: usage == Usage::Color,
            centroid: false,
        })
        .collect();
    Varyings::place(&wanted, true).expect("they fit")
}

/// A key for each number, with everything in it varied.
fn key(position: Position, number: usize) -> VertexKey {
    let sources = [MaterialSource::Material, MaterialSource::Color0, MaterialSource::Color1];
    let function = [FogFunction::Linear, FogFunction::Exp, FogFunction::Exp2][number % 3];
    let lighting = Lighting {
        kinds: LightKinds::from_bits_truncate(number as u8),
        specular: !number.is_multiple_of(3),
        local_viewer: number.is_multiple_of(2),
        diffuse: sources[number % 3],
        ambient: sources[(number + 1) % 3],
        specular_color: sources[(number + 2) % 3],
        emissive: sources[(number / 3) % 3],
    };
    VertexKey {
        position,
        blend: BLENDS[number % BLENDS.len()],
        inputs: std::array::from_fn(|index| CLASSES[(index + number) % CLASSES.len()]),
        components: std::array::from_fn(|set| [1u8, 2, 3, 4][(set + number) % 4]),
        coordinates: std::array::from_fn(|stage| Coordinate {
            source: SOURCES[(stage + number) % SOURCES.len()],
            transform: ((stage + number / 2) % 6) as u8,
            projected: (stage + number).is_multiple_of(3),
        }),
        lighting: (number % 4 != 3).then_some(lighting),
        normalize: number % 2 == 1,
        fog: if number.is_multiple_of(5) {
            VertexFog::Specular
        } else {
            VertexFog::Depth { function, range: number.is_multiple_of(2) }
        },
        varyings: varyings(),
        points: [Points::Pixels, Points::Quads, Points::Sprites][number % 3],
        point_scale: number.is_multiple_of(2),
        clip_planes: (number % 8) as u8,
    }
}

#[test]
fn every_vertex_layout_prints_five_ways() {
    let positions =
        [Position::World, Position::Screen { flat_depth: false }, Position::Screen { flat_depth: true }];
    for position in positions {
        let count = if position == Position::World { 60 } else { 6 };
        for number in 0..count {
            let translated = fixed::vertex(&key(position, number)).expect("made");
            print_all(&translated.module);
            let locations: Vec<u8> = translated.interface.inputs.iter().map(|input| input.location).collect();
            assert!(locations.is_sorted(), "{locations:?}");
        }
    }
}
