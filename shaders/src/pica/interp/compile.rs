//! Words to what the loop of the interpreter executes.

use crate::pica::decode::decode;
use crate::pica::isa::{
    Comparison, Condition, Descriptor, Destination, Form, GEOMETRY_WORDS, Instruction, Opcode, Operands,
    Register, Relative,
};

use super::ExecuteError;

/// A source: the number of a register, the lanes read, the sign bit to change.
#[derive(Clone, Copy, Debug)]
pub(in crate::pica) struct Source {
    pub(in crate::pica) register: u8,
    pub(in crate::pica) selector: [u8; 4],
    pub(in crate::pica) sign: u32,
}

/// An instruction that computes.
#[derive(Clone, Copy, Debug)]
pub(in crate::pica) struct Compute {
    pub(in crate::pica) opcode: Opcode,
    /// The five-bit number of the destination.
    pub(in crate::pica) destination: u8,
    pub(in crate::pica) mask: [bool; 4],
    pub(in crate::pica) sources: [Source; 3],
    /// Which source is relative, and to which address register; `None` if none is.
    pub(in crate::pica) relative: Option<(u8, u8)>,
    pub(in crate::pica) comparisons: [Comparison; 2],
}

/// What a branch depends on.
#[derive(Clone, Copy, Debug)]
pub(in crate::pica) enum Test {
    Always,
    Flags(Condition),
    /// The boolean uniform is set, or clear.
    Boolean(u8, bool),
}

/// One executable word.
#[derive(Clone, Copy, Debug)]
pub(in crate::pica) enum Operation {
    Compute(Compute),
    Nop,
    End,
    Break(Test),
    Call {
        test: Test,
        target: u32,
        count: u32,
    },
    If {
        test: Test,
        target: u32,
        count: u32,
    },
    Jump {
        test: Test,
        target: u32,
    },
    Loop {
        uniform: u8,
        last: u32,
    },
    Emit,
    SetEmit {
        vertex: u8,
        primitive: bool,
        winding: bool,
    },
    /// Fails when it is reached, not before.
    Refused(ExecuteError),
}

/// Code and descriptors, decoded. Words that are no instruction fail when they are executed.
#[derive(Clone, Debug)]
pub struct Program {
    pub(in crate::pica) operations: Vec<Operation>,
}

impl Program {
    /// Decodes code and the operand descriptors that it names. Words from 4096 on do not exist.
    pub fn new(code: &[u32], descriptors: &[u32]) -> Self {
        let code = &code[..code.len().min(GEOMETRY_WORDS)];
        let operation = |(offset, &word): (usize, &u32)| {
            let offset = offset as u32;
            match decode(word) {
                Ok(instruction) => operation(&instruction, descriptors, offset),
                Err(error) => Operation::Refused(ExecuteError::Decode { offset, error }),
            }
        };
        Self { operations: code.iter().enumerate().map(operation).collect() }
    }
}

fn operation(instruction: &Instruction, descriptors: &[u32], offset: u32) -> Operation {
    match instruction.operands {
        Operands::None => match instruction.opcode {
            Opcode::End => Operation::End,
            Opcode::Break => Operation::Break(Test::Always),
            Opcode::Emit => Operation::Emit,
            _ => Operation::Nop,
        },
        Operands::Conditional { condition, target, count } => {
            let test = match instruction.opcode {
                Opcode::Call => Test::Always,
                _ => Test::Flags(condition),
            };
            flow(instruction.opcode, test, target, count)
        }
        Operands::Boolean { uniform, target, count } => {
            let inverted = instruction.opcode == Opcode::Jmpu && count & 1 != 0;
            flow(instruction.opcode, Test::Boolean(uniform, !inverted), target, count)
        }
        Operands::Loop { uniform, target, .. } => Operation::Loop { uniform, last: target.into() },
        Operands::SetEmit { vertex, primitive, winding } => Operation::SetEmit { vertex, primitive, winding },
        Operands::Arithmetic { descriptor, .. }
        | Operands::Compare { descriptor, .. }
        | Operands::MultiplyAdd { descriptor, .. } => match descriptors.get(usize::from(descriptor)) {
            Some(&bits) => Operation::Compute(compute(instruction, Descriptor(bits))),
            None => Operation::Refused(ExecuteError::MissingDescriptor { offset, descriptor }),
        },
    }
}

fn flow(opcode: Opcode, test: Test, target: u16, count: u8) -> Operation {
    let (target, count) = (target.into(), count.into());
    match opcode {
        Opcode::Breakc => Operation::Break(test),
        Opcode::Ifc | Opcode::Ifu => Operation::If { test, target, count },
        Opcode::Jmpc | Opcode::Jmpu => Operation::Jump { test, target },
        _ => Operation::Call { test, target, count },
    }
}

fn compute(instruction: &Instruction, descriptor: Descriptor) -> Compute {
    let (destination, registers, relative, comparisons) = match instruction.operands {
        Operands::Arithmetic { destination, sources: [first, second], relative, .. } => {
            (destination, [first, second, None], relative, [Comparison::Eq; 2])
        }
        Operands::Compare { sources: [first, second], relative, comparisons, .. } => {
            (Destination::Output(0), [Some(first), Some(second), None], relative, comparisons)
        }
        Operands::MultiplyAdd { destination, sources, relative, .. } => {
            (destination, sources.map(Some), relative, [Comparison::Eq; 2])
        }
        _ => (Destination::Output(0), [None; 3], Relative::None, [Comparison::Eq; 2]),
    };
    let wide = match instruction.opcode.form() {
        Form::OneInverted | Form::MultiplyAdd => 1,
        Form::MultiplyAddInverted => 2,
        _ => 0,
    };
    let is_indexed = relative != Relative::None && matches!(registers[wide], Some(Register::Uniform(_)));
    Compute {
        opcode: instruction.opcode,
        destination: destination.number().unwrap_or(0),
        mask: descriptor.mask(),
        sources: std::array::from_fn(|index| Source {
            register: registers[index].and_then(Register::number).unwrap_or(0),
            selector: descriptor.selector(index),
            sign: u32::from(descriptor.negates(index)) << 31,
        }),
        relative: is_indexed.then(|| (wide as u8, relative.number() - 1)),
        comparisons,
    }
}
