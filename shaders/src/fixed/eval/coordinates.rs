//! Texture coordinates: where they come from, and what they go through.

use super::margin::Margin;
use super::place::Place;
use super::state::{StageCoordinates, Vertex, VertexState};
use super::vector::{V3, V4, add, dot, length, normalize, scale, sub, transform, wide, wide_matrix};

/// `D3DTTFF_PROJECTED`
const PROJECTED: u32 = 256;

fn reflection(place: &Place, margin: &mut Margin) -> V3 {
    let [x, y, z, _] = place.eye;
    let incoming = normalize([x, y, z], margin);
    sub(incoming, scale(place.normal, 2.0 * dot(place.normal, incoming)))
}

/// Coordinates before the transform, padded for it, and how many there are.
struct Source {
    plain: V4,
    padded: V4,
    count: usize,
}

fn generated([x, y, z]: V3) -> Source {
    let plain = [x, y, z, 1.0];
    Source { plain, padded: plain, count: 3 }
}

fn source(
    stage: &StageCoordinates,
    number: usize,
    vertex: &Vertex,
    place: Option<&Place>,
    margin: &mut Margin,
) -> Source {
    let Some(place) = place else {
        // Nothing is made for places in pixels. The low half of the index counts only where nothing is to be made.
        let made = matches!(stage.index >> 16, 1..=4);
        return passed(vertex, if made { number as u32 } else { stage.index });
    };
    match stage.index >> 16 {
        1 => generated(place.normal),
        2 => generated([place.eye[0], place.eye[1], place.eye[2]]),
        3 => generated(reflection(place, margin)),
        4 => {
            let [x, y, z] = reflection(place, margin);
            let length = length(add([x, y, z], [0.0, 0.0, 1.0]));
            margin.note(length);
            let by = 2.0 * length;
            generated([x / by + 0.5, y / by + 0.5, 0.0])
        }
        _ => passed(vertex, stage.index),
    }
}

fn passed(vertex: &Vertex, index: u32) -> Source {
    let Some(set) = vertex.texcoords[(index & 7) as usize] else {
        return Source { plain: [0.0; 4], padded: [0.0; 4], count: 0 };
    };
    let count = usize::from(set.count.clamp(1, 4));
    let values = wide(set.values);
    let plain = std::array::from_fn(|lane| if lane < count { values[lane] } else { 0.0 });
    let mut padded = plain;
    if count < 4 {
        padded[count] = 1.0;
    }
    Source { plain, padded, count }
}

/// The coordinates of a stage; with projection, w is what the pixel stage divides by.
pub(super) fn coordinates(
    state: &VertexState,
    number: usize,
    vertex: &Vertex,
    place: Option<&Place>,
    margin: &mut Margin,
) -> V4 {
    let stage = &state.stages[number];
    let source = source(stage, number, vertex, place, margin);
    let count = (stage.flags & !PROJECTED) as usize;
    let mut result = source.plain;
    // Places in pixels go through no matrix, and divide by the last coordinate that is declared.
    let counted = matches!(count, 2..=4) && place.is_some();
    if counted {
        result = transform(source.padded, &wide_matrix(&stage.matrix));
        result[count..].fill(0.0);
    }
    if stage.flags & PROJECTED != 0 {
        let count = if counted { count } else { source.count };
        result[3] = if count == 0 { 1.0 } else { result[count - 1] };
    }
    result
}
