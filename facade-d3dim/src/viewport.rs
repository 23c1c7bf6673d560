//! Viewports: one record, a flag, the device, the lights, and the background.

mod clear;
pub(crate) mod dispatch;
pub(crate) mod list;
pub(crate) mod map;
mod record;
mod transform;

pub use map::{ClipMap, View};
pub use record::{Viewport1, Viewport2};

use crate::core::Core;
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{DeviceId, LightId, Slot, SurfaceId, Target, ViewportId};

/// A viewport.
#[derive(Debug)]
pub(crate) struct Viewport {
    pub(crate) slot: Slot,
    /// The record, once it was set.
    record: Option<Box<Viewport2>>,
    pub(crate) device: Option<DeviceId>,
    /// In the order in which they were added.
    pub(crate) lights: Vec<LightId>,
    /// The handle of the background's material; 0 for none.
    background: u32,
    background_depth: Option<SurfaceId>,
}

impl Core {
    /// Makes a viewport, without data and without a device.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], when there are too many objects.
    pub fn create_viewport(&mut self) -> Result<ViewportId> {
        let Self { objects, viewports, .. } = self;
        let mut made = ViewportId::default();
        objects.insert(Interface::Direct3DViewport3, |slot| {
            made = viewports.insert(Viewport {
                slot,
                record: None,
                device: None,
                lights: Vec::new(),
                background: 0,
                background_depth: None,
            });
            Target::Viewport(made)
        })?;
        Ok(made)
    }

    /// The record of a viewport.
    ///
    /// # Errors
    /// [`Error::ViewportDataNotSet`], before it was set.
    pub fn viewport2(&self, id: ViewportId) -> Result<Viewport2> {
        self.viewport(id)?.record.as_deref().copied().ok_or(Error::ViewportDataNotSet)
    }

    /// The record of a viewport as version 1 sees it.
    ///
    /// # Errors
    /// [`Error::ViewportDataNotSet`], before it was set.
    pub fn viewport1(&self, id: ViewportId) -> Result<Viewport1> {
        self.viewport2(id).map(|record| record.to_legacy())
    }

    /// Sets a viewport's record. The rules are those of the version that its device was created with, whatever interface
    /// is used. If the viewport is its device's current one, draws use the record from here on.
    ///
    /// # Errors
    /// [`Error::ViewportHasNoDevice`]; [`Error::InvalidParams`] for what a device of version 2 or 3 refuses, and
    /// [`Error::OutOfMemory`], which change nothing; errors of the activation, before which the record is set.
    pub fn set_viewport2(&mut self, id: ViewportId, record: &Viewport2) -> Result<()> {
        let device = self.viewport(id)?.device.ok_or(Error::ViewportHasNoDevice)?;
        if matches!(self.device(device)?.version, 2 | 3) {
            // Without a target nothing is within it.
            let target = self.surface(self.device(device)?.target).map_err(|_| Error::InvalidParams)?;
            record::check(record, (target.width, target.height))?;
        }
        self.publish(id, record)?;
        if self.device(device)?.current == Some(id) {
            self.activate(device, id)?;
        }
        Ok(())
    }

    /// Sets a viewport's record from version 1's values.
    ///
    /// # Errors
    /// Those of [`Core::set_viewport2`], of the values as converted.
    pub fn set_viewport1(&mut self, id: ViewportId, values: &Viewport1) -> Result<()> {
        self.set_viewport2(id, &values.to_record())
    }

    /// Stores a record; the first of a viewport takes memory.
    fn publish(&mut self, id: ViewportId, record: &Viewport2) -> Result<()> {
        if self.viewport(id)?.record.is_none() {
            if self.viewport_records() >= self.limits.viewport_records {
                return Err(Error::OutOfMemory);
            }
            self.records += 1;
        }
        self.viewport_mut(id)?.record = Some(Box::new(*record));
        Ok(())
    }

    /// Viewports whose record is set.
    #[must_use]
    pub fn viewport_records(&self) -> u32 {
        self.records
    }

    /// Makes a device draw with a viewport's record: a record without extent leaves the map that was there.
    fn activate(&mut self, device: DeviceId, viewport: ViewportId) -> Result<()> {
        let record = self.viewport2(viewport)?;
        let target = self.device(device)?.target;
        self.surface(target).map_err(|_| Error::SurfaceLost)?;
        let view = &mut self.device_mut(device)?.view;
        let Viewport2 { x, y, width, height, .. } = record;
        *view = View { x, y, width, height, map: ClipMap::new(&record).unwrap_or(view.map) };
        Ok(())
    }

    /// What a device draws with now: the current viewport's rectangle and map as of when they were set.
    ///
    /// # Errors
    /// [`Error::InvalidObject`], when there is no such device.
    pub fn view(&self, device: DeviceId) -> Result<View> {
        self.device(device).map(|device| device.view)
    }

    /// Lets go of a viewport's data, lights and device.
    pub(crate) fn end_viewport(&mut self, id: ViewportId) {
        let Some(viewport) = self.viewports.remove(id) else { return };
        self.records -= u32::from(viewport.record.is_some());
        if let Some(device) = viewport.device.and_then(|device| self.devices.get_mut(device)) {
            device.viewports.retain(|&other| other != id);
            device.current = device.current.filter(|&current| current != id);
        }
        self.release_lights(&viewport.lights);
    }
}
