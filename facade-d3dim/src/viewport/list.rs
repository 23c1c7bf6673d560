//! The lists: a device's viewports, and a viewport's lights.

use super::dispatch::light;
use crate::core::Core;
use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{DeviceId, LightId, ViewportId};

/// The methods of devices that are about viewports.
pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    use Interface as I;
    if !matches!(interface, I::Direct3DDevice | I::Direct3DDevice2 | I::Direct3DDevice3) {
        return None;
    }
    Some(match name {
        "AddViewport" => add_viewport,
        "DeleteViewport" => delete_viewport,
        "NextViewport" => next_viewport,
        "SetCurrentViewport" => set_current_viewport,
        "GetCurrentViewport" => get_current_viewport,
        _ => return None,
    })
}

/// Which of a list is wanted.
const NEXT: u32 = 1;
const HEAD: u32 = 2;
const TAIL: u32 = 4;

/// The element that follows `from`, or the first or last one.
fn choose<T: Copy + PartialEq>(list: &[T], from: Option<T>, flags: u32) -> Result<Option<T>> {
    match flags {
        HEAD => Ok(list.first().copied()),
        TAIL => Ok(list.last().copied()),
        NEXT => {
            let at = list.iter().position(|&element| Some(element) == from).ok_or(Error::InvalidParams)?;
            Ok(list.get(at + 1).copied())
        }
        _ => Err(Error::InvalidParams),
    }
}

impl Core {
    /// Adds a viewport to a device's list, which holds a reference. One that is there already changes nothing.
    ///
    /// # Errors
    /// [`Error::InvalidParams`], when it belongs to another device.
    pub fn add_viewport(&mut self, device: DeviceId, viewport: ViewportId) -> Result<()> {
        match self.viewport(viewport)?.device {
            Some(owner) if owner == device => return Ok(()),
            Some(_) => return Err(Error::InvalidParams),
            None => {}
        }
        self.device_mut(device)?.viewports.push(viewport);
        let viewport = self.viewport_mut(viewport)?;
        viewport.device = Some(device);
        let slot = viewport.slot;
        self.add_ref(slot, Interface::Direct3DViewport3);
        Ok(())
    }

    /// Takes a viewport off a device's list; the current one is deselected.
    ///
    /// # Errors
    /// [`Error::InvalidParams`], when it is not on the list.
    pub fn delete_viewport(&mut self, device: DeviceId, viewport: ViewportId) -> Result<()> {
        let owner = self.device_mut(device)?;
        let at = owner.viewports.iter().position(|&other| other == viewport).ok_or(Error::InvalidParams)?;
        owner.viewports.remove(at);
        let was_current = owner.current == Some(viewport);
        owner.current = owner.current.filter(|_| !was_current);
        self.drop_viewport(viewport, was_current);
        Ok(())
    }

    /// Takes the references that a device's list, and its selection, hold.
    pub(crate) fn drop_viewport(&mut self, viewport: ViewportId, was_current: bool) {
        let Ok(viewport) = self.viewport_mut(viewport) else { return };
        viewport.device = None;
        let slot = viewport.slot;
        for _ in 0..=u32::from(was_current) {
            self.release(slot, Interface::Direct3DViewport3);
        }
    }

    /// Selects the viewport that a device draws with. One whose data is not set is selected without being activated.
    ///
    /// # Errors
    /// [`Error::InvalidParams`], when it is not on the device's list; errors of the activation, after which the old one
    /// is selected again.
    pub fn set_current_viewport(&mut self, device: DeviceId, viewport: ViewportId) -> Result<()> {
        let selecting = self.device(device)?;
        if !selecting.viewports.contains(&viewport) {
            return Err(Error::InvalidParams);
        }
        let old = selecting.current;
        if old == Some(viewport) {
            return Ok(());
        }
        self.device_mut(device)?.current = Some(viewport);
        if self.viewport(viewport)?.record.is_some()
            && let Err(error) = self.activate(device, viewport)
        {
            self.device_mut(device)?.current = old;
            return Err(error);
        }
        let slot = self.viewport(viewport)?.slot;
        self.add_ref(slot, Interface::Direct3DViewport3);
        if let Some(slot) = old.and_then(|old| self.viewports.get(old)).map(|old| old.slot) {
            self.release(slot, Interface::Direct3DViewport3);
        }
        Ok(())
    }

