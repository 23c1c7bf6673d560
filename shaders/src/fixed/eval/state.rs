//! What the vertex half of the pipeline is given.

use super::fog::Fog;

/// A matrix by rows for row vectors (`D3DMATRIX`).
pub type Matrix = [[f32; 4]; 4];

/// The matrix that changes nothing.
pub(super) const IDENTITY: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

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
    /// Sharpness of highlights.
    pub power: f32,
}

/// A light that is on (`D3DLIGHT9`), in world space; colours are r, g, b, a.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    /// 1 point, 2 spot, 3 directional; others give no light.
    pub kind: u32,
    /// Diffuse colour.
    pub diffuse: [f32; 4],
    /// Specular colour.
    pub specular: [f32; 4],
    /// Ambient colour.
    pub ambient: [f32; 4],
    /// Where a point or spot light is.
    pub position: [f32; 3],
    /// Where a spot or directional light shines to, of any length.
    pub direction: [f32; 3],
    /// The distance beyond which there is no light.
    pub range: f32,
    /// The exponent between the inner and the outer cone.
    pub falloff: f32,
    /// Constant, linear and quadratic attenuation.
    pub attenuation: [f32; 3],
    /// The whole angle of the inner cone in radians.
    pub theta: f32,
    /// The whole angle of the outer cone in radians.
    pub phi: f32,
}

/// Where material colours come from (`D3DMATERIALCOLORSOURCE`): 0 the material, 1 the first, 2 the second colour
/// of the vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources {
    /// `D3DRS_DIFFUSEMATERIALSOURCE`
    pub diffuse: u32,
    /// `D3DRS_SPECULARMATERIALSOURCE`
    pub specular: u32,
    /// `D3DRS_AMBIENTMATERIALSOURCE`
    pub ambient: u32,
    /// `D3DRS_EMISSIVEMATERIALSOURCE`
    pub emissive: u32,
}

impl Default for Sources {
    fn default() -> Self {
        Self { diffuse: 1, specular: 2, ambient: 0, emissive: 0 }
    }
}

/// Where a stage's coordinates come from and go through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageCoordinates {
    /// `D3DTSS_TEXCOORDINDEX`: a set in the low half, how they are made in the high half.
    pub index: u32,
    /// `D3DTSS_TEXTURETRANSFORMFLAGS`: a count, and 256 for projection.
    pub flags: u32,
    /// `D3DTS_TEXTUREn` of the stage.
    pub matrix: Matrix,
}

/// How large points are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// `D3DRS_POINTSIZE`, for vertices without one.
    pub size: f32,
    /// `D3DRS_POINTSIZE_MIN`
    pub min: f32,
    /// The smaller of `D3DRS_POINTSIZE_MAX` and what the device can.
    pub max: f32,
    /// `D3DRS_POINTSCALEENABLE`
    pub scaled: bool,
    /// `D3DRS_POINTSCALE_A`, `_B` and `_C`
    pub scale: [f32; 3],
}

impl Default for Points {
    fn default() -> Self {
        Self { size: 1.0, min: 1.0, max: 64.0, scaled: false, scale: [1.0, 0.0, 0.0] }
    }
}

/// Where on the target the picture is (`D3DVIEWPORT9`), in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Depth of near.
    pub min_z: f32,
    /// Depth of far.
    pub max_z: f32,
}

impl Default for Viewport {
    /// One pixel.
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, width: 1.0, height: 1.0, min_z: 0.0, max_z: 1.0 }
    }
}

