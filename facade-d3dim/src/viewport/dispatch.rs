//! The methods of viewports.

use super::record::{RECORD_SIZE, Viewport1, Viewport2, check_size};
use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::Target;

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    use Interface as I;
    if !matches!(interface, I::Direct3DViewport | I::Direct3DViewport2 | I::Direct3DViewport3) {
        return None;
    }
    Some(match name {
        "Initialize" => |_| Err(Error::AlreadyInitialized),
        "GetViewport" => get_viewport,
        "SetViewport" => set_viewport,
        "GetViewport2" => get_viewport2,
        "SetViewport2" => set_viewport2,
        "TransformVertices" => super::transform::transform_vertices,
        "LightElements" => |_| Err(Error::Unsupported),
        "SetBackground" => set_background,
        "GetBackground" => get_background,
        "SetBackgroundDepth" | "SetBackgroundDepth2" => set_background_depth,
        "GetBackgroundDepth" | "GetBackgroundDepth2" => get_background_depth,
        "Clear" => super::clear::clear,
        "Clear2" => super::clear::clear2,
        "AddLight" => super::list::add_light,
        "DeleteLight" => super::list::delete_light,
        "NextLight" => super::list::next_light,
        _ => return None,
    })
}

fn get_viewport(call: &mut Call<'_>) -> Result<u32> {
    check_size(call.memory, call.args[0], RECORD_SIZE)?;
    call.core.viewport1(call.viewport()?)?.write(call.memory, call.args[0])?;
    Ok(0)
}

fn get_viewport2(call: &mut Call<'_>) -> Result<u32> {
    check_size(call.memory, call.args[0], RECORD_SIZE)?;
    call.core.viewport2(call.viewport()?)?.write(call.memory, call.args[0])?;
    Ok(0)
}

fn set_viewport(call: &mut Call<'_>) -> Result<u32> {
    let values = Viewport1::read(call.memory, call.args[0])?;
    let viewport = call.viewport()?;
    call.core.set_viewport1(viewport, &values)?;
    Ok(0)
}

fn set_viewport2(call: &mut Call<'_>) -> Result<u32> {
    let record = Viewport2::read(call.memory, call.args[0])?;
    let viewport = call.viewport()?;
    call.core.set_viewport2(viewport, &record)?;
    Ok(0)
}

/// 0 and handles of no material are refused, and the old one stays.
fn set_background(call: &mut Call<'_>) -> Result<u32> {
    let viewport = call.viewport()?;
    let handle = call.args[0];
    call.core.material_of(call.core.viewport(viewport)?.device, handle).ok_or(Error::InvalidParams)?;
    call.core.viewport_mut(viewport)?.background = handle;
    Ok(0)
}

fn get_background(call: &mut Call<'_>) -> Result<u32> {
    let handle = call.core.viewport(call.viewport()?)?.background;
    if call.args[0] == 0 || call.args[1] == 0 {
        return Err(Error::InvalidParams);
    }
    call.put_word(0, handle)?;
    call.put_word(1, u32::from(handle != 0))?;
    Ok(0)
}

fn set_background_depth(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface_argument(0)?;
    let viewport = call.viewport()?;
    call.core.viewport_mut(viewport)?.background_depth = surface;
    Ok(0)
}

fn get_background_depth(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.core.viewport(call.viewport()?)?.background_depth;
    let slot = surface.and_then(|id| call.core.surfaces.get(id)).map(|surface| surface.slot);
    if call.args[0] == 0 || call.args[1] == 0 {
        return Err(Error::InvalidParams);
    }
    call.put_word(1, u32::from(slot.is_some()))?;
    let Some(slot) = slot else {
        call.clear_out(0)?;
        return Ok(0);
    };
    let interface =
        if call.version() == 3 { Interface::DirectDrawSurface4 } else { Interface::DirectDrawSurface };
    call.core.add_ref(slot, interface);
    call.put_object(0, slot, interface)
}

/// The light that an argument names.
pub(super) fn light(call: &Call<'_>, index: usize) -> Result<crate::object::LightId> {
    match call.object(index)? {
        Some(Target::Light(id)) => Ok(id),
        _ => Err(Error::InvalidParams),
    }
}
