//! Copies and fills: `Blt` and `BltFast`, by the processor; whole fills of targets by the GPU.

use super::fill::{Fill, Region};
use super::format::{Layout, from_bgra, load, to_bgra};
use super::{ColorKey, KeyKind};
use crate::core::Core;
use crate::dispatch::Call;
use crate::error::{Error, Result};
use crate::object::SurfaceId;

const KEY_DESTINATION: u32 = 0x2000;
const KEY_DESTINATION_OVERRIDE: u32 = 0x4000;
const KEY_SOURCE: u32 = 0x8000;
const KEY_SOURCE_OVERRIDE: u32 = 0x1_0000;
const COLOR_FILL: u32 = 0x400;
const DEPTH_FILL: u32 = 0x200_0000;
const EFFECTS: u32 = 0x800;
const MIRROR_LEFT_RIGHT: u32 = 2;
const MIRROR_UP_DOWN: u32 = 4;

/// `DDBLTFX` in words, with its size.
const FX_WORDS: usize = 25;

/// A copy of texels.
pub(crate) struct Copy {
    pub(crate) source: SurfaceId,
    pub(crate) from: Region,
    pub(crate) to: Region,
    pub(crate) mirror: [bool; 2],
    /// Texels of the source that are left out.
    pub(crate) source_key: Option<ColorKey>,
    /// Texels of the destination that alone are written.
    pub(crate) destination_key: Option<ColorKey>,
}

impl ColorKey {
    fn matches(self, texel: u32) -> bool {
        (self.low..=self.high.max(self.low)).contains(&texel)
    }
}

/// `Blt(to, source, from, flags, fx)`.
pub(super) fn blt(call: &mut Call<'_>) -> Result<u32> {
    let destination = call.surface()?;
    let to = rectangle(call, 0, destination)?;
    let flags = call.args[3];
    let fx = match call.args[4] {
        0 => None,
        address => Some(call.memory.words::<FX_WORDS>(address)?),
    };
    if flags & (COLOR_FILL | DEPTH_FILL) != 0 {
        let value = fx.ok_or(Error::InvalidParams)?[20];
        call.core.fill_texels(destination, to, value)?;
        return Ok(0);
    }
    let source = call.surface_argument(1)?.ok_or(Error::InvalidParams)?;
    let from = rectangle(call, 2, source)?;
    let both = |pair: u32| flags & pair == pair;
    if both(KEY_SOURCE | KEY_SOURCE_OVERRIDE) || both(KEY_DESTINATION | KEY_DESTINATION_OVERRIDE) {
        return Err(Error::InvalidParams);
    }
    let given =
        |at: usize| fx.map(|fx| ColorKey { low: fx[at], high: fx[at + 1] }).ok_or(Error::InvalidParams);
    let kept = |core: &Core, id, kind| core.surface(id)?.key(kind).ok_or(Error::InvalidParams);
    let source_key = match flags {
        flags if flags & KEY_SOURCE_OVERRIDE != 0 => Some(given(23)?),
        flags if flags & KEY_SOURCE != 0 => Some(kept(call.core, source, KeyKind::SourceBlt)?),
        _ => None,
    };
    let destination_key = match flags {
        flags if flags & KEY_DESTINATION_OVERRIDE != 0 => Some(given(21)?),
        flags if flags & KEY_DESTINATION != 0 => {
            // Version 1 looks for the key on the source.
            let owner = if call.version() == 7 { destination } else { source };
            Some(
                kept(call.core, owner, KeyKind::DestinationBlt)
                    .or_else(|_| kept(call.core, destination, KeyKind::DestinationBlt))?,
            )
        }
        _ => None,
    };
    let effects = if flags & EFFECTS != 0 { fx.map_or(0, |fx| fx[1]) } else { 0 };
    let mirror = [effects & MIRROR_LEFT_RIGHT != 0, effects & MIRROR_UP_DOWN != 0];
    let copy = Copy { source, from, to, mirror, source_key, destination_key };
    call.core.copy_texels(destination, &copy)?;
    Ok(0)
}

/// `BltFast(x, y, source, from, flags)`: nothing is scaled or cut.
pub(super) fn blt_fast(call: &mut Call<'_>) -> Result<u32> {
    let destination = call.surface()?;
    let source = call.surface_argument(2)?.ok_or(Error::InvalidParams)?;
    let from = rectangle(call, 3, source)?;
    let to = Region::new(call.args[0], call.args[1], from.width(), from.height());
    let size = call.core.surface(destination)?.size();
    if to.within(&size) != to {
        return Err(Error::InvalidRect);
    }
    let key = |core: &Core, id, kind, flag: u32| match call.args[4] & flag {
        0 => Ok(None),
        _ => core.surface(id)?.key(kind).map(Some).ok_or(Error::InvalidParams),
    };
    let source_key = key(call.core, source, KeyKind::SourceBlt, 1)?;
    let destination_key = key(call.core, destination, KeyKind::DestinationBlt, 2)?;
    let copy = Copy { source, from, to, mirror: [false; 2], source_key, destination_key };
    call.core.copy_texels(destination, &copy)?;
    Ok(0)
}

