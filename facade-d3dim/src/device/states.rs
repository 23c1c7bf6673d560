//! The methods that set and get states and textures.

use super::state::{RENDER_STATES, STAGES, rs};
use crate::core::Core;
use crate::dispatch::Call;
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{DeviceId, SurfaceId};

impl Core {
    /// Sets a render state of a device. Numbers that are none are taken and forgotten.
    pub(crate) fn set_state(&mut self, device: DeviceId, state: u32, value: u32) -> Result<()> {
        if state as usize >= RENDER_STATES {
            return Err(Error::InvalidParams);
        }
        if state == rs::TEXTUREHANDLE {
            if self.device(device)?.version == 7 {
                return Err(Error::InvalidParams);
            }
            let texture = self.texture_of(value);
            if texture.is_none() && value != 0 {
                return Err(Error::InvalidParams);
            }
            self.bind_texture(device, 0, texture)?;
        }
        let alpha = self.texture_alpha(device);
        let device = self.device_mut(device)?;
        device.states.set(state, value, alpha);
        device.touch();
        Ok(())
    }

    /// Sets a light state of a device.
    pub(crate) fn set_light(&mut self, device: DeviceId, state: u32, value: u32) -> Result<()> {
        if state == 1 && value != 0 && self.material_of(Some(device), value).is_none() {
            return Err(Error::InvalidParams);
        }
        let device = self.device_mut(device)?;
        device.states.set_light(state, value).ok_or(Error::InvalidParams)?;
        device.touch();
        Ok(())
    }

    /// Sets the texture of a stage.
    pub(crate) fn bind_texture(
        &mut self,
        device: DeviceId,
        stage: usize,
        texture: Option<SurfaceId>,
    ) -> Result<()> {
        *self.device_mut(device)?.textures.get_mut(stage).ok_or(Error::InvalidParams)? = texture;
        let alpha = self.texture_alpha(device);
        let device = self.device_mut(device)?;
        if stage == 0 {
            device.states.texture_changed(alpha);
        }
        device.touch();
        Ok(())
    }
}

pub(super) fn set_render_state(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let [state, value] = [call.args[0], call.args[1]];
    if call.version() == 7 && matches!(state, 3 | 5 | 6 | 17 | 18 | 21 | 43 | 44 | 45 | 46 | 49) {
        return Err(Error::InvalidParams);
    }
    if matches!(state, 64..=95) {
        // Rows of the stipple pattern: there was no hardware with it, and nothing is stippled here.
        return Err(Error::Unsupported);
    }
    call.core.set_state(device, state, value)?;
    Ok(0)
}

pub(super) fn get_render_state(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let state = call.args[0];
    if state as usize >= RENDER_STATES {
        return Err(Error::InvalidParams);
    }
    let value = if state == rs::TEXTUREHANDLE {
        texture_handle(call.core, device)?
    } else {
        call.core.device(device)?.states.read(state)
    };
    call.put_word(1, value)?;
    Ok(0)
}

/// The handle of stage 0's texture; 0 for none.
fn texture_handle(core: &mut Core, device: DeviceId) -> Result<u32> {
    let Some(texture) = core.device(device)?.textures[0] else { return Ok(0) };
    Ok(core.texture_handle(texture))
}

pub(super) fn set_light_state(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    call.core.set_light(device, call.args[0], call.args[1])?;
    Ok(0)
}

pub(super) fn get_light_state(call: &mut Call<'_>) -> Result<u32> {
    let value = call.core.device(call.device()?)?.states.light(call.args[0]).ok_or(Error::InvalidParams)?;
    call.put_word(1, value)?;
    Ok(0)
}

pub(super) fn set_stage_state(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let [stage, kind, value] = [call.args[0], call.args[1], call.args[2]];
    let device = call.core.device_mut(device)?;
    if stage as usize >= STAGES {
        return Ok(0);
    }
    device.states.set_stage(stage as usize, kind, value);
    device.touch();
    Ok(0)
}

pub(super) fn get_stage_state(call: &mut Call<'_>) -> Result<u32> {
    let stage = call.args[0] as usize;
    let value =
        if stage < STAGES { call.core.device(call.device()?)?.states.stage(stage, call.args[1]) } else { 0 };
    call.put_word(2, value)?;
    Ok(0)
}

pub(super) fn set_texture(call: &mut Call<'_>) -> Result<u32> {
    let texture = call.surface_argument(1)?;
    let device = call.device()?;
    call.core.bind_texture(device, call.args[0] as usize, texture)?;
    Ok(0)
}

/// The answer has a reference.
pub(super) fn get_texture(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let textures = &call.core.device(device)?.textures;
    let texture = *textures.get(call.args[0] as usize).ok_or(Error::InvalidParams)?;
    let slot = texture.and_then(|id| call.core.surfaces.get(id)).map(|surface| surface.slot);
    call.clear_out(1)?;
    let Some(slot) = slot else { return Ok(0) };
    let interface =
        if call.version() == 7 { Interface::DirectDrawSurface7 } else { Interface::Direct3DTexture2 };
    call.core.add_ref(slot, interface);
    call.put_object(1, slot, interface)
}
