//! Resources: textures, surfaces and buffers, and who holds the newest bytes of each.
//!
//! Every surface is a level of a texture: surfaces of their own are the only level of a hidden texture. A
//! texture's levels have a copy on the CPU (in the guest's format), on the GPU (in the storage format), or both.
//!
//! ```text
//! lock -> CPU bytes move into the lock -> unlock -> bytes come back -> upload now (DEFAULT)
//!                                                                  \-> region to upload at the next draw (MANAGED)
//!                                                                  \-> dirty region for update_texture (SYSTEMMEM)
//! ```

mod buffer;
mod level;
mod lock;
mod region;
mod request;
mod surface;
mod texture;
mod transfer;

pub(crate) use buffer::{Buffer, BufferKey, IndexBuffer, Publish, VertexBuffer};
pub(crate) use level::Level;
pub use lock::{LockedBox, LockedBuffer, LockedRect};
pub(crate) use lock::{LockedTexels, Part};
pub(crate) use region::Region;
pub(crate) use request::Request;
pub(crate) use surface::Surface;
pub use surface::{BufferDesc, SurfaceDesc, VolumeDesc};
pub(crate) use texture::{Role, Texture};
pub(crate) use transfer::{GuestLevel, load_region, store_region};
