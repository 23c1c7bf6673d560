//! Fifteen surfaces that are nothing but states of texture stages.

mod build;
pub mod paint;
mod table;

pub use build::{Look, Step};
pub use table::looks;

use glam::Vec3;
use retrograph_d3d9::Device;
use retrograph_d3d9::types::{DeclType, DeclUsage, Fvf, PrimitiveType, VertexElement};
use retrograph_d3d9::{IndexBufferId, VertexBufferId, VertexDeclarationId};

use super::mesh::{index_buffer, vertex_buffer};
use super::{Geometry, Result};

/// A vertex with a colour that says in tangent space where a light is.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    light: [u8; 4],
    uv: [f32; 2],
}

/// A ball of radius 1 whose vertices know the light.
#[derive(Clone, Copy, Debug)]
pub struct Ball {
    declaration: VertexDeclarationId,
    vertices: VertexBufferId,
    indices: IndexBufferId,
    counts: [u32; 2],
}

impl Ball {
    /// Makes the ball; `to_light` is the direction to the light in its own space.
    ///
    /// # Errors
    /// Those of the device.
    pub fn new(device: &mut Device, to_light: Vec3) -> Result<Self> {
        let ball = Geometry::sphere(Vec3::ZERO, 1.0);
        let vertices: Vec<Vertex> = ball
            .vertices
            .iter()
            .map(|vertex| {
                let (normal, tangent) = (Vec3::from(vertex.normal), Vec3::from(vertex.tangent));
                let down = normal.cross(tangent);
                let light = Vec3::new(to_light.dot(tangent), to_light.dot(down), to_light.dot(normal));
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "unit vectors become 0–255"
                )]
                let [x, y, z] = (light * 127.5 + 127.5).to_array().map(|lane| lane.round() as u8);
                let light = [z, y, x, 255];
                Vertex { position: vertex.position, normal: vertex.normal, light, uv: vertex.uv }
            })
            .collect();
        let element = |offset, kind, usage| VertexElement::new(0, offset, kind, usage, 0);
        let declaration = device.create_vertex_declaration(&[
            element(0, DeclType::Float3, DeclUsage::Position),
            element(12, DeclType::Float3, DeclUsage::Normal),
            element(24, DeclType::D3dColor, DeclUsage::Color),
            element(28, DeclType::Float2, DeclUsage::Texcoord),
        ])?;
        Ok(Self {
            declaration,
            vertices: vertex_buffer(device, bytemuck::cast_slice(&vertices))?,
            indices: index_buffer(device, &ball.indices)?,
            counts: [u32::try_from(vertices.len())?, u32::try_from(ball.indices.len() / 3)?],
        })
    }

    /// Draws it.
    ///
    /// # Errors
    /// Those of the device.
    pub fn draw(&self, device: &mut Device) -> Result<()> {
        device.set_vertex_declaration(Some(self.declaration))?;
        device.set_stream_source(0, Some(self.vertices), 0, 36)?;
        device.set_indices(Some(self.indices))?;
        let [vertices, triangles] = self.counts;
        device.draw_indexed_primitive(PrimitiveType::TriangleList, 0, 0, vertices, 0, triangles)?;
        Ok(())
    }
}

/// Draws a level square of half the width `radius` around `center`, with texture coordinates 0–1.
///
/// # Errors
/// Those of the device.
pub fn patch(device: &mut Device, center: Vec3, radius: f32) -> Result<()> {
    let mut vertices = Vec::new();
    for (u, v) in [(0.0f32, 0.0f32), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let place = center + Vec3::new(u * 2.0 - 1.0, 0.0, v * 2.0 - 1.0) * radius;
        vertices.extend([place.x, place.y, place.z, u, v].into_iter().flat_map(f32::to_le_bytes));
    }
    device.set_fvf(Fvf::XYZ | Fvf::TEX1)?;
    device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, 20)?;
    Ok(())
}
