//! Flow: branches, loops, calls, jumps ahead, and the end.

use naga::{BinaryOperator, Block, Statement};

use super::Lower;
use crate::ShaderError;
use crate::build::{Expr, Kind, Value};
use crate::pica::interp::compile::{Operation, Test};
use crate::pica::isa::Combination;
use crate::pica::tree::{Body, Node};

/// Turns of all loops together after which nested loops are left.
const TURNS: u32 = 1 << 16;

impl Lower<'_> {
    /// Translates the main body.
    pub(super) fn main(&mut self, body: &Body) -> Result<(), ShaderError> {
        if body.loops() > 1 {
            let ty = self.b.ty(Kind::Uint, 1);
            self.turns = Some(self.b.local("turns", ty));
        }
        let (last, early) = match body.segments.as_slice() {
            [nodes] => match nodes.split_last() {
                Some((Node::End, before)) => (before, before.iter().any(ends)),
                _ => (nodes.as_slice(), nodes.iter().any(ends)),
            },
            _ => (&[][..], true),
        };
        if !early {
            self.nodes(last, None)?;
            return Ok(());
        }
        let ty = self.b.ty(Kind::Bool, 1);
        self.ended = Some(self.b.local("ended", ty));
        self.b.open();
        if !self.body(body)? {
            self.b.statement(Statement::Break);
        }
        let block = self.b.close();
        self.b.repeat(block, Block::new());
        Ok(())
    }

    /// Translates a body; answers whether its end cannot be reached.
    fn body(&mut self, body: &Body) -> Result<bool, ShaderError> {
        if let [nodes] = body.segments.as_slice() {
            return self.nodes(nodes, None);
        }
        let ty = self.b.ty(Kind::Uint, 1);
        let skip = self.b.local("skip", ty);
        let first = self.b.uint(0);
        self.b.store(skip, first);
        for (number, nodes) in (0u32..).zip(&body.segments) {
            let until = self.b.load(skip, Kind::Uint, 1);
            let here = self.b.uint(number);
            let runs = self.b.binary(BinaryOperator::LessEqual, until, here);
            self.b.open();
            self.nodes(nodes, Some(skip))?;
            let block = self.b.close();
            self.b.branch(runs, block, Block::new());
        }
        Ok(false)
    }

    /// Translates nodes one after another; answers whether what follows cannot be reached.
    fn nodes(&mut self, nodes: &[Node], skip: Option<Expr>) -> Result<bool, ShaderError> {
        for node in nodes {
            match node {
                Node::Compute(at) => {
                    if let Some(Operation::Compute(compute)) = self.operations.get(*at as usize) {
                        self.compute(&compute.clone());
                    }
                }
                Node::If { test, accept, reject } => {
                    let condition = self.condition(*test);
                    let accept = self.block(accept)?;
                    let reject = self.block(reject)?;
                    self.b.branch(condition, accept, reject);
                }
                Node::Call { test: Test::Always, body } => {
                    if self.body(body)? {
                        return Ok(true);
                    }
                }
                Node::Call { test, body } => {
                    let condition = self.condition(*test);
                    let accept = self.block(body)?;
                    self.b.branch(condition, accept, Block::new());
                }
                Node::Loop { uniform, body } => self.repeat(*uniform, body)?,
                Node::Break(Test::Always) => {
                    self.step_counter();
                    self.b.statement(Statement::Break);
                    return Ok(true);
                }
                Node::Break(test) => self.break_if(*test),
                Node::Jump { test, segment } => self.jump(*test, *segment, skip),
                Node::End => {
                    self.end();
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn block(&mut self, body: &Body) -> Result<Block, ShaderError> {
        self.b.open();
        self.body(body)?;
        Ok(self.b.close())
    }

    /// Leaves the program: within guest loops by a flag on which each of them is left.
    fn end(&mut self) {
        if self.depth > 0
            && let Some(ended) = self.ended
        {
            let yes = self.b.boolean(true);
            self.b.store(ended, yes);
        }
        self.b.statement(Statement::Break);
    }

    fn jump(&mut self, test: Test, segment: u32, skip: Option<Expr>) {
        let Some(skip) = skip else { return };
        let condition = self.condition(test);
        self.b.open();
        let segment = self.b.uint(segment);
        self.b.store(skip, segment);
        let accept = self.b.close();
        self.b.branch(condition, accept, Block::new());
    }

    fn break_if(&mut self, test: Test) {
        let condition = self.condition(test);
        self.b.open();
        self.step_counter();
        self.b.statement(Statement::Break);
        let accept = self.b.close();
        self.b.branch(condition, accept, Block::new());
    }

    /// aL goes on by the step of the innermost loop.
    fn step_counter(&mut self) {
        let counter = self.address(2);
        let Some(step) = self.steps.last().copied() else { return };
        let now = self.b.load(counter, Kind::Sint, 1);
        let step = self.b.load(step, Kind::Sint, 1);
        let next = self.b.add(now, step);
        self.b.store(counter, next);
    }

    fn repeat(&mut self, uniform: u8, body: &Body) -> Result<(), ShaderError> {
        let integers = self.integers();
        let rows = self.b.member(integers, 0);
        let row = self.b.member(rows, u32::from(uniform & 3));
        let row = self.b.load(row, Kind::Sint, 4);
        let [count, first, step] = [0, 1, 2].map(|lane| self.b.lane(row, lane));
        let ty = self.b.ty(Kind::Sint, 1);
        let [left, by, outer] = ["left", "step", "outer"].map(|name| self.b.local(name, ty));
        let counter = self.address(2);
        let saved = self.b.load(counter, Kind::Sint, 1);
        for (local, value) in [(outer, saved), (left, count), (by, step), (counter, first)] {
            self.b.store(local, value);
        }
        self.steps.push(by);
        self.depth += 1;
        self.b.open();
        if !self.body(body)? {
            self.step_counter();
            self.leave_when_done(left);
        }
        let block = self.b.close();
        self.b.repeat(block, Block::new());
        self.depth -= 1;
        self.steps.pop();
        if let Some(ended) = self.ended.filter(|_| body.ends()) {
            let ended = self.b.load(ended, Kind::Bool, 1);
            self.break_on(ended);
        }
        if self.depth > 0 {
            let saved = self.b.load(outer, Kind::Sint, 1);
            self.b.store(counter, saved);
        }
        Ok(())
    }

    /// Leaves the loop after its last turn, or counts one more.
    fn leave_when_done(&mut self, left: Expr) {
        let (zero, one) = (self.b.sint(0), self.b.sint(1));
        let now = self.b.load(left, Kind::Sint, 1);
        let done = self.b.binary(BinaryOperator::LessEqual, now, zero);
        self.break_on(done);
        let fewer = self.b.sub(now, one);
        self.b.store(left, fewer);
        if let Some(turns) = self.turns {
            let (limit, one) = (self.b.uint(TURNS), self.b.uint(1));
            let now = self.b.load(turns, Kind::Uint, 1);
            let spent = self.b.binary(BinaryOperator::GreaterEqual, now, limit);
            self.break_on(spent);
            let next = self.b.add(now, one);
            self.b.store(turns, next);
        }
    }

    fn break_on(&mut self, condition: Value) {
        self.b.open();
        self.b.statement(Statement::Break);
        let accept = self.b.close();
        self.b.branch(condition, accept, Block::new());
    }

    fn condition(&mut self, test: Test) -> Value {
        match test {
            Test::Always => self.b.boolean(true),
            Test::Boolean(uniform, wanted) => {
                let integers = self.integers();
                let row = self.b.member(integers, 1);
                let row = self.b.member(row, 0);
                let bits = self.b.load(row, Kind::Uint, 1);
                let (bit, none) = (self.b.uint(1 << (uniform & 15)), self.b.uint(0));
                let masked = self.b.binary(BinaryOperator::And, bits, bit);
                let op = if wanted { BinaryOperator::NotEqual } else { BinaryOperator::Equal };
                self.b.binary(op, masked, none)
            }
            Test::Flags(condition) => {
                let [x, y] = [(0, condition.x), (1, condition.y)].map(|(index, wanted)| {
                    let flag = self.flag(index);
                    let flag = self.b.load(flag, Kind::Bool, 1);
                    if wanted { flag } else { self.b.not(flag) }
                });
                match condition.combination {
                    Combination::Or => self.b.binary(BinaryOperator::LogicalOr, x, y),
                    Combination::And => self.b.binary(BinaryOperator::LogicalAnd, x, y),
                    Combination::X => x,
                    Combination::Y => y,
                }
            }
        }
    }
}

fn ends(node: &Node) -> bool {
    match node {
        Node::End => true,
        Node::If { accept, reject, .. } => accept.ends() || reject.ends(),
        Node::Loop { body, .. } | Node::Call { body, .. } => body.ends(),
        _ => false,
    }
}
