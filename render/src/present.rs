//! Brings finished frames to a window or to the embedder.
//!
//! ```text
//!  submitter                          presenter "retrograph presenter"                        display
//!  frame submitted ── where it is ──> wait for its time ─> configure, acquire ─> compose ────> present
//!       │                                                       │ route: copy, upscale, stretch
//!       └ draws again where a frame waits:                      │ cursor, gamma ramp, encoding
//!         wait until it was shown, or copy it to a slot         └ or a hook takes the frame as a texture
//! ```
//!
//! A present never delays the encoder, frames are shown in order, and each is resampled once at most: the surface always has
//! the window's own size in physical pixels. Who reads something back waits for the GPU and never for the display.

mod compose;
mod cursor;
mod display;
mod gamma;
mod hook;
#[cfg(any(test, all(feature = "metalfx", target_os = "macos")))]
mod metalfx;
mod output;
mod overlay;
mod pace;
mod place;
mod presenter;
mod queue;
mod route;
mod stage;
#[cfg(test)]
mod tests;
mod upscale;

pub use cursor::{Cursor, CursorError, CursorHook, CursorImage};
pub use display::Window;
pub use gamma::GammaRamp;
pub use hook::{ColorSpace, PresentHook, PresentedFrame};
#[cfg(all(feature = "metalfx", target_os = "macos"))]
pub use metalfx::MetalFxUpscaler;
pub use output::{Output, choose_output};
pub use overlay::Overlay;
pub use pace::SwapInterval;
pub(crate) use presenter::{Hurry, Source};
pub use presenter::{PresentStats, Presenter};
pub use route::{Route, route};
pub use upscale::{SpatialUpscaler, Upscaler, default_upscaler};
