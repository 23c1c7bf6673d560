//! Devices that draw, read back, replace their targets, are reset, change threads and die, from two threads at once.
//!
//! `PROPTEST_CASES` sets how long, as for property tests: two frames for each case on each thread, 256 cases unless set.
//! A watchdog ends the whole program when nothing moves any more, and says what everyone was doing: with all stacks, where
//! there is a debugger that can show them.

#[path = "stress/memory.rs"]
mod memory;
#[path = "stress/watchdog.rs"]
mod watchdog;
#[path = "stress/world.rs"]
mod world;

use std::sync::mpsc::{Receiver, Sender, channel};

use retrograph_d3d9::Direct3D9;
use retrograph_d3d9::render::{Gpu, Threading};

use watchdog::{Activity, Watchdog};
use world::World;

/// Frames of each thread in each test.
fn frames() -> u64 {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    cases.unwrap_or(256).max(64) * 2
}

/// One of the two threads.
struct Worker {
    direct3d: Direct3D9,
    activity: Activity,
    /// Where devices change threads.
    to: Sender<World>,
    from: Receiver<World>,
}

impl Worker {
    /// Frames of every kind; the same steps fall into different places of the two threads' frames.
    fn run(self, seed: u64, frames: u64) {
        let Self { direct3d, activity, to, from } = self;
        let mut world = World::new(&direct3d);
        for frame in 0..frames {
            let step = |doing| activity.begin(frame, doing);
            let turn = frame + seed * 5;
            step("draws");
            world.draw(frame);
            if turn.is_multiple_of(3) {
                step("reads back");
                world.check(frame);
            }
            step("presents");
            world.device.present().expect("no error on the GPU");
            if turn.is_multiple_of(11) {
                step("replaces its targets");
                world.replace_targets(8 + (turn % 5) as u32 * 8);
            }
            if turn.is_multiple_of(13) {
                step("resets");
                world.reset(8 + (turn % 4) as u32 * 8);
            }
            if frame % 16 == 15 {
                step("changes threads");
                to.send(world).expect("the other thread lives");
                world = from.recv().expect("the other thread lives");
            }
            if turn.is_multiple_of(29) {
                step("dies");
                if turn.is_multiple_of(2) {
                    world.device.finish().expect("no error on the GPU");
                }
                drop(world);
                step("is born");
                world = World::new(&direct3d);
            }
        }
        activity.begin(frames, "ends");
        world.device.finish().expect("no error on the GPU");
    }
}

/// Runs both threads to their end and compares the memory at a third of the way with the end's.
fn stress(direct3d: [Direct3D9; 2]) {
    let frames = frames();
    let watchdog = Watchdog::start(watchdog::PATIENCE);
    let (to_second, from_first) = channel();
    let (to_first, from_second) = channel();
    let [first, second] = direct3d;
    let workers = [(first, to_second, from_second), (second, to_first, from_first)];
    let threads: Vec<_> = (1..)
        .zip(workers)
        .map(|(seed, (direct3d, to, from))| {
            let activity = watchdog.watch(&format!("worker {seed}"));
            let worker = Worker { direct3d, activity, to, from };
            std::thread::spawn(move || worker.run(seed, frames))
        })
        .collect();
    let warm = watchdog.wait_for(frames / 3 * 2).then(memory::resident);
    for thread in threads {
        thread.join().expect("no worker fails");
    }
    let [warm, end] = [warm.flatten(), memory::resident()];
    println!("{frames} frames a thread; memory after a third {warm:?}, at the end {end:?}");
    if let (Some(warm), Some(end)) = (warm, end) {
        assert!(end <= warm + memory::BOUND, "memory grew from {warm} to {end} bytes");
    }
}

#[test]
fn devices_live_and_die_on_two_threads() {
    let shared = Gpu::headless().expect("an adapter");
    for threading in [[Threading::Pipelined; 2], [Threading::Pipelined, Threading::Inline]] {
        stress(threading.map(|mode| Direct3D9::from_gpu(shared.clone()).with_threading(mode)));
    }
    stress([(); 2].map(|()| {
        Direct3D9::from_gpu(Gpu::headless().expect("an adapter")).with_threading(Threading::Pipelined)
    }));
}

/// Set for a run of this program that is to be stuck.
const STUCK: &str = "RETROGRAPH_STRESS_STUCK";

/// What the test below looks for among the stacks.
#[inline(never)]
fn waits_for_nobody(activity: &Activity) {
    activity.begin(7, "waits for nobody");
    let (sender, receiver) = channel::<()>();
    let _ = receiver.recv();
    drop(sender);
}

/// Not a test of its own: see the next one.
#[test]
fn stuck() {
    if std::env::var_os(STUCK).is_some() {
        let watchdog = Watchdog::start(std::time::Duration::from_secs(2));
        let activity = watchdog.watch("worker of the test");
        waits_for_nobody(&activity);
    }
}

#[test]
fn the_watchdog_ends_what_is_stuck_and_shows_where() {
    let program = std::env::current_exe().expect("this program");
    let run = std::process::Command::new(program)
        .args(["--exact", "stuck", "--nocapture"])
        .env(STUCK, "1")
        .output()
        .expect("a run");
    assert!(!run.status.success());
    let text = String::from_utf8_lossy(&run.stderr);
    assert!(text.contains("worker of the test: frame 7: waits for nobody"), "{text}");
    let shown = text.contains("waits_for_nobody");
    let refused = text.contains(watchdog::NO_STACKS);
    assert!(shown != refused, "the stacks, or why there are none: {text}");
}
