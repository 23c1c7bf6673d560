//! The constants of the fixed vertex stage, and their places.

use std::mem::offset_of;

/// A light, in eye space. `Default` gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct LightRows {
    /// Colour of the diffuse light.
    pub diffuse: [f32; 3],
    /// How far points and spots reach.
    pub range: f32,
    /// Colour of the specular light.
    pub specular: [f32; 3],
    /// Exponent between the cones of a spot.
    pub falloff: f32,
    /// Colour of the ambient light.
    pub ambient: [f32; 3],
    /// Cosine of half the inner cone's angle.
    pub inner: f32,
    /// Place of points and spots.
    pub position: [f32; 3],
    /// Cosine of half the outer cone's angle.
    pub outer: f32,
    /// Where directional lights and spots shine to, of length 1 or 0.
    pub direction: [f32; 3],
    /// Not used.
    pub unused: f32,
    /// Constant, linear and quadratic attenuation.
    pub attenuation: [f32; 3],
    /// Not used.
    pub unused_too: f32,
}

/// A material with the global ambient light.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct MaterialRows {
    /// `D3DRS_AMBIENT` as (r, g, b).
    pub global_ambient: [f32; 3],
    /// The specular exponent.
    pub power: f32,
    /// Diffuse colour.
    pub diffuse: [f32; 4],
    /// Ambient colour.
    pub ambient: [f32; 4],
    /// Specular colour.
    pub specular: [f32; 4],
    /// Emissive colour.
    pub emissive: [f32; 4],
}

/// The uniform block of the fixed vertex stage ([`crate::binding::FIXED_VERTEX`]), in rows of 16 bytes. A module declares the
/// prefix that it reads; what its key does not need may hold anything.
///
/// Matrices stand here as columns of those of Direct3D, which are for row vectors: lane `i` of a product is
/// `dot(vector, column i)`.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct VertexBlock {
    /// From positions to the clip position: World·View·Projection; with blending by weights, Projection.
    pub clip: [[f32; 4]; 4],
    /// From positions to eye space: World·View. Not used with blending by weights.
    pub eye: [[f32; 4]; 4],
    /// From normals to eye space: the inverse transpose of the upper left of World·View. Not used with blending by
    /// weights.
    pub normal: [[f32; 4]; 3],
    /// Of fog, x: end, y: 1 / (end − start), z: density. Where start is end, x and y are 0: all is fog.
    pub fog: [f32; 3],
    /// `D3DRS_TWEENFACTOR`.
    pub tween: f32,
    /// `D3DRS_POINTSCALE_A`, `_B` and `_C`.
    pub point_scale: [f32; 3],
    /// Not used.
    pub unused: f32,
    /// The material.
    pub material: MaterialRows,
    /// Where in `lights` directional lights, points and spots end, each kind after the one before.
    pub light_ends: [f32; 4],
    /// The active lights: first all directional ones, then points, then spots.
    pub lights: [LightRows; LIGHTS],
    /// The matrices of texture coordinates by stage.
    pub texture: [[[f32; 4]; 4]; 8],
    /// World(n)·View, for blending by weights.
    pub palette: [[[f32; 4]; 4]; MATRICES as usize],
}

/// How many lights are active at most.
pub const LIGHTS: usize = 8;
/// How many matrices blend vertices at most.
pub const MATRICES: u16 = 256;

const fn row(offset: usize) -> u16 {
    assert!(offset.is_multiple_of(16));
    (offset / 16) as u16
}

pub(super) const CLIP: u16 = row(offset_of!(VertexBlock, clip));
pub(super) const EYE: u16 = row(offset_of!(VertexBlock, eye));
pub(super) const NORMAL: u16 = row(offset_of!(VertexBlock, normal));
pub(super) const FOG: u16 = row(offset_of!(VertexBlock, fog));
pub(super) const POINT_SCALE: u16 = row(offset_of!(VertexBlock, point_scale));
/// The row of the global ambient light and the power; diffuse, ambient, specular and emissive follow.
pub(super) const MATERIAL: u16 = row(offset_of!(VertexBlock, material));
pub(super) const LIGHT_ENDS: u16 = row(offset_of!(VertexBlock, light_ends));
pub(super) const FIRST_LIGHT: u16 = row(offset_of!(VertexBlock, lights));
pub(super) const LIGHT_ROWS: u16 = row(size_of::<LightRows>());
pub(super) const TEXTURE: u16 = row(offset_of!(VertexBlock, texture));
pub(super) const PALETTE: u16 = row(offset_of!(VertexBlock, palette));
