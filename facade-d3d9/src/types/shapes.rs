//! Rectangles, boxes, viewports, and the structures of lighting.

/// A 4×4 matrix by rows (`D3DMATRIX`): `m[row][column]`, applied to row vectors.
pub type Matrix = [[f32; 4]; 4];

/// A rectangle; right and bottom are outside (`RECT`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// First column outside.
    pub right: i32,
    /// First row outside.
    pub bottom: i32,
}

impl Rect {
    /// A rectangle from its edges.
    #[must_use]
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// The part inside `0..width` and `0..height`, which may be empty.
    #[must_use]
    pub fn clamp_to(self, width: u32, height: u32) -> retrograph_render::frame::Rect {
        let side = |edge: i32, limit: u32| u32::try_from(edge).unwrap_or(0).min(limit);
        let (x, y) = (side(self.left, width), side(self.top, height));
        retrograph_render::frame::Rect {
            x,
            y,
            width: side(self.right, width).saturating_sub(x),
            height: side(self.bottom, height).saturating_sub(y),
        }
    }
}

/// A box; right, bottom and back are outside (`D3DBOX`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Box3 {
    /// Left edge.
    pub left: u32,
    /// Top edge.
    pub top: u32,
    /// First column outside.
    pub right: u32,
    /// First row outside.
    pub bottom: u32,
    /// First slice.
    pub front: u32,
    /// First slice outside.
    pub back: u32,
}

/// A viewport (`D3DVIEWPORT9`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewport {
    /// Left edge in pixels.
    pub x: u32,
    /// Top edge in pixels.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Depth of near.
    pub min_z: f32,
    /// Depth of far.
    pub max_z: f32,
}

/// A face of a cube texture (`D3DCUBEMAP_FACES`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, num_enum::TryFromPrimitive, num_enum::IntoPrimitive)]
#[repr(u32)]
pub enum CubeFace {
    /// +x
    PositiveX = 0,
    /// −x
    NegativeX = 1,
    /// +y
    PositiveY = 2,
    /// −y
    NegativeY = 3,
    /// +z
    PositiveZ = 4,
    /// −z
    NegativeZ = 5,
}

/// A material (`D3DMATERIAL9`); colours are r, g, b, a.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Material {
    /// Diffuse colour.
    pub diffuse: [f32; 4],
    /// Ambient colour.
    pub ambient: [f32; 4],
    /// Specular colour.
    pub specular: [f32; 4],
    /// Emitted colour.
    pub emissive: [f32; 4],
    /// Sharpness of specular highlights.
    pub power: f32,
}

/// The kind of a light (`D3DLIGHTTYPE`): 1 point, 2 spot, 3 directional. Others are stored and give no light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LightType(pub u32);

impl LightType {
    /// Shines everywhere from a point.
    pub const POINT: Self = Self(1);
    /// Shines in a cone.
    pub const SPOT: Self = Self(2);
    /// Shines from infinitely far away.
    pub const DIRECTIONAL: Self = Self(3);
}

/// A light (`D3DLIGHT9`); colours are r, g, b, a.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    /// The kind.
    pub kind: LightType,
    /// Diffuse colour.
    pub diffuse: [f32; 4],
    /// Specular colour.
    pub specular: [f32; 4],
    /// Ambient colour.
    pub ambient: [f32; 4],
    /// Where it is, in world space.
    pub position: [f32; 3],
    /// Where it points, in world space.
    pub direction: [f32; 3],
    /// How far it reaches.
    pub range: f32,
    /// How the light of a spot falls off between its cones.
    pub falloff: f32,
    /// Constant, linear and quadratic attenuation.
    pub attenuation: [f32; 3],
    /// Angle of the inner cone, in radians.
    pub theta: f32,
    /// Angle of the outer cone, in radians.
    pub phi: f32,
}

impl Light {
    /// The light that enabling a light that was never set makes: white, along +z.
    pub const DEFAULT: Self = Self {
        kind: LightType::DIRECTIONAL,
        diffuse: [1.0, 1.0, 1.0, 0.0],
        specular: [0.0; 4],
        ambient: [0.0; 4],
        position: [0.0; 3],
        direction: [0.0, 0.0, 1.0],
        range: 0.0,
        falloff: 0.0,
        attenuation: [0.0; 3],
        theta: 0.0,
        phi: 0.0,
    };
}
