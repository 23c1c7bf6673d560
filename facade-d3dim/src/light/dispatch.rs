//! The methods of lights, materials and textures.

use crate::dispatch::{Call, Function};
use crate::error::{Error, Result};
use crate::identity::Interface;
use crate::object::{LightId, MaterialId, Target};
use crate::vertex::lighting::LightKind;

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    use Interface as I;
    match interface {
        I::Direct3D | I::Direct3D2 | I::Direct3D3 => match name {
            "CreateLight" => Some(create_light),
            "CreateMaterial" => Some(create_material),
            _ => None,
        },
        I::Direct3DLight => match name {
            "Initialize" => Some(|_| Ok(0)),
            "SetLight" => Some(set_light),
            "GetLight" => Some(get_light),
            _ => None,
        },
        I::Direct3DMaterial | I::Direct3DMaterial2 | I::Direct3DMaterial3 => match name {
            "Initialize" => Some(|_| Ok(0)),
            "Reserve" | "Unreserve" => Some(|_| Err(Error::Unsupported)),
            "SetMaterial" => Some(set_material),
            "GetMaterial" => Some(get_material),
            "GetHandle" => Some(get_material_handle),
            _ => None,
        },
        I::Direct3DTexture | I::Direct3DTexture2 => match name {
            "Initialize" | "Unload" => Some(|_| Err(Error::Unsupported)),
            "GetHandle" => Some(get_texture_handle),
            "PaletteChanged" => Some(|_| Ok(0)),
            "Load" => Some(load),
            _ => None,
        },
        _ => None,
    }
}

fn create_light(call: &mut Call<'_>) -> Result<u32> {
    call.no_outer(1)?;
    call.clear_out(0)?;
    let light = call.core.create_light()?;
    let slot = call.core.lights.get(light).ok_or(Error::InvalidObject)?.slot;
    call.put_object(0, slot, Interface::Direct3DLight)
}

fn create_material(call: &mut Call<'_>) -> Result<u32> {
    call.no_outer(1)?;
    call.clear_out(0)?;
    let interface = match call.version() {
        1 => Interface::Direct3DMaterial,
        2 => Interface::Direct3DMaterial2,
        _ => Interface::Direct3DMaterial3,
    };
    let material = call.core.create_material(interface)?;
    let slot = call.core.materials.get(material).ok_or(Error::InvalidObject)?.slot;
    call.put_object(0, slot, interface)
}

fn light(call: &Call<'_>) -> Result<LightId> {
    if let Target::Light(id) = call.target { Ok(id) } else { Err(Error::InvalidObject) }
}

fn material(call: &Call<'_>) -> Result<MaterialId> {
    if let Target::Material(id) = call.target { Ok(id) } else { Err(Error::InvalidObject) }
}

/// Both structures are taken; the shorter one has no flags.
fn set_light(call: &mut Call<'_>) -> Result<u32> {
    let size = call.memory.word(call.args[0])?;
    let mut words = [0; 20];
    match size {
        76 => words[..19].copy_from_slice(&call.memory.words::<19>(call.args[0])?),
        80 => words = call.memory.words(call.args[0])?,
        _ => return Err(Error::InvalidParams),
    }
    // The type of GL spots is refused as well.
    LightKind::from_number(words[1]).ok_or(Error::InvalidParams)?;
    let id = light(call)?;
    call.core.lights.get_mut(id).ok_or(Error::InvalidObject)?.words = words;
    Ok(0)
}

fn get_light(call: &mut Call<'_>) -> Result<u32> {
    let size = call.memory.word(call.args[0])?;
    if !matches!(size, 76 | 80) {
        return Err(Error::InvalidParams);
    }
    let words = call.core.lights.get(light(call)?).ok_or(Error::InvalidObject)?.words;
    let mut out = words;
    out[0] = size;
    call.memory.put_words(call.args[0], &out[..size as usize / 4])?;
    Ok(0)
}

/// The size is taken as it is: runtimes did not look at it.
fn set_material(call: &mut Call<'_>) -> Result<u32> {
    let words = call.memory.words(call.args[0])?;
    let id = material(call)?;
    call.core.materials.get_mut(id).ok_or(Error::InvalidObject)?.words = words;
    Ok(0)
}

/// As many bytes as the caller's structure says that it has.
fn get_material(call: &mut Call<'_>) -> Result<u32> {
    let size = call.memory.word(call.args[0])?.min(80) as usize;
    let words = call.core.materials.get(material(call)?).ok_or(Error::InvalidObject)?.words;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take(size).collect();
    call.memory.write(call.args[0], &bytes)?;
    Ok(0)
}

fn get_material_handle(call: &mut Call<'_>) -> Result<u32> {
    call.device_argument(0)?;
    let id = material(call)?;
    let handle = call.core.material_handle(id);
    call.put_word(1, handle)?;
    Ok(0)
}

fn get_texture_handle(call: &mut Call<'_>) -> Result<u32> {
    call.device_argument(0)?;
    let texture = call.surface()?;
    let handle = call.core.texture_handle(texture);
    call.put_word(1, handle)?;
    Ok(0)
}

fn load(call: &mut Call<'_>) -> Result<u32> {
    let source = call.surface_argument(0)?.ok_or(Error::InvalidParams)?;
    let destination = call.surface()?;
    call.core.load_texture(destination, source)?;
    Ok(0)
}
