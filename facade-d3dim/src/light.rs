//! Lights and materials.

pub(crate) mod dispatch;
mod load;

use crate::core::Core;
use crate::device::handle_of;
use crate::error::Result;
use crate::identity::Interface;
use crate::object::{LightId, MaterialId, Slot, SurfaceId, Target, ViewportId};
use crate::vertex::lighting::{LightKind, LightValues, MaterialColors};

/// Words of `D3DLIGHT2`.
const LIGHT_WORDS: usize = 20;
/// Words of `D3DMATERIAL`.
const MATERIAL_WORDS: usize = 20;
/// `D3DLIGHT_ACTIVE`
const ACTIVE: u32 = 1;
/// `D3DLIGHT_NO_SPECULAR`
const NO_SPECULAR: u32 = 2;

/// A light.
#[derive(Debug)]
pub(crate) struct Light {
    pub(crate) slot: Slot,
    /// The viewport that it was added to.
    pub(crate) viewport: Option<ViewportId>,
    /// `D3DLIGHT2` as it was set.
    pub(crate) words: [u32; LIGHT_WORDS],
}

/// A material.
#[derive(Debug)]
pub(crate) struct Material {
    pub(crate) slot: Slot,
    /// `D3DMATERIAL` as it was set.
    pub(crate) words: [u32; MATERIAL_WORDS],
}

impl Light {
    /// The light as vertices see it; `None` while it is off.
    fn values(&self) -> Option<LightValues> {
        let words = &self.words;
        // The first structure has no flags: lights of it are on.
        let flags = if words[0] == 76 { ACTIVE } else { words[19] };
        let kind = LightKind::from_number(words[1])?;
        if flags & ACTIVE == 0 {
            return None;
        }
        let float = |index: usize| f32::from_bits(words[index]);
        let color = [2, 3, 4, 5].map(float);
        let specular = if flags & NO_SPECULAR != 0 { [0.0; 4] } else { color };
        Some(LightValues {
            kind,
            diffuse: color,
            specular,
            ambient: [0.0; 4],
            position: [6, 7, 8].map(float),
            direction: [9, 10, 11].map(float),
            range: float(12),
            falloff: float(13),
            attenuation: [14, 15, 16].map(float),
            theta: float(17),
            phi: float(18),
        })
    }
}

impl Core {
    /// Makes a light, which gives none until it is set.
    pub(crate) fn create_light(&mut self) -> Result<LightId> {
        let Self { objects, lights, .. } = self;
        let mut made = LightId::default();
        objects.insert(Interface::Direct3DLight, |slot| {
            made = lights.insert(Light { slot, viewport: None, words: [0; LIGHT_WORDS] });
            Target::Light(made)
        })?;
        Ok(made)
    }

    /// Makes a material, all black.
    pub(crate) fn create_material(&mut self, interface: Interface) -> Result<MaterialId> {
        let Self { objects, materials, .. } = self;
        let mut made = MaterialId::default();
        objects.insert(interface, |slot| {
            made = materials.insert(Material { slot, words: [0; MATERIAL_WORDS] });
            Target::Material(made)
        })?;
        Ok(made)
    }

    /// The lights of a viewport that are on.
    pub(crate) fn viewport_lights(&self, viewport: ViewportId) -> Vec<LightValues> {
        let Some(viewport) = self.viewports.get(viewport) else { return Vec::new() };
        viewport.lights.iter().filter_map(|&id| self.lights.get(id)?.values()).collect()
    }

    /// The colours of a material.
    pub(crate) fn material_colors(&self, id: MaterialId) -> MaterialColors {
        let Some(material) = self.materials.get(id) else { return MaterialColors::default() };
        let color =
            |at: usize| [at, at + 1, at + 2, at + 3].map(|index| f32::from_bits(material.words[index]));
        MaterialColors {
            diffuse: color(1),
            ambient: color(5),
            specular: color(9),
            emissive: color(13),
            power: f32::from_bits(material.words[17]),
        }
    }

    /// The handle of a texture, the same every time.
    pub(crate) fn texture_handle(&mut self, texture: SurfaceId) -> u32 {
        let Self { handles, surfaces, .. } = self;
        handle_of(&mut handles.textures, texture, |id| surfaces.contains_key(id))
    }

    /// The handle of a material, the same every time.
    pub(crate) fn material_handle(&mut self, material: MaterialId) -> u32 {
        let Self { handles, materials, .. } = self;
        handle_of(&mut handles.materials, material, |id| materials.contains_key(id))
    }

    /// Lets go of a light.
    pub(crate) fn end_light(&mut self, id: LightId) {
        self.lights.remove(id);
    }

    /// Lets go of a material.
    pub(crate) fn end_material(&mut self, id: MaterialId) {
        self.materials.remove(id);
    }

    /// A material's diffuse colour: red, green, blue, alpha.
    pub(crate) fn diffuse(&self, id: MaterialId) -> [f32; 4] {
        self.material_colors(id).diffuse
    }
}
