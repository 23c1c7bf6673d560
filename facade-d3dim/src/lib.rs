//! DirectDraw and Direct3D Immediate Mode, versions 1 to 7, on any GPU that wgpu reaches.
//!
//! ```text
//!  guest's call ──> Core::call ──> dispatch: identity, argument words ──┐
//!  (emulators)                                                          v
//!  program ───────> methods of Core, with ids and structures ──> objects: surfaces, viewports, devices, …
//!  (ports)                                                              │
//!                       retrograph-shaders: fixed functions ──> record ──> render::Context ──> GPU
//! ```
//!
//! Objects live in one [`Core`]. A guest knows them by 32-bit handles, which name an object and the interface that it is
//! seen through; structures are read from and written to [`GuestMemory`] in 32-bit layout, and functions of the guest are
//! never called but answered as data ([`Enumeration`]). Errors carry the HRESULT ([`Error::hresult`]).
//!
//! ```
//! use retrograph_d3dim::{Core, GuestMemory, Interface, PagedMemory};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut core = Core::new()?;
//! let mut memory = PagedMemory::new();
//! let out = memory.allocate(4)?;
//! assert_eq!(core.direct_draw_create(out, 0, &mut memory).value, 0);
//! let mut word = [0; 4];
//! memory.read(out, &mut word)?;
//! let add_ref = Interface::DirectDraw.slot("AddRef").ok_or("no such method")?;
//! let reply = core.call(Interface::DirectDraw, add_ref, u32::from_le_bytes(word), &[], &mut memory);
//! assert_eq!(reply.value, 2);
//! # Ok(())
//! # }
//! ```
//!
//! | module | content |
//! |---|---|
//! | `identity` | the one table of interfaces: identifiers, methods by slot, arguments |
//! | `object`, `core` | handles, references, and who holds whom |
//! | `dispatch`, `memory`, [`layout`] | the guest's calls, its memory, and its structures |
//! | `directdraw`, `surface` | DirectDraw objects, surfaces, palettes, copies and fills |
//! | `viewport` | records, conversion, checks, the clip map, clears |
//! | `device`, `execute`, `light`, `vertex` | devices, execute buffers, materials and lights, vertices |
//! | `error` | the one table of HRESULTs |

#![allow(dead_code, reason = "what is kept for version 7's state blocks and cube maps has no reader yet")]

mod core;
mod device;
mod directdraw;
mod dispatch;
mod error;
mod execute;
mod identity;
pub mod layout;
mod light;
mod memory;
mod object;
mod surface;
mod vertex;
mod viewport;

pub use crate::core::{Core, Limits};
pub use dispatch::{Enumeration, Item, Reply};
pub use error::{Error, Result};
pub use identity::{ArgumentKind, DeviceKind, Guid, Interface, Method};
pub use memory::{Fault, GuestMemory, PagedMemory};
pub use object::{
    ClipperId, DeviceId, DirectDrawId, ExecuteBufferId, Handle, LightId, MAX_OBJECTS, MaterialId, PaletteId,
    SurfaceId, VertexBufferId, ViewportId,
};
pub use retrograph_render as render;
pub use surface::{ColorKey, PixelFormat};
pub use viewport::{ClipMap, View, Viewport1, Viewport2};

/// The guide's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/d3dim.md")]
struct Guide;
