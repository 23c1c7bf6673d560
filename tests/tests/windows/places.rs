//! Rectangles of frames in rectangles of windows, and pictures over them.

use retrograph_d3d9::types::{PresentParameters, Rect, SwapEffect};
use retrograph_d3d9::{Device, Error, Presentation};
use retrograph_render::Threading;
use retrograph_render::present::{Overlay, Presenter};

use crate::desk::Desk;
use crate::player::{Player, QUARTERS, has_quarters, rgb, size_of};

const SIZE: [u32; 2] = [64, 64];

/// A player whose frames may fill a part of its window.
fn copying(desk: &mut Desk, threading: Threading) -> (std::sync::Arc<winit::window::Window>, Player) {
    let window = desk.window(SIZE, [0, 0]);
    let mut player = Player::new(&window, SIZE, threading);
    let parameters = PresentParameters {
        back_buffer_width: SIZE[0],
        back_buffer_height: SIZE[1],
        swap_effect: SwapEffect::Copy,
        ..PresentParameters::default()
    };
    player.device.reset(&parameters).expect("a reset");
    (window, player)
}

fn present(player: &mut Player, source: Option<[i32; 4]>, destination: Option<[i32; 4]>) {
    let rect = |[left, top, right, bottom]: [i32; 4]| Rect { left, top, right, bottom };
    let (source, destination) = (source.map(rect), destination.map(rect));
    player
        .device
        .present_with(&Presentation { source, destination, ..Presentation::default() })
        .expect("a frame");
    player.device.finish().expect("no error");
    assert!(player.presenter.wait_idle(std::time::Duration::from_secs(20)), "the frame is not shown");
}

/// Whether each pixel is of a colour.
fn is(color: impl Fn(u32, u32) -> u32) -> impl Fn(&[[u8; 3]], [u32; 2]) -> Result<(), String> {
    move |picture, [width, height]| {
        for at in 0..width * height {
            let (found, wanted) = (picture[at as usize], rgb(color(at % width, at / width)));
            if found != wanted {
                return Err(format!("{found:?} at {}, {}, and not {wanted:?}", at % width, at / width));
            }
        }
        Ok(())
    }
}

fn quarter(x: u32, y: u32) -> u32 {
    QUARTERS[usize::from(y >= 32) * 2 + usize::from(x >= 32)]
}

const WHITE: u32 = 0xFF_FFFFFF;

pub(crate) fn rectangles_go_to_rectangles(desk: &mut Desk, threading: Threading) {
    let (window, mut player) = copying(desk, threading);
    player.draw(QUARTERS);
    player.show();
    desk.wait_for(&window, "all of it", is(quarter));
    // The middle of the window, one to one: around it is what was there.
    player.draw([WHITE; 4]);
    present(&mut player, Some([0, 0, 32, 32]), Some([16, 16, 48, 48]));
    let middle = |x: u32, y: u32| (16..48).contains(&x) && (16..48).contains(&y);
    desk.wait_for(&window, "the middle", is(|x, y| if middle(x, y) { WHITE } else { quarter(x, y) }));
    // The lower right quarter of the frame, stretched over the left half; then a place that is mostly outside.
    player.draw(QUARTERS);
    present(&mut player, Some([32, 32, 64, 64]), Some([0, 0, 32, 64]));
    let left = |x: u32, y: u32| match x {
        0..32 => QUARTERS[3],
        _ if middle(x, y) => WHITE,
        _ => quarter(x, y),
    };
    desk.wait_for(&window, "the left half", is(left));
    present(&mut player, None, Some([48, 48, 112, 112]));
    let corner = |x: u32, y: u32| if x >= 48 && y >= 48 { QUARTERS[0] } else { left(x, y) };
    desk.wait_for(&window, "the corner", is(corner));
    bad_rectangles_show_nothing(&mut player);
    desk.wait_for(&window, "the same", is(corner));
    // A frame for all of the window fills it; what is enlarged within it keeps its quarters.
    present(&mut player, None, None);
    desk.wait_for(&window, "all of it again", is(quarter));
    player.presenter.set_client(Some([32, 32]));
    present(&mut player, None, Some([0, 0, 16, 16]));
    let size = |picture: &[[u8; 3]], _: [u32; 2]| {
        let wanted = [([8, 8], 0), ([24, 8], 1), ([8, 24], 2), ([24, 24], 3), ([40, 40], 3), ([40, 8], 1)];
        let wrong = wanted.into_iter().find(|([x, y], index)| picture[y * 64 + x] != rgb(QUARTERS[*index]));
        wrong.map_or(Ok(()), |wrong| Err(format!("{wrong:?}")))
    };
    desk.wait_for(&window, "a quarter", size);
}

