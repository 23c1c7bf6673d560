//! A frame as games make them, from shadow pass to display: every trick of the output merger in one picture.
//!
//! `cargo run -p retrograph-examples --example typical_frame -- --headless frame.png`

use image::RgbImage;
use retrograph_examples::demo::{self, Canvas, Result, typical};
use retrograph_render::Gpu;

/// Renders the picture.
///
/// # Errors
/// Those of the device.
pub fn render(gpu: &Gpu) -> Result<RgbImage> {
    let mut canvas = Canvas::new(gpu)?;
    typical::draw(&mut canvas)?;
    canvas.picture()
}

/// The demo as a program.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main() -> Result<()> {
    demo::main("typical_frame", render)
}
