//! The device: it owns every object and all state, and delegates.

mod buffers;
mod capture;
mod clear;
mod constants;
mod copies;
mod draw;
mod fixed;
mod present;
mod process;
mod reset;
#[cfg_attr(target_family = "wasm", path = "device/screen_web.rs")]
mod screen;
mod shaders;
mod state;
mod streams;
mod stretch;
mod surfaces;
mod targets;
mod textures;
mod transform;

use reset::Implicit;
#[cfg(not(target_family = "wasm"))]
pub use screen::Presentation;
use screen::Screen;
pub use streams::StreamSource;

use retrograph_render::Context;
use rustc_hash::FxHashMap;
use slotmap::SlotMap;

use crate::decl::Declaration;
use crate::id::{
    IndexBufferId, PixelShaderId, SurfaceId, TextureId, VertexBufferId, VertexDeclarationId, VertexShaderId,
};
use crate::record::{Dirty, FixedPrograms, Record};
use crate::resource::{IndexBuffer, Surface, Texture, VertexBuffer};
use crate::shader::{PixelShader, VertexShader};
use crate::state::State;
use crate::unsupported::Unsupported;

/// A Direct3D 9 device (`IDirect3DDevice9`).
///
/// Objects are ids: the device owns them, and forgets them when they are released. An id that was released counts
/// as unbound wherever it was bound. Every call answers an error and changes nothing when an argument is wrong.
///
/// A device may be moved to another thread, and [`crate::SharedDevice`] lets several threads call one. Devices share
/// nothing but the GPU, so each may be used from its own thread.
#[derive(Debug)]
pub struct Device {
    pub(crate) context: Context,
    pub(crate) textures: SlotMap<TextureId, Texture>,
    pub(crate) surfaces: SlotMap<SurfaceId, Surface>,
    pub(crate) vertex_buffers: SlotMap<VertexBufferId, VertexBuffer>,
    pub(crate) index_buffers: SlotMap<IndexBufferId, IndexBuffer>,
    pub(crate) declarations: SlotMap<VertexDeclarationId, Declaration>,
    pub(crate) fvf_declarations: FxHashMap<u32, VertexDeclarationId>,
    pub(crate) vertex_shaders: SlotMap<VertexShaderId, VertexShader>,
    pub(crate) pixel_shaders: SlotMap<PixelShaderId, PixelShader>,
    pub(crate) fixed_programs: FixedPrograms,
    pub(crate) state: State,
    pub(crate) dirty: Dirty,
    pub(crate) record: Record,
    pub(crate) unsupported: Unsupported,
    pub(crate) implicit: Implicit,
    pub(crate) screen: Screen,
    /// A reset has failed since the last one that did not.
    pub(crate) lost: bool,
    pub(crate) in_scene: bool,
    /// Whether vertices may be processed in software: there are more constants, and shaders for them.
    pub(crate) software: bool,
}

/// Devices move between threads; [`crate::SharedDevice`] is for calling one from several.
#[cfg(not(target_family = "wasm"))]
const _: () = {
    const fn sends<T: Send>() {}
    sends::<Device>();
};

impl Device {
    /// A device without targets and with default state.
    pub(crate) fn new(context: Context, auto_depth_stencil: bool, software: bool) -> Self {
        Self {
            context,
            textures: SlotMap::default(),
            surfaces: SlotMap::default(),
            vertex_buffers: SlotMap::default(),
            index_buffers: SlotMap::default(),
            declarations: SlotMap::default(),
            fvf_declarations: FxHashMap::default(),
            vertex_shaders: SlotMap::default(),
            pixel_shaders: SlotMap::default(),
            fixed_programs: FixedPrograms::default(),
            state: State::with(auto_depth_stencil, software),
            software,
            dirty: Dirty::all(),
            record: Record::default(),
            unsupported: Unsupported::default(),
            implicit: Implicit::default(),
            screen: Screen::default(),
            lost: false,
            in_scene: false,
        }
    }

    /// What the renderer has done so far. Waits for the frames submitted so far.
    #[must_use]
    pub fn counters(&self) -> retrograph_render::Counters {
        self.context.counters()
    }

    /// How often each unsupported thing was asked for, by a stable key.
    #[must_use]
    pub fn unsupported(&self) -> Vec<(&'static str, u64)> {
        self.unsupported.list()
    }
}
