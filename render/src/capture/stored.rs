//! What a frame file holds.

use serde::{Deserialize, Serialize};

use crate::frame::Frame;
use crate::resource::{BLOCKS, BlockOverlay, BufferDesc, TextureDesc, TextureSlot};

/// Where and how frames were captured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// The version of this crate.
    pub version: String,
    /// The adapter's name.
    pub adapter: String,
    /// The backend.
    pub backend: String,
}

/// A part of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Plane {
    /// All of it, of formats without depth and stencil.
    Color,
    /// Depth: 32-bit floats, of [`wgpu::TextureFormat::Depth16Unorm`] 16-bit integers.
    Depth,
    /// Stencil bytes.
    Stencil,
}

/// Texels of one level of one layer or slice; rows are tightly packed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTexels {
    /// Which part of each texel.
    pub plane: Plane,
    /// The mip level.
    pub level: u32,
    /// The layer, cube face or slice.
    pub layer: u32,
    /// The texels.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// A texture at the capture's start; texels that are not stored are zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTexture {
    /// What it is.
    pub desc: TextureDesc,
    /// What it held.
    pub texels: Vec<StoredTexels>,
    /// Whether it held something that cannot be read: several samples, or a format without a way to its texels.
    pub unknown: bool,
}

/// A buffer at the capture's start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBuffer {
    /// What it is.
    pub desc: BufferDesc,
    /// What it held, from its start on; the rest is zero.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// A shader.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredShader {
    /// A label made of its identity.
    pub label: String,
    /// Vertex or fragment.
    pub vertex_stage: bool,
    /// The module; it has one entry point.
    pub module: naga::Module,
    /// Bytes of each block of group 0.
    pub block_sizes: [u32; BLOCKS],
    /// Bytes that replace part of a block.
    pub overlay: Vec<BlockOverlay>,
    /// Texture slots.
    pub textures: Vec<TextureSlot>,
    /// Colour outputs, a bit each.
    pub color_outputs: u8,
    /// Vertex inputs, a bit each.
    pub inputs: u16,
}

/// What one target held when a captured frame had ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTarget {
    /// Its name in the folder: `NAME.png`, for planes of which there is a picture.
    pub name: String,
    /// The texture's place in [`CaptureFile::textures`].
    pub texture: u32,
    /// Which part of each texel.
    pub plane: Plane,
    /// The mip level.
    pub level: u32,
    /// The layer, cube face or slice.
    pub layer: u32,
    /// How many bytes its texels are.
    pub size: u64,
    /// The checksum (CRC-32) of its texels.
    pub checksum: u32,
}

/// A captured frame. Its ids name places: `n` is the resource at place `n - 1` of its list, null is none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StoredFrame {
    /// What it does; it creates and releases nothing.
    pub frame: Frame,
    /// What it left behind.
    pub targets: Vec<StoredTarget>,
}

/// Captured frames with all that they use.
#[derive(Clone, Debug, Default)]
pub struct CaptureFile {
    /// Where they were captured.
    pub info: Info,
    /// Every texture that a frame names.
    pub textures: Vec<StoredTexture>,
    /// Every buffer that a frame names.
    pub buffers: Vec<StoredBuffer>,
    /// Every shader that a frame names.
    pub shaders: Vec<StoredShader>,
    /// The frames, in order.
    pub frames: Vec<StoredFrame>,
}
