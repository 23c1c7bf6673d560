//! Blending with a second colour of the shader, which Direct3D 9Ex has: where the adapter has it, with one target.

use retrograph_d3d9::types::RenderState;
use retrograph_d3d9::{Error, Format};
use retrograph_render::wgpu::Features;
use retrograph_shaders::dxso::assemble;

use super::support::{BLACK, EDGE, GREEN, Scene, WHOLE, direct3d, plainest, target};

const BELOW: u32 = 0xA010_C050;
const FIRST: [f32; 4] = [0.75, 0.5, 0.25, 0.5];
const SECOND: [f32; 4] = [0.25, 0.5, 1.0, 0.75];

/// A shader that gives two colours, and the states that blend with them.
fn set(scene: &mut Scene) {
    let code = assemble("ps_2_0\nmov r0, c0\nmov r1, c1\nmov oC0, r0\nmov oC1, r1").expect("assembles");
    let shader = scene.device.create_pixel_shader(&code).expect("a shader");
    scene.device.set_pixel_shader(Some(shader)).expect("set");
    scene.device.set_pixel_shader_constant_f(0, &[FIRST, SECOND]).expect("set");
    scene.set(&[
        (RenderState::ALPHABLENDENABLE, 1),
        (RenderState::SRCBLEND, 16),
        (RenderState::DESTBLEND, 17),
    ]);
}

fn lanes(argb: u32) -> [f32; 4] {
    [16, 8, 0, 24].map(|shift| f32::from((argb >> shift) as u8) / 255.0)
}

fn assert_near(found: u32, wanted: [f32; 4]) {
    let found = lanes(found);
    assert!((0..4).all(|lane| (found[lane] - wanted[lane]).abs() * 255.0 < 1.0), "{found:?}, not {wanted:?}");
}

/// The first colour times the second, and what is below times the rest.
fn blended(second: [f32; 4]) -> [f32; 4] {
    let below = lanes(BELOW);
    [0, 1, 2, 3].map(|lane| FIRST[lane] * second[lane] + below[lane] * (1.0 - second[lane]))
}

fn offered() -> bool {
    direct3d().gpu().caps.has(Features::DUAL_SOURCE_BLENDING)
}

#[test]
fn targets_are_blended_with_the_second_colour() {
    if !offered() {
        return;
    }
    let mut scene = Scene::new();
    set(&mut scene);
    for _ in 0..2 {
        scene.clear(BELOW);
        scene.square(WHOLE, 0.5, 0);
        assert_near(scene.pixel(3, 3), blended(SECOND));
        // To and fro between programs that are the same but for this.
        scene.set(&[(RenderState::SRCBLEND, 2), (RenderState::DESTBLEND, 1)]);
        scene.square(WHOLE, 0.5, 0);
        assert_near(scene.pixel(3, 3), FIRST);
        scene.set(&[(RenderState::SRCBLEND, 16), (RenderState::DESTBLEND, 17)]);
    }
    // The second colour's alpha goes with alpha, also apart from colour.
    scene.clear(BELOW);
    scene.set(&[
        (RenderState::SRCBLEND, 2),
        (RenderState::DESTBLEND, 1),
        (RenderState::SEPARATEALPHABLENDENABLE, 1),
        (RenderState::SRCBLENDALPHA, 16),
        (RenderState::DESTBLENDALPHA, 17),
    ]);
    scene.square(WHOLE, 0.5, 0);
    assert_near(scene.pixel(3, 3), [FIRST[0], FIRST[1], FIRST[2], blended(SECOND)[3]]);
    scene.finish();
}

#[test]
fn what_gives_no_second_colour_gives_a_clear_one() {
    if !offered() {
        return;
    }
    let mut scene = Scene::new();
    set(&mut scene);
    scene.device.set_pixel_shader(None).expect("set");
    scene.clear(BELOW);
    scene.square(WHOLE, 0.5, GREEN);
    assert_eq!(scene.pixel(3, 3), BELOW);
    let code = assemble("ps_2_0\nmov r0, c0\nmov oC0, r0").expect("assembles");
    let shader = scene.device.create_pixel_shader(&code).expect("a shader");
    scene.device.set_pixel_shader(Some(shader)).expect("set");
    scene.square(WHOLE, 0.5, GREEN);
    assert_eq!(scene.pixel(3, 3), BELOW);
    // With nothing to write there is nothing to blend.
    scene.set(&[(RenderState::COLORWRITEENABLE, 0)]);
    scene.square(WHOLE, 0.5, GREEN);
    assert_eq!(scene.pixel(3, 3), BELOW);
    scene.finish();
}

/// The draw is refused with this key, and draws nothing.
fn assert_refused(scene: &mut Scene, key: &str) {
    let drawn = scene.device.draw_primitive_up(
        retrograph_d3d9::types::PrimitiveType::TriangleStrip,
        2,
        &[0x3F; 80],
        20,
    );
    assert!(matches!(drawn, Err(Error::NotAvailable)), "{drawn:?}");
    assert!(
        scene.device.unsupported().iter().any(|(found, _)| *found == key),
        "{:?}",
        scene.device.unsupported()
    );
}

#[test]
fn it_is_refused_where_it_cannot_be() {
    let mut scene = Scene::of(&plainest(), Format::A8R8G8B8);
    set(&mut scene);
    assert_refused(&mut scene, "blend.second_source");
    assert_eq!(scene.device.get_render_state(RenderState::SRCBLEND).expect("kept"), 16);
    assert_eq!(scene.pixel(3, 3), BLACK);
    scene.set(&[(RenderState::ALPHABLENDENABLE, 0)]);
    scene.square(WHOLE, 0.5, 0);
    assert_near(scene.pixel(3, 3), FIRST);
    scene.device.finish().expect("no error on the GPU");
    if !offered() {
        return;
    }
    let mut scene = Scene::new();
    set(&mut scene);
    let second = target(&mut scene.device, EDGE, Format::A8R8G8B8, 0);
    scene.device.set_render_target(1, Some(second)).expect("set");
    assert_refused(&mut scene, "blend.second_source.targets");
    scene.device.set_render_target(1, None).expect("set");
    scene.clear(BELOW);
    scene.square(WHOLE, 0.5, 0);
    assert_near(scene.pixel(3, 3), blended(SECOND));
    scene.device.finish().expect("no error on the GPU");
}
