//! Clipping of transformed primitives against a guard band where rasterizers run out of bits, and behind the eye. Near and
//! far are left to the GPU, which goes on with colours between bytes, unless a primitive is clipped here anyway.

use smallvec::SmallVec;

use super::process::Batch;

/// Clip positions beyond this many times w to the sides are clipped: well within what rasterizers take.
pub(crate) const GUARD: f32 = 64.0;

/// Planes that are clipped against, a bit each, in the byte that [`Batch::flags`] has for a vertex.
pub(crate) mod plane {
    /// The guard band, or behind the eye: such primitives are clipped here.
    pub(crate) const GUARD: u8 = 0x40;
    /// Not a number somewhere: such primitives are dropped.
    pub(crate) const NONE: u8 = 0x80;
}

/// The planes: near, far, and the four of the guard band. What is inside has products of at least 0.
const PLANES: [[f32; 4]; 7] = [
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, -1.0, 1.0],
    [1.0, 0.0, 0.0, GUARD],
    [-1.0, 0.0, 0.0, GUARD],
    [0.0, 1.0, 0.0, GUARD],
    [0.0, -1.0, 0.0, GUARD],
    // w itself: what is behind the eye.
    [0.0, 0.0, 0.0, 1.0],
];

/// The least w that is left in front of the eye.
const LEAST_W: f32 = 1e-6;

fn inside(plane: usize, position: [f32; 4]) -> f32 {
    let product: f32 = PLANES[plane].iter().zip(position).map(|(a, b)| a * b).sum();
    if plane == 6 { product - LEAST_W } else { product }
}

/// A vertex of a polygon being clipped: indices into the batch, or made from two others.
type Polygon = SmallVec<[u32; 12]>;

/// Clips a triangle; vertices that come about are added to the batch. The answer is a fan, the first vertex first as
/// long as it is visible, so that flat colours stay.
pub(crate) fn triangle(batch: &mut Batch, corners: [u32; 3], flat: bool) -> Polygon {
    let mut polygon: Polygon = SmallVec::from_slice(&corners);
    for plane in 0..PLANES.len() {
        if polygon.len() < 3 {
            return Polygon::new();
        }
        let mut kept = Polygon::new();
        for (at, &from) in polygon.iter().enumerate() {
            let to = polygon[(at + 1) % polygon.len()];
            let (a, b) = (inside(plane, batch.clip[from as usize]), inside(plane, batch.clip[to as usize]));
            if a >= 0.0 {
                kept.push(from);
            }
            if (a >= 0.0) != (b >= 0.0) {
                kept.push(batch.interpolate(from, to, a / (a - b)));
            }
        }
        polygon = kept;
    }
    if polygon.len() < 3 {
        return Polygon::new();
    }
    if flat && polygon[0] != corners[0] {
        let first = batch.duplicate(polygon[0]);
        batch.copy_colors(corners[0], first);
        polygon[0] = first;
    }
    polygon
}

/// Clips a line; `None` when nothing is left.
pub(crate) fn line(batch: &mut Batch, ends: [u32; 2], flat: bool) -> Option<[u32; 2]> {
    let [mut from, mut to] = ends;
    for plane in 0..PLANES.len() {
        let (a, b) = (inside(plane, batch.clip[from as usize]), inside(plane, batch.clip[to as usize]));
        match (a >= 0.0, b >= 0.0) {
            (true, true) => {}
            (true, false) => to = batch.interpolate(from, to, a / (a - b)),
            (false, true) => from = batch.interpolate(from, to, a / (a - b)),
            _ => return None,
        }
    }
    if flat && from != ends[0] {
        batch.copy_colors(ends[0], from);
    }
    Some([from, to])
}
