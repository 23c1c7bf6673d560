//! What hangs together: attached surfaces, levels, back buffers, palettes and keys.

use super::{ColorKey, KeyKind, caps};
use crate::core::Core;
use crate::dispatch::{Call, Enumeration, Item};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{SurfaceId, Target};

impl Core {
    /// The surfaces that hang on one: what was attached, the newest first, the next level, and back buffers.
    fn hanging(&self, id: SurfaceId) -> Result<Vec<SurfaceId>> {
        let surface = self.surface(id)?;
        let attached = surface.attached.iter().rev().copied();
        let chain = surface.next_level.into_iter().chain(surface.back_buffers.first().copied());
        // Of a chain of back buffers each one's next is attached to it.
        let behind = surface.front.and_then(|front| {
            let all = &self.surfaces.get(front)?.back_buffers;
            let at = all.iter().position(|&other| other == id)?;
            all.get(at + 1).copied()
        });
        Ok(attached.chain(chain).chain(behind).collect())
    }
}

pub(super) fn add_attached(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    let other = call.surface_argument(0)?.ok_or(Error::InvalidParams)?;
    let attachable = call.core.surface(other)?;
    let (slot, interface) = (attachable.slot, attachable.first_interface());
    if other == surface || attachable.caps[0] & caps::ZBUFFER == 0 {
        return Err(Error::CannotAttachSurface);
    }
    if call.core.surfaces.values().any(|surface| surface.attached.contains(&other)) {
        return Err(Error::SurfaceAlreadyAttached);
    }
    call.core.surface_mut(surface)?.attached.push(other);
    call.core.add_ref(slot, interface);
    Ok(0)
}

pub(super) fn delete_attached(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    let Some(other) = call.surface_argument(1)? else {
        for attached in std::mem::take(&mut call.core.surface_mut(surface)?.attached) {
            call.core.release_attached(attached);
        }
        return Ok(0);
    };
    let attached = &mut call.core.surface_mut(surface)?.attached;
    let at = attached.iter().position(|&id| id == other).ok_or(Error::SurfaceNotAttached)?;
    attached.remove(at);
    call.core.release_attached(other);
    Ok(0)
}

/// `GetAttachedSurface(caps, out)`: the first that has all the capabilities asked for.
pub(super) fn get_attached(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    let wanted = call.memory.word(call.args[0])?;
    call.clear_out(1)?;
    let hanging = call.core.hanging(surface)?;
    let has = |id: &SurfaceId| call.core.surface(*id).is_ok_and(|surface| surface.caps[0] & wanted == wanted);
    let found = hanging.into_iter().find(has).ok_or(Error::NotFound)?;
    let (slot, interface) = (call.core.surface(found)?.slot, call.interface);
    call.core.add_ref(slot, interface);
    call.put_object(1, slot, interface)
}

/// `EnumAttachedSurfaces(context, callback)`.
pub(super) fn enum_attached(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    if call.args[1] == 0 {
        return Err(Error::InvalidParams);
    }
    let (version, interface) = (call.version(), call.interface);
    let mut calls = Vec::new();
    for id in call.core.hanging(surface)? {
        let hanging = call.core.surface(id)?;
        let words = hanging.desc(call.core.level_count(id)).words(version);
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let name = if version >= 4 { "DDSURFACEDESC2" } else { "DDSURFACEDESC" };
        calls.push(vec![Item::Object(hanging.slot.handle(interface)), Item::Structure { name, bytes }]);
    }
    call.enumeration = Some(Enumeration { function: call.args[1], context: call.args[0], calls });
    Ok(0)
}

fn kind(flags: u32) -> Result<KeyKind> {
    match flags & 0x1E {
        2 => Ok(KeyKind::DestinationBlt),
        4 => Ok(KeyKind::DestinationOverlay),
        8 => Ok(KeyKind::SourceBlt),
        16 => Ok(KeyKind::SourceOverlay),
        _ => Err(Error::InvalidParams),
    }
}

/// `SetColorKey(flags, key)`: null takes the key away. What is higher than the low value is a range, which keys of copies
/// do not have.
pub(super) fn set_color_key(call: &mut Call<'_>) -> Result<u32> {
    const RANGE: u32 = 1;
    let surface = call.surface()?;
    let kind = kind(call.args[0])?;
    let key = match call.args[1] {
        0 => None,
        address => {
            let [low, high] = call.memory.words(address)?;
            if call.args[0] & RANGE != 0 && low != high {
                return Err(Error::NoColorKeyHardware);
            }
            Some(ColorKey { low, high: low })
        }
    };
    if call.core.surface(surface)?.caps[1] & caps::MIPMAP_SUBLEVEL != 0 {
        return Err(Error::NotOnMipmapSublevel);
    }
    call.core.surface_mut(surface)?.keys[kind as usize] = key;
    Ok(0)
}

pub(super) fn get_color_key(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    let kind = kind(call.args[0])?;
    let key = call.core.surface(surface)?.key(kind).ok_or(Error::NoColorKey)?;
    call.memory.put_words(call.args[1], &[key.low, key.high])?;
    Ok(0)
}

pub(super) fn set_palette(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    let palette = match call.object(0)? {
        None => None,
        Some(Target::Palette(id)) => Some(id),
        Some(_) => return Err(Error::InvalidParams),
    };
    let target = call.core.surface(surface)?;
    if target.caps[1] & caps::MIPMAP_SUBLEVEL != 0 {
        return Err(Error::NotOnMipmapSublevel);
    }
    if target.layout != super::Layout::Palette {
        return Err(Error::InvalidPixelFormat);
    }
    if let Some(id) = palette {
        let slot = call.core.palette(id)?.slot;
        call.core.add_ref(slot, Interface::DirectDrawPalette);
    }
    let old = std::mem::replace(&mut call.core.surface_mut(surface)?.palette, palette);
    if let Some(slot) = old.and_then(|old| call.core.palettes.get(old)).map(|old| old.slot) {
        call.core.release(slot, Interface::DirectDrawPalette);
    }
    Ok(0)
}

pub(super) fn get_palette(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    call.clear_out(0)?;
    let palette = call.core.surface(surface)?.palette.ok_or(Error::NoPaletteAttached)?;
    let slot = call.core.palette(palette)?.slot;
    call.core.add_ref(slot, Interface::DirectDrawPalette);
    call.put_object(0, slot, Interface::DirectDrawPalette)
}

/// `Flip(target, flags)`: contents move forward, and the front's to the end.
pub(super) fn flip(call: &mut Call<'_>) -> Result<u32> {
    let front = call.surface()?;
    let back_buffers = call.core.surface(front)?.back_buffers.clone();
    if back_buffers.is_empty() {
        return Err(Error::NotFlippable);
    }
    let mut chain = vec![front];
    chain.extend(back_buffers);
    for &id in &chain {
        call.core.pull(id)?;
    }
    for pair in chain.windows(2) {
        let next = std::mem::take(&mut call.core.surface_mut(pair[1])?.bytes);
        let own = std::mem::replace(&mut call.core.surface_mut(pair[0])?.bytes, next);
        call.core.surface_mut(pair[1])?.bytes = own;
    }
    for id in chain {
        call.core.surface_mut(id)?.newest = super::Newest::Cpu;
    }
    Ok(0)
}
