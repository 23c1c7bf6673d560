//! What a draw allocates once frames are equal: nothing of ours, neither where it is recorded nor where it is executed.
//!
//! Wgpu allocates for itself, so a frame is compared with the same calls to wgpu written by hand, on its backend that does
//! nothing. Both are counted on this thread, which is where an inline context executes; `render::thread` has the same for
//! the encoder's own thread.

#[path = "../benches/threads/by_hand.rs"]
mod by_hand;
#[path = "../benches/threads/scene.rs"]
mod scene;

use retrograph_render::Threading;

use by_hand::ByHand;
use scene::{DRAWS, Kind, Scene};

/// What a frame, however many its draws, may allocate beyond the same by hand.
const FRAME: u64 = 100;

#[test]
fn a_draw_allocates_nothing_of_ours() {
    for kind in [Kind::Alone, Kind::Changing, Kind::Meshes] {
        let mut scene = Scene::new(Threading::Inline);
        let mut by_hand = ByHand::new();
        by_hand.frame(kind);
        let count = |work: &mut dyn FnMut()| allocation_counter::measure(work).count_total;
        let recorded = count(&mut || scene.record(kind));
        assert_eq!(recorded, 0, "recording {kind:?}");
        let ours = count(&mut || scene.context.submit().expect("no error"));
        let theirs = count(&mut || by_hand.frame(kind));
        println!("{kind:?}: {ours} allocations for a frame of {DRAWS} draws, {theirs} by hand");
        assert!(ours <= theirs + FRAME, "{kind:?}: {ours} allocations, {theirs} by hand");
    }
}
