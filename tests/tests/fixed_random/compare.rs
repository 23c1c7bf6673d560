//! A cell of a picture against the evaluator.

use retrograph_shaders::fixed::eval::{self, Processed, Sample};

use super::bench::{BACKGROUND, Picture};
use super::scene::{CELL, Scene};
use super::texels::Texels;

/// Decisions that are nearer than this may go either way.
const NEAR: f64 = 1e-3;
/// Steps of 255 that a channel may be off.
const TOLERANCE: f64 = 2.0;

/// Counts of pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) compared: usize,
    /// Left out because a decision was near.
    pub(crate) left_out: usize,
    /// Left out because the triangle's edge is near.
    pub(crate) edges: usize,
    /// Those among the compared that the triangle has and that are not to be seen.
    pub(crate) killed: usize,
}

/// A pixel that is not what it should be.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "it is there to be shown")]
pub(crate) struct Wrong {
    pixel: [u32; 2],
    got: [u8; 4],
    expected: [f64; 4],
    margin: f64,
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{self:?}")
    }
}

/// Whether an edge is so near that rasterizers, which round corners to 1/256 of a pixel, may differ.
fn at_edge(corners: [&Processed; 3], [x, y]: [f64; 2]) -> bool {
    let reach = 1.0 / 128.0;
    let around = [[-reach, -reach], [reach, -reach], [-reach, reach], [reach, reach]];
    let inside = |[dx, dy]: [f64; 2]| eval::interpolate(corners, [x + dx, y + dy], false).is_some();
    let first = inside(around[0]);
    around[1..].iter().any(|&offset| inside(offset) != first)
}

/// Which coordinates of a stage are 0 in the whole triangle.
fn zero(corners: [&Processed; 3], stage: usize) -> [bool; 3] {
    std::array::from_fn(|lane| corners.iter().all(|corner| corner.texcoords[stage][lane] == 0.0))
}

/// Compares the cell of a scene.
pub(crate) fn compare(
    scene: &Scene,
    picture: &Picture,
    texels: &Texels,
    tally: &mut Tally,
) -> Result<(), Wrong> {
    let corners = scene.processed();
    let corners = [&corners[0], &corners[1], &corners[2]];
    let port = &scene.vertex.viewport;
    for (dx, dy) in (0..CELL).flat_map(|dy| (0..CELL).map(move |dx| (dx, dy))) {
        let [x, y] = [port.x as u32 + dx, port.y as u32 + dy];
        let place = [f64::from(x), f64::from(y)];
        if at_edge(corners, place) {
            tally.edges += 1;
            continue;
        }
        let mut expected = BACKGROUND.map(f64::from);
        let mut margin = f64::INFINITY;
        if let Some(fragment) = eval::interpolate(corners, place, scene.flat) {
            let mut sampler = |stage: usize, place| match scene.textures[stage] {
                Some(kind) => texels.sample(kind, place, zero(corners, stage)),
                None => Sample::default(),
            };
            let shaded = eval::pixel(&scene.pixel, &fragment, &mut sampler);
            margin = shaded.margin.distance();
            if margin < NEAR {
                tally.left_out += 1;
                continue;
            }
            tally.killed += usize::from(shaded.killed);
            if !shaded.killed {
                expected = shaded.color.map(|lane| lane.clamp(0.0, 1.0) * 255.0);
            }
        }
        tally.compared += 1;
        let got = picture.pixel(x, y);
        let same =
            got.iter().zip(expected).all(|(got, expected)| (f64::from(*got) - expected).abs() <= TOLERANCE);
        if !same {
            return Err(Wrong { pixel: [x, y], got, expected, margin });
        }
    }
    Ok(())
}
