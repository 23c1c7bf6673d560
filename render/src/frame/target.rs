//! Attachment sets and rectangles.

use crate::resource::TextureId;
use serde::{Deserialize, Serialize};

/// A rectangle in pixels, row 0 at the top; empty when a side is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: u32,
    /// Top edge.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// One level of one layer of a texture, as a render target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attachment {
    /// The texture.
    pub texture: TextureId,
    /// The mip level.
    pub level: u8,
    /// The cube face or array layer.
    pub layer: u16,
    /// Whether it is written through the sRGB twin of its format.
    pub srgb: bool,
}

/// What draws and clears write to. Draws with neither colour nor depth are dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Targets {
    /// Colour attachments by slot.
    pub color: [Option<Attachment>; 4],
    /// The depth-stencil attachment.
    pub depth: Option<Attachment>,
}
