//! Linear programs, as the exact evaluator takes them.

use super::assemble::{Assembler, VertexProgram};
use super::{
    CAPTURED, INPUTS, LowerError, OUTPUTS, OutputMap, POSITION, RegisterName, TEMPORARIES, TEXCOORD,
};
use crate::gx2::isa::{Alu, Op, Operand, Source};
use crate::pica::exact::{LinearProgram, Operation, Read, Step};
use crate::pica::isa::{Destination, Register};

/// A lane of a PICA200 register.
pub(super) fn operand(register: Register, lane: u8) -> Operand {
    let source = match register {
        Register::Input(index) => Source::Gpr(INPUTS + index),
        Register::Temporary(index) => Source::Gpr(TEMPORARIES + index),
        Register::Uniform(index) => Source::Constant(index),
    };
    Operand::new(source, lane)
}

/// The register of a destination.
pub(super) const fn destination(destination: Destination) -> u8 {
    match destination {
        Destination::Output(index) => OUTPUTS + index,
        Destination::Temporary(index) => TEMPORARIES + index,
    }
}

/// What is written so far.
#[derive(Default)]
struct Defined {
    outputs: [[bool; 4]; 16],
    temporaries: [[bool; 4]; 16],
    inputs: u16,
}

impl Defined {
    fn read(&mut self, step: &Step, source: &Read) -> Result<(), LowerError> {
        for lane in (0..4).filter(|&lane| step.mask[lane]) {
            let lane = source.selector[lane];
            match source.register {
                Register::Input(index) => self.inputs |= 1 << index,
                Register::Temporary(index) if !self.temporaries[usize::from(index)][usize::from(lane)] => {
                    let register = RegisterName('r', index);
                    return Err(LowerError::Undefined { offset: step.offset, register, lane });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn write(&mut self, step: &Step) {
        let register = match step.destination {
            Destination::Output(index) => &mut self.outputs[usize::from(index)],
            Destination::Temporary(index) => &mut self.temporaries[usize::from(index)],
        };
        register.iter_mut().zip(step.mask).for_each(|(lane, written)| *lane |= written);
    }
}

/// Lowers a linear program.
///
/// Every step first copies its sources, swizzled and negated, and then computes from the copies; so a swizzle in place reads
/// the old lanes. Products are those in which zero times anything is +0: the sign of a zero may differ from the exact
/// evaluator's, its value not.
///
/// # Errors
/// Lanes that are read or exported and never written.
pub fn linear(program: &LinearProgram, outputs: &OutputMap) -> Result<VertexProgram, LowerError> {
    let mut assembler = Assembler::new();
    let mut defined = Defined::default();
    for step in &program.steps {
        let sources = match step.operation {
            Operation::Move => &[step.first][..],
            Operation::Add | Operation::Multiply => &[step.first, step.second][..],
        };
        let lanes = || (0..4u8).filter(|&lane| step.mask[usize::from(lane)]);
        for (source, register) in sources.iter().zip(CAPTURED) {
            defined.read(step, source)?;
            let copy = |lane: u8| {
                let from =
                    operand(source.register, source.selector[usize::from(lane)]).negated(source.negate);
                Alu::new(Op::Mov, (register, lane), &[from])
            };
            assembler.group(lanes().map(copy).collect());
        }
        let op = match step.operation {
            Operation::Move => Op::Mov,
            Operation::Add => Op::Add,
            Operation::Multiply => Op::Mul,
        };
        let to = destination(step.destination);
        let compute = |lane| {
            Alu::new(op, (to, lane), &CAPTURED.map(|register| Operand::gpr(register, lane))[..sources.len()])
        };
        assembler.group(lanes().map(compute).collect());
        defined.write(step);
    }
    let end = program.entry + program.executed - 1;
    let exported = outputs.position.iter().chain(&outputs.colour).chain(outputs.texcoord.iter().flatten());
    for from in exported {
        if !defined.outputs[usize::from(from.register & 15)][usize::from(from.lane & 3)] {
            let register = RegisterName('o', from.register);
            return Err(LowerError::Undefined { offset: end, register, lane: from.lane });
        }
    }
    let gprs = if outputs.texcoord.is_some() { TEXCOORD + 1 } else { POSITION + 2 };
    assembler.finish(outputs, defined.inputs, gprs, 0)
}
