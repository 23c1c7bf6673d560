//! What windows must show.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use retrograph_d3d9::Format;
use retrograph_d3d9::types::{ClearFlags, LockFlags, MultiSample, Pool, PresentInterval, PresentParameters};
use retrograph_render::Threading;
use retrograph_render::present::{GammaRamp, Presenter, Route};

use crate::desk::Desk;
use crate::places;
use crate::player::{Player, QUARTERS, has_quarters, rgb, size_of};

type Check = (&'static str, fn(&mut Desk, Threading));

const CHECKS: [Check; 12] = [
    ("each_route_has_its_pixels", each_route_has_its_pixels),
    ("the_cursor_is_over_the_frame", the_cursor_is_over_the_frame),
    ("the_ramp_is_for_full_screen_devices", the_ramp_is_for_full_screen_devices),
    ("a_window_is_resized_while_it_is_drawn_to", a_window_is_resized_while_it_is_drawn_to),
    ("a_window_of_no_size_is_skipped_and_comes_back", a_window_of_no_size_is_skipped_and_comes_back),
    ("a_window_is_destroyed_and_another_takes_its_place", a_window_is_destroyed_and_another_takes_its_place),
    ("two_windows_show_one_device", two_windows_show_one_device),
    ("a_lost_surface_is_made_anew", a_lost_surface_is_made_anew),
    ("a_parked_presenter_holds_up_no_read", a_parked_presenter_holds_up_no_read),
    ("rectangles_of_frames_go_to_rectangles_of_windows", places::rectangles_go_to_rectangles),
    ("another_window_takes_a_frame_by_name", places::another_window_takes_a_frame),
    ("an_overlay_is_over_the_frame", places::an_overlay_is_over_the_frame),
];

/// Runs the checks whose names contain one of these, or all.
pub(crate) fn run(names: &[String]) {
    let mut desk = Desk::new();
    for (name, check) in CHECKS {
        if names.is_empty() || names.iter().any(|wanted| name.contains(wanted.as_str())) {
            for threading in [Threading::Inline, Threading::Pipelined] {
                let start = Instant::now();
                check(&mut desk, threading);
                println!("check {name} ({threading:?}) ... ok ({:.1} s)", start.elapsed().as_secs_f32());
            }
        }
    }
}

fn each_route_has_its_pixels(desk: &mut Desk, threading: Threading) {
    let frame = [64, 48];
    let sizes = [
        ([64, 48], Route::Copy),
        ([160, 100], Route::Upscale),
        ([64, 200], Route::Stretch),
        ([40, 24], Route::Stretch),
    ];
    for (size, route) in sizes {
        let window = desk.window(size, [0, 0]);
        let mut player = Player::new(&window, frame, threading);
        player.draw(QUARTERS);
        player.show();
        assert_eq!(player.presenter.stats().route, Some(route));
        desk.wait_for(&window, "quarters", has_quarters(QUARTERS));
        let exact = |picture: &[[u8; 3]], [width, height]: [u32; 2]| {
            let wanted =
                |x: u32, y: u32| QUARTERS[usize::from(y >= height / 2) * 2 + usize::from(x >= width / 2)];
            let wrong =
                (0..width * height).find(|at| picture[*at as usize] != rgb(wanted(at % width, at / width)));
            wrong.map_or(Ok(()), |at| Err(format!("pixel {at}")))
        };
        if route == Route::Copy {
            desk.wait_for(&window, "every pixel", exact);
        }
        if route == Route::Upscale {
            player.presenter.set_upscaler(None);
            player.draw(QUARTERS);
            player.show();
            assert_eq!(player.presenter.stats().route, Some(Route::Stretch));
            desk.wait_for(&window, "quarters", has_quarters(QUARTERS));
        }
    }
}

fn the_cursor_is_over_the_frame(desk: &mut Desk, threading: Threading) {
    let window = desk.window([64, 64], [0, 0]);
    let mut player = Player::new(&window, [64, 64], threading);
    let device = &mut player.device;
    let bitmap =
        device.create_offscreen_plain_surface(8, 8, Format::A8R8G8B8, Pool::SystemMem).expect("a surface");
    let mut lock = device.lock_rect(bitmap, None, LockFlags::empty()).expect("a lock");
    let pitch = lock.pitch() as usize;
    for (y, row) in lock.bytes_mut().chunks_mut(pitch).enumerate() {
        // The upper half is opaque white, the lower one half of blue.
        let texel = if y < 4 { [255; 4] } else { [255, 0, 0, 128] };
        row.chunks_exact_mut(4).for_each(|to| to.copy_from_slice(&texel));
    }
    device.unlock_rect(lock).expect("an unlock");
    assert!(!device.show_cursor(true), "there is no picture yet");
    device.set_cursor_properties(2, 1, bitmap).expect("a cursor");
    device.set_cursor_position(12, 11);
    assert!(!device.show_cursor(true));
    player.draw([0xFF_400000; 4]);
    player.show();
    let with_cursor = |picture: &[[u8; 3]], _: [u32; 2]| {
        let cases = [
            ([10, 10], [255, 255, 255]),
            ([17, 13], [255, 255, 255]),
            ([9, 10], [64, 0, 0]),
            ([18, 10], [64, 0, 0]),
            ([10, 14], [32, 0, 128]),
            ([17, 17], [32, 0, 128]),
            ([10, 18], [64, 0, 0]),
        ];
        for ([x, y], wanted) in cases {
            let found = picture[y * 64 + x];
            if found != wanted {
                return Err(format!("{found:?} at {x}, {y}, and not {wanted:?}"));
            }
        }
        Ok(())
    };
    desk.wait_for(&window, "the cursor", with_cursor);
    for [x, y] in [[i32::MIN; 2], [i32::MAX; 2], [-3, 11], [12, i32::MIN]] {
        player.device.set_cursor_position(x, y);
        player.draw(QUARTERS);
        player.show();
        desk.wait_for(&window, "a cursor out of sight", has_quarters(QUARTERS));
    }
    player.device.set_cursor_position(12, 11);
    player.draw([0xFF_400000; 4]);
    player.show();
    desk.wait_for(&window, "the cursor again", with_cursor);
    assert!(player.device.show_cursor(false));
    player.draw(QUARTERS);
    player.show();
    desk.wait_for(&window, "no cursor", has_quarters(QUARTERS));
}

fn the_ramp_is_for_full_screen_devices(desk: &mut Desk, threading: Threading) {
    let mut ramp = GammaRamp::default();
    ramp.red.reverse();
    ramp.green = [0x4040; 256];
    for windowed in [true, false] {
        let window = desk.window([64, 64], [0, 0]);
        let mut player = Player::with(&window, [64, 64], threading, windowed);
        player.device.set_gamma_ramp(&ramp);
        assert_eq!(*player.device.get_gamma_ramp(), ramp);
        player.draw(QUARTERS);
        player.show();
        let turned =
            QUARTERS.map(|color| (color & 0xFF00_00FF) | (0xFF - (color >> 16 & 0xFF)) << 16 | 0x4000);
        desk.wait_for(&window, "the ramp", has_quarters(if windowed { QUARTERS } else { turned }));
    }
}

fn a_window_is_resized_while_it_is_drawn_to(desk: &mut Desk, threading: Threading) {
    let window = desk.window([100, 100], [0, 0]);
    let mut player = Player::new(&window, [80, 60], threading);
    for step in 0..200 {
        let size = [40 + step * 37 % 260, 40 + step * 53 % 220];
        desk.resize(&window, size);
        player.draw(QUARTERS);
        player.device.present().expect("a frame");
        if step % 50 == 49 {
            player.show();
            desk.wait_for(&window, "quarters", has_quarters(QUARTERS));
        }
    }
    let stats = player.presenter.stats();
    assert_eq!(stats.dropped, 0);
    assert!(stats.shown >= 150, "{stats:?}");
}

fn a_window_of_no_size_is_skipped_and_comes_back(desk: &mut Desk, threading: Threading) {
    let window = desk.window([64, 64], [0, 0]);
    let mut player = Player::new(&window, [64, 64], threading);
    let minimised = Arc::new(AtomicBool::new(false));
    let (flag, size) = (Arc::clone(&minimised), size_of(&window));
    player.device.set_presenter(None).expect("no error");
    let stats = player.presenter.stats();
    assert_eq!(stats.shown, 0);
    let Player { gpu, device, presenter, .. } = &mut player;
    // The one that the player made holds the window's surface until it has ended.
    *presenter = Presenter::hook(gpu, |_: &_, _: &_, _: &_| {}).expect("a presenter");
    let surface = gpu.create_surface(Arc::clone(&window)).expect("a surface");
    let size = move || if flag.load(Ordering::Relaxed) { [0, 0] } else { size() };
    *presenter = Presenter::window(gpu, gpu.window(surface, size)).expect("a presenter");
    device.set_presenter(Some(presenter.clone())).expect("no error");
    player.draw(QUARTERS);
    player.show();
    minimised.store(true, Ordering::Relaxed);
    for _ in 0..3 {
        player.draw([0xFF_FFFFFF; 4]);
        player.show();
    }
    let stats = player.presenter.stats();
    assert_eq!((stats.shown, stats.skipped), (1, 3));
    minimised.store(false, Ordering::Relaxed);
    let turned = [3, 2, 1, 0].map(|index: usize| QUARTERS[index]);
    player.draw(turned);
    player.show();
    desk.wait_for(&window, "quarters", has_quarters(turned));
}

fn a_window_is_destroyed_and_another_takes_its_place(desk: &mut Desk, threading: Threading) {
    let window = desk.window([64, 64], [0, 0]);
    let mut player = Player::new(&window, [64, 64], threading);
    player.draw(QUARTERS);
    player.show();
    player.device.set_presenter(None).expect("no error");
    player.presenter = Presenter::hook(&player.gpu, |_: &_, _: &_, _: &_| {}).expect("a presenter");
    drop(window);
    desk.pump();
    player.draw([0xFF_000000; 4]);
    player.device.present().expect("a frame that nobody sees");
    let window = desk.window([96, 96], [10, 10]);
    let surface = player.gpu.create_surface(Arc::clone(&window)).expect("a surface");
    let target = player.gpu.window(surface, size_of(&window));
    player.presenter = Presenter::window(&player.gpu, target).expect("a presenter");
    player.device.set_presenter(Some(player.presenter.clone())).expect("no error");
    // A reset in between changes nothing of that.
    let parameters =
        PresentParameters { back_buffer_width: 32, back_buffer_height: 32, ..PresentParameters::default() };
    player.device.reset(&parameters).expect("a reset");
    let held = PresentParameters { presentation_interval: PresentInterval::Two, ..parameters.clone() };
    assert!(player.device.reset(&held).is_err(), "windows are not held for two refreshes");
    player.device.reset(&parameters).expect("a reset");
    player.frame = [32, 32];
    player.draw(QUARTERS);
    player.show();
    desk.wait_for(&window, "quarters", has_quarters(QUARTERS));
}

fn two_windows_show_one_device(desk: &mut Desk, threading: Threading) {
    let (window, other) = (desk.window([64, 64], [0, 0]), desk.window([80, 64], [300, 0]));
    let mut player = Player::new(&window, [64, 64], threading);
    let surface = player.gpu.create_surface(Arc::clone(&other)).expect("a surface");
    let second =
        Presenter::window(&player.gpu, player.gpu.window(surface, size_of(&other))).expect("a presenter");
    let id = player.device.add_presenter(second.clone()).expect("no error");
    let target = player
        .device
        .create_render_target(16, 16, Format::X8R8G8B8, MultiSample::NONE, 0, false)
        .expect("a target");
    for step in 0..10u32 {
        player.draw(QUARTERS);
        player.device.present().expect("a frame");
        let back_buffer = player.device.get_back_buffer(0).expect("a back buffer");
        player.device.set_render_target(0, Some(target)).expect("set");
        let color = 0xFF_000000 | (step * 0x10);
        player.device.clear(None, ClearFlags::TARGET, color, 1.0, 0).expect("a clear");
        player.device.present_surface(id, target).expect("a frame");
        player.device.set_render_target(0, Some(back_buffer)).expect("set");
    }
    player.device.finish().expect("no error");
    assert!(second.wait_idle(Duration::from_secs(20)));
    desk.wait_for(&window, "quarters", has_quarters(QUARTERS));
    desk.wait_for(&other, "the other's last frame", has_quarters([0xFF_000090; 4]));
    assert_eq!((player.presenter.stats().shown, second.stats().shown), (10, 10));
    player.device.remove_presenter(id).expect("no error");
    assert!(player.device.present_surface(id, target).is_err());
}

fn a_lost_surface_is_made_anew(desk: &mut Desk, threading: Threading) {
    let window = desk.window([64, 64], [0, 0]);
    let mut player = Player::new(&window, [64, 64], threading);
    player.device.set_presenter(None).expect("no error");
    player.presenter = Presenter::hook(&player.gpu, |_: &_, _: &_, _: &_| {}).expect("a presenter");
    for recreates in [true, false] {
        let surface = player.gpu.create_surface(Arc::clone(&window)).expect("a surface");
        let mut target = player.gpu.window(surface, size_of(&window)).losing(1);
        if recreates {
            let (gpu, window) = (player.gpu.clone(), Arc::clone(&window));
            target = target.recreated_by(move || gpu.create_surface(Arc::clone(&window)).ok());
        }
        player.presenter = Presenter::window(&player.gpu, target).expect("a presenter");
        player.device.set_presenter(Some(player.presenter.clone())).expect("no error");
        player.draw(QUARTERS);
        player.show();
        let stats = player.presenter.stats();
        let expected = if recreates { (1, 0) } else { (0, 1) };
        assert_eq!((stats.shown, stats.skipped), expected);
        if recreates {
            desk.wait_for(&window, "quarters", has_quarters(QUARTERS));
        }
        player.device.set_presenter(None).expect("no error");
        player.presenter = Presenter::hook(&player.gpu, |_: &_, _: &_, _: &_| {}).expect("a presenter");
    }
}

fn a_parked_presenter_holds_up_no_read(desk: &mut Desk, threading: Threading) {
    let window = desk.window([64, 64], [0, 0]);
    let mut player = Player::new(&window, [64, 64], threading);
    player.presenter.park(true);
    for step in 1..=5u32 {
        player.draw([0xFF_000000 | step; 4]);
        player.device.present().expect("a frame");
        let device = &mut player.device;
        let copy = device
            .create_offscreen_plain_surface(64, 64, Format::X8R8G8B8, Pool::SystemMem)
            .expect("a surface");
        let back_buffer = device.get_back_buffer(0).expect("a back buffer");
        device.get_render_target_data(back_buffer, copy).expect("a read-back");
        let lock = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
        assert_eq!(u32::from(lock.bytes()[0]), step);
        device.unlock_rect(lock).expect("an unlock");
    }
    assert_eq!(player.presenter.stats().shown, 0);
    player.presenter.park(false);
    assert!(player.presenter.wait_idle(Duration::from_secs(20)));
    assert_eq!((player.presenter.stats().shown, player.presenter.stats().dropped), (5, 0));
    desk.wait_for(&window, "the last frame", has_quarters([0xFF_000005; 4]));
}
