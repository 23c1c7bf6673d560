//! The methods of version 7 about its own viewport, material and lights.

use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::surface::fill::{Fill, Region};
use crate::vertex::lighting::{LightKind, LightValues, MaterialColors};
use crate::viewport::{ClipMap, View};

/// Lights by number at most.
const MAX_LIGHTS: usize = 4096;
const SPAN: f32 = 0.001;

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    if interface != Interface::Direct3DDevice7 {
        return None;
    }
    Some(match name {
        "GetCaps" => get_caps,
        "SetViewport" => set_viewport,
        "GetViewport" => get_viewport,
        "SetMaterial" => set_material,
        "GetMaterial" => get_material,
        "SetLight" => set_light,
        "GetLight" => get_light,
        "LightEnable" => light_enable,
        "GetLightEnable" => get_light_enable,
        "Clear" => clear,
        "PreLoad" => |_| Ok(0),
        "GetInfo" => |_| Ok(1),
        _ => return None,
    })
}

fn get_caps(call: &mut Call<'_>) -> Result<u32> {
    let kind = call.core.device(call.device()?)?.kind;
    if call.args[0] == 0 {
        return Err(Error::InvalidParams);
    }
    call.memory.write(call.args[0], &crate::directdraw::caps::desc7(kind))?;
    Ok(0)
}

/// Depths go from near to far, which are never quite the same.
fn set_viewport(call: &mut Call<'_>) -> Result<u32> {
    let [x, y, width, height, near, far]: [u32; 6] = call.memory.words(call.args[0])?;
    let id = call.device()?;
    let target = call.core.device(id)?.target;
    let size = call.core.surface(target)?.size();
    let fits = |at: u32, length: u32, side: u32| at.checked_add(length).is_some_and(|end| end <= side);
    if !fits(x, width, size.right) || !fits(y, height, size.bottom) {
        return Err(Error::InvalidParams);
    }
    let device = call.core.device_mut(id)?;
    device.depths = [near, far];
    let [near, far] = [near, far].map(f32::from_bits);
    let span = if (far - near).abs() < SPAN { SPAN } else { far - near };
    let map = ClipMap {
        scale: [1.0, 1.0, span],
        offset: [0.0, 0.0, near],
        enabled: span.to_bits() != 1.0f32.to_bits() || near != 0.0,
    };
    device.view = View { x, y, width, height, map };
    Ok(0)
}

fn get_viewport(call: &mut Call<'_>) -> Result<u32> {
    let device = call.core.device(call.device()?)?;
    let View { x, y, width, height, .. } = device.view;
    let [near, far] = device.depths;
    call.memory.put_words(call.args[0], &[x, y, width, height, near, far])?;
    Ok(0)
}

fn set_material(call: &mut Call<'_>) -> Result<u32> {
    let words: [u32; 17] = call.memory.words(call.args[0])?;
    let color = |at: usize| [at, at + 1, at + 2, at + 3].map(|index| f32::from_bits(words[index]));
    let device = call.device()?;
    call.core.device_mut(device)?.material = MaterialColors {
        diffuse: color(0),
        ambient: color(4),
        specular: color(8),
        emissive: color(12),
        power: f32::from_bits(words[16]),
    };
    Ok(0)
}

fn get_material(call: &mut Call<'_>) -> Result<u32> {
    let material = call.core.device(call.device()?)?.material;
    let colors = [material.diffuse, material.ambient, material.specular, material.emissive];
    let mut words: Vec<u32> = colors.as_flattened().iter().map(|channel| channel.to_bits()).collect();
    words.push(material.power.to_bits());
    call.memory.put_words(call.args[0], &words)?;
    Ok(0)
}

fn set_light(call: &mut Call<'_>) -> Result<u32> {
    let words: [u32; 26] = call.memory.words(call.args[1])?;
    let float = |index: usize| f32::from_bits(words[index]);
    let kind = LightKind::from_number(words[0]).ok_or(Error::InvalidParams)?;
    if matches!(kind, LightKind::Point | LightKind::Spot) && float(21) < 0.0 {
        return Err(Error::InvalidParams);
    }
    let values = LightValues {
        kind,
        diffuse: [1, 2, 3, 4].map(float),
        specular: [5, 6, 7, 8].map(float),
        ambient: [9, 10, 11, 12].map(float),
        position: [13, 14, 15].map(float),
        direction: [16, 17, 18].map(float),
        range: float(19),
        falloff: float(20),
        attenuation: [21, 22, 23].map(float),
        theta: float(24),
        phi: float(25),
    };
    let device = call.device()?;
    let number = call.args[0];
    entry(call, device, number)?.0 = values;
    Ok(0)
}

