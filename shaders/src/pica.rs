//! PICA200 shaders: number formats, instructions, and the two ways to execute them on the CPU: exactly, or in full.
//!
//! | module | what |
//! |---|---|
//! | [`float`] | the GPU's small floating-point formats |
//! | [`isa`] | instructions as data: opcodes, operands, operand descriptors |
//! | [`mod@decode`] | words to instructions and back, without loss |
//! | [`exact`] | ADD and MUL in integer arithmetic, and the linear programs made of them |
//! | [`interp`] | the interpreter of the whole instruction set |
//! | [`disasm`] | words to assembly |
//! | [`asm`] | assembly to words |
//! | [`shbin`] | linked shader files |
//! | [`key`] | what decides the code of generated stages |
//! | [`vertex`], [`processed`] | vertex stages: of a program, or for vertices that the CPU has processed |
//! | [`utility`] | stages that move depth and stencil between attachments and textures |
//! | [`fn@fragment`], [`rows`] | the fragment stage of a key, and where its uniforms are |
//! | [`error`] | why a program was refused or stopped |
//!
//! ```
//! use retrograph_shaders::pica::{decode, exact};
//! // mov o0, v0; end — with a descriptor that writes all lanes and swizzles nothing.
//! let code = [Some(0x4C00_0000), Some(0x8800_0000)];
//! let descriptors = [Some(0x0000_036F)];
//! assert_eq!(decode::decode(0x4C00_0000)?.opcode.mnemonic(), "mov");
//! let program = exact::LinearProgram::parse(&code, &descriptors, 0)?;
//! let mut inputs = [exact::UNDEFINED; 16];
//! inputs[0] = [Some(1.0), Some(0.5), Some(-0.0), Some(1.0)];
//! let result = program.run(&[exact::UNDEFINED; 96], &inputs)?;
//! assert_eq!(result.outputs[0][1].map(|lane| lane.to_f32()), Some(0.5));
//! assert_eq!(result.executed, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod asm;
pub mod decode;
pub mod disasm;
pub mod error;
pub mod exact;
pub mod float;
mod fragment;
pub mod interp;
pub mod isa;
pub mod key;
mod link;
mod lower;
pub mod rows;
pub mod shbin;
mod tree;
pub mod utility;

pub use decode::{decode, encode};
pub use error::{DecodeError, EncodeError, ExactError, NumericError};
pub use float::{Float16, Float20, Float24, Float31};
pub use fragment::fragment;
pub use isa::{Descriptor, Instruction, Opcode, Operands};
pub use lower::{processed, vertex};

#[cfg(test)]
mod tests;
