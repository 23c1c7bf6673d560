//! Direct3D 9 as a safe Rust API.

mod caps;
mod decl;
mod device;
mod error;
mod factory;
mod format;
mod fvf;
mod id;
mod record;
mod resource;
mod shader;
mod state;
pub mod types;
mod unsupported;

pub use caps::Caps9;
pub use device::{Device, StreamSource};
pub use error::{Error, Result};
pub use factory::Direct3D9;
pub use format::Format;
pub use id::{
    IndexBufferId, PixelShaderId, SurfaceId, TextureId, VertexBufferId, VertexDeclarationId, VertexShaderId,
};
pub use resource::{BufferDesc, LockedBox, LockedBuffer, LockedRect, SurfaceDesc, VolumeDesc};
pub use retrograph_render as render;
