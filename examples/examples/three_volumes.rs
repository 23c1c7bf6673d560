//! A knot and balls by execute buffers, through three viewports on one target: everything; a part of it, magnified by its
//! clip box; and what lies behind a plane, by its depths.
//!
//! `cargo run -p retrograph-examples --example three_volumes -- --headless volumes.png`

use glam::Vec3;
use glam::camera::lh::{proj::directx::perspective, view::look_at_mat4};
use image::RgbImage;
use retrograph_examples::demo::immediate::cutaway::{Scene, Volume, backdrop};
use retrograph_examples::demo::immediate::{Immediate, TARGET};
use retrograph_examples::demo::{self, Result};
use retrograph_render::Gpu;

const EYE: Vec3 = Vec3::new(0.6, 3.3, -8.2);
const AT: Vec3 = Vec3::new(0.0, 1.2, 0.0);
const NEAR: f32 = 2.0;
const FAR: f32 = 40.0;
/// Pixels between viewports and around them.
const GAP: u32 = 20;

/// The depth, after projection, of what is so far in front of the eye.
fn depth(distance: f32) -> f32 {
    FAR / (FAR - NEAR) * (1.0 - NEAR / distance)
}

/// The three viewports.
fn volumes() -> [Volume; 3] {
    let [width, height] = TARGET;
    let side = width / 3 - GAP;
    let (large, half) = (width - side - 3 * GAP, (height - 3 * GAP) / 2);
    // As wide as the pixels are: the projection itself is square.
    let wide = large as f32 / (height - 2 * GAP) as f32;
    let small = side as f32 / half as f32;
    [
        Volume { pixels: [GAP, GAP, large, height - 2 * GAP], clip: [-wide, 1.0, 2.0 * wide, 2.0, 0.0, 1.0] },
        Volume {
            pixels: [large + 2 * GAP, GAP, side, half],
            clip: [-0.30, 0.42, 0.62 * small, 0.62, 0.0, 1.0],
        },
        Volume {
            pixels: [large + 2 * GAP, half + 2 * GAP, side, half],
            clip: [-0.72 * small, 0.74, 1.44 * small, 1.44, depth(8.35), 1.0],
        },
    ]
}

/// Renders the picture.
///
/// # Errors
/// The call that failed.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut program = Immediate::new(gpu, 1)?;
    program.fill(0x0014_161C)?;
    let view = look_at_mat4(EYE, AT, Vec3::Y);
    let scene = Scene::new(&mut program, view, perspective(0.62, 1.0, NEAR, FAR))?;
    program.on_device("BeginScene", &[])?;
    let skies = [[0xFF0B_1020, 0xFF46_526A], [0xFF20_0F14, 0xFF6A_4A3C], [0xFF08_1A1A, 0xFF2E_5A58]];
    for (volume, sky) in volumes().into_iter().zip(skies) {
        let viewport = volume.viewport(&mut program)?;
        // Only depth: the sky is drawn.
        let [x, y, width, height] = volume.pixels;
        program.placed(&[x, y, x + width, y + height], |program, rectangle| {
            program.call(viewport, "Clear", &[1, rectangle, 2])
        })?;
        let sky = backdrop(&mut program, volume.pixels, sky)?;
        program.on_device("Execute", &[sky.1, viewport.1, 1])?;
        scene.execute(&mut program, viewport)?;
    }
    program.on_device("EndScene", &[])?;
    program.picture(gpu)
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("three_volumes", render)
}
