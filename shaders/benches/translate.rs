//! What it costs to make a shader ready: decode, translate, validate, print, for every shader of the
//! corpus; and naga's own writers beside ours.
//!
//! Throughput is in shaders a second.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_shaders::dxso::{self, FragmentKey, Options, VertexKey, program::Program};
use retrograph_shaders::interface::InputClass;
use retrograph_shaders::naga::{self, Module, valid::ModuleInfo};
use retrograph_shaders::varyings::{Semantic, Usage, Varying, Varyings};
use retrograph_shaders::{ShaderError, Stage, Translated, print};

/// The bytes of every shader.
fn shaders() -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bin");
    let entries = fs::read_dir(&directory).expect("the corpus is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    let bytes = paths.iter().map(|path| fs::read(path).expect("readable"));
    bytes.filter(|bytes| dxso::parse(bytes).is_ok_and(|program| translate(&program, BARE).is_ok())).collect()
}

/// Translates with keys as a draw would have them.
fn translate(program: &Program, options: Options) -> Result<Translated, ShaderError> {
    match program.version.stage {
        Stage::Fragment => dxso::translate_fragment_with(program, &FragmentKey::default(), options),
        Stage::Vertex => {
            let wanted = (0..4).map(|index| Varying {
                semantic: Semantic::new(Usage::Texcoord, index),
                flat: false,
                centroid: false,
            });
            let wanted: Vec<_> = wanted.collect();
            let varyings = Varyings::place(&wanted, false).expect("they fit");
            let key = VertexKey { inputs: [InputClass::Float; 16], varyings, ..VertexKey::default() };
            dxso::translate_vertex_with(program, &key, options)
        }
    }
}

/// A module with what its printing needs.
struct Valid {
    module: Module,
    info: ModuleInfo,
}

const BARE: Options = Options { zero_products: true, validate: false };

fn corpus(criterion: &mut Criterion) {
    let shaders = shaders();
    let programs: Vec<_> = shaders.iter().map(|bytes| dxso::parse(bytes).expect("decodes")).collect();
    let modules: Vec<_> = programs
        .iter()
        .map(|program| {
            let module = translate(program, Options::default()).expect("translates").module;
            let info = print::validate(&module).expect("valid");
            Valid { module, info }
        })
        .collect();
    let mut group = criterion.benchmark_group("corpus");
    group.throughput(Throughput::Elements(shaders.len() as u64));
    group.bench_function("decode", |bencher| {
        bencher.iter(|| shaders.iter().for_each(|bytes| drop(black_box(dxso::parse(black_box(bytes))))));
    });
    group.bench_function("translate", |bencher| {
        bencher.iter(|| {
            programs.iter().for_each(|program| drop(black_box(translate(black_box(program), BARE))));
        });
    });
    group.bench_function("validate", |bencher| {
        let check = |valid: &Valid| drop(black_box(print::validate(black_box(&valid.module))));
        bencher.iter(|| modules.iter().for_each(check));
    });
    printing(&mut group, &modules);
    group.finish();
}

type Group<'a> = criterion::BenchmarkGroup<'a, criterion::measurement::WallTime>;

fn printing(group: &mut Group<'_>, modules: &[Valid]) {
    let texts: [(&str, Printer); 4] =
        [("wgsl", print::wgsl), ("msl", print::msl), ("hlsl", print::hlsl), ("glsl", print::glsl)];
    for (name, print) in texts {
        group.bench_function(format!("print {name}"), |bencher| {
            let one = |valid: &Valid| drop(black_box(print(&valid.module, &valid.info)));
            bencher.iter(|| modules.iter().for_each(one));
        });
    }
    group.bench_function("print spirv", |bencher| {
        let one = |valid: &Valid| drop(black_box(print::spirv(&valid.module, &valid.info)));
        bencher.iter(|| modules.iter().for_each(one));
    });
    group.bench_function("naga wgsl", |bencher| {
        let flags = naga::back::wgsl::WriterFlags::empty();
        let one = |valid: &Valid| {
            drop(black_box(naga::back::wgsl::write_string(&valid.module, &valid.info, flags)));
        };
        bencher.iter(|| modules.iter().for_each(one));
    });
    group.bench_function("naga spirv", |bencher| {
        let options = naga::back::spv::Options::default();
        let one = |valid: &Valid| {
            drop(black_box(naga::back::spv::write_vec(&valid.module, &valid.info, &options, None)));
        };
        bencher.iter(|| modules.iter().for_each(one));
    });
}

type Printer = fn(&Module, &ModuleInfo) -> Result<String, ShaderError>;

criterion_group!(benches, corpus);
criterion_main!(benches);
