//! Scenes that go through: their pixels, and the order of calls.

use retrograph_pica::gx2::Gx2Adapter;
use retrograph_pica::list::Header;
use retrograph_pica::reference::{Renderer, Target};
use retrograph_pica::registers::Register;
use retrograph_pica::scenes::{Form, Scene, TARGET, evidence, square, square_at};

use crate::mock::Mock;

/// A target with padding and trailing bytes, none of them zero.
pub(crate) fn target(scene: &Scene) -> Target {
    let (width, height) = (scene.surface.width, scene.surface.height);
    let stride = width * 4 + 12;
    let bytes = (0..stride * height + 5).map(|at| (at % 253) as u8 + 1).collect();
    Target::with_bytes(TARGET, width, height, stride, bytes).expect("a target")
}

/// Draws a scene through an adapter; the log of its calls.
fn check(scene: &Scene) -> Vec<String> {
    let spans = scene.texture_spans();
    let memory = scene.memory(&spans).expect("the spans");
    let (mut plain, mut target, mut renderer) = (target(scene), target(scene), Renderer::new());
    let expected = Renderer::new().execute(&scene.words, &memory, &mut plain).expect("the scene");
    let mut adapter = Gx2Adapter::new(Mock::new());
    let report = renderer.execute_with_backend(&scene.words, &memory, &mut target, &mut adapter);
    assert_eq!(report.unwrap_or_else(|failure| panic!("{}: {failure}", scene.name)), expected);
    assert_eq!(target, plain);
    assert!(adapter.quarantined().is_empty());
    let calls = adapter.calls();
    assert!(!calls.in_scene && calls.pending.is_empty());
    assert!(calls.memory.is_empty(), "memory is left");
    calls.log.clone()
}

/// All evidence scenes, drawn by the emitted programs, give the reference's bytes.
#[test]
fn scenes_drawn_from_emitted_programs_equal_the_reference() {
    for scene in evidence::scenes() {
        check(&scene);
    }
    check(&square_at(Form::Arithmetic, true, 507));
}

/// A scene with words before each draw.
fn before_draws(mut scene: Scene, writes: &[(u16, u32)]) -> Scene {
    let draws: Vec<usize> = (1..scene.words.len()).filter(|&at| scene.words[at] == 0x000F_022F).collect();
    for at in draws.into_iter().rev() {
        let words =
            writes.iter().flat_map(|&(index, value)| [value, Header::new(Register(index), 0xF, 0, false).0]);
        scene.words.splice(at - 1..at - 1, words);
    }
    scene
}

#[test]
fn culling_scissor_and_viewport_are_turned_over_with_the_rows() {
    for (mode, culled) in [(1, "cull Front"), (2, "cull Back"), (0, "cull None")] {
        let log = check(&before_draws(square(Form::Move, false), &[(0x040, mode)]));
        assert!(log.iter().any(|call| call == culled));
    }
    // Columns 10 to 29 and rows 12 to 40 from the bottom.
    let area = [(0x066, 10 | 12 << 16), (0x067, 29 | 40 << 16)];
    let include = [&[(0x065, 3)][..], &area].concat();
    let log = check(&before_draws(square(Form::Move, false), &include));
    assert!(log.iter().any(|call| call == "scissor 10 23 20 29"));
    let exclude = [&[(0x065, 1)][..], &area].concat();
    let log = check(&before_draws(square(Form::Move, false), &exclude));
    assert_eq!(log.iter().filter(|call| call.starts_with("draw")).count(), 8);
    // 32 pixels wide and 16 high, from 20, 8 on.
    let viewport = [(0x041, 0x43_0000), (0x043, 0x42_0000), (0x068, 20 | 8 << 16)];
    let log = check(&before_draws(square(Form::Arithmetic, false), &viewport));
    assert!(log.iter().any(|call| call == "viewport 20 40 32 16"));
}

const UPLOAD: [&str; 4] = ["store", "flush", "invalidate shader", "allocate 256"];

#[test]
fn calls_come_in_order() {
    let log = check(&square(Form::Arithmetic, false));
    let draw = [
        &["scene", "allocate 256"][..],
        &UPLOAD,
        &UPLOAD[..3],
        &["allocate 64", "store", "flush", "invalidate attributes"],
        &["mode 64", "color buffer", "plain output", "viewport 0 0 64 64", "cull None", "vertex shader"],
        &["pixel shader", "uniform 0 4", "uniform 4 4", "attribute buffer", "scissor 0 0 64 64", "draw 3"],
        &["invalidate color", "done", "free", "free", "free", "presentation"],
    ]
    .concat();
    let expected = [
        &["scene", "allocate 2048", "allocate 256", "store", "flush", "invalidate texture"][..],
        &["copy Linear to Optimal", "invalidate color", "done", "free", "presentation"],
        &draw,
        &draw,
        &["scene", "allocate 256", "invalidate texture", "copy Optimal to Linear", "invalidate color"],
        &["done", "invalidate cpu", "load", "done", "free", "free", "presentation"],
    ]
    .concat();
    assert_eq!(log, expected);
}

#[test]
fn textured_draws_bind_a_texture_and_a_point_sampler() {
    let scene = &evidence::scenes()[5];
    let log = check(scene);
    let position = |name: &str| log.iter().position(|call| call.starts_with(name)).expect("the call");
    assert!(position("attribute buffer") < position("texture"));
    assert!(position("texture") < position("sampler Repeat Clamp"));
    assert!(position("sampler") < position("draw 6"));
}
