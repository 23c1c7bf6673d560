//! The textures of the looks.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3, Vec4};
use retrograph_d3d9::types::{LockFlags, Pool, Usage};
use retrograph_d3d9::{Device, Format, TextureId};

use crate::demo::noise::{clouds, noise};
use crate::demo::texture::{cube, normal_map, square};
use crate::demo::{Result, hsv, mix};

/// Everything that the looks sample.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say what is on them")]
pub struct Textures {
    pub sky: TextureId,
    pub sphere_map: TextureId,
    pub marble: TextureId,
    pub rock: TextureId,
    pub moss: TextureId,
    pub sand: TextureId,
    pub detail: TextureId,
    pub patches: TextureId,
    pub rust: TextureId,
    pub studs: TextureId,
    pub copper: TextureId,
    pub ripples: TextureId,
    pub ramp: TextureId,
    pub film: TextureId,
    pub cracks: TextureId,
    pub lattice: TextureId,
    pub rose: TextureId,
    pub tiles: TextureId,
    pub shadow: TextureId,
}

/// Soft boxes over a dim room, as mirrors see them; `to` is a direction in the world.
fn studio(to: Vec3) -> Vec3 {
    let wall = mix(Vec3::new(0.13, 0.11, 0.12), Vec3::new(0.34, 0.44, 0.62), -0.5, 1.0, to.y);
    let window = |center: Vec3, across: Vec3, size: Vec2| {
        let forward = to.dot(center);
        let up = center.cross(across);
        let at = Vec2::new(to.dot(across), to.dot(up)) / forward.max(1e-3);
        let inside = ((size - at.abs()) * 18.0).clamp(Vec2::ZERO, Vec2::ONE);
        let bars = ((at.abs() - 0.02) * 60.0).clamp(Vec2::ZERO, Vec2::ONE);
        if forward > 0.0 { inside.x * inside.y * (0.35 + 0.65 * bars.x * bars.y) } else { 0.0 }
    };
    let left =
        window(Vec3::new(-0.62, 0.62, 0.48).normalize(), Vec3::new(0.61, 0.0, 0.79), Vec2::new(0.34, 0.42));
    let right =
        window(Vec3::new(0.85, 0.25, 0.46).normalize(), Vec3::new(0.48, 0.0, -0.88), Vec2::new(0.14, 0.5));
    let floor = mix(Vec3::ZERO, Vec3::new(0.30, 0.22, 0.16), -0.1, -0.8, to.y);
    let band = mix(Vec3::new(0.5, 0.44, 0.38), Vec3::ZERO, 0.02, 0.22, (to.y - 0.1).abs());
    wall + floor + band + Vec3::new(1.0, 0.96, 0.88) * left + Vec3::new(0.45, 0.62, 0.9) * right
}

/// A mask in alpha: where noise is above a level.
fn patchy(u: f32, v: f32, level: f32) -> f32 {
    ((clouds(Vec3::new(u, v, 0.2), 5) - level) * 14.0).clamp(0.0, 1.0)
}

/// Half a stud on every tile: its height.
fn studs(u: f32, v: f32) -> f32 {
    let row = (v * 3.0).floor();
    let at = Vec2::new((u * 3.0 + row * 0.5).rem_euclid(1.0), (v * 3.0).rem_euclid(1.0)) - 0.5;
    (1.0 - at.length_squared() / 0.14).max(0.0).sqrt() * 0.5
}

/// Thin lines where two noises meet.
fn crack(u: f32, v: f32) -> f32 {
    let near = (clouds(Vec3::new(u, v, 0.4), 4) - 0.48).abs();
    (1.0 - near * 16.0).max(0.0)
}

/// What a sphere map has at its coordinates: half the normal plus a half.
fn mirrored(u: f32, v: f32) -> Vec3 {
    let side = Vec2::new(u, v) * 2.0 - 1.0;
    let normal = Vec3::new(side.x, side.y, (1.0 - side.length_squared().min(0.999)).sqrt());
    studio(normal * 2.0 * normal.z - Vec3::Z)
}

/// Three steps from dark to light.
const fn greys(light: f32) -> f32 {
    if light > 0.86 {
        1.0
    } else if light > 0.52 {
        0.72
    } else {
        0.42
    }
}

/// Gilded bars with holes between them in alpha.
fn bars(u: f32, v: f32) -> Vec4 {
    let wave = |at: f32| (at * TAU).sin().abs();
    let open = wave(u) * wave(v);
    let rim = (1.0 - (open - 0.45).abs() * 5.0).clamp(0.0, 1.0);
    let color = Vec3::new(0.88, 0.68, 0.30).lerp(Vec3::new(1.0, 0.92, 0.66), rim);
    color.extend(1.0 - ((open - 0.45) * 4.0 + 0.5).clamp(0.0, 1.0))
}

