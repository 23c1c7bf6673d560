//! The methods of devices that are neither states nor draws.

use glam::Vec3;

use crate::directdraw::caps as descriptions;
use crate::dispatch::Call;
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::surface::caps;
use crate::vertex::sphere;

/// Spheres of one call at most.
const MAX_SPHERES: u32 = 1 << 16;

/// `GetCaps(hardware, software)`: each says by its size how much of a description it wants.
pub(super) fn get_caps(call: &mut Call<'_>) -> Result<u32> {
    let kind = call.core.device(call.device()?)?.kind;
    let [hardware, software] = [call.args[0], call.args[1]];
    let sizes = [call.memory.word(hardware)?, call.memory.word(software)?];
    if !sizes.iter().all(|size| matches!(size, 172 | 204 | 252)) {
        return Err(Error::InvalidParams);
    }
    for ((address, size), own) in [hardware, software].into_iter().zip(sizes).zip([true, false]) {
        let version = match size {
            172 => 1,
            204 => 2,
            _ => 3,
        };
        call.memory.write(address, &descriptions::desc(version, kind, own))?;
    }
    Ok(0)
}

pub(super) fn swap_texture_handles(call: &mut Call<'_>) -> Result<u32> {
    let first = call.surface_argument(0)?.ok_or(Error::InvalidParams)?;
    let second = call.surface_argument(1)?.ok_or(Error::InvalidParams)?;
    let [one, two] = [call.core.texture_handle(first), call.core.texture_handle(second)];
    call.core.handles.textures.swap(one as usize - 1, two as usize - 1);
    // What is bound by handle follows.
    let device = call.device()?;
    let texture = call.core.device(device)?.textures[0];
    let other = match texture {
        Some(texture) if texture == first => Some(second),
        Some(texture) if texture == second => Some(first),
        _ => return Ok(0),
    };
    call.core.bind_texture(device, 0, other)?;
    Ok(0)
}

pub(super) fn get_stats(call: &mut Call<'_>) -> Result<u32> {
    let [triangles, lines, points, spans, vertices] = call.core.device(call.device()?)?.stats;
    let size = call.memory.word(call.args[0])?;
    if size != 24 {
        return Err(Error::InvalidParams);
    }
    call.memory.put_words(call.args[0], &[size, triangles, lines, points, spans, vertices])?;
    Ok(0)
}

/// No execution has been picked from.
pub(super) fn get_pick_records(call: &mut Call<'_>) -> Result<u32> {
    call.put_word(0, 0)?;
    Ok(0)
}

pub(super) fn begin_scene(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let device = call.core.device_mut(device)?;
    if device.in_scene {
        return Err(Error::SceneInScene);
    }
    device.in_scene = true;
    Ok(0)
}

pub(super) fn end_scene(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let device = call.core.device_mut(device)?;
    if !device.in_scene {
        return Err(Error::SceneNotInScene);
    }
    device.in_scene = false;
    Ok(0)
}

/// The Direct3D object of the interface's version, with a reference.
pub(super) fn get_direct3d(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let owner = call.core.device(device)?.direct_draw;
    let slot = call.core.direct_draws.get(owner).ok_or(Error::InvalidObject)?.slot;
    let interface = match call.version() {
        1 => Interface::Direct3D,
        2 => Interface::Direct3D2,
        3 => Interface::Direct3D3,
        _ => Interface::Direct3D7,
    };
    call.clear_out(0)?;
    call.core.add_ref(slot, interface);
    call.put_object(0, slot, interface)
}

/// Switches the target. A depth surface is refused, and is the target all the same.
pub(super) fn set_render_target(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let target = call.surface_argument(0)?.ok_or(Error::InvalidParams)?;
    let old = call.core.device(device)?.target;
    if old == target {
        return Ok(0);
    }
    let surface = call.core.surface(target)?;
    let (flags, slot, interface) = (surface.caps[0], surface.slot, surface.first_interface());
    if flags & caps::ZBUFFER == 0 && flags & caps::DEVICE_3D == 0 {
        return Err(Error::InvalidCaps);
    }
    call.core.add_ref(slot, interface);
    if let Ok(old) = call.core.surface(old) {
        let (slot, interface) = (old.slot, old.first_interface());
        call.core.release(slot, interface);
    }
    let device = call.core.device_mut(device)?;
    device.target = target;
    device.touch();
    if flags & caps::ZBUFFER != 0 { Err(Error::InvalidPixelFormat) } else { Ok(0) }
}

pub(super) fn get_render_target(call: &mut Call<'_>) -> Result<u32> {
    let target = call.core.device(call.device()?)?.target;
    let slot = call.core.surface(target).map_err(|_| Error::SurfaceLost)?.slot;
    let interface = match call.version() {
        7 => Interface::DirectDrawSurface7,
        3 => Interface::DirectDrawSurface4,
        _ => Interface::DirectDrawSurface,
    };
    call.clear_out(0)?;
    call.core.add_ref(slot, interface);
    call.put_object(0, slot, interface)
}

/// Extents are those of the viewport, and nothing is clipped.
pub(super) fn get_clip_status(call: &mut Call<'_>) -> Result<u32> {
    let view = call.core.device(call.device()?)?.view;
    let edge = |at: u32, size: u32| [at as f32, (at + size) as f32].map(f32::to_bits);
    let ([left, right], [top, bottom]) = (edge(view.x, view.width), edge(view.y, view.height));
    call.memory.put_words(call.args[0], &[2, 0, left, right, top, bottom, 0, 0])?;
    Ok(0)
}

pub(super) fn validate(call: &mut Call<'_>) -> Result<u32> {
    call.put_word(0, 1)?;
    Ok(0)
}

/// `ComputeSphereVisibility(centres, radii, count, flags, answers)`.
pub(super) fn compute_sphere_visibility(call: &mut Call<'_>) -> Result<u32> {
    let [centers, radii, count, answers] = [call.args[0], call.args[1], call.args[2], call.args[4]];
    if count > MAX_SPHERES {
        return Err(Error::InvalidParams);
    }
    let device = call.core.device(call.device()?)?;
    let (version, transform) = (device.version, device.transform());
    let at = |start: u32, offset: u32| start.checked_add(offset).ok_or(Error::InvalidParams);
    for index in 0..count {
        let center = call.memory.words::<3>(at(centers, index * 12)?)?.map(f32::from_bits);
        let radius = f32::from_bits(call.memory.word(at(radii, index * 4)?)?);
        let answer = if version == 7 {
            sphere::version7(transform, Vec3::from(center), radius, &[])
        } else {
            sphere::version3(transform, Vec3::from(center), radius)
        };
        call.memory.put_words(at(answers, index * 4)?, &[answer])?;
    }
    Ok(0)
}
