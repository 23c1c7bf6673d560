//! The things of the scene of three viewports, as execute buffers, and the viewports.

use std::f32::consts::TAU;

use glam::{Mat4, Vec2, Vec3, Vec4};
use retrograph_d3dim::Interface;

use super::buffer::{Instructions, Process, colored, on_screen, vertex};
use super::{Immediate, Object, Result};
use crate::demo::{Geometry, hsv};

/// Render states by name.
mod state {
    pub(super) const TEXTURE: u32 = 1;
    pub(super) const PERSPECTIVE: u32 = 4;
    pub(super) const Z: u32 = 7;
    pub(super) const Z_WRITE: u32 = 14;
    pub(super) const MAGNIFY: u32 = 17;
    pub(super) const MINIFY: u32 = 18;
    pub(super) const SOURCE: u32 = 19;
    pub(super) const DESTINATION: u32 = 20;
    pub(super) const MAP_BLEND: u32 = 21;
    pub(super) const CULL: u32 = 22;
    pub(super) const BLEND: u32 = 27;
    pub(super) const SPECULAR: u32 = 29;
}

/// A viewport: pixels of the target, and the volume of projected space that it shows: left, top, width, height, and depths
/// from near to far.
#[derive(Clone, Copy, Debug)]
pub struct Volume {
    /// Left, top, width, height in pixels.
    pub pixels: [u32; 4],
    /// What is seen.
    pub clip: [f32; 6],
}

impl Volume {
    /// Makes the viewport of version 3, with lights of its own.
    ///
    /// # Errors
    /// The call that failed.
    pub fn viewport(&self, program: &mut Immediate) -> Result<Object> {
        let (d3d, device) = (program.d3d, program.device);
        let viewport = program.make(d3d, "CreateViewport", &[0], 0)?;
        program.call(device, "AddViewport", &[viewport])?;
        let viewport = (Interface::Direct3DViewport3, viewport);
        let mut words = [44u32; 11];
        words[1..5].copy_from_slice(&self.pixels);
        words[5..].copy_from_slice(&self.clip.map(f32::to_bits));
        program.placed(&words, |program, words| program.call(viewport, "SetViewport2", &[words]))?;
        sun(program, viewport, Vec3::new(0.55, -0.75, 0.5), Vec3::new(0.95, 0.90, 0.80))?;
        sun(program, viewport, Vec3::new(-0.8, -0.2, 0.35), Vec3::new(0.13, 0.18, 0.34))?;
        lamp(program, viewport, Vec3::new(-2.4, 2.2, -2.6), Vec3::new(0.9, 0.42, 0.16))?;
        Ok(viewport)
    }
}

fn light(program: &mut Immediate, viewport: Object, words: [u32; 20]) -> Result<()> {
    let d3d = program.d3d;
    let light = (Interface::Direct3DLight, program.make(d3d, "CreateLight", &[0], 0)?);
    program.placed(&words, |program, words| program.call(light, "SetLight", &[words]))?;
    program.call(viewport, "AddLight", &[light.1])
}

fn sun(program: &mut Immediate, viewport: Object, direction: Vec3, color: Vec3) -> Result<()> {
    let mut words = [0; 20];
    (words[0], words[1], words[19]) = (80, 3, 1);
    words[2..6].copy_from_slice(&color.extend(1.0).to_array().map(f32::to_bits));
    words[9..12].copy_from_slice(&direction.to_array().map(f32::to_bits));
    light(program, viewport, words)
}

/// A lamp in the old way: what reaches a place is a polynomial of how far within its range that is.
fn lamp(program: &mut Immediate, viewport: Object, place: Vec3, color: Vec3) -> Result<()> {
    let mut words = [0; 20];
    (words[0], words[1], words[19]) = (80, 1, 1);
    words[2..6].copy_from_slice(&color.extend(1.0).to_array().map(f32::to_bits));
    words[6..9].copy_from_slice(&place.to_array().map(f32::to_bits));
    words[12] = 6.5f32.to_bits();
    words[16] = 1.0f32.to_bits();
    light(program, viewport, words)
}

