//! Frames of plain values to a retained render graph to wgpu.

mod bind;
pub mod caps;
pub mod context;
pub mod error;
pub mod frame;
pub mod geometry;
pub mod gpu;
pub mod graph;
mod layout;
mod pipeline;
mod readback;
pub mod recorder;
pub mod renderer;
pub mod resource;
mod ring;
mod sampler;
mod upload;
mod utility;

pub use caps::{Caps, FormatCaps};
pub use context::Context;
pub use error::RenderError;
pub use gpu::{Gpu, required};
pub use recorder::{DrawCall, Recorder, WriteOrder};
pub use renderer::{Counters, Renderer};

pub use naga;
pub use wgpu;
