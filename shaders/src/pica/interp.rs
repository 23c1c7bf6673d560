//! The interpreter of the whole instruction set, in 32-bit floats with the special values of the PICA200.
//!
//! A [`Program`] is decoded once. A [`Machine`] holds the registers of one shader unit, which stay between runs as they do
//! in the hardware; so uniforms are set once and inputs for each vertex. Zero times infinity is zero everywhere.
//! Flow control follows the machine's own rules: rings of four calls, eight branches and four loops, whose ends are looked
//! for after each instruction.
//!
//! [`Precision::Float24`] rounds operands and results of arithmetic to [`Float24`](super::Float24), to nearest, and flushes
//! what is too small; comparisons, MAX, MIN and MOV take values as they are.

mod alu;
pub(in crate::pica) mod compile;
mod emit;
mod flow;

pub use compile::Program;
pub use emit::{Emitter, Triangle};

use super::error::DecodeError;
use super::isa::UNIFORMS;

/// Four lanes.
pub type Vec4 = [f32; 4];

/// How results are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Precision {
    /// As 32-bit floats.
    #[default]
    Float32,
    /// Rounded to 24-bit floats after every operation.
    Float24,
}

/// How a program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How results are kept.
    pub precision: Precision,
    /// After how many instructions a run is given up.
    pub instructions: u32,
}

impl Default for Options {
    /// 32-bit results and 262,144 instructions.
    fn default() -> Self {
        Self { precision: Precision::Float32, instructions: 1 << 18 }
    }
}

/// Why a run stopped before its END. `offset` is the code word at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecuteError {
    /// The code ends at this word without an END.
    #[error("no END was met before code word {offset}")]
    NoEnd {
        /// The first word that is not there.
        offset: u32,
    },
    /// The word is no instruction.
    #[error("code word {offset}: {error}")]
    Decode {
        /// The word's index.
        offset: u32,
        /// What is wrong with it.
        error: DecodeError,
    },
    /// The instruction's operand descriptor is not there.
    #[error("code word {offset}: operand descriptor {descriptor} is missing")]
    MissingDescriptor {
        /// The word's index.
        offset: u32,
        /// The descriptor's index.
        descriptor: u8,
    },
    /// The instructions allowed are used up.
    #[error("code word {offset}: the program ran for {limit} instructions without an end")]
    Budget {
        /// The next word.
        offset: u32,
        /// The limit that was reached.
        limit: u32,
    },
    /// BREAK where no loop is open.
    #[error("code word {offset}: BREAK outside of a loop")]
    BreakOutsideLoop {
        /// The word's index.
        offset: u32,
    },
    /// EMIT or SETEMIT in a vertex shader.
    #[error("code word {offset}: only geometry shaders emit vertices")]
    NoEmitter {
        /// The word's index.
        offset: u32,
    },
    /// EMIT to the fourth vertex of a triangle.
    #[error("code word {offset}: EMIT to vertex {vertex} of a triangle")]
    Vertex {
        /// The word's index.
        offset: u32,
        /// The vertex.
        vertex: u8,
    },
    /// More triangles than the emitter takes.
    #[error("code word {offset}: more than {limit} triangles")]
    Triangles {
        /// The word's index.
        offset: u32,
        /// The limit that was reached.
        limit: usize,
    },
}

/// The registers of one shader unit.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Inputs, temporaries and float uniforms by register number.
    registers: [Vec4; 128],
    outputs: [Vec4; 16],
    /// `a0.x`, `a0.y` and `aL`.
    address: [i32; 3],
    flags: [bool; 2],
    integers: [[u8; 4]; 4],
    booleans: u16,
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

impl Machine {
    /// A unit whose registers are all zero.
    pub const fn new() -> Self {
        Self {
            registers: [[0.0; 4]; 128],
            outputs: [[0.0; 4]; 16],
            address: [0; 3],
            flags: [false; 2],
            integers: [[0; 4]; 4],
            booleans: 0,
        }
    }

    /// Sets input `index` (0 to 15). Other indices are ignored.
    pub fn set_input(&mut self, index: usize, value: Vec4) {
        if index < 16 {
            self.registers[index] = value;
        }
    }

    /// Sets float uniform `index` (0 to 95). Other indices are ignored, as uploads to them are.
    pub fn set_uniform(&mut self, index: usize, value: Vec4) {
        if index < UNIFORMS {
            self.registers[32 + index] = value;
        }
    }

    /// Sets integer uniform `index` (0 to 3): a loop's count less one, first value, step, and nothing. Other indices are
    /// ignored.
    pub fn set_integer(&mut self, index: usize, value: [u8; 4]) {
        if let Some(register) = self.integers.get_mut(index) {
            *register = value;
        }
    }

    /// Sets all boolean uniforms, `b0` in bit 0.
    pub const fn set_booleans(&mut self, bits: u16) {
        self.booleans = bits;
    }

    /// Float uniform `index`, or `None` if there is none of that index.
    pub fn uniform(&self, index: usize) -> Option<Vec4> {
        (index < UNIFORMS).then(|| self.registers[32 + index])
    }

    /// The boolean uniforms, `b0` in bit 0.
    pub const fn booleans(&self) -> u16 {
        self.booleans
    }

    /// The output registers.
    pub const fn outputs(&self) -> &[Vec4; 16] {
        &self.outputs
    }

    /// The temporary registers.
    pub fn temporaries(&self) -> [Vec4; 16] {
        std::array::from_fn(|index| self.registers[16 + index])
    }

    /// The address registers `a0.x` and `a0.y`, and the loop counter `aL`.
    pub const fn address(&self) -> [i32; 3] {
        self.address
    }

    /// The two flags of CMP.
    pub const fn flags(&self) -> [bool; 2] {
        self.flags
    }

    /// Runs a program from the code word `entry` to an END; answers the number of instructions executed, END included.
    ///
    /// `emitter` is what EMIT writes to: `None` for vertex shaders.
    ///
    /// # Errors
    /// See [`ExecuteError`]. Registers keep what was written until then.
    pub fn run(
        &mut self,
        program: &Program,
        entry: u32,
        options: &Options,
        emitter: Option<&mut Emitter>,
    ) -> Result<u32, ExecuteError> {
        match options.precision {
            Precision::Float32 => self.execute::<false>(program, entry, options.instructions, emitter),
            Precision::Float24 => self.execute::<true>(program, entry, options.instructions, emitter),
        }
    }
}