/// A colour of rings and staves: the band at a point of a repeating tile.
fn bands(u: f32, v: f32) -> f32 {
    let ring = ((u * 8.0 * TAU).sin() * 4.0).clamp(-1.0, 1.0);
    let stave = ((v * 4.0 * TAU).sin() * 4.0).clamp(-1.0, 1.0);
    0.5 + 0.5 * ring * stave
}

/// Tiles with dark joints: the colour at a point of a repeating tile of two by two.
fn tiles(u: f32, v: f32) -> Vec4 {
    let at = Vec2::new(u, v) * 2.0;
    let odd = (at.x.floor() + at.y.floor()).rem_euclid(2.0);
    let edge = (at - at.floor() - 0.5).abs().max_element() * 2.0;
    let joint = 1.0 - ((edge - 0.955).max(0.0) * 40.0).min(1.0);
    let color = Vec3::new(0.36, 0.41, 0.50).lerp(Vec3::new(0.80, 0.80, 0.78), odd);
    (color * (0.30 + 0.70 * joint)).extend(1.0)
}

/// What is drawn, by texture handles and matrices.
#[derive(Debug)]
pub struct Scene {
    /// The buffers, in order.
    pub buffers: Vec<Object>,
}

impl Scene {
    /// Makes the buffers: floor, shadows, a knot, and balls.
    ///
    /// # Errors
    /// The call that failed.
    pub fn new(program: &mut Immediate, view: Mat4, projection: Mat4) -> Result<Self> {
        let world = program.matrix(Mat4::IDENTITY)?;
        let (view, projection) = (program.matrix(view)?, program.matrix(projection)?);
        let mut first = Instructions::default();
        first
            .transform(1, world)
            .transform(2, view)
            .transform(3, projection)
            .light_states(&[(2, 0x0034_3846)])
            .states(&[(state::PERSPECTIVE, 1), (state::SPECULAR, 1), (state::CULL, 1), (state::Z, 1)])
            .states(&[(state::MAGNIFY, 2), (state::MINIFY, 6)]);
        let floor = program.texture(128, tiles)?;
        let floor = (program.handle(floor)?, program.material([0.82, 0.84, 0.9], [0.25; 3], 24.0)?);
        part(&mut first, floor, &plate(12.0, 120));
        let mut buffers = vec![first.finish(program)?, shadows(program)?];
        let stand = Mat4::from_translation(Vec3::new(0.0, 1.62, 0.0)) * Mat4::from_rotation_y(0.5);
        let knot = Geometry::knot([420, 36], [2.0, 3.0], 1.35, 0.34).transformed(stand).tiled(5.0, 1.0);
        let brass = program.texture(128, |u, v| {
            Vec3::new(0.72, 0.20, 0.12).lerp(Vec3::new(1.0, 0.86, 0.52), bands(u, v)).extend(1.0)
        })?;
        let brass = (program.handle(brass)?, program.material([1.0; 3], [0.85, 0.75, 0.6], 36.0)?);
        let mut buffer = Instructions::default();
        part(&mut buffer, brass, &knot);
        buffers.push(buffer.finish(program)?);
        for (index, &(x, z, radius)) in BALLS.iter().enumerate() {
            let ball = Geometry::sphere(Vec3::new(x, radius, z), radius).tiled(2.0, 1.0);
            let color = hsv(0.55 + index as f32 * 0.17, 0.62, 1.0);
            let texture = program.texture(64, |u, v| (color * (0.62 + 0.38 * bands(u, v))).extend(1.0))?;
            let look = (program.handle(texture)?, program.material([1.0; 3], [0.9; 3], 48.0)?);
            let mut buffer = Instructions::default();
            part(&mut buffer, look, &ball);
            buffers.push(buffer.finish(program)?);
        }
        Ok(Self { buffers })
    }

