//! The loop over instructions, and the three rings of open scopes.

use super::compile::{Operation, Program, Test};
use super::{Emitter, ExecuteError, Machine};

/// The word from which on a program has ended, END or not.
const LAST_WORD: u32 = 4095;

/// A stack whose overflow loses the oldest entry.
struct Ring<T, const N: usize> {
    items: [T; N],
    top: usize,
    len: usize,
}

impl<T: Copy + Default, const N: usize> Ring<T, N> {
    fn new() -> Self {
        Self { items: [T::default(); N], top: 0, len: 0 }
    }

    fn push(&mut self, item: T) {
        self.top = (self.top + 1) % N;
        self.items[self.top] = item;
        self.len = (self.len + 1).min(N);
    }

    fn last(&mut self) -> Option<&mut T> {
        (self.len > 0).then(|| &mut self.items[self.top])
    }

    fn pop(&mut self) {
        self.top = (self.top + N - 1) % N;
        self.len -= 1;
    }
}

#[derive(Clone, Copy, Default)]
struct Call {
    end: u32,
    back: u32,
}

#[derive(Clone, Copy, Default)]
struct Branch {
    other: u32,
    end: u32,
}

#[derive(Clone, Copy, Default)]
struct Repeat {
    entry: u32,
    end: u32,
    left: u8,
    step: u8,
    outer: i32,
}

/// The open scopes of one run.
struct Scopes {
    calls: Ring<Call, 4>,
    branches: Ring<Branch, 8>,
    loops: Ring<Repeat, 4>,
}

impl Scopes {
    /// Where execution goes on after the word before `next`, if scopes end there; `pc` is where it would go otherwise.
    fn close(&mut self, next: u32, mut pc: u32, is_break: bool, counter: &mut i32) -> u32 {
        let mut end = next;
        for popped in 0..4 {
            let Some(&mut call) = self.calls.last() else { break };
            if call.end != end {
                break;
            }
            // The fourth scope that ends at once does not return: so does the hardware.
            if popped < 3 {
                end = call.back;
                pc = end;
            }
            self.calls.pop();
        }
        if let Some(&mut branch) = self.branches.last()
            && branch.other == next
        {
            pc = branch.end;
            self.branches.pop();
        }
        let is_nested = self.loops.len > 1;
        if let Some(repeat) = self.loops.last()
            && (repeat.end == next || is_break)
        {
            *counter = counter.wrapping_add(repeat.step.into());
            if !is_break && repeat.left > 0 {
                repeat.left -= 1;
                return repeat.entry;
            }
            pc = repeat.end;
            if is_nested {
                *counter = repeat.outer;
            }
            self.loops.pop();
        }
        pc
    }
}

impl Machine {
    fn test(&self, test: Test) -> bool {
        match test {
            Test::Always => true,
            Test::Flags(condition) => condition.holds(self.flags),
            Test::Boolean(uniform, wanted) => (self.booleans >> (uniform & 15) & 1 != 0) == wanted,
        }
    }

    pub(super) fn execute<const ROUND: bool>(
        &mut self,
        program: &Program,
        entry: u32,
        limit: u32,
        mut emitter: Option<&mut Emitter>,
    ) -> Result<u32, ExecuteError> {
        let mut scopes = Scopes { calls: Ring::new(), branches: Ring::new(), loops: Ring::new() };
        let mut pc = entry;
        for executed in 0..limit {
            let Some(operation) = program.operations.get(pc as usize) else {
                return if pc >= LAST_WORD { Ok(executed) } else { Err(ExecuteError::NoEnd { offset: pc }) };
            };
            if let Operation::Compute(compute) = operation {
                self.compute::<ROUND>(compute);
                pc = scopes.close(pc + 1, pc + 1, false, &mut self.address[2]);
                continue;
            }
            match self.step(operation, pc, &mut scopes, emitter.as_deref_mut())? {
                Some(next) => pc = next,
                None => return Ok(executed + 1),
            }
        }
        Err(ExecuteError::Budget { offset: pc, limit })
    }

    /// Executes an instruction that does not compute; answers the next word, or `None` at an END.
    fn step(
        &mut self,
        operation: &Operation,
        pc: u32,
        scopes: &mut Scopes,
        emitter: Option<&mut Emitter>,
    ) -> Result<Option<u32>, ExecuteError> {
        let next = pc + 1;
        let (mut to, mut is_break) = (next, false);
        let no_emitter = ExecuteError::NoEmitter { offset: pc };
        match *operation {
            Operation::End => return Ok(None),
            Operation::Refused(error) => return Err(error),
            Operation::Break(test) => {
                is_break = self.test(test);
                if is_break && scopes.loops.len == 0 {
                    return Err(ExecuteError::BreakOutsideLoop { offset: pc });
                }
            }
            Operation::Call { test, target, count } => {
                if self.test(test) {
                    scopes.calls.push(Call { end: target + count, back: next });
                    to = target;
                }
            }
            Operation::If { test, target, count } => {
                if self.test(test) {
                    scopes.branches.push(Branch { other: target, end: target + count });
                } else {
                    to = target;
                }
            }
            Operation::Jump { test, target } => {
                if self.test(test) {
                    to = target;
                }
            }
            Operation::Loop { uniform, last } => {
                let [count, first, step, _] = self.integers[usize::from(uniform & 3)];
                let outer = self.address[2];
                scopes.loops.push(Repeat { entry: next, end: last + 1, left: count, step, outer });
                self.address[2] = first.into();
            }
            Operation::Emit => emitter.ok_or(no_emitter)?.emit(&self.outputs, pc)?,
            Operation::SetEmit { vertex, primitive, winding } => {
                emitter.ok_or(no_emitter)?.set(vertex, primitive, winding);
            }
            Operation::Compute(_) | Operation::Nop => {}
        }
        Ok(Some(scopes.close(next, to, is_break, &mut self.address[2])))
    }
}
