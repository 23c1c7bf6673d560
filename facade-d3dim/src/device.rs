//! Devices: what they were created as, what they draw to, and their state.

pub(crate) mod dispatch;

use glam::Mat4;

use crate::core::Core;
use crate::identity::{DeviceKind, Interface};
use crate::object::{DeviceId, DirectDrawId, MaterialId, Slot, SurfaceId, Target, ViewportId};
use crate::viewport::View;

/// A device.
#[derive(Debug)]
pub(crate) struct Device {
    /// Of the device, or of the surface that it is part of.
    pub(crate) slot: Slot,
    /// The version of the interface that it was created through: 1, 2, 3 or 7. It never changes, whatever interface is
    /// asked for later; 0 is for devices that come about otherwise.
    pub(crate) version: u8,
    pub(crate) kind: DeviceKind,
    pub(crate) direct_draw: DirectDrawId,
    pub(crate) target: SurfaceId,
    /// In the order in which they were added.
    pub(crate) viewports: Vec<ViewportId>,
    pub(crate) current: Option<ViewportId>,
    /// What the current viewport said when it was selected or set.
    pub(crate) view: View,
    pub(crate) in_scene: bool,
    /// World, view and projection, for column vectors.
    pub(crate) transforms: [Mat4; 3],
}

impl Device {
    /// A device without a viewport, in its first state.
    pub(crate) fn new(
        slot: Slot,
        version: u8,
        kind: DeviceKind,
        direct_draw: DirectDrawId,
        target: SurfaceId,
    ) -> Self {
        Self {
            slot,
            version,
            kind,
            direct_draw,
            target,
            viewports: Vec::new(),
            current: None,
            view: View::default(),
            in_scene: false,
            transforms: [Mat4::IDENTITY; 3],
        }
    }

    /// World, view and projection in one, for column vectors, without the viewport's map.
    pub(crate) fn transform(&self) -> Mat4 {
        let [world, view, projection] = self.transforms;
        projection * view * world
    }
}

impl Core {
    /// The device that an object is when it is called through an interface: devices of version 1 are part of their target.
    pub(crate) fn device_of(&self, target: Target, interface: Interface) -> Option<DeviceId> {
        match target {
            Target::Device(id) => Some(id),
            Target::Surface(id) if interface == Interface::Direct3DDevice => self.surfaces.get(id)?.device,
            _ => None,
        }
    }

    /// The material of a handle that is valid on a device.
    pub(crate) fn material_of(&self, _device: Option<DeviceId>, _handle: u32) -> Option<MaterialId> {
        None
    }
}
