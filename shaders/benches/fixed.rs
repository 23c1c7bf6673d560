//! What fixed-function stages cost: generated, and validated by naga.
//!
//! The goal is that generating costs at most half of validating.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use retrograph_shaders::dxso::{Fog, FogFunction, Options, SamplerKey};
use retrograph_shaders::fixed::{
    self, Argument, ArgumentSource, Combine, Coordinate, CoordinateSource, FragmentKey, INPUTS, LightKinds,
    Lighting, MaterialSource, Operation, Stage, VertexFog, VertexKey,
};
use retrograph_shaders::interface::InputClass;
use retrograph_shaders::naga::Module;
use retrograph_shaders::print;
use retrograph_shaders::varyings::{Semantic, Usage, Varying, Varyings};

const UNCHECKED: Options = Options { zero_products: true, validate: false };

fn reading(semantics: &[(Usage, u8)]) -> Varyings {
    let varying = |&(usage, index): &(Usage, u8)| Varying {
        semantic: Semantic::new(usage, index),
        flat: false,
        centroid: false,
    };
    let wanted: Vec<_> = semantics.iter().map(varying).collect();
    Varyings::place(&wanted, false).expect("they fit")
}

/// One texture, no light.
fn plain() -> VertexKey {
    let mut inputs = [InputClass::Absent; INPUTS];
    for location in [0, 5, 8] {
        inputs[location] = InputClass::Float;
    }
    let varyings = reading(&[(Usage::Color, 0), (Usage::Texcoord, 0)]);
    VertexKey { inputs, varyings, ..VertexKey::default() }
}

/// Lit by two kinds of lights with highlights, fogged, with a sphere map beside the texture.
fn lit() -> VertexKey {
    let mut key = plain();
    key.inputs[1] = InputClass::Float;
    key.coordinates[1] = Coordinate { source: CoordinateSource::Sphere, transform: 0, projected: false };
    key.lighting = Some(Lighting {
        kinds: LightKinds::DIRECTIONAL | LightKinds::POINT,
        specular: true,
        local_viewer: true,
        diffuse: MaterialSource::Color0,
        ..Lighting::default()
    });
    key.fog = VertexFog::Depth { function: FogFunction::Linear, range: false };
    key.normalize = true;
    let texcoords = [(Usage::Texcoord, 0), (Usage::Texcoord, 1)];
    let colors = [(Usage::Color, 0), (Usage::Color, 1), (Usage::Fog, 0)];
    key.varyings = reading(&[texcoords.as_slice(), &colors].concat());
    key
}

fn stages(criterion: &mut Criterion) {
    for (name, key) in [("plain", plain()), ("lit", lit())] {
        let generate = |key: &VertexKey| fixed::vertex_with(key, UNCHECKED).expect("made").module;
        let module = generate(&key);
        let mut group = criterion.benchmark_group(format!("fixed vertex, {name}"));
        group.bench_function("generate", |bencher| bencher.iter(|| black_box(generate(black_box(&key)))));
        let valid = |module: &Module| assert!(print::validate(module).is_ok());
        group.bench_function("validate", |bencher| bencher.iter(|| valid(black_box(&module))));
        group.finish();
    }
}

/// A vertex stage and the pixel stage that it feeds: two textures, one of them a sphere map, with fog and highlights.
fn pair(criterion: &mut Criterion) {
    let texture = Argument::new(ArgumentSource::Texture);
    let current = Argument::new(ArgumentSource::Current);
    let stage = |operation| Stage {
        color: Combine::of(operation, texture, current),
        alpha: Combine::of(operation, texture, current),
        texture: Some(SamplerKey::default()),
        ..Stage::default()
    };
    let mut pixels = FragmentKey { specular: true, fog: Fog::Vertex, ..FragmentKey::default() };
    pixels.stages[..2].copy_from_slice(&[stage(Operation::Modulate), stage(Operation::AddSigned)]);
    pixels = pixels.folded();
    for (name, vertices, pixels) in [
        ("plain", plain(), {
            let mut pixels = FragmentKey::default();
            pixels.stages[0] = stage(Operation::Modulate);
            pixels.folded()
        }),
        ("lit", lit(), pixels),
    ] {
        let generate = || {
            let fragment = fixed::fragment_with(black_box(&pixels), UNCHECKED).expect("made");
            let varyings = fragment.interface.varyings;
            let key = VertexKey { varyings, ..*black_box(&vertices) };
            [fixed::vertex_with(&key, UNCHECKED).expect("made").module, fragment.module]
        };
        let modules = generate();
        let mut group = criterion.benchmark_group(format!("fixed pair, {name}"));
        group.bench_function("generate", |bencher| bencher.iter(|| black_box(generate())));
        let valid =
            |modules: &[Module; 2]| assert!(modules.iter().all(|module| print::validate(module).is_ok()));
        group.bench_function("validate", |bencher| bencher.iter(|| valid(black_box(&modules))));
        group.finish();
    }
}

criterion_group!(benches, stages, pair);
criterion_main!(benches);
