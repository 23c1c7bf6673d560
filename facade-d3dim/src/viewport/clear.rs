//! Clears of the target, within the viewport.

use crate::dispatch::Call;
use crate::error::{Error, Result};
use crate::object::ViewportId;
use crate::surface::fill::{Fill, Region};

const TARGET: u32 = 1;
const ZBUFFER: u32 = 2;
const STENCIL: u32 = 4;
/// Rectangles of one call at most.
const MAX_RECTANGLES: u32 = 1 << 16;

/// The colour is the background material's at the time; without one black. Depth becomes 1.
pub(super) fn clear(call: &mut Call<'_>) -> Result<u32> {
    let viewport = call.viewport()?;
    let Some(device) = call.core.viewport(viewport)?.device else { return Err(Error::ViewportHasNoDevice) };
    let background = call.core.viewport(viewport)?.background;
    let material = call.core.material_of(Some(device), background);
    let diffuse = material.map_or([0.0; 4], |material| call.core.diffuse(material));
    // It goes through a colour of four bytes, which are cut off and not rounded.
    let diffuse = diffuse.map(|value| (value * 255.0).clamp(0.0, 255.0).trunc() / 255.0);
    let flags = call.args[2] & (TARGET | ZBUFFER);
    run(call, viewport, flags, Fill { color: diffuse, depth: 1.0, stencil: 0 })
}

/// The values are the caller's.
pub(super) fn clear2(call: &mut Call<'_>) -> Result<u32> {
    let viewport = call.viewport()?;
    let [blue, green, red, alpha] = call.args[3].to_le_bytes().map(|byte| f32::from(byte) / 255.0);
    let fill = Fill { color: [red, green, blue, alpha], depth: call.float(4), stencil: call.args[5] };
    run(call, viewport, call.args[2], fill)
}

fn run(call: &mut Call<'_>, viewport: ViewportId, flags: u32, fill: Fill) -> Result<u32> {
    let device = call.core.viewport(viewport)?.device.ok_or(Error::ViewportHasNoDevice)?;
    let target = call.core.device(device)?.target;
    let depth = call.core.attached_depth(target);
    // The headers have errors for either, which are not what comes.
    let has_stencil = depth.is_some_and(|depth| call.core.has_stencil(depth));
    if flags & ZBUFFER != 0 && depth.is_none() || flags & STENCIL != 0 && !has_stencil {
        return Err(Error::InvalidCall);
    }
    let view = call.core.view_of(viewport)?;
    let within = Region::new(view.x, view.y, view.width, view.height);
    let mut regions = rectangles(call, within)?;
    let size = call.core.surface(target)?.size();
    regions.retain_mut(|region| {
        *region = region.within(&size);
        !region.is_empty()
    });
    if regions.is_empty() {
        return Ok(0);
    }
    let color = (flags & TARGET != 0).then_some(target);
    let depth = depth.filter(|_| flags & (ZBUFFER | STENCIL) != 0);
    call.core.clear(color, depth, [flags & ZBUFFER != 0, flags & STENCIL != 0], &fill, &regions)?;
    Ok(0)
}

/// The rectangles of the first two arguments, held to the viewport. None clear nothing, and inverted ones are left out.
fn rectangles(call: &mut Call<'_>, within: Region) -> Result<Vec<Region>> {
    let (count, address) = (call.args[0], call.args[1]);
    if count == 0 || address == 0 {
        return Ok(Vec::new());
    }
    if count > MAX_RECTANGLES {
        return Err(Error::InvalidParams);
    }
    let mut regions = Vec::new();
    for index in 0..count {
        let at = address.checked_add(index * 16).ok_or(Error::InvalidParams)?;
        let [left, top, right, bottom] = call.memory.words::<4>(at)?.map(|word| word.cast_signed());
        if left <= right && top <= bottom {
            regions.push(Region::from_edges(left, top, right, bottom).within(&within));
        }
    }
    Ok(regions)
}
