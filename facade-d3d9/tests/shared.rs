//! One device, called from several threads.

#[path = "support/scene.rs"]
mod scene;

use retrograph_d3d9::types::ClearFlags;
use retrograph_d3d9::{Error, SharedDevice};
use scene::{MODES, Scene};

#[test]
fn sections_of_several_threads_do_not_mix() {
    for mode in MODES {
        let shared = SharedDevice::new(Scene::new(mode).device);
        std::thread::scope(|scope| {
            for stencil in 1..=4 {
                let shared = shared.clone();
                scope.spawn(move || {
                    for _ in 0..50 {
                        let section = shared.enter();
                        section.call(|device| device.begin_scene()).expect("no other thread is in a scene");
                        let clear =
                            shared.call(|device| device.clear(None, ClearFlags::TARGET, stencil, 1.0, 0));
                        clear.expect("the same thread enters again");
                        section.call(|device| device.end_scene()).expect("the scene is this thread's");
                    }
                    shared.call(|device| device.present()).expect("no error on the GPU");
                });
            }
        });
        let mut device = shared.into_inner().expect("no clone is left");
        device.finish().expect("no error on the GPU");
    }
}

#[test]
fn a_call_within_a_call_is_refused() {
    let shared = SharedDevice::new(Scene::new(MODES[0]).device);
    let inner = shared.call(|_| Ok(shared.call(|device| device.present())));
    assert!(matches!(inner, Ok(Err(Error::InvalidCall))), "{inner:?}");
    shared.call(|device| device.present()).expect("the lock is free again");
    let clone = shared.clone();
    assert!(shared.into_inner().is_err(), "a clone is left");
    drop(clone);
}
