//! Direct3D 9 as a safe Rust API.

mod error;
mod format;
mod id;
mod resource;
mod state;
pub mod types;
mod unsupported;

pub use error::{Error, Result};
pub use format::Format;
pub use id::{
    IndexBufferId, PixelShaderId, SurfaceId, TextureId, VertexBufferId, VertexDeclarationId, VertexShaderId,
};
pub use resource::{BufferDesc, LockedBox, LockedBuffer, LockedRect, SurfaceDesc, VolumeDesc};
