//! The methods of surfaces.

use super::{attach, blt, lock};
use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::Target;

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    if !interface.name().starts_with("IDirectDrawSurface") {
        return None;
    }
    Some(match name {
        "AddAttachedSurface" => attach::add_attached,
        "DeleteAttachedSurface" => attach::delete_attached,
        "GetAttachedSurface" => attach::get_attached,
        "EnumAttachedSurfaces" => attach::enum_attached,
        "SetColorKey" => attach::set_color_key,
        "GetColorKey" => attach::get_color_key,
        "SetPalette" => attach::set_palette,
        "GetPalette" => attach::get_palette,
        "Flip" => attach::flip,
        "Blt" => blt::blt,
        "BltFast" => blt::blt_fast,
        "Lock" => lock::lock,
        "Unlock" => lock::unlock,
        "GetCaps" => get_caps,
        "GetPixelFormat" => get_pixel_format,
        "GetSurfaceDesc" => get_surface_desc,
        "GetDDInterface" => get_dd_interface,
        "SetClipper" => set_clipper,
        "Initialize" => |_| Err(Error::AlreadyInitialized),
        // Nothing is ever lost, and nothing is still being copied.
        "IsLost" | "Restore" | "GetBltStatus" | "GetFlipStatus" | "PageLock" | "PageUnlock" => |_| Ok(0),
        _ => return None,
    })
}

fn get_caps(call: &mut Call<'_>) -> Result<u32> {
    let caps = call.core.surface(call.surface()?)?.caps;
    let count = if call.version() >= 4 { 4 } else { 1 };
    call.memory.put_words(call.args[0], &caps[..count])?;
    Ok(0)
}

fn get_pixel_format(call: &mut Call<'_>) -> Result<u32> {
    let format = call.core.surface(call.surface()?)?.format;
    call.memory.put_words(call.args[0], &format.words())?;
    Ok(0)
}

fn get_surface_desc(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    let version = call.version();
    super::desc::check(call.memory, call.args[0], version)?;
    let desc = call.core.surface(surface)?.desc(call.core.level_count(surface));
    desc.write(call.memory, call.args[0], version)?;
    Ok(0)
}

fn get_dd_interface(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.core.surface(call.surface()?)?;
    let (owner, version) = (surface.direct_draw, surface.version);
    let slot = call.core.direct_draws.get(owner).ok_or(Error::InvalidObject)?.slot;
    let interface = match version {
        7 => Interface::DirectDraw7,
        4 => Interface::DirectDraw4,
        2 => Interface::DirectDraw2,
        _ => Interface::DirectDraw,
    };
    call.core.add_ref(slot, interface);
    call.put_object(0, slot, interface)
}

/// Copies do not heed clippers: there is no window that could cover something.
fn set_clipper(call: &mut Call<'_>) -> Result<u32> {
    match call.object(0)? {
        None | Some(Target::Clipper(_)) => Ok(0),
        Some(_) => Err(Error::InvalidParams),
    }
}
