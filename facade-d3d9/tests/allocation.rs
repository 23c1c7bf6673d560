//! In the steady state a draw allocates nothing on the API thread.

#[path = "support/scene.rs"]
mod scene;

use retrograph_d3d9::render::Threading;
use retrograph_d3d9::types::{PrimitiveType, RenderState};
use scene::{MODES, QUAD, STRIDE, Scene};

/// Records a frame of draws of every kind that the benches know.
fn frame(scene: &mut Scene, vertices: &[u8]) {
    let device = &mut scene.device;
    for i in 0..1000u16 {
        let value = u32::from(i & 1);
        device.set_stream_source(0, Some(scene.buffer), 0, STRIDE).expect("a stream");
        device.set_vertex_shader_constant_f(0, &[[f32::from(i); 4]]).expect("a constant");
        device.set_texture(0, Some(scene.textures[usize::from(i & 1)])).expect("a texture");
        device.set_render_state(RenderState::ALPHABLENDENABLE, value).expect("a state");
        device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
        device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
        device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, vertices, STRIDE).expect("a draw");
    }
}

#[test]
fn a_draw_allocates_nothing_in_the_steady_state() {
    MODES.into_iter().for_each(a_draw_allocates_nothing);
}

fn a_draw_allocates_nothing(threading: Threading) {
    let mut scene = Scene::new(threading);
    let vertices = scene::bytes(&QUAD);
    scene.device.present().expect("a frame");
    // Two or three frames take turns: all must have grown to their size.
    for _ in 0..3 {
        frame(&mut scene, &vertices);
        scene.device.discard().expect("a dropped frame");
    }
    let counted = allocation_counter::measure(|| frame(&mut scene, &vertices));
    assert_eq!(counted.count_total, 0, "{counted:?}");
    scene.device.finish().expect("what was measured can be drawn");
}
