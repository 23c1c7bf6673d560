//! The methods of Direct3D objects: devices and viewports are made here.

use super::caps;
use super::dispatch::own;
use crate::dispatch::{Call, Enumeration, Function, Item};
use crate::error::{Error, Result};
use crate::identity::{DeviceKind, Guid, Interface};
use crate::surface::PixelFormat;

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    use Interface as I;
    if !matches!(interface, I::Direct3D | I::Direct3D2 | I::Direct3D3 | I::Direct3D7) {
        return None;
    }
    Some(match name {
        "Initialize" => |_| Err(Error::AlreadyInitialized),
        "EnumDevices" => enum_devices,
        "CreateViewport" => create_viewport,
        "CreateDevice" => create_device,
        "FindDevice" => find_device,
        "EnumZBufferFormats" => enum_depth_formats,
        "EvictManagedTextures" => |_| Ok(0),
        _ => return None,
    })
}

fn create_viewport(call: &mut Call<'_>) -> Result<u32> {
    call.no_outer(1)?;
    call.clear_out(0)?;
    let viewport = call.core.create_viewport()?;
    let slot = call.core.viewport(viewport)?.slot;
    call.put_object(0, slot, Interface::Direct3DViewport3)
}

/// `CreateDevice(kind, target, out)`, with an outer object after them in version 3.
fn create_device(call: &mut Call<'_>) -> Result<u32> {
    let owner = own(call)?;
    let version = call.version();
    if version == 3 {
        call.no_outer(3)?;
    }
    call.clear_out(2)?;
    let kind = DeviceKind::from_guid(Guid(call.memory.array(call.args[0])?)).ok_or(Error::InvalidParams)?;
    let target = call.surface_argument(1)?.ok_or(Error::InvalidParams)?;
    let device = call.core.create_device(owner, version, kind, target)?;
    let slot = call.core.device(device)?.slot;
    let interface = match version {
        7 => Interface::Direct3DDevice7,
        3 => Interface::Direct3DDevice3,
        _ => Interface::Direct3DDevice2,
    };
    call.put_object(2, slot, interface)
}

/// Devices in the order in which a version lists them.
fn devices(version: u8) -> &'static [(DeviceKind, &'static str, &'static str)] {
    const HAL: (DeviceKind, &str, &str) =
        (DeviceKind::Hal, "Direct3D HAL", "Microsoft Direct3D Hardware acceleration through Direct3D HAL");
    const RGB: (DeviceKind, &str, &str) =
        (DeviceKind::Rgb, "RGB Emulation", "Microsoft Direct3D RGB Software Emulation");
    const TNL: (DeviceKind, &str, &str) = (
        DeviceKind::TnlHal,
        "Direct3D T&L HAL",
        "Microsoft Direct3D Hardware Transform and Lighting acceleration capable device",
    );
    match version {
        1 => &[HAL],
        7 => &[TNL, HAL, RGB],
        _ => &[RGB, HAL],
    }
}

/// `EnumDevices(callback, context)`.
fn enum_devices(call: &mut Call<'_>) -> Result<u32> {
    let version = call.version();
    if call.args[0] == 0 {
        return Err(Error::InvalidParams);
    }
    let item = |&(kind, name, description): &(DeviceKind, &'static str, &'static str)| {
        if version == 7 {
            let bytes = caps::desc7(kind);
            let desc = Item::Structure { name: "D3DDEVICEDESC7", bytes };
            return vec![Item::Text(description), Item::Text(name), desc];
        }
        let desc =
            |hardware| Item::Structure { name: "D3DDEVICEDESC", bytes: caps::desc(version, kind, hardware) };
        vec![Item::Guid(kind.guid()), Item::Text(description), Item::Text(name), desc(true), desc(false)]
    };
    let calls = devices(version).iter().map(item).collect();
    call.enumeration = Some(Enumeration { function: call.args[0], context: call.args[1], calls });
    Ok(0)
}

/// `FindDevice(search, result)`: by identifier, by hardware, or the first. The descriptions written are those of the
/// interface's version, whatever size the result says.
fn find_device(call: &mut Call<'_>) -> Result<u32> {
    const SEARCH_WORDS: usize = 23;
    const BY_GUID: u32 = 2;
    const BY_HARDWARE: u32 = 4;
    let version = call.version();
    let search = call.memory.words::<SEARCH_WORDS>(call.args[0])?;
    let result = call.memory.word(call.args[1])?;
    if search[0] != 92 || !matches!(result, 364 | 428 | 524) {
        return Err(Error::InvalidParams);
    }
    let known: &[DeviceKind] = match version {
        1 => &[DeviceKind::Hal, DeviceKind::Rgb, DeviceKind::Ramp],
        2 => &[DeviceKind::Hal, DeviceKind::Rgb, DeviceKind::Ramp, DeviceKind::Mmx],
        _ => &[DeviceKind::Hal, DeviceKind::Rgb],
    };
    let mut guid = [0; 16];
    for (bytes, word) in guid.chunks_exact_mut(4).zip(&search[4..8]) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    let found = known.iter().copied().find(|kind| {
        (search[1] & BY_GUID == 0 || kind.guid() == Guid(guid))
            && (search[1] & BY_HARDWARE == 0 || kind.is_hardware() == (search[2] != 0))
    });
    let kind = found.ok_or(Error::NotFound)?;
    let mut bytes = result.to_le_bytes().to_vec();
    bytes.extend(kind.guid().0);
    bytes.extend(caps::desc(version, kind, true));
    bytes.extend(caps::desc(version, kind, false));
    bytes.truncate(result as usize);
    call.memory.write(call.args[1], &bytes)?;
    Ok(0)
}

/// `EnumZBufferFormats(kind, callback, context)`: 16 bits first.
fn enum_depth_formats(call: &mut Call<'_>) -> Result<u32> {
    let kind = call.memory.array(call.args[0]).map(Guid);
    if call.args[1] == 0 || kind.ok().and_then(DeviceKind::from_guid).is_none() {
        return Err(Error::InvalidParams);
    }
    let stencil = PixelFormat {
        flags: PixelFormat::ZBUFFER | PixelFormat::STENCIL,
        red: 8,
        blue: 0xFF00_0000,
        ..PixelFormat::depth(24)
    };
    let item = |format: PixelFormat| vec![caps::format_item(&format)];
    let calls = [PixelFormat::depth(16), PixelFormat::depth(24), stencil].into_iter().map(item).collect();
    call.enumeration = Some(Enumeration { function: call.args[1], context: call.args[2], calls });
    Ok(0)
}
