//! Lights and materials.

pub(crate) mod dispatch;

use crate::core::Core;
use crate::object::{LightId, MaterialId, Slot, ViewportId};

/// A light.
#[derive(Debug)]
pub(crate) struct Light {
    pub(crate) slot: Slot,
    /// The viewport that it was added to.
    pub(crate) viewport: Option<ViewportId>,
}

/// A material.
#[derive(Debug)]
pub(crate) struct Material {
    pub(crate) slot: Slot,
    pub(crate) diffuse: [f32; 4],
}

impl Core {
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
        self.materials.get(id).map_or([0.0; 4], |material| material.diffuse)
    }
}
