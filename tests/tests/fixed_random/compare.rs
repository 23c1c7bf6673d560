//! A cell of a picture against the evaluator.

use retrograph_shaders::fixed::eval::{self, Processed, Sample, Shaded};

use super::bench::{BACKGROUND, Picture};
use super::scene::Scene;
use super::texels::Texels;

/// Decisions that are nearer than this may go either way.
pub(crate) const NEAR: f64 = 1e-3;
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

/// Whether a place is in one of the triangles.
fn is_inside(pieces: &[[Processed; 3]], place: [f64; 2]) -> bool {
    pieces.iter().any(|corners| eval::interpolate(corners.each_ref(), place, false).is_some())
}

/// Whether an edge is so near that rasterizers, which round corners to 1/256 of a pixel, may differ.
fn at_edge(pieces: &[[Processed; 3]], [x, y]: [f64; 2]) -> bool {
    let reach = 1.0 / 128.0;
    let around = [[-reach, -reach], [reach, -reach], [-reach, reach], [reach, reach]];
    let inside = |[dx, dy]: [f64; 2]| is_inside(pieces, [x + dx, y + dy]);
    let first = inside(around[0]);
    around[1..].iter().any(|&offset| inside(offset) != first)
}

/// Which coordinates of a stage are 0 in the whole triangle.
fn zero(corners: &[Processed; 3], stage: usize) -> [bool; 3] {
    std::array::from_fn(|lane| corners.iter().all(|corner| corner.texcoords[stage][lane] == 0.0))
}

/// What the evaluator makes of a pixel; nothing outside of what is drawn.
pub(crate) fn shaded(
    scene: &Scene,
    pieces: &[[Processed; 3]],
    place: [u32; 2],
    texels: &Texels,
) -> Option<Shaded> {
    pieces.iter().find_map(|corners| {
        let fragment = eval::interpolate(corners.each_ref(), place.map(f64::from), scene.flat)?;
        let mut sampler = |stage: usize, place| match scene.textures[stage] {
            Some(kind) => texels.sample(kind, place, zero(corners, stage)),
            None => Sample::default(),
        };
        Some(eval::pixel(&scene.pixel, &fragment, &mut sampler))
    })
}

/// Compares the cell of a scene.
pub(crate) fn compare(
    scene: &Scene,
    picture: &Picture,
    texels: &Texels,
    tally: &mut Tally,
) -> Result<(), Wrong> {
    let pieces = scene.pieces();
    for [x, y] in scene.places() {
        if at_edge(&pieces, [x, y].map(f64::from)) {
            tally.edges += 1;
            continue;
        }
        let mut expected = BACKGROUND.map(f64::from);
        let mut margin = f64::INFINITY;
        if let Some(shaded) = shaded(scene, &pieces, [x, y], texels) {
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
