//! Frames of 10,000 draws on a GPU that does nothing, so that only our own work and wgpu's is measured.
//!
//! `pace` and `frames`: recording and executing them on one thread, and on three. `encoder`: executing one that was recorded, and
//! the same wgpu calls written by hand.

#[path = "threads/by_hand.rs"]
mod by_hand;
#[path = "threads/scene.rs"]
mod scene;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_render::Threading;

use by_hand::ByHand;
use scene::{DRAWS, Kind, Scene};

const KINDS: [(&str, Kind); 3] =
    [("draws alone", Kind::Alone), ("constants and textures", Kind::Changing), ("meshes", Kind::Meshes)];

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

/// How long each thread of this program was busy so far, by name; empty where the system does not say so in files.
fn busy() -> BTreeMap<(String, String), Duration> {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let busy = tasks.filter_map(|task| {
        let read = |file| std::fs::read_to_string(task.path().join(file)).ok();
        let nanoseconds = read("schedstat")?.split_whitespace().next()?.parse().ok()?;
        let name = read("comm")?.trim().to_owned();
        let place = task.file_name().to_string_lossy().into_owned();
        Some(((name, place), Duration::from_nanos(nanoseconds)))
    });
    busy.collect()
}

/// What each thread did for a frame while `work` ran for so many.
fn spent(frames: u32, work: impl FnOnce()) -> Vec<(String, Duration)> {
    let before = busy();
    work();
    let spent = busy().into_iter().map(|(thread, time)| {
        let known = before.get(&thread).copied().unwrap_or_default();
        (thread.0, (time - known) / frames)
    });
    spent.filter(|(_, time)| !time.is_zero()).collect()
}

/// How long each thread is busy with a frame. The busiest one sets the pace when each has a processor of its own: on a
/// machine that does other things besides, that says more than wall time.
fn pace(_criterion: &mut Criterion) {
    const FRAMES: u32 = 50;
    for (name, kind) in KINDS {
        for threading in [Threading::Inline, Threading::Pipelined] {
            let mut scene = Scene::new(threading);
            let spent = spent(FRAMES, || {
                for _ in 0..FRAMES {
                    scene.record(kind);
                    scene.context.submit().expect("no error");
                }
                scene.context.finish().expect("no error");
            });
            println!("pace/{name}, {threading:?}: {spent:?} a frame");
        }
        let mut by_hand = ByHand::new();
        let spent = spent(FRAMES, || (0..FRAMES).for_each(|_| by_hand.frame(kind)));
        println!("pace/{name}, by hand: {spent:?} a frame");
    }
}

criterion_group!(benches, pace, frames, encoder);
criterion_main!(benches);
