//! What it costs to make a shader ready: decode, translate, validate, for every shader of the corpus.
//!
//! Throughput is in shaders a second.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_shaders::dxso::{self, FragmentKey, VertexKey, program::Program};
use retrograph_shaders::interface::InputClass;
use retrograph_shaders::varyings::{Semantic, Usage, Varying, Varyings};
use retrograph_shaders::{ShaderError, Stage, Translated, print};

/// The bytes of every shader.
fn shaders() -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bin");
    let entries = fs::read_dir(&directory).expect("the corpus is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    let bytes = paths.iter().map(|path| fs::read(path).expect("readable"));
    bytes.filter(|bytes| dxso::parse(bytes).is_ok_and(|program| translate(&program).is_ok())).collect()
}

/// Translates with keys as a draw would have them.
fn translate(program: &Program) -> Result<Translated, ShaderError> {
    match program.version.stage {
        Stage::Fragment => dxso::translate_fragment(program, &FragmentKey::default()),
        Stage::Vertex => {
            let wanted = (0..4).map(|index| Varying {
                semantic: Semantic::new(Usage::Texcoord, index),
                flat: false,
                centroid: false,
            });
            let wanted: Vec<_> = wanted.collect();
            let varyings = Varyings::place(&wanted, false).expect("they fit");
            dxso::translate_vertex(
                program,
                &VertexKey { inputs: [InputClass::Float; 16], varyings, ..VertexKey::default() },
            )
        }
    }
}

fn corpus(criterion: &mut Criterion) {
    let shaders = shaders();
    let programs: Vec<_> = shaders.iter().map(|bytes| dxso::parse(bytes).expect("decodes")).collect();
    let modules: Vec<_> =
        programs.iter().map(|program| translate(program).expect("translates").module).collect();
    let mut group = criterion.benchmark_group("corpus");
    group.throughput(Throughput::Elements(shaders.len() as u64));
    group.bench_function("decode", |bencher| {
        bencher.iter(|| shaders.iter().for_each(|bytes| drop(black_box(dxso::parse(black_box(bytes))))));
    });
    group.bench_function("translate and validate", |bencher| {
        bencher.iter(|| programs.iter().for_each(|program| drop(black_box(translate(black_box(program))))));
    });
    group.bench_function("validate", |bencher| {
        bencher
            .iter(|| modules.iter().for_each(|module| drop(black_box(print::validate(black_box(module))))));
    });
    group.finish();
}

criterion_group!(benches, corpus);
criterion_main!(benches);