/// Paints them all.
///
/// # Errors
/// Those of the device.
pub fn paint(device: &mut Device) -> Result<Textures> {
    let grain = |color: Vec3, seed: f32, low: f32| {
        move |u: f32, v: f32| (color * (low + (1.0 - low) * clouds(Vec3::new(u, v, seed), 8))).extend(1.0)
    };
    Ok(Textures {
        sky: cube(device, 64, studio)?,
        sphere_map: square(device, 256, |u, v| mirrored(u, v).extend(1.0))?,
        marble: marble(device)?,
        rock: square(device, 128, grain(Vec3::new(0.62, 0.52, 0.46), 0.1, 0.15))?,
        moss: square(device, 128, grain(Vec3::new(0.24, 0.42, 0.12), 0.5, 0.25))?,
        sand: square(device, 128, |u, v| {
            let dune = ((v * 9.0 + clouds(Vec3::new(u, v, 0.9), 4) * 2.0) * TAU).sin() * 0.08;
            (Vec3::new(0.93, 0.76, 0.50) * (0.85 + dune)).extend(1.0)
        })?,
        detail: square(device, 128, |u, v| Vec4::splat(clouds(Vec3::new(u, v, 0.7), 16)))?,
        patches: square(device, 128, |u, v| Vec4::splat(patchy(u, v, 0.44)))?,
        rust: square(device, 128, |u, v| {
            let grain = clouds(Vec3::new(u, v, 0.8), 16);
            Vec3::new(0.26, 0.09, 0.03).lerp(Vec3::new(0.48, 0.22, 0.08), grain).extend(patchy(u, v, 0.46))
        })?,
        studs: normal_map(device, 128, 0.16, studs)?,
        copper: square(device, 128, |u, v| {
            Vec3::new(0.52, 0.20, 0.09).lerp(Vec3::new(1.0, 0.72, 0.42), studs(u, v) * 2.0).extend(1.0)
        })?,
        ripples: square(device, 128, |u, v| {
            let wave = |seed: f32| clouds(Vec3::new(u, v, seed), 3);
            Vec4::new(wave(0.15), wave(0.55), (wave(0.85) * 2.4 - 0.7).clamp(0.0, 1.0), 1.0)
        })?,
        ramp: square(device, 64, |u, _| Vec4::splat(greys(u)))?,
        film: square(device, 128, |u, v| (hsv(u * 1.6 + 0.55, 0.65, 1.0) * (u * 0.9 + 0.1 * v)).extend(1.0))?,
        cracks: square(device, 128, |u, v| {
            let heat = crack(u, v);
            Vec3::new(heat * 1.6, heat.powi(2), heat.powi(5)).min(Vec3::ONE).extend(heat)
        })?,
        lattice: square(device, 128, bars)?,
        rose: crate::demo::classic::paint::rose(device)?,
        tiles: crate::demo::classic::paint::slabs(device)?,
        shadow: square(device, 64, |u, v| {
            let radius = (Vec2::new(u, v) * 2.0 - 1.0).length();
            Vec3::ZERO.extend((1.0 - radius).clamp(0.0, 1.0).powf(1.3) * 0.85)
        })?,
    })
}

/// A block of veined marble: 32 texels along each edge.
fn marble(device: &mut Device) -> Result<TextureId> {
    const EDGE: u16 = 32;
    let edge = u32::from(EDGE);
    let texture =
        device.create_volume_texture(edge, edge, edge, 1, Usage::empty(), Format::A8R8G8B8, Pool::Managed)?;
    let mut lock = device.lock_box(texture, 0, None, LockFlags::empty())?;
    let (row, slice) = (lock.row_pitch() as usize, lock.slice_pitch() as usize);
    let places = (0..EDGE).flat_map(|z| (0..EDGE).flat_map(move |y| (0..EDGE).map(move |x| [x, y, z])));
    for place in places {
        let at = Vec3::from_array(place.map(|lane| (f32::from(lane) + 0.5) / f32::from(EDGE)));
        let turbulence = clouds(at, 3) * 1.4 + noise(at * 4.0, 4) * 0.3;
        let vein = ((at.x + at.y * 2.0 + turbulence) * TAU).sin().abs().powf(0.6);
        let color = Vec3::new(0.10, 0.26, 0.22).lerp(Vec3::new(0.86, 0.96, 0.86), 1.0 - vein);
        let color = color.lerp(Vec3::new(0.20, 0.55, 0.42), 0.35);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "colours become 0–255")]
        let [r, g, b] =
            (color.clamp(Vec3::ZERO, Vec3::ONE) * 255.0).to_array().map(|lane| lane.round() as u8);
        let offset = usize::from(place[2]) * slice + usize::from(place[1]) * row + usize::from(place[0]) * 4;
        lock.bytes_mut()[offset..offset + 4].copy_from_slice(&[b, g, r, 255]);
    }
    device.unlock_box(lock)?;
    Ok(texture)
}
