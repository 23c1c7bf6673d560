//! Devices: what they were created as, what they draw to, and their state.

pub(crate) mod dispatch;
pub(crate) mod draw;
mod matrix;
mod methods;
mod program;
mod raster;
pub(crate) mod record;
pub(crate) mod seven;
pub(crate) mod state;
mod states;

use std::collections::BTreeMap;

use glam::Mat4;

use crate::core::Core;
use crate::identity::{DeviceKind, Interface};
use crate::object::{DeviceId, DirectDrawId, MaterialId, Slot, SurfaceId, Target, ViewportId};
use crate::vertex::lighting::{LightValues, MaterialColors};
use crate::viewport::View;
use state::{STAGES, States};

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
    pub(crate) states: States,
    /// Rises with every change of a state or texture.
    pub(crate) stamp: u64,
    /// By stage.
    pub(crate) textures: [Option<SurfaceId>; STAGES],
    /// By handle, from 1 on.
    pub(crate) matrices: Vec<Option<Mat4>>,
    /// The handles that execute buffers have made world, view and projection; 0 for none.
    pub(crate) bound: [u32; 3],
    /// Matrices beside the first three, by number.
    pub(crate) other_transforms: BTreeMap<u32, Mat4>,
    /// Triangles, lines, points, spans and vertices so far.
    pub(crate) stats: [u32; 5],
    /// Vertices between `Begin` and `End`.
    pub(crate) begun: Option<Begun>,
    /// Of version 7.
    pub(crate) material: MaterialColors,
    /// Near and far of version 7's viewport, as they were set.
    pub(crate) depths: [u32; 2],
    /// Of version 7: by number, with whether they are on.
    pub(crate) lights: BTreeMap<u32, (LightValues, bool)>,
}

/// What was said between `Begin` and `End`.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    pub(crate) primitive: u32,
    pub(crate) fvf: u32,
    pub(crate) flags: u32,
    pub(crate) vertices: Vec<u8>,
    /// Of `BeginIndexed`.
    pub(crate) indices: Option<Vec<u16>>,
}

impl Device {
    /// A device without a viewport, in its first state.
    pub(crate) fn new(
        slot: Slot,
        version: u8,
        kind: DeviceKind,
        direct_draw: DirectDrawId,
        target: SurfaceId,
        has_depth: bool,
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
            states: States::new(version, has_depth),
            stamp: 0,
            textures: [None; STAGES],
            matrices: Vec::new(),
            bound: [0; 3],
            other_transforms: BTreeMap::new(),
            stats: [0; 5],
            begun: None,
            material: MaterialColors::default(),
            depths: [0, 1.0f32.to_bits()],
            lights: BTreeMap::new(),
        }
    }

    /// World, view and projection in one, for column vectors, without the viewport's map.
    pub(crate) fn transform(&self) -> Mat4 {
        let [world, view, projection] = self.transforms;
        projection * view * world
    }

    /// Notes that states changed.
    pub(crate) fn touch(&mut self) {
        self.stamp += 1;
    }
}

/// What handles of textures and materials name: the same on all devices. A handle is a place here, from 1 on.
#[derive(Debug, Default)]
pub(crate) struct Handles {
    pub(crate) textures: Vec<SurfaceId>,
    pub(crate) materials: Vec<MaterialId>,
}

/// The handle of an element, which gets one if it has none: a place that `alive` says is free, or a new one.
pub(crate) fn handle_of<T: Copy + PartialEq>(
    list: &mut Vec<T>,
    element: T,
    alive: impl Fn(T) -> bool,
) -> u32 {
    let at = list.iter().position(|&other| other == element).or_else(|| {
        let free = list.iter().position(|&other| !alive(other))?;
        list[free] = element;
        Some(free)
    });
    let at = at.unwrap_or_else(|| {
        list.push(element);
        list.len() - 1
    });
    at as u32 + 1
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

    /// The material of a handle.
    pub(crate) fn material_of(&self, _device: Option<DeviceId>, handle: u32) -> Option<MaterialId> {
        let id = *self.handles.materials.get((handle as usize).checked_sub(1)?)?;
        self.materials.contains_key(id).then_some(id)
    }

    /// The texture of a handle.
    pub(crate) fn texture_of(&self, handle: u32) -> Option<SurfaceId> {
        let id = *self.handles.textures.get((handle as usize).checked_sub(1)?)?;
        self.surfaces.contains_key(id).then_some(id)
    }

    /// Whether the texture of stage 0 has alpha; `None` without one.
    pub(crate) fn texture_alpha(&self, device: DeviceId) -> Option<bool> {
        let texture = self.devices.get(device)?.textures[0]?;
        Some(self.surfaces.get(texture)?.format.has_alpha())
    }
}
