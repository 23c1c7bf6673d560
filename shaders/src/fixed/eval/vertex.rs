//! The vertex half of the pipeline.

use super::coordinates::coordinates;
use super::light::colors;
use super::margin::Margin;
use super::place::{Place, place};
use super::state::{Vertex, VertexState, Viewport};
use super::vector::{V4, dot, length, wide};

/// What becomes of a vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Processed {
    /// The position before the division by w.
    pub clip: [f64; 4],
    /// x and y in pixels (pixel centres are whole numbers), depth in the viewport's range, and 1/w.
    pub screen: [f64; 4],
    /// The position in eye space; 0 for transformed vertices.
    pub eye: [f64; 3],
    /// Diffuse and specular colour as r, g, b, a.
    pub colors: [[f64; 4]; 2],
    /// Coordinates of the eight stages; where a stage projects, w is what its pixels divide by.
    pub texcoords: [[f64; 4]; 8],
    /// How much of the colour fog leaves, 0–1; 1 also where fog goes by the table.
    pub fog: f64,
    /// The size as a point in pixels.
    pub point_size: f64,
    /// The distances to the six clip planes, positive inside; 0 for planes that are off.
    pub clip_distances: [f64; 6],
    /// How near all of this is to a jump.
    pub margin: Margin,
}

/// Processes a vertex.
#[must_use]
pub fn vertex(state: &VertexState, vertex: &Vertex) -> Processed {
    let mut margin = Margin::default();
    let place = if state.transformed { flat(state, vertex) } else { place(state, vertex, &mut margin) };
    let eye = [place.eye[0], place.eye[1], place.eye[2]];
    let moved = (!state.transformed).then_some(&place);
    let texcoords = std::array::from_fn(|stage| coordinates(state, stage, vertex, moved, &mut margin));
    Processed {
        clip: place.clip,
        screen: if state.transformed { wide(vertex.position) } else { screen(&state.viewport, place.clip) },
        eye,
        colors: colors(state, vertex, &place, &mut margin),
        texcoords,
        fog: fog(state, vertex, eye, &mut margin),
        point_size: point_size(state, vertex, eye),
        clip_distances: clip_distances(state, place.world),
        margin,
    }
}

/// The place of a transformed vertex, of which only the clip position means anything.
fn flat(state: &VertexState, vertex: &Vertex) -> Place {
    let [x, y, z, rhw] = wide(vertex.position);
    let port = &state.viewport;
    let [left, top, width, height] = wide([port.x, port.y, port.width, port.height]);
    let w = if rhw == 0.0 { 1.0 } else { 1.0 / rhw };
    let z = if state.depth_test { z } else { 0.0 };
    let clip = [((x - left) * 2.0 / width - 1.0) * w, (1.0 - (y - top) * 2.0 / height) * w, z * w, w];
    Place { world: [0.0; 4], eye: [0.0; 4], clip, normal: [0.0; 3] }
}

/// Where on the target a clip position is.
fn screen(port: &Viewport, [x, y, z, w]: V4) -> V4 {
    let [left, top, width, height] = wide([port.x, port.y, port.width, port.height]);
    let (near, far) = (f64::from(port.min_z), f64::from(port.max_z));
    [
        left + (x / w * 0.5 + 0.5) * width,
        top + (0.5 - y / w * 0.5) * height,
        near + z / w * (far - near),
        1.0 / w,
    ]
}

fn fog(state: &VertexState, vertex: &Vertex, eye: [f64; 3], margin: &mut Margin) -> f64 {
    let fog = &state.fog;
    if !fog.enable || !matches!(fog.table_mode, 0 | 4..) {
        return 1.0;
    }
    let mode = if state.transformed { 0 } else { fog.vertex_mode };
    let distance = match vertex.fog {
        Some(distance) => f64::from(distance),
        None if fog.range => length(eye),
        None => eye[2].abs(),
    };
    if mode == 3 && fog.start.to_bits() == fog.end.to_bits() {
        // Without extent all is fog; only the table has a step there.
        return 0.0;
    }
    // What transformed vertices lack is alpha 0.
    let absent = if state.transformed { 0.0 } else { 1.0 };
    let computed = fog.factor(mode, distance, margin);
    computed.unwrap_or_else(|| vertex.colors[1].map_or(absent, |color| f64::from(color[3])))
}

fn point_size(state: &VertexState, vertex: &Vertex, eye: [f64; 3]) -> f64 {
    let points = &state.points;
    let mut size = f64::from(vertex.point_size.unwrap_or(points.size));
    if points.scaled && !state.transformed {
        let [constant, linear, square] = wide(points.scale);
        let distance = length(eye);
        let shrink = constant + linear * distance + square * distance * distance;
        size *= f64::from(state.viewport.height) * (1.0 / shrink).sqrt();
    }
    size.max(f64::from(points.min)).min(f64::from(points.max))
}

fn clip_distances(state: &VertexState, world: V4) -> [f64; 6] {
    std::array::from_fn(|plane| {
        let on = state.clipping && !state.transformed && state.clip_plane_mask >> plane & 1 != 0;
        if on { dot(world, wide(state.clip_planes[plane])) } else { 0.0 }
    })
}
