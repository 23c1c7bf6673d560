//! The guest's view of submissions.

use retrograph_pica::queue::{Completion, GuestQueue};
use retrograph_pica::reference::Renderer;
use retrograph_pica::scenes::{Form, GEOMETRY, Scene, TARGET, square};

/// Submits a list for a scene's memory and target.
fn submit(queue: &mut GuestQueue, renderer: &mut Renderer, scene: &Scene, words: &[u32]) -> bool {
    let mut target = scene.target().expect("a target");
    let memory = scene.memory(&[]).expect("the spans");
    queue.submit(renderer, words, &memory, &mut target).is_ok()
}

fn queue(scene: &Scene) -> GuestQueue {
    let target = scene.target().expect("a target");
    GuestQueue::new([GEOMETRY..GEOMETRY + scene.geometry.1.len() as u64, target.range(), 0..4096])
}

#[test]
fn a_list_that_fails_after_a_staged_draw_changes_nothing_the_guest_sees() {
    let scene = square(Form::Arithmetic, true);
    let mut queue = queue(&scene);
    queue.reserve(TARGET + 4);
    let mut renderer = Renderer::new();
    assert!(submit(&mut queue, &mut renderer, &scene, &scene.words));
    queue.reserve(TARGET + 4);
    let (before, renderer_before) = (queue.clone(), renderer.clone());
    // The same two draws, then a register that is not known.
    let end = scene.words.iter().position(|&word| word == 0x000F_0010).expect("the end") - 1;
    let mut words = scene.words.clone();
    words[end + 1] = 0x000F_03FF;
    let geometry = scene.geometry.clone();
    assert!(!submit(&mut queue, &mut renderer, &scene, &words));
    assert_eq!(queue.regions(), before.regions());
    assert_eq!(queue.exclusive(), Some(TARGET + 4));
    assert_eq!(queue.pending(), before.pending());
    assert_eq!(queue.submissions(), 2);
    assert_eq!((renderer, scene.geometry), (renderer_before, geometry));
}

#[test]
fn a_list_that_commits_bumps_the_target_and_completes_once() {
    let scene = square(Form::Move, false);
    let mut queue = queue(&scene);
    let mut renderer = Renderer::new();
    for round in 1..=3 {
        queue.reserve(TARGET + 64 * 64 * 4 - 1);
        assert!(submit(&mut queue, &mut renderer, &scene, &scene.words));
        let generations: Vec<_> = queue.regions().iter().map(|region| region.generation).collect();
        assert_eq!(generations, [0, round, 0]);
        assert_eq!(queue.exclusive(), None);
        assert_eq!(queue.pending().len() as u64, round);
    }
    let taken: Vec<Completion> = std::iter::from_fn(|| queue.take_completion()).collect();
    assert_eq!(taken.iter().map(|completion| completion.submission).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(taken.iter().all(|completion| completion.report.draws == 2));
}

/// Only stores to the reserved address take the reservation.
#[test]
fn a_reservation_elsewhere_stays() {
    let scene = square(Form::Move, false);
    let mut queue = queue(&scene);
    queue.reserve(TARGET + 64 * 64 * 4);
    assert!(submit(&mut queue, &mut Renderer::new(), &scene, &scene.words));
    assert_eq!(queue.exclusive(), Some(TARGET + 64 * 64 * 4));
}
