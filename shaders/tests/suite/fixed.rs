//! Fixed-function shaders: all are valid and print in all languages.

use retrograph_shaders::Translated;
use retrograph_shaders::dxso::{Compare, Lanes, SamplerKey};
use retrograph_shaders::fixed::{
    self, Argument, ArgumentSource, Combine, FragmentKey, INPUTS, Position, VertexKey,
};
use retrograph_shaders::interface::{InputClass, SamplerKind};
use retrograph_shaders::varyings::{Semantic, Usage, Varying, Varyings};

use crate::languages::print_all;

fn arguments() -> Vec<Argument> {
    let sources =
        [ArgumentSource::Diffuse, ArgumentSource::Current, ArgumentSource::Texture, ArgumentSource::Factor];
    let modifiers = [(false, false), (true, false), (false, true), (true, true)];
    let all = sources.iter().flat_map(|&source| {
        modifiers.map(|(complement, alpha_replicate)| Argument { source, complement, alpha_replicate })
    });
    all.collect()
}

fn check(translated: &Translated) {
    print_all(&translated.module);
}

#[test]
fn every_operation_prints_five_ways() {
    let kinds = [SamplerKind::D2, SamplerKind::Cube, SamplerKind::Volume];
    let lanes = [Lanes::Rgba, Lanes::Zzzr, Lanes::Rrrg];
    let arguments = arguments();
    for (index, &first) in arguments.iter().enumerate() {
        let texture =
            Some(SamplerKey { kind: kinds[index % 3], lanes: lanes[index / 3 % 3], ..SamplerKey::default() });
        let select = Combine::Select(first);
        let key = FragmentKey { color: select, alpha: Combine::Disable, texture, ..FragmentKey::default() };
        check(&fixed::fragment(&key).expect("made"));
        for &second in &arguments {
            let modulate = Combine::Modulate(first, second);
            let key = FragmentKey {
                color: modulate,
                alpha: modulate,
                texture: texture.filter(|_| index % 2 == 0),
                flat_colors: index % 4 == 1,
                alpha_test: [Compare::Always, Compare::Greater, Compare::Never][index % 3],
                srgb_write: index % 5 == 2,
            };
            check(&fixed::fragment(&key).expect("made"));
        }
    }
}

#[test]
fn every_vertex_layout_prints_five_ways() {
    let all = (0..8).map(|index| (Usage::Texcoord, index));
    let wanted = all.chain([(Usage::Color, 0), (Usage::Color, 1), (Usage::Fog, 0), (Usage::Normal, 0)]);
    let wanted: Vec<_> = wanted
        .map(|(usage, index)| Varying {
            semantic: Semantic::new(usage, index),
            flat: usage == Usage::Color,
            centroid: false,
        })
        .collect();
    let varyings = Varyings::place(&wanted, true).expect("they fit");
    let positions =
        [Position::World, Position::Screen { flat_depth: false }, Position::Screen { flat_depth: true }];
    let classes = [
        InputClass::Absent,
        InputClass::Float,
        InputClass::Uint,
        InputClass::Sint,
        InputClass::Udec3,
        InputClass::Dec3n,
    ];
    for position in positions {
        for turn in 0..classes.len() {
            let inputs: [InputClass; INPUTS] =
                std::array::from_fn(|index| classes[(index + turn) % classes.len()]);
            let components = std::array::from_fn(|set| [1u8, 2, 3, 4][(set + turn) % 4]);
            let sets = std::array::from_fn(|stage| [1u8, 1, 7, 0, 3, 2, 250, 4][stage]);
            let key = VertexKey { position, inputs, components, sets, varyings, ..VertexKey::default() };
            let translated = fixed::vertex(&key).expect("made");
            check(&translated);
            let locations: Vec<u8> = translated.interface.inputs.iter().map(|input| input.location).collect();
            assert!(locations.is_sorted(), "{locations:?}");
        }
    }
}
