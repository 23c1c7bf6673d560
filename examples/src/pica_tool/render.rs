//! Scenes through a backend: what is drawn, and how it compares.

use image::RgbaImage;
use retrograph_pica::front::{Backend, Fill, Front, Report};
use retrograph_pica::memory::{PhysicalMemory, Regions};
use retrograph_pica::state::{ColorFormat, DepthFormat};
use retrograph_pica::texture::{Layout, decode_color, decode_depth, linear};

use super::SceneFolder;
use super::folder::Event;
use crate::demo::Result;

/// Where linear memory starts, and how much there is.
const LINEAR: (u32, usize) = (0x2000_0000, 128 << 20);
/// The same of video memory.
const VIDEO: (u32, usize) = (0x1800_0000, 6 << 20);
/// How far depths may be apart, in steps of 24 bits: one of 16 bits. The expected ones were interpolated in 32-bit floats.
const DEPTH_STEPS: u32 = 256;
/// How many pixels may be further apart: edges follow the fill rule of whoever drew them.
pub const OUTLIERS: usize = 16;

/// A backend that scenes are drawn with.
pub trait SceneBackend: Backend {
    /// What the backend left out, by name.
    fn left_out(&self) -> Vec<(&'static str, u64)>;
}

impl SceneBackend for retrograph_pica::software::Software {
    fn left_out(&self) -> Vec<(&'static str, u64)> {
        self.unsupported()
    }
}

impl SceneBackend for retrograph_pica::gpu::GpuBackend {
    fn left_out(&self) -> Vec<(&'static str, u64)> {
        self.unsupported()
    }
}

/// What a scene left behind.
#[derive(Debug)]
pub struct Rendered {
    /// The colour buffer, first row of memory first.
    pub color: RgbaImage,
    /// Depth and stencil of each pixel, in the same order.
    pub depth: Vec<(u32, u8)>,
    /// What was not drawn, by stable name, and how many draws that were.
    pub unsupported: Vec<(&'static str, u64)>,
    /// The sum of all submissions.
    pub report: Report,
}

/// How a scene ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneVerdict {
    /// As expected, within tolerance.
    Passed,
    /// Not as expected; where it is furthest off.
    Failed(String),
    /// The scene needs what is not supported, by name.
    Unsupported(String),
}

/// A scene's memory as it is before the first event.
///
/// # Errors
/// Files that lie where no memory is.
pub fn memory(scene: &SceneFolder) -> Result<Regions> {
    let mut memory = Regions::new();
    for (base, size) in [LINEAR, VIDEO] {
        memory.insert(base, vec![0; size]);
    }
    for (base, bytes) in &scene.pieces {
        if !memory.write(*base, bytes) {
            return Err(format!("no memory of {} bytes at {base:#010x}", bytes.len()).into());
        }
    }
    Ok(memory)
}

/// Runs all events of a scene, and answers what they did.
///
/// # Errors
/// What a submission returns.
pub fn play(
    scene: &SceneFolder,
    front: &mut Front,
    memory: &mut Regions,
    backend: &mut dyn SceneBackend,
) -> Result<Report> {
    let mut sum = Report::default();
    for event in &scene.events {
        match event {
            Event::Fill(fills) => fills.iter().try_for_each(|fill: &Fill| {
                let backend: &mut dyn Backend = backend;
                front.memory_fill(fill, memory, backend)
            })?,
            Event::List(index) => {
                let report = front.submit(&scene.lists[*index].words, memory, backend)?;
                sum.draws += report.draws;
                sum.vertices += report.vertices;
                sum.writes += report.writes;
                sum.jumps += report.jumps;
                sum.finalized = report.finalized;
            }
        }
    }
    Ok(sum)
}

/// Draws a scene from power-on.
///
/// # Errors
/// Malformed lists, or a framebuffer that is not in memory.
pub fn render(scene: &SceneFolder, backend: &mut dyn SceneBackend) -> Result<Rendered> {
    let mut memory = memory(scene)?;
    let mut front = Front::default();
    let report = play(scene, &mut front, &mut memory, backend)?;
    let expect = &scene.expect;
    let color_format = ColorFormat::from_number(expect.color_format);
    let depth_format = DepthFormat::from_number(expect.depth_format);
    let mut plane = |address: u32, bytes: u32| -> Result<Vec<u8>> {
        let size = Layout::Tiles.pixels(expect.width, expect.height) * bytes;
        backend.reading(address, size, &mut memory)?;
        let mut data = vec![0; size as usize];
        if !memory.read(address, &mut data) {
            return Err(format!("no memory of {size} bytes at {address:#010x}").into());
        }
        Ok(linear(Layout::Tiles, &data, expect.width, expect.height, bytes))
    };
    let color = plane(expect.color_address, color_format.bytes())?;
    let color =
        color.chunks(color_format.bytes() as usize).flat_map(|pixel| decode_color(color_format, pixel));
    let color = RgbaImage::from_raw(expect.width, expect.height, color.collect());
    let depth = plane(expect.depth_address, depth_format.bytes())?;
    let depth = depth.chunks(depth_format.bytes() as usize);
    let depth = depth.map(|pixel| decode_depth(depth_format, pixel)).collect();
    let mut unsupported = front.unsupported();
    unsupported.extend(backend.left_out());
    Ok(Rendered { color: color.ok_or("a picture without pixels")?, depth, unsupported, report })
}

/// How far a lane of a colour may be apart: as asked, or a step of the format if that is more.
fn steps(format: ColorFormat, lane: usize, tolerance: u8) -> u32 {
    let step = match format {
        ColorFormat::Rgba8 | ColorFormat::Rgb8 => 1,
        ColorFormat::Rgb565 if lane == 1 => 5,
        ColorFormat::Rgb5A1 if lane == 3 => 0,
        ColorFormat::Rgb565 | ColorFormat::Rgb5A1 => 9,
        ColorFormat::Rgba4 => 17,
    };
    step.max(tolerance.into())
}

/// Compares what was drawn with what a scene expects. `tolerance` is how far a colour's lanes may be apart, and
/// `outliers` how many pixels may be further.
///
/// # Errors
/// Expected pictures that cannot be read.
pub fn judge(
    scene: &SceneFolder,
    rendered: &Rendered,
    tolerance: u8,
    outliers: usize,
) -> Result<SceneVerdict> {
    if !rendered.unsupported.is_empty() {
        let names: Vec<_> = rendered.unsupported.iter().map(|entry| entry.0).collect();
        return Ok(SceneVerdict::Unsupported(names.join(", ")));
    }
    let expect = &scene.expect;
    let expected = image::load_from_memory(&scene.read(&expect.color)?)?.to_rgba8();
    if expected.dimensions() != rendered.color.dimensions() {
        return Err("the expected picture has another size".into());
    }
    let format = ColorFormat::from_number(expect.color_format);
    let color = rendered.color.pixels().zip(expected.pixels()).map(|(ours, theirs)| {
        let beyond = |lane: usize| {
            let apart = u32::from(ours.0[lane].abs_diff(theirs.0[lane]));
            apart.saturating_sub(steps(format, lane, tolerance))
        };
        let beyond = (0..4).map(beyond).max().unwrap_or(0);
        (beyond, format!("{:?} for {:?}", ours.0, theirs.0))
    });
    let mut notes = Vec::new();
    notes.extend(worst("colour", expect.width, color, outliers));
    if let Some(file) = &expect.depth {
        let format = DepthFormat::from_number(expect.depth_format);
        let bytes = format.bytes();
        let rows = linear(Layout::Tiles, &scene.read(file)?, expect.width, expect.height, bytes);
        let theirs = rows.chunks(bytes as usize).map(|pixel| decode_depth(format, pixel));
        let steps = if format == DepthFormat::D16 { 1 } else { DEPTH_STEPS };
        let depth = rendered.depth.iter().zip(theirs).map(|(&ours, theirs)| {
            let apart = ours.0.abs_diff(theirs.0);
            let stencil = if ours.1 == theirs.1 { 0 } else { u32::MAX };
            (apart.saturating_sub(steps).max(stencil), format!("{ours:?} for {theirs:?}"))
        });
        notes.extend(worst("depth", expect.width, depth, outliers));
    }
    Ok(if notes.is_empty() { SceneVerdict::Passed } else { SceneVerdict::Failed(notes.join("; ")) })
}

/// The worst pixel and how many are beyond tolerance, if those are too many.
fn worst(
    what: &str,
    width: u32,
    pixels: impl Iterator<Item = (u32, String)>,
    outliers: usize,
) -> Option<String> {
    let beyond: Vec<_> = pixels.enumerate().filter(|(_, (beyond, _))| *beyond > 0).collect();
    if beyond.len() <= outliers {
        return None;
    }
    let (place, (_, note)) = beyond.iter().max_by_key(|(_, (beyond, _))| *beyond)?;
    let (x, y) = (*place as u32 % width, *place as u32 / width);
    Some(format!("{what}: {} pixels, ({x}, {y}) is {note}", beyond.len()))
}
