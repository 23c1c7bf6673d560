//! Procedural meshes.

use std::f32::consts::TAU;

use glam::{Mat4, Vec2, Vec3};
use retrograph_d3d9::types::{
    DeclType, DeclUsage, Fvf, LockFlags, Pool, PrimitiveType, Usage, VertexElement,
};
use retrograph_d3d9::{Device, Format, IndexBufferId, VertexBufferId, VertexDeclarationId};

use super::Result;

/// A vertex as all meshes have it: 44 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Vertex {
    /// Where it is.
    pub position: [f32; 3],
    /// Unit normal.
    pub normal: [f32; 3],
    /// Unit vector in which the first texture coordinate grows.
    pub tangent: [f32; 3],
    /// Texture coordinates.
    pub uv: [f32; 2],
}

impl Vertex {
    fn new(position: Vec3, normal: Vec3, tangent: Vec3, uv: Vec2) -> Self {
        Self { position: position.into(), normal: normal.into(), tangent: tangent.into(), uv: uv.into() }
    }
}

/// A triangle list in memory.
#[derive(Clone, Debug, Default)]
pub struct Geometry {
    /// The vertices, at most 65536.
    pub vertices: Vec<Vertex>,
    /// Three a triangle.
    pub indices: Vec<u16>,
}

impl Geometry {
    /// A grid of `columns` by `rows` quads, whose vertices `place` computes from coordinates 0–1.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "grids are small")]
    pub fn grid(columns: u16, rows: u16, place: impl Fn(f32, f32) -> Vertex) -> Self {
        let mut geometry = Self::default();
        for row in 0..=rows {
            for column in 0..=columns {
                let at = (f32::from(column) / f32::from(columns), f32::from(row) / f32::from(rows));
                geometry.vertices.push(place(at.0, at.1));
            }
        }
        let width = columns + 1;
        for row in 0..rows {
            for column in 0..columns {
                let corner = row * width + column;
                let (right, below) = (corner + 1, corner + width);
                geometry.indices.extend([corner, right, below, right, below + 1, below]);
            }
        }
        geometry
    }

    /// A sphere.
    #[must_use]
    pub fn sphere(center: Vec3, radius: f32) -> Self {
        Self::grid(96, 48, |u, v| {
            let (sin, cos) = (u * TAU).sin_cos();
            let (height, ring) = ((v * TAU / 2.0).cos(), (v * TAU / 2.0).sin());
            let normal = Vec3::new(ring * cos, height, ring * sin);
            Vertex::new(center + normal * radius, normal, Vec3::new(-sin, 0.0, cos), Vec2::new(u, v))
        })
    }

    /// A tube of radius `thickness` along a (p, q) torus knot around the z axis; texture coordinates run from 0 to 1
    /// along it and around it.
    #[must_use]
    pub fn torus_knot(p: f32, q: f32, radius: f32, thickness: f32) -> Self {
        Self::knot([900, 48], [p, q], radius, thickness)
    }

    /// [`Self::torus_knot`] of so many quads along it and around it.
    #[must_use]
    pub fn knot([along, around]: [u16; 2], [p, q]: [f32; 2], radius: f32, thickness: f32) -> Self {
        let curve = |t: f32| {
            let (turn, twist) = (t * TAU * p, t * TAU * q);
            let reach = radius * (2.0 + twist.cos()) / 3.0;
            Vec3::new(reach * turn.cos(), reach * turn.sin(), radius * twist.sin() / 3.0)
        };
        Self::grid(along, around, |u, v| {
            let along = (curve(u + 1e-3) - curve(u - 1e-3)).normalize();
            let side = along.cross(curve(u)).normalize();
            let up = side.cross(along);
            let (sin, cos) = (v * TAU).sin_cos();
            let normal = side * cos + up * sin;
            Vertex::new(curve(u) + normal * thickness, normal, along, Vec2::new(u, v))
        })
    }

