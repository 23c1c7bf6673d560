//! Frames of 10,000 draws on a GPU that does nothing, so that only our own work and wgpu's is measured.
//!
//! `frames`: recording and executing them on one thread, and on two. `encoder`: executing one that was recorded, and
//! the same wgpu calls written by hand.

#[path = "threads/by_hand.rs"]
mod by_hand;
#[path = "threads/scene.rs"]
mod scene;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_render::Threading;

use by_hand::ByHand;
use scene::{DRAWS, Kind, Scene};

const KINDS: [(&str, Kind); 2] = [("draws alone", Kind::Alone), ("constants and textures", Kind::Changing)];

/// Wall time of whole frames, the last one included until it was executed.
fn frames(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("frames");
    group.throughput(Throughput::Elements(DRAWS.into()));
    for (name, kind) in KINDS {
        for (mode, threading) in [("inline", Threading::Inline), ("pipelined", Threading::Pipelined)] {
            let mut scene = Scene::new(threading);
            group.bench_function(format!("{name}, {mode}"), |bencher| {
                bencher.iter_custom(|rounds| {
                    let start = Instant::now();
                    for _ in 0..rounds {
                        scene.record(kind);
                        scene.context.submit().expect("no error");
                    }
                    scene.context.finish().expect("no error");
                    start.elapsed()
                });
            });
        }
    }
    group.finish();
}

/// What the encoder spends on a frame, beside the same calls written by hand.
fn encoder(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("encoder");
    group.throughput(Throughput::Elements(DRAWS.into()));
    for (name, kind) in KINDS {
        let mut scene = Scene::new(Threading::Inline);
        group.bench_function(format!("{name}, ours"), |bencher| {
            bencher.iter_custom(|rounds| {
                let mut time = Duration::ZERO;
                for _ in 0..rounds {
                    scene.record(kind);
                    let start = Instant::now();
                    scene.context.submit().expect("no error");
                    time += start.elapsed();
                }
                time
            });
        });
        let mut by_hand = ByHand::new();
        group.bench_function(format!("{name}, by hand"), |bencher| {
            bencher.iter(|| by_hand.frame(black_box(kind)));
        });
    }
    group.finish();
}

criterion_group!(benches, frames, encoder);
criterion_main!(benches);
