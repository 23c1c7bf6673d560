//! A vertex and a pixel shader with the names of their constants.

use glam::Mat4;
use retrograph_d3d9::{Device, PixelShaderId, VertexShaderId};
use retrograph_shaders::dxso;
use retrograph_shaders::dxso::ctab::NamedConstant;

use super::Result;

/// A matrix as the constant registers of a shader hold it: a row of the matrix that multiplies column vectors in
/// each.
#[must_use]
pub fn rows(matrix: Mat4) -> [[f32; 4]; 4] {
    matrix.transpose().to_cols_array_2d()
}

/// Two shaders that draw together.
#[derive(Debug)]
pub struct Program {
    vertex: VertexShaderId,
    pixel: PixelShaderId,
    vertex_names: Vec<NamedConstant>,
    pixel_names: Vec<NamedConstant>,
}

impl Program {
    /// Makes a program of two compiled shaders.
    ///
    /// # Errors
    /// When a shader is refused.
    pub fn new(device: &mut Device, vertex: &[u8], pixel: &[u8]) -> Result<Self> {
        Ok(Self {
            vertex: device.create_vertex_shader(vertex)?,
            pixel: device.create_pixel_shader(pixel)?,
            vertex_names: dxso::parse(vertex)?.constant_table,
            pixel_names: dxso::parse(pixel)?.constant_table,
        })
    }

    /// Binds both shaders.
    ///
    /// # Errors
    /// Those of the device.
    pub fn bind(&self, device: &mut Device) -> Result<()> {
        device.set_vertex_shader(Some(self.vertex))?;
        device.set_pixel_shader(Some(self.pixel))?;
        Ok(())
    }

    /// Sets a constant of the vertex shader by its name.
    ///
    /// # Errors
    /// When there is no constant of this name.
    pub fn vertex(&self, device: &mut Device, name: &str, values: &[[f32; 4]]) -> Result<()> {
        device.set_vertex_shader_constant_f(register(&self.vertex_names, name)?, values)?;
        Ok(())
    }

    /// Sets a constant of the pixel shader by its name.
    ///
    /// # Errors
    /// When there is no constant of this name.
    pub fn pixel(&self, device: &mut Device, name: &str, values: &[[f32; 4]]) -> Result<()> {
        device.set_pixel_shader_constant_f(register(&self.pixel_names, name)?, values)?;
        Ok(())
    }
}

fn register(names: &[NamedConstant], name: &str) -> Result<u32> {
    let found = names.iter().find(|constant| constant.name == name);
    let found = found.ok_or_else(|| format!("the shader has no constant {name:?}"))?;
    Ok(u32::from(found.register))
}