fn bad_rectangles_show_nothing(player: &mut Player) {
    let shown = player.presenter.stats().shown;
    let absurd = [[9, 9, 9, 20], [20, 9, 9, 20], [i32::MAX, 0, i32::MIN, 9]];
    for rect in absurd {
        present(player, Some(rect), None);
        present(player, None, Some(rect));
    }
    present(player, Some([64, 0, 80, 9]), None);
    assert_eq!(player.presenter.stats().shown, shown, "there was nothing to show");
    present(player, None, Some([i32::MIN, i32::MIN, -1, -1]));
    present(player, None, Some([i32::MAX - 1, 0, i32::MAX, 9]));
}

pub(crate) fn another_window_takes_a_frame(desk: &mut Desk, threading: Threading) {
    let (window, mut player) = copying(desk, threading);
    let other = desk.window([32, 32], [300, 0]);
    let surface = player.gpu.create_surface(std::sync::Arc::clone(&other)).expect("a surface");
    let second =
        Presenter::window(&player.gpu, player.gpu.window(surface, size_of(&other))).expect("a presenter");
    let id = player.device.add_presenter(second.clone()).expect("no error");
    player.draw(QUARTERS);
    player.show();
    player.draw([WHITE; 4]);
    let rect = Rect { left: 8, top: 8, right: 24, bottom: 24 };
    let there = Presentation { destination: Some(rect), window: Some(id), ..Presentation::default() };
    player.device.present_with(&there).expect("a frame");
    player.device.finish().expect("no error");
    assert!(second.wait_idle(std::time::Duration::from_secs(20)));
    let middle = |x: u32, y: u32| (8..24).contains(&x) && (8..24).contains(&y);
    desk.wait_for(&other, "the middle", is(|x, y| if middle(x, y) { WHITE } else { 0xFF_000000 }));
    desk.wait_for(&window, "the first frame", is(quarter));
    player.device.remove_presenter(id).expect("no error");
    let device: &mut Device = &mut player.device;
    let gone = device.present_with(&there);
    assert!(matches!(gone, Err(Error::InvalidCall)), "its presenter is gone");
    // Other swap effects know no rectangles.
    device.reset(&PresentParameters::default()).expect("a reset");
    let part = Presentation { source: Some(rect), ..Presentation::default() };
    assert!(matches!(device.present_with(&part), Err(Error::InvalidCall)));
    device.present_with(&Presentation::default()).expect("all of it may be shown");
}

pub(crate) fn an_overlay_is_over_the_frame(desk: &mut Desk, threading: Threading) {
    let window = desk.window(SIZE, [0, 0]);
    let mut player = Player::new(&window, SIZE, threading);
    // White, nothing, and half of black.
    let texels: Vec<u8> = [[255, 255, 255, 255], [9, 9, 9, 0], [0, 0, 0, 128]].concat();
    let mut overlay = Overlay::new([3, 1], texels).expect("a picture");
    (overlay.corner, overlay.zoom) = ([4, 5], 2);
    player.presenter.set_overlay(Some(overlay.clone()));
    player.draw([0xFF_804020; 4]);
    player.show();
    let over = |x: u32, y: u32| match (x, y) {
        (4..6, 5..7) => WHITE,
        (8..10, 5..7) => 0xFF_402010,
        _ => 0xFF_804020,
    };
    desk.wait_for(&window, "the overlay", is(over));
    for (corner, zoom) in [([i32::MIN; 2], u32::MAX), ([i32::MAX; 2], 0), ([-6, 0], 2)] {
        (overlay.corner, overlay.zoom) = (corner, zoom);
        player.presenter.set_overlay(Some(overlay.clone()));
        player.draw(QUARTERS);
        player.show();
        desk.wait_for(&window, "an overlay out of sight", has_quarters(QUARTERS));
    }
    player.presenter.set_overlay(None);
    player.draw(QUARTERS);
    player.show();
    desk.wait_for(&window, "no overlay", is(quarter));
}
