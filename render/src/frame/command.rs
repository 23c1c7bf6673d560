//! What a frame does.

use super::{ArenaRange, Rect, Targets};
use crate::resource::{BufferId, TextureId};
use serde::{Deserialize, Serialize};

/// How vertices form primitives. Flat varyings take their value from the first vertex of a primitive
/// (of fan triangle `i`: vertex `i + 1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Topology {
    /// Points, one pixel each (larger points are quads).
    Points,
    /// Separate lines.
    Lines,
    /// A line strip.
    LineStrip,
    /// Separate triangles.
    Triangles,
    /// A triangle strip.
    TriangleStrip,
    /// A triangle fan: triangle `i` is (i + 1, i + 2, 0).
    TriangleFan,
}

/// The width of indices. No index value is special: 0xFFFF is an ordinary vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum IndexFormat {
    /// 16 bits.
    #[default]
    U16,
    /// 32 bits.
    U32,
}

/// Where a draw's indices come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Indices {
    /// Not indexed.
    #[default]
    None,
    /// The index buffer of the draw's vertex input; [`Draw::first`] counts indices.
    Buffer,
    /// The arena, at this offset; [`Draw::first`] counts indices from there.
    Arena {
        /// Byte offset in the arena.
        offset: u32,
        /// Their width.
        format: IndexFormat,
    },
}

/// A draw: indices of state groups, cursors into the logs, and a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// Index into [`super::Frame::rasters`].
    pub raster: u32,
    /// Index into [`super::Frame::inputs`].
    pub input: u32,
    /// Index into [`super::Frame::programs`], or [`Draw::NO_PROGRAM`].
    pub program: u32,
    /// Index into [`super::Frame::viewports`].
    pub viewport: u32,
    /// Index into [`super::Frame::targets`].
    pub targets: u32,
    /// How many entries of [`super::Frame::bindings`] apply.
    pub bindings: u32,
    /// How many entries of [`super::Frame::blocks`] apply.
    pub blocks: u32,
    /// First vertex, or first index.
    pub first: u32,
    /// How many vertices or indices.
    pub count: u32,
    /// Added to every index.
    pub base_vertex: i32,
    /// How many instances.
    pub instances: u32,
    /// Arena offset of user-pointer vertices, for streams that read the arena.
    pub user_vertices: u32,
    /// The primitives.
    pub topology: Topology,
    /// The indices.
    pub indices: Indices,
}

impl Draw {
    /// The program of a draw that has none: it is dropped.
    pub const NO_PROGRAM: u32 = u32::MAX;
}

/// The planes of a clear and their values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClearPlanes {
    /// Every bound colour target: r, g, b, a (linear; attachments written as sRGB encode it).
    pub color: Option<[f32; 4]>,
    /// Depth, 0–1.
    pub depth: Option<f32>,
    /// Stencil.
    pub stencil: Option<u8>,
}

/// A clear of the attachments of a target group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clear {
    /// Index into [`super::Frame::targets`].
    pub targets: u32,
    /// What is cleared.
    pub planes: ClearPlanes,
    /// `None`: every pixel. Else a range of [`super::Frame::rects`], within the targets.
    pub rects: Option<std::ops::Range<u32>>,
}

/// A level and layer of a texture with a corner in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextureLocation {
    /// The texture.
    pub texture: TextureId,
    /// The mip level.
    pub level: u32,
    /// x and y in texels, and the layer, cube face or depth slice.
    pub origin: [u32; 3],
}

/// A texel copy between textures of copy-compatible formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyTexture {
    /// From.
    pub source: TextureLocation,
    /// To.
    pub destination: TextureLocation,
    /// Width, height, and layers or slices.
    pub size: [u32; 3],
}

/// A scaled, filtered or format-converting copy between rectangles of two colour textures, by drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StretchTexture {
    /// From; `origin` z is the layer.
    pub source: TextureLocation,
    /// Width and height of the source rectangle.
    pub source_size: [u32; 2],
    /// To; must be a possible render target.
    pub destination: TextureLocation,
    /// Width and height of the destination rectangle.
    pub destination_size: [u32; 2],
    /// Whether to filter.
    pub linear: bool,
    /// Whether alpha is written; else the destination keeps its own.
    pub alpha: bool,
}

/// Fills levels `1..` of every layer from the level above each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenerateMips {
    /// The texture.
    pub texture: TextureId,
    /// Whether each level is a box-filtered half of the one above, or its every second texel.
    pub linear: bool,
}

/// Reads a rectangle back to the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadTexture {
    /// From; `origin` z is the layer or slice.
    pub source: TextureLocation,
    /// Width and height in texels.
    pub size: [u32; 2],
    /// Names the answer.
    pub ticket: u64,
}

/// Where uploaded bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UploadTarget {
    /// A buffer, from this byte offset.
    Buffer {
        /// The buffer.
        buffer: BufferId,
        /// Byte offset; any value.
        offset: u32,
        /// No command before this upload reads these bytes: they may change for all of them.
        in_place: bool,
    },
    /// A box of a texture level. Rows are tightly packed, slices follow one another.
    Texture {
        /// Where.
        location: TextureLocation,
        /// Width, height (texels, multiples of the block or reaching the edge), and layers or slices.
        size: [u32; 3],
    },
}

/// Bytes that go to a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upload {
    /// Where they go.
    pub target: UploadTarget,
    /// The bytes.
    pub bytes: ArenaRange,
}

/// One step of a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Draws.
    Draw(Draw),
    /// Clears.
    Clear(Clear),
    /// Copies texels.
    Copy(CopyTexture),
    /// Copies with scaling, filtering or conversion.
    Stretch(StretchTexture),
    /// Makes mip levels.
    GenerateMips(GenerateMips),
    /// An upload to something that this frame already used: it must not move to the prefix.
    Upload(Upload),
    /// Reads back.
    Read(ReadTexture),
}

/// The whole of one attachment's level, as clears and viewports see it.
impl Targets {
    /// Whether anything is bound.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.depth.is_none() && self.color.iter().all(Option::is_none)
    }
}

impl Rect {
    /// The overlap of two rectangles.
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let right = self.x.saturating_add(self.width).min(other.x.saturating_add(other.width));
        let bottom = self.y.saturating_add(self.height).min(other.y.saturating_add(other.height));
        Self { x, y, width: right.saturating_sub(x), height: bottom.saturating_sub(y) }
    }

    /// Whether no pixel is inside.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// Which presenter of a context shows a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PresenterId(pub(crate) u32);

/// Show a rectangle of a texture after the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentTexture {
    /// Who shows it.
    pub presenter: PresenterId,
    /// The texture, and the corner of what is shown of it.
    pub source: TextureLocation,
    /// Width and height of what is shown.
    pub size: [u32; 2],
    /// Where in the window it goes; `None` for all of it.
    pub place: Option<Place>,
}

/// A rectangle in a window, which may reach beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}