/// The light of a number, which comes about as the default one.
fn entry<'a>(
    call: &'a mut Call<'_>,
    device: crate::object::DeviceId,
    number: u32,
) -> Result<&'a mut (LightValues, bool)> {
    let lights = &mut call.core.device_mut(device)?.lights;
    if lights.len() >= MAX_LIGHTS && !lights.contains_key(&number) {
        return Err(Error::OutOfMemory);
    }
    let white = [1.0, 1.0, 1.0, 0.0];
    let values = LightValues { diffuse: white, direction: [0.0, 0.0, 1.0], ..LightValues::default() };
    Ok(lights.entry(number).or_insert((values, false)))
}

fn get_light(call: &mut Call<'_>) -> Result<u32> {
    let device = call.core.device(call.device()?)?;
    let light = device.lights.get(&call.args[0]).ok_or(Error::InvalidParams)?.0;
    let number = match light.kind {
        LightKind::Point => 1,
        LightKind::Spot => 2,
        LightKind::Directional => 3,
        LightKind::ParallelPoint => 4,
    };
    let mut words = vec![number];
    let colors = [light.diffuse, light.specular, light.ambient];
    words.extend(colors.as_flattened().iter().map(|value| value.to_bits()));
    words.extend([light.position, light.direction].as_flattened().iter().map(|value| value.to_bits()));
    words.extend([light.range, light.falloff].map(f32::to_bits));
    words.extend(light.attenuation.map(f32::to_bits));
    words.extend([light.theta, light.phi].map(f32::to_bits));
    call.memory.put_words(call.args[1], &words)?;
    Ok(0)
}

fn light_enable(call: &mut Call<'_>) -> Result<u32> {
    let device = call.device()?;
    let [number, on] = [call.args[0], call.args[1]];
    entry(call, device, number)?.1 = on != 0;
    Ok(0)
}

fn get_light_enable(call: &mut Call<'_>) -> Result<u32> {
    let device = call.core.device(call.device()?)?;
    let on = device.lights.get(&call.args[0]).ok_or(Error::InvalidParams)?.1;
    call.put_word(1, u32::from(on))?;
    Ok(0)
}

/// `Clear(count, rectangles, flags, colour, z, stencil)`: no count but rectangles clear nothing; without rectangles the
/// whole viewport is cleared.
fn clear(call: &mut Call<'_>) -> Result<u32> {
    let [count, address, flags, color] = [0, 1, 2, 3].map(|index| call.args[index]);
    let id = call.device()?;
    let device = call.core.device(id)?;
    let (view, target) = (device.view, device.target);
    let depth = call.core.attached_depth(target);
    if flags & 2 != 0 && depth.is_none() {
        return Err(Error::ZBufferNotPresent);
    }
    if flags & 4 != 0 && !depth.is_some_and(|depth| call.core.has_stencil(depth)) {
        return Err(Error::StencilBufferNotPresent);
    }
    if count == 0 && address != 0 {
        return Ok(0);
    }
    let within = Region::new(view.x, view.y, view.width, view.height);
    let within = within.within(&call.core.surface(target)?.size());
    let mut regions = Vec::new();
    if address == 0 {
        regions.push(within);
    }
    for index in 0..if address == 0 { 0 } else { count.min(1 << 16) } {
        let at = address.checked_add(index * 16).ok_or(Error::InvalidParams)?;
        let [left, top, right, bottom] = call.memory.words::<4>(at)?.map(u32::cast_signed);
        if left <= right && top <= bottom {
            regions.push(Region::from_edges(left, top, right, bottom).within(&within));
        }
    }
    regions.retain(|region| !region.is_empty());
    if regions.is_empty() {
        return Ok(0);
    }
    let [blue, green, red, alpha] = color.to_le_bytes().map(|byte| f32::from(byte) / 255.0);
    let fill = Fill { color: [red, green, blue, alpha], depth: call.float(4), stencil: call.args[5] };
    let color = (flags & 1 != 0).then_some(target);
    let depth = depth.filter(|_| flags & 6 != 0);
    call.core.clear(color, depth, [flags & 2 != 0, flags & 4 != 0], &fill, &regions)?;
    Ok(0)
}
