//! Frames of plain values to a retained render graph to wgpu.
//!
//! ```text
//!  API thread                          encoder                                         GPU
//!  Recorder ── setters mark groups     Renderer
//!     │        draw pushes a record       │ graph: commands -> passes, load and store
//!     │                                   │ geometry: vertices that wgpu refuses made to fit
//!     └── finish ──> Frame (owned) ──────>│ bind, pipeline: groups -> bind groups, pipelines
//!                    groups, logs,        │ upload, ring: staged bytes
//!                    arena, commands      └──────> [uploads] [passes] ──────────────> submit
//! ```
//!
//! A [`Frame`](frame::Frame) borrows from nothing and knows no guest word. [`Context`] ties a [`Recorder`] to a
//! [`Renderer`]; facades hold one.
//!
//! ```
//! use retrograph_render::frame::{Attachment, ClearPlanes, Targets, TextureLocation};
//! use retrograph_render::resource::{TextureDesc, TextureShape};
//! use retrograph_render::{Context, Gpu, RenderError, wgpu};
//!
//! # fn main() -> Result<(), RenderError> {
//! let mut context = Context::new(Gpu::headless()?);
//! let format = wgpu::TextureFormat::Rgba8Unorm;
//! let texture = context.recorder.create_texture(TextureDesc { render_target: true, ..TextureDesc::new(4, 4, format) });
//! let attachment = Attachment { texture, level: 0, layer: 0, srgb: false };
//! context.recorder.set_targets(Targets { color: [Some(attachment), None, None, None], depth: None });
//! context.recorder.clear(ClearPlanes { color: Some([1.0, 0.0, 0.0, 1.0]), ..ClearPlanes::default() }, None);
//! let pixels = context.read_texture(TextureLocation { texture, level: 0, origin: [0; 3] }, [4, 4])?;
//! assert_eq!(pixels, [255, 0, 0, 255].repeat(16));
//! # Ok(())
//! # }
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`gpu`], [`caps`] | the device, found or brought; what it can do; the only place that makes GPU objects |
//! | [`frame`], [`resource`] | the plain values: groups, logs, commands; textures, buffers, shaders |
//! | [`recorder`] | fills the open frame, seeds the next |
//! | [`context`] | a recorder and a renderer |
//! | `thread`, `submit` | [`Threading`]: the renderer on the recording thread or on its own; the thread that submits |
//! | [`graph`] | commands to passes, with the reason of every load and store |
//! | [`geometry`] | fans, strides, offsets, ends of buffers, instance steps |
//! | [`renderer`] | executes a frame: prepares, encodes, submits, releases |
//! | `bind`, `layout`, `sampler` | uniform blocks, texture groups, layouts, samplers |
//! | `pipeline` | pipelines by translated state |
//! | `upload`, `ring`, `readback` | bytes to the GPU and back |
//! | [`present`] | frames to windows and hooks: routes, pacing, gamma ramp, cursor, upscaler |
//! | [`capture`] | frames written to a folder, and drawn again from it |
//! | `utility` | clear quads, scaled copies, mip levels |
//!
//! Whatever wgpu refuses and legacy APIs allow is made to fit, or dropped and counted ([`Counters`]). Anything that
//! wgpu still refuses is a defect of this crate, and surfaces as [`RenderError::Validation`].

#[cfg(test)]
extern crate self as retrograph_render;

mod bind;
pub mod caps;
pub mod capture;
pub mod context;
pub mod error;
pub mod frame;
pub mod geometry;
pub mod gpu;
pub mod graph;
mod layout;
mod pipeline;
#[cfg(not(target_family = "wasm"))]
pub mod present;
mod readback;
pub mod recorder;
pub mod renderer;
pub mod resource;
mod retire;
mod ring;
mod sampler;
mod submit;
mod thread;
mod upload;
mod utility;

pub use caps::{Answer, Caps, FormatCaps};
pub use context::Context;
pub use error::RenderError;
pub use gpu::{Gpu, required};
pub use recorder::{DrawCall, Recorder, WriteOrder};
pub use renderer::{Counters, Renderer};
pub use thread::Threading;

pub use naga;
pub use wgpu;
