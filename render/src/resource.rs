//! Resources: their ids and what is asked of them at creation.

mod extent;
mod table;
mod texture;
mod view;

use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(crate) use table::{GpuBuffer, GpuShader, Table};
pub(crate) use texture::{GpuTexture, TextureBacking};
pub(crate) use view::ViewKey;

slotmap::new_key_type! {
    /// A texture; ids are generational and never name another texture later.
    pub struct TextureId;
    /// A buffer.
    pub struct BufferId;
    /// A shader.
    pub struct ShaderId;
}

/// The shape of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TextureShape {
    /// Two dimensions.
    D2,
    /// Six faces, in the order +x −x +y −y +z −z.
    Cube,
    /// Three dimensions.
    Volume,
}

/// What a texture is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextureDesc {
    /// A label made of its identity; it shows in captures and validation messages.
    pub label: String,
    /// The shape.
    pub shape: TextureShape,
    /// Width in texels.
    pub width: u32,
    /// Height in texels.
    pub height: u32,
    /// Depth in texels: 1 unless a volume.
    pub depth: u32,
    /// Mip levels.
    pub levels: u32,
    /// Samples a texel; above 1 only for render targets.
    pub samples: u32,
    /// The format, never the sRGB twin: views choose that.
    pub format: wgpu::TextureFormat,
    /// Whether it can be a render target (colour or depth, by its format).
    pub render_target: bool,
}

impl TextureDesc {
    /// A two-dimensional texture of one level and one sample, labelled by its shape; no render target.
    #[must_use]
    pub fn new(width: u32, height: u32, format: wgpu::TextureFormat) -> Self {
        Self {
            label: format!("texture {width}x{height} {format:?}"),
            shape: TextureShape::D2,
            width,
            height,
            depth: 1,
            levels: 1,
            samples: 1,
            format,
            render_target: false,
        }
    }
}

/// What a buffer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BufferDesc {
    /// A label made of its identity.
    pub label: String,
    /// Size in bytes, at least 1; any value.
    pub size: u32,
}

/// A texture slot that a shader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextureSlot {
    /// The slot: texture at binding `2 * slot`, sampler at `2 * slot + 1` of the stage's group.
    pub slot: u8,
    /// The kind that the module declares.
    pub kind: crate::frame::ViewKind,
}

/// Bytes that replace part of a uniform block while a shader is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlockOverlay {
    /// Byte offset in the stage's first block.
    pub offset: u32,
    /// The bytes.
    pub bytes: [u8; 16],
}

/// How many uniform blocks group 0 has. A program declares eight of them at most, the WebGPU floor.
pub const BLOCKS: usize = 7;

/// The most bytes of a block that is a uniform block. A larger one is bound as read-only storage, which its module has to
/// declare it as.
pub const UNIFORM_BYTES: u32 = 64 << 10;

/// A shader and how to bind it.
#[derive(Clone, Debug)]
pub struct ShaderDesc {
    /// A label made of its identity.
    pub label: String,
    /// Vertex or fragment.
    pub vertex_stage: bool,
    /// The module.
    pub module: Arc<naga::Module>,
    /// Its entry point.
    pub entry_point: &'static str,
    /// Bytes of each block of group 0 that the module declares; 0 where it declares none.
    pub block_sizes: [u32; BLOCKS],
    /// Overlays of the stage's float block (block 0 for vertex, 1 for fragment).
    pub overlay: Vec<BlockOverlay>,
    /// Texture slots, by rising slot.
    pub textures: Vec<TextureSlot>,
    /// Fragment stage: bit `i` is set when colour output `i` is written.
    pub color_outputs: u8,
    /// Vertex stage: bit `i` is set when input location `i` is declared.
    pub inputs: u16,
}
