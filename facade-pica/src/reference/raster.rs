//! Integer rasterisation.

use super::config::{Config, Cull};
use super::output::ScreenVertex;
use super::{SceneError, Target};

/// The pixels that triangles are drawn to.
pub(super) struct Canvas<'a> {
    pub(super) bytes: &'a mut [u8],
    pub(super) stride: usize,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(target: &Target, bytes: &'a mut [u8]) -> Self {
        Self { bytes, stride: target.stride() as usize, width: target.width(), height: target.height() }
    }
}

/// An edge function that is affine in the pixel: its value at the first pixel, and its steps.
#[derive(Clone, Copy)]
struct Edge {
    value: i64,
    step_x: i64,
    step_y: i64,
    /// 0 where pixels on the edge are inside, 1 where they are not.
    bias: i64,
}

impl Edge {
    /// The edge from `a` to `b` at a place in sixteenths: positive to the left of it.
    ///
    /// Pixels on a left or a top edge are inside, those on others are not.
    fn new(a: [i32; 2], b: [i32; 2], place: [i64; 2]) -> Self {
        let [dx, dy] = [i64::from(b[0]) - i64::from(a[0]), i64::from(b[1]) - i64::from(a[1])];
        let value = dx * (place[1] - i64::from(a[1])) - dy * (place[0] - i64::from(a[0]));
        let inside = dy < 0 || dy == 0 && dx < 0;
        Self { value, step_x: -dy * 16, step_y: dx * 16, bias: i64::from(!inside) }
    }
}

/// The index of the first pixel whose centre is at or after a place, and of the last at or before one.
fn pixels(low: i32, high: i32, size: u32) -> std::ops::Range<u32> {
    let first = (low - 8 + 15).div_euclid(16).max(0) as u32;
    let last = (high - 8).div_euclid(16);
    first..((last + 1).max(0) as u32).min(size)
}

/// Draws complete triangles; the number of pixels written.
pub(super) fn triangles(
    offset: u32,
    vertices: &[ScreenVertex],
    config: &Config<'_>,
    canvas: &mut Canvas<'_>,
) -> Result<u64, SceneError> {
    let mut written = 0;
    for (number, corners) in vertices.as_chunks::<3>().0.iter().enumerate() {
        if corners.iter().any(|corner| corner.color != corners[0].color) {
            return Err(SceneError::VaryingColor { offset, triangle: number as u32 });
        }
        written += triangle(*corners, config, canvas);
    }
    Ok(written)
}

fn triangle([a, b, c]: [ScreenVertex; 3], config: &Config<'_>, canvas: &mut Canvas<'_>) -> u64 {
    let place = |v: [i32; 2]| v.map(i64::from);
    let area = Edge::new(a.place, b.place, place(c.place)).value;
    let culled = match config.cull {
        Cull::None => false,
        Cull::CounterClockwise => area > 0,
        Cull::Clockwise => area < 0,
    };
    if area == 0 || culled {
        return 0;
    }
    let (b, c, area) = if area < 0 { (c, b, -area) } else { (b, c, area) };
    let span = |axis: usize, size| {
        let all = [a.place[axis], b.place[axis], c.place[axis]];
        pixels(all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0), size)
    };
    let (columns, rows) = (span(0, canvas.width), span(1, canvas.height));
    let first = [columns.start, rows.start].map(|pixel| i64::from(pixel) * 16 + 8);
    // Each weight belongs to the corner across from its edge.
    let mut edges = [
        Edge::new(b.place, c.place, first),
        Edge::new(c.place, a.place, first),
        Edge::new(a.place, b.place, first),
    ];
    let shade = Shade { area, uv: [a.uv, b.uv, c.uv], color: a.color, config };
    let mut written = 0;
    for y in rows {
        let start = y as usize * canvas.stride;
        let row = &mut canvas.bytes[start..start + canvas.width as usize * 4];
        let mut weights = edges.map(|edge| edge.value);
        for x in columns.clone() {
            let inside = (0..3).all(|index| weights[index] >= edges[index].bias);
            if inside && config.scissor.keeps(x, y) {
                row[x as usize * 4..][..4].copy_from_slice(&shade.pixel(weights));
                written += 1;
            }
            for (weight, edge) in weights.iter_mut().zip(&edges) {
                *weight += edge.step_x;
            }
        }
        for edge in &mut edges {
            edge.value += edge.step_y;
        }
    }
    written
}

/// What gives a triangle's pixels their colour.
struct Shade<'a> {
    area: i64,
    uv: [[i32; 2]; 3],
    color: u8,
    config: &'a Config<'a>,
}

impl Shade<'_> {
    fn pixel(&self, weights: [i64; 3]) -> [u8; 4] {
        let lane = |bit: u8| if self.color >> bit & 1 != 0 { 255 } else { 0 };
        let primary = [lane(0), lane(1), lane(2), 255];
        let Some(texture) = &self.config.texture else {
            return primary;
        };
        let texel = |axis: usize, size: u32| {
            let sum: i64 = (0..3).map(|corner| weights[corner] * i64::from(self.uv[corner][axis])).sum();
            (sum * i64::from(size)).div_euclid(self.area << 16)
        };
        let column = texture.wrap_s.apply(texel(0, texture.width), texture.width);
        let row = texture.wrap_t.apply(texel(1, texture.height), texture.height);
        let mut sample = texture.texel(column, row);
        if self.config.modulate {
            for (lane, factor) in sample.iter_mut().zip(primary) {
                *lane &= factor;
            }
        }
        sample
    }
}
