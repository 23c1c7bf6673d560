//! Direct3D 9 on any GPU that wgpu reaches, as a safe Rust API.
//!
//! ```text
//!  program ──> Device: setters ──> State + Dirty ──> record: only what changed ──> render::Recorder ──> GPU
//!                 │                                     │
//!                 ├── resource: textures, surfaces,     └── shader: translations of retrograph-shaders,
//!                 │   buffers, locks, copies                by key
//!                 └── format: one table, every answer
//! ```
//!
//! Methods have Direct3D's names in snake case; objects are ids that the [`Device`] owns; errors carry
//! Direct3D's HRESULT ([`Error::hresult`]). What is not supported answers [`Error::NotAvailable`], is logged once,
//! and is counted in [`Device::unsupported`]: it is never drawn wrong.
//!
//! ```
//! use retrograph_d3d9::types::{ClearFlags, CreateFlags, LockFlags, Pool, PresentParameters};
//! use retrograph_d3d9::{Direct3D9, Format};
//!
//! # fn main() -> retrograph_d3d9::Result<()> {
//! let d3d = Direct3D9::new()?;
//! let mut device =
//!     d3d.create_device(&PresentParameters::default(), CreateFlags::HARDWARE_VERTEXPROCESSING)?;
//! device.clear(None, ClearFlags::TARGET, 0xFF20_4060, 1.0, 0)?;
//! let copy = device.create_offscreen_plain_surface(640, 480, Format::X8R8G8B8, Pool::SystemMem)?;
//! device.get_render_target_data(device.get_back_buffer(0)?, copy)?;
//! let pixels = device.lock_rect(copy, None, LockFlags::READONLY)?;
//! assert_eq!(pixels.bytes()[..3], [0x60, 0x40, 0x20]);
//! # Ok(())
//! # }
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`types`] | enumerations, flags and structures with Direct3D's names and values |
//! | `factory` | [`Direct3D9`]: what the GPU can do, and devices |
//! | `device` | [`Device`], a file for each group of methods |
//! | `shared` | [`SharedDevice`]: one device called from several threads |
//! | `state` | what a device remembers, with defaults |
//! | `record` | from dirty state to the recorder |
//! | `shader`, `decl`, `fvf` | shader objects, vertex declarations and formats |
//! | `format`, `resource` | the table of formats; textures, surfaces, buffers, locks |
//! | `error`, `caps`, `unsupported` | HRESULTs, `D3DCAPS9`, counters |

mod caps;
mod decl;
mod device;
mod element;
mod error;
mod factory;
mod format;
mod fvf;
mod id;
mod record;
mod resource;
mod shader;
mod shared;
mod state;
pub mod types;
mod unsupported;

pub use caps::Caps9;
#[cfg(not(target_family = "wasm"))]
pub use device::Presentation;
pub use device::{Device, StreamSource};
pub use error::{Error, Result};
pub use factory::Direct3D9;
pub use format::{Format, FormatSupport};
pub use id::{
    IndexBufferId, PixelShaderId, SurfaceId, TextureId, VertexBufferId, VertexDeclarationId, VertexShaderId,
};
pub use resource::{BufferDesc, LockedBox, LockedBuffer, LockedRect, SurfaceDesc, VolumeDesc};
pub use retrograph_render as render;
pub use shared::{Section, SharedDevice};
