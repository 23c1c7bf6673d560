//! Alpha: how finely the alpha test looks at it, and targets that hold nothing else.

use retrograph_d3d9::Format;
use retrograph_d3d9::types::{Fvf, Pool, PrimitiveType, RenderState, TextureFilter, Usage};

use super::support::{EDGE, Scene, WHOLE, direct3d, target};

/// Draws the whole target with alpha from 128 to 129 of 255, left to right.
fn ramp(scene: &mut Scene) {
    let edge = EDGE as f32;
    let corners = [
        (0.0, 0.0, 0x8000_FF00),
        (edge, 0.0, 0x8100_FF00),
        (0.0, edge, 0x8000_FF00),
        (edge, edge, 0x8100_FF00),
    ];
    let vertex = |(x, y, color): (f32, f32, u32)| {
        [(x - 0.5).to_bits(), (y - 0.5).to_bits(), 0.5f32.to_bits(), 1f32.to_bits(), color]
    };
    let bytes: Vec<u8> = corners.into_iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect();
    scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 20).expect("a draw");
}

#[test]
fn the_alpha_test_is_as_fine_as_the_target() {
    let plain = Format::A8R8G8B8;
    // Of eight pixels the first has 128 1/16, the last 128 15/16. With 10 bits 128 is 514, which is 128 1/8.
    let formats = [
        (plain, 4),
        (Format::X8R8G8B8, 4),
        (Format::A2B10G10R10, 6),
        (Format::A16B16G16R16, 8),
        (Format::A16B16G16R16F, 8),
        (Format::A32B32G32R32F, 8),
    ];
    for (format, passing) in formats {
        let mut scene = Scene::of(&direct3d(), format);
        scene.set(&[
            (RenderState::ALPHATESTENABLE, 1),
            (RenderState::ALPHAFUNC, 5),
            (RenderState::ALPHAREF, 128),
        ]);
        ramp(&mut scene);
        let copy = target(&mut scene.device, EDGE, plain, 0);
        scene.device.stretch_rect(scene.target, None, copy, None, TextureFilter::None).expect("a copy");
        let row = scene.read(copy)[..EDGE as usize].to_vec();
        let passed = row.iter().map(|texel| texel & 0xFF00 != 0).collect::<Vec<_>>();
        let wanted = (0..EDGE).map(|x| x >= EDGE - passing).collect::<Vec<_>>();
        assert_eq!(passed, wanted, "{format:?}");
        // The target may change while the test stays on.
        scene.device.set_render_target(0, Some(copy)).expect("set");
        scene.clear(0);
        ramp(&mut scene);
        let passed = scene.read(copy)[..EDGE as usize].iter().filter(|texel| **texel != 0).count();
        assert_eq!(passed, 4, "after {format:?}");
        scene.finish();
    }
}

#[test]
fn a_target_of_alpha_alone_is_blended_masked_and_sampled() {
    let mut scene = Scene::new();
    let size = EDGE;
    let texture = scene.device.create_texture(size, size, 1, Usage::RENDERTARGET, Format::A8, Pool::Default);
    let texture = texture.expect("a texture of alpha alone");
    let level = scene.device.get_surface_level(texture, 0).expect("a level");
    scene.device.set_render_target(0, Some(level)).expect("set");
    scene.clear(0x80FF_FFFF);
    // Half of what is there is added: 0x20 + 0x80 / 2.
    scene.set(&[(RenderState::ALPHABLENDENABLE, 1), (RenderState::SRCBLEND, 2), (RenderState::DESTBLEND, 7)]);
    scene.square([0.0, 0.0, 4.0, EDGE as f32], 0.5, 0x20FF_0000);
    // Colours alone leave it as it is.
    scene.set(&[(RenderState::ALPHABLENDENABLE, 0), (RenderState::COLORWRITEENABLE, 7)]);
    scene.square([4.0, 0.0, EDGE as f32, 4.0], 0.5, 0x1012_3456);
    scene.set(&[(RenderState::COLORWRITEENABLE, 15)]);
    scene.device.set_render_target(0, Some(scene.target)).expect("set");
    scene.clear(0x1234_5678);
    scene.device.set_texture(0, Some(texture)).expect("set");
    scene.device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE | Fvf::TEX1).expect("set");
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    let edge = WHOLE[2];
    let vertex = |(u, v): (f32, f32)| {
        let at = |share: f32| (share * edge - 0.5).to_bits();
        [at(u), at(v), 0.5f32.to_bits(), 1f32.to_bits(), u32::MAX, u.to_bits(), v.to_bits()]
    };
    let bytes: Vec<u8> = corners.into_iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect();
    scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 28).expect("a draw");
    let found = [scene.pixel(1, 1), scene.pixel(6, 1), scene.pixel(6, 6)];
    // 0x80 / 255 of 0x80 is 0x40 and a quarter.
    assert_eq!(found, [0x6000_0000, 0x8000_0000, 0x8000_0000]);
    scene.device.set_texture(0, None).expect("set");
    scene.finish();
}
