//! The first pictures: a quad through shaders of model 2, read back by value.

#[path = "support/scene.rs"]
mod scene;

use retrograph_d3d9::types::{ClearFlags, LockFlags, Pool, PrimitiveType, Rect, RenderState};
use retrograph_d3d9::{Device, Format};
use scene::{MODES, Scene};

/// The pixel of the back buffer at x and y, `0xAARRGGBB`.
fn pixel(device: &mut Device, x: usize, y: usize) -> u32 {
    let target = device.get_back_buffer(0).expect("a back buffer");
    let copy = device
        .create_offscreen_plain_surface(64, 64, Format::X8R8G8B8, Pool::SystemMem)
        .expect("a plain surface");
    device.get_render_target_data(target, copy).expect("a read-back");
    let lock = device.lock_rect(copy, None, LockFlags::READONLY).expect("a lock");
    let at = y * lock.pitch() as usize + x * 4;
    let found = u32::from_le_bytes(lock.bytes()[at..at + 4].try_into().expect("four bytes"));
    device.unlock_rect(lock).expect("an unlock");
    found
}

#[test]
fn a_quad_takes_the_colour_of_its_texture_and_constant() {
    MODES.map(Scene::new).into_iter().for_each(a_quad_takes_the_colour_of_its_texture_and_constant_in);
}

fn a_quad_takes_the_colour_of_its_texture_and_constant_in(mut scene: Scene) {
    let device = &mut scene.device;
    device.clear(None, ClearFlags::TARGET, 0xFF00_00FF, 1.0, 0).expect("a clear");
    device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
    assert_eq!(pixel(device, 32, 32) & 0x00FF_FFFF, 0x0020_4060);
    device.set_pixel_shader_constant_f(0, &[[1.0, 0.0, 0.5, 1.0]]).expect("a constant");
    device.set_texture(0, Some(scene.textures[1])).expect("a texture");
    device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
    assert_eq!(pixel(device, 0, 63) & 0x00FF_FFFF, 0x00FF_0000);
}

#[test]
fn clears_keep_to_rectangles_and_the_viewport() {
    MODES.map(Scene::new).into_iter().for_each(clears_keep_to_rectangles_and_the_viewport_in);
}

fn clears_keep_to_rectangles_and_the_viewport_in(mut scene: Scene) {
    let device = &mut scene.device;
    device.clear(None, ClearFlags::TARGET, 0xFF11_2233, 1.0, 0).expect("a clear");
    let rects = [Rect::new(10, 10, 20, 20), Rect::new(40, 40, 400, 400)];
    device.clear(Some(&rects), ClearFlags::TARGET, 0xFF44_5566, 1.0, 0).expect("a clear");
    device.clear(Some(&[]), ClearFlags::TARGET, 0xFF00_0000, 1.0, 0).expect("a clear of nothing");
    let expected = [
        (9, 9, 0x11_2233),
        (10, 10, 0x44_5566),
        (19, 19, 0x44_5566),
        (20, 20, 0x11_2233),
        (63, 63, 0x44_5566),
    ];
    for (x, y, color) in expected {
        assert_eq!(pixel(device, x, y) & 0x00FF_FFFF, color, "at {x}, {y}");
    }
    let mut viewport = device.get_viewport();
    (viewport.x, viewport.width) = (32, 8);
    device.set_viewport(&viewport).expect("a viewport");
    device.clear(None, ClearFlags::TARGET, 0xFFFF_FFFF, 1.0, 0).expect("a clear");
    assert_eq!(pixel(device, 31, 0) & 0x00FF_FFFF, 0x11_2233);
    assert_eq!(pixel(device, 32, 0) & 0x00FF_FFFF, 0xFF_FFFF);
    assert_eq!(pixel(device, 39, 63) & 0x00FF_FFFF, 0xFF_FFFF);
    assert_eq!(pixel(device, 40, 0) & 0x00FF_FFFF, 0x11_2233);
}

#[test]
fn a_user_pointer_draw_unbinds_stream_0() {
    MODES.map(Scene::new).into_iter().for_each(a_user_pointer_draw_unbinds_stream_0_in);
}

fn a_user_pointer_draw_unbinds_stream_0_in(mut scene: Scene) {
    let device = &mut scene.device;
    let vertices = scene::bytes(&scene::QUAD);
    device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, scene::STRIDE).expect("a draw");
    assert_eq!(device.get_stream_source(0).expect("stream 0"), (None, 0, 0));
    assert_eq!(pixel(device, 5, 5) & 0x00FF_FFFF, 0x0020_4060);
}

#[test]
fn points_have_a_size_and_sprites_have_a_texture() {
    MODES.map(Scene::new).into_iter().for_each(points_have_a_size_and_sprites_have_a_texture_in);
}

fn points_have_a_size_and_sprites_have_a_texture_in(mut scene: Scene) {
    let device = &mut scene.device;
    device.set_texture(0, Some(scene.textures[1])).expect("a texture");
    device.set_render_state(RenderState::POINTSIZE, 5f32.to_bits()).expect("a size");
    let point = |x: f32| scene::bytes(&[[x, 0.0, 0.5, 0.0, 0.0]]);
    for sprites in 0..2 {
        device.clear(None, ClearFlags::TARGET, 0xFF00_00FF, 1.0, 0).expect("a clear");
        device.set_render_state(RenderState::POINTSPRITEENABLE, sprites).expect("a state");
        device.draw_primitive_up(PrimitiveType::PointList, 1, &point(-0.5), scene::STRIDE).expect("a draw");
        // The centre is (16.5, 32.5) with Direct3D 9's half pixel: five pixels from column 14.
        let expected = [(13, 32, 0x00_00FF), (14, 32, 0xFF_8000), (18, 32, 0xFF_8000), (19, 32, 0x00_00FF)];
        for (x, y, color) in expected {
            assert_eq!(pixel(device, x, y) & 0x00FF_FFFF, color, "sprites {sprites} at {x}, {y}");
        }
    }
    device.set_render_state(RenderState::POINTSIZE_MAX, 1f32.to_bits()).expect("a limit");
    device.set_render_state(RenderState::POINTSPRITEENABLE, 0).expect("a state");
    device.clear(None, ClearFlags::TARGET, 0xFF00_00FF, 1.0, 0).expect("a clear");
    device.draw_primitive_up(PrimitiveType::PointList, 1, &point(-0.5), scene::STRIDE).expect("a draw");
    let lit = (12..22).filter(|&x| pixel(device, x, 32) & 0x00FF_FFFF == 0xFF_8000).count();
    assert_eq!(lit, 1, "the upper limit wins");
}
