//! A frame as games make them: shadow pass, G-buffer under a larger depth buffer, lights from textures, a blurred glow,
//! sparks from a dynamic buffer, a read-back in the middle, and a display drawn from user memory.

mod overlay;
mod part;

use glam::camera::lh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3};
use retrograph_d3d9::types::values::{Blend, CompareFunc, CullMode};
use retrograph_d3d9::types::{ClearFlags, MultiSample, Pool, RenderState, SamplerStateType, Usage};
use retrograph_d3d9::{Device, Format, SurfaceId, TextureId};

use super::still_life::Thing;
use super::texture::blend;
use super::{Canvas, Program, Result, rows};
pub use overlay::Bar;
use overlay::{display, mean, sparks};
use part::{opaque_things, pass, taps};

macro_rules! program {
    ($device:expr, $name:literal) => {
        Program::new(
            $device,
            include_bytes!(concat!("../../shaders/", $name, ".vs_3_0.dxso")),
            include_bytes!(concat!("../../shaders/", $name, ".ps_3_0.dxso")),
        )
    };
}

const EYE: Vec3 = Vec3::new(0.6, 3.4, -7.4);
const SHADOWS: u32 = 512;

/// Draws the frame; the answer is the display, which is what was drawn last.
///
/// # Errors
/// Those of the device.
pub fn draw(canvas: &mut Canvas) -> Result<Vec<Bar>> {
    let [width, height] = canvas.size;
    let camera = perspective(0.62, canvas.aspect(), 0.5, 60.0);
    let view = look_at_mat4(EYE, Vec3::new(0.2, 1.2, 0.0), Vec3::Y);
    let lamp = perspective(0.75, 1.0, 4.0, 30.0) * look_at_mat4(Vec3::new(-5.0, 9.5, -4.5), Vec3::Y, Vec3::Y);
    let device = &mut canvas.device;
    device.set_render_state(RenderState::CULLMODE, CullMode::None.into())?;
    let things = opaque_things(device)?;
    let shadows = shadow_pass(device, lamp, &things)?;
    let samples = MultiSample::NONE;
    let depth =
        device.create_depth_stencil_surface(width + 96, height + 40, Format::D24S8, samples, 0, false)?;
    device.set_depth_stencil_surface(Some(depth))?;
    let target = |device: &mut Device, [width, height]: [u32; 2]| -> Result<(TextureId, SurfaceId)> {
        let usage = Usage::RENDERTARGET;
        let texture = device.create_texture(width, height, 1, usage, Format::A8R8G8B8, Pool::Default)?;
        Ok((texture, device.get_surface_level(texture, 0)?))
    };
    let (albedo, normals) = (target(device, canvas.size)?, target(device, canvas.size)?);
    let (lit, half) = (target(device, canvas.size)?, target(device, [width / 2, height / 2])?);

    device.set_render_target(0, Some(albedo.1))?;
    device.set_render_target(1, Some(normals.1))?;
    device.clear(None, ClearFlags::TARGET | ClearFlags::ZBUFFER, 0xFF18_1C28, 1.0, 0)?;
    let program = program!(device, "gbuffer_mrt")?;
    program.bind(device)?;
    program.vertex(device, "wv", &rows(view))?;
    program.vertex(device, "wvp", &rows(camera * view))?;
    program.pixel(device, "far_plane", &[[60.0; 4]])?;
    things.iter().try_for_each(|thing| thing.draw(device))?;
    device.set_render_target(1, None)?;

    device.set_render_target(0, Some(lit.1))?;
    device.clear(None, ClearFlags::TARGET, 0xFF30_3848, 1.0, 0)?;
    device.set_render_state(RenderState::ZFUNC, CompareFunc::LessEqual.into())?;
    device.set_render_state(RenderState::ZWRITEENABLE, 0)?;
    shadowed(device, camera * view, lamp, shadows, &things)?;
    device.set_render_state(RenderState::ZENABLE, 0)?;
    let copy = program!(device, "gauss_blur")?;
    copy.bind(device)?;
    taps(&copy, device, [0.0; 2], 1.0)?;
    blend(device, Some((Blend::DestColor.into(), Blend::SrcColor.into())))?;
    pass(canvas, lit.1, albedo.0)?;
    blend(&mut canvas.device, None)?;
    taps(&copy, &mut canvas.device, [5.0 / width as f32, 5.0 / height as f32], 0.11)?;
    pass(canvas, half.1, lit.0)?;
    let brightness = mean(&mut canvas.device, half.1)?;
    taps(&copy, &mut canvas.device, [0.0; 2], 1.0)?;
    pass(canvas, canvas.target, lit.0)?;
    blend(&mut canvas.device, Some((Blend::InvDestColor.into(), Blend::One.into())))?;
    taps(&copy, &mut canvas.device, [3.0 / width as f32, 3.0 / height as f32], 0.05)?;
    pass(canvas, canvas.target, half.0)?;
    sparks(canvas)?;
    blend(&mut canvas.device, None)?;
    display(canvas, brightness)
}

/// The scene's depth as the lamp sees it.
fn shadow_pass(device: &mut Device, lamp: Mat4, things: &[Thing]) -> Result<TextureId> {
    let depth =
        device.create_texture(SHADOWS, SHADOWS, 1, Usage::DEPTHSTENCIL, Format::INTZ, Pool::Default)?;
    let color =
        device.create_render_target(SHADOWS, SHADOWS, Format::X8R8G8B8, MultiSample::NONE, 0, false)?;
    device.set_render_target(0, Some(color))?;
    let surface = device.get_surface_level(depth, 0)?;
    device.set_depth_stencil_surface(Some(surface))?;
    device.clear(None, ClearFlags::ZBUFFER, 0, 1.0, 0)?;
    device.set_render_state(RenderState::COLORWRITEENABLE, 0)?;
    let program = program!(device, "shadow_pcf")?;
    program.bind(device)?;
    program.vertex(device, "wvp", &rows(lamp))?;
    things.iter().try_for_each(|thing| thing.mesh.draw(device))?;
    device.set_render_state(RenderState::COLORWRITEENABLE, 15)?;
    Ok(depth)
}

fn shadowed(
    device: &mut Device,
    camera: Mat4,
    lamp: Mat4,
    shadows: TextureId,
    things: &[Thing],
) -> Result<()> {
    let program = program!(device, "shadow_pcf")?;
    program.bind(device)?;
    program.vertex(device, "wvp", &rows(camera))?;
    program.vertex(device, "lvp", &rows(lamp))?;
    program.pixel(device, "bias", &[[0.004; 4]])?;
    program.pixel(device, "texel", &[[1.2 / SHADOWS as f32; 4]])?;
    device.set_texture(0, Some(shadows))?;
    for state in [SamplerStateType::ADDRESSU, SamplerStateType::ADDRESSV] {
        device.set_sampler_state(0, state, 3)?;
    }
    // Shadow is dim, not black.
    blend(device, Some((Blend::One.into(), Blend::One.into())))?;
    things.iter().try_for_each(|thing| thing.mesh.draw(device))?;
    blend(device, None)
}
