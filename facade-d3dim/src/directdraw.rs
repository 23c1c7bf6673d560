//! DirectDraw objects.

pub(crate) mod caps;
pub(crate) mod direct3d;
pub(crate) mod dispatch;

use crate::core::Core;
use crate::device::Device;
use crate::dispatch::Reply;
use crate::error::{Error, Result};
use crate::identity::{DeviceKind, Guid, Interface};
use crate::memory::GuestMemory;
use crate::object::{DeviceId, DirectDrawId, Slot, SurfaceId, Target};
use crate::surface::{Layout, caps as surface_caps};
use crate::viewport::{ClipMap, View};

/// A DirectDraw object, which is its Direct3D object as well.
#[derive(Debug)]
pub(crate) struct DirectDraw {
    pub(crate) slot: Slot,
    /// As last set: `DDSCL`.
    pub(crate) cooperative_level: u32,
}

impl Core {
    /// Makes a DirectDraw object with one reference, through `interface`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], when there are too many objects.
    pub fn create_direct_draw(&mut self, interface: Interface) -> Result<DirectDrawId> {
        let Self { objects, direct_draws, .. } = self;
        let mut made = DirectDrawId::default();
        objects.insert(interface, |slot| {
            made = direct_draws.insert(DirectDraw { slot, cooperative_level: 0 });
            Target::DirectDraw(made)
        })?;
        Ok(made)
    }

    /// `DirectDrawCreate`: writes the handle of an `IDirectDraw` to `out`.
    pub fn direct_draw_create(&mut self, out: u32, outer: u32, memory: &mut dyn GuestMemory) -> Reply {
        self.enter(out, outer, Interface::DirectDraw, memory)
    }

    /// `DirectDrawCreateEx`: writes the handle of an `IDirectDraw7` to `out`; `iid` is where that identifier stands.
    pub fn direct_draw_create_ex(
        &mut self,
        out: u32,
        iid: u32,
        outer: u32,
        memory: &mut dyn GuestMemory,
    ) -> Reply {
        let wanted = memory.array(iid).map(Guid);
        if wanted != Ok(Interface::DirectDraw7.iid()) {
            return Reply { value: Error::InvalidParams.hresult(), enumeration: None };
        }
        self.enter(out, outer, Interface::DirectDraw7, memory)
    }

    fn enter(&mut self, out: u32, outer: u32, interface: Interface, memory: &mut dyn GuestMemory) -> Reply {
        let result = (|| {
            if outer != 0 {
                return Err(Error::NoAggregation);
            }
            memory.put_words(out, &[0])?;
            let id = self.create_direct_draw(interface)?;
            let slot = self.direct_draws.get(id).ok_or(Error::Fail)?.slot;
            memory.put_words(out, &[slot.handle(interface).0])
        })();
        Reply { value: result.map_or_else(|error| error.hresult(), |()| 0), enumeration: None }
    }

    /// Makes a device that draws to a surface. Its rules are those of `version` (2, 3 or 7) from here on.
    ///
    /// # Errors
    /// [`Error::InvalidCaps`], when the surface is no target; [`Error::NoPaletteAttached`];
    /// [`Error::SurfaceNotInVideoMemory`]; [`Error::OutOfMemory`], when there are too many objects.
    pub(crate) fn create_device(
        &mut self,
        owner: DirectDrawId,
        version: u8,
        kind: DeviceKind,
        target: SurfaceId,
    ) -> Result<DeviceId> {
        self.check_target(target, kind)?;
        let interface = match version {
            7 => Interface::Direct3DDevice7,
            3 => Interface::Direct3DDevice3,
            _ => Interface::Direct3DDevice2,
        };
        let has_depth = self.attached_depth(target).is_some();
        let Self { objects, devices, .. } = self;
        let mut made = DeviceId::default();
        objects.insert(interface, |slot| {
            made = devices.insert(Device::new(slot, version, kind, owner, target, has_depth));
            Target::Device(made)
        })?;
        let surface = self.surface(target)?;
        let (slot, interface) = (surface.slot, surface.first_interface());
        let (width, height) = (surface.width, surface.height);
        self.add_ref(slot, interface);
        if version == 7 {
            // Its own viewport is all of the target at first.
            self.device_mut(made)?.view = View { x: 0, y: 0, width, height, map: ClipMap::default() };
        }
        Ok(made)
    }

    /// Makes the device of version 1 that is part of a surface, if it is not there yet.
    pub(crate) fn create_device_on(&mut self, surface: SurfaceId, kind: DeviceKind) -> Result<DeviceId> {
        let target = self.surface(surface)?;
        if let Some(device) = target.device {
            return Ok(device);
        }
        if target.version == 7 {
            return Err(Error::NoInterface);
        }
        let (slot, owner) = (target.slot, target.direct_draw);
        self.check_target(surface, kind)?;
        let has_depth = self.attached_depth(surface).is_some();
        let device = self.devices.insert(Device::new(slot, 1, kind, owner, surface, has_depth));
        self.surface_mut(surface)?.device = Some(device);
        Ok(device)
    }

    /// Checks that a device of a kind can draw to a surface.
    pub(crate) fn check_target(&self, target: SurfaceId, kind: DeviceKind) -> Result<()> {
        let surface = self.surface(target)?;
        if surface.caps[0] & surface_caps::DEVICE_3D == 0 || surface.caps[0] & surface_caps::ZBUFFER != 0 {
            return Err(Error::InvalidCaps);
        }
        if surface.layout == Layout::Palette && surface.palette.is_none() {
            return Err(Error::NoPaletteAttached);
        }
        if kind.is_hardware() && surface.caps[0] & surface_caps::VIDEO_MEMORY == 0 {
            return Err(Error::SurfaceNotInVideoMemory);
        }
        Ok(())
    }

    /// Lets go of a device: its viewports lose it, and so do those who held them for it.
    pub(crate) fn end_device(&mut self, id: DeviceId) {
        let Some(device) = self.devices.remove(id) else { return };
        for viewport in device.viewports {
            self.drop_viewport(viewport, device.current == Some(viewport));
        }
        // A device of version 1 is part of its target.
        if let Some(target) = self.surfaces.get(device.target).filter(|target| target.slot != device.slot) {
            let (slot, interface) = (target.slot, target.first_interface());
            self.release(slot, interface);
        }
    }
}
