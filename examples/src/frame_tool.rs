//! Captured frames: taken of the demos, and drawn again.

use std::path::{Path, PathBuf};

use retrograph_render::Gpu;
use retrograph_render::capture::{Comparison, FILE_NAME, replay_folder};

use crate::demo::Result;
use crate::gallery::{self, Demo};

/// How many frames of a demo are captured; the demos of the gallery have fewer.
const FRAMES: u32 = 3;

/// The device on which a demo captures its frames into its own folder of `dump`; the same device without `dump`.
#[must_use]
pub fn capturing(gpu: &Gpu, dump: Option<&Path>, demo: &Demo) -> Gpu {
    dump.map_or_else(|| gpu.clone(), |dump| gpu.capturing(FRAMES, &dump.join(demo.name)))
}

/// The gallery, with the frames of each demo captured into a folder of `dump`.
///
/// # Errors
/// Those of [`gallery::render`].
pub fn gallery(
    gpu: &Gpu,
    folder: &Path,
    dump: Option<&Path>,
    only: Option<&str>,
    progress: impl FnMut(&Path, f32),
) -> Result<Vec<PathBuf>> {
    gallery::render_on(|demo| capturing(gpu, dump, demo), folder, only, progress)
}

/// The captures at a path: the folder itself, or those in it.
///
/// # Errors
/// When there is none.
pub fn captures(folder: &Path) -> Result<Vec<PathBuf>> {
    if folder.join(FILE_NAME).exists() {
        return Ok(vec![folder.to_owned()]);
    }
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.join(FILE_NAME).exists() {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(format!("{}: no {FILE_NAME} in it or in a folder of it", folder.display()).into());
    }
    Ok(found)
}

/// Draws the captures at a path again; the pictures go to `out`, or to `replay` beside each frame file. `progress` is
/// told of each capture and of each of its targets. True when all bytes are those that were captured.
///
/// # Errors
/// When there is no capture, one is not a capture, or the device refuses it.
pub fn replay(
    gpu: &Gpu,
    folder: &Path,
    out: Option<&Path>,
    mut progress: impl FnMut(&Path, &Comparison),
) -> Result<bool> {
    let captures = captures(folder)?;
    let alone = captures.len() == 1;
    let mut equal = true;
    for capture in captures {
        let pictures = match (out, capture.file_name()) {
            (Some(out), Some(name)) if !alone => out.join(name),
            (Some(out), _) => out.to_owned(),
            (None, _) => capture.join("replay"),
        };
        let compared = replay_folder(gpu.clone(), &capture, &pictures)
            .map_err(|error| format!("{}: {error}", capture.display()))?;
        for comparison in compared {
            equal &= comparison.equal;
            progress(&capture, &comparison);
        }
    }
    Ok(equal)
}
