//! The PICA200 on a real adapter: pixels by value, work over several submissions against the renderer on the CPU, and lists of a
//! hostile guest.

#[path = "pica_states/hostile.rs"]
mod hostile;
#[path = "pica_states/lists.rs"]
mod lists;
#[path = "pica_states/pixels.rs"]
mod pixels;
#[path = "pica_states/random.rs"]
mod random;
#[path = "pica_states/scene.rs"]
mod scene;
#[path = "pica_states/states.rs"]
mod states;

use scene::Picture;

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
