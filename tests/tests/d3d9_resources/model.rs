//! Surfaces of every kind against plain arrays: whoever wrote last, CPU or GPU, is what is read.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograph_d3d9::types::{LockFlags, MultiSample, Pool, Rect, TextureFilter, Usage};
use retrograph_d3d9::{Device, Format, SurfaceId};

use super::support::{NONE, device, read, read_gpu, words, write_rect};

const SIDE: usize = 6;
const ARGB: Format = Format::A8R8G8B8;
/// Surfaces in the world: those from [`PLAIN`] on can be locked, the last is in system memory.
const COUNT: usize = 5;
const PLAIN: usize = 1;
const MEMORY: usize = COUNT - 1;

type Texels = [u32; SIDE * SIDE];

#[derive(Clone, Debug)]
enum Step {
    Write { to: usize, rect: [usize; 4], texel: u32 },
    Fill { to: usize, rect: [usize; 4], texel: u32 },
    Copy { from: usize, to: usize, rect: [usize; 4], corner: [usize; 2] },
    Mirror { to: usize },
    Read { from: usize },
    Present,
}

/// Left, top, width, height.
fn rect() -> impl Strategy<Value = [usize; 4]> {
    let axis = || (0..SIDE).prop_flat_map(|low| (Just(low), 1..=SIDE - low));
    (axis(), axis()).prop_map(|((left, width), (top, height))| [left, top, width, height])
}

fn step() -> impl Strategy<Value = Step> {
    let texel = || any::<u32>();
    prop_oneof![
        4 => (PLAIN..COUNT, rect(), texel()).prop_map(|(to, rect, texel)| Step::Write { to, rect, texel }),
        3 => (0..3_usize, rect(), texel()).prop_map(|(to, rect, texel)| Step::Fill { to, rect, texel }),
        4 => (0..COUNT, 0..COUNT, rect(), [0..SIDE, 0..SIDE])
            .prop_map(|(from, to, rect, corner)| Step::Copy { from, to, rect, corner }),
        1 => (0..2_usize).prop_map(|to| Step::Mirror { to }),
        2 => (0..COUNT).prop_map(|from| Step::Read { from }),
        1 => Just(Step::Present),
    ]
}

/// Device surfaces beside what they should hold: a render target, a lockable one, a plain one, a dynamic
/// texture's level, and one in system memory.
struct World {
    device: Device,
    surfaces: [SurfaceId; COUNT],
    texels: [Texels; COUNT],
}

impl World {
    fn new() -> Self {
        let mut device = device();
        let side = SIDE as u32;
        let mut target = |lockable| {
            device.create_render_target(side, side, ARGB, MultiSample::NONE, 0, lockable).expect("a target")
        };
        let (drawn, lockable) = (target(false), target(true));
        let plain = |device: &mut Device, pool| {
            device.create_offscreen_plain_surface(side, side, ARGB, pool).expect("a surface")
        };
        let (flat, memory) = (plain(&mut device, Pool::Default), plain(&mut device, Pool::SystemMem));
        let texture = device.create_texture(side, side, 1, Usage::DYNAMIC, ARGB, Pool::Default);
        let dynamic = device.get_surface_level(texture.expect("a texture"), 0).expect("a level");
        Self { device, surfaces: [drawn, lockable, flat, dynamic, memory], texels: [[0; SIDE * SIDE]; COUNT] }
    }

    fn run(&mut self, step: &Step) {
        match *step {
            Step::Write { to, rect, texel } => {
                let bytes = words(&vec![texel; rect[2] * rect[3]]);
                write_rect(&mut self.device, self.surfaces[to], Some(edges(rect)), NONE, &bytes);
                paint(&mut self.texels[to], rect, texel);
            }
            Step::Fill { to, rect, texel } => {
                self.device.color_fill(self.surfaces[to], Some(edges(rect)), texel).expect("a fill");
                paint(&mut self.texels[to], rect, texel);
            }
            Step::Copy { from, to, rect, corner } => self.copy(from, to, rect, corner),
            Step::Mirror { to } => {
                // Everything, by way of system memory.
                let (source, memory) = (self.surfaces[to], self.surfaces[MEMORY]);
                self.device.get_render_target_data(source, memory).expect("a read-back");
                self.texels[MEMORY] = self.texels[to];
            }
            Step::Read { from } => {
                let found = if from == 0 {
                    read_gpu(&mut self.device, self.surfaces[from])
                } else {
                    read(&mut self.device, self.surfaces[from])
                };
                assert_eq!(found, words(&self.texels[from]), "surface {from}");
            }
            Step::Present => self.device.finish().expect("no error on the GPU"),
        }
    }

    fn copy(&mut self, from: usize, to: usize, [left, top, width, height]: [usize; 4], corner: [usize; 2]) {
        let [x, y] = [corner[0].min(SIDE - width), corner[1].min(SIDE - height)];
        let (rect, destination) = (edges([left, top, width, height]), edges([x, y, width, height]));
        let (source, target) = (self.surfaces[from], self.surfaces[to]);
        let point = Some((destination.left, destination.top));
        let done = if from == MEMORY {
            self.device.update_surface(source, Some(rect), target, point)
        } else {
            self.device.stretch_rect(source, Some(rect), target, Some(destination), TextureFilter::None)
        };
        if done.is_ok() {
            let old = self.texels[from];
            for row in 0..height {
                for column in 0..width {
                    let texel = old[(top + row) * SIDE + left + column];
                    self.texels[to][(y + row) * SIDE + x + column] = texel;
                }
            }
        }
        let possible = match (from, to) {
            (MEMORY, to) => to != MEMORY,
            (from, 0 | 1) => from != to,
            _ => false,
        };
        assert_eq!(done.is_ok(), possible, "{from} to {to}");
    }
}

fn edges([left, top, width, height]: [usize; 4]) -> Rect {
    let edge = |value: usize| i32::try_from(value).expect("small");
    Rect::new(edge(left), edge(top), edge(left + width), edge(top + height))
}

fn paint(texels: &mut Texels, [left, top, width, height]: [usize; 4], texel: u32) {
    for row in top..top + height {
        texels[row * SIDE..][left..left + width].fill(texel);
    }
}

#[test]
fn the_last_writer_is_read() {
    let usual = ProptestConfig::default();
    let config = ProptestConfig {
        cases: usual.cases / 4,
        rng_seed: RngSeed::Fixed(10),
        failure_persistence: None,
        ..usual
    };
    let steps = proptest::collection::vec(step(), 1..40);
    let result = TestRunner::new(config).run(&steps, |steps| {
        let mut world = World::new();
        for step in &steps {
            world.run(step);
        }
        for from in 0..COUNT {
            world.run(&Step::Read { from });
        }
        world.run(&Step::Present);
        Ok(())
    });
    result.expect("every sequence");
}

#[test]
fn a_discarded_level_forgets_what_the_gpu_wrote() {
    let mut world = World::new();
    let (memory, level) = (world.surfaces[MEMORY], world.surfaces[3]);
    write_rect(&mut world.device, memory, None, NONE, &words(&[7; SIDE * SIDE]));
    world.device.update_surface(memory, None, level, None).expect("an update");
    write_rect(&mut world.device, level, None, LockFlags::DISCARD, &words(&[8; SIDE * SIDE]));
    assert_eq!(read(&mut world.device, level), words(&[8; SIDE * SIDE]));
    assert_eq!(read_gpu(&mut world.device, level), words(&[8; SIDE * SIDE]));
}
