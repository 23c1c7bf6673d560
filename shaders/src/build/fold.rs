//! Arithmetic on literals, done here.
//!
//! Compilers of printed code evaluate constant expressions themselves and refuse those with an infinite or
//! undefined value, such as `1 / 0`. So no such expression is made: finite results become literals, and for
//! others an operand is hidden in a variable.

use naga::{BinaryOperator, Expression, Literal, MathFunction};

use super::{Builder, Expr, Value};

/// One to four float lanes.
#[derive(Clone, Copy)]
pub(super) struct Floats {
    lanes: [f32; 4],
    count: u8,
}

impl Floats {
    /// What `calculate` makes of each lane.
    pub(super) fn map(mut self, calculate: impl Fn(f32) -> f32) -> Self {
        let count = usize::from(self.count);
        self.lanes[..count].iter_mut().for_each(|lane| *lane = calculate(*lane));
        self
    }
}

impl std::ops::Deref for Floats {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.lanes[..usize::from(self.count)]
    }
}

impl Builder {
    /// The lanes of a float that is made of literals only.
    pub(super) fn known_floats(&self, value: Value) -> Option<Floats> {
        let lane = |handle: Expr| match self.expression(handle) {
            Expression::Literal(Literal::F32(lane)) => Some(*lane),
            _ => None,
        };
        match self.expression(value.handle) {
            Expression::Compose { components, .. } => {
                let mut lanes = [0.0; 4];
                for (known, &part) in lanes.iter_mut().zip(components) {
                    *known = lane(part)?;
                }
                Some(Floats { lanes, count: components.len() as u8 })
            }
            Expression::Splat { value: part, .. } => {
                lane(*part).map(|part| Floats { lanes: [part; 4], count: value.lanes })
            }
            Expression::Literal(Literal::F32(lane)) => Some(Floats { lanes: [*lane; 4], count: 1 }),
            _ => None,
        }
    }

    fn known_integer(&self, value: Value) -> Option<i32> {
        match self.expression(value.handle) {
            Expression::Literal(Literal::I32(value)) => Some(*value),
            _ => None,
        }
    }

    /// Folds a binary operation on literals: the literal result, or operands whose values are hidden.
    pub(super) fn fold_binary(
        &mut self,
        op: BinaryOperator,
        left: Value,
        right: Value,
    ) -> Result<Value, [Value; 2]> {
        if let (Some(a), Some(b), BinaryOperator::Add) =
            (self.known_integer(left), self.known_integer(right), op)
        {
            return Ok(self.sint(a.wrapping_add(b)));
        }
        let calculate = match op {
            BinaryOperator::Add => |a: f32, b: f32| a + b,
            BinaryOperator::Subtract => |a, b| a - b,
            BinaryOperator::Multiply => |a, b| a * b,
            BinaryOperator::Divide => |a, b| a / b,
            _ => return Err([left, right]),
        };
        let (Some(a), Some(b)) = (self.known_floats(left), self.known_floats(right)) else {
            return Err([left, right]);
        };
        let lane = |lane: usize| calculate(a[lane.min(a.len() - 1)], b[lane.min(b.len() - 1)]);
        let lanes = Floats { lanes: std::array::from_fn(lane), count: a.count.max(b.count) };
        match self.finite(&lanes) {
            Some(value) => Ok(value),
            None => Err([self.hide(left), right]),
        }
    }

    /// Folds a function of a literal: the literal result, or the operand with its value hidden.
    pub(super) fn fold_math(&mut self, fun: MathFunction, arg: Value) -> Result<Value, Value> {
        let Some(lanes) = self.known_floats(arg) else { return Err(arg) };
        let calculate = |lane: f32| match fun {
            MathFunction::Abs => lane.abs(),
            MathFunction::Floor => lane.floor(),
            MathFunction::Round => lane.round_ties_even(),
            MathFunction::Exp2 => lane.exp2(),
            MathFunction::Log2 => lane.log2(),
            MathFunction::InverseSqrt => lane.sqrt().recip(),
            MathFunction::Cos => lane.cos(),
            MathFunction::Sin => lane.sin(),
            _ => f32::NAN,
        };
        self.finite(&lanes.map(calculate)).ok_or_else(|| self.hide(arg))
    }

    /// Folds the conversion of a float literal to an integer, which saturates.
    pub(super) fn fold_to_sint(&mut self, value: Value) -> Option<Value> {
        let lanes = self.known_floats(value)?;
        #[allow(clippy::cast_possible_truncation, reason = "the conversion is meant to saturate")]
        Some(self.compose_each(&lanes, |b, lane| b.sint(lane as i32)))
    }

    fn finite(&mut self, lanes: &[f32]) -> Option<Value> {
        lanes.iter().all(|lane| lane.is_finite()).then(|| self.floats(lanes))
    }

    /// The same value by way of a variable, through which constant evaluation does not see.
    fn hide(&mut self, value: Value) -> Value {
        let ty = self.ty(value.kind, value.lanes);
        let variable = self.local("hidden", ty);
        self.store(variable, value);
        self.load(variable, value.kind, value.lanes)
    }

    /// The magnitude bits (see [`Builder::legacy_mul`]) of literals.
    pub(super) fn fold_magnitude(&mut self, value: Value) -> Option<Value> {
        let lanes = self.known_floats(value)?;
        Some(self.compose_each(&lanes, |b, lane| b.uint(lane.to_bits() << 1)))
    }
}
