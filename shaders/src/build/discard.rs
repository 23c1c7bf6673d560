//! What ends a fragment without output: the alpha test, and the one place that kills.

use naga::{BinaryOperator, Block, MathFunction, Statement};

use super::{Builder, Expr, Kind, Value};
use crate::dxso::Compare;

impl Builder {
    /// Kills the fragment if `condition` holds.
    pub(crate) fn kill_if(&mut self, condition: Value) {
        self.open();
        self.statement(Statement::Kill);
        let accept = self.close();
        self.branch(condition, accept, Block::new());
    }

    /// Whether `alpha` fails the alpha test against the reference in the draw block `draw`, which also says how many
    /// steps are told apart.
    pub(crate) fn alpha_fails(&mut self, test: Compare, alpha: Value, draw: Expr) -> Value {
        let row = self.member(draw, 2);
        let reference = self.member(row, 3);
        let reference = self.load(reference, Kind::Float, 1);
        let row = self.member(draw, 3);
        let more = self.member(row, 1);
        let more = self.load(more, Kind::Float, 1);
        let (eight_bits, half) = (self.float(255.0), self.float(0.5));
        let steps = self.add(more, eight_bits);
        let zero = self.float(0.0);
        let stepped = self.binary(BinaryOperator::Greater, steps, zero);
        let [alpha, reference] = [alpha, reference].map(|value| {
            let held = self.saturate(value);
            let scaled = self.mul(held, steps);
            let raised = self.add(scaled, half);
            let whole = self.math(MathFunction::Floor, raised);
            self.select(stepped, whole, value)
        });
        let op = match test {
            Compare::Always => return self.boolean(false),
            Compare::Never => return self.boolean(true),
            Compare::Less => BinaryOperator::Less,
            Compare::Equal => BinaryOperator::Equal,
            Compare::LessEqual => BinaryOperator::LessEqual,
            Compare::Greater => BinaryOperator::Greater,
            Compare::NotEqual => BinaryOperator::NotEqual,
            Compare::GreaterEqual => BinaryOperator::GreaterEqual,
        };
        let passes = self.binary(op, alpha, reference);
        self.not(passes)
    }
}
