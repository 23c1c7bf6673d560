//! A studded knot and balls on tiles: meshes with a colour and a normal map each.

use glam::{Mat4, Vec2, Vec3};
use retrograph_d3d9::{Device, TextureId};

use super::texture::{normal_map, smooth_sampler, square};
use super::{Geometry, Mesh, Result};

/// A mesh with its colour and normal map.
#[derive(Clone, Copy, Debug)]
pub struct Thing {
    /// The mesh, in world space.
    pub mesh: Mesh,
    /// Its colour; alpha is how much it shines.
    pub color: TextureId,
    /// Its normals in tangent space.
    pub normals: TextureId,
}

impl Thing {
    /// Draws the mesh with its colour at sampler 0 and its normals at sampler 1.
    ///
    /// # Errors
    /// Those of the device.
    pub fn draw(&self, device: &mut Device) -> Result<()> {
        device.set_texture(0, Some(self.color))?;
        device.set_texture(1, Some(self.normals))?;
        smooth_sampler(device, 0, true)?;
        smooth_sampler(device, 1, true)?;
        self.mesh.draw(device)
    }
}

/// Two staggered rows of studs: the height at a point of a repeating tile.
fn studs(u: f32, v: f32) -> f32 {
    let row = (v * 2.0).floor();
    let at = Vec2::new((u * 2.0 + row * 0.5).rem_euclid(1.0), (v * 2.0).rem_euclid(1.0)) - 0.5;
    let inside = (1.0 - at.length_squared() / 0.13).max(0.0);
    inside.sqrt() * 0.5 + inside.min(0.15)
}

/// One square tile with bevelled edges: the height at a point of a repeating tile.
fn tile(u: f32, v: f32) -> f32 {
    let edge = |at: f32| (at.rem_euclid(1.0) - 0.5).abs() * 2.0;
    1.0 - ((edge(u).max(edge(v)) - 0.95).max(0.0) * 20.0).min(1.0)
}

/// Grooves along both directions of a ball: the height at a point of a repeating tile.
fn waffle(u: f32, v: f32) -> f32 {
    let wave = |at: f32| (at * std::f32::consts::TAU).cos() * 0.5 + 0.5;
    1.0 - wave(u).powi(6).max(wave(v).powi(6))
}

/// Makes the scene.
///
/// # Errors
/// Those of the device.
pub fn things(device: &mut Device) -> Result<Vec<Thing>> {
    let stand = Mat4::from_translation(Vec3::new(0.0, 1.62, 0.0)) * Mat4::from_rotation_y(0.55);
    let knot = Geometry::torus_knot(2.0, 3.0, 1.35, 0.33).transformed(stand).tiled(46.0, 5.0);
    let copper = square(device, 256, |u, v| {
        let stud = studs(u, v).clamp(0.0, 0.4) * 2.5;
        Vec3::new(0.66, 0.25, 0.10).lerp(Vec3::new(1.0, 0.74, 0.36), stud).extend(0.35 + 0.4 * stud)
    })?;
    let mut things = vec![
        Thing { mesh: knot.upload(device)?, color: copper, normals: normal_map(device, 256, 0.11, studs)? },
        Thing {
            mesh: Geometry::disc(0.0, 24.0).tiled(0.9, 0.9).upload(device)?,
            color: square(device, 256, |u, v| {
                (Vec3::new(0.74, 0.72, 0.70) * (0.40 + 0.60 * tile(u, v))).extend(0.10)
            })?,
            normals: normal_map(device, 256, 0.012, tile)?,
        },
    ];
    let normals = normal_map(device, 256, 0.05, waffle)?;
    for (center, radius, color) in [
        (Vec3::new(-2.35, 0.62, 0.75), 0.62, Vec3::new(0.06, 0.60, 0.62)),
        (Vec3::new(2.15, 0.52, -1.75), 0.52, Vec3::new(0.85, 0.13, 0.14)),
        (Vec3::new(-1.5, 0.3, -1.35), 0.3, Vec3::new(1.0, 0.82, 0.36)),
        (Vec3::new(-4.5, 0.85, 2.9), 0.85, Vec3::new(0.30, 0.28, 0.86)),
        (Vec3::new(4.6, 0.7, 3.4), 0.70, Vec3::new(0.80, 0.82, 0.84)),
    ] {
        let color = square(device, 64, |u, v| (color * (0.35 + 0.65 * waffle(u, v))).extend(0.6))?;
        let mesh = Geometry::sphere(center, radius).tiled(16.0, 8.0).upload(device)?;
        things.push(Thing { mesh, color, normals });
    }
    Ok(things)
}
