//! Material and lights.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::record::Dirty;
use crate::types::{Light, Material};

impl Device {
    /// Sets the material.
    ///
    /// # Errors
    /// None.
    pub fn set_material(&mut self, material: &Material) -> Result<()> {
        self.state.material = *material;
        self.record.fixed.material_changed();
        self.dirty |= Dirty::CONSTANTS;
        Ok(())
    }

    /// The material.
    #[must_use]
    pub fn get_material(&self) -> Material {
        self.state.material
    }

    /// Sets a light; any index is legal.
    ///
    /// # Errors
    /// None; lights of an unknown kind are kept and give no light.
    pub fn set_light(&mut self, index: u32, light: &Light) -> Result<()> {
        let Some((kept, on)) = self.state.lights.get_mut(&index) else {
            self.state.lights.insert(index, (*light, false));
            return Ok(());
        };
        let another = kept.kind != light.kind;
        *kept = *light;
        if *on && another {
            self.choose_lights();
        } else if *on && self.record.fixed.light_changed(index) {
            self.dirty |= Dirty::CONSTANTS;
        }
        Ok(())
    }

    /// A light.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when it was never set.
    pub fn get_light(&self, index: u32) -> Result<Light> {
        self.state.lights.get(&index).map(|light| light.0).ok_or(Error::InvalidCall)
    }

    /// Turns a light on or off. One that was never set becomes [`Light::DEFAULT`].
    ///
    /// # Errors
    /// None.
    pub fn light_enable(&mut self, index: u32, enable: bool) -> Result<()> {
        let (_, on) = self.state.lights.entry(index).or_insert((Light::DEFAULT, false));
        if std::mem::replace(on, enable) != enable {
            self.choose_lights();
        }
        Ok(())
    }

    /// How many fixed-function vertex and pixel stages were made so far: each is a program that the GPU's driver compiles.
    #[must_use]
    pub fn fixed_stages(&self) -> [usize; 2] {
        self.fixed_programs.counts()
    }

    /// Whether a light is on.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when it was never set.
    pub fn get_light_enable(&self, index: u32) -> Result<bool> {
        self.state.lights.get(&index).map(|light| light.1).ok_or(Error::InvalidCall)
    }
}
