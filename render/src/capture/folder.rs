//! The folder of a capture: what lies where.

use std::path::{Path, PathBuf};

use naga::back::wgsl;
use naga::valid::{Capabilities, ValidationFlags, Validator};

use super::CaptureError;
use super::stored::StoredShader;
use crate::gpu::Gpu;

/// The name of the frame file in its folder.
pub const FILE_NAME: &str = "frames.rgf";

/// Makes the folder and says in it what is what.
pub(super) fn begin(folder: &Path, gpu: &Gpu) -> Result<(), CaptureError> {
    make(folder)?;
    let info = &gpu.info;
    let text = format!(
        "A capture by retrograph-render {} on {} ({:?}; {} {}).\n\n\
         frames.rgf             the frames with all that they use; `retrograph frame replay DIR` draws them again\n\
         frame-N/events.txt     what frame N does, command by command, with the state of each draw\n\
         frame-N/graph.txt      its passes, and why each attachment is loaded and stored as it is\n\
         frame-N/graph.dot      the same as a picture for Graphviz\n\
         frame-N/target-*.png   what it drew to, as the frame left it: colour without alpha, clamped to 0..1;\n\
         \x20                      depth and stencil as grey. The name holds the texture's number.\n\
         shaders/*.wgsl         its shaders\n\n\
         Numbers: t1 is the first texture, b1 the first buffer, s1 the first shader of the capture.\n\
         What several samples a pixel held before the capture is not in it; events.txt says where that matters.\n",
        env!("CARGO_PKG_VERSION"),
        info.name,
        info.backend,
        info.driver,
        info.driver_info,
    );
    write(&folder.join("README.txt"), text.as_bytes())
}

/// The folder of a frame, made.
pub(super) fn frame(folder: &Path, index: usize) -> Result<PathBuf, CaptureError> {
    let folder = folder.join(format!("frame-{index}"));
    make(&folder)?;
    Ok(folder)
}

/// Makes a folder and those above it.
pub(super) fn make(folder: &Path) -> Result<(), CaptureError> {
    std::fs::create_dir_all(folder).map_err(|error| CaptureError::io(folder, &error))
}

/// Writes a file.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), CaptureError> {
    std::fs::write(path, bytes).map_err(|error| CaptureError::io(path, &error))
}

/// Writes the shaders as WGSL, or what keeps one from being written so.
pub(super) fn write_shaders(folder: &Path, shaders: &[StoredShader]) -> Result<(), CaptureError> {
    let folder = folder.join("shaders");
    make(&folder)?;
    for (index, shader) in shaders.iter().enumerate() {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let label: String = shader.label.chars().take(48).map(plain).collect();
        let path = folder.join(format!("s{}-{label}.wgsl", index + 1));
        let text = print(&shader.module).unwrap_or_else(|reason| format!("// not printed: {reason}\n"));
        write(&path, format!("// {}\n{text}", shader.label.replace('\n', " ")).as_bytes())?;
    }
    Ok(())
}

fn print(module: &naga::Module) -> Result<String, String> {
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(module)
        .map_err(|error| error.to_string())?;
    wgsl::write_string(module, &info, wgsl::WriterFlags::empty()).map_err(|error| error.to_string())
}
