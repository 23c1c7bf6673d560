//! Surfaces: bytes, a texture when the GPU wants one, and what they are attached to.

mod attach;
mod blt;
pub(crate) mod create;
pub(crate) mod desc;
pub(crate) mod dispatch;
pub(crate) mod fill;
mod format;
mod gpu;
mod lock;
pub(crate) mod palette;

pub(crate) use format::Layout;
pub use format::PixelFormat;
pub(crate) use gpu::Newest;

use crate::core::Core;
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{DeviceId, DirectDrawId, PaletteId, Slot, SurfaceId};

/// What a surface is for: `DDSCAPS`.
pub(crate) mod caps {
    pub(crate) const BACK_BUFFER: u32 = 0x4;
    pub(crate) const COMPLEX: u32 = 0x8;
    pub(crate) const FLIP: u32 = 0x10;
    pub(crate) const FRONT_BUFFER: u32 = 0x20;
    pub(crate) const OFFSCREEN_PLAIN: u32 = 0x40;
    pub(crate) const PRIMARY: u32 = 0x200;
    pub(crate) const SYSTEM_MEMORY: u32 = 0x800;
    pub(crate) const TEXTURE: u32 = 0x1000;
    pub(crate) const DEVICE_3D: u32 = 0x2000;
    pub(crate) const VIDEO_MEMORY: u32 = 0x4000;
    pub(crate) const VISIBLE: u32 = 0x8000;
    pub(crate) const ZBUFFER: u32 = 0x2_0000;
    pub(crate) const MIPMAP: u32 = 0x40_0000;
    pub(crate) const ALLOC_ON_LOAD: u32 = 0x400_0000;
    pub(crate) const LOCAL_VIDEO_MEMORY: u32 = 0x1000_0000;
    /// Of the second word.
    pub(crate) const MIPMAP_SUBLEVEL: u32 = 0x1_0000;
    /// Of the second word.
    pub(crate) const TEXTURE_MANAGE: u32 = 0x10;
}

/// Texels from one value to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorKey {
    /// The first.
    pub low: u32,
    /// The last.
    pub high: u32,
}

/// Which key of a surface: those of overlays and of copies, of destination and source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyKind {
    DestinationOverlay,
    DestinationBlt,
    SourceOverlay,
    SourceBlt,
}

/// A locked surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lock {
    /// Where the guest has the bytes.
    pub(crate) address: u32,
    /// Whether it promised not to change them.
    pub(crate) read_only: bool,
}

/// A surface.
#[derive(Debug)]
pub(crate) struct Surface {
    pub(crate) slot: Slot,
    pub(crate) direct_draw: DirectDrawId,
    /// The version of the interface that created it: 1, 2, 4 or 7.
    pub(crate) version: u8,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Bytes from row to row.
    pub(crate) pitch: u32,
    pub(crate) caps: [u32; 4],
    pub(crate) format: PixelFormat,
    pub(crate) layout: Layout,
    pub(crate) bytes: Vec<u8>,
    pub(crate) newest: Newest,
    /// Of a chain's first surface.
    pub(crate) texture: Option<retrograph_render::resource::TextureId>,
    pub(crate) uploaded_palette: Option<u64>,
    /// The first surface of the chain that this is a level of, and which.
    pub(crate) root: Option<(SurfaceId, u32)>,
    pub(crate) next_level: Option<SurfaceId>,
    /// The front of the chain that this is a back buffer of.
    pub(crate) front: Option<SurfaceId>,
    pub(crate) back_buffers: Vec<SurfaceId>,
    /// Surfaces that were attached, each with a reference.
    pub(crate) attached: Vec<SurfaceId>,
    /// By [`KeyKind`].
    pub(crate) keys: [Option<ColorKey>; 4],
    pub(crate) palette: Option<PaletteId>,
    pub(crate) lock: Option<Lock>,
    /// The device of version 1 that it is.
    pub(crate) device: Option<DeviceId>,
}

