//! From the corners of a triangle to a pixel in it.

use super::margin::Margin;
use super::vertex::Processed;

/// What a pixel is computed from.
#[derive(Clone, Debug, PartialEq)]
pub struct Fragment {
    /// Diffuse and specular colour as r, g, b, a.
    pub colors: [[f64; 4]; 2],
    /// Coordinates of the eight stages; where a stage projects, its xyz are divided by w.
    pub texcoords: [[f64; 4]; 8],
    /// How much of the colour fog leaves, where it goes by vertices.
    pub fog: f64,
    /// Depth, 0–1.
    pub depth: f64,
    /// The clip position's w.
    pub w: f64,
    /// The distances to the clip planes.
    pub clip_distances: [f64; 6],
    /// How near the corners are to a jump.
    pub margin: Margin,
}

impl Default for Fragment {
    /// White and without coordinates.
    fn default() -> Self {
        Self {
            colors: [[1.0; 4], [0.0, 0.0, 0.0, 1.0]],
            texcoords: [[0.0; 4]; 8],
            fog: 1.0,
            depth: 0.0,
            w: 1.0,
            clip_distances: [0.0; 6],
            margin: Margin::default(),
        }
    }
}

/// The fragment at a place in pixels (whole numbers are pixel centres) of a triangle, none outside of it. Flat
/// shading takes the colours of the first corner. Nothing is clipped, so corners must be in front of the eye; a place
/// near an edge has a margin of its distance to that in pixels.
#[must_use]
pub fn interpolate(corners: [&Processed; 3], [x, y]: [f64; 2], flat: bool) -> Option<Fragment> {
    let [a, b, c] = corners.map(|corner| corner.screen);
    let side =
        |a: [f64; 4], b: [f64; 4], [x, y]: [f64; 2]| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    let sides = [side(b, c, [x, y]), side(c, a, [x, y]), side(a, b, [x, y])];
    let area = side(a, b, [c[0], c[1]]);
    let on_screen = sides.map(|side| side / area);
    // Also refuses a triangle without area.
    if !on_screen.iter().all(|&share| share >= 0.0) {
        return None;
    }
    let mut margin = Margin::default();
    for corner in corners {
        margin.join(corner.margin);
    }
    for (side, [from, to]) in sides.into_iter().zip([[b, c], [c, a], [a, b]]) {
        margin.note(side / (to[0] - from[0]).hypot(to[1] - from[1]));
    }
    let over_w = std::array::from_fn::<_, 3, _>(|corner| on_screen[corner] * corners[corner].screen[3]);
    let w = 1.0 / over_w.iter().sum::<f64>();
    let shares = over_w.map(|share| share * w);
    let mix = |read: &dyn Fn(&Processed) -> f64| {
        (0..3).map(|corner| shares[corner] * read(corners[corner])).sum::<f64>()
    };
    let color = |index: usize, lane: usize| {
        if flat { corners[0].colors[index][lane] } else { mix(&|corner| corner.colors[index][lane]) }
    };
    Some(Fragment {
        colors: std::array::from_fn(|index| std::array::from_fn(|lane| color(index, lane))),
        texcoords: std::array::from_fn(|stage| {
            std::array::from_fn(|lane| mix(&|corner| corner.texcoords[stage][lane]))
        }),
        fog: mix(&|corner| corner.fog),
        // Depth alone is linear on the screen.
        depth: (0..3).map(|corner| on_screen[corner] * corners[corner].screen[2]).sum(),
        w,
        clip_distances: std::array::from_fn(|plane| mix(&|corner| corner.clip_distances[plane])),
        margin,
    })
}
