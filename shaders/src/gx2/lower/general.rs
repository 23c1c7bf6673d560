//! Vertex shaders with calls, branches and loops.
//!
//! Boolean and integer uniforms are known when a program is made, so that branches on them vanish, and loops and calls are
//! written out. Branches on the flags of CMP use the hardware's stack of active vertices.

use super::assemble::{Assembler, VertexProgram};
use super::{FLAGS, LowerError, OutputMap, SCRATCH};
use crate::gx2::isa::{Alu, ClauseKind, Flow, Op, Operand, Source};
use crate::pica::decode::decode;
use crate::pica::isa::{Combination, Condition, Descriptor, Instruction, Opcode, Operands};

/// The uniforms that a program is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Constants {
    /// `b0`–`b15`, from bit 0 on.
    pub booleans: u16,
    /// `i0`–`i3`: a loop's count less one, first value, step, and nothing.
    pub integers: [[u8; 4]; 4],
}

/// PICA200 instructions, and Latte instructions, that a program may have with its loops and calls written out.
const MAX_INSTRUCTIONS: u32 = 1 << 14;
/// Calls within calls that the PICA200 returns from.
const MAX_CALLS: u32 = 4;
/// Branches within branches that the PICA200 keeps.
const MAX_BRANCHES: u32 = 8;

/// How a stretch of code was left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// At its end.
    Below,
    /// By an END.
    End,
    /// By a BREAK.
    Break,
}

/// The walk over the code.
pub(super) struct Walker<'a> {
    code: &'a [u32],
    descriptors: &'a [u32],
    constants: &'a Constants,
    pub(super) assembler: Assembler,
    pub(super) inputs: u16,
    /// The loop counter.
    pub(super) counter: i32,
    /// Open loops, and the branches that were open around the innermost one.
    loops: u32,
    loop_depth: u32,
    calls: u32,
    depth: u32,
    max_depth: u32,
    walked: u32,
}

/// Lowers a vertex shader.
///
/// # Errors
/// Words that are no instruction, code without an END, programs that are too long written out, and what this form does not
/// express: jumps and breaks on the flags of CMP, an END within a branch on them, and vertices emitted.
pub fn general(
    code: &[u32],
    descriptors: &[u32],
    entry: u32,
    constants: &Constants,
    outputs: &OutputMap,
) -> Result<VertexProgram, LowerError> {
    let mut walker = Walker {
        code,
        descriptors,
        constants,
        assembler: Assembler::new(),
        inputs: 0,
        counter: 0,
        loops: 0,
        loop_depth: 0,
        calls: 0,
        depth: 0,
        max_depth: 0,
        walked: 0,
    };
    // The code's end is never reached without an error: `u32::MAX` is no word.
    walker.walk(entry, u32::MAX)?;
    let (inputs, depth) = (walker.inputs, walker.max_depth);
    walker.assembler.finish(outputs, inputs, SCRATCH + 2, depth)
}

