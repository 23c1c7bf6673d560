//! What a fixed-function vertex stage costs: generated, and validated by naga.
//!
//! The goal is that generating costs at most half of validating.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use retrograph_shaders::dxso::{FogFunction, Options};
use retrograph_shaders::fixed::{
    self, Coordinate, CoordinateSource, INPUTS, LightKinds, Lighting, MaterialSource, VertexFog, VertexKey,
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

criterion_group!(benches, stages);
criterion_main!(benches);
