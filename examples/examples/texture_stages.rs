//! Fifteen balls, each a setup of texture stages: the fixed-function pixel pipeline at a glance.
//!
//! `cargo run -p retrograph-examples --example texture_stages -- --headless balls.png`

use glam::camera::rh::{proj::directx::perspective, view::look_at_mat4};
use glam::{Mat4, Vec2, Vec3};
use image::RgbImage;
use retrograph_d3d9::Device;
use retrograph_d3d9::types::values::{Blend, CullMode, TextureOp};
use retrograph_d3d9::types::values::{TA_CURRENT, TA_DIFFUSE, TA_TEXTURE};
use retrograph_d3d9::types::{ClearFlags, RenderState as Rs, Transform};
use retrograph_examples::demo::classic::shapes;
use retrograph_examples::demo::fixed::{lights, states, sun, transform};
use retrograph_examples::demo::looks::{Ball, Look, Step, looks, paint, patch};
use retrograph_examples::demo::texture::blend;
use retrograph_examples::demo::{self, Canvas, Result};
use retrograph_render::Gpu;

const EYE: Vec3 = Vec3::new(0.0, 11.2, 17.0);
const AT: Vec3 = Vec3::new(0.0, 0.35, -0.35);
const TO_LIGHT: Vec3 = Vec3::new(-0.55, 0.68, 0.48);

/// States that looks may change, as they are otherwise.
const PLAIN: [(Rs, u32); 5] = [
    (Rs::LIGHTING, 1),
    (Rs::SPECULARENABLE, 1),
    (Rs::ALPHATESTENABLE, 0),
    (Rs::TEXTUREFACTOR, u32::MAX),
    (Rs::COLORVERTEX, 0),
];

/// Where ball `number` is: three rows of five.
#[allow(clippy::cast_precision_loss, reason = "there are fifteen")]
fn center(number: usize) -> Vec3 {
    let (row, column) = ((number / 5) as f32, (number % 5) as f32);
    Vec3::new((column - 2.0) * (2.95 - 0.16 * row), 1.0, -4.0 + row * 3.5)
}

/// Renders the picture.
///
/// # Errors
/// Those of the device.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut canvas = Canvas::new(gpu)?;
    let view = look_at_mat4(EYE, AT, Vec3::Y);
    let aspect = canvas.aspect();
    let device = &mut canvas.device;
    device.clear(None, ClearFlags::TARGET | ClearFlags::ZBUFFER, 0xFF0B_0D14, 1.0, 0)?;
    transform(device, Transform::VIEW, view)?;
    transform(device, Transform::PROJECTION, perspective(0.415, aspect, 1.0, 100.0))?;
    states(device, &PLAIN)?;
    let fill = sun(Vec3::new(-0.8, -0.15, -0.4), Vec3::new(0.10, 0.14, 0.24));
    lights(device, &[sun(-TO_LIGHT, Vec3::new(0.98, 0.93, 0.86)), fill])?;
    states(device, &[(Rs::AMBIENT, 0x002A_2C36), (Rs::CULLMODE, CullMode::None.into())])?;
    let textures = paint::paint(device)?;
    ground(device, &textures)?;
    let ball = Ball::new(device, TO_LIGHT.normalize())?;
    for number in 0..15 {
        let place = center(number);
        transform(device, Transform::WORLD, Mat4::from_translation(place))?;
        looks(number, &textures, view.inverse(), place, TO_LIGHT.normalize()).apply(device)?;
        ball.draw(device)?;
        states(device, &PLAIN)?;
        if number == 13 {
            kernel(device, &ball, place)?;
        }
    }
    canvas.picture()
}

/// The floor, which fades away, with soft shadows under the balls.
fn ground(device: &mut Device, textures: &paint::Textures) -> Result<()> {
    let floor = shapes::floor(Vec2::new(-14.0, -14.0), Vec2::new(14.0, 8.0), 60, 60).upload(device)?;
    let [start, end] = [17.0f32, 31.0].map(f32::to_bits);
    states(
        device,
        &[
            (Rs::FOGENABLE, 1),
            (Rs::FOGVERTEXMODE, 3),
            (Rs::FOGSTART, start),
            (Rs::FOGEND, end),
            (Rs::FOGCOLOR, 0x000B_0D14),
            (Rs::SPECULARENABLE, 0),
        ],
    )?;
    let tiles =
        Step::new(TextureOp::Modulate, TA_TEXTURE, TA_DIFFUSE).texture(textures.tiles).tiled(0.36, 0.36);
    Look::new(0.0, vec![tiles, Step::new(TextureOp::Modulate, TA_CURRENT, TA_DIFFUSE)]).apply(device)?;
    floor.draw(device)?;
    states(device, &[(Rs::FOGENABLE, 0), (Rs::LIGHTING, 0), (Rs::ZWRITEENABLE, 0)])?;
    blend(device, Some((Blend::SrcAlpha.into(), Blend::InvSrcAlpha.into())))?;
    let shadow = Step::new(TextureOp::SelectArg1, TA_TEXTURE, TA_CURRENT).texture(textures.shadow).clamped();
    Look::new(0.0, vec![shadow]).apply(device)?;
    for number in 0..15 {
        let away = Vec3::new(-TO_LIGHT.x, 0.0, -TO_LIGHT.z) * 0.55;
        let place = center(number) + away;
        patch(device, Vec3::new(place.x, 0.01, place.z), 1.75)?;
        patch(device, Vec3::new(place.x, 0.02, place.z) - away, 1.0)?;
    }
    blend(device, None)?;
    states(device, &[(Rs::ZWRITEENABLE, 1)])?;
    states(device, &PLAIN)
}

/// What is inside of the lattice: a ball that shines by itself.
fn kernel(device: &mut Device, ball: &Ball, place: Vec3) -> Result<()> {
    transform(device, Transform::WORLD, Mat4::from_translation(place) * Mat4::from_scale(Vec3::splat(0.62)))?;
    let mut look = Look::new(0.4, vec![Step::new(TextureOp::SelectArg1, TA_DIFFUSE, TA_CURRENT)]);
    look.material.diffuse = [0.1, 0.3, 0.35, 1.0];
    look.material.emissive = [0.08, 0.50, 0.58, 1.0];
    look.apply(device)?;
    ball.draw(device)
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("texture_stages", render)
}