impl Walker<'_> {
    /// Lowers the code from `start` to `end`.
    fn walk(&mut self, start: u32, end: u32) -> Result<Left, LowerError> {
        let mut pc = start;
        while pc != end {
            let offset = pc;
            let word = self.code.get(pc as usize).copied().ok_or(LowerError::NoEnd { offset })?;
            let instruction = decode(word).map_err(|error| LowerError::Decode { offset, error })?;
            self.walked += 1;
            if self.walked > MAX_INSTRUCTIONS || self.assembler.instructions > MAX_INSTRUCTIONS as usize {
                return Err(LowerError::TooLong { limit: MAX_INSTRUCTIONS });
            }
            pc += 1;
            let opcode = instruction.opcode;
            let left = match instruction.operands {
                Operands::Conditional { condition, target, count } => {
                    self.conditional(offset, opcode, condition, (target.into(), count.into()), &mut pc)?
                }
                Operands::Boolean { uniform, target, count } => {
                    let is_set = self.constants.booleans >> (uniform & 15) & 1 != 0;
                    self.boolean(offset, opcode, is_set, (target.into(), count.into()), &mut pc, start..end)?
                }
                Operands::Loop { uniform, target, .. } => {
                    let left = self.repeat(offset, uniform, target.into())?;
                    pc = u32::from(target) + 1;
                    left
                }
                Operands::None | Operands::SetEmit { .. } => self.single(offset, opcode)?,
                Operands::Arithmetic { descriptor, .. }
                | Operands::Compare { descriptor, .. }
                | Operands::MultiplyAdd { descriptor, .. } => {
                    self.arithmetic(offset, &instruction, descriptor)?
                }
            };
            if left != Left::Below {
                return Ok(left);
            }
        }
        Ok(Left::Below)
    }

    fn arithmetic(
        &mut self,
        offset: u32,
        instruction: &Instruction,
        descriptor: u8,
    ) -> Result<Left, LowerError> {
        let bits = self.descriptors.get(usize::from(descriptor)).copied();
        let bits = bits.ok_or(LowerError::MissingDescriptor { offset, descriptor })?;
        self.compute(instruction, Descriptor(bits));
        Ok(Left::Below)
    }

    fn single(&self, offset: u32, opcode: Opcode) -> Result<Left, LowerError> {
        let unsupported = |why| Err(LowerError::Unsupported { offset, opcode, why });
        match opcode {
            Opcode::End if self.depth == 0 => Ok(Left::End),
            Opcode::End => unsupported("ends the program within a branch"),
            Opcode::Break if self.loops == 0 => unsupported("stands outside of a loop"),
            Opcode::Break if self.depth == self.loop_depth => Ok(Left::Break),
            Opcode::Break => unsupported("leaves a loop from within a branch"),
            Opcode::Nop => Ok(Left::Below),
            _ => unsupported("emits vertices"),
        }
    }

    fn call(&mut self, offset: u32, opcode: Opcode, (target, count): (u32, u32)) -> Result<Left, LowerError> {
        if self.calls == MAX_CALLS {
            return Err(LowerError::Unsupported { offset, opcode, why: "nests deeper than four calls" });
        }
        self.calls += 1;
        let left = self.walk(target, target + count);
        self.calls -= 1;
        left
    }

    fn conditional(
        &mut self,
        offset: u32,
        opcode: Opcode,
        condition: Condition,
        (target, count): (u32, u32),
        pc: &mut u32,
    ) -> Result<Left, LowerError> {
        match opcode {
            Opcode::Call => self.call(offset, opcode, (target, count)),
            Opcode::Callc => self.branch(
                offset,
                opcode,
                condition,
                |walker| walker.call(offset, opcode, (target, count)),
                None,
            ),
            Opcode::Ifc => {
                let first = *pc;
                *pc = target + count;
                let other = (count > 0).then_some((target, target + count));
                self.branch(offset, opcode, condition, |walker| walker.walk(first, target), other)
            }
            _ => Err(LowerError::Unsupported { offset, opcode, why: "jumps on a condition of each vertex" }),
        }
    }

    fn boolean(
        &mut self,
        offset: u32,
        opcode: Opcode,
        is_set: bool,
        (target, count): (u32, u32),
        pc: &mut u32,
        region: std::ops::Range<u32>,
    ) -> Result<Left, LowerError> {
        match opcode {
            Opcode::Callu if is_set => self.call(offset, opcode, (target, count)),
            Opcode::Ifu => {
                let (first, last) = if is_set { (*pc, target) } else { (target, target + count) };
                *pc = target + count;
                self.walk(first, last)
            }
            Opcode::Jmpu if is_set == (count & 1 == 0) => {
                if target < region.start || target > region.end {
                    let why = "leaves the block that it stands in";
                    return Err(LowerError::Unsupported { offset, opcode, why });
                }
                *pc = target;
                Ok(Left::Below)
            }
            _ => Ok(Left::Below),
        }
    }

    fn repeat(&mut self, offset: u32, uniform: u8, last: u32) -> Result<Left, LowerError> {
        let [count, first, step, _] = self.constants.integers[usize::from(uniform & 3)];
        let (outer, outer_depth) = (self.counter, self.loop_depth);
        self.counter = first.into();
        self.loops += 1;
        self.loop_depth = self.depth;
        for _ in 0..=count {
            let left = self.walk(offset + 1, last + 1)?;
            if left == Left::End {
                return Ok(left);
            }
            self.counter += i32::from(step);
            if left == Left::Break {
                break;
            }
        }
        self.loops -= 1;
        self.loop_depth = outer_depth;
        if self.loops > 0 {
            self.counter = outer;
        }
        Ok(Left::Below)
    }

    /// A branch on the flags: both sides, each for the vertices that take it.
    fn branch(
        &mut self,
        offset: u32,
        opcode: Opcode,
        condition: Condition,
        first: impl FnOnce(&mut Self) -> Result<Left, LowerError>,
        other: Option<(u32, u32)>,
    ) -> Result<Left, LowerError> {
        if self.depth == MAX_BRANCHES {
            return Err(LowerError::Unsupported { offset, opcode, why: "nests deeper than eight branches" });
        }
        self.predicate(condition);
        self.depth += 1;
        self.max_depth = self.max_depth.max(self.depth);
        let counter = self.counter;
        let jump = self.open(Flow::Jump { target: 0, pop: 1 });
        first(self)?;
        let middle = other.map(|(from, to)| {
            let place = self.open(Flow::Else { target: 0, pop: 1 });
            self.patch(jump, Flow::Jump { target: place as u32, pop: 0 });
            self.counter = counter;
            self.walk(from, to).map(|_| place)
        });
        let middle = middle.transpose()?;
        let pop = self.open(Flow::Nop);
        let target = pop as u32 + 1;
        self.patch(pop, Flow::Pop { target, pop: 1 });
        match middle {
            Some(place) => self.patch(place, Flow::Else { target, pop: 1 }),
            None => self.patch(jump, Flow::Jump { target, pop: 1 }),
        }
        self.depth -= 1;
        Ok(Left::Below)
    }

    /// Adds a step of control flow; answers its index.
    fn open(&mut self, flow: Flow) -> usize {
        self.assembler.close(ClauseKind::Plain);
        self.assembler.program.push(flow, true);
        self.assembler.program.steps.len() - 1
    }

    fn patch(&mut self, index: usize, flow: Flow) {
        self.assembler.program.steps[index].flow = flow;
    }

    /// Leaves active only the vertices that meet a condition.
    fn predicate(&mut self, condition: Condition) {
        let flag = |lane| Operand::gpr(FLAGS, lane);
        let constant = |value| Operand::new(if value { Source::One } else { Source::Zero }, 0);
        let (tested, wanted) = match condition.combination {
            Combination::X => (flag(0), condition.x),
            Combination::Y => (flag(1), condition.y),
            combination => {
                let meets = |lane, value| Alu::new(Op::SetE, (SCRATCH, lane), &[flag(lane), constant(value)]);
                self.assembler.group(vec![meets(0, condition.x), meets(1, condition.y)]);
                let op = if combination == Combination::And { Op::Min } else { Op::Max };
                let both = [Operand::gpr(SCRATCH, 0), Operand::gpr(SCRATCH, 1)];
                self.assembler.group(vec![Alu::new(op, (SCRATCH, 0), &both)]);
                (Operand::gpr(SCRATCH, 0), true)
            }
        };
        self.assembler.close(ClauseKind::Plain);
        let op = if wanted { Op::PredSetNe } else { Op::PredSetE };
        let mut test = Alu::new(op, (0, 0), &[tested, constant(false)]);
        (test.write, test.updates_mask, test.updates_predicate) = (false, true, true);
        self.assembler.group(vec![test]);
        self.assembler.close(ClauseKind::PushBefore);
    }
}
