//! Vertex programs executed from their words, for one vertex, in 32-bit floats.
//!
//! This is what the instructions mean, not how fast or how precisely the hardware executes them.

use super::decode::{DecodeError, decode};
use super::isa::{Alu, ClauseKind, Flow, Group, Index, Op, Operand, Select, Source, Target};
use super::lower::INPUTS;

/// What a vertex program exports.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Exports {
    /// The position.
    pub position: [f32; 4],
    /// The parameters, by number.
    pub parameters: Vec<[f32; 4]>,
}

/// Why a program could not be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// The words are no program.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A step that vertex programs do not have, or that goes back or beyond the program.
    #[error("step {step} is out of place")]
    Step {
        /// The index of the step.
        step: usize,
    },
    /// The stack is popped below its bottom.
    #[error("step {step} pops an empty stack")]
    Stack {
        /// The index of the step.
        step: usize,
    },
}

struct State<'a> {
    gprs: [[f32; 4]; 128],
    constants: &'a [[f32; 4]; 256],
    address: i32,
    vector: [f32; 4],
    scalar: f32,
    active: bool,
    stack: Vec<bool>,
}

/// Executes a vertex program.
///
/// # Errors
/// See [`EvaluateError`].
pub fn evaluate(
    words: &[u32],
    inputs: &[[f32; 4]; 16],
    constants: &[[f32; 4]; 256],
) -> Result<Exports, EvaluateError> {
    let program = decode(words)?;
    let mut state = State {
        gprs: [[0.0; 4]; 128],
        constants,
        address: 0,
        vector: [0.0; 4],
        scalar: 0.0,
        active: true,
        stack: Vec::new(),
    };
    state.gprs[usize::from(INPUTS)..][..16].copy_from_slice(inputs);
    let mut exports = Exports::default();
    let mut at = 0;
    while let Some(step) = program.steps.get(at) {
        let next = state.step(&step.flow, at, &mut exports)?;
        // Steps only go forward, as in all that this module makes: so there is an end.
        if next <= at || next > program.steps.len() {
            return Err(EvaluateError::Step { step: at });
        }
        at = next;
    }
    Ok(exports)
}

/// The product in which zero times anything is +0.
fn multiply(a: f32, b: f32) -> f32 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

const fn truth(condition: bool) -> f32 {
    if condition { 1.0 } else { 0.0 }
}