    /// Executes all buffers through a viewport.
    ///
    /// # Errors
    /// The call that failed.
    pub fn execute(&self, program: &mut Immediate, viewport: Object) -> Result<()> {
        self.buffers.iter().try_for_each(|buffer| program.on_device("Execute", &[buffer.1, viewport.1, 1]))
    }
}

/// Where balls lie, and how large they are.
const BALLS: [(f32, f32, f32); 5] =
    [(-2.5, 0.65, 0.62), (2.2, -1.7, 0.5), (-1.4, -1.6, 0.32), (-4.4, 3.2, 0.9), (4.3, 3.0, 0.72)];

/// A mesh with its texture and material.
fn part(buffer: &mut Instructions, (texture, material): (u32, u32), mesh: &Geometry) {
    let vertices: Vec<_> =
        mesh.vertices.iter().map(|corner| vertex(corner.position, corner.normal, corner.uv)).collect();
    buffer
        .states(&[(state::TEXTURE, texture), (state::MAP_BLEND, 2)])
        .light_states(&[(1, material)])
        .triangles(Process::Light, &vertices, &mesh.indices);
}

/// A level square of so many quads, fine enough to be lit by its corners.
fn plate(reach: f32, quads: u16) -> Geometry {
    Geometry::grid(quads, quads, |u, v| {
        let at = (Vec2::new(u, v) * 2.0 - 1.0) * reach;
        crate::demo::Vertex {
            position: [at.x, 0.0, at.y],
            normal: [0.0, 1.0, 0.0],
            tangent: [1.0, 0.0, 0.0],
            uv: [at.x * 0.5, at.y * 0.5],
        }
    })
}

/// Soft dark patches under the things.
fn shadows(program: &mut Immediate) -> Result<Object> {
    let texture = program.texture(64, |u, v| {
        let away = (Vec2::new(u, v) * 2.0 - 1.0).length();
        Vec4::new(0.0, 0.0, 0.02, (1.0 - away).clamp(0.0, 1.0).powf(1.3) * 0.85)
    })?;
    let texture = program.handle(texture)?;
    let mut buffer = Instructions::default();
    buffer.states(&[
        (state::TEXTURE, texture),
        (state::MAP_BLEND, 4),
        (state::BLEND, 1),
        (state::SOURCE, 5),
        (state::DESTINATION, 6),
        (state::Z_WRITE, 0),
    ]);
    let patches = BALLS.iter().copied().chain([(0.1, 0.1, 2.0)]);
    for (x, z, radius) in patches {
        let corner = |dx: f32, dz: f32| {
            let place = [x + 0.25 * radius + dx * radius * 1.75, 0.004, z + 0.2 * radius + dz * radius * 1.6];
            colored(place, u32::MAX, [dx * 0.5 + 0.5, dz * 0.5 + 0.5])
        };
        let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)];
        buffer.triangles(Process::Transform, &corners, &[0, 1, 2, 1, 3, 2]);
    }
    buffer.states(&[(state::BLEND, 0), (state::Z_WRITE, 1)]).finish(program)
}

/// A rectangle of pixels from a colour above to one below.
///
/// # Errors
/// The call that failed.
pub fn backdrop(
    program: &mut Immediate,
    [x, y, width, height]: [u32; 4],
    colors: [u32; 2],
) -> Result<Object> {
    let [left, top, right, bottom] = [x, y, x + width, y + height].map(|edge| edge as f32 - 0.5);
    let [above, below] = colors;
    let corners = [
        on_screen([left, top], above),
        on_screen([right, top], above),
        on_screen([left, bottom], below),
        on_screen([right, bottom], below),
    ];
    let mut buffer = Instructions::default();
    buffer
        .states(&[(state::TEXTURE, 0), (state::Z, 0), (state::CULL, 1)])
        .triangles(Process::Copy, &corners, &[0, 1, 2, 1, 3, 2])
        .states(&[(state::Z, 1)])
        .finish(program)
}
