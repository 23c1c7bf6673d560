//! A valley at dusk: heights, trees and textures.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3, Vec4};

use super::{Immediate, Object, Result, pack};
use crate::demo::noise::{clouds, noise};
use crate::demo::{Geometry, mix};

/// How far the ground reaches from the middle.
pub const REACH: f32 = 46.0;
/// The lake's surface.
pub const LAKE: f32 = 0.0;
/// The colour that is not drawn in trees.
pub const KEY: u32 = 0x00FF_00FF;
/// Where the sun stands: the direction to it.
pub const TO_SUN: Vec3 = Vec3::new(-0.34, 0.13, 0.93);

/// A vertex with a colour and two sets of texture coordinates: `D3DFVF_XYZ`, `DIFFUSE`, `TEX2`.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Corner {
    /// Where it is.
    pub place: [f32; 3],
    /// Its colour.
    pub color: u32,
    /// Coordinates for both stages.
    pub uv: [[f32; 2]; 2],
}

/// The format of [`Corner`].
pub const FORMAT: u32 = 0x242;

/// The height of the ground.
#[must_use]
pub fn height(x: f32, z: f32) -> f32 {
    let at = Vec3::new(x / 92.0 + 0.5, 0.3, z / 92.0 + 0.5);
    let rough = clouds(at, 6);
    // A valley runs away from the eye, and bends.
    let middle = x - 5.0 * (z * 0.075).sin() + 0.5;
    let walls = (middle.abs() / 21.0).min(1.4).powf(1.7);
    let hills = noise(at * Vec3::new(9.0, 1.0, 9.0), 9) - 0.5;
    walls * (5.0 + 11.0 * rough) + (rough - 0.47) * 4.2 + hills * 2.2 - 0.9
}

/// The direction that the ground faces.
#[must_use]
pub fn normal(x: f32, z: f32) -> Vec3 {
    let step = 0.4;
    let slope = |dx: f32, dz: f32| height(x + dx, z + dz) - height(x - dx, z - dz);
    Vec3::new(-slope(step, 0.0), 2.0 * step, -slope(0.0, step)).normalize()
}

/// The light that ground of this direction gets.
fn light(normal: Vec3) -> Vec3 {
    let sun = normal.dot(TO_SUN.normalize()).max(0.0);
    let sky = 0.5 + 0.5 * normal.y;
    Vec3::new(1.25, 0.74, 0.42) * sun + Vec3::new(0.30, 0.33, 0.50) * sky
}

/// The ground as a mesh.
#[must_use]
pub fn ground() -> (Vec<Corner>, Vec<u16>) {
    let grid = Geometry::grid(240, 240, |u, v| {
        let (x, z) = ((u * 2.0 - 1.0) * REACH, (v * 2.0 - 1.0) * REACH);
        crate::demo::Vertex { position: [x, height(x, z), z], ..crate::demo::Vertex::default() }
    });
    let corners = grid.vertices.iter().map(|vertex| {
        let [x, y, z] = vertex.position;
        let facing = normal(x, z);
        let grass = mix(Vec3::new(0.56, 0.50, 0.44), Vec3::new(0.40, 0.46, 0.22), 0.72, 0.93, facing.y);
        let shore = mix(Vec3::new(0.50, 0.43, 0.32), grass, 0.05, 0.5, y);
        let color = pack((shore * light(facing) * 1.15).extend(1.0));
        Corner { place: vertex.position, color, uv: [[x * 0.45, z * 0.45], [x / 23.0, z / 23.0]] }
    });
    (corners.collect(), grid.indices)
}

/// Trees on the slopes, the farthest first: each a square that faces the eye.
#[must_use]
pub fn trees(eye: Vec3) -> Vec<[Corner; 4]> {
    let mut places = Vec::new();
    for row in 0..150u16 {
        for column in 0..110u16 {
            let cell = Vec3::new(f32::from(column), 3.0, f32::from(row));
            let random = |seed: f32| noise(cell * 7.31 + seed, 997);
            let x = (f32::from(column) / 110.0 * 2.0 - 1.0) * 40.0 + random(1.3) * 1.1;
            let z = f32::from(row) / 150.0 * 62.0 - 18.0 + random(9.7) * 1.1;
            let (y, facing) = (height(x, z), normal(x, z));
            let grove = noise(Vec3::new(x * 0.16 + 50.0, 0.0, z * 0.16 + 50.0), 97);
            let away = Vec2::new(x - eye.x, z - eye.z).length();
            if y > 0.35 && y < 9.0 && facing.y > 0.66 && grove > 0.46 && random(4.1) > 0.42 && away > 10.5 {
                places.push((Vec3::new(x, y - 0.08, z), 0.75 + 0.75 * random(7.7), random(2.9)));
            }
        }
    }
    places.sort_by(|a, b| b.0.z.total_cmp(&a.0.z));
    places.into_iter().map(|(place, size, tint)| tree(eye, place, size, tint)).collect()
}

