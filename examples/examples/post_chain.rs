//! A sunset sea in high dynamic range, then bloom (a blur), a tone map and a grade by a 3D table.
//!
//! `cargo run -p retrograph-examples --example post_chain -- --headless sea.png`

use glam::{Vec2, Vec3, Vec4};
use image::RgbImage;
use retrograph_d3d9::types::values::{Blend, CullMode};
use retrograph_d3d9::types::{Pool, RenderState, Usage};
use retrograph_d3d9::{Format, TextureId};
use retrograph_examples::demo::texture::{blend, color_cube, smooth_sampler, square};
use retrograph_examples::demo::{self, Canvas, Program, Result, sea};
use retrograph_render::Gpu;

/// The two shaders of a program in `examples/shaders`.
macro_rules! program {
    ($device:expr, $name:literal) => {
        Program::new(
            $device,
            include_bytes!(concat!("../shaders/", $name, ".vs_3_0.dxso")),
            include_bytes!(concat!("../shaders/", $name, ".ps_3_0.dxso")),
        )
    };
}

/// Renders the picture.
///
/// # Errors
/// Those of the device.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut canvas = Canvas::new(gpu)?;
    let [full, small] = [canvas.size, canvas.size.map(|edge| edge / 8)];
    canvas.device.set_render_state(RenderState::CULLMODE, CullMode::None.into())?;
    let hdr = target(&mut canvas, full, Format::A16B16G16R16F)?;
    sea::draw(&mut canvas, hdr)?;

    // Bloom: a small copy, blurred along both axes, twice, and added to the scene.
    let blur = program!(&mut canvas.device, "gauss_blur")?;
    let [ping, pong] = [
        target(&mut canvas, small, Format::A16B16G16R16F)?,
        target(&mut canvas, small, Format::A16B16G16R16F)?,
    ];
    for (from, to, step) in [
        (hdr, ping, Vec2::new(0.5, 0.5) / Vec2::new(240.0, 135.0)),
        (ping, pong, Vec2::new(1.6 / 240.0, 0.0)),
        (pong, ping, Vec2::new(0.0, 1.6 / 135.0)),
        (ping, pong, Vec2::new(4.0 / 240.0, 0.0)),
        (pong, ping, Vec2::new(0.0, 4.0 / 135.0)),
    ] {
        pass(&mut canvas, &blur, to, small, &taps(step, 1.0), &[from])?;
    }
    blend(&mut canvas.device, Some((Blend::One.into(), Blend::One.into())))?;
    pass(&mut canvas, &blur, hdr, full, &taps(Vec2::ZERO, 0.16), &[ping])?;
    blend(&mut canvas.device, None)?;

    let tone = program!(&mut canvas.device, "tonemap")?;
    let exposure = square(&mut canvas.device, 1, |_, _| Vec4::ZERO)?;
    let graded = target(&mut canvas, full, Format::A8R8G8B8)?;
    tone.pixel(&mut canvas.device, "white", &[[6.0; 4]])?;
    pass(&mut canvas, &tone, graded, full, &[[0.95; 4]], &[hdr, exposure])?;

    let lut = color_cube(&mut canvas.device, grade)?;
    let table = program!(&mut canvas.device, "lut_grade")?;
    let back_buffer = canvas.target;
    canvas.device.set_render_target(0, Some(back_buffer))?;
    draw_pass(&mut canvas, &table, full, &[[1.0; 4]], &[graded, lut])?;
    canvas.picture()
}

/// A render target that can be read as a texture.
fn target(canvas: &mut Canvas, size: [u32; 2], format: Format) -> Result<TextureId> {
    Ok(canvas.device.create_texture(size[0], size[1], 1, Usage::RENDERTARGET, format, Pool::Default)?)
}

/// Draws `program` over all of `to`; `constants` start at c0, `sources` at s0.
fn pass(
    canvas: &mut Canvas,
    program: &Program,
    to: TextureId,
    size: [u32; 2],
    constants: &[[f32; 4]],
    sources: &[TextureId],
) -> Result<()> {
    let surface = canvas.device.get_surface_level(to, 0)?;
    canvas.device.set_texture(0, None)?;
    canvas.device.set_render_target(0, Some(surface))?;
    draw_pass(canvas, program, size, constants, sources)
}

fn draw_pass(
    canvas: &mut Canvas,
    program: &Program,
    size: [u32; 2],
    constants: &[[f32; 4]],
    sources: &[TextureId],
) -> Result<()> {
    let device = &mut canvas.device;
    device.set_depth_stencil_surface(None)?;
    program.bind(device)?;
    device.set_pixel_shader_constant_f(0, constants)?;
    for (slot, source) in (0..).zip(sources) {
        device.set_texture(slot, Some(*source))?;
        smooth_sampler(device, slot, false)?;
    }
    canvas.fullscreen(size)
}

/// Nine taps of a Gauss curve, `step` apart; the weights add up to `sum`.
fn taps(step: Vec2, sum: f32) -> [[f32; 4]; 9] {
    let weight = |i: f32| (-i * i / 8.0).exp() / 4.898_031;
    [-4.0f32, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0]
        .map(|i| [step.x * i, step.y * i, weight(i) * sum, 0.0])
}

/// Teal in the shadows, gold in the lights, a little more contrast.
fn grade(color: Vec3) -> Vec3 {
    let curve = color * color * (Vec3::splat(3.0) - 2.0 * color);
    let color = color.lerp(curve, 0.55);
    let luminance = color.dot(Vec3::new(0.2126, 0.7152, 0.0722));
    let tint = Vec3::new(0.86, 1.02, 1.10).lerp(Vec3::new(1.08, 1.0, 0.88), luminance);
    Vec3::splat(luminance).lerp(color, 1.12) * tint
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("post_chain", render)
}
