//! Legacy GPU shaders to naga IR: pure functions from bytes and a key to a validated module and its interface.
//!
//! ```text
//!  shader bytes --dxso::parse--> Program --dxso::disassemble--> assembly
//!                                   |
//!          key --dxso::translate_{vertex,fragment}--+
//!                                                   +--> Translated { module, interface }
//!          key --fixed::{vertex,fragment}-----------+         |           |
//!                                                             |           what to bind, what to feed
//!                                     print::{wgsl,msl,spirv,hlsl,glsl}, or wgpu as it is
//! ```
//!
//! The fragment stage comes first: the varyings that it reads are part of the vertex stage's key.
//!
//! ```
//! use retrograph_shaders::{dxso, print};
//! let tokens = [0xFFFF_0200u32, 0x0200_0001, 0x800F_0800, 0xA0E4_0000, 0x0000_FFFF];
//! let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
//! let program = dxso::parse(&bytes)?;
//! assert_eq!(dxso::disassemble(&program), "ps_2_0\n    mov oC0, c0\n");
//! let shader = dxso::translate_fragment(&program, &dxso::FragmentKey::default())?;
//! assert_eq!(shader.interface.float_rows, 1);
//! let wgsl = print::wgsl(&shader.module, &print::validate(&shader.module)?)?;
//! assert!(wgsl.contains("@fragment"));
//! # Ok::<(), retrograph_shaders::ShaderError>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`dxso`] | Direct3D bytecode: parser, disassembler, translator, and the keys of programmable stages |
//! | [`fixed`] | the fixed-function pipeline as shaders, and its keys |
//! | [`pica`] | the shaders of the PICA200: instructions, assembler, files, exact arithmetic, interpreter |
//! | `gx2` (feature `gx2`) | PICA200 vertex shaders as Latte programs, and GSH files |
//! | [`interface`] | what a translated module asks of the program around it |
//! | [`varyings`] | what passes between the stages, and where |
//! | [`binding`] | where resources are bound |
//! | [`mod@print`] | validation, and the five languages |
//! | `build` (private) | the builder over naga IR, with the arithmetic rules of legacy shaders |

pub mod binding;
mod build;
pub mod dxso;
mod error;
pub mod fixed;
#[cfg(feature = "gx2")]
pub mod gx2;
pub mod interface;
pub mod pica;
pub mod print;
pub mod varyings;

pub use error::ShaderError;
pub use interface::{ShaderInterface, Stage, Translated};
pub use naga;
