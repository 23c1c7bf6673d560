//! Flow: branches, loops, subroutines, early returns.
//!
//! Subroutines are expanded where they are called. A `ret` inside of a branch makes its body a loop of one turn
//! that it breaks; inside of loops it also sets a flag on which each of them is left.

use std::rc::Rc;

use naga::{BinaryOperator, Block, MathFunction, Statement};
use smallvec::SmallVec;

use super::Lower;
use super::facts::written;
use super::registers::{Cell, Written};
use super::tree::{Body, Node, ends, returns};
use crate::ShaderError;
use crate::build::{Expr, Kind, Value};
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, RegisterFile};

/// Something that can be left early.
pub(super) struct Frame {
    /// What is written within.
    written: Rc<Written>,
    /// A body with early returns: the variable that is set by those within loops. `None` for a guest loop.
    returned: Option<Expr>,
}

/// Whether a node runs in parallel with the one before it.
fn is_parallel(node: &Node<'_>) -> bool {
    matches!(node, Node::Op(at) if at.coissue)
}

impl Lower<'_> {
    /// Translates the main body.
    pub(super) fn main(&mut self) -> Result<(), ShaderError> {
        let tree = self.tree;
        self.function(&tree.main, None)
    }

    /// Translates a whole body that `ret` leaves.
    fn function(&mut self, body: &Body<'_>, name: Option<u16>) -> Result<(), ShaderError> {
        if !returns(body) {
            return self.body(body);
        }
        let written = Rc::new(self.written(&[body])?);
        let flag = self.b.ty(Kind::Bool, 1);
        let returned = self.b.local("returned", flag);
        let no = self.b.boolean(false);
        self.b.store(returned, no);
        self.registers.spill(&mut self.b, &written);
        let diverges = self.uniformity.leaves_unevenly(name);
        if diverges {
            self.diverge(&[body], &written)?;
        }
        let place = self.place();
        self.b.open();
        self.frames.push(Frame { written: Rc::clone(&written), returned: Some(returned) });
        self.body(body)?;
        self.frames.pop();
        if !body.last().is_some_and(ends) {
            self.registers.spill(&mut self.b, &written);
            self.b.statement(Statement::Break);
        }
        let block = self.b.close();
        self.restore(&place);
        self.b.repeat(block, Block::new());
        self.registers.forget(&mut self.b, &written);
        if diverges {
            self.converge();
        }
        Ok(())
    }

    fn body(&mut self, body: &Body<'_>) -> Result<(), ShaderError> {
        let mut nodes = body.iter().peekable();
        while let Some(node) = nodes.next() {
            match node {
                Node::Op(at) => {
                    let mut group = SmallVec::<[&Instruction; 2]>::from_slice(&[at]);
                    while let Some(Node::Op(next)) = nodes.next_if(|node| is_parallel(node)) {
                        group.push(next);
                    }
                    if group.len() == 1 { self.operation(at)? } else { self.parallel(&group)? }
                }
                Node::If { at, accept, reject } => self.branch(at, accept, reject)?,
                Node::Loop { at, body } => self.repeat(at, body)?,
                Node::Call { at, label } => self.call(at, *label)?,
                Node::Break(at) => self.leave_loop(at)?,
                Node::Return => self.leave_function(),
            }
        }
        Ok(())
    }

    /// What bodies write, without outputs that live in an array.
    fn written(&self, bodies: &[&Body<'_>]) -> Result<Written, ShaderError> {
        let mut all = Written::new();
        for body in bodies {
            for (cell, mask) in written(self.tree, body)? {
                *all.entry(cell).or_default() |= mask;
            }
        }
        if self.outputs.is_some() {
            all.retain(
                |cell, _| !matches!(cell, Cell::Register(register) if register.file == RegisterFile::Output),
            );
        }
        Ok(all)
    }

    fn branch(&mut self, at: &Instruction, accept: &Body<'_>, reject: &Body<'_>) -> Result<(), ShaderError> {
        let condition = self.condition(at)?;
        self.choose(at, condition, [accept, reject], |lower, body| lower.body(body))
    }

    /// `if condition { bodies[0] } else { bodies[1] }`, with the registers joined after it.
    fn choose(
        &mut self,
        at: &Instruction,
        condition: Value,
        bodies: [&Body<'_>; 2],
        mut translate: impl FnMut(&mut Self, &Body<'_>) -> Result<(), ShaderError>,
    ) -> Result<(), ShaderError> {
        let written = self.written(&bodies)?;
        self.registers.spill(&mut self.b, &written);
        let uneven = self.uniformity.is_uneven(at);
        if uneven {
            self.diverge(&bodies, &written)?;
        }
        let place = self.place();
        let mut blocks = [Block::new(), Block::new()];
        for (block, body) in blocks.iter_mut().zip(bodies) {
            self.b.open();
            translate(self, body)?;
            if !body.last().is_some_and(ends) {
                self.registers.spill(&mut self.b, &written);
            }
            *block = self.b.close();
            self.restore(&place);
        }
        let [accept, reject] = blocks;
        self.b.branch(condition, accept, reject);
        self.registers.forget(&mut self.b, &written);
        if uneven {
            self.converge();
        }
        Ok(())
    }

    /// `call` and `callnz`.
    fn call(&mut self, at: &Instruction, label: u16) -> Result<(), ShaderError> {
        let tree = self.tree;
        let body = tree.subroutine(at, label)?;
        if at.opcode == Opcode::Call {
            return self.function(body, Some(label));
        }
        let condition = self.condition(at)?;
        self.choose(at, condition, [body, &[]], |lower, side| {
            if side.is_empty() { Ok(()) } else { lower.function(side, Some(label)) }
        })
    }

    /// The condition of `if`, `ifc`, `callnz`, `break`, `breakc` and `breakp`.
    fn condition(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let source = match at.opcode {
            Opcode::Ifc | Opcode::BreakC => return self.compare_sources(at, &[0]),
            Opcode::CallNz => at.sources.get(1).copied(),
            Opcode::Break => at.predicate,
            _ => at.sources.first().copied(),
        };
        let missing = ShaderError::Malformed { offset: at.offset, what: "a condition is missing" };
        let source = source.ok_or(missing)?;
        if source.register.file != RegisterFile::ConstBool {
            return self.predicate(at, &source, &[0]);
        }
        let flag = self.flag(source.register);
        let negated = source.modifier == crate::dxso::program::Modifier::Not;
        Ok(if negated { self.b.not(flag) } else { flag })
    }

    /// `loop` and `rep`.
    fn repeat(&mut self, at: &Instruction, body: &Body<'_>) -> Result<(), ShaderError> {
        let missing =
            ShaderError::Malformed { offset: at.offset, what: "a loop without its integer register" };
        let ints = at.sources.last().filter(|source| source.register.file == RegisterFile::ConstInt);
        let ints = ints.ok_or(missing)?.register;
        let count = self.count(ints);
        let counter = self.counter("turn", None);
        let index = (at.opcode == Opcode::Loop).then(|| {
            let start = self.integer(ints, 1);
            (self.counter("aL", Some(start)), self.integer(ints, 2))
        });
        let written = Rc::new(self.written(&[body])?);
        self.registers.spill(&mut self.b, &written);
        let uneven = self.uniformity.is_uneven(at);
        if uneven {
            self.diverge(&[body], &written)?;
        }
        let place = self.place();
        self.b.open();
        self.registers.forget(&mut self.b, &written);
        self.stop_at(counter, count);
        self.frames.push(Frame { written: Rc::clone(&written), returned: None });
        self.loops.extend(index.map(|(local, _)| local));
        self.body(body)?;
        if index.is_some() {
            self.loops.pop();
        }
        self.frames.pop();
        if !body.last().is_some_and(ends) {
            self.registers.spill(&mut self.b, &written);
        }
        let block = self.b.close();
        self.restore(&place);
        let continuing = self.advance(counter, index);
        self.b.repeat(block, continuing);
        self.registers.forget(&mut self.b, &written);
        if uneven {
            self.converge();
        }
        if returns(body) {
            self.pass_on_return();
        }
        Ok(())
    }

    /// How often a loop runs: 0–255 times.
    fn count(&mut self, ints: crate::dxso::program::Register) -> Value {
        if let Some(bits) = self.facts.definitions.get(&ints) {
            return self.b.sint(bits[0].cast_signed().clamp(0, 255));
        }
        let count = self.integer(ints, 0);
        let (low, high) = (self.b.sint(0), self.b.sint(255));
        let count = self.b.math2(MathFunction::Max, count, low);
        self.b.math2(MathFunction::Min, count, high)
    }

    /// A new integer variable, set to `start` (or zero) here.
    fn counter(&mut self, name: &str, start: Option<Value>) -> Expr {
        let ty = self.b.ty(Kind::Sint, 1);
        let local = self.b.local(name, ty);
        let start = start.unwrap_or(self.b.sint(0));
        self.b.store(local, start);
        local
    }

    /// `if counter >= count { break }`
    fn stop_at(&mut self, counter: Expr, count: Value) {
        let turn = self.b.load(counter, Kind::Sint, 1);
        let done = self.b.binary(BinaryOperator::GreaterEqual, turn, count);
        self.b.open();
        self.b.statement(Statement::Break);
        let accept = self.b.close();
        self.b.branch(done, accept, Block::new());
    }

    /// The end of a turn: counts it, and steps `aL`.
    fn advance(&mut self, counter: Expr, index: Option<(Expr, Value)>) -> Block {
        self.b.open();
        let one = self.b.sint(1);
        for (local, step) in [(counter, one)].into_iter().chain(index) {
            let value = self.b.load(local, Kind::Sint, 1);
            let next = self.b.add(value, step);
            self.b.store(local, next);
        }
        self.b.close()
    }

    /// `break`, `breakc` and `breakp`.
    fn leave_loop(&mut self, at: &Instruction) -> Result<(), ShaderError> {
        let frame = self.frames.last().filter(|frame| frame.returned.is_none());
        let outside = ShaderError::Malformed { offset: at.offset, what: "break outside of a loop" };
        let written = Rc::clone(&frame.ok_or(outside)?.written);
        if at.opcode == Opcode::Break && at.predicate.is_none() {
            self.registers.spill(&mut self.b, &written);
            self.b.statement(Statement::Break);
            return Ok(());
        }
        let condition = self.condition(at)?;
        self.break_if(condition, &written);
        Ok(())
    }

    /// `if condition { break }`, with `written` stored on the way out.
    fn break_if(&mut self, condition: Value, written: &Written) {
        let place = self.place();
        self.b.open();
        self.registers.spill(&mut self.b, written);
        self.b.statement(Statement::Break);
        let accept = self.b.close();
        self.restore(&place);
        self.b.branch(condition, accept, Block::new());
    }

    /// `ret` inside of a branch or loop.
    fn leave_function(&mut self) {
        let Some(index) = self.frames.iter().rposition(|frame| frame.returned.is_some()) else { return };
        let written = Rc::clone(&self.frames[index].written);
        if let (true, Some(flag)) = (index + 1 < self.frames.len(), self.frames[index].returned) {
            let yes = self.b.boolean(true);
            self.b.store(flag, yes);
        }
        self.registers.spill(&mut self.b, &written);
        self.b.statement(Statement::Break);
    }

    /// After a loop with a `ret` in it: leaves the loop or body around it too.
    fn pass_on_return(&mut self) {
        let flag = self.frames.iter().rev().find_map(|frame| frame.returned);
        let (Some(flag), Some(around)) = (flag, self.frames.last()) else { return };
        let written = Rc::clone(&around.written);
        let returned = self.b.load(flag, Kind::Bool, 1);
        self.break_if(returned, &written);
    }
}
