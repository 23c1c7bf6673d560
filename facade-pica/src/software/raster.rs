//! Triangles to rows of fragments.

use super::fragment::Pipeline;
use super::vertex::{VARYINGS, Vertex};
use crate::state::{Cull, Raster, Scissor};

/// Coordinates beyond this many sixteenths of a pixel are held there, so that products fit.
const FAR: f32 = (1 << 28) as f32;

/// What does not change within a draw.
#[derive(Debug)]
pub(super) struct Screen {
    raster: Raster,
    /// Columns and rows that are drawn: first, and behind the last.
    columns: [i64; 2],
    rows: [i64; 2],
    excluded: Option<Scissor>,
}

/// A value over the screen: at the origin, per column, per row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plane {
    origin: f64,
    pub(super) x: f32,
    pub(super) y: f32,
}

/// A value along a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    start: f64,
    step: f64,
}

impl Line {
    /// The value in the middle of a pixel.
    #[inline]
    pub(super) fn at(self, column: i64) -> f32 {
        (self.start + self.step * column as f64) as f32
    }
}

impl Plane {
    /// The values in the middles of the pixels of a row.
    #[inline]
    pub(super) fn line(&self, row: i64) -> Line {
        let start = self.origin + f64::from(self.y) * (row as f64 + 0.5) + f64::from(self.x) * 0.5;
        Line { start, step: self.x.into() }
    }
}

/// What is interpolated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes {
    /// `1 / w`.
    pub(super) inverse_w: Plane,
    /// `z / w`.
    pub(super) depth: Plane,
    /// Each varying over `w`.
    pub(super) varyings: [Plane; VARYINGS],
}

impl Screen {
    pub(super) fn new(raster: &Raster, width: u32, height: u32) -> Self {
        let (mut columns, mut rows) = ([0, i64::from(width)], [0, i64::from(height)]);
        let mut excluded = None;
        match raster.scissor {
            Some(scissor) if scissor.exclude => excluded = Some(scissor),
            Some(scissor) => {
                columns = [i64::from(scissor.x1), columns[1].min(i64::from(scissor.x2) + 1)];
                rows = [i64::from(scissor.y1), rows[1].min(i64::from(scissor.y2) + 1)];
            }
            None => {}
        }
        Self { raster: *raster, columns, rows, excluded }
    }

    /// A vertex in sixteenths of a pixel, y up.
    fn place(&self, vertex: &Vertex) -> [i64; 2] {
        let viewport = &self.raster.viewport;
        let [x, y, _, w] = vertex.clip;
        let place = |lane: f32, half: f32, origin: i32| {
            (((lane / w + 1.0) * half + origin as f32) * 16.0).round().clamp(-FAR, FAR) as i64
        };
        [place(x, viewport.half_width, viewport.x), place(y, viewport.half_height, viewport.y)]
    }
}

/// One edge: `x * column + y * row + constant` in sixteenths is not negative on the inner side.
#[derive(Clone, Copy)]
struct Edge {
    x: i64,
    y: i64,
    constant: i64,
}

impl Edge {
    /// The edge from `a` to `b` of a counter-clockwise triangle. Right and lower edges do not own what lies on them.
    fn new(a: [i64; 2], b: [i64; 2]) -> Self {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let bias = i64::from(dy > 0 || dy == 0 && dx > 0);
        Self { x: -dy, y: dx, constant: dy * a[0] - dx * a[1] - bias }
    }

    /// Narrows the columns of a row to those whose middle lies inside.
    fn narrow(&self, row: i64, columns: &mut [i64; 2]) {
        // In the middle of column c: value + step * c >= 0.
        let step = self.x * 16;
        let value = self.x * 8 + self.y * (row * 16 + 8) + self.constant;
        match step.signum() {
            1 => {
                let first = (-value).div_euclid(step) + i64::from((-value).rem_euclid(step) != 0);
                columns[0] = columns[0].max(first);
            }
            -1 => columns[1] = columns[1].min(value.div_euclid(-step) + 1),
            _ if value < 0 => columns[1] = columns[0],
            _ => {}
        }
    }
}

/// Draws a triangle in clip space, none of whose vertices has a `w` of zero.
pub(super) fn triangle(
    screen: &Screen,
    mut vertices: [&Vertex; 3],
    pipeline: &mut Pipeline<'_>,
    work: &mut u64,
) {
    let mut places = vertices.map(|vertex| screen.place(vertex));
    let [a, b, c] = places;
    let mut area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let culled = match screen.raster.cull {
        Cull::None => false,
        Cull::Front => area > 0,
        Cull::Back => area < 0,
    };
    if area == 0 || culled {
        return;
    }
    if area < 0 {
        vertices.swap(1, 2);
        places.swap(1, 2);
        area = -area;
    }
    let [a, b, c] = places;
    let edges = [Edge::new(b, c), Edge::new(c, a), Edge::new(a, b)];
    let low = a[1].min(b[1]).min(c[1]).div_euclid(16).max(screen.rows[0]);
    let high = (a[1].max(b[1]).max(c[1]).div_euclid(16) + 1).min(screen.rows[1]);
    if low >= high {
        return;
    }
    let planes = planes(vertices, places, area);
    for row in low..high {
        let mut columns = screen.columns;
        edges.iter().for_each(|edge| edge.narrow(row, &mut columns));
        *work += 1;
        if columns[0] >= columns[1] {
            continue;
        }
        *work += (columns[1] - columns[0]) as u64;
        match screen.excluded {
            Some(scissor) if (i64::from(scissor.y1)..=i64::from(scissor.y2)).contains(&row) => {
                let left = columns[1].min(i64::from(scissor.x1));
                let right = columns[0].max(i64::from(scissor.x2) + 1);
                pipeline.row(&planes, row, [columns[0], left]);
                pipeline.row(&planes, row, [right.max(left), columns[1]]);
            }
            _ => pipeline.row(&planes, row, columns),
        }
    }
}

/// Planes through the values of three vertices.
fn planes(vertices: [&Vertex; 3], places: [[i64; 2]; 3], area: i64) -> Planes {
    let [a, b, c] = places.map(|place| place.map(|lane| lane as f64 / 16.0));
    let area = area as f64 / 256.0;
    let inverse = vertices.map(|vertex| 1.0 / f64::from(vertex.clip[3]));
    let plane = |values: [f64; 3]| {
        let (first, second) = (values[1] - values[0], values[2] - values[0]);
        let x = (first * (c[1] - a[1]) - second * (b[1] - a[1])) / area;
        let y = (second * (b[0] - a[0]) - first * (c[0] - a[0])) / area;
        let (x, y) = (x as f32, y as f32);
        Plane { origin: values[0] - f64::from(x) * a[0] - f64::from(y) * a[1], x, y }
    };
    let over_w = |value: fn(&Vertex, usize) -> f32, lane: usize| {
        plane(std::array::from_fn(|at| f64::from(value(vertices[at], lane)) * inverse[at]))
    };
    Planes {
        inverse_w: plane(inverse),
        depth: over_w(|vertex, lane| vertex.clip[lane], 2),
        varyings: std::array::from_fn(|lane| over_w(|vertex, lane| vertex.varyings[lane], lane)),
    }
}
