//! Palettes.

use crate::core::Core;
use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{PaletteId, Slot, Target};

/// A palette of up to 256 colours.
#[derive(Debug)]
pub(crate) struct Palette {
    pub(crate) slot: Slot,
    /// As it was created: `DDPCAPS`.
    pub(crate) caps: u32,
    /// Red, green, blue, flags.
    pub(crate) entries: [[u8; 4]; 256],
    /// Grows with every change; no two states of palettes have the same.
    pub(crate) version: u64,
}

const FOUR_BITS: u32 = 0x1;
const EIGHT_BITS: u32 = 0x4;
const ONE_BIT: u32 = 0x100;
const TWO_BITS: u32 = 0x200;
/// Flags of entries are their alpha.
const ALPHA: u32 = 0x400;

impl Palette {
    /// The colours as blue, green, red, alpha.
    pub(crate) fn bgra(&self) -> [[u8; 4]; 256] {
        let alpha = self.caps & ALPHA != 0;
        self.entries.map(|[red, green, blue, flags]| [blue, green, red, if alpha { flags } else { 255 }])
    }

    fn size(&self) -> u32 {
        size(self.caps).unwrap_or(0)
    }
}

/// How many colours a palette has.
fn size(caps: u32) -> Result<u32> {
    match caps & (FOUR_BITS | EIGHT_BITS | ONE_BIT | TWO_BITS) {
        ONE_BIT => Ok(2),
        TWO_BITS => Ok(4),
        FOUR_BITS => Ok(16),
        EIGHT_BITS => Ok(256),
        _ => Err(Error::InvalidParams),
    }
}

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    if interface != Interface::DirectDrawPalette {
        return None;
    }
    Some(match name {
        "GetCaps" => |call| {
            let caps = call.core.palette(own(call)?)?.caps;
            call.put_word(0, caps).map(|()| 0)
        },
        "GetEntries" => get_entries,
        "SetEntries" => set_entries,
        "Initialize" => |_| Err(Error::AlreadyInitialized),
        _ => return None,
    })
}

fn own(call: &Call<'_>) -> Result<PaletteId> {
    if let Target::Palette(id) = call.target { Ok(id) } else { Err(Error::InvalidObject) }
}

/// `CreatePalette(flags, colours, out, outer)` of DirectDraw objects.
pub(crate) fn create(call: &mut Call<'_>) -> Result<u32> {
    call.no_outer(3)?;
    let caps = call.args[0];
    let count = size(caps)?;
    let mut entries = [[0; 4]; 256];
    if call.args[1] == 0 {
        return Err(Error::InvalidParams);
    }
    call.memory.read(call.args[1], entries[..count as usize].as_flattened_mut())?;
    call.clear_out(2)?;
    call.core.palette_versions += 1;
    let version = call.core.palette_versions;
    let Core { objects, palettes, .. } = &mut *call.core;
    let slot = objects.insert(Interface::DirectDrawPalette, |slot| {
        Target::Palette(palettes.insert(Palette { slot, caps, entries, version }))
    })?;
    call.put_object(2, slot, Interface::DirectDrawPalette)
}

/// The entries that arguments 1 and 2 name.
fn range(call: &Call<'_>, palette: &Palette) -> Result<std::ops::Range<usize>> {
    let (start, count) = (call.args[1], call.args[2]);
    let end = start.checked_add(count).filter(|&end| end <= palette.size()).ok_or(Error::InvalidParams)?;
    Ok(start as usize..end as usize)
}

fn get_entries(call: &mut Call<'_>) -> Result<u32> {
    let palette = call.core.palette(own(call)?)?;
    let range = range(call, palette)?;
    call.memory.write(call.args[3], palette.entries[range].as_flattened())?;
    Ok(0)
}

fn set_entries(call: &mut Call<'_>) -> Result<u32> {
    let id = own(call)?;
    let range = range(call, call.core.palette(id)?)?;
    let mut entries = vec![[0; 4]; range.len()];
    call.memory.read(call.args[3], entries.as_flattened_mut())?;
    call.core.palette_versions += 1;
    let version = call.core.palette_versions;
    let palette = call.core.palette_mut(id)?;
    palette.entries[range].copy_from_slice(&entries);
    palette.version = version;
    Ok(0)
}
