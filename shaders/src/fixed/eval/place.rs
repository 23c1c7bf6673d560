//! Positions and normals: transforms, blending, tweening.

use super::margin::Margin;
use super::state::{IDENTITY, Vertex, VertexState};
use super::vector::{
    M3, M4, V3, V4, add, inverse_transpose, lerp, normalize, product, scale, transform, turn, upper, wide,
    wide_matrix,
};

/// Where a vertex is.
pub(super) struct Place {
    pub(super) world: V4,
    pub(super) eye: V4,
    pub(super) clip: V4,
    pub(super) normal: V3,
}

/// The matrices that a vertex goes through, with their weights.
struct Bones {
    list: Vec<(f64, M4)>,
    /// Normals take part in the blending, so that no inverse is taken.
    blended: bool,
}

fn world(state: &VertexState, index: usize) -> M4 {
    wide_matrix(state.world.get(index).unwrap_or(&IDENTITY))
}

/// The nearest index of a palette of 256; what is no number is 0.
fn palette(index: f32) -> usize {
    (0..256usize).take_while(|&at| at as f64 <= f64::from(index) + 0.5).last().unwrap_or(0)
}

fn bones(state: &VertexState, vertex: &Vertex, margin: &mut Margin) -> Bones {
    let plain = Bones { list: vec![(1.0, world(state, 0))], blended: false };
    let indices = vertex.indices.filter(|_| state.blend_indexed);
    let mut pick = |bone: usize| match indices {
        Some(indices) => {
            margin.note((f64::from(indices[bone]) - f64::from(indices[bone]).floor()) - 0.5);
            world(state, palette(indices[bone]))
        }
        None => world(state, bone),
    };
    let count = match state.blend {
        1..=3 => state.blend as usize,
        256 if indices.is_some() => return Bones { list: vec![(1.0, pick(0))], blended: true },
        _ => return plain,
    };
    let Some(weights) = vertex.weights.map(wide) else { return plain };
    let mut list: Vec<(f64, M4)> = (0..count).map(|bone| (weights[bone], pick(bone))).collect();
    list.push((1.0 - weights[..count].iter().sum::<f64>(), pick(count)));
    Bones { list, blended: true }
}

/// Position and normal between the two of a vertex that tweens.
fn tweened(state: &VertexState, vertex: &Vertex) -> (V4, Option<V3>) {
    let (position, normal) = (wide(vertex.position), vertex.normal.map(wide));
    // What has no weights is not blended, and so not tweened either.
    if state.blend != 255 || vertex.weights.is_none() {
        return (position, normal);
    }
    let at = f64::from(state.tween);
    let position = match vertex.second_position {
        Some(second) => lerp(position, wide(second), at),
        None => position,
    };
    let normal = match (normal, vertex.second_normal) {
        (Some(first), Some(second)) => Some(lerp(first, wide(second), at)),
        _ => normal,
    };
    (position, normal)
}

/// The matrix of normals that are not blended; identity where there is none.
fn normal_matrix(model_view: &M4) -> M3 {
    match inverse_transpose(&upper(model_view)) {
        Some((matrix, _)) => matrix,
        None => upper(&wide_matrix(&IDENTITY)),
    }
}

pub(super) fn place(state: &VertexState, vertex: &Vertex, margin: &mut Margin) -> Place {
    let (position, normal) = tweened(state, vertex);
    let bones = bones(state, vertex, margin);
    let view = wide_matrix(&state.view);
    let mut place = Place { world: [0.0; 4], eye: [0.0; 4], clip: [0.0; 4], normal: [0.0; 3] };
    for (weight, bone) in &bones.list {
        place.world = add(place.world, scale(transform(position, bone), *weight));
        if let Some(normal) = normal {
            let model_view = product(bone, &view);
            let matrix = if bones.blended { upper(&model_view) } else { normal_matrix(&model_view) };
            place.normal = add(place.normal, scale(turn(normal, &matrix), *weight));
        }
    }
    place.eye = transform(place.world, &view);
    place.clip = transform(place.eye, &wide_matrix(&state.projection));
    if state.normalize && normal.is_some() {
        place.normal = normalize(place.normal, margin);
    }
    place
}
