//! Linear programs: decoded once up to their END, then run for each vertex.

use crate::pica::decode::decode;
use crate::pica::error::{ExactError, NumericError};
use crate::pica::float::Float24;
use crate::pica::isa::{
    Descriptor, Destination, Opcode, Operands, Register, Relative, Selector, VERTEX_WORDS,
};

/// One lane of an input or a uniform: `None` if nothing was written there.
pub type Lane = Option<f32>;

/// Four lanes.
pub type Vector = [Lane; 4];

/// A vector of which nothing is defined.
pub const UNDEFINED: Vector = [None; 4];

/// What a step computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Copies the first source.
    Move,
    /// Adds two sources.
    Add,
    /// Multiplies two sources.
    Multiply,
}

/// A source: a register, swizzled and then negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// The register.
    pub register: Register,
    /// The lane that each lane of the operand reads.
    pub selector: Selector,
    /// Whether the sign is changed after the swizzle.
    pub negate: bool,
}

/// One instruction that computes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The index of its code word.
    pub offset: u32,
    /// What it computes.
    pub operation: Operation,
    /// Where to.
    pub destination: Destination,
    /// The lanes that are written, and the only ones that are read for.
    pub mask: [bool; 4],
    /// The first source.
    pub first: Read,
    /// The second source; that of [`Operation::Move`] equals the first.
    pub second: Read,
}

/// A program of MOV, ADD, MUL and NOP up to its END.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearProgram {
    /// The instructions that compute something.
    pub steps: Vec<Step>,
    /// Instructions executed a vertex, NOPs and the END included.
    pub executed: u32,
    /// The index of the first code word.
    pub entry: u32,
}

/// What a program leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The output registers, lanes that were not written as `None`.
    pub outputs: [[Option<Float24>; 4]; 16],
    /// The temporary registers, likewise.
    pub temporaries: [[Option<Float24>; 4]; 16],
    /// Instructions executed, NOPs and the END included.
    pub executed: u32,
}

/// NOP and END without spare bits.
const NOP: u32 = 0x8400_0000;
const END: u32 = 0x8800_0000;

impl LinearProgram {
    /// Decodes a program from `entry` to its END. `None` stands for words and descriptors that were never uploaded.
    ///
    /// Words from [`VERTEX_WORDS`] on do not exist.
    ///
    /// # Errors
    /// Missing code or descriptors, no END, other instructions, relative addressing, reserved descriptor bits.
    pub fn parse(code: &[Option<u32>], descriptors: &[Option<u32>], entry: u32) -> Result<Self, ExactError> {
        let code = &code[..code.len().min(VERTEX_WORDS)];
        let mut steps = Vec::new();
        let mut offset = entry;
        loop {
            let word = code.get(offset as usize).copied().flatten();
            match word.ok_or(ExactError::MissingCode { offset })? {
                NOP => {}
                END => return Ok(Self { steps, executed: offset - entry + 1, entry }),
                word => steps.push(step(word, descriptors, offset)?),
            }
            offset += 1;
        }
    }

    /// Runs the program for one vertex.
    ///
    /// # Errors
    /// Undefined lanes, operands outside the numbers of the exact arithmetic, results outside them. Lanes and registers
    /// that no written lane reads are not looked at.
    pub fn run(&self, uniforms: &[Vector; 96], inputs: &[Vector; 16]) -> Result<Outcome, ExactError> {
        let mut outcome =
            Outcome { outputs: [[None; 4]; 16], temporaries: [[None; 4]; 16], executed: self.executed };
        for step in &self.steps {
            // All lanes are computed before one is written: a swizzle in place reads the old ones.
            let mut results = [None; 4];
            for lane in (0..4).filter(|&lane| step.mask[lane]) {
                let read =
                    |source: &Read| fetch(source, lane, step.offset, uniforms, inputs, &outcome.temporaries);
                let a = read(&step.first)?;
                results[lane] = Some(match step.operation {
                    Operation::Move => a,
                    Operation::Add => numeric(step, lane, a, read(&step.second)?, super::add)?,
                    Operation::Multiply => numeric(step, lane, a, read(&step.second)?, super::multiply)?,
                });
            }
            let register = match step.destination {
                Destination::Output(index) => &mut outcome.outputs[usize::from(index)],
                Destination::Temporary(index) => &mut outcome.temporaries[usize::from(index)],
            };
            for (lane, result) in results.into_iter().enumerate() {
                register[lane] = result.or(register[lane]);
            }
        }
        Ok(outcome)
    }
}

/// Decodes an instruction that computes something.
fn step(word: u32, descriptors: &[Option<u32>], offset: u32) -> Result<Step, ExactError> {
    let instruction = decode(word).map_err(|error| ExactError::Decode { offset, error })?;
    let opcode = instruction.opcode;
    let refused = ExactError::Opcode { offset, opcode, word };
    let operation = match opcode {
        Opcode::Mov => Operation::Move,
        Opcode::Add => Operation::Add,
        Opcode::Mul => Operation::Multiply,
        _ => return Err(refused),
    };
    let Operands::Arithmetic { descriptor: index, destination, sources: [Some(first), second], relative } =
        instruction.operands
    else {
        return Err(refused);
    };
    if relative != Relative::None {
        return Err(ExactError::Relative { offset, word });
    }
    let descriptor = descriptors.get(usize::from(index)).copied().flatten();
    let missing = ExactError::MissingDescriptor { offset, descriptor: index };
    let descriptor = Descriptor(descriptor.ok_or(missing)?);
    if descriptor.reserved() != 0 {
        return Err(ExactError::ReservedDescriptor { offset, descriptor: index, value: descriptor.0 });
    }
    let read = |register, source| Read {
        register,
        selector: descriptor.selector(source),
        negate: descriptor.negates(source),
    };
    let first = read(first, 0);
    let second = second.map_or(first, |register| read(register, 1));
    Ok(Step { offset, operation, destination, mask: descriptor.mask(), first, second })
}

/// One lane of a source.
fn fetch(
    source: &Read,
    lane: usize,
    offset: u32,
    uniforms: &[Vector; 96],
    inputs: &[Vector; 16],
    temporaries: &[[Option<Float24>; 4]; 16],
) -> Result<Float24, ExactError> {
    let (register, lane) = (source.register, source.selector[lane]);
    let undefined = ExactError::Undefined { offset, register, lane };
    let outside = |value: Lane| {
        let value = value.ok_or(undefined)?;
        Float24::from_f32_exact(value).map_err(|error| ExactError::Operand {
            offset,
            register,
            lane,
            value: value.to_bits(),
            error,
        })
    };
    let value = match register {
        Register::Input(index) => outside(inputs[usize::from(index)][usize::from(lane)])?,
        Register::Uniform(index) => outside(uniforms[usize::from(index)][usize::from(lane)])?,
        Register::Temporary(index) => temporaries[usize::from(index)][usize::from(lane)].ok_or(undefined)?,
    };
    Ok(if source.negate { value.negated() } else { value })
}

/// Applies an operation of two operands.
fn numeric(
    step: &Step,
    lane: usize,
    a: Float24,
    b: Float24,
    operation: fn(Float24, Float24) -> Result<Float24, NumericError>,
) -> Result<Float24, ExactError> {
    operation(a, b).map_err(|error| ExactError::Result { offset: step.offset, lane: lane as u8, a, b, error })
}
