//! What the demos share: a canvas to draw on without a window, programs, meshes and textures.

mod canvas;
pub mod classic;
pub mod fixed;
pub mod handheld;
pub mod host;
pub mod immediate;
mod light;
pub mod looks;
pub mod mesh;
pub mod noise;
mod program;
pub mod sea;
#[cfg(not(target_family = "wasm"))]
mod stage;
pub mod still_life;
pub mod texture;
pub mod typical;

pub use canvas::{Canvas, SIZE};
pub use light::{hsv, mix};
pub use mesh::{Geometry, Mesh, Vertex};
pub use program::{Program, rows};
#[cfg(not(target_family = "wasm"))]
pub use stage::on_stage;

use std::path::PathBuf;

use image::RgbImage;
use retrograph_render::Gpu;

/// What a demo returns: its errors are only ever shown.
pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// The `main` of a demo: opens a GPU, renders, and saves the picture as [`save`] does.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn main(name: &str, render: impl FnOnce(&Gpu) -> Result<RgbImage>) -> Result<()> {
    save(name, || render(&Gpu::headless()?))
}

/// Renders and writes the picture to the path after `--headless`, or to `target/gallery/NAME.png`.
///
/// # Errors
/// When the arguments are not understood, or anything fails.
pub fn save(name: &str, render: impl FnOnce() -> Result<RgbImage>) -> Result<()> {
    crate::logger::install();
    let mut arguments = std::env::args_os().skip(1);
    let path = match arguments.next() {
        None => PathBuf::from("target/gallery").join(name).with_extension("png"),
        Some(flag) if flag == "--headless" => {
            arguments.next().ok_or("--headless needs the path of a PNG file")?.into()
        }
        Some(other) => return Err(format!("unknown argument {other:?}; try --headless out.png").into()),
    };
    let picture = render()?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    picture.save(&path)?;
    println!("{}", path.display());
    Ok(())
}
