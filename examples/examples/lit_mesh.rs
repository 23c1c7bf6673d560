//! A normal-mapped knot over tiles: a shadow map, a lamp through it, and a fill light, from five compiled shaders.
//!
//! `cargo run -p retrograph-examples --example lit_mesh -- --headless knot.png`

use glam::camera::lh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3};
use image::RgbImage;
use retrograph_d3d9::types::values::{Blend, CompareFunc, CullMode};
use retrograph_d3d9::types::{ClearFlags, MultiSample, Pool, RenderState, SamplerStateType, Usage};
use retrograph_d3d9::{Device, Format, TextureId};
use retrograph_examples::demo::texture::{blend, normal_map, smooth_sampler, square};
use retrograph_examples::demo::{self, Canvas, Geometry, Mesh, Program, Result, rows};
use retrograph_render::Gpu;

const LAMP: Vec3 = Vec3::new(-3.6, 6.4, -3.4);
const EYE: Vec3 = Vec3::new(0.3, 2.7, -6.6);
const SHADOW_SIZE: u32 = 2048;

/// A mesh with its colour and normal map.
struct Thing {
    mesh: Mesh,
    color: TextureId,
    normals: TextureId,
}

/// Renders the picture.
///
/// # Errors
/// Those of the device.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut canvas = Canvas::new(gpu)?;
    let camera =
        perspective(0.62, canvas.aspect(), 0.5, 60.0) * look_at_mat4(EYE, Vec3::new(0.0, 0.95, 0.0), Vec3::Y);
    let lamp = perspective(0.95, 1.0, 4.0, 16.0) * look_at_mat4(LAMP, Vec3::new(0.0, 0.4, 0.0), Vec3::Y);
    let things = things(&mut canvas.device)?;
    let shadows = shadow_map(&mut canvas, lamp, &things)?;

    canvas.device.clear(None, ClearFlags::TARGET | ClearFlags::ZBUFFER, 0, 1.0, 0)?;
    canvas.gradient(0xff10_1520, 0xff3a_4658)?;
    let device = &mut canvas.device;

    // How much of the lamp each pixel sees …
    let program = shadow_program(device)?;
    program.bind(device)?;
    program.vertex(device, "wvp", &rows(camera))?;
    program.vertex(device, "lvp", &rows(lamp))?;
    program.pixel(device, "bias", &[[0.0012; 4]])?;
    program.pixel(device, "texel", &[[1.2 / 2048.0; 4]])?;
    device.set_texture(0, Some(shadows))?;
    for state in [SamplerStateType::ADDRESSU, SamplerStateType::ADDRESSV] {
        device.set_sampler_state(0, state, 3)?;
    }
    things.iter().try_for_each(|thing| thing.mesh.draw(device))?;

    // … times what the lamp gives …
    device.set_render_state(RenderState::ZFUNC, CompareFunc::LessEqual.into())?;
    device.set_render_state(RenderState::DEPTHBIAS, (-2e-6f32).to_bits())?;
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
    program.pixel(device, "light_color", &[[0.10, 0.17, 0.30, 0.0]])?;
    program.pixel(device, "ambient", &[[0.09, 0.10, 0.14, 1.0]])?;
    program.pixel(device, "shininess", &[[24.0; 4]])?;
    things.iter().try_for_each(|thing| thing.draw(device))?;
    canvas.picture()
}

impl Thing {
    fn draw(&self, device: &mut Device) -> Result<()> {
        device.set_texture(0, Some(self.color))?;
        device.set_texture(1, Some(self.normals))?;
        smooth_sampler(device, 0, true)?;
        smooth_sampler(device, 1, true)?;
        self.mesh.draw(device)
    }
}

fn things(device: &mut Device) -> Result<[Thing; 2]> {
    let stand = Mat4::from_translation(Vec3::new(0.0, 1.55, 0.0)) * Mat4::from_rotation_y(0.5);
    let knot = Geometry::torus_knot(2.0, 3.0, 1.35, 0.36).transformed(stand).upload(device)?;
    let floor = Geometry::disc(-0.05, 14.0).upload(device)?;
    let groove = |at: f32, count: f32| ((at * count).fract() - 0.5).abs() * 2.0;
    let stud = |u: f32, v: f32| {
        let row = (v * 8.0).floor();
        let (x, y) = ((u * 72.0 + row * 0.5).fract() - 0.5, (v * 8.0).fract() - 0.5);
        (1.0 - (x * x + y * y) * 6.5).clamp(0.0, 1.0).sqrt()
    };
    let tile = |u: f32, v: f32| 1.0 - (groove(u, 1.0).max(groove(v, 1.0)) - 0.93).max(0.0) * 12.0;
    Ok([
        Thing {
            mesh: knot,
            color: square(device, 1024, |u, v| {
                Vec3::new(0.62, 0.27, 0.12).lerp(Vec3::new(1.0, 0.62, 0.3), stud(u, v)).extend(0.55)
            })?,
            normals: normal_map(device, 1024, 0.012, stud)?,
        },
        Thing {
            mesh: floor,
            color: square(device, 256, |u, v| {
                (Vec3::new(0.42, 0.45, 0.50) * (0.55 + 0.45 * tile(u, v))).extend(0.12)
            })?,
            normals: normal_map(device, 256, 0.02, tile)?,
        },
    ])
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
