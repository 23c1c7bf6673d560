//! Linked shader files (SHBIN): one program (DVLP) and the executables in it (DVLE), behind a header (DVLB).
//!
//! [`read`] believes nothing: every table must lie in the file, so that sizes are bounded by the file's own.

mod read;
mod write;

pub use read::read;
pub use write::write;

use super::Float24;
use super::interp::Machine;

/// A linked shader file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Binary {
    /// The version of the program header.
    pub version: u32,
    /// All code words.
    pub code: Vec<u32>,
    /// The operand descriptors.
    pub descriptors: Vec<u32>,
    /// Which components the descriptors use, for tools; as long as `descriptors`.
    pub usage: Vec<u32>,
    /// The names of source files, each ended by a zero byte.
    pub file_names: Vec<u8>,
    /// What can be executed.
    pub executables: Vec<Executable>,
}

/// How a geometry shader gets its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeometryMode {
    /// In the input registers.
    Point,
    /// A variable number of vertices, in uniforms from `c1` on.
    Variable {
        /// Vertices of which all attributes are stored.
        full: u8,
    },
    /// A fixed number of vertices, in uniforms.
    Fixed {
        /// The first float uniform.
        first: u8,
        /// The number of vertices.
        vertices: u8,
    },
}

/// The stage of an executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    /// A vertex shader.
    #[default]
    Vertex,
    /// A geometry shader.
    Geometry(GeometryMode),
}

/// One executable: where it begins, what it is fed and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Executable {
    /// The version of its header.
    pub version: u16,
    /// The stage.
    pub kind: Kind,
    /// Whether the output maps of vertex and geometry shader are merged.
    pub merge_outputs: bool,
    /// The first code word.
    pub entry: u32,
    /// The word of its END.
    pub end: u32,
    /// The input registers that it reads.
    pub inputs: u16,
    /// The output registers that it writes.
    pub outputs: u16,
    /// Values of uniforms that are part of the program.
    pub constants: Vec<Constant>,
    /// Names of code.
    pub labels: Vec<Label>,
    /// The meanings of output registers.
    pub output_map: Vec<Output>,
    /// Names of inputs and uniforms.
    pub uniforms: Vec<Uniform>,
}

/// The value of a uniform that is part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// Of `b0`–`b15`.
    Boolean(u16, bool),
    /// Of `i0`–`i3`.
    Integer(u16, [u8; 4]),
    /// Of `c0`–`c95`.
    Float(u16, [Float24; 4]),
}

/// A name of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// A number given by the linker.
    pub id: u16,
    /// The first code word.
    pub offset: u32,
    /// The number of code words; `u32::MAX` if it is not known.
    pub size: u32,
    /// The name.
    pub name: String,
}

/// The meaning of an output register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// What it is.
    pub semantic: Semantic,
    /// The register `o0`–`o15`.
    pub register: u16,
    /// Its lanes, x in bit 0.
    pub lanes: u16,
}

/// What an output is. Values that have no name are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Semantic(pub u16);

impl Semantic {
    /// The names in assembly, by number.
    pub const NAMES: [(u16, &'static str); 8] = [
        (0, "position"),
        (1, "normalquat"),
        (2, "color"),
        (3, "texcoord0"),
        (4, "texcoord0w"),
        (5, "texcoord1"),
        (6, "texcoord2"),
        (8, "view"),
    ];
}

/// The name of a range of inputs or uniforms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniform {
    /// The name.
    pub name: String,
    /// The first register: `v` from 0x00, `c` from 0x10, `i` from 0x70, `b` from 0x78.
    pub first: u16,
    /// The last register.
    pub last: u16,
}

impl Executable {
    /// Sets the uniforms that are part of the program.
    pub fn load_constants(&self, machine: &mut Machine) {
        for &constant in &self.constants {
            match constant {
                Constant::Float(index, value) => {
                    machine.set_uniform(index.into(), value.map(Float24::to_f32));
                }
                Constant::Integer(index, value) => machine.set_integer(index.into(), value),
                Constant::Boolean(index, value) => {
                    let bit = 1u16.checked_shl(index.into()).unwrap_or(0);
                    let others = machine.booleans() & !bit;
                    machine.set_booleans(others | if value { bit } else { 0 });
                }
            }
        }
    }
}

/// Why bytes are no linked shader file, or a file cannot be written. Offsets count bytes from the file's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShbinError {
    /// A table or a field lies outside the file.
    #[error("{what} at byte {offset:#x} lies outside of the file")]
    Outside {
        /// What was looked for.
        what: &'static str,
        /// Where.
        offset: u64,
    },
    /// A header's magic is another.
    #[error("{what} at byte {offset:#x} begins with {found:#010x}")]
    Magic {
        /// Which header.
        what: &'static str,
        /// Where.
        offset: u64,
        /// What stands there.
        found: u32,
    },
    /// A field has a value that means nothing.
    #[error("{what} at byte {offset:#x} is {value:#x}")]
    Value {
        /// The field.
        what: &'static str,
        /// Where.
        offset: u64,
        /// The value.
        value: u32,
    },
    /// A name has no end within 512 bytes, or is not UTF-8.
    #[error("the name at byte {offset:#x} has no end or is not UTF-8")]
    Name {
        /// Where.
        offset: u64,
    },
    /// More than the format's fields can count.
    #[error("too many {0} for the format")]
    TooMany(&'static str),
}
