//! Wrong values and wrong calls: Direct3D's answer, and a state that is as it was.

use retrograph_d3d9::types::{ClearFlags, MultiSample, Pool, PrimitiveType, Rect, RenderState, Usage};
use retrograph_d3d9::{Error, Format};

use super::support::{BLACK, EDGE, GREEN, Scene, WHOLE, depth, target};

/// The states of rasterizer and output merger that name something.
const NAMED: [RenderState; 27] = [
    RenderState::FILLMODE,
    RenderState::SHADEMODE,
    RenderState::SRCBLEND,
    RenderState::DESTBLEND,
    RenderState::BLENDOP,
    RenderState::SRCBLENDALPHA,
    RenderState::DESTBLENDALPHA,
    RenderState::BLENDOPALPHA,
    RenderState::CULLMODE,
    RenderState::ZFUNC,
    RenderState::ALPHAFUNC,
    RenderState::STENCILFUNC,
    RenderState::STENCILFAIL,
    RenderState::STENCILZFAIL,
    RenderState::STENCILPASS,
    RenderState::CCW_STENCILFUNC,
    RenderState::CCW_STENCILFAIL,
    RenderState::CCW_STENCILZFAIL,
    RenderState::CCW_STENCILPASS,
    RenderState::LASTPIXEL,
    RenderState::DITHERENABLE,
    RenderState::PATCHEDGESTYLE,
    RenderState::ANTIALIASEDLINEENABLE,
    RenderState::MULTISAMPLEANTIALIAS,
    RenderState::STENCILMASK,
    RenderState::STENCILWRITEMASK,
    RenderState::ALPHAREF,
];

fn invalid<T: std::fmt::Debug>(result: Result<T, Error>) {
    assert_eq!(result.map_or_else(|error| error.hresult(), |_| 0), 0x8876_086C);
}

#[test]
fn values_that_mean_nothing_are_kept_and_act_as_the_default() {
    for value in [0x7777, u32::MAX, 0x8000_0000] {
        let mut scene = Scene::new();
        let surface = depth(&mut scene.device, EDGE, Format::D24S8, 0);
        scene.bind_depth(surface);
        scene.set(&[(RenderState::ALPHABLENDENABLE, 1), (RenderState::STENCILENABLE, 1)]);
        for state in NAMED.into_iter().filter(|state| *state != RenderState::CULLMODE) {
            scene.device.set_render_state(state, value).expect("any value is taken");
            assert_eq!(scene.device.get_render_state(state).expect("kept"), value);
        }
        // ONE, ZERO, ADD, LESSEQUAL, ALWAYS, KEEP, solid.
        scene.square(WHOLE, 0.5, GREEN);
        assert_eq!(scene.pixel(3, 3), GREEN, "{value:x}");
        scene.finish();
    }
}

#[test]
fn floats_that_are_none_bias_nothing() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut scene = Scene::new();
        let surface = depth(&mut scene.device, EDGE, Format::D24S8, 0);
        scene.bind_depth(surface);
        let bits = value.to_bits();
        scene.set(&[(RenderState::DEPTHBIAS, bits), (RenderState::SLOPESCALEDEPTHBIAS, bits)]);
        scene.square(WHOLE, 0.5, GREEN);
        assert_eq!(scene.pixel(3, 3), GREEN);
        assert_eq!(scene.device.get_render_state(RenderState::DEPTHBIAS).expect("kept"), bits);
        scene.finish();
    }
}

#[test]
fn states_that_do_not_exist_are_ignored_and_cannot_be_read() {
    let mut scene = Scene::new();
    scene.device.set_render_state(RenderState(256), 1).expect("ignored");
    scene.device.set_render_state(RenderState(u32::MAX), 1).expect("ignored");
    invalid(scene.device.get_render_state(RenderState(256)));
    scene.finish();
}

#[test]
fn wrong_targets_are_invalid_and_leave_the_old_ones() {
    let mut scene = Scene::new();
    let texture = scene.device.create_texture(4, 4, 1, Usage::empty(), Format::A8R8G8B8, Pool::Managed);
    let level = scene.device.get_surface_level(texture.expect("a texture"), 0).expect("a level");
    let zs = depth(&mut scene.device, EDGE, Format::D24S8, 0);
    let gone = target(&mut scene.device, EDGE, Format::A8R8G8B8, 0);
    scene.device.release_surface(gone).expect("released");
    for wrong in [level, zs, gone] {
        invalid(scene.device.set_render_target(0, Some(wrong)));
        invalid(scene.device.set_render_target(1, Some(wrong)));
    }
    invalid(scene.device.set_render_target(0, None));
    invalid(scene.device.set_render_target(4, Some(scene.target)));
    for wrong in [level, scene.target, gone] {
        invalid(scene.device.set_depth_stencil_surface(Some(wrong)));
    }
    assert_eq!(scene.device.get_render_target(0).expect("a target"), scene.target);
    assert!(matches!(scene.device.get_render_target(1), Err(Error::NotFound)));
    scene.square(WHOLE, 0.5, GREEN);
    assert_eq!(scene.pixel(3, 3), GREEN);
    scene.finish();
}

#[test]
fn wrong_clears_are_invalid_and_clear_nothing() {
    let mut scene = Scene::new();
    invalid(scene.device.clear(None, ClearFlags::TARGET | ClearFlags::ZBUFFER, GREEN, 1.0, 0));
    invalid(scene.device.clear(None, ClearFlags::STENCIL, GREEN, 1.0, 0));
    scene.device.clear(Some(&[]), ClearFlags::TARGET, GREEN, 1.0, 0).expect("no rectangle, no clear");
    let wild = [Rect::new(5, 5, 2, 2), Rect::new(100, 0, 200, 9), Rect::new(-9, -9, -1, -1)];
    scene.device.clear(Some(&wild), ClearFlags::TARGET, GREEN, f32::NAN, 0).expect("nothing of it is inside");
    assert_eq!(scene.read(scene.target), [BLACK; (EDGE * EDGE) as usize]);
    scene.finish();
}

#[test]
fn wrong_samples_are_refused_when_a_surface_is_made() {
    let mut scene = Scene::new();
    let device = &mut scene.device;
    invalid(device.create_render_target(4, 4, Format::A8R8G8B8, MultiSample(17), 0, false));
    invalid(device.create_render_target(4, 4, Format::A8R8G8B8, MultiSample(4), 0, true));
    assert!(device.create_render_target(4, 4, Format::A8R8G8B8, MultiSample(3), 0, false).is_err());
    assert!(device.create_render_target(0, 4, Format::A8R8G8B8, MultiSample(0), 0, false).is_err());
    scene.finish();
}

#[test]
fn too_many_primitives_are_invalid() {
    let mut scene = Scene::new();
    for count in [0x0055_5556, u32::MAX] {
        invalid(scene.device.draw_primitive(PrimitiveType::TriangleList, 0, count));
    }
    scene.device.draw_primitive(PrimitiveType::TriangleList, 0, 0).expect("nothing to draw");
    assert_eq!(scene.pixel(3, 3), BLACK);
    scene.finish();
}
