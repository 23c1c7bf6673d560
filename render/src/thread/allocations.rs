//! What a draw allocates on the encoder's own thread: nothing of ours.
//!
//! Wgpu's own allocations are those of the same calls written by hand. The frame is executed where a pipelined context
//! executes it, beside its submitter, and counted on that thread alone.

#[path = "../../benches/threads/by_hand.rs"]
mod by_hand;
#[path = "../../benches/threads/scene.rs"]
mod scene;

use super::Threading;
use by_hand::ByHand;
use scene::{DRAWS, Kind, Scene};

/// What a frame, however many its draws, may allocate beyond the same by hand.
const FRAME: u64 = 100;

#[test]
fn a_draw_allocates_nothing_of_ours_on_the_encoder_s_thread() {
    for kind in [Kind::Alone, Kind::Changing, Kind::Meshes] {
        let mut scene = Scene::new(Threading::Pipelined);
        for _ in 0..3 {
            scene.record(kind);
            scene.context.finish().expect("no error");
        }
        let mut by_hand = ByHand::new();
        by_hand.frame(kind);
        let theirs = allocation_counter::measure(|| by_hand.frame(kind)).count_total;
        scene.record(kind);
        let engine = &mut scene.context.engine;
        let frame = scene.context.recorder.finish(engine.spare());
        let here = std::thread::current().id();
        let (ours, there) = engine
            .call(move |renderer| {
                let mut done = Ok(());
                let counted = allocation_counter::measure(|| done = renderer.execute(&frame));
                done.map(|()| (counted.count_total, std::thread::current().id()))
            })
            .and_then(|done| done)
            .expect("no error");
        assert_ne!(here, there);
        println!("{kind:?}: {ours} allocations for a frame of {DRAWS} draws, {theirs} by hand");
        assert!(ours <= theirs + FRAME, "{kind:?}: {ours} allocations, {theirs} by hand");
    }
}
