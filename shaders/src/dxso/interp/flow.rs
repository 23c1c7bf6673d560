//! Blocks, loops and calls.

use super::arithmetic::compare;
use super::link::malformed;
use super::{InterpretError, Machine, Threads, Vector};
use crate::dxso::limits::CALL_DEPTH;
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, Modifier, Register, RegisterFile};

/// Turns of a loop, at most.
const MOST_TURNS: i32 = 255;

impl Machine<'_> {
    /// Executes the whole shader.
    pub(super) fn main(&mut self) -> Result<(), InterpretError> {
        let all = (0..self.threads.len()).fold(0, |threads, thread| threads | 1 << thread);
        self.block(0, self.link.main_end, all).map(|_| ())
    }

    /// Executes the instructions from `next` up to `end` for the threads `active`; those that get there.
    fn block(&mut self, mut next: usize, end: usize, mut active: Threads) -> Result<Threads, InterpretError> {
        while next < end && active != 0 {
            let program = self.program;
            let at = &program.instructions[next];
            self.step(at)?;
            match at.opcode {
                Opcode::If | Opcode::Ifc => (next, active) = self.branch(at, next, active)?,
                Opcode::Loop | Opcode::Rep => {
                    active = self.repeat(at, next, active)?;
                    next = self.link.partners[next];
                }
                Opcode::Call | Opcode::CallNz => active = self.call(at, active)?,
                Opcode::Break | Opcode::BreakC | Opcode::BreakP => {
                    let leaving = self.condition(at, active)?;
                    self.broken |= leaving;
                    active &= !leaving;
                }
                Opcode::Ret => {
                    self.returned |= active;
                    active = 0;
                }
                Opcode::Nop
                | Opcode::Dcl
                | Opcode::Def
                | Opcode::DefI
                | Opcode::DefB
                | Opcode::Phase
                | Opcode::Label
                | Opcode::Else
                | Opcode::EndIf
                | Opcode::EndLoop
                | Opcode::EndRep => {}
                _ => next += self.issue(next, end, active)?,
            }
            next += 1;
        }
        Ok(active)
    }

    fn step(&mut self, at: &Instruction) -> Result<(), InterpretError> {
        if self.steps >= self.environment.steps {
            return Err(InterpretError::Endless { offset: at.offset, steps: self.steps });
        }
        self.steps += 1;
        Ok(())
    }

    /// Executes the instruction at `index`, together with those that are issued with it; how many these are.
    fn issue(&mut self, index: usize, end: usize, active: Threads) -> Result<usize, InterpretError> {
        let program = self.program;
        let paired = program.instructions[index + 1..end].iter().take_while(|at| at.coissue).count();
        let group = &program.instructions[index..=index + paired];
        // All read before any writes.
        let mut results: smallvec::SmallVec<[[Vector; 4]; 2]> = smallvec::SmallVec::new();
        for at in group {
            results.push(self.evaluate(at, active)?);
        }
        for (at, values) in group.iter().zip(results) {
            for thread in self.each(active) {
                self.write(at, values[thread], thread)?;
            }
        }
        Ok(paired)
    }

    /// The numbers of the threads `active`.
    pub(super) fn each(&self, active: Threads) -> impl Iterator<Item = usize> + use<> {
        (0..self.threads.len()).filter(move |thread| active >> thread & 1 != 0)
    }

    /// An `if`: the place of its `endif`, and those that come out.
    fn branch(
        &mut self,
        at: &Instruction,
        index: usize,
        active: Threads,
    ) -> Result<(usize, Threads), InterpretError> {
        let taken = self.condition(at, active)?;
        let middle = self.link.partners[index];
        let mut out = self.block(index + 1, middle, taken)?;
        let mut end = middle;
        if self.program.instructions.get(middle).is_some_and(|at| at.opcode == Opcode::Else) {
            end = self.link.partners[middle];
            out |= self.block(middle + 1, end, active & !taken)?;
        } else {
            out |= active & !taken;
        }
        Ok((end, out))
    }

    fn repeat(&mut self, at: &Instruction, index: usize, active: Threads) -> Result<Threads, InterpretError> {
        let last = at.sources.last().filter(|source| source.register.file == RegisterFile::ConstInt);
        let register = last.ok_or_else(|| malformed(at, "a loop without its integer register"))?.register;
        let [count, start, step, _] = self.integer(register);
        let outer = (self.loop_index, std::mem::take(&mut self.broken));
        if at.opcode == Opcode::Loop {
            self.loop_index = Some(start);
        }
        let mut active = active;
        for _ in 0..count.clamp(0, MOST_TURNS) {
            // A turn costs something even if its body is empty.
            self.step(at)?;
            active = self.block(index + 1, self.link.partners[index], active)?;
            if active == 0 {
                break;
            }
            if at.opcode == Opcode::Loop {
                self.loop_index = self.loop_index.map(|index| index.wrapping_add(step));
            }
        }
        active |= self.broken;
        (self.loop_index, self.broken) = outer;
        Ok(active)
    }

    fn call(&mut self, at: &Instruction, active: Threads) -> Result<Threads, InterpretError> {
        let label = at.sources.first().ok_or_else(|| malformed(at, "a call without label"))?.register.number;
        let &(start, end) =
            self.link.subroutines.get(&label).ok_or_else(|| malformed(at, "a call to a missing label"))?;
        if self.calls >= CALL_DEPTH {
            return Err(malformed(at, "calls nest too deeply"));
        }
        let taken = if at.opcode == Opcode::CallNz { self.condition(at, active)? } else { active };
        let outer = std::mem::take(&mut self.returned);
        self.calls += 1;
        let ended = self.block(start, end, taken)?;
        self.calls -= 1;
        let out = ended | std::mem::replace(&mut self.returned, outer);
        Ok(active & !taken | out)
    }

    /// Those of `active` for which the condition of a branch, call or break holds.
    fn condition(&mut self, at: &Instruction, active: Threads) -> Result<Threads, InterpretError> {
        let source = match at.opcode {
            Opcode::Ifc | Opcode::BreakC => {
                let mut holds = 0;
                for thread in self.each(active) {
                    let [a, b] = [self.source(at, 0, thread)?[0], self.source(at, 1, thread)?[0]];
                    let result = compare(at.control, a, b);
                    let result = result.ok_or_else(|| malformed(at, "an unknown comparison"))?;
                    holds |= Threads::from(result) << thread;
                }
                return Ok(holds);
            }
            Opcode::Break => match &at.predicate {
                Some(predicate) => Some(predicate),
                None => return Ok(active),
            },
            Opcode::CallNz => at.sources.get(1),
            _ => at.sources.first(),
        };
        let source = source.ok_or_else(|| malformed(at, "a condition is missing"))?;
        if source.register.file == RegisterFile::ConstBool {
            let holds = self.boolean(source.register) != (source.modifier == Modifier::Not);
            return Ok(if holds { active } else { 0 });
        }
        let holds =
            self.each(active).map(|thread| Threads::from(self.predicate(source, thread)[0]) << thread);
        Ok(holds.fold(0, |all, one| all | one))
    }

    fn integer(&self, register: Register) -> [i32; 4] {
        match self.link.definitions.get(&register) {
            Some(bits) => bits.map(u32::cast_signed),
            None => self.environment.integers.get(usize::from(register.number)).copied().unwrap_or_default(),
        }
    }

    fn boolean(&self, register: Register) -> bool {
        match self.link.definitions.get(&register) {
            Some(bits) => bits[0] != 0,
            None => self.environment.booleans.get(usize::from(register.number)).copied().unwrap_or_default(),
        }
    }
}
