//! State groups and log entries, in wgpu's terms.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{ArenaRange, Rect};
use crate::resource::{BufferId, TextureId};

/// Factors and operation of one half (colour or alpha) of blending.
pub use wgpu::BlendComponent;
/// Blending of one target.
pub use wgpu::BlendState as Blend;

/// Blending and write mask of one colour target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ColorBlend {
    /// Blending, when on.
    pub blend: Option<Blend>,
    /// The channels written.
    pub write_mask: wgpu::ColorWrites,
}

/// The depth test. Off is: compare always, write off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DepthState {
    /// Whether passing fragments write their depth.
    pub write: bool,
    /// The comparison.
    pub compare: wgpu::CompareFunction,
}

/// What stencil does for one winding.
pub use wgpu::StencilFaceState as StencilFace;

/// The stencil test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StencilState {
    /// Clockwise (front) triangles.
    pub front: StencilFace,
    /// Counterclockwise triangles.
    pub back: StencilFace,
    /// Applied to both sides of the comparison.
    pub read_mask: u8,
    /// The bits written.
    pub write_mask: u8,
    /// The reference value.
    pub reference: u8,
}

/// Rasterizer, depth-stencil and blend state of a draw.
///
/// Clockwise triangles (row 0 of the target at the top) are front-facing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RasterState {
    /// The winding that is dropped.
    pub cull: Option<wgpu::Face>,
    /// What of triangles is drawn: all, edges, or corners. Where the device lacks the mode, all.
    pub fill: wgpu::PolygonMode,
    /// Depth.
    pub depth: DepthState,
    /// Stencil, when on.
    pub stencil: Option<StencilState>,
    /// Added to depth per unit of slope.
    pub depth_bias_slope: f32,
    /// Colour targets.
    pub colors: [ColorBlend; 4],
    /// The samples of multisampled targets that are written, a bit each.
    pub sample_mask: u32,
    /// Whether alpha decides how many samples of multisampled targets are written.
    pub alpha_to_coverage: bool,
    /// The constant of constant blend factors: r, g, b, a.
    pub blend_constant: [f32; 4],
}

impl Default for RasterState {
    /// Both windings drawn as they are, no depth test, no blending.
    fn default() -> Self {
        Self {
            cull: None,
            fill: wgpu::PolygonMode::Fill,
            depth: DepthState { write: false, compare: wgpu::CompareFunction::Always },
            stencil: None,
            depth_bias_slope: 0.0,
            colors: [ColorBlend { blend: None, write_mask: wgpu::ColorWrites::ALL }; 4],
            sample_mask: !0,
            alpha_to_coverage: false,
            blend_constant: [0.0; 4],
        }
    }
}

/// Where a vertex stream's bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AttributeSource {
    /// A buffer.
    Buffer(BufferId),
    /// The frame's arena, at the draw's [`super::Draw::user_vertices`].
    Arena,
}

/// One vertex stream. Any stride and offset is legal; the graph makes them fit the GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VertexStream {
    /// Where the bytes are.
    pub source: AttributeSource,
    /// Byte offset of the first element.
    pub offset: u32,
    /// Bytes between elements; 0 repeats the first element.
    pub stride: u32,
    /// `None`: one element a vertex. `Some(n)`: one element for every n instances (0 = the same for all).
    pub instance_step: Option<u32>,
}

/// One attribute: what an input location reads. Bytes past the end of the source read as zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VertexAttribute {
    /// The input location.
    pub location: u8,
    /// Index into [`VertexInput::streams`].
    pub stream: u8,
    /// Byte offset in the element; the attribute may reach past the stride.
    pub offset: u16,
    /// The format.
    pub format: wgpu::VertexFormat,
}

/// Vertex streams, attributes and the index buffer of a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VertexInput {
    /// The streams in use, at most 16.
    pub streams: SmallVec<[VertexStream; 4]>,
    /// The attributes, at most 16.
    pub attributes: SmallVec<[VertexAttribute; 8]>,
    /// The index buffer that indexed draws read.
    pub indices: Option<(BufferId, super::IndexFormat)>,
}

impl VertexInput {
    /// A clone, made by copying whole lists: element by element it costs several times as much.
    #[must_use]
    pub fn copied(&self) -> Self {
        Self {
            streams: SmallVec::from_slice(&self.streams),
            attributes: SmallVec::from_slice(&self.attributes),
            indices: self.indices,
        }
    }
}

/// A viewport with its scissor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    /// Left edge in pixels.
    pub x: f32,
    /// Top edge in pixels.
    pub y: f32,
    /// Width in pixels; 0 draws nothing.
    pub width: f32,
    /// Height in pixels; 0 draws nothing.
    pub height: f32,
    /// Depth of near, 0–1.
    pub min_depth: f32,
    /// Depth of far, `min_depth`–1.
    pub max_depth: f32,
    /// Nothing is drawn outside; within the target.
    pub scissor: Rect,
}

/// A write to a uniform block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockWrite {
    /// The block: its binding in group 0.
    pub block: u8,
    /// Byte offset in the block, a multiple of 16.
    pub offset: u32,
    /// The bytes.
    pub bytes: ArenaRange,
}

/// The dimensionality in which a texture is viewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ViewKind {
    /// Two dimensions.
    #[default]
    D2,
    /// A cube, which shaders see as a 2D array of six faces.
    Cube,
    /// Three dimensions.
    Volume,
    /// Two dimensions of depths, which the sampler compares with a reference: in reads that are not nearer than it count.
    Depth,
}

/// A texture filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Filter {
    /// Nearest texel.
    #[default]
    Point,
    /// Linear blend of the nearest texels.
    Linear,
}

/// What a texture reads as beyond its edges. A byte each, where wgpu's own type takes four: bindings are logged
/// by the thousand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AddressMode {
    /// The texel at the edge.
    #[default]
    ClampToEdge,
    /// Itself, again and again.
    Repeat,
    /// Itself, every second time mirrored.
    MirrorRepeat,
    /// The border colour.
    ClampToBorder,
}

/// A border colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BorderColor {
    /// (0, 0, 0, 0).
    TransparentBlack,
    /// (0, 0, 0, 1).
    OpaqueBlack,
    /// (1, 1, 1, 1).
    OpaqueWhite,
}

/// How a texture is sampled. One function canonicalises it for the bound texture's format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SamplerState {
    /// Addressing of u, v and w.
    pub address: [AddressMode; 3],
    /// Magnification.
    pub mag: Filter,
    /// Minification.
    pub min: Filter,
    /// Between levels; `None` reads the most detailed level only.
    pub mip: Option<Filter>,
    /// The most detailed level that may be read.
    pub min_level: u8,
    /// Largest anisotropy; 0 and 1 are off.
    pub anisotropy: u8,
    /// The border colour, when an address mode asks for one.
    pub border: Option<BorderColor>,
}

/// What one texture slot holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextureBinding {
    /// The texture; `None` reads opaque black.
    pub texture: Option<TextureId>,
    /// Whether it is read through the sRGB twin of its format.
    pub srgb: bool,
    /// The most detailed level that the view shows.
    pub base_level: u8,
    /// The sampler.
    pub sampler: SamplerState,
}

/// A change of one texture slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BindingWrite {
    /// Whether the slot is of the vertex stage (group 2) or the fragment stage (group 1).
    pub vertex_stage: bool,
    /// The slot.
    pub slot: u8,
    /// What it holds from here on.
    pub binding: TextureBinding,
}