/// The rectangle that an argument points to, or all of the surface.
fn rectangle(call: &mut Call<'_>, index: usize, surface: SurfaceId) -> Result<Region> {
    let size = call.core.surface(surface)?.size();
    if call.args[index] == 0 {
        return Ok(size);
    }
    let [left, top, right, bottom] = call.memory.words::<4>(call.args[index])?.map(u32::cast_signed);
    let region = Region::from_edges(left, top, right, bottom);
    if left < 0 || top < 0 || region.is_empty() || region.within(&size) != region {
        return Err(Error::InvalidRect);
    }
    Ok(region)
}

impl Core {
    /// Fills a region with a texel of the surface's format. What is drawn to is filled by the GPU.
    pub(crate) fn fill_texels(&mut self, id: SurfaceId, region: Region, value: u32) -> Result<()> {
        let surface = self.surface(id)?;
        let layout = surface.layout;
        let on_gpu = surface.caps[0] & super::caps::DEVICE_3D != 0;
        match layout {
            Layout::Depth { .. } => {
                let max = layout.depth_max().unwrap_or(1);
                let depth = (f64::from(value & max) / f64::from(max)) as f32;
                let fill = Fill { depth, stencil: 0, ..Fill::default() };
                return self.clear(None, Some(id), [true, false], &fill, &[region]);
            }
            Layout::Masks { channels, .. } if on_gpu => {
                let [blue, green, red, alpha] = to_bgra(&channels, value).map(|byte| f32::from(byte) / 255.0);
                let fill = Fill { color: [red, green, blue, alpha], ..Fill::default() };
                return self.clear(Some(id), None, [false; 2], &fill, &[region]);
            }
            _ => {}
        }
        let texel = layout.texel().ok_or(Error::Unsupported)? as usize;
        let pitch = surface.pitch as usize;
        let bytes = self.bytes_mut(id)?;
        for row in region.top..region.bottom {
            let start = row as usize * pitch;
            let range = start + region.left as usize * texel..start + region.right as usize * texel;
            for out in bytes[range].chunks_exact_mut(texel) {
                out.copy_from_slice(&value.to_le_bytes()[..texel]);
            }
        }
        Ok(())
    }

    /// Copies texels, to the nearest when sizes differ, and from format to format.
    pub(crate) fn copy_texels(&mut self, destination: SurfaceId, copy: &Copy) -> Result<()> {
        if copy.from.is_empty() || copy.to.is_empty() {
            return Err(Error::InvalidRect);
        }
        self.pull(copy.source)?;
        let source = self.surface(copy.source)?;
        let (from_layout, from_pitch) = (source.layout, source.pitch as usize);
        let target = self.surface(destination)?;
        let (to_layout, to_pitch) = (target.layout, target.pitch as usize);
        let (Some(from_size), Some(to_size)) = (from_layout.texel(), to_layout.texel()) else {
            return Err(self.note_unsupported("copy of compressed texels"));
        };
        let (from_size, to_size) = (from_size as usize, to_size as usize);
        let convert: Box<dyn Fn(u32) -> u32> = match (from_layout, to_layout) {
            (from, to) if from == to => Box::new(|texel| texel),
            (Layout::Masks { channels: from, .. }, Layout::Masks { channels: to, .. }) => {
                Box::new(move |texel| from_bgra(&to, to_bgra(&from, texel)))
            }
            _ => return Err(self.note_unsupported("copy between formats")),
        };
        // A copy within a surface reads what was there before.
        let source = self.surface(copy.source)?.bytes.clone();
        let bytes = self.bytes_mut(destination)?;
        let at = |offset: u32, to: u32, from: u32, mirrored: bool| {
            let offset = if mirrored { to - 1 - offset } else { offset };
            (u64::from(offset) * u64::from(from) / u64::from(to)) as usize
        };
        for y in 0..copy.to.height() {
            let from_y = copy.from.top as usize + at(y, copy.to.height(), copy.from.height(), copy.mirror[1]);
            for x in 0..copy.to.width() {
                let from_x =
                    copy.from.left as usize + at(x, copy.to.width(), copy.from.width(), copy.mirror[0]);
                let start = from_y * from_pitch + from_x * from_size;
                let texel = load(&source[start..start + from_size]);
                let start = (copy.to.top + y) as usize * to_pitch + (copy.to.left + x) as usize * to_size;
                let out = &mut bytes[start..start + to_size];
                let kept = copy.source_key.is_some_and(|key| key.matches(texel))
                    || copy.destination_key.is_some_and(|key| !key.matches(load(out)));
                if !kept {
                    out.copy_from_slice(&convert(texel).to_le_bytes()[..to_size]);
                }
            }
        }
        Ok(())
    }
}
