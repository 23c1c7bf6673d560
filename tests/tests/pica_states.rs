//! The PICA200 on a real adapter against the renderer on the CPU, which shares no code with the generator of stages.
//!
//! States are made up; where results may differ by rounding only, colours are compared within 2 of 255, depths and stencils
//! exactly. `PROPTEST_CASES` sets how many states are drawn: 5,000 for the 5,120 of the long tier.

#[path = "pica_states/lists.rs"]
mod lists;
#[path = "pica_states/scene.rs"]
mod scene;
#[path = "pica_states/states.rs"]
mod states;

use retrograph_render::Gpu;
use scene::{Pair, Picture};
use states::{Random, state};

/// How many states are drawn.
fn count() -> u64 {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse::<u64>().ok());
    (cases.unwrap_or(256) * 5000 / 5120).max(250)
}

/// Compares what both renderers left; `name` says whose pictures these are.
fn compare(name: &str, gpu: &Picture, software: &Picture) {
    for (index, (one, two)) in gpu.colors.iter().zip(&software.colors).enumerate() {
        let apart = (0..4).map(|lane| one[lane].abs_diff(two[lane])).max().unwrap_or(0);
        assert!(apart <= 2, "{name}: pixel {index} is {one:?}, not {two:?}");
    }
    for (index, (one, two)) in gpu.depths.iter().zip(&software.depths).enumerate() {
        assert_eq!(one, two, "{name}: depth and stencil of pixel {index}");
    }
}

#[test]
fn made_up_states_look_as_the_cpu_draws_them() {
    let gpu = Gpu::headless().expect("an adapter");
    let mut pair = Pair::new(&gpu);
    let mut empty = 0;
    for seed in 0..count() {
        let scene = state(&mut Random::new(seed));
        let [on_gpu, on_cpu] = pair.draw(&scene);
        compare(&format!("state {seed}"), &on_gpu, &on_cpu);
        let first = on_cpu.colors[0];
        empty += u64::from(on_cpu.colors.iter().all(|color| *color == first));
    }
    assert_eq!(pair.pica.unsupported(), []);
    assert!(empty * 2 < count(), "{empty} of {} pictures are plain", count());
}
