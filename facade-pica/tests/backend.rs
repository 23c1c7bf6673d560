//! Backends: which calls they get in which order, and that nothing is committed unless every byte agrees.

use retrograph_pica::reference::{
    Backend, BackendError, BackendFault, Failure, Memory, Renderer, Report, SceneDraw, SceneError, Span,
    Target,
};
use retrograph_pica::scenes::{Form, Scene, TARGET, square};
use retrograph_shaders::pica::exact::{LinearProgram, Vector};

/// A backend that answers with given bytes and fails where it is told to.
#[derive(Default)]
struct Scripted {
    answer: Vec<u8>,
    fail: Option<&'static str>,
    calls: Vec<String>,
    before: Vec<u8>,
    vertices: Vec<Vec<[Vector; 16]>>,
    programs: Vec<LinearProgram>,
}

impl Scripted {
    fn call(&mut self, name: &str) -> Result<(), BackendFault> {
        self.calls.push(name.to_owned());
        if self.fail == Some(name) { Err(BackendFault::Device("do it")) } else { Ok(()) }
    }
}

impl Backend for Scripted {
    fn begin(&mut self, target: &Target) -> Result<(), BackendFault> {
        self.before = target.bytes().to_vec();
        self.call("begin")
    }

    fn draw(&mut self, draw: &SceneDraw<'_>) -> Result<(), BackendFault> {
        self.vertices.push(draw.vertices.to_vec());
        self.programs.push(draw.program.clone());
        self.call(&format!("draw {}", draw.index))
    }

    fn end(&mut self, bytes: &mut [u8]) -> Result<(), BackendFault> {
        // A backend may write less than all.
        let count = self.answer.len().min(bytes.len());
        bytes[..count].copy_from_slice(&self.answer[..count]);
        self.call("end")
    }

    fn abort(&mut self) {
        self.calls.push("abort".to_owned());
    }
}

/// A target with padding in rows and bytes behind them.
fn target() -> Target {
    let bytes = (0..64 * 300 + 33).map(|at| (at % 251) as u8).collect();
    Target::with_bytes(TARGET, 64, 64, 300, bytes).expect("a target")
}

/// The bytes that a scene leaves in the target.
fn expected(scene: &Scene) -> Vec<u8> {
    let mut target = target();
    Renderer::new()
        .execute(&scene.words, &scene.memory(&[]).expect("spans"), &mut target)
        .expect("the scene");
    target.bytes().to_vec()
}

fn run(scene: &Scene, words: &[u32], backend: &mut Scripted) -> (Result<Report, Failure>, Renderer, Target) {
    let memory =
        Memory::new(Span { base: scene.geometry.0, bytes: &scene.geometry.1 }, &[]).expect("the spans");
    let (mut renderer, mut target) = (Renderer::new(), target());
    let outcome = renderer.execute_with_backend(words, &memory, &mut target, backend);
    (outcome, renderer, target)
}

#[test]
fn a_list_is_committed_if_every_byte_agrees() {
    for form in [Form::Move, Form::Arithmetic] {
        let scene = square(form, true);
        let mut backend = Scripted { answer: expected(&scene), ..Scripted::default() };
        let (outcome, renderer, target) = run(&scene, &scene.words, &mut backend);
        assert_eq!(outcome.expect("the scene").draws, 2);
        assert_eq!(backend.calls, ["begin", "draw 0", "draw 1", "end"]);
        assert_eq!(target.bytes(), expected(&scene));
        assert_eq!(renderer.total().draws, 2);
        assert_eq!(backend.before, self::target().bytes());
    }
}

