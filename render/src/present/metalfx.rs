//! Apple's own spatial upscaler.
//!
//! ```text
//!  frame ─> decide: does it take these textures, has the window settled? ─ no, with a reason ─> portable upscaler
//!              │ yes
//!              ├ cache: a scaler for the device and the sizes; the least recent makes room
//!              └ scaler: encodes, straight to the target or through a private texture and a copy
//! ```
//!
//! `decide` and `cache` are pure, and tested everywhere; `scaler` alone touches Metal.

mod cache;
mod decide;
#[cfg(all(feature = "metalfx", target_os = "macos"))]
mod scaler;
#[cfg(all(feature = "metalfx", target_os = "macos"))]
mod upscaler;

#[cfg(all(feature = "metalfx", target_os = "macos"))]
pub use upscaler::MetalFxUpscaler;
