//! Surfaces, and the descriptions that programs ask for.

use super::Part;
use crate::format::Format;
use crate::types::{Fvf, MultiSample, Pool, ResourceType, Usage};

/// A surface: a level of a texture, perhaps of a hidden one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    /// The level that it shows.
    pub(crate) part: Part,
    /// Width in texels.
    pub(crate) width: u32,
    /// Height in texels.
    pub(crate) height: u32,
    /// The format.
    pub(crate) format: Format,
    /// Samples a texel.
    pub(crate) multisample: MultiSample,
}

/// What a surface is (`D3DSURFACE_DESC`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceDesc {
    /// The format.
    pub format: Format,
    /// What it is for.
    pub usage: Usage,
    /// Where it lives.
    pub pool: Pool,
    /// Samples a texel.
    pub multisample: MultiSample,
    /// Width in texels.
    pub width: u32,
    /// Height in texels.
    pub height: u32,
    /// Always [`ResourceType::Surface`].
    pub kind: ResourceType,
}

/// What a level of a volume texture is (`D3DVOLUME_DESC`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VolumeDesc {
    /// The format.
    pub format: Format,
    /// What it is for.
    pub usage: Usage,
    /// Where it lives.
    pub pool: Pool,
    /// Width in texels.
    pub width: u32,
    /// Height in texels.
    pub height: u32,
    /// Depth in texels.
    pub depth: u32,
}

/// What a vertex or index buffer is (`D3DVERTEXBUFFER_DESC`, `D3DINDEXBUFFER_DESC`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferDesc {
    /// [`Format::VERTEXDATA`], [`Format::INDEX16`] or [`Format::INDEX32`].
    pub format: Format,
    /// What it is for.
    pub usage: Usage,
    /// Where it lives.
    pub pool: Pool,
    /// Size in bytes.
    pub size: u32,
    /// The vertex format that it was created with; none for index buffers.
    pub fvf: Fvf,
}
