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

    /// Whether `alpha` fails the alpha test against the reference in the draw block `draw`, at eight bits.
    pub(crate) fn alpha_fails(&mut self, test: Compare, alpha: Value, draw: Expr) -> Value {
        let row = self.member(draw, 2);
        let reference = self.member(row, 3);
        let reference = self.load(reference, Kind::Float, 1);
        let [alpha, reference] = [alpha, reference].map(|value| {
            let (scale, half) = (self.float(255.0), self.float(0.5));
            let value = self.saturate(value);
            let scaled = self.mul(value, scale);
            let raised = self.add(scaled, half);
            self.math(MathFunction::Floor, raised)
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
