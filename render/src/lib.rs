//! Frames of plain values to a retained render graph to wgpu.

pub mod frame;
pub mod resource;

pub use naga;
pub use wgpu;
