//! PICA200 vertex shaders to Latte programs.

mod arithmetic;
mod assemble;
mod general;
mod linear;

pub use assemble::VertexProgram;
pub use general::{Constants, general};
pub use linear::linear;

use crate::pica::DecodeError;
use crate::pica::isa::Opcode;
use crate::pica::shbin::{Executable, Semantic};

/// The register of input `v0`; the others follow.
pub const INPUTS: u8 = 1;
/// The register of temporary `r0`.
pub const TEMPORARIES: u8 = 17;
/// The register of output `o0`.
pub const OUTPUTS: u8 = 33;
/// The two registers that hold captured sources.
pub const CAPTURED: [u8; 2] = [49, 50];
/// The register that is exported as the position.
pub const POSITION: u8 = 51;
/// The register that is exported as the colour.
pub const COLOUR: u8 = 52;
/// The register whose lanes x and y are exported as texture coordinate 0.
pub const TEXCOORD: u8 = 53;
/// The register of the two flags of CMP; not in linear programs.
pub const FLAGS: u8 = 54;
/// The register of `a0.x` and `a0.y`; not in linear programs.
pub const ADDRESS: u8 = 55;
/// A register for what lies between; not in linear programs.
pub const SCRATCH: u8 = 56;

/// A lane of an output register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutputLane {
    /// The register `o0`–`o15`.
    pub register: u8,
    /// The lane, 0 to 3.
    pub lane: u8,
}

/// Which output lanes are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutputMap {
    /// The position's lanes.
    pub position: [OutputLane; 4],
    /// The primary colour's lanes.
    pub colour: [OutputLane; 4],
    /// The lanes of texture coordinate 0, if both are there.
    pub texcoord: Option<[OutputLane; 2]>,
}

impl OutputMap {
    /// The map of an executable's outputs.
    ///
    /// # Errors
    /// [`LowerError::Unmapped`] if it has no full position or colour.
    pub fn of(executable: &Executable) -> Result<Self, LowerError> {
        let find = |semantic: u16, wanted: usize| {
            let lanes = executable.output_map.iter().filter(|output| output.semantic == Semantic(semantic));
            let lanes = lanes.flat_map(|output| {
                let register = output.register as u8 & 15;
                (0..4)
                    .filter(move |lane| output.lanes >> lane & 1 != 0)
                    .map(move |lane| OutputLane { register, lane })
            });
            let lanes: Vec<_> = lanes.take(wanted).collect();
            (lanes.len() == wanted).then_some(lanes)
        };
        let four = |semantic, name| match find(semantic, 4).as_deref() {
            Some(&[x, y, z, w]) => Ok([x, y, z, w]),
            _ => Err(LowerError::Unmapped { name }),
        };
        let texcoord = match find(3, 2).as_deref() {
            Some(&[s, t]) => Some([s, t]),
            _ => None,
        };
        Ok(Self { position: four(0, "position")?, colour: four(2, "color")?, texcoord })
    }
}

/// Why a program has no Latte form. `offset` is the code word at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LowerError {
    /// A full position or colour is not among the outputs.
    #[error("the outputs have no full {name}")]
    Unmapped {
        /// The name of the output.
        name: &'static str,
    },
    /// A linear program reads a lane before it is written, or leaves an exported lane unwritten.
    #[error("{register}.{} is undefined at code word {offset}", ['x', 'y', 'z', 'w'][usize::from(*lane)])]
    Undefined {
        /// The word that reads it; the END for exports.
        offset: u32,
        /// The register's letter and number, as `r` or `o`.
        register: RegisterName,
        /// The lane.
        lane: u8,
    },
    /// A word is no instruction.
    #[error("code word {offset}: {error}")]
    Decode {
        /// The word's index.
        offset: u32,
        /// What is wrong.
        error: DecodeError,
    },
    /// Execution would leave the code.
    #[error("no END was met before code word {offset}")]
    NoEnd {
        /// The first word that is not there.
        offset: u32,
    },
    /// An operand descriptor is not there.
    #[error("code word {offset}: operand descriptor {descriptor} is missing")]
    MissingDescriptor {
        /// The word's index.
        offset: u32,
        /// The descriptor's index.
        descriptor: u8,
    },
    /// An instruction that this form of Latte program does not express.
    #[error("code word {offset}: `{}` {why}", opcode.mnemonic())]
    Unsupported {
        /// The word's index.
        offset: u32,
        /// The instruction.
        opcode: Opcode,
        /// Why.
        why: &'static str,
    },
    /// Loops and calls make the program too long.
    #[error("the program has more than {limit} instructions with its loops and calls written out")]
    TooLong {
        /// The limit.
        limit: u32,
    },
    /// A defect of this module: the program that it made does not encode.
    #[error("internal: {0}")]
    Encode(#[from] super::EncodeError),
}

/// A register by its letter and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegisterName(pub char, pub u8);

impl std::fmt::Display for RegisterName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}{}", self.0, self.1)
    }
}
