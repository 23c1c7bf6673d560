//! Random states of the fixed-function pipeline, drawn through the facade, against the evaluator.
//!
//! Every state fills a cell of one target with a triangle or a point; all its pixels are compared. Pixels at which the evaluator
//! says that a decision is nearer than 1/1000 to going the other way are left out and counted. `PROPTEST_CASES` sets
//! how many states there are: 250 without it, 5,000 in the long tier. `FIXED_SEED` starts from another seed.

#[path = "fixed_random/bench.rs"]
mod bench;
#[path = "fixed_random/compare.rs"]
mod compare;
#[path = "fixed_random/feed.rs"]
mod feed;
#[path = "fixed_random/random.rs"]
mod random;
#[path = "fixed_random/scene.rs"]
mod scene;
#[path = "fixed_random/shrink.rs"]
mod shrink;
#[path = "fixed_random/stages.rs"]
mod stages;
#[path = "fixed_random/texels.rs"]
mod texels;
#[path = "fixed_random/vertices.rs"]
mod vertices;

use bench::{Bench, CELLS};
use compare::{Tally, compare};
use scene::Scene;

/// What `name` says, or a default.
fn variable(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn random_states_draw_what_the_evaluator_says() {
    let count = variable("PROPTEST_CASES", 256) * 5000 / 5120;
    let seed = variable("FIXED_SEED", 1);
    let mut bench = Bench::new();
    let scenes: Vec<Scene> = (0..count).map(|index| Scene::random(seed, index, &bench.texels)).collect();
    let mut tally = Tally::default();
    for (batch, scenes) in scenes.chunks(CELLS).enumerate() {
        let picture = bench.draw(scenes);
        for (index, scene) in scenes.iter().enumerate() {
            if let Err(wrong) = compare(scene, &picture, &bench.texels, &mut tally) {
                let small = shrink::shrink(&mut bench, scene);
                let again = bench.draw(std::slice::from_ref(&small));
                let what = compare(&small, &again, &bench.texels, &mut Tally::default());
                panic!("state {}: {wrong}\nsmaller: {what:?}\n{small:#?}", batch * CELLS + index);
            }
        }
    }
    let Tally { compared, left_out, edges, killed } = tally;
    println!(
        "{count} states: {compared} pixels compared, {killed} of them killed, {left_out} left out, {edges} at edges"
    );
    assert!(left_out * 100 <= compared + left_out, "{left_out} pixels of {compared} are left out");
    assert!(edges * 100 <= compared, "{edges} pixels of {compared} are at edges");
    assert!(compared > count * 20 && killed > count, "{compared} pixels compared, {killed} killed");
}
