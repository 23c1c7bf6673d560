//! What wgpu refuses and Direct3D 9 allows, a test each. None leaves an error on the GPU.

use retrograph_d3d9::types::{
    ClearFlags, Fvf, LockFlags, Pool, PrimitiveType, Rect, RenderState, ResourceType, SamplerStateType,
    TextureStageState, Usage, Viewport,
};
use retrograph_d3d9::{Format, TextureId};

use super::support::{BLACK, BLUE, EDGE, GREEN, RED, Scene, WHOLE, depth, direct3d, plainest, target};

const LEFT: [f32; 4] = [0.0, 0.0, 4.0, EDGE as f32];

/// A target texture of the scene's size.
fn target_texture(scene: &mut Scene, format: Format) -> TextureId {
    let made = scene.device.create_texture(EDGE, EDGE, 1, Usage::RENDERTARGET, format, Pool::Default);
    made.expect("a texture")
}

/// Draws the texture bound to stage 0 over the whole target, texel for pixel.
fn textured(scene: &mut Scene) {
    let device = &mut scene.device;
    device.set_fvf(Fvf::XYZRHW | Fvf::TEX1).expect("set");
    for (state, value) in [(TextureStageState::COLOROP, 2), (TextureStageState::ALPHAOP, 2)] {
        device.set_texture_stage_state(0, state, value).expect("set");
    }
    let end = EDGE as f32 - 0.5;
    let corners =
        [(-0.5, -0.5, 0.0, 0.0), (end, -0.5, 1.0, 0.0), (-0.5, end, 0.0, 1.0), (end, end, 1.0, 1.0)];
    let floats = corners.into_iter().flat_map(|(x, y, u, v): (f32, f32, f32, f32)| [x, y, 0.25, 1.0, u, v]);
    let bytes: Vec<u8> = floats.flat_map(f32::to_le_bytes).collect();
    device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 24).expect("a draw");
    device.set_texture(0, None).expect("set");
    device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE).expect("set");
}

#[test]
fn depth_may_be_larger_than_the_target() {
    for samples in [0, 4] {
        let mut scene = Scene::new();
        let color = target(&mut scene.device, EDGE, Format::A8R8G8B8, samples);
        let large = depth(&mut scene.device, EDGE * 3, Format::D24S8, samples);
        scene.device.set_render_target(0, Some(color)).expect("set");
        scene.clear(BLACK);
        scene.bind_depth(large);
        scene.square(LEFT, 0.25, GREEN);
        scene.square(WHOLE, 0.5, RED);
        let texels = scene.resolve(color);
        assert_eq!([texels[3], texels[4]], [GREEN, RED], "{samples} samples");
        // What the first pass left is still there in a second one.
        scene.square(WHOLE, 0.4, BLUE);
        let texels = scene.resolve(color);
        assert_eq!([texels[3], texels[4]], [GREEN, BLUE], "{samples} samples");
        scene.finish();
    }
}

#[test]
fn depth_that_is_smaller_or_of_other_samples_is_not_tested() {
    for (edge, samples) in [(EDGE / 2, 0), (EDGE, 4)] {
        let mut scene = Scene::new();
        let odd = depth(&mut scene.device, edge, Format::D24S8, samples);
        scene.bind_depth(odd);
        scene.square(LEFT, 0.25, GREEN);
        scene.square(WHOLE, 0.5, RED);
        assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [RED; 2]);
        scene.finish();
    }
}

#[test]
fn a_later_target_larger_than_the_first_is_cleared_and_kept_within_it() {
    let mut scene = Scene::new();
    let large = target(&mut scene.device, EDGE * 2, Format::A8R8G8B8, 0);
    scene.device.set_render_target(0, Some(large)).expect("set");
    scene.clear(RED);
    scene.device.set_render_target(0, Some(scene.target)).expect("set");
    scene.device.set_render_target(1, Some(large)).expect("set");
    scene.clear(BLUE);
    // Without a shader only the first target is written.
    scene.square(LEFT, 0.5, GREEN);
    let texels = scene.read(large);
    assert_eq!([texels[0], texels[7], texels[8], texels[16 * 8]], [BLUE, BLUE, RED, RED]);
    assert_eq!([scene.pixel(0, 0), scene.pixel(7, 0)], [GREEN, BLUE]);
    scene.finish();
}

#[test]
fn a_later_target_smaller_than_the_first_is_left_out() {
    let mut scene = Scene::new();
    let small = target(&mut scene.device, EDGE / 2, Format::A8R8G8B8, 0);
    scene.device.set_render_target(1, Some(small)).expect("set");
    scene.clear(BLUE);
    scene.square(WHOLE, 0.5, GREEN);
    assert_eq!(scene.pixel(7, 7), GREEN);
    assert_eq!(scene.read(small), [BLUE; 16]);
    scene.finish();
}

