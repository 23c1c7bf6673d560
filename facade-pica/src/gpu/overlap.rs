//! Which triangles of a draw cover the same pixels: those must not be merged with one copy of what is stored.

use retrograph_render::frame::Rect;

/// Triangles that are compared with each other; from there on another batch begins.
const MOST: usize = 256;

/// A triangle in pixels, row 0 at the top, with the pixels that it may cover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Covered {
    /// `None` where a corner is behind the eye: it may cover anything.
    corners: Option<[[f32; 2]; 3]>,
    bounds: Rect,
}

impl Covered {
    /// A triangle by clip positions that are those of the whole target; `within` is all that the draw can reach.
    pub(super) fn new(positions: [[f32; 4]; 3], size: [u32; 2], within: Rect) -> Self {
        let place = |[x, y, _, w]: [f32; 4]| {
            let [width, height] = size.map(|side| side as f32);
            // Sixteenths of a pixel, as the vertex stage rounds.
            let round = |place: f32| (place * 16.0).round() / 16.0;
            let (x, y) = (round((x / w + 1.0) * 0.5 * width), round((1.0 - y / w) * 0.5 * height));
            (w > 1.0e-6 && x.is_finite() && y.is_finite()).then_some([x, y])
        };
        let [Some(a), Some(b), Some(c)] = positions.map(place) else {
            return Self { corners: None, bounds: within };
        };
        let axis = |axis: usize| {
            let low = a[axis].min(b[axis]).min(c[axis]).floor().max(0.0) as u32;
            let high = a[axis].max(b[axis]).max(c[axis]).ceil().max(0.0) as u32;
            // A pixel more on each side, whatever rounding does.
            (low.saturating_sub(1), high.saturating_add(1))
        };
        let ((left, right), (top, bottom)) = (axis(0), axis(1));
        let bounds = Rect { x: left, y: top, width: right - left, height: bottom - top }.intersect(within);
        Self { corners: Some([a, b, c]), bounds }
    }

    fn overlaps(&self, other: &Self) -> bool {
        if self.bounds.intersect(other.bounds).is_empty() {
            return false;
        }
        match (&self.corners, &other.corners) {
            (Some(one), Some(two)) => !is_apart(one, two) && !is_apart(two, one),
            _ => true,
        }
    }
}

/// Whether an edge of `one` has all of `two` on its outer side; what only touches is apart, since no pixel is in both.
fn is_apart(one: &[[f32; 2]; 3], two: &[[f32; 2]; 3]) -> bool {
    let side =
        |a: [f32; 2], b: [f32; 2], p: [f32; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    (0..3).any(|edge| {
        let (a, b, c) = (one[edge], one[(edge + 1) % 3], one[(edge + 2) % 3]);
        let inner = side(a, b, c);
        // A triangle without area has no sides.
        inner != 0.0 && two.iter().all(|&corner| side(a, b, corner) * inner.signum() <= 0.0)
    })
}

/// A run of triangles of which no two overlap, with the pixels that they may cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) bounds: Rect,
}

/// Cuts triangles into runs.
pub(super) fn batches(triangles: &[Covered]) -> Vec<Batch> {
    let mut all = Vec::new();
    let mut first = 0;
    while first < triangles.len() {
        let mut end = first + 1;
        while end < triangles.len()
            && end - first < MOST
            && !triangles[first..end].iter().any(|known| known.overlaps(&triangles[end]))
        {
            end += 1;
        }
        let bounds = triangles[first..end].iter().map(|triangle| triangle.bounds).reduce(union);
        all.push(Batch { first, count: end - first, bounds: bounds.unwrap_or_default() });
        first = end;
    }
    all
}

fn union(one: Rect, two: Rect) -> Rect {
    if one.is_empty() {
        return two;
    }
    if two.is_empty() {
        return one;
    }
    let (x, y) = (one.x.min(two.x), one.y.min(two.y));
    let right = (one.x + one.width).max(two.x + two.width);
    let bottom = (one.y + one.height).max(two.y + two.height);
    Rect { x, y, width: right - x, height: bottom - y }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Rect = Rect { x: 0, y: 0, width: 64, height: 64 };

    fn triangle(corners: [[f32; 2]; 3]) -> Covered {
        Covered::new(corners.map(|[x, y]| [x, y, -0.5, 1.0]), [64, 64], ALL)
    }

    #[test]
    fn halves_of_a_square_are_one_run_and_what_lies_over_them_is_another() {
        let halves = [
            triangle([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]]),
            triangle([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]),
        ];
        let over = triangle([[-0.5, -0.5], [0.5, -0.5], [0.0, 0.5]]);
        let runs = batches(&[halves[0], halves[1], over]);
        let counts: Vec<usize> = runs.iter().map(|run| run.count).collect();
        assert_eq!(counts, [2, 1]);
        assert_eq!(runs[0].bounds, ALL);
        assert_eq!(runs[1].bounds, Rect { x: 15, y: 15, width: 34, height: 34 });
    }

    #[test]
    fn what_is_behind_the_eye_may_cover_anything() {
        let near = Covered::new([[0.0, 0.0, 0.0, -1.0]; 3], [64, 64], ALL);
        let small = triangle([[-1.0, -1.0], [-0.9, -1.0], [-0.9, -0.9]]);
        assert_eq!(batches(&[small, near]).len(), 2);
    }
}