/// Everything that vertices go through.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexState {
    /// `D3DTS_WORLDMATRIX(n)`; those past the end are identity.
    pub world: Vec<Matrix>,
    /// `D3DTS_VIEW`
    pub view: Matrix,
    /// `D3DTS_PROJECTION`
    pub projection: Matrix,
    /// The viewport.
    pub viewport: Viewport,
    /// Positions are in pixels with 1/w (`POSITIONT`).
    pub transformed: bool,
    /// The depth test is on; without it depths of transformed vertices do not clip.
    pub depth_test: bool,
    /// `D3DRS_VERTEXBLEND`
    pub blend: u32,
    /// `D3DRS_INDEXEDVERTEXBLENDENABLE`
    pub blend_indexed: bool,
    /// `D3DRS_TWEENFACTOR`
    pub tween: f32,
    /// `D3DRS_NORMALIZENORMALS`
    pub normalize: bool,
    /// `D3DRS_LIGHTING`
    pub lighting: bool,
    /// The lights that are on, by index; the first eight count.
    pub lights: Vec<Light>,
    /// The material.
    pub material: Material,
    /// `D3DRS_AMBIENT`, a `D3DCOLOR`.
    pub ambient: u32,
    /// `D3DRS_COLORVERTEX`
    pub color_vertex: bool,
    /// The sources of the material's colours.
    pub sources: Sources,
    /// `D3DRS_LOCALVIEWER`
    pub local_viewer: bool,
    /// `D3DRS_SPECULARENABLE`
    pub specular: bool,
    /// Coordinates of the eight stages.
    pub stages: [StageCoordinates; 8],
    /// Fog.
    pub fog: Fog,
    /// Points.
    pub points: Points,
    /// `D3DRS_CLIPPING`
    pub clipping: bool,
    /// `D3DRS_CLIPPLANEENABLE`
    pub clip_plane_mask: u32,
    /// The clip planes, in world space.
    pub clip_planes: [[f32; 4]; 6],
}

impl Default for VertexState {
    /// What a new device has.
    fn default() -> Self {
        let stage = |index| StageCoordinates { index, flags: 0, matrix: IDENTITY };
        Self {
            world: Vec::new(),
            view: IDENTITY,
            projection: IDENTITY,
            viewport: Viewport::default(),
            transformed: false,
            depth_test: true,
            blend: 0,
            blend_indexed: false,
            tween: 0.0,
            normalize: false,
            lighting: true,
            lights: Vec::new(),
            material: Material::default(),
            ambient: 0,
            color_vertex: true,
            sources: Sources::default(),
            local_viewer: true,
            specular: false,
            stages: [0, 1, 2, 3, 4, 5, 6, 7].map(stage),
            fog: Fog::default(),
            points: Points::default(),
            clipping: true,
            clip_plane_mask: 0,
            clip_planes: [[0.0; 4]; 6],
        }
    }
}

/// A set of texture coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coordinates {
    /// The values; those past `count` do not matter.
    pub values: [f32; 4],
    /// How many the declaration has, 1–4.
    pub count: u8,
}

/// A vertex as the declaration feeds it; what is not declared is `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// `POSITION` (w is 1 where three are declared), or `POSITIONT` with 1/w last.
    pub position: [f32; 4],
    /// `POSITION1`, which tweening goes to.
    pub second_position: Option<[f32; 4]>,
    /// `NORMAL`
    pub normal: Option<[f32; 3]>,
    /// `NORMAL1`
    pub second_normal: Option<[f32; 3]>,
    /// `BLENDWEIGHT`; weights that are not declared are 0. Without any, nothing is blended or tweened.
    pub weights: Option<[f32; 4]>,
    /// `BLENDINDICES`, 0–255.
    pub indices: Option<[f32; 4]>,
    /// `COLOR0` and `COLOR1` as r, g, b, a.
    pub colors: [Option<[f32; 4]>; 2],
    /// `PSIZE`
    pub point_size: Option<f32>,
    /// `FOG`: the distance that fog goes by.
    pub fog: Option<f32>,
    /// `TEXCOORD0` to `TEXCOORD7`.
    pub texcoords: [Option<Coordinates>; 8],
}

impl Default for Vertex {
    /// A position at the origin and nothing else.
    fn default() -> Self {
        Self {
            position: [0.0, 0.0, 0.0, 1.0],
            second_position: None,
            normal: None,
            second_normal: None,
            weights: None,
            indices: None,
            colors: [None; 2],
            point_size: None,
            fog: None,
            texcoords: [None; 8],
        }
    }
}
