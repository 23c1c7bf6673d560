//! Paths that do not go through, and what lies in memory.

use retrograph_pica::gx2::Gx2Adapter;
use retrograph_pica::reference::{Backend, BackendError, BackendFault, Renderer, SceneError};
use retrograph_pica::scenes::{Form, Scene, evidence, square};

use crate::adapter::target;
use crate::mock::Mock;

/// Draws a scene through an adapter that may fail; nothing is committed then.
fn run(scene: &Scene, adapter: &mut Gx2Adapter<Mock>) -> Result<(), SceneError> {
    let spans = scene.texture_spans();
    let memory = scene.memory(&spans).expect("the spans");
    let (mut target, mut renderer) = (target(scene), Renderer::new());
    let outcome = renderer.execute_with_backend(&scene.words, &memory, &mut target, adapter);
    if outcome.is_err() {
        assert_eq!((renderer, target), (Renderer::new(), self::target(scene)));
    }
    outcome.map(drop).map_err(|failure| *failure.error)
}

/// The square, and a textured scene.
fn scenes() -> [Scene; 2] {
    [square(Form::Arithmetic, true), evidence::scenes().swap_remove(18)]
}

#[test]
fn the_presentation_context_is_restored_whatever_allocation_fails() {
    for scene in scenes() {
        let mut whole = Gx2Adapter::new(Mock::new());
        run(&scene, &mut whole).expect("the scene");
        for fail in 0..whole.calls().allocations() {
            let mut mock = Mock::new();
            mock.fail_allocation = Some(fail);
            let mut adapter = Gx2Adapter::new(mock);
            let error = run(&scene, &mut adapter).expect_err("no memory");
            let SceneError::Backend(
                BackendError::Begin(fault) | BackendError::Draw { fault, .. } | BackendError::End(fault),
            ) = error
            else {
                panic!("{error}")
            };
            assert!(matches!(fault, BackendFault::OutOfMemory(_)), "{fault}");
            let calls = adapter.calls();
            assert!(!calls.in_scene, "allocation {fail}");
            assert_eq!(calls.log.last().map(String::as_str), Some("presentation"));
            assert!(calls.memory.is_empty() && calls.pending.is_empty(), "allocation {fail} leaves memory");
            // The adapter goes on with the next scene.
            run(&scene, &mut adapter).expect("the scene");
        }
    }
}

#[test]
fn a_failed_retirement_quarantines_memory_until_the_shutdown() {
    for scene in scenes() {
        let mut whole = Gx2Adapter::new(Mock::new());
        run(&scene, &mut whole).expect("the scene");
        for fail in 0..whole.calls().waits() {
            let mut mock = Mock::new();
            mock.fail_done = Some(fail);
            let mut adapter = Gx2Adapter::new(mock);
            let error = run(&scene, &mut adapter).expect_err("a wait without end");
            assert!(matches!(error, SceneError::Backend(_)), "{error}");
            let calls = adapter.calls();
            assert!(!calls.in_scene, "wait {fail}");
            let held: Vec<u32> = adapter.quarantined().iter().map(|block| block.id).collect();
            assert_eq!(held, calls.memory.keys().copied().collect::<Vec<_>>());
            assert!(calls.pending.iter().all(|block| held.contains(block)), "wait {fail}");
            assert!(!held.is_empty());
            // Nothing is drawn any more, and nothing freed or allocated.
            let (log, allocations) = (calls.log.len(), calls.allocations());
            let again = run(&scene, &mut adapter).expect_err("quarantine");
            let fault = BackendFault::Device("retire an earlier draw");
            assert_eq!(again, SceneError::Backend(BackendError::Begin(fault)));
            assert_eq!((adapter.calls().log.len(), adapter.calls().allocations()), (log, allocations));
            let calls = adapter.shutdown();
            assert!(calls.memory.is_empty());
            let end = calls.log.iter().rposition(|call| call == "shutdown").expect("the shutdown");
            assert_eq!(calls.log.len() - end - 1, held.len());
        }
    }
}

#[test]
fn a_picture_that_differs_is_refused_and_its_memory_freed() {
    for scene in scenes() {
        let mut mock = Mock::new();
        mock.corrupt = true;
        let mut adapter = Gx2Adapter::new(mock);
        let error = run(&scene, &mut adapter).expect_err("a difference");
        let SceneError::Backend(BackendError::Mismatch { at, different: 1, .. }) = error else {
            panic!("{error}")
        };
        // The surface's first pixel is the top left one.
        assert_eq!(at, (scene.surface.height - 1) as usize * (scene.surface.width as usize * 4 + 12));
        assert!(!adapter.calls().in_scene && adapter.calls().memory.is_empty());
    }
}

/// The uploaded rows are those of memory in reverse, and the coordinates are the guest's.
#[test]
fn texture_rows_are_reversed_and_coordinates_untouched() {
    struct Look {
        inner: Gx2Adapter<Mock>,
        seen: bool,
    }
    impl Backend for Look {
        fn begin(&mut self, target: &retrograph_pica::reference::Target) -> Result<(), BackendFault> {
            self.inner.begin(target)
        }
        fn draw(&mut self, draw: &retrograph_pica::reference::SceneDraw<'_>) -> Result<(), BackendFault> {
            // A block that fails to be freed would hide this: the draw's memory is looked at before it goes, so the
            // wait is made to fail.
            let texture = draw.texture.expect("a texture");
            let outcome = self.inner.draw(draw);
            let calls = self.inner.calls();
            let surface = calls.state.texture.expect("a texture").0;
            let bytes = &calls.memory[&surface.block.id].bytes;
            for row in 0..texture.height {
                for column in 0..texture.width {
                    let at = ((row * surface.pitch + column) * 4) as usize;
                    assert_eq!(bytes[at..][..4], texture.texel(column, row));
                }
            }
            let (buffer, stride) = calls.state.attributes.expect("vertices");
            let (_, _, attributes) = calls.state.vertex.as_ref().expect("a program");
            let place =
                attributes.iter().find(|attribute| attribute.location == 1).expect("the coordinate").offset;
            for (vertex, inputs) in draw.vertices.iter().enumerate() {
                let start = vertex * stride as usize + place as usize;
                for (lane, value) in inputs[1].iter().take(2).enumerate() {
                    let bytes = &calls.memory[&buffer.id].bytes[start + lane * 4..][..4];
                    assert_eq!(bytes, value.expect("a lane").to_be_bytes());
                }
            }
            self.seen = true;
            outcome
        }
        fn end(&mut self, bytes: &mut [u8]) -> Result<(), BackendFault> {
            self.inner.end(bytes)
        }
        fn abort(&mut self) {
            self.inner.abort();
        }
    }
    let scene = evidence::scenes().swap_remove(4);
    let spans = scene.texture_spans();
    let memory = scene.memory(&spans).expect("the spans");
    let mut mock = Mock::new();
    mock.fail_done = Some(1);
    let mut look = Look { inner: Gx2Adapter::new(mock), seen: false };
    let failed = Renderer::new().execute_with_backend(&scene.words, &memory, &mut target(&scene), &mut look);
    assert!(failed.is_err() && look.seen);
}
