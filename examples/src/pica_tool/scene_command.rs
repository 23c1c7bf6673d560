//! `retrograph pica render` and `retrograph pica bench`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use image::ImageFormat;
use retrograph_pica::front::Front;
use retrograph_pica::gpu::GpuBackend;
use retrograph_pica::software::Software;
use retrograph_render::{Context, Gpu, Threading};

use super::{OUTLIERS, SceneBackend, SceneFolder, SceneVerdict, judge, memory, play, render};
use crate::demo::Result;

/// How long a bench draws with each backend.
const BENCH: Duration = Duration::from_secs(2);

/// What draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BackendChoice {
    /// The renderer on the CPU.
    #[default]
    Software,
    /// The renderer on the GPU.
    Gpu,
}

impl BackendChoice {
    /// A backend of this kind, whose frames are executed where `threading` says.
    ///
    /// # Errors
    /// What keeps it from working.
    pub fn open(self, threading: Threading) -> Result<Box<dyn SceneBackend>> {
        match self {
            Self::Software => Ok(Box::new(Software::new())),
            Self::Gpu => Ok(Box::new(GpuBackend::new(Context::with_threading(Gpu::headless()?, threading)))),
        }
    }
}

/// Where frames of the tool are executed.
fn threading() -> Threading {
    Threading::from_env().unwrap_or(Threading::Pipelined)
}

/// Draws a scene, writes the picture, compares; answers whether it is as expected, and `true` if that was not asked.
///
/// # Errors
/// A folder that is no scene, a backend that does not work, a file that cannot be written.
pub fn render_scene(path: &Path, choice: BackendChoice, out: Option<&Path>, compare: bool) -> Result<bool> {
    let scene = SceneFolder::open(path)?;
    let rendered = render(&scene, choice.open(threading())?.as_mut())?;
    for (name, draws) in &rendered.unsupported {
        println!("unsupported: {name}, {draws} draws");
    }
    if let Some(out) = out {
        rendered.color.save_with_format(out, ImageFormat::Png)?;
    }
    if !compare {
        return Ok(true);
    }
    let verdict = judge(&scene, &rendered, tolerance(path), OUTLIERS)?;
    match &verdict {
        SceneVerdict::Passed => println!("passed"),
        SceneVerdict::Failed(reason) => println!("failed: {reason}"),
        SceneVerdict::Unsupported(reason) => println!("unsupported: {reason}"),
    }
    Ok(verdict == SceneVerdict::Passed)
}

/// How far colours of a scene may be apart: 3 where dot products are combined, 2 elsewhere.
#[must_use]
pub fn tolerance(path: &Path) -> u8 {
    if path.file_name().is_some_and(|name| name == "tev_ops") { 3 } else { 2 }
}

/// Draws a scene over and over with each backend, a line each: pixels of its picture a second, and times a frame.
///
/// # Errors
/// As [`render_scene`].
pub fn bench_scene(path: &Path) -> Result<String> {
    let scene = SceneFolder::open(path)?;
    let pixels = f64::from(scene.expect.width) * f64::from(scene.expect.height);
    let mut text = String::new();
    for choice in BackendChoice::value_variants() {
        let mut backend = choice.open(threading())?;
        let mut memory = memory(&scene)?;
        let mut front = Front::default();
        let (start, mut frames) = (Instant::now(), 0u32);
        while start.elapsed() < BENCH {
            play(&scene, &mut front, &mut memory, backend.as_mut())?;
            backend.reading(scene.expect.color_address, pixels as u32 * 4, &mut memory)?;
            frames += 1;
        }
        let seconds = start.elapsed().as_secs_f64() / f64::from(frames.max(1));
        let name = format!("{choice:?}").to_lowercase();
        writeln!(text, "{name}: {:.3} ms a frame, {:.0} pixels a second", seconds * 1e3, pixels / seconds)?;
    }
    Ok(text)
}
