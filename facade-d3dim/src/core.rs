//! The core: all objects of all interfaces, and the render context that they draw with.

use std::collections::BTreeMap;

use retrograph_render::{Context, Gpu, Threading};
use slotmap::SlotMap;

use crate::device::record::Draws;
use crate::device::{Device, Handles};
use crate::directdraw::DirectDraw;
use crate::error::{Error, Result};
use crate::execute::ExecuteBuffer;
use crate::identity::Interface;
use crate::light::{Light, Material};
use crate::object::{
    ClipperId, DeviceId, DirectDrawId, ExecuteBufferId, Handle, LightId, MaterialId, Objects, PaletteId,
    Slot, SurfaceId, Target, VertexBufferId, ViewportId,
};
use crate::surface::palette::Palette;
use crate::surface::{Clipper, Surface};
use crate::vertex::VertexBuffer;
use crate::viewport::Viewport;

/// How much a guest may have of what it asks for. Beyond it calls fail as if memory had run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Viewports whose data is set.
    pub viewport_records: u32,
    /// Bytes of surfaces and buffers.
    pub memory: u64,
}

impl Default for Limits {
    /// A record for every object that there can be, and 512 MiB.
    fn default() -> Self {
        Self { viewport_records: crate::MAX_OBJECTS, memory: 512 << 20 }
    }
}

/// DirectDraw and Direct3D as objects that hold one another, without COM and without the guest's memory.
///
/// Programs in Rust call its methods with ids and plain structures; emulators call [`Core::call`] with the words that the
/// guest pushed. Both may be mixed: [`Core::device_id`] and its like say which object a handle of the guest is.
#[derive(Debug)]
pub struct Core {
    pub(crate) objects: Objects,
    pub(crate) direct_draws: SlotMap<DirectDrawId, DirectDraw>,
    pub(crate) surfaces: SlotMap<SurfaceId, Surface>,
    pub(crate) palettes: SlotMap<PaletteId, Palette>,
    pub(crate) clippers: SlotMap<ClipperId, Clipper>,
    pub(crate) devices: SlotMap<DeviceId, Device>,
    pub(crate) viewports: SlotMap<ViewportId, Viewport>,
    pub(crate) lights: SlotMap<LightId, Light>,
    pub(crate) materials: SlotMap<MaterialId, Material>,
    pub(crate) execute_buffers: SlotMap<ExecuteBufferId, ExecuteBuffer>,
    pub(crate) vertex_buffers: SlotMap<VertexBufferId, VertexBuffer>,
    pub(crate) context: Context,
    pub(crate) limits: Limits,
    /// Bytes of surfaces and buffers that live.
    pub(crate) memory: u64,
    /// Viewports whose record is set.
    pub(crate) records: u32,
    /// Changes of surfaces so far, or more.
    pub(crate) surface_changes: u64,
    /// Changes of palettes so far.
    pub(crate) palette_versions: u64,
    pub(crate) handles: Handles,
    pub(crate) draws: Draws,
    unsupported: BTreeMap<&'static str, u64>,
}

impl Core {
    /// A core without an object, on the adapter that the environment chooses. Its frames are executed on a thread of their own,
    /// unless the environment variable `RETROGRAPH_THREADING` says `inline`.
    ///
    /// # Errors
    /// [`Error::Render`], when there is none.
    pub fn new() -> Result<Self> {
        let threading = Threading::from_env().unwrap_or(Threading::Pipelined);
        Ok(Self::with_context(Context::with_threading(Gpu::headless()?, threading)))
    }

    /// A core without an object, on a context of its own.
    #[must_use]
    pub fn with_context(context: Context) -> Self {
        Self {
            objects: Objects::default(),
            direct_draws: SlotMap::with_key(),
            surfaces: SlotMap::with_key(),
            palettes: SlotMap::with_key(),
            clippers: SlotMap::with_key(),
            devices: SlotMap::with_key(),
            viewports: SlotMap::with_key(),
            lights: SlotMap::with_key(),
            materials: SlotMap::with_key(),
            execute_buffers: SlotMap::with_key(),
            vertex_buffers: SlotMap::with_key(),
            context,
            limits: Limits::default(),
            memory: 0,
            records: 0,
            surface_changes: 0,
            palette_versions: 0,
            handles: Handles::default(),
            draws: Draws::default(),
            unsupported: BTreeMap::new(),
        }
    }

    /// Sets the limits; what exists already is not touched.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Objects that live: those that the guest can name, and the levels of its textures.
    #[must_use]
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// What was asked for and is not supported, with how often: stable names.
    #[must_use]
    pub fn unsupported(&self) -> Vec<(&'static str, u64)> {
        self.unsupported.iter().map(|(&key, &count)| (key, count)).collect()
    }

    /// Counts something unsupported, and logs it the first time.
    pub(crate) fn note_unsupported(&mut self, key: &'static str) -> Error {
        let count = self.unsupported.entry(key).or_insert(0);
        if *count == 0 {
            log::warn!(target: "retrograph::d3dim::unsupported", "{key} is not supported");
        }
        *count += 1;
        Error::Unsupported
    }

