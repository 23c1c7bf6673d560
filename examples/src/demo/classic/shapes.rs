//! Columns, a pedestal, and a floor.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use crate::demo::{Geometry, Vertex};

/// A vertex of a surface of revolution or a plane.
fn vertex(position: Vec3, normal: Vec3, tangent: Vec3, uv: Vec2) -> Vertex {
    Vertex { position: position.into(), normal: normal.into(), tangent: tangent.into(), uv: uv.into() }
}

/// The body that a profile of (radius, height) sweeps around the y axis through `center`; `flutes` grooves of
/// `depth` run along it where the profile says so by a third number of 0–1. The profile must go from top to
/// bottom and begin and end on the axis, so that the body is closed.
#[must_use]
pub fn lathe(center: Vec3, profile: &[[f32; 3]], around: u16, flutes: f32, depth: f32) -> Geometry {
    let last = profile.len() - 1;
    let rows = u16::try_from(last).unwrap_or(u16::MAX);
    let place = |row: usize, angle: f32| {
        let [radius, height, fluted] = profile[row.min(last)];
        let groove = (0.5 + 0.5 * (angle * flutes).cos()).powi(2) * depth * fluted;
        let (sin, cos) = angle.sin_cos();
        Vec3::new((radius - groove) * cos, height, (radius - groove) * sin)
    };
    Geometry::grid(around, rows, |u, v| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small row number")]
        let row = (v * f32::from(rows)).round() as usize;
        let angle = u * TAU;
        let position = place(row, angle);
        let along = place((row + 1).min(last), angle) - place(row.saturating_sub(1), angle);
        let step = 0.5 / f32::from(around);
        let side = place(row, angle + step) - place(row, angle - step);
        let (sin, cos) = angle.sin_cos();
        // On the axis there is no way around it.
        let side = if side.length() > 1e-6 { side } else { Vec3::new(-sin, 0.0, cos) };
        let normal = side.cross(along).try_normalize().unwrap_or(Vec3::Y);
        let outward = if row == 0 { Vec3::Y } else { normal };
        vertex(center + position, outward, side.normalize_or_zero(), Vec2::new(u * 4.0, position.y * 0.6))
    })
}

/// Points of a profile between (radius, height) pairs, doubled at each so that edges are sharp.
fn sharp(corners: &[[f32; 2]]) -> Vec<[f32; 3]> {
    let mut profile = Vec::new();
    for pair in corners.windows(2) {
        let ([r0, y0], [r1, y1]) = (pair[0], pair[1]);
        // A little way in from both ends the surface is flat.
        for t in [0.0, 0.04, 0.96] {
            profile.push([r0 + (r1 - r0) * t, y0 + (y1 - y0) * t, 0.0]);
        }
    }
    let [radius, height] = corners[corners.len() - 1];
    profile.push([radius, height, 0.0]);
    profile
}

/// A fluted column with base and capital, 5.2 high.
#[must_use]
pub fn column(center: Vec3) -> Geometry {
    let mut profile = sharp(&[[0.0, 5.2], [0.62, 5.2], [0.62, 5.0], [0.42, 4.72], [0.36, 4.72]]);
    for step in 0..=10u8 {
        let t = f32::from(step) / 10.0;
        let fluted = if step == 0 || step == 10 { 0.0 } else { 1.0 };
        // Columns swell a little below the middle.
        profile.push([0.36 + 0.07 * t - 0.03 * (t - 0.6).powi(2), 4.66 - 4.1 * t, fluted]);
    }
    profile.extend(sharp(&[[0.43, 0.52], [0.56, 0.46], [0.56, 0.28], [0.66, 0.22], [0.66, 0.0], [0.0, 0.0]]));
    lathe(center, &profile, 72, 18.0, 0.06)
}

/// A round pedestal, 1 high.
#[must_use]
pub fn pedestal(center: Vec3) -> Geometry {
    let profile = sharp(&[
        [0.0, 1.0],
        [1.0, 1.0],
        [1.05, 0.94],
        [1.05, 0.84],
        [0.84, 0.74],
        [0.80, 0.3],
        [1.0, 0.2],
        [1.12, 0.18],
        [1.12, 0.0],
        [0.0, 0.0],
    ]);
    lathe(center, &profile, 72, 0.0, 0.0)
}

/// A ball of few triangles.
#[must_use]
pub fn ball(center: Vec3, radius: f32, around: u16) -> Geometry {
    Geometry::grid(around, around / 2, |u, v| {
        let ((sin, cos), (ring, height)) = ((u * TAU).sin_cos(), (v * TAU / 2.0).sin_cos());
        let normal = Vec3::new(ring * cos, height, ring * sin);
        vertex(center + normal * radius, normal, Vec3::new(-sin, 0.0, cos), Vec2::new(u, v))
    })
}

/// A level floor of fine squares, for lights that are computed at vertices; texture coordinates are world coordinates.
#[must_use]
pub fn floor(low: Vec2, high: Vec2, columns: u16, rows: u16) -> Geometry {
    Geometry::grid(columns, rows, |u, v| {
        let at = low + (high - low) * Vec2::new(u, v);
        vertex(Vec3::new(at.x, 0.0, at.y), Vec3::Y, Vec3::X, at)
    })
}
