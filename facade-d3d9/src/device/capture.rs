//! A look inside.

use std::path::Path;

use crate::device::Device;
use crate::error::Result;

impl Device {
    /// Writes the next `count` frames into a folder, which is made: every command with its state, passes with the
    /// reasons of loads and stores, targets as PNG, shaders as WGSL, and `frames.rgf`, which
    /// `retrograph frame replay` draws again to the same pixels. The folder is a whole bug report.
    ///
    /// A frame is what goes to the GPU at once: it ends with [`Device::present`], and with every call that waits for
    /// the GPU. What was recorded since the last one is part of the first frame. A frame is
    /// written when it is executed, which a thread may do after the call that ended it.
    ///
    /// # Errors
    /// [`crate::Error::Render`] when the folder cannot be written; later failures come from the call that ends a
    /// frame.
    pub fn capture_frames(&mut self, count: u32, folder: &Path) -> Result<()> {
        Ok(self.context.capture(count, folder)?)
    }
}
