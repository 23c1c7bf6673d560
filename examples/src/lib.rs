//! The `retrograph` tool as a library: scripted cases, demos, captured frames and shader checks.

extern crate self as retrograph_examples;

pub mod battery;
pub mod demo;
pub mod frame_tool;
pub mod gallery;
pub mod logger;
pub mod shader_tool;
