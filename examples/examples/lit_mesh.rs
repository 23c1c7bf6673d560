//! A normal-mapped knot over tiles: a shadow map, a lamp through it, and a fill light, from five compiled shaders.
//!
//! `cargo run -p retrograph-examples --example lit_mesh -- --headless knot.png`

use glam::camera::lh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3};
use image::RgbImage;
use retrograph_d3d9::types::values::{Blend, CompareFunc, CullMode};
use retrograph_d3d9::types::{ClearFlags, MultiSample, Pool, RenderState, SamplerStateType, Usage};
use retrograph_d3d9::{Device, Format, TextureId};
use retrograph_examples::demo::still_life::{Thing, things};
use retrograph_examples::demo::texture::blend;
use retrograph_examples::demo::{self, Canvas, Program, Result, rows};
use retrograph_render::Gpu;

const LAMP: Vec3 = Vec3::new(-4.6, 6.8, -4.4);
const EYE: Vec3 = Vec3::new(0.4, 2.9, -8.4);
const SHADOW_SIZE: u32 = 2048;

/// Renders the picture.
///
/// # Errors
/// Those of the device.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut canvas = Canvas::new(gpu)?;
    let camera =
        perspective(0.62, canvas.aspect(), 0.5, 60.0) * look_at_mat4(EYE, Vec3::new(0.1, 1.25, 0.0), Vec3::Y);
    let lamp = perspective(1.5, 1.0, 3.0, 40.0) * look_at_mat4(LAMP, Vec3::new(0.0, 0.4, 0.0), Vec3::Y);
    let things = things(&mut canvas.device)?;
    let shadows = shadow_map(&mut canvas, lamp, &things)?;

    canvas.device.clear(None, ClearFlags::TARGET | ClearFlags::ZBUFFER, 0, 1.0, 0)?;
    canvas.gradient(0xff0d_121c, 0xff42_4d60)?;
    let device = &mut canvas.device;

    // How much of the lamp each pixel sees …
    let program = shadow_program(device)?;
    program.bind(device)?;
    program.vertex(device, "wvp", &rows(camera))?;
    program.vertex(device, "lvp", &rows(lamp))?;
    program.pixel(device, "bias", &[[0.0006; 4]])?;
    program.pixel(device, "texel", &[[1.2 / 2048.0; 4]])?;
    device.set_texture(0, Some(shadows))?;
    for state in [SamplerStateType::ADDRESSU, SamplerStateType::ADDRESSV] {
        device.set_sampler_state(0, state, 3)?;
    }
    things.iter().try_for_each(|thing| thing.mesh.draw(device))?;

    // … times what the lamp gives …
    device.set_render_state(RenderState::ZFUNC, CompareFunc::LessEqual.into())?;
    blend(device, Some((Blend::DestColor.into(), Blend::Zero.into())))?;
    let program = Program::new(
        device,
        include_bytes!("../shaders/normal_map.vs_3_0.dxso"),
        include_bytes!("../shaders/normal_map.ps_3_0.dxso"),
    )?;
    program.bind(device)?;
    program.vertex(device, "wvp", &rows(camera))?;
    program.vertex(device, "light_pos", &[LAMP.extend(1.0).into()])?;
    program.vertex(device, "eye", &[EYE.extend(1.0).into()])?;
    things.iter().try_for_each(|thing| thing.draw(device))?;

    // … plus the cool light of the room.
    blend(device, Some((Blend::One.into(), Blend::One.into())))?;
    let program = Program::new(
        device,
        include_bytes!("../shaders/blinn_phong.vs_3_0.dxso"),
        include_bytes!("../shaders/blinn_phong.ps_3_0.dxso"),
    )?;
    program.bind(device)?;
    program.vertex(device, "world_view_proj", &rows(camera))?;
    program.vertex(device, "world", &rows(Mat4::IDENTITY)[..3])?;
    program.vertex(device, "eye", &[EYE.extend(1.0).into()])?;
    program.pixel(device, "light_dir", &[Vec3::new(-0.8, -0.25, -0.35).normalize().extend(0.0).into()])?;
    program.pixel(device, "light_color", &[[0.14, 0.22, 0.38, 0.0]])?;
    program.pixel(device, "ambient", &[[0.13, 0.14, 0.19, 1.0]])?;
    program.pixel(device, "shininess", &[[24.0; 4]])?;
    things.iter().try_for_each(|thing| thing.draw(device))?;
    canvas.picture()
}

fn shadow_program(device: &mut Device) -> Result<Program> {
    Program::new(
        device,
        include_bytes!("../shaders/shadow_pcf.vs_3_0.dxso"),
        include_bytes!("../shaders/shadow_pcf.ps_3_0.dxso"),
    )
}

/// The scene's depth as the lamp sees it: an INTZ texture, drawn as a depth buffer and read as a texture.
fn shadow_map(canvas: &mut Canvas, lamp: Mat4, things: &[Thing]) -> Result<TextureId> {
    let device = &mut canvas.device;
    let size = SHADOW_SIZE;
    let depth = device.create_texture(size, size, 1, Usage::DEPTHSTENCIL, Format::INTZ, Pool::Default)?;
    let color = device.create_render_target(size, size, Format::X8R8G8B8, MultiSample::NONE, 0, false)?;
    let (screen, screen_depth) = (device.get_render_target(0)?, device.get_depth_stencil_surface()?);
    device.set_render_target(0, Some(color))?;
    let surface = device.get_surface_level(depth, 0)?;
    device.set_depth_stencil_surface(Some(surface))?;
    device.clear(None, ClearFlags::ZBUFFER, 0, 1.0, 0)?;
    device.set_render_state(RenderState::CULLMODE, CullMode::None.into())?;
    device.set_render_state(RenderState::COLORWRITEENABLE, 0)?;
    let program = shadow_program(device)?;
    program.bind(device)?;
    program.vertex(device, "wvp", &rows(lamp))?;
    things.iter().try_for_each(|thing| thing.mesh.draw(device))?;
    device.set_render_state(RenderState::COLORWRITEENABLE, 15)?;
    device.set_render_target(0, Some(screen))?;
    device.set_depth_stencil_surface(Some(screen_depth))?;
    Ok(depth)
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("lit_mesh", render)
}
