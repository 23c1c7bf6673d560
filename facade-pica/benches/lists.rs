//! Parsing lists against copying their bytes, and whole scenes through the bounded renderer.
//!
//! The two first are one group with the same number of bytes, so their throughputs compare: parsing decodes every header
//! and visits every parameter slice. `scene` is the square of 64x64 with its two draws, staging and commit included, on a
//! renderer that stays.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_pica::list::{Command, Commands};
use retrograph_pica::reference::Renderer;
use retrograph_pica::scenes::{Form, square};

/// Bytes of lists: more than caches keep.
const BYTES: usize = 32 << 20;

fn parsing(criterion: &mut Criterion) {
    let one = square(Form::Arithmetic, true).words;
    let words: Vec<u32> = one.iter().copied().cycle().take(BYTES / 4 / one.len() * one.len()).collect();
    let mut copy = vec![0u32; words.len()];
    let mut group = criterion.benchmark_group("lists");
    group.throughput(Throughput::Bytes(words.len() as u64 * 4)).sample_size(20);
    group.bench_function("copy", |bencher| {
        bencher.iter(|| black_box(&mut copy[..]).copy_from_slice(black_box(&words)));
    });
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            let commands = Commands::new(black_box(&words)).map_while(Result::ok);
            commands.fold((0u32, 0usize), |(registers, parameters), command| {
                let Command { header, first, extra, .. } = command;
                (registers ^ u32::from(header.register().0) ^ first, parameters + 1 + extra.len())
            })
        });
    });
    group.bench_function("writes", |bencher| {
        bencher.iter(|| {
            let commands = Commands::new(black_box(&words)).map_while(Result::ok);
            commands.flat_map(Command::writes).fold(0u32, |sum, write| sum.wrapping_add(write.value))
        });
    });
    group.finish();
}

fn scenes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scene");
    group.throughput(Throughput::Elements(1));
    for form in [Form::Move, Form::Arithmetic] {
        let scene = square(form, true);
        let memory = scene.memory(&[]).expect("the spans");
        let mut target = scene.target().expect("a target");
        let mut renderer = Renderer::new();
        group.bench_function(format!("{form:?}").to_lowercase(), |bencher| {
            bencher
                .iter(|| renderer.execute(black_box(&scene.words), &memory, &mut target).expect("the list"));
        });
    }
    group.finish();
}

criterion_group!(benches, parsing, scenes);
criterion_main!(benches);
