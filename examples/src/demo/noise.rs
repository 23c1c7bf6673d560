//! Smooth random patterns that repeat.

use glam::Vec3;

/// A number 0–1 for a lattice point.
#[allow(
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "any bits make a hash, of which 24 are taken"
)]
fn lattice(x: i32, y: i32, z: i32) -> f32 {
    let mut hash = (x as u32).wrapping_mul(0x8DA6_B343)
        ^ (y as u32).wrapping_mul(0xD816_3841)
        ^ (z as u32).wrapping_mul(0xCB1A_B31F);
    hash = (hash ^ hash >> 15).wrapping_mul(0x2C1B_3C6D);
    hash = (hash ^ hash >> 12).wrapping_mul(0x297A_2D39);
    ((hash ^ hash >> 15) >> 8) as f32 / 16_777_216.0
}

/// Smooth noise of 0–1 that repeats every `period` units along each axis.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "coordinates are small")]
pub fn noise(at: Vec3, period: i32) -> f32 {
    let cell = at.floor();
    let part = at - cell;
    let [u, v, w] = (part * part * (3.0 - 2.0 * part)).to_array();
    let [x, y, z] = cell.to_array().map(|lane| lane as i32);
    let corner = |i: i32, j: i32, k: i32| {
        lattice((x + i).rem_euclid(period), (y + j).rem_euclid(period), (z + k).rem_euclid(period))
    };
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let face =
        |k: i32| mix(mix(corner(0, 0, k), corner(1, 0, k), u), mix(corner(0, 1, k), corner(1, 1, k), u), v);
    mix(face(0), face(1), w)
}

/// Four octaves of [`noise`], about 0–1; `at` runs through 0–1 before it repeats.
#[must_use]
pub fn clouds(at: Vec3, period: i16) -> f32 {
    let mut sum = 0.0;
    let mut period = period;
    for octave in 0..4u8 {
        let shift = Vec3::splat(f32::from(octave) * 0.37);
        sum += noise((at + shift) * f32::from(period), period.into()) / f32::from(2u8 << octave);
        period *= 2;
    }
    sum / 0.9375
}