fn tree(eye: Vec3, place: Vec3, size: f32, tint: f32) -> [Corner; 4] {
    let across = (place - eye).cross(Vec3::Y).normalize() * size * 0.5;
    let up = Vec3::Y * size * 2.0;
    let green = Vec3::new(0.62, 0.66, 0.50).lerp(Vec3::new(0.98, 0.78, 0.52), tint * tint);
    let color = pack((green * (0.62 + 0.4 * tint)).extend(1.0));
    // Two trees are in the texture.
    let left = if tint > 0.5 { 0.5 } else { 0.0 };
    [(-1.0, 0.0), (-1.0, 1.0), (1.0, 0.0), (1.0, 1.0)].map(|(side, top)| Corner {
        place: (place + across * side + up * top).into(),
        color,
        uv: [[left + 0.25 + side * 0.25, 1.0 - top], [0.0; 2]],
    })
}

/// Two firs, keyed: `None` around them.
fn fir(u: f32, v: f32) -> Option<Vec3> {
    let (which, u) = ((u * 2.0).floor(), (u * 2.0).fract() * 2.0 - 1.0);
    let tiers = 6.0 + which;
    let step = (v * tiers).fract();
    let ragged = noise(Vec3::new(u * 14.0 + 40.0, v * 30.0, which * 9.0 + 1.0), 89);
    let width = (0.10 + 0.82 * v) * (0.50 + 0.5 * step) * (0.78 + 0.34 * ragged) * (0.97 - 0.13 * which);
    if v > 0.93 {
        return (u.abs() < 0.09).then_some(Vec3::new(0.16, 0.11, 0.08));
    }
    if v < 0.02 || u.abs() > width {
        return None;
    }
    let lit = 0.55 - 0.45 * u + 0.25 * (1.0 - step) + (ragged - 0.5) * 0.5;
    Some(Vec3::new(0.06, 0.11, 0.08).lerp(Vec3::new(0.34, 0.38, 0.17), lit.clamp(0.0, 1.0)))
}

/// The textures.
#[derive(Clone, Copy, Debug)]
pub struct Textures {
    /// Grass and stones, around grey.
    pub grain: Object,
    /// Shadows of clouds.
    pub shade: Object,
    /// Keyed trees.
    pub trees: Object,
    /// Ripples.
    pub ripples: Object,
    /// A soft disc.
    pub glow: Object,
    /// Wisps of cloud, by alpha.
    pub wisps: Object,
}

impl Textures {
    /// Paints them.
    ///
    /// # Errors
    /// The call that failed.
    pub fn new(program: &mut Immediate) -> Result<Self> {
        let tile = |u: f32, v: f32, depth: f32| Vec3::new(u, depth, v);
        Ok(Self {
            grain: program.texture(256, |u, v| {
                let grain = clouds(tile(u, v, 0.2), 16) * 0.75 + clouds(tile(u, v, 0.7), 5) * 0.5;
                Vec3::splat(0.30 + 0.62 * grain).extend(1.0)
            })?,
            shade: program.texture(256, |u, v| {
                let shade = clouds(tile(u, v, 0.5), 3);
                mix(Vec3::new(0.42, 0.46, 0.62), Vec3::ONE, 0.38, 0.62, shade).extend(1.0)
            })?,
            trees: program.keyed(256, KEY, fir)?,
            ripples: program.texture(256, |u, v| {
                let wave = clouds(tile(u, v, 0.1), 9)
                    + 0.2 * (v * 9.0 * TAU + clouds(tile(u, v, 0.9), 4) * 9.0).sin();
                Vec3::splat(0.58 + 0.32 * wave).extend(1.0)
            })?,
            glow: program.texture(128, |u, v| {
                let away = (Vec2::new(u, v) * 2.0 - 1.0).length();
                Vec4::splat((1.0 - away).clamp(0.0, 1.0).powf(2.0))
            })?,
            wisps: program.texture(256, |u, v| {
                let wisp = clouds(Vec3::new(u, 0.4, v), 4);
                let fade = (v * TAU * 0.5).sin();
                Vec3::ONE.extend(((wisp - 0.45) * 3.2).clamp(0.0, 1.0) * fade)
            })?,
        })
    }
}