    /// Takes bytes from the limit.
    pub(crate) fn charge(&mut self, bytes: u64) -> Result<()> {
        let total = self.memory.checked_add(bytes).filter(|&total| total <= self.limits.memory);
        self.memory = total.ok_or(Error::OutOfMemory)?;
        Ok(())
    }

    /// Gives bytes back.
    pub(crate) fn refund(&mut self, bytes: u64) {
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// The context that draws, for embedders.
    pub fn context(&mut self) -> &mut Context {
        &mut self.context
    }

    /// The device that a handle names, through whichever interface.
    #[must_use]
    pub fn device_id(&self, handle: Handle) -> Option<DeviceId> {
        let (_, target, interface) = self.objects.resolve(handle)?;
        self.device_of(target, interface)
    }

    /// The viewport that a handle names.
    #[must_use]
    pub fn viewport_id(&self, handle: Handle) -> Option<ViewportId> {
        match self.objects.resolve(handle)?.1 {
            Target::Viewport(id) => Some(id),
            _ => None,
        }
    }

    /// The surface that a handle names, through whichever interface.
    #[must_use]
    pub fn surface_id(&self, handle: Handle) -> Option<SurfaceId> {
        match self.objects.resolve(handle)?.1 {
            Target::Surface(id) => Some(id),
            _ => None,
        }
    }

    /// The interface that a handle is of; viewports, whose interfaces are one pointer, have the newest one's.
    #[must_use]
    pub fn interface_of(&self, handle: Handle) -> Option<Interface> {
        self.objects.resolve(handle).map(|found| found.2)
    }

    /// What the guest knows a viewport by.
    ///
    /// # Errors
    /// [`Error::InvalidObject`], when it is gone.
    pub fn viewport_handle(&self, id: ViewportId) -> Result<Handle> {
        Ok(self.viewport(id)?.slot.handle(Interface::Direct3DViewport3))
    }

    /// What a handle of the guest names.
    pub(crate) fn resolve(&self, handle: u32) -> Option<(Slot, Target, Interface)> {
        self.objects.resolve(Handle(handle))
    }

    /// Adds a reference of an interface; the answer is its count.
    pub(crate) fn add_ref(&mut self, slot: Slot, interface: Interface) -> u32 {
        self.objects.add_ref(slot, interface)
    }

    /// Takes a reference of an interface away, and ends the object with its last; the answer is the count that is left.
    pub(crate) fn release(&mut self, slot: Slot, interface: Interface) -> u32 {
        let (left, last) = self.objects.release(slot, interface);
        if last && let Some(target) = self.objects.target(slot) {
            self.end(slot, target);
        }
        left
    }

    /// Ends an object without a reference, and lets go of what it holds.
    fn end(&mut self, slot: Slot, target: Target) {
        match target {
            Target::Surface(id) => return self.end_surface(id),
            Target::Device(id) => self.end_device(id),
            Target::Viewport(id) => self.end_viewport(id),
            Target::DirectDraw(id) => drop(self.direct_draws.remove(id)),
            Target::Palette(id) => drop(self.palettes.remove(id)),
            Target::Clipper(id) => drop(self.clippers.remove(id)),
            Target::Light(id) => self.end_light(id),
            Target::Material(id) => self.end_material(id),
            Target::ExecuteBuffer(id) => self.end_execute_buffer(id),
            Target::VertexBuffer(id) => self.end_vertex_buffer(id),
        }
        self.objects.remove(slot);
    }
}

macro_rules! lookups {
    ($($one:ident, $mutable:ident, $all:ident, $id:ident, $object:ident;)*) => {
        impl Core {
            $(
                #[doc = concat!("The ", stringify!($object), " of an id; [`Error::InvalidObject`] when it is gone.")]
                pub(crate) fn $one(&self, id: $id) -> Result<&$object> {
                    self.$all.get(id).ok_or(Error::InvalidObject)
                }

                #[doc = concat!("The ", stringify!($object), " of an id, to change it.")]
                pub(crate) fn $mutable(&mut self, id: $id) -> Result<&mut $object> {
                    self.$all.get_mut(id).ok_or(Error::InvalidObject)
                }
            )*
        }
    };
}

impl Core {
    /// The surface of an id; [`Error::InvalidObject`] when it is gone.
    #[inline]
    pub(crate) fn surface(&self, id: SurfaceId) -> Result<&Surface> {
        self.surfaces.get(id).ok_or(Error::InvalidObject)
    }

    /// The surface of an id, to change it: draws look at surfaces again.
    pub(crate) fn surface_mut(&mut self, id: SurfaceId) -> Result<&mut Surface> {
        self.surface_changes += 1;
        self.surfaces.get_mut(id).ok_or(Error::InvalidObject)
    }
}

lookups! {
    device, device_mut, devices, DeviceId, Device;
    viewport, viewport_mut, viewports, ViewportId, Viewport;
    palette, palette_mut, palettes, PaletteId, Palette;
}
