//! Direct3D shader bytecode ("DXSO", shader models 1 to 3).
//!
//! ```text
//! bytes -> parse -> Program -> translate(key) -> Translated
//!                          \-> disassemble -> text -> assemble -> bytes
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
//! | `key` | what changes code beside the bytes |
//! | `asm` | assembly to bytes; [`assemble()`] |
//! | `encode` | a program to bytes; [`encode()`] |
//! | [`interp`] | execution on the CPU |
//! | [`generate`](mod@generate) | made-up shaders for tests |
//! | `lower` | a program to naga IR; [`translate_vertex`], [`translate_fragment`] |

mod asm;
pub mod ctab;
mod disasm;
mod encode;
pub mod generate;
pub mod interp;
mod key;
pub mod limits;
mod lower;
pub mod opcode;
mod parse;
pub mod program;
mod token;

use crate::ShaderError;
use crate::interface::Translated;

pub use asm::{AssembleError, assemble};
pub use disasm::disassemble;
pub use encode::encode;
pub use key::{
    Border, CLIP_PLANES, Compare, FarBorder, Fog, FogDepth, FogFunction, FragmentKey, Lanes, Levels, Options,
    Reading, SamplerKey, VERTEX_SAMPLERS, VertexKey,
};
pub use parse::{parse, vertex_inputs};

/// Translates a vertex shader to a validated module.
///
/// # Errors
/// [`ShaderError::Unsupported`] for code that grows out of bounds when its subroutines are expanded,
/// [`ShaderError::Malformed`] for a pixel shader and for code that does not nest.
pub fn translate_vertex(program: &program::Program, key: &VertexKey) -> Result<Translated, ShaderError> {
    lower::translate_vertex(program, key, Options::default())
}

/// As [`translate_vertex`], with options.
///
/// # Errors
/// Those of [`translate_vertex`].
pub fn translate_vertex_with(
    program: &program::Program,
    key: &VertexKey,
    options: Options,
) -> Result<Translated, ShaderError> {
    lower::translate_vertex(program, key, options)
}

/// Translates a pixel shader to a validated module; its interface's varyings belong in the vertex key.
///
/// # Errors
/// [`ShaderError::Unsupported`] for code that grows out of bounds when its subroutines are expanded,
/// [`ShaderError::TooManyVaryings`], [`ShaderError::Malformed`] for a vertex shader and for code that does not nest.
pub fn translate_fragment(program: &program::Program, key: &FragmentKey) -> Result<Translated, ShaderError> {
    lower::translate_fragment(program, key, Options::default())
}

/// As [`translate_fragment`], with options.
///
/// # Errors
/// Those of [`translate_fragment`].
pub fn translate_fragment_with(
    program: &program::Program,
    key: &FragmentKey,
    options: Options,
) -> Result<Translated, ShaderError> {
    lower::translate_fragment(program, key, options)
}
