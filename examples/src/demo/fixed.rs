//! Short ways to say what the fixed-function pipeline shall do.

use glam::{Mat4, Vec3};
use retrograph_d3d9::Device;
use retrograph_d3d9::types::{Light, LightType, Material, RenderState, TextureStageState as Ts, Transform};

use super::Result;

/// Sets render states.
///
/// # Errors
/// Those of the device.
pub fn states(device: &mut Device, states: &[(RenderState, u32)]) -> Result<()> {
    states.iter().try_for_each(|&(state, value)| device.set_render_state(state, value))?;
    Ok(())
}

/// Sets states of a texture stage.
///
/// # Errors
/// Those of the device.
pub fn stage(device: &mut Device, stage: u32, states: &[(Ts, u32)]) -> Result<()> {
    states.iter().try_for_each(|&(state, value)| device.set_texture_stage_state(stage, state, value))?;
    Ok(())
}

/// Puts a stage back to what a new device has there.
///
/// # Errors
/// Those of the device.
pub fn reset_stage(device: &mut Device, index: u32) -> Result<()> {
    let (color, alpha) = if index == 0 { (4, 2) } else { (1, 1) };
    let plain = [
        (Ts::COLOROP, color),
        (Ts::COLORARG0, 1),
        (Ts::COLORARG1, 2),
        (Ts::COLORARG2, 1),
        (Ts::ALPHAOP, alpha),
        (Ts::ALPHAARG0, 1),
        (Ts::ALPHAARG1, 2),
        (Ts::ALPHAARG2, 1),
        (Ts::RESULTARG, 1),
        (Ts::TEXCOORDINDEX, index),
        (Ts::TEXTURETRANSFORMFLAGS, 0),
    ];
    stage(device, index, &plain)
}

/// Sets a transform from a matrix for column vectors.
///
/// # Errors
/// Those of the device.
pub fn transform(device: &mut Device, transform: Transform, matrix: Mat4) -> Result<()> {
    // The transpose of a matrix by columns is the same bytes by rows.
    device.set_transform(transform, &matrix.to_cols_array_2d())?;
    Ok(())
}

/// Makes these the lights that are on.
///
/// # Errors
/// Those of the device.
pub fn lights(device: &mut Device, lights: &[Light]) -> Result<()> {
    for index in 0..8 {
        let light = lights.get(index as usize);
        device.set_light(index, light.unwrap_or(&Light::DEFAULT))?;
        device.light_enable(index, light.is_some())?;
    }
    Ok(())
}

/// A light from infinitely far away that shines along `direction`.
#[must_use]
pub fn sun(direction: Vec3, color: Vec3) -> Light {
    Light {
        kind: LightType::DIRECTIONAL,
        diffuse: color.extend(1.0).into(),
        specular: color.extend(1.0).into(),
        direction: direction.into(),
        ..Light::DEFAULT
    }
}

/// A lamp at `position` whose light halves every so many units.
#[must_use]
pub fn lamp(position: Vec3, color: Vec3, half: f32) -> Light {
    Light {
        kind: LightType::POINT,
        diffuse: color.extend(1.0).into(),
        specular: color.extend(1.0).into(),
        position: position.into(),
        range: half * 16.0,
        attenuation: [1.0, 0.0, 1.0 / (half * half)],
        ..Light::DEFAULT
    }
}

/// A material of one colour with highlights.
#[must_use]
pub fn material(color: Vec3, shine: f32, power: f32) -> Material {
    Material {
        diffuse: color.extend(1.0).into(),
        ambient: color.extend(1.0).into(),
        specular: Vec3::splat(shine).extend(1.0).into(),
        emissive: [0.0; 4],
        power,
    }
}
