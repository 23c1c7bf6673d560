//! Direct3D shader bytecode ("DXSO", shader models 1 to 3).
//!
//! ```text
//! bytes -> parse -> Program -> translate(key) -> Translated
//!                          \-> disassemble -> text
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`program`] | a decoded shader: instructions with typed operands |
//! | [`opcode`] | the instructions, and which model has which with what operands |
//! | [`limits`] | how many registers each model has |
//! | [`ctab`] | the names that compilers leave behind |
//! | `parse` | tokens to a program: framing, operands, flow; [`parse()`] |
//! | `disasm` | a program to assembly; [`disassemble`] |
//! | `lower` | a program to naga IR; [`translate_vertex`], [`translate_fragment`] |

pub mod ctab;
mod disasm;
pub mod limits;
mod lower;
pub mod opcode;
mod parse;
pub mod program;
mod token;

use crate::ShaderError;
use crate::interface::{InputClass, Points, SamplerKind, Translated};
use crate::varyings::Varyings;

pub use disasm::disassemble;
pub use parse::{parse, vertex_inputs};

/// Translates a vertex shader to a validated module.
///
/// # Errors
/// [`ShaderError::Unsupported`] for software profiles, [`ShaderError::Malformed`] for a pixel shader and for code
/// that does not nest.
pub fn translate_vertex(program: &program::Program, key: &VertexKey) -> Result<Translated, ShaderError> {
    lower::translate_vertex(program, key)
}

/// Translates a pixel shader to a validated module; its interface's varyings belong in the vertex key.
///
/// # Errors
/// [`ShaderError::Unsupported`] for software profiles, [`ShaderError::TooManyVaryings`],
/// [`ShaderError::Malformed`] for a vertex shader and for code that does not nest.
pub fn translate_fragment(program: &program::Program, key: &FragmentKey) -> Result<Translated, ShaderError> {
    lower::translate_fragment(program, key)
}

/// What changes a vertex shader's code beside its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VertexKey {
    /// How the attribute of each `v#` register arrives; entries of registers that are not read are
    /// [`InputClass::Float`].
    pub inputs: [InputClass; 16],
    /// What the fragment stage reads.
    pub varyings: Varyings,
    /// How points are made.
    pub points: Points,
}

/// Which lanes of a texture read as what: formats whose missing lanes are not what the GPU gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// As stored.
    #[default]
    Rgba,
    /// (r, g, b, 1)
    Rgb1,
    /// (r, g, 1, 1)
    Rg11,
    /// (r, 1, 1, 1)
    R111,
    /// (r, r, r, 1): luminance.
    Rrr1,
    /// (r, r, r, g): luminance and alpha.
    Rrrg,
    /// (0, 0, 0, r): alpha only.
    Zzzr,
    /// (g, r, 1, 1): `ATI2`.
    Gr11,
    /// (r, r, r, r): raw depth.
    Rrrr,
    /// (r, 0, 0, 1): `ATI1`.
    R001,
}

/// A comparison, as `D3DCMPFUNC` has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are Direct3D's own and say all there is to say")]
pub enum Compare {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    #[default]
    Always,
}

/// State of one fragment sampler that changes code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SamplerKey {
    /// The kind of the bound texture: only pixel shaders of model 1 take it from here; others declare it.
    /// [`SamplerKind::D2`] where it does not matter.
    pub kind: SamplerKind,
    /// The lanes of the bound format.
    pub lanes: Lanes,
    /// `D3DTTFF_PROJECTED` of the texture stage: coordinates are divided by their w. Only pixel shaders up to
    /// model 1.3 look at it.
    pub projected: bool,
}

/// What changes a fragment shader's code beside its bytes. Tests that are off are folded to one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FragmentKey {
    /// `D3DRS_SHADEMODE` is FLAT: colours are those of the first vertex.
    pub flat_colors: bool,
    /// The alpha test; [`Compare::Always`] when it is off. The reference is in the draw block.
    pub alpha_test: Compare,
    /// The samplers; entries of registers that are not read are the default.
    pub samplers: [SamplerKey; 16],
}
