//! Shadow volumes: what lies behind a body, seen from a light.

use std::collections::HashMap;

use glam::Vec3;

use crate::demo::Geometry;

/// A place as whole steps of 1/4096, so that the seams of a mesh are closed.
type Key = [i32; 3];

#[allow(clippy::cast_possible_truncation, reason = "scenes are small")]
fn key(place: Vec3) -> Key {
    (place * 4096.0).round().to_array().map(|lane| lane as i32)
}

/// The closed volume behind a closed body as a list of triangles: the faces that the light sees, the same moved
/// `reach` units away from the light, and walls between along the silhouette.
#[must_use]
pub fn volume(body: &Geometry, light: Vec3, reach: f32) -> Vec<[f32; 3]> {
    let away = |place: Vec3| place + (place - light).normalize() * reach;
    let mut volume = Vec::new();
    // Edges of faces towards the light: those without a twin in the other direction are the silhouette.
    let mut edges: HashMap<(Key, Key), [Vec3; 2]> = HashMap::new();
    for corners in body.indices.chunks_exact(3) {
        let [a, b, c] =
            [0, 1, 2].map(|corner| Vec3::from(body.vertices[usize::from(corners[corner])].position));
        let facing = (b - a).cross(c - a);
        // Meshes are wound clockwise from outside in a right-handed world.
        if facing.dot(light - a) >= 0.0 || facing.length_squared() < 1e-14 {
            continue;
        }
        volume.extend([a, b, c, away(a), away(c), away(b)]);
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let (from_key, to_key) = (key(from), key(to));
            if edges.remove(&(to_key, from_key)).is_none() {
                edges.insert((from_key, to_key), [from, to]);
            }
        }
    }
    // A map has no order that is the same twice.
    let mut silhouette: Vec<_> = edges.into_iter().collect();
    silhouette.sort_by_key(|(keys, _)| *keys);
    for (_, [from, to]) in silhouette {
        volume.extend([to, from, away(from), to, away(from), away(to)]);
    }
    volume.iter().map(Vec3::to_array).collect()
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    #[test]
    fn volumes_are_closed() {
        let light = Vec3::new(-3.0, 9.0, 4.0);
        for body in [shapes::ball(Vec3::Y, 0.5, 16), shapes::pedestal(Vec3::X), shapes::column(Vec3::Z)] {
            let volume = volume(&body, light, 20.0);
            let mut balance: HashMap<(Key, Key), i32> = HashMap::new();
            for corners in volume.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|corner| key(corners[corner].into()));
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    *balance.entry((from, to)).or_default() += 1;
                    *balance.entry((to, from)).or_default() -= 1;
                }
            }
            assert!(!volume.is_empty());
            let open = balance.iter().filter(|((from, to), count)| from != to && **count != 0).count();
            assert_eq!(open, 0, "of {}", balance.len());
        }
    }
}