impl State<'_> {
    /// Executes the step at `at`; answers the next one's index.
    fn step(&mut self, flow: &Flow, at: usize, exports: &mut Exports) -> Result<usize, EvaluateError> {
        match flow {
            Flow::Nop | Flow::CallFetch => {}
            Flow::Texture(_) => return Err(EvaluateError::Step { step: at }),
            Flow::Alu(kind, groups) => {
                if *kind == ClauseKind::PushBefore {
                    self.stack.push(self.active);
                }
                groups.iter().for_each(|group| self.group(group));
                self.pop(u8::from(*kind == ClauseKind::PopAfter), at)?;
            }
            Flow::Jump { target, pop } => {
                if !self.active {
                    self.pop(*pop, at)?;
                    return Ok(*target as usize);
                }
            }
            Flow::Else { target, pop } => {
                let outer = *self.stack.last().ok_or(EvaluateError::Stack { step: at })?;
                self.active = outer && !self.active;
                if !self.active {
                    self.pop(*pop, at)?;
                    return Ok(*target as usize);
                }
            }
            Flow::Pop { target, pop } => {
                self.pop(*pop, at)?;
                return Ok(*target as usize);
            }
            Flow::Export { target, register, lanes, .. } => {
                let value = lanes.map(|lane| self.select(*register, lane));
                match *target {
                    Target::Position(0) => exports.position = value,
                    Target::Parameter(index) if usize::from(index) == exports.parameters.len() => {
                        exports.parameters.push(value);
                    }
                    _ => return Err(EvaluateError::Step { step: at }),
                }
            }
        }
        Ok(at + 1)
    }

    fn pop(&mut self, count: u8, step: usize) -> Result<(), EvaluateError> {
        for _ in 0..count {
            self.active = self.stack.pop().ok_or(EvaluateError::Stack { step })?;
        }
        Ok(())
    }

    fn select(&self, register: u8, lane: Select) -> f32 {
        let register = self.gprs[usize::from(register & 127)];
        match lane {
            Select::X => register[0],
            Select::Y => register[1],
            Select::Z => register[2],
            Select::W => register[3],
            Select::Zero | Select::Masked => 0.0,
            Select::One => 1.0,
        }
    }

    fn operand(&self, operand: &Operand, index: Index) -> f32 {
        let lane = usize::from(operand.lane & 3);
        let offset = if operand.relative && index == Index::X { self.address } else { 0 };
        let vector = |file: &[[f32; 4]], register: u8| {
            let at = i32::from(register) + offset;
            usize::try_from(at).ok().and_then(|at| file.get(at)).map_or(0.0, |vector| vector[lane])
        };
        let value = match operand.source {
            Source::Gpr(register) => vector(&self.gprs, register),
            Source::Constant(register) => vector(self.constants, register),
            Source::Zero => 0.0,
            Source::One => 1.0,
            Source::Half => 0.5,
            Source::Literal(bits) => f32::from_bits(bits),
            Source::PreviousVector => self.vector[lane],
            Source::PreviousScalar => self.scalar,
        };
        let value = if operand.absolute { value.abs() } else { value };
        if operand.negate { -value } else { value }
    }

    fn group(&mut self, group: &Group) {
        // All are read before one is written.
        let dot = group.0.iter().filter(|alu| alu.op == Op::Dot4).fold(0.0, |sum, alu| {
            sum + multiply(
                self.operand(&alu.operands[0], alu.index),
                self.operand(&alu.operands[1], alu.index),
            )
        });
        let results: Vec<f32> = group.0.iter().map(|alu| self.result(alu, dot)).collect();
        for (alu, &result) in group.0.iter().zip(&results) {
            match alu.op.unit() {
                super::isa::Unit::Scalar => self.scalar = result,
                _ => self.vector[usize::from(alu.lane & 3)] = result,
            }
            if !self.active {
                continue;
            }
            if alu.op == Op::MovaFloor {
                self.address = (result as i32).clamp(-256, 255);
            } else if alu.write {
                self.gprs[usize::from(alu.destination & 127)][usize::from(alu.lane & 3)] = result;
            }
        }
        // Predicates come last: what a group writes, it writes for the vertices that were active.
        for (alu, &result) in group.0.iter().zip(&results) {
            if alu.updates_mask {
                self.active &= result != 0.0;
            }
        }
    }

    fn result(&self, alu: &Alu, dot: f32) -> f32 {
        let [a, b, c] = alu.operands.each_ref().map(|operand| self.operand(operand, alu.index));
        modified(
            alu,
            match alu.op {
                Op::Add => a + b,
                Op::Mul => multiply(a, b),
                Op::MulIeee => a * b,
                Op::Max => {
                    if a >= b {
                        a
                    } else {
                        b
                    }
                }
                Op::Min => {
                    if a < b {
                        a
                    } else {
                        b
                    }
                }
                Op::SetE | Op::PredSetE => truth(a == b),
                Op::SetGt | Op::PredSetGt => truth(a > b),
                Op::SetGe | Op::PredSetGe => truth(a >= b),
                Op::SetNe | Op::PredSetNe => truth(a != b),
                Op::Fract => a - a.floor(),
                Op::Trunc => a.trunc(),
                Op::Floor | Op::MovaFloor => a.floor(),
                Op::Mov => a,
                Op::Nop => 0.0,
                Op::Dot4 => dot,
                Op::Exp => a.exp2(),
                Op::Log => a.log2(),
                Op::Recip => 1.0 / a,
                Op::RecipSqrt => 1.0 / a.sqrt(),
                Op::MulAdd => multiply(a, b) + c,
                Op::CndE => {
                    if a == 0.0 {
                        b
                    } else {
                        c
                    }
                }
                Op::CndGt => {
                    if a > 0.0 {
                        b
                    } else {
                        c
                    }
                }
                Op::CndGe => {
                    if a >= 0.0 {
                        b
                    } else {
                        c
                    }
                }
            },
        )
    }
}

/// A result with the instruction's modifiers.
fn modified(alu: &Alu, result: f32) -> f32 {
    let result = match alu.modifier {
        1 => result * 2.0,
        2 => result * 4.0,
        3 => result / 2.0,
        _ => result,
    };
    if alu.clamp { result.clamp(0.0, 1.0) } else { result }
}
