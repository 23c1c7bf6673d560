//! A sea at sunset with chrome on it, brighter than a screen can show: what the post chain starts from.

use glam::camera::lh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec2, Vec3};
use retrograph_d3d9::types::{ClearFlags, RenderState};
use retrograph_d3d9::{Device, TextureId};

use super::texture::{cube, normal_map, smooth_sampler};
use super::{Canvas, Geometry, Program, Result, Vertex, mix, rows};

const EYE: Vec3 = Vec3::new(0.0, 1.25, -9.0);
const SUN: Vec3 = Vec3::new(-0.30, 0.075, 0.95);

/// Draws the sea into `target`, a floating-point render target of the canvas's size. The canvas's depth buffer is
/// used.
///
/// # Errors
/// Those of the device.
pub fn draw(canvas: &mut Canvas, target: TextureId) -> Result<()> {
    let camera = perspective(0.75, canvas.aspect(), 0.2, 900.0)
        * look_at_mat4(EYE, Vec3::new(0.0, 1.55, 0.0), Vec3::Y);
    let device = &mut canvas.device;
    let surface = device.get_surface_level(target, 0)?;
    device.set_render_target(0, Some(surface))?;
    device.clear(None, ClearFlags::TARGET | ClearFlags::ZBUFFER, 0, 1.0, 0)?;
    let environment = cube(device, 512, sky)?;
    mirrors(device, environment, camera)?;
    water(device, environment, camera)?;
    device.set_render_state(RenderState::ZENABLE, 0)?;
    Ok(())
}

/// The sky as a sphere that mirrors straight ahead, and a knot and balls of chrome.
fn mirrors(device: &mut Device, environment: TextureId, camera: Mat4) -> Result<()> {
    let program = Program::new(
        device,
        include_bytes!("../../shaders/cube_reflect.vs_3_0.dxso"),
        include_bytes!("../../shaders/cube_reflect.ps_3_0.dxso"),
    )?;
    program.bind(device)?;
    program.vertex(device, "wvp", &rows(camera))?;
    program.vertex(device, "eye", &[EYE.extend(1.0).into()])?;
    device.set_texture(0, Some(environment))?;
    smooth_sampler(device, 0, false)?;
    // Without a normal the reflected direction is the view's own, and the Fresnel term is one.
    let mut dome = Geometry::sphere(EYE, 800.0);
    dome.vertices.iter_mut().for_each(|vertex| vertex.normal = [0.0; 3]);
    program.pixel(device, "fres", &[[1.0; 4]])?;
    dome.upload(device)?.draw(device)?;

    program.pixel(device, "fres", &[[0.72; 4]])?;
    let place = Mat4::from_translation(Vec3::new(0.35, 2.15, 0.0)) * Mat4::from_rotation_y(0.35);
    Geometry::torus_knot(2.0, 3.0, 1.35, 0.34).transformed(place).upload(device)?.draw(device)?;
    for (x, y, z, radius) in
        [(3.9, 0.45, 2.2, 0.75), (-2.9, 0.18, -2.0, 0.5), (2.2, 0.12, -3.6, 0.3), (-7.6, 0.5, 9.0, 1.1)]
    {
        Geometry::sphere(Vec3::new(x, y, z), radius).upload(device)?.draw(device)?;
    }
    Ok(())
}

/// Waves on a sheet that is fine near the eye and reaches to the horizon.
fn water(device: &mut Device, environment: TextureId, camera: Mat4) -> Result<()> {
    let program = Program::new(
        device,
        include_bytes!("../../shaders/water.vs_3_0.dxso"),
        include_bytes!("../../shaders/water.ps_3_0.dxso"),
    )?;
    program.bind(device)?;
    program.vertex(device, "wvp", &rows(camera))?;
    program.vertex(device, "eye", &[EYE.extend(1.0).into()])?;
    program.vertex(device, "time", &[[1.7; 4]])?;
    let waves =
        [[0.8, 0.6, 0.9, 0.035], [-0.5, 0.9, 1.7, 0.02], [0.3, -1.0, 2.9, 0.010], [1.0, 0.1, 0.45, 0.05]];
    program.vertex(device, "waves", &waves)?;
    let ripples = |u: f32, v: f32| {
        let wave = |x: f32, y: f32, phase: f32| {
            ((u * x + v * y) * std::f32::consts::TAU + phase).sin() / (x * x + y * y).sqrt()
        };
        wave(2.0, 1.0, 0.3)
            + wave(-3.0, 4.0, 1.1)
            + wave(5.0, -2.0, 2.9)
            + wave(-1.0, -6.0, 4.2)
            + wave(7.0, 5.0, 0.7)
            + wave(-9.0, 3.0, 5.1)
    };
    let normals = normal_map(device, 256, 0.035, ripples)?;
    for (slot, texture, wrap) in [(0, normals, true), (1, environment, false)] {
        device.set_texture(slot, Some(texture))?;
        smooth_sampler(device, slot, wrap)?;
    }
    let sheet = Geometry::grid(200, 250, |u, v| {
        let far = 0.4 + 700.0 * v.powi(4) + 14.0 * v;
        let at = Vec2::new((u * 2.0 - 1.0) * (2.0 + far * 1.1), EYE.z + far);
        Vertex {
            position: [at.x, 0.0, at.y],
            normal: [0.0, 1.0, 0.0],
            tangent: [1.0, 0.0, 0.0],
            uv: (at * 0.11).into(),
        }
    });
    sheet.upload(device)?.draw(device)
}

/// The light from a direction.
fn sky(direction: Vec3) -> Vec3 {
    let sun = SUN.normalize();
    let glow = direction.dot(sun).max(0.0);
    let horizon = mix(Vec3::new(0.17, 0.09, 0.22), Vec3::new(1.25, 0.36, 0.09), 0.45, 1.0, glow);
    let zenith = Vec3::new(0.016, 0.040, 0.13);
    let base = mix(horizon, zenith, 0.0, 0.42, direction.y.max(0.0).powf(0.8));
    let lit = mix(Vec3::new(0.10, 0.07, 0.18), Vec3::new(1.7, 0.42, 0.20), 0.55, 1.0, glow);
    let clouded = base.lerp(lit, cloud(direction) * 0.8);
    let halo = Vec3::new(3.2, 1.3, 0.40) * glow.powi(220) + Vec3::new(0.55, 0.20, 0.07) * glow.powi(14);
    let disc = Vec3::new(90.0, 48.0, 20.0) * ((glow - 0.9990) / 0.0009).clamp(0.0, 1.0).powi(3);
    clouded + halo + disc
}

/// How much cloud there is in a direction, 0–1: layers of sines, drawn out along the horizon.
fn cloud(direction: Vec3) -> f32 {
    if direction.y <= 0.015 {
        return 0.0;
    }
    let plane = Vec2::new(direction.x, direction.z) / (direction.y + 0.12);
    let mut sum = 0.0;
    let mut at = plane * Vec2::new(0.55, 1.5);
    for octave in 0..5u8 {
        let weight = 0.5f32.powi(i32::from(octave) + 1);
        sum += weight * ((at.x + (at.y * 1.3).sin()).sin() * (at.y - (at.x * 0.7).cos()).cos());
        at = Vec2::new(at.x * 1.6 + at.y * 1.2, at.y * 1.6 - at.x * 1.2) + 1.7;
    }
    let fade = (direction.y * 14.0).min(1.0);
    ((sum - 0.02) * 2.6).clamp(0.0, 1.0) * fade
}