    /// A disc in the plane y = `height` that faces up; texture coordinates are world coordinates.
    #[must_use]
    pub fn disc(height: f32, radius: f32) -> Self {
        Self::grid(160, 24, |u, v| {
            let (sin, cos) = (u * TAU).sin_cos();
            let (x, z) = (cos * v * radius, sin * v * radius);
            Vertex::new(Vec3::new(x, height, z), Vec3::Y, Vec3::X, Vec2::new(x, z))
        })
    }

    /// The mesh moved and turned by `matrix`, which must not scale.
    #[must_use]
    pub fn transformed(mut self, matrix: Mat4) -> Self {
        for vertex in &mut self.vertices {
            vertex.position = matrix.transform_point3(vertex.position.into()).into();
            vertex.normal = matrix.transform_vector3(vertex.normal.into()).into();
            vertex.tangent = matrix.transform_vector3(vertex.tangent.into()).into();
        }
        self
    }

    /// The mesh with its texture coordinates multiplied, so that a texture repeats this often.
    #[must_use]
    pub fn tiled(mut self, u: f32, v: f32) -> Self {
        for vertex in &mut self.vertices {
            vertex.uv = [vertex.uv[0] * u, vertex.uv[1] * v];
        }
        self
    }

    /// Uploads the mesh.
    ///
    /// # Errors
    /// Those of the device.
    pub fn upload(&self, device: &mut Device) -> Result<Mesh> {
        let element = |offset, kind, usage| VertexElement::new(0, offset, kind, usage, 0);
        let declaration = device.create_vertex_declaration(&[
            element(0, DeclType::Float3, DeclUsage::Position),
            element(12, DeclType::Float3, DeclUsage::Normal),
            element(24, DeclType::Float3, DeclUsage::Tangent),
            element(36, DeclType::Float2, DeclUsage::Texcoord),
        ])?;
        Ok(Mesh {
            declaration,
            vertices: vertex_buffer(device, bytemuck::cast_slice(&self.vertices))?,
            indices: index_buffer(device, &self.indices)?,
            vertex_count: u32::try_from(self.vertices.len())?,
            triangles: u32::try_from(self.indices.len() / 3)?,
        })
    }
}

/// A vertex buffer that holds `bytes`.
///
/// # Errors
/// Those of the device.
pub fn vertex_buffer(device: &mut Device, bytes: &[u8]) -> Result<VertexBufferId> {
    let size = u32::try_from(bytes.len())?;
    let buffer = device.create_vertex_buffer(size, Usage::WRITEONLY, Fvf::empty(), Pool::Managed)?;
    let mut lock = device.lock_vertex_buffer(buffer, 0, 0, LockFlags::empty())?;
    lock.bytes_mut().copy_from_slice(bytes);
    device.unlock_vertex_buffer(lock)?;
    Ok(buffer)
}

/// An index buffer that holds `indices`.
///
/// # Errors
/// Those of the device.
pub fn index_buffer(device: &mut Device, indices: &[u16]) -> Result<IndexBufferId> {
    let bytes: &[u8] = bytemuck::cast_slice(indices);
    let size = u32::try_from(bytes.len())?;
    let buffer = device.create_index_buffer(size, Usage::WRITEONLY, Format::INDEX16, Pool::Managed)?;
    let mut lock = device.lock_index_buffer(buffer, 0, 0, LockFlags::empty())?;
    lock.bytes_mut().copy_from_slice(bytes);
    device.unlock_index_buffer(lock)?;
    Ok(buffer)
}

/// A mesh on a device.
#[derive(Clone, Copy, Debug)]
pub struct Mesh {
    declaration: VertexDeclarationId,
    vertices: VertexBufferId,
    indices: IndexBufferId,
    vertex_count: u32,
    triangles: u32,
}

impl Mesh {
    /// Draws the mesh with the program and state that are bound.
    ///
    /// # Errors
    /// Those of the device.
    pub fn draw(&self, device: &mut Device) -> Result<()> {
        device.set_vertex_declaration(Some(self.declaration))?;
        device.set_stream_source(0, Some(self.vertices), 0, 44)?;
        device.set_indices(Some(self.indices))?;
        device.draw_indexed_primitive(
            PrimitiveType::TriangleList,
            0,
            0,
            self.vertex_count,
            0,
            self.triangles,
        )?;
        Ok(())
    }
}
