//! GSH files: the container that GX2's loaders read shaders from.
//!
//! All numbers are big-endian but the programs, which are little-endian words. A block holds GX2's structure, the arrays it
//! points to, their names, and a table of where its pointers are.

mod layout;
mod read;
mod write;

pub use read::read;
pub use write::write;

use super::registers::{PixelRegisters, VertexRegisters};

/// A vertex shader with its pixel shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShaderFile {
    /// The vertex shader.
    pub vertex: VertexShader,
    /// The pixel shader.
    pub pixel: PixelShader,
}

/// What GX2 wants of a vertex shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexShader {
    /// The register words.
    pub registers: VertexRegisters,
    /// The words of the program.
    pub program: Vec<u32>,
    /// The attributes by name.
    pub attributes: Vec<Attribute>,
    /// The uniforms by name.
    pub uniforms: Vec<UniformVariable>,
}

/// What GX2 wants of a pixel shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PixelShader {
    /// The register words.
    pub registers: PixelRegisters,
    /// The words of the program.
    pub program: Vec<u32>,
    /// The samplers by name.
    pub samplers: Vec<Sampler>,
}

/// An attribute of four floats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: String,
    /// GX2's number for it.
    pub location: u32,
}

/// An array of uniforms of four floats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniformVariable {
    /// The name.
    pub name: String,
    /// The number of vectors.
    pub count: u32,
    /// The first dword of the constant file.
    pub offset: u32,
}

/// A two-dimensional sampler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampler {
    /// The name.
    pub name: String,
    /// The texture and sampler unit.
    pub location: u32,
}

/// Why bytes are no GSH file of this module's kind. Offsets count bytes from the file's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GfdError {
    /// The file ends before what it announces.
    #[error("{what} at byte {offset:#x} lies outside of the file")]
    Outside {
        /// What was looked for.
        what: &'static str,
        /// Where.
        offset: usize,
    },
    /// A field has a value that means nothing here.
    #[error("{what} at byte {offset:#x} is {value:#x}")]
    Value {
        /// The field.
        what: &'static str,
        /// Where.
        offset: usize,
        /// The value.
        value: u32,
    },
    /// A name has no end within 512 bytes, or is not UTF-8.
    #[error("the name at byte {offset:#x} has no end or is not UTF-8")]
    Name {
        /// Where.
        offset: usize,
    },
    /// A block that a shader needs is not there.
    #[error("the file has no {0}")]
    Missing(&'static str),
    /// A block is larger than its pointers can say, or a list longer than its registers.
    #[error("{0} too large for the format")]
    TooLarge(&'static str),
}

impl ShaderFile {
    /// The file of two programs: attributes `v0`–`v15` as far as they are read, the uniforms `c`, and the sampler `texture0`.
    pub fn new(vertex: &super::lower::VertexProgram, pixel: &super::pixel::PixelProgram) -> Self {
        let inputs = (0..16).filter(|input| vertex.inputs >> input & 1 != 0);
        let attribute = |location: u32| Attribute { name: format!("v{location}"), location };
        let sampler = Sampler { name: "texture0".to_owned(), location: 0 };
        Self {
            vertex: VertexShader {
                registers: vertex.registers,
                program: vertex.words.clone(),
                attributes: inputs.map(attribute).collect(),
                uniforms: vec![UniformVariable { name: "c".to_owned(), count: 96, offset: 0 }],
            },
            pixel: PixelShader {
                registers: pixel.registers,
                program: pixel.words.clone(),
                samplers: if pixel.is_textured { vec![sampler] } else { Vec::new() },
            },
        }
    }
}
