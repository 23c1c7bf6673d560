//! The `retrograph` tool as a library: scripted cases, demos, captured frames, shader checks and PICA200 command lists.

extern crate self as retrograph_examples;

pub mod battery;
pub mod demo;
pub mod dim;
pub mod frame_tool;
pub mod gallery;
pub mod gx2_tool;
pub mod logger;
#[cfg(not(target_family = "wasm"))]
pub mod overlay;
pub mod pica_tool;
pub mod shader_tool;
#[cfg(not(target_family = "wasm"))]
pub mod window_tool;
