//! Textures: marble, a rose window, a sphere map of a dusk sky, and a glow.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3, Vec4};
use retrograph_d3d9::{Device, TextureId};

use crate::demo::noise::clouds;
use crate::demo::texture::square;
use crate::demo::{Result, hsv, mix};

/// How far `at` is from the nearest multiple of `step`.
fn off_line(at: f32, step: f32) -> f32 {
    (at / step - (at / step).round()).abs() * step
}

/// Light stone with faint veins.
///
/// # Errors
/// Those of the device.
pub fn stone(device: &mut Device) -> Result<TextureId> {
    square(device, 256, |u, v| {
        let grain = clouds(Vec3::new(u, v, 0.3), 8);
        let vein = (clouds(Vec3::new(u, v, 0.7), 4) * 9.0).sin().abs().powf(0.4);
        (Vec3::new(0.82, 0.78, 0.72) * (0.62 + 0.25 * grain + 0.18 * vein)).extend(1.0)
    })
}

/// Four polished slabs with dark joints.
///
/// # Errors
/// Those of the device.
pub fn slabs(device: &mut Device) -> Result<TextureId> {
    square(device, 256, |u, v| {
        let dark = (u < 0.5) != (v < 0.5);
        let vein = (clouds(Vec3::new(u, v, if dark { 0.1 } else { 0.6 }), 4) * 14.0).sin().abs().powf(0.5);
        let light = Vec3::new(0.86, 0.83, 0.78) * (0.75 + 0.25 * vein);
        let color = if dark { Vec3::new(0.30, 0.29, 0.33) * (1.35 - 0.5 * vein) } else { light };
        let joint = off_line(u, 0.5).min(off_line(v, 0.5));
        (color * (0.35 + 0.65 * (joint / 0.008).min(1.0))).extend(1.0)
    })
}

/// A rose window of coloured glass in lead, black outside of it.
///
/// # Errors
/// Those of the device.
pub fn rose(device: &mut Device) -> Result<TextureId> {
    square(device, 512, |u, v| rose_at(Vec2::new(u, v) * 2.0 - 1.0).extend(1.0))
}

fn rose_at(at: Vec2) -> Vec3 {
    let radius = at.length();
    let turn = at.y.atan2(at.x) / TAU;
    let sector = |count: f32, shift: f32| {
        let place = turn * count + shift;
        (place.floor().rem_euclid(count), (place - place.floor() - 0.5).abs())
    };
    // How far a pane reaches from its middle, in parts of its half, becomes how open it is.
    let open = |reach: f32| ((1.0 - reach) * 9.0).clamp(0.0, 1.0);
    let ring = |low: f32, high: f32| ((radius - (low + high) / 2.0) / ((high - low) / 2.0)).abs();
    let glass = |hue: f32| hsv(hue, 0.82, 1.0);
    let mut light = glass(0.12) * open(radius / 0.17);
    let (petal, across) = sector(12.0, 0.0);
    let bulge = (1.0 - ring(0.14, 0.6).powi(2)).max(0.0).sqrt().max(0.05);
    let hue = if petal.rem_euclid(2.0) < 0.5 { 0.985 } else { 0.62 };
    light += glass(hue) * open(across * 2.0 / (0.92 * bulge)).min(open(ring(0.19, 0.57)));
    let (medal, across) = sector(12.0, 0.5);
    let round = Vec2::new(across * TAU / 12.0 * 0.73, radius - 0.73).length() / 0.13;
    let amber = if medal.rem_euclid(2.0) < 0.5 { 0.09 } else { 0.48 };
    light += glass(amber) * open(round);
    let (_, across) = sector(24.0, 0.25);
    let between = open(across * 2.0 / 0.85).min(open(ring(0.88, 0.985)));
    light += glass(0.58) * 0.9 * between;
    light += glass(0.78) * 0.55 * open(ring(0.62, 0.845)) * ((round - 1.12) * 8.0).clamp(0.0, 1.0);
    light.min(Vec3::ONE)
}

/// What a mirror at dusk sees in direction `to` of the eye's space, z towards the viewer.
fn dusk(to: Vec3) -> Vec3 {
    let sky = mix(Vec3::new(0.55, 0.42, 0.40), Vec3::new(0.05, 0.08, 0.20), 0.0, 0.75, to.y);
    let ground = mix(Vec3::new(0.16, 0.14, 0.15), Vec3::new(0.42, 0.38, 0.36), -1.0, -0.02, to.y);
    let turn = to.x.atan2(to.z) / TAU;
    let column = mix(Vec3::splat(0.45), Vec3::ONE, 0.10, 0.30, ((turn * 7.0).rem_euclid(1.0) - 0.5).abs());
    let standing = mix(column, Vec3::ONE, 0.30, 0.50, to.y.abs());
    let lamp = |place: Vec3, color: Vec3, sharp: f32| color * to.dot(place.normalize()).max(0.0).powf(sharp);
    let scene = if to.y > 0.0 { sky } else { ground } * standing;
    scene
        + lamp(Vec3::new(-0.6, 0.75, 0.1), Vec3::new(1.0, 0.93, 0.8), 180.0)
        + lamp(Vec3::new(-0.6, 0.75, 0.1), Vec3::new(0.4, 0.36, 0.3), 14.0)
        + lamp(Vec3::new(0.95, 0.12, 0.2), Vec3::new(1.0, 0.5, 0.18), 60.0)
        + lamp(Vec3::new(-0.95, 0.05, 0.3), Vec3::new(0.15, 0.75, 0.85), 60.0)
}

/// The sphere map of that dusk.
///
/// # Errors
/// Those of the device.
pub fn sphere_map(device: &mut Device) -> Result<TextureId> {
    square(device, 256, |u, v| {
        // Coordinates are half the normal plus a half; the normal says what is mirrored.
        let side = Vec2::new(u, v) * 2.0 - 1.0;
        let square = side.length_squared().min(0.999);
        let normal = Vec3::new(side.x, side.y, (1.0 - square).sqrt());
        dusk(normal * 2.0 * normal.z - Vec3::Z).extend(1.0)
    })
}

/// A round glow for point sprites.
///
/// # Errors
/// Those of the device.
pub fn glow(device: &mut Device) -> Result<TextureId> {
    square(device, 64, |u, v| {
        let radius = (Vec2::new(u, v) * 2.0 - 1.0).length().min(1.0);
        Vec4::splat((1.0 - radius).powi(3) * 0.8 + (1.0 - (radius * 5.0).min(1.0)))
    })
}
