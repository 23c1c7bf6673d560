//! What instructions compute.

use naga::{BinaryOperator, MathFunction};

use super::Lower;
use crate::build::{Builder, Kind, Value};
use crate::pica::interp::compile::Compute;
use crate::pica::isa::{Comparison, Opcode};

/// The largest power that LITP leaves, 127 + 255/256.
const LITP_MAX: f32 = 127.996_1;

impl Lower<'_> {
    pub(super) fn compute(&mut self, compute: &Compute) {
        match compute.opcode {
            Opcode::Mova => return self.move_address(compute),
            Opcode::Cmp => return self.compare(compute),
            _ => {}
        }
        let a = self.source(compute, 0);
        let result = match compute.opcode {
            Opcode::Flr => self.b.floor(a),
            Opcode::Ex2 | Opcode::Lg2 | Opcode::Rcp | Opcode::Rsq => {
                let x = self.b.lane(a, 0);
                scalar(&mut self.b, compute.opcode, x)
            }
            Opcode::Litp => self.light(a),
            Opcode::Mad | Opcode::Madi => {
                let (second, third) = (self.source(compute, 1), self.source(compute, 2));
                self.b.legacy_mad(a, second, third)
            }
            Opcode::Mov => a,
            _ => {
                let second = self.source(compute, 1);
                binary(&mut self.b, compute.opcode, a, second)
            }
        };
        self.write(compute, result);
    }

    fn move_address(&mut self, compute: &Compute) {
        let source = self.source(compute, 0);
        for lane in (0..2usize).filter(|&lane| compute.mask[lane]) {
            let local = self.address(lane);
            let value = self.b.lane(source, lane as u8);
            // Larger numbers count as no offset either way, and conversion is only defined for what fits.
            let value = self.b.clamp(value, -2.0e9, 2.0e9);
            let value = self.b.convert(value, Kind::Sint);
            self.b.store(local, value);
        }
    }

    fn compare(&mut self, compute: &Compute) {
        let (a, b) = (self.source(compute, 0), self.source(compute, 1));
        for lane in 0..2u8 {
            let (left, right) = (self.b.lane(a, lane), self.b.lane(b, lane));
            let test = match compute.comparisons[usize::from(lane)] {
                Comparison::Eq => BinaryOperator::Equal,
                Comparison::Ne => BinaryOperator::NotEqual,
                Comparison::Lt => BinaryOperator::Less,
                Comparison::Le => BinaryOperator::LessEqual,
                Comparison::Gt => BinaryOperator::Greater,
                Comparison::Ge => BinaryOperator::GreaterEqual,
                Comparison::Always6 | Comparison::Always7 => {
                    let flag = self.flag(usize::from(lane));
                    let yes = self.b.boolean(true);
                    self.b.store(flag, yes);
                    continue;
                }
            };
            let result = self.b.binary(test, left, right);
            let flag = self.flag(usize::from(lane));
            self.b.store(flag, result);
        }
    }

    /// LITP: the clamps before a lighting power, and both flags.
    fn light(&mut self, a: Value) -> Value {
        let zero = self.b.float(0.0);
        let [x, y, w] = [0, 1, 3].map(|lane| self.b.lane(a, lane));
        for (index, value) in [x, w].into_iter().enumerate() {
            let lit = self.b.binary(BinaryOperator::GreaterEqual, value, zero);
            let flag = self.flag(index);
            self.b.store(flag, lit);
        }
        let power = self.b.clamp(y, -LITP_MAX, LITP_MAX);
        let (x, w) = (greater(&mut self.b, x, zero), greater(&mut self.b, w, zero));
        self.b.compose(&[x, power, zero, w])
    }
}

/// `a > b ? a : b`
fn greater(b: &mut Builder, left: Value, right: Value) -> Value {
    let is = b.binary(BinaryOperator::Greater, left, right);
    b.select(is, left, right)
}

fn test(b: &mut Builder, op: BinaryOperator, left: Value, right: Value) -> Value {
    let is = b.binary(op, left, right);
    let (one, zero) = (b.float(1.0), b.float(0.0));
    b.select(is, one, zero)
}

/// Functions of one lane. There is no negative zero: what is divided by one is as large as can be.
fn scalar(b: &mut Builder, opcode: Opcode, x: Value) -> Value {
    match opcode {
        Opcode::Ex2 => b.math(MathFunction::Exp2, x),
        Opcode::Lg2 => b.math(MathFunction::Log2, x),
        Opcode::Rcp => {
            let quotient = b.reciprocal(x);
            let (zero, limit) = (b.float(0.0), b.float(f32::MAX));
            let is_zero = b.binary(BinaryOperator::Equal, x, zero);
            b.select(is_zero, limit, quotient)
        }
        _ => {
            let root = b.math(MathFunction::InverseSqrt, x);
            let (zero, limit) = (b.float(0.0), b.float(f32::MAX));
            let is_zero = b.binary(BinaryOperator::Equal, x, zero);
            b.select(is_zero, limit, root)
        }
    }
}

fn binary(b: &mut Builder, opcode: Opcode, left: Value, right: Value) -> Value {
    match opcode {
        Opcode::Add => b.add(left, right),
        Opcode::Mul => b.legacy_mul(left, right),
        Opcode::Dp3 => {
            let [left, right] = [left, right].map(|value| b.swizzle(value, &[0, 1, 2]));
            b.legacy_dot(left, right)
        }
        Opcode::Dp4 => b.legacy_dot(left, right),
        Opcode::Dph | Opcode::Dphi => {
            let one = b.float(1.0);
            let [x, y, z] = [0, 1, 2].map(|lane| b.lane(left, lane));
            let left = b.compose(&[x, y, z, one]);
            b.legacy_dot(left, right)
        }
        Opcode::Dst | Opcode::Dsti => {
            let (one, z) = (b.float(1.0), b.lane(left, 2));
            let (first, second) = (b.lane(left, 1), b.lane(right, 1));
            let (product, w) = (b.legacy_mul(first, second), b.lane(right, 3));
            b.compose(&[one, product, z, w])
        }
        Opcode::Sge | Opcode::Sgei => test(b, BinaryOperator::GreaterEqual, left, right),
        Opcode::Slt | Opcode::Slti => test(b, BinaryOperator::Less, left, right),
        Opcode::Max => greater(b, left, right),
        _ => b.legacy_min(left, right),
    }
}
