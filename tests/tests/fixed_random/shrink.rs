//! Smaller scenes that still come out wrong.

use retrograph_shaders::fixed::eval::{Stage, VertexState};

use super::bench::Bench;
use super::compare::{Tally, compare};
use super::scene::Scene;

type Change = Box<dyn Fn(&mut Scene)>;

/// What may be taken away from a scene.
fn changes() -> Vec<Change> {
    let mut changes: Vec<Change> = vec![
        Box::new(|scene| scene.vertex.lighting = false),
        Box::new(|scene| scene.vertex.fog.enable = false),
        Box::new(|scene| scene.vertex.specular = false),
        Box::new(|scene| scene.pixel.alpha_test.enable = false),
        Box::new(|scene| scene.vertex.clip_plane_mask = 0),
        Box::new(|scene| scene.flat = false),
        Box::new(|scene| scene.vertex.points.scaled = false),
        Box::new(|scene| scene.corners.iter_mut().for_each(|corner| corner.point_size = None)),
        Box::new(|scene| scene.vertex.fog.range = false),
        Box::new(|scene| scene.vertex.fog.table_mode = 0),
        Box::new(|scene| scene.vertex.normalize = false),
        Box::new(|scene| scene.vertex.local_viewer = true),
        Box::new(|scene| scene.vertex.color_vertex = false),
        Box::new(|scene| scene.vertex.sources = VertexState::default().sources),
        Box::new(|scene| scene.corners.iter_mut().for_each(|corner| corner.fog = None)),
        Box::new(|scene| scene.corners.iter_mut().for_each(|corner| corner.colors[0] = None)),
        Box::new(|scene| scene.corners.iter_mut().for_each(|corner| corner.colors[1] = None)),
        Box::new(|scene| scene.vertex.material.power = 1.0),
    ];
    for light in (0..10).rev() {
        changes.push(Box::new(move |scene| {
            if light < scene.vertex.lights.len() {
                scene.vertex.lights.remove(light);
            }
        }));
    }
    for index in (0..8).rev() {
        let plain = VertexState::default().stages[index];
        changes.push(Box::new(move |scene| scene.pixel.stages[index].color_operation = 1));
        changes.push(Box::new(move |scene| scene.pixel.stages[index] = Stage::new(index)));
        changes.push(Box::new(move |scene| scene.pixel.stages[index].alpha_operation = 1));
        changes.push(Box::new(move |scene| scene.pixel.stages[index].color_operation = 2));
        changes.push(Box::new(move |scene| scene.pixel.stages[index].result = 1));
        changes.push(Box::new(move |scene| scene.textures[index] = None));
        changes.push(Box::new(move |scene| scene.vertex.stages[index] = plain));
        changes.push(Box::new(move |scene| scene.vertex.stages[index].flags &= 0xFF));
        changes.push(Box::new(move |scene| scene.vertex.stages[index].flags &= 0x100));
        changes.push(Box::new(move |scene| scene.vertex.stages[index].index &= 7));
        changes.push(Box::new(move |scene| {
            scene.corners.iter_mut().for_each(|corner| corner.texcoords[index] = None);
        }));
        changes.push(Box::new(move |scene| {
            for argument in &mut scene.pixel.stages[index].color_arguments {
                *argument &= 0xF;
            }
        }));
    }
    changes
}

/// The scene with everything taken away that it stays wrong without.
pub(crate) fn shrink(bench: &mut Bench, scene: &Scene) -> Scene {
    let mut smallest = scene.clone();
    for change in changes() {
        let mut candidate = smallest.clone();
        change(&mut candidate);
        candidate.settle();
        let picture = bench.draw(std::slice::from_ref(&candidate));
        if compare(&candidate, &picture, &bench.texels, &mut Tally::default()).is_err() {
            smallest = candidate;
        }
    }
    smallest
}
