//! The `retrograph` tool as a library: scripted cases, demos and shader checks.

pub mod battery;
pub mod shader_tool;