/// What the backend draws is what the guest gave: inputs before the program, not after.
#[test]
fn a_draw_has_the_guests_inputs_and_program() {
    let scene = square(Form::Arithmetic, false);
    let mut backend = Scripted { answer: expected(&scene), ..Scripted::default() };
    run(&scene, &scene.words, &mut backend).0.expect("the scene");
    let floats: Vec<f32> =
        scene.geometry.1[..16].as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    let first = &backend.vertices[0][0];
    assert_eq!(first[0].to_vec(), floats.into_iter().map(Some).collect::<Vec<_>>());
    assert_eq!(first[1], [Some(1.0), Some(0.0), Some(0.0), Some(1.0)]);
    assert!(first[2..].iter().all(|vector| *vector == [None; 4]));
    assert_eq!(backend.vertices.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    assert!(backend.programs.iter().all(|program| program.executed == 5));
}

/// Padding between rows and bytes behind the last count as much as pixels, and so do bytes never written.
#[test]
fn one_byte_that_differs_anywhere_refuses_the_list() {
    let scene = square(Form::Move, false);
    let good = expected(&scene);
    for at in [0, 8 * 300 + 8 * 4, 64 * 4, 299, 64 * 300 - 1, good.len() - 1] {
        let mut answer = good.clone();
        answer[at] ^= 0x80;
        let mut backend = Scripted { answer, ..Scripted::default() };
        let (outcome, renderer, target) = run(&scene, &scene.words, &mut backend);
        let (expected, found) = (good[at], good[at] ^ 0x80);
        let mismatch = BackendError::Mismatch { at, expected, found, different: 1 };
        assert_eq!(*outcome.expect_err("a difference").error, SceneError::Backend(mismatch));
        assert_eq!(backend.calls.last().map(String::as_str), Some("abort"));
        assert_eq!((renderer, target), (Renderer::new(), self::target()));
    }
    let mut backend = Scripted { answer: good[..good.len() - 1].to_vec(), ..Scripted::default() };
    let error = *run(&scene, &scene.words, &mut backend).0.expect_err("a byte is missing").error;
    assert!(matches!(error, SceneError::Backend(BackendError::Mismatch { different: 1, .. })));
}

#[test]
fn a_failing_callback_aborts_without_fallback() {
    let scene = square(Form::Move, false);
    for (fail, calls) in [
        ("begin", vec!["begin", "abort"]),
        ("draw 0", vec!["begin", "draw 0", "abort"]),
        ("draw 1", vec!["begin", "draw 0", "draw 1", "abort"]),
        ("end", vec!["begin", "draw 0", "draw 1", "end", "abort"]),
    ] {
        let mut backend = Scripted { answer: expected(&scene), fail: Some(fail), ..Scripted::default() };
        let (outcome, renderer, target) = run(&scene, &scene.words, &mut backend);
        let fault = BackendFault::Device("do it");
        let error = match fail {
            "begin" => BackendError::Begin(fault),
            "draw 0" => BackendError::Draw { index: 0, fault },
            "draw 1" => BackendError::Draw { index: 1, fault },
            _ => BackendError::End(fault),
        };
        assert_eq!(*outcome.expect_err(fail).error, SceneError::Backend(error));
        assert_eq!(backend.calls, calls);
        assert_eq!((renderer, target), (Renderer::new(), self::target()));
    }
}

/// Every vertex of a draw is evaluated before the backend sees it.
#[test]
fn a_draw_with_a_vertex_outside_the_exact_numbers_is_not_passed_on() {
    let mut scene = square(Form::Move, false);
    // The last vertex of the second draw.
    scene.geometry.1[5 * 20..][..4].copy_from_slice(&2f32.powi(-30).to_le_bytes());
    let mut backend = Scripted::default();
    let (outcome, ..) = run(&scene, &scene.words, &mut backend);
    assert!(matches!(*outcome.expect_err("inexact").error, SceneError::Output { vertex: 2, .. }));
    assert_eq!(backend.calls, ["begin", "draw 0", "abort"]);
}

#[test]
fn a_list_without_draws_does_not_call_the_backend() {
    let scene = square(Form::Move, false);
    let words: Vec<u32> = retrograph_pica::list::ListBuilder::new().write(0x040, 0).finish();
    let mut backend = Scripted::default();
    assert!(run(&scene, &words, &mut backend).0.is_ok());
    assert!(backend.calls.is_empty());
}
