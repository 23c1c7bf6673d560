//! The web has no presenter: whoever embeds a device there takes its back buffer as a texture.

use crate::device::Device;
use crate::error::Result;
use crate::types::PresentParameters;

/// What a device shows its frames with: nothing.
#[derive(Debug, Default)]
pub(crate) struct Screen;

impl Screen {
    /// Nothing follows from present parameters.
    pub(crate) fn reset(&mut self, _parameters: &PresentParameters) {}
}

impl Device {
    /// Ends the frame.
    pub(super) fn show(&mut self) -> Result<()> {
        Ok(self.context.submit()?)
    }

    /// Waits until all frames were handed to the GPU.
    pub(super) fn settle(&mut self) -> Result<()> {
        Ok(self.context.finish()?)
    }
}