#[test]
fn viewports_may_reach_beyond_the_target_and_depth_ranges_may_be_upside_down() {
    let viewport = |x, y, width, height, min_z, max_z| Viewport { x, y, width, height, min_z, max_z };
    for view in [
        viewport(4, 4, 5000, 5000, 0.0, 1.0),
        viewport(4, 4, 4, 4, 1.0, 0.0),
        viewport(4, 4, 100_000, 100_000, -3.0, 7.0),
        viewport(4, 4, 4, 4, f32::NAN, f32::INFINITY),
    ] {
        let mut scene = Scene::new();
        let surface = depth(&mut scene.device, EDGE, Format::D24S8, 0);
        scene.bind_depth(surface);
        if scene.device.set_viewport(&view).is_ok() {
            scene.square(WHOLE, 0.5, GREEN);
            assert_eq!([scene.pixel(3, 3), scene.pixel(4, 4), scene.pixel(7, 7)], [BLACK, GREEN, GREEN]);
        }
        scene.finish();
    }
    let mut scene = Scene::new();
    let outside = viewport(EDGE, EDGE, 4, 4, 0.0, 1.0);
    if scene.device.set_viewport(&outside).is_ok() {
        scene.square([0.0, 0.0, 20.0, 20.0], 0.5, GREEN);
        assert_eq!(scene.pixel(7, 7), BLACK);
    }
    scene.finish();
}

#[test]
fn scissors_may_be_outside_the_target_or_inside_out() {
    for (rect, expected) in [
        (Rect::new(-4, -4, 4, 4), [GREEN, BLACK]),
        (Rect::new(4, 4, 400, 400), [BLACK, GREEN]),
        (Rect::new(40, 40, 80, 80), [BLACK; 2]),
        (Rect::new(6, 6, 2, 2), [BLACK; 2]),
        (Rect::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX), [GREEN; 2]),
    ] {
        let mut scene = Scene::new();
        scene.set(&[(RenderState::SCISSORTESTENABLE, 1)]);
        scene.device.set_scissor_rect(rect).expect("set");
        scene.square(WHOLE, 0.5, GREEN);
        assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], expected, "{rect:?}");
        scene.finish();
    }
}

#[test]
fn a_target_that_is_sampled_reads_as_it_was() {
    let mut scene = Scene::new();
    let texture = target_texture(&mut scene, Format::A8R8G8B8);
    let level = scene.device.get_surface_level(texture, 0).expect("a level");
    scene.device.set_render_target(0, Some(level)).expect("set");
    scene.clear(RED);
    scene.square(LEFT, 0.5, GREEN);
    scene.device.set_texture(0, Some(texture)).expect("set");
    textured(&mut scene);
    let texels = scene.read(level);
    assert_eq!([texels[0], texels[7]], [GREEN, RED]);
    scene.finish();
}

#[test]
fn depth_is_sampled_while_it_is_tested_without_writes() {
    let mut scene = Scene::new();
    let made = scene.device.create_texture(EDGE, EDGE, 1, Usage::DEPTHSTENCIL, Format::INTZ, Pool::Default);
    let texture = made.expect("a depth texture");
    let level = scene.device.get_surface_level(texture, 0).expect("a level");
    scene.bind_depth(level);
    scene.square(LEFT, 0.0, RED);
    scene.set(&[(RenderState::ZWRITEENABLE, 0)]);
    scene.device.set_texture(0, Some(texture)).expect("set");
    textured(&mut scene);
    // At depth 0.25 only the right half passes, where the depth is 1 in all lanes.
    assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [RED, 0xFFFF_FFFF]);
    scene.finish();
}

#[test]
fn a_target_that_nothing_writes_is_left_alone() {
    let mut scene = Scene::new();
    let second = target(&mut scene.device, EDGE, Format::A8R8G8B8, 0);
    scene.device.set_render_target(2, Some(second)).expect("set");
    scene.clear(BLUE);
    scene.square(WHOLE, 0.5, GREEN);
    assert_eq!(scene.read(second)[0], BLUE);
    assert_eq!(scene.pixel(0, 0), GREEN);
    scene.finish();
}

#[test]
fn formats_that_cannot_blend_are_written_unblended() {
    for direct3d in [direct3d(), plainest()] {
        let mut scene = Scene::of(&direct3d, Format::A8R8G8B8);
        let wide = target(&mut scene.device, EDGE, Format::R32F, 0);
        scene.device.set_render_target(0, Some(wide)).expect("set");
        scene.clear(BLACK);
        // Nothing of the source, all of the destination.
        scene.set(&[
            (RenderState::ALPHABLENDENABLE, 1),
            (RenderState::SRCBLEND, 1),
            (RenderState::DESTBLEND, 2),
        ]);
        scene.square(WHOLE, 0.5, RED);
        let usage = Usage::RENDERTARGET | Usage::QUERY_POSTPIXELSHADER_BLENDING;
        let blends = direct3d
            .check_device_format(Format::X8R8G8B8, usage, ResourceType::Texture, Format::R32F)
            .is_ok();
        let expected = if blends { 0.0f32 } else { 1.0 };
        assert_eq!(scene.read(wide)[0], expected.to_bits());
        scene.finish();
    }
}