    /// The viewport that a device draws with.
    ///
    /// # Errors
    /// [`Error::NoCurrentViewport`].
    pub fn current_viewport(&self, device: DeviceId) -> Result<ViewportId> {
        self.device(device)?.current.ok_or(Error::NoCurrentViewport)
    }

    /// Lets go of the lights of a viewport that ends.
    pub(super) fn release_lights(&mut self, lights: &[LightId]) {
        for &id in lights {
            let Some(light) = self.lights.get_mut(id) else { continue };
            light.viewport = None;
            let slot = light.slot;
            self.release(slot, Interface::Direct3DLight);
        }
    }
}

fn add_viewport(call: &mut Call<'_>) -> Result<u32> {
    let viewport = call.viewport_argument(0)?.ok_or(Error::InvalidParams)?;
    let device = call.device()?;
    call.core.add_viewport(device, viewport)?;
    Ok(0)
}

fn delete_viewport(call: &mut Call<'_>) -> Result<u32> {
    let viewport = call.viewport_argument(0)?.ok_or(Error::InvalidParams)?;
    let device = call.device()?;
    call.core.delete_viewport(device, viewport)?;
    Ok(0)
}

/// The answer has no reference of its own.
fn next_viewport(call: &mut Call<'_>) -> Result<u32> {
    if call.args[1] == 0 {
        return Err(Error::InvalidParams);
    }
    call.clear_out(1)?;
    let from = call.viewport_argument(0)?;
    let list = &call.core.device(call.device()?)?.viewports;
    if let Some(next) = choose(list, from, call.args[2])? {
        let handle = call.core.viewport(next)?.slot.handle(Interface::Direct3DViewport3);
        call.put_word(1, handle.0)?;
    }
    Ok(0)
}

fn set_current_viewport(call: &mut Call<'_>) -> Result<u32> {
    let viewport = call.viewport_argument(0)?.ok_or(Error::InvalidParams)?;
    let device = call.device()?;
    call.core.set_current_viewport(device, viewport)?;
    Ok(0)
}

fn get_current_viewport(call: &mut Call<'_>) -> Result<u32> {
    let current = call.core.current_viewport(call.device()?)?;
    let slot = call.core.viewport(current)?.slot;
    call.core.add_ref(slot, Interface::Direct3DViewport3);
    call.put_object(0, slot, Interface::Direct3DViewport3)
}

/// A light belongs to one viewport at most.
pub(super) fn add_light(call: &mut Call<'_>) -> Result<u32> {
    let (viewport, id) = (call.viewport()?, light(call, 0)?);
    let light = call.core.lights.get_mut(id).ok_or(Error::InvalidParams)?;
    if light.viewport.is_some() {
        return Err(Error::LightHasViewport);
    }
    light.viewport = Some(viewport);
    let slot = light.slot;
    call.core.viewport_mut(viewport)?.lights.push(id);
    call.core.add_ref(slot, Interface::Direct3DLight);
    Ok(0)
}

pub(super) fn delete_light(call: &mut Call<'_>) -> Result<u32> {
    let (viewport, id) = (call.viewport()?, light(call, 0)?);
    let lights = &mut call.core.viewport_mut(viewport)?.lights;
    let at = lights.iter().position(|&other| other == id).ok_or(Error::InvalidParams)?;
    lights.remove(at);
    call.core.release_lights(&[id]);
    Ok(0)
}

pub(super) fn next_light(call: &mut Call<'_>) -> Result<u32> {
    let from = if call.args[0] == 0 { None } else { Some(light(call, 0)?) };
    call.clear_out(1)?;
    let list = &call.core.viewport(call.viewport()?)?.lights;
    let next = choose(list, from, call.args[2])?.ok_or(Error::InvalidParams)?;
    let slot = call.core.lights.get(next).ok_or(Error::InvalidParams)?.slot;
    call.core.add_ref(slot, Interface::Direct3DLight);
    call.put_object(1, slot, Interface::Direct3DLight)
}
