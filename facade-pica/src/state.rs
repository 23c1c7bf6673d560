//! What a draw needs, decoded: registers as plain structs, one concept a file.
//!
//! [`DrawState`] is what happens behind the vertex shader, [`VertexState`] what happens before it and which shaders run.
//! Decoding never fails: numbers without a meaning become what the hardware does with them, and what is not drawn yet
//! stands by name in [`DrawState::unsupported`].

mod combiner;
mod fog;
mod framebuffer;
mod merger;
mod output;
mod raster;
mod texture;
mod unsupported;
mod vertex;

pub use combiner::{AlphaOperand, Combiner, Combiners, Function, Operand, Scale, Source, Stage};
pub use fog::Fog;
pub use framebuffer::{ColorFormat, DepthFormat, Framebuffer};
pub use merger::{
    AlphaTest, Blend, ColorOutput, Compare, Depth, Equation, Factor, LogicOperation, Merger, Stencil,
    StencilOperation,
};
pub use output::{OutputMap, Semantic, UNMAPPED};
pub use raster::{Cull, DepthMap, Raster, Scissor, Viewport};
pub use texture::{Coordinates, Lod, TextureUnit, Wrap};
pub use vertex::{
    Attribute, AttributeBuffer, AttributeType, GeometryMode, GeometryState, Primitive, ShaderState,
    VertexState,
};

use retrograph_shaders::pica::Float24;

use crate::registers::Registers;

/// Everything from the vertex shader's outputs to memory.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawState {
    /// Which lanes of shader outputs mean what.
    pub outputs: OutputMap,
    /// Viewport, culling, scissor, clip plane, depth map.
    pub raster: Raster,
    /// Texture units 0 to 2; `None` is a unit that is off.
    pub textures: [Option<TextureUnit>; 3],
    /// The six combiner stages and their buffer.
    pub combiners: Combiners,
    /// Fog; `None` is off.
    pub fog: Option<Fog>,
    /// Tests, blending and masks.
    pub merger: Merger,
    /// Where colours and depths are.
    pub framebuffer: Framebuffer,
    /// What this draw uses and nothing here draws, by stable name, in the order of registers.
    pub unsupported: Vec<&'static str>,
}

impl DrawState {
    /// The state that registers hold.
    #[must_use]
    pub fn decode(registers: &Registers) -> Self {
        let textures = TextureUnit::decode(registers);
        let combiners = Combiners::decode(registers);
        let unsupported = unsupported::list(registers, &combiners);
        Self {
            outputs: OutputMap::decode(registers),
            raster: Raster::decode(registers),
            textures,
            combiners,
            fog: Fog::decode(registers),
            merger: Merger::decode(registers),
            framebuffer: Framebuffer::decode(registers),
            unsupported,
        }
    }
}

/// A 24-bit float field as the equal 32-bit float.
fn float24(bits: u32) -> f32 {
    Float24::from_bits(bits).to_f32()
}

/// The bytes of a colour register: red lowest.
const fn color(bits: u32) -> [u8; 4] {
    bits.to_le_bytes()
}

#[cfg(test)]
mod tests;
