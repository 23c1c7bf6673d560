//! Lighting of vertices.

use super::margin::Margin;
use super::place::Place;
use super::state::{Light, Sources, Vertex, VertexState};
use super::vector::{
    M4, V3, V4, add, dot, length, mul, normalize, saturate, scale, sub, transform, turn, unpack, upper, wide,
    wide_matrix,
};

/// How many lights count.
const LIGHTS: usize = 8;

/// What lights give, before the material.
#[derive(Default)]
struct Sums {
    ambient: V4,
    diffuse: V4,
    specular: V4,
}

/// The colours that a material has at a vertex: diffuse, specular, ambient, emissive.
fn material(state: &VertexState, vertex: &Vertex) -> [V4; 4] {
    let Sources { diffuse, specular, ambient, emissive } = state.sources;
    let own = &state.material;
    let pick = |source: u32, color: [f32; 4]| {
        let from = match source {
            1 => vertex.colors[0],
            2 => vertex.colors[1],
            _ => None,
        };
        wide(from.filter(|_| state.color_vertex).unwrap_or(color))
    };
    [
        pick(diffuse, own.diffuse),
        pick(specular, own.specular),
        pick(ambient, own.ambient),
        pick(emissive, own.emissive),
    ]
}

/// The direction to a light, and how much of it arrives.
fn arrival(light: &Light, view: &M4, eye: V3, margin: &mut Margin) -> Option<(V3, f64)> {
    let direction = |margin: &mut Margin| normalize(turn(wide(light.direction), &upper(view)), margin);
    if light.kind == 3 {
        return Some((scale(direction(margin), -1.0), 1.0));
    }
    if !matches!(light.kind, 1 | 2) {
        return None;
    }
    let [x, y, z] = wide(light.position);
    let [x, y, z, _] = transform([x, y, z, 1.0], view);
    let way = sub([x, y, z], eye);
    let distance = length(way);
    let range = f64::from(light.range);
    margin.note((distance - range) / range.abs().max(1.0));
    if distance > range {
        return None;
    }
    let to_light = normalize(way, margin);
    let [constant, linear, square] = wide(light.attenuation);
    let mut arrives =
        (1.0 / (constant + linear * distance + square * distance * distance)).min(f64::from(f32::MAX));
    if light.kind == 2 {
        let along = dot(scale(to_light, -1.0), direction(margin));
        arrives *= cone(light, along, margin);
    }
    Some((to_light, arrives))
}

/// How much a spot light gives in a direction whose cosine to its axis is `along`.
fn cone(light: &Light, along: f64, margin: &mut Margin) -> f64 {
    let inner = (f64::from(light.theta) / 2.0).cos();
    let outer = (f64::from(light.phi) / 2.0).cos();
    // Between the cones light fades without a jump, unless it does so at once.
    if light.falloff < 1.0 || inner - outer < 0.01 {
        margin.note(along - inner);
        margin.note(along - outer);
    }
    if along > inner {
        1.0
    } else if along <= outer {
        0.0
    } else {
        ((along - outer) / (inner - outer)).powf(f64::from(light.falloff))
    }
}

/// The direction halfway between a light and the viewer.
fn halfway(state: &VertexState, to_light: V3, eye: V3, margin: &mut Margin) -> V3 {
    let from_viewer = if state.local_viewer { normalize(eye, margin) } else { [0.0, 0.0, 1.0] };
    normalize(sub(to_light, from_viewer), margin)
}

fn gather(state: &VertexState, place: &Place, margin: &mut Margin) -> Sums {
    let mut sums = Sums::default();
    let view = wide_matrix(&state.view);
    let [x, y, z, _] = place.eye;
    let eye = [x, y, z];
    let power = f64::from(state.material.power);
    for light in state.lights.iter().take(LIGHTS) {
        let Some((to_light, arrives)) = arrival(light, &view, eye, margin) else { continue };
        sums.ambient = add(sums.ambient, scale(wide(light.ambient), arrives));
        let facing = dot(place.normal, to_light);
        sums.diffuse = add(sums.diffuse, scale(wide(light.diffuse), saturate(facing) * arrives));
        if !state.specular {
            continue;
        }
        let shine = dot(place.normal, halfway(state, to_light, eye, margin));
        if shine > 0.0 && shine.min(1.0).powf(power) * arrives > 1e-4 {
            margin.note(facing);
        }
        if facing > 0.0 && power < 1.0 {
            margin.note(shine);
        }
        if facing > 0.0 && shine > 0.0 {
            let highlight = saturate(shine).powf(power) * arrives;
            sums.specular = add(sums.specular, scale(wide(light.specular), highlight));
        }
    }
    sums
}

/// Both colours of a vertex.
pub(super) fn colors(state: &VertexState, vertex: &Vertex, place: &Place, margin: &mut Margin) -> [V4; 2] {
    if !state.lighting || state.transformed {
        return [
            vertex.colors[0].map_or([1.0; 4], wide),
            vertex.colors[1].map_or([0.0, 0.0, 0.0, 1.0], wide),
        ];
    }
    let [diffuse, specular, ambient, emissive] = material(state, vertex);
    let sums = gather(state, place, margin);
    let around = add(unpack(state.ambient), sums.ambient);
    let sum = add(emissive, add(mul(ambient, around), mul(diffuse, sums.diffuse)));
    let first = [sum[0], sum[1], sum[2], diffuse[3]].map(saturate);
    let second = if state.specular {
        let [r, g, b, _] = mul(specular, sums.specular);
        [r, g, b, specular[3]].map(saturate)
    } else {
        vertex.colors[1].map_or([0.0; 4], wide)
    };
    [first, second]
}
