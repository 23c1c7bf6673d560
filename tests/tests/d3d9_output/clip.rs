//! Clip planes, by the rasterizer and by discarding: a pixel stays exactly if its centre is behind no plane.

use retrograph_d3d9::types::{Fvf, PrimitiveType, RenderState};
use retrograph_d3d9::{Direct3D9, Format};
use retrograph_shaders::dxso::assemble;

use super::support::{BLACK, EDGE, GREEN, RED, Scene, depth, direct3d, plainest};

/// No pixel centre lies on one of them.
const PLANES: [[f32; 4]; 6] = [
    [1.0, 0.13, 0.0, 0.81],
    [-1.0, 0.21, 0.0, 0.77],
    [0.17, 1.0, 0.0, 0.83],
    [0.11, -1.0, 0.0, 0.71],
    [0.7, 0.7, 0.0, 0.93],
    [-0.6, -0.8, 0.1, 0.87],
];

/// Where the centre of a pixel is, from -1 to 1.
fn center(x: u32, y: u32) -> [f32; 2] {
    // Corners of the whole target are half a pixel to the upper left of where it begins.
    let edge = EDGE as f32;
    [x as f32 * 2.0 / edge - 1.0, 1.0 - y as f32 * 2.0 / edge]
}

/// A square over the whole target and beyond, of half depth.
fn draw(scene: &mut Scene, color: u32) {
    let corners = [(-2.0f32, 2.0f32), (2.0, 2.0), (-2.0, -2.0), (2.0, -2.0)];
    let vertex = |(x, y): (f32, f32)| [x.to_bits(), y.to_bits(), 0.5f32.to_bits(), color];
    let bytes: Vec<u8> = corners.into_iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect();
    scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 16).expect("a draw");
}

fn check(direct3d: &Direct3D9, shaders: [bool; 2]) {
    let mut scene = Scene::of(direct3d, Format::A8R8G8B8);
    let surface = depth(&mut scene.device, EDGE, Format::D24S8, 0);
    scene.device.set_fvf(Fvf::XYZ | Fvf::DIFFUSE).expect("set");
    if shaders[0] {
        let code =
            assemble("vs_2_0\ndcl_position v0\ndcl_color v1\nmov oPos, v0\nmov oD0, v1").expect("assembles");
        let shader = scene.device.create_vertex_shader(&code).expect("a shader");
        scene.device.set_vertex_shader(Some(shader)).expect("set");
    }
    if shaders[1] {
        let code = assemble("ps_2_0\ndcl v0\nmov oC0, v0").expect("assembles");
        let shader = scene.device.create_pixel_shader(&code).expect("a shader");
        scene.device.set_pixel_shader(Some(shader)).expect("set");
    }
    for (index, plane) in (0..).zip(PLANES) {
        scene.device.set_clip_plane(index, plane).expect("set");
    }
    for enabled in [0b1, 0b10, 0b101, 0b1111, 0b11_0000, 0b11_1111, 0b10_1010, 0b100_0000, 0] {
        scene.bind_depth(surface);
        scene.clear(BLACK);
        scene.set(&[(RenderState::CLIPPLANEENABLE, enabled), (RenderState::ZFUNC, 2)]);
        draw(&mut scene, GREEN);
        // What was clipped left no depth behind.
        scene.set(&[(RenderState::CLIPPLANEENABLE, 0)]);
        draw(&mut scene, RED);
        let found = scene.read(scene.target);
        for y in 0..EDGE {
            for x in 0..EDGE {
                let [u, v] = center(x, y);
                let active = PLANES.iter().enumerate().filter(|(index, _)| enabled >> index & 1 == 1);
                let stays = active.map(|(_, [a, b, c, d])| a * u + b * v + c * 0.5 + d).all(|far| far >= 0.0);
                let wanted = if stays { GREEN } else { RED };
                assert_eq!(found[(y * EDGE + x) as usize], wanted, "{enabled:b} {shaders:?} ({x}, {y})");
            }
        }
    }
    scene.finish();
}

#[test]
fn clip_planes_of_the_rasterizer() {
    for shaders in [[false; 2], [true, false], [false, true], [true; 2]] {
        check(&direct3d(), shaders);
    }
}

#[test]
fn clip_planes_by_discarding() {
    for shaders in [[false; 2], [true, false], [false, true], [true; 2]] {
        check(&plainest(), shaders);
    }
}

#[test]
fn discarding_goes_with_the_alpha_test_and_texkill() {
    let mut scene = Scene::of(&plainest(), Format::A8R8G8B8);
    scene.device.set_fvf(Fvf::XYZ | Fvf::DIFFUSE).expect("set");
    scene.device.set_clip_plane(5, [1.0, 0.0, 0.0, 0.1]).expect("set");
    scene.set(&[
        (RenderState::CLIPPLANEENABLE, 1 << 5),
        (RenderState::ALPHATESTENABLE, 1),
        (RenderState::ALPHAFUNC, 5),
        (RenderState::ALPHAREF, 0x80),
    ]);
    draw(&mut scene, 0x8000_FF00);
    assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [BLACK; 2], "the alpha test alone");
    draw(&mut scene, GREEN);
    assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [BLACK, GREEN]);
    let code = assemble("ps_2_0\ndcl v0\nmov r0, c0\ntexkill r0\nmov oC0, v0").expect("assembles");
    let shader = scene.device.create_pixel_shader(&code).expect("a shader");
    scene.device.set_pixel_shader(Some(shader)).expect("set");
    scene.device.set_pixel_shader_constant_f(0, &[[-1.0; 4]]).expect("set");
    draw(&mut scene, RED);
    assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [BLACK, GREEN]);
    scene.device.set_pixel_shader_constant_f(0, &[[1.0; 4]]).expect("set");
    draw(&mut scene, RED);
    assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [BLACK, RED]);
    scene.finish();
}