/// A clipper: it is kept, and copies do not heed it.
#[derive(Debug)]
pub(crate) struct Clipper;

impl Surface {
    /// The whole of it.
    pub(crate) fn size(&self) -> fill::Region {
        fill::Region::new(0, 0, self.width, self.height)
    }

    /// The first surface of its chain, and which level of it this is.
    pub(crate) fn place(&self, own: SurfaceId) -> (SurfaceId, u32) {
        self.root.unwrap_or((own, 0))
    }

    /// A key.
    pub(crate) fn key(&self, kind: KeyKind) -> Option<ColorKey> {
        self.keys[kind as usize]
    }

    /// The interface through which `IUnknown` is answered, and through which the creator saw it.
    pub(crate) fn first_interface(&self) -> Interface {
        match self.version {
            7 => Interface::DirectDrawSurface7,
            4 => Interface::DirectDrawSurface4,
            _ => Interface::DirectDrawSurface,
        }
    }

    /// The interface that is answered when another one is asked for. Surfaces of versions 1 to 4 refuse what they know to
    /// be something else with another error than what they do not know.
    pub(crate) fn view(&self, wanted: Interface) -> Result<Interface> {
        use Interface as I;
        match wanted {
            I::Unknown => Ok(self.first_interface()),
            I::DirectDrawSurface
            | I::DirectDrawSurface2
            | I::DirectDrawSurface3
            | I::DirectDrawSurface4
            | I::DirectDrawSurface7
            | I::DirectDrawGammaControl => Ok(wanted),
            I::DirectDrawColorControl => Err(Error::NoInterface),
            _ if self.version == 7 => Err(Error::NoInterface),
            I::Direct3DTexture | I::Direct3DTexture2 => Ok(wanted),
            _ => Err(Error::InvalidParams),
        }
    }
}

impl Core {
    /// The depth surface that is attached to a target.
    pub(crate) fn attached_depth(&self, target: SurfaceId) -> Option<SurfaceId> {
        let attached = &self.surfaces.get(target)?.attached;
        let is_depth = |id: &SurfaceId| {
            self.surfaces.get(*id).is_some_and(|surface| matches!(surface.layout, Layout::Depth { .. }))
        };
        attached.iter().copied().find(is_depth)
    }

    /// Whether a depth surface has stencil.
    pub(crate) fn has_stencil(&self, depth: SurfaceId) -> bool {
        self.surfaces.get(depth).is_some_and(|s| matches!(s.layout, Layout::Depth { stencil: true, .. }))
    }

    /// Lets go of a surface, its levels, what is attached to it, and the device that it is. Levels live as long as their
    /// first surface.
    pub(crate) fn end_surface(&mut self, id: SurfaceId) {
        let Some(surface) = self.surfaces.get(id) else { return };
        if surface.root.is_some() || surface.front.is_some() {
            return;
        }
        let mut all = surface.back_buffers.clone();
        all.extend(self.levels(id));
        for level in all {
            self.surface_changes += 1;
            let Some(surface) = self.surfaces.remove(level) else { continue };
            self.refund(surface.bytes.len() as u64);
            if let Some(texture) = surface.texture {
                self.context.recorder().release_texture(texture);
            }
            if let Some(device) = surface.device {
                self.end_device(device);
            }
            for attached in surface.attached {
                self.release_attached(attached);
            }
            if let Some(palette) = surface.palette.and_then(|palette| self.palettes.get(palette)) {
                let slot = palette.slot;
                self.release(slot, Interface::DirectDrawPalette);
            }
            self.objects.remove(surface.slot);
        }
    }

    /// Lets go of the reference with which a surface holds one that is attached to it.
    pub(crate) fn release_attached(&mut self, attached: SurfaceId) {
        if let Some(surface) = self.surfaces.get(attached) {
            let (slot, interface) = (surface.slot, surface.first_interface());
            self.release(slot, interface);
        }
    }
}
