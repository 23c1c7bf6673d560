//! Shader outputs to clip space, and clipping.

use crate::state::{DrawState, Semantic};
use crate::vertex::Outputs;

/// Where values lie among a vertex's varyings.
pub(super) const COLOR: usize = 0;
pub(super) const TEXCOORD: [usize; 3] = [4, 6, 8];
/// How many varyings there are.
pub(super) const VARYINGS: usize = 10;

/// Clip coordinates this close to a plane are on its inner side: programs draw exactly at the far plane.
const EPSILON: f32 = 1e-8;
/// Clip coordinates have at least this `w`.
const MIN_W: f32 = 1e-5;

/// A vertex in clip space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub(super) clip: [f32; 4],
    pub(super) varyings: [f32; VARYINGS],
}

/// Vertices out of shader outputs. Colours lose their sign and what is above one, here and not later.
pub(super) fn prepare(state: &DrawState, outputs: &[Outputs]) -> Vec<Vertex> {
    let map = &state.outputs;
    let vertex = |outputs| {
        let mut varyings = [0.0; VARYINGS];
        for lane in 0..4 {
            let color = map.value(outputs, Semantic::Color, lane).abs();
            varyings[COLOR + lane] = if color < 1.0 { color } else { 1.0 };
        }
        let semantics = [Semantic::TexCoord0, Semantic::TexCoord1, Semantic::TexCoord2];
        for (place, semantic) in TEXCOORD.into_iter().zip(semantics) {
            varyings[place..place + 2].copy_from_slice(&map.lanes::<2>(outputs, semantic));
        }
        Vertex { clip: map.lanes(outputs, Semantic::Position), varyings }
    };
    outputs.iter().map(vertex).collect()
}

/// The three vertices of a triangle.
pub(super) fn corners(vertices: &[Vertex], places: [u32; 3]) -> Option<[Vertex; 3]> {
    let vertex = |place: u32| vertices.get(place as usize).copied();
    Some([vertex(places[0])?, vertex(places[1])?, vertex(places[2])?])
}

/// How far inside of each plane a vertex is: right, left, top, bottom, far, near, in front, and the user's.
fn distances(vertex: &Vertex, plane: Option<[f32; 4]>) -> [f32; 8] {
    let [x, y, z, w] = vertex.clip;
    let user = plane.map_or(0.0, |plane| plane[0] * x + plane[1] * y + plane[2] * z + plane[3] * w);
    [w - x, w + x, w - y, w + y, -z, z + w, w - MIN_W, user]
}

/// The part of a triangle within the view volume `-w <= x, y <= w`, `-w <= z <= 0`, as a convex polygon.
pub(super) fn clip(triangle: &[Vertex; 3], plane: Option<[f32; 4]>, polygon: &mut Vec<Vertex>) {
    polygon.clear();
    polygon.extend_from_slice(triangle);
    let mut outside = [false; 8];
    for vertex in triangle {
        if vertex.clip.iter().any(|lane| !lane.is_finite()) {
            polygon.clear();
            return;
        }
        for (flag, distance) in outside.iter_mut().zip(distances(vertex, plane)) {
            *flag |= distance < -EPSILON;
        }
    }
    let mut from = Vec::new();
    for which in (0..8).filter(|&which| outside[which]) {
        std::mem::swap(&mut from, polygon);
        polygon.clear();
        let Some(mut before) = from.last().copied() else { return };
        let mut before_distance = distances(&before, plane)[which];
        for &vertex in &from {
            let distance = distances(&vertex, plane)[which];
            if (distance < -EPSILON) != (before_distance < -EPSILON) {
                polygon.push(between(&before, &vertex, before_distance / (before_distance - distance)));
            }
            if distance >= -EPSILON {
                polygon.push(vertex);
            }
            (before, before_distance) = (vertex, distance);
        }
    }
}

fn between(a: &Vertex, b: &Vertex, part: f32) -> Vertex {
    let mix = |a: f32, b: f32| a + (b - a) * part;
    Vertex {
        clip: std::array::from_fn(|lane| mix(a.clip[lane], b.clip[lane])),
        varyings: std::array::from_fn(|lane| mix(a.varyings[lane], b.varyings[lane])),
    }
}
