//! The crate's one error type.

use crate::resource::TextureId;

/// Why a frame could not be executed or read back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// No adapter matched.
    #[error(
        "no GPU adapter found ({wanted}); on Debian or Ubuntu install a software one with \
         `apt-get install mesa-vulkan-drivers libvulkan1`, elsewhere install a graphics driver"
    )]
    NoAdapter {
        /// What was looked for, in the words of wgpu's environment variables.
        wanted: String,
    },
    /// The adapter refused to make a device.
    #[error("the adapter refused to make a device: {0}")]
    NoDevice(String),
    /// Wgpu refused something: a defect of this crate, or of a module that was handed in.
    #[error("validation error: {0}")]
    Validation(String),
    /// The GPU's memory is exhausted.
    #[error("out of GPU memory: {0}")]
    OutOfMemory(String),
    /// The device is gone; nothing made from it works any more.
    #[error("the device is lost: {0}")]
    DeviceLost(String),
    /// No such texture, or no longer.
    #[error("unknown texture {0:?}")]
    UnknownTexture(TextureId),
    /// A rectangle reaches past its texture level, or the level does not exist.
    #[error("rectangle {size:?} at {origin:?} is outside level {level}")]
    OutOfRange {
        /// The level.
        level: u32,
        /// The corner: x, y and layer or slice.
        origin: [u32; 3],
        /// Width and height.
        size: [u32; 2],
    },
    /// Texels of this format or sample count cannot be read back.
    #[error("a texture of format {format:?} with {samples} samples cannot be read back")]
    Unreadable {
        /// The texture's format.
        format: wgpu::TextureFormat,
        /// Its samples a texel.
        samples: u32,
    },
    /// The answer is not there yet and this platform cannot wait for it: use the `async` twin.
    #[error("the call would block, which this platform does not allow; use its async twin")]
    WouldBlock,
    /// A window has no surface to show frames on.
    #[error("no surface: {0}")]
    NoSurface(String),
    /// The hook that takes frames panicked, and is not called again.
    #[error("the present hook panicked")]
    Hook,
    /// A capture could not be written; the frame itself was executed, and the capture is over.
    #[error("capture: {0}")]
    Capture(Box<crate::capture::CaptureError>),
}

impl From<crate::capture::CaptureError> for RenderError {
    fn from(error: crate::capture::CaptureError) -> Self {
        match error {
            crate::capture::CaptureError::Render(error) => error,
            error => Self::Capture(Box::new(error)),
        }
    }
}

impl From<wgpu::Error> for RenderError {
    fn from(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { source } => Self::OutOfMemory(source.to_string()),
            wgpu::Error::Validation { description, .. } => Self::Validation(description),
            wgpu::Error::Internal { description, .. } => Self::Validation(description),
        }
    }
}
