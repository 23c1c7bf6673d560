//! Colours.

use glam::Vec3;

/// A colour from hue (in turns), saturation and value.
#[must_use]
pub fn hsv(hue: f32, saturation: f32, value: f32) -> Vec3 {
    let channel = |shift: f32| ((hue + shift).rem_euclid(1.0) * 6.0 - 3.0).abs() - 1.0;
    let pure = Vec3::new(channel(0.0), channel(2.0 / 3.0), channel(1.0 / 3.0)).clamp(Vec3::ZERO, Vec3::ONE);
    Vec3::ONE.lerp(pure, saturation) * value
}

/// From `a` to `b` as `t` goes from `low` to `high`, smoothly.
#[must_use]
pub fn mix(a: Vec3, b: Vec3, low: f32, high: f32, t: f32) -> Vec3 {
    let t = ((t - low) / (high - low)).clamp(0.0, 1.0);
    a.lerp(b, t * t * (3.0 - 2.0 * t))
}