#[test]
fn any_filter_meets_any_format() {
    for format in [Format::A8R8G8B8, Format::R32F, Format::A32B32G32R32F, Format::A16B16G16R16] {
        for (mag, min, mip, anisotropy) in [(2, 2, 2, 1), (3, 3, 1, 16), (1, 3, 0, 8), (3, 1, 2, 4)] {
            let mut scene = Scene::new();
            let made = scene.device.create_texture(EDGE, EDGE, 1, Usage::RENDERTARGET, format, Pool::Default);
            let Ok(texture) = made else { continue };
            let level = scene.device.get_surface_level(texture, 0).expect("a level");
            scene.device.color_fill(level, None, 0xFFFF_FFFF).expect("filled");
            scene.device.set_texture(0, Some(texture)).expect("set");
            for (state, value) in [
                (SamplerStateType::MAGFILTER, mag),
                (SamplerStateType::MINFILTER, min),
                (SamplerStateType::MIPFILTER, mip),
                (SamplerStateType::MAXANISOTROPY, anisotropy),
            ] {
                scene.device.set_sampler_state(0, state, value).expect("set");
            }
            textured(&mut scene);
            assert_eq!(scene.pixel(3, 3), 0xFFFF_FFFF, "{format:?}");
            scene.finish();
        }
    }
}

#[test]
fn vertices_past_the_end_read_zeros_whatever_the_stride() {
    for (stride, offset) in [(20, 0), (21, 3), (23, 1), (64, 0)] {
        let mut scene = Scene::new();
        let size = offset + stride * 3;
        let pool = Pool::Managed;
        let buffer =
            scene.device.create_vertex_buffer(size, Usage::empty(), Fvf::empty(), pool).expect("a buffer");
        let mut lock = scene.device.lock_vertex_buffer(buffer, 0, 0, LockFlags::empty()).expect("a lock");
        let corners = [(-0.5f32, -0.5f32), (31.5, -0.5), (-0.5, 31.5)];
        for (index, (x, y)) in corners.into_iter().enumerate() {
            let words = [x.to_bits(), y.to_bits(), 0.5f32.to_bits(), 1f32.to_bits(), GREEN];
            let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
            let start = (offset + stride * index as u32) as usize;
            lock.bytes_mut()[start..start + 20].copy_from_slice(&bytes);
        }
        scene.device.unlock_vertex_buffer(lock).expect("an unlock");
        scene.device.set_stream_source(0, Some(buffer), offset, stride).expect("set");
        // The second triangle lies past the end: three equal corners.
        scene.device.draw_primitive(PrimitiveType::TriangleList, 0, 2).expect("a draw");
        assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [GREEN; 2], "stride {stride}");
        scene.finish();
    }
}

#[test]
fn fans_and_strips_take_any_index() {
    let mut scene = Scene::new();
    let corner = |x: f32, y: f32| [x.to_bits(), y.to_bits(), 0.5f32.to_bits(), 1f32.to_bits(), GREEN];
    let fan = [corner(-0.5, -0.5), corner(3.5, -0.5), corner(3.5, 7.5), corner(-0.5, 7.5)];
    let bytes: Vec<u8> = fan.concat().into_iter().flat_map(u32::to_le_bytes).collect();
    scene.device.draw_primitive_up(PrimitiveType::TriangleFan, 2, &bytes, 20).expect("a draw");
    // Vertex 65535 is a vertex like any other.
    let mut many = vec![0u8; 65536 * 20];
    let strip = [corner(3.5, -0.5), corner(7.5, -0.5), corner(3.5, 7.5), corner(7.5, 7.5)];
    for (index, words) in [0usize, 1, 2, 65535].into_iter().zip(strip) {
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        many[index * 20..][..20].copy_from_slice(&bytes);
    }
    let indices: Vec<u8> = [0u16, 1, 2, 65535].into_iter().flat_map(u16::to_le_bytes).collect();
    let drawn = scene.device.draw_indexed_primitive_up(
        PrimitiveType::TriangleStrip,
        0,
        65536,
        2,
        &indices,
        Format::INDEX16,
        &many,
        20,
    );
    drawn.expect("a draw");
    assert_eq!([scene.pixel(0, 7), scene.pixel(7, 7)], [GREEN; 2]);
    scene.finish();
}

#[test]
fn clears_of_planes_that_are_not_there_are_harmless() {
    let mut scene = Scene::new();
    let plain = depth(&mut scene.device, EDGE, Format::D16, 0);
    scene.device.set_depth_stencil_surface(Some(plain)).expect("set");
    scene.device.clear(None, ClearFlags::STENCIL | ClearFlags::TARGET, BLUE, 1.0, 3).expect("a clear");
    assert_eq!(scene.pixel(0, 0), BLUE);
    scene.finish();
}
