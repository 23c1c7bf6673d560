//! The methods of DirectDraw objects.

use crate::core::Core;
use crate::dispatch::{Call, Enumeration, Function, Item};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{DirectDrawId, Target};
use crate::surface::Clipper;
use crate::surface::create::{DISPLAY, DISPLAY_FORMAT};
use crate::surface::desc::{self, Desc, flags};

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    if !interface.is_direct_draw() {
        return None;
    }
    Some(match name {
        "CreateSurface" => create_surface,
        "CreatePalette" => crate::surface::palette::create,
        "CreateClipper" => create_clipper,
        "SetCooperativeLevel" => set_cooperative_level,
        "GetDisplayMode" => get_display_mode,
        "EnumDisplayModes" => enum_display_modes,
        "GetAvailableVidMem" => get_available_memory,
        "GetMonitorFrequency" => |call| call.put_word(0, 60).map(|()| 0),
        "Initialize" => |_| Err(Error::AlreadyInitialized),
        // There is no display whose mode could change or be lost.
        "Compact"
        | "RestoreDisplayMode"
        | "SetDisplayMode"
        | "WaitForVerticalBlank"
        | "FlipToGDISurface"
        | "RestoreAllSurfaces"
        | "TestCooperativeLevel" => |_| Ok(0),
        _ => return None,
    })
}

/// The DirectDraw object that is called, through whichever of its interfaces.
pub(super) fn own(call: &Call<'_>) -> Result<DirectDrawId> {
    if let Target::DirectDraw(id) = call.target { Ok(id) } else { Err(Error::InvalidObject) }
}

/// The version of surfaces that an interface makes.
fn surface_version(version: u8) -> u8 {
    if version < 4 { version.min(2) } else { version }
}

fn create_surface(call: &mut Call<'_>) -> Result<u32> {
    let owner = own(call)?;
    let version = call.version();
    let desc = Desc::read(call.memory, call.args[0], version)?;
    call.no_outer(2)?;
    call.clear_out(1)?;
    let id = call.core.create_surface_from(owner, surface_version(version), &desc)?;
    let surface = call.core.surface(id)?;
    let (slot, interface) = (surface.slot, surface.first_interface());
    call.put_object(1, slot, interface)
}

fn create_clipper(call: &mut Call<'_>) -> Result<u32> {
    call.no_outer(2)?;
    call.clear_out(1)?;
    let Core { objects, clippers, .. } = &mut *call.core;
    let slot = objects.insert(Interface::DirectDrawClipper, |_| Target::Clipper(clippers.insert(Clipper)))?;
    call.put_object(1, slot, Interface::DirectDrawClipper)
}

fn set_cooperative_level(call: &mut Call<'_>) -> Result<u32> {
    let owner = own(call)?;
    call.core.direct_draws.get_mut(owner).ok_or(Error::InvalidObject)?.cooperative_level = call.args[1];
    Ok(0)
}

/// A description of a display mode.
fn mode(size: (u32, u32)) -> Desc {
    Desc {
        flags: flags::WIDTH | flags::HEIGHT | flags::PITCH | flags::PIXEL_FORMAT,
        width: size.0,
        height: size.1,
        pitch: size.0 * 4,
        format: DISPLAY_FORMAT,
        ..Desc::default()
    }
}

fn get_display_mode(call: &mut Call<'_>) -> Result<u32> {
    let version = call.version();
    desc::check(call.memory, call.args[0], version)?;
    mode(DISPLAY).write(call.memory, call.args[0], version)?;
    Ok(0)
}

/// The sizes that programs of the time look for.
const MODES: [(u32, u32); 9] = [
    (320, 200),
    (320, 240),
    (400, 300),
    (512, 384),
    (640, 400),
    (640, 480),
    (800, 600),
    DISPLAY,
    (1280, 1024),
];

/// `EnumDisplayModes(flags, filter, context, callback)`.
fn enum_display_modes(call: &mut Call<'_>) -> Result<u32> {
    let version = call.version();
    if call.args[3] == 0 {
        return Err(Error::InvalidParams);
    }
    let filter = match call.args[1] {
        0 => None,
        address => Some(Desc::read(call.memory, address, version)?),
    };
    let wanted = |size: &(u32, u32)| {
        filter.as_ref().is_none_or(|filter| {
            (filter.flags & flags::WIDTH == 0 || filter.width == size.0)
                && (filter.flags & flags::HEIGHT == 0 || filter.height == size.1)
        })
    };
    let name = if version >= 4 { "DDSURFACEDESC2" } else { "DDSURFACEDESC" };
    let item = |size| {
        let bytes = mode(size).words(version).iter().flat_map(|word| word.to_le_bytes()).collect();
        vec![Item::Structure { name, bytes }]
    };
    let calls = MODES.into_iter().filter(wanted).map(item).collect();
    call.enumeration = Some(Enumeration { function: call.args[3], context: call.args[2], calls });
    Ok(0)
}

/// `GetAvailableVidMem(caps, total, free)`; either answer may be left out.
fn get_available_memory(call: &mut Call<'_>) -> Result<u32> {
    let most = call.core.limits.memory.min(u64::from(i32::MAX as u32));
    let free = most.saturating_sub(call.core.memory);
    for (index, bytes) in [(1, most), (2, free)] {
        if call.args[index] != 0 {
            call.put_word(index, bytes as u32)?;
        }
    }
    Ok(0)
}
