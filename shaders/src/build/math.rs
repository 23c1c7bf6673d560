//! The arithmetic rules of legacy shaders.
//!
//! Tests for zero are made on integer bits and bounds by comparison: back ends compile with fast math and may
//! fold float tests that only infinities and NaNs can tell apart.

use naga::{BinaryOperator, Expression, MathFunction};

use super::{Builder, Kind, Memo, Value};

/// The exponent bits of a float: all clear for zeros and denormals.
const EXPONENT: u32 = 0x7F80_0000;
const SIGN: u32 = 0x8000_0000;

impl Builder {
    /// The product of shader models 1 to 3: zero if either factor is zero, even against infinity and NaN.
    ///
    /// The test is `min(bits(a) << 1, bits(b) << 1) == 0`. It is left out where a factor is known to be finite
    /// and not zero, and in squares: there the plain product obeys the rule by itself.
    pub(crate) fn legacy_mul(&mut self, a: Value, b: Value) -> Value {
        let product = self.mul(a, b);
        if !self.needs_zero_test(a, b) {
            return product;
        }
        let [a, b] = [a, b].map(|factor| self.magnitude_bits(factor));
        let smaller = self.math2(MathFunction::Min, a, b);
        let (none, zero) = (self.uint(0), self.float(0.0));
        let is_zero = self.binary(BinaryOperator::Equal, smaller, none);
        self.select(is_zero, zero, product)
    }

    /// The bits of a float without its sign, shifted left by one: zero for either zero.
    fn magnitude_bits(&mut self, value: Value) -> Value {
        if let Some(known) = self.fold_magnitude(value) {
            return known;
        }
        // Neither of these changes the magnitude, and what they take is more likely to be known.
        let value = match *self.expression(value.handle) {
            Expression::Unary { op: naga::UnaryOperator::Negate, expr } => Value { handle: expr, ..value },
            Expression::Math { fun: MathFunction::Abs, arg, .. } => Value { handle: arg, ..value },
            _ => value,
        };
        let handle = self.remember(value.handle, Memo::Magnitude, |b| {
            let (bits, one) = (b.bitcast(value, Kind::Uint), b.uint(1));
            b.binary(BinaryOperator::ShiftLeft, bits, one).handle
        });
        Value { handle, kind: Kind::Uint, ..value }
    }

    /// Whether all lanes are literals other than zero (literals are always finite).
    fn is_plain(&self, value: Value) -> bool {
        self.known_floats(value).is_some_and(|lanes| lanes.iter().all(|&lane| lane != 0.0))
    }

    /// `a * b + c` with the legacy product.
    pub(crate) fn legacy_mad(&mut self, a: Value, b: Value, c: Value) -> Value {
        let product = self.legacy_mul(a, b);
        self.add(product, c)
    }

    /// The dot product of two vectors of the same size, of legacy products.
    ///
    /// These are summed by a dot product with ones: one instruction, which computes nothing else.
    pub(crate) fn legacy_dot(&mut self, a: Value, b: Value) -> Value {
        let [left, right] = if self.needs_zero_test(a, b) {
            let products = self.legacy_mul(a, b);
            let one = self.float(1.0);
            [products, self.splat(one, products.lanes)]
        } else {
            [a, b]
        };
        if left.lanes == 1 {
            return self.mul(left, right);
        }
        let sum = self.math2(MathFunction::Dot, left, right);
        Value { lanes: 1, ..sum }
    }

    /// Whether the plain product may differ from the legacy one: not where a factor is known to be finite and not
    /// zero, and not in squares.
    fn needs_zero_test(&self, a: Value, b: Value) -> bool {
        let tested = self.options.zero_products && a.handle != b.handle;
        tested && !self.is_plain(a) && !self.is_plain(b)
    }

    /// Clamps to 0–1; NaN becomes 0.
    pub(crate) fn saturate(&mut self, value: Value) -> Value {
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let below = self.binary(BinaryOperator::Less, value, one);
        let capped = self.select(below, value, one);
        let positive = self.binary(BinaryOperator::Greater, value, zero);
        self.select(positive, capped, zero)
    }

    /// Clamps to `low`–`high`; NaN becomes one of the two.
    pub(crate) fn clamp(&mut self, value: Value, low: f32, high: f32) -> Value {
        let [low, high] = [low, high].map(|bound| {
            let bound = self.float(bound);
            self.splat(bound, value.lanes)
        });
        self.clamp_between(value, low, high)
    }

    /// Clamps to values of the same size.
    pub(crate) fn clamp_between(&mut self, value: Value, low: Value, high: Value) -> Value {
        let (arg1, arg2) = (Some(low.handle), Some(high.handle));
        let fun = MathFunction::Clamp;
        let handle = self.push(Expression::Math { fun, arg: value.handle, arg1, arg2, arg3: None });
        Value { handle, ..value }
    }

    /// `a < b ? a : b`, so that a NaN yields `b`.
    pub(crate) fn legacy_min(&mut self, a: Value, b: Value) -> Value {
        let less = self.binary(BinaryOperator::Less, a, b);
        self.select(less, a, b)
    }

    /// `a >= b ? a : b`, so that a NaN yields `b`.
    pub(crate) fn legacy_max(&mut self, a: Value, b: Value) -> Value {
        let at_least = self.binary(BinaryOperator::GreaterEqual, a, b);
        self.select(at_least, a, b)
    }

    pub(crate) fn absolute(&mut self, value: Value) -> Value {
        self.math(MathFunction::Abs, value)
    }

    /// Whether a float is zero or so small that hardware flushes it.
    fn is_tiny(&mut self, value: Value) -> Value {
        let bits = self.bitcast(value, Kind::Uint);
        self.are_tiny(bits)
    }

    /// The same of a float's bits.
    fn are_tiny(&mut self, bits: Value) -> Value {
        let (mask, none) = (self.uint(EXPONENT), self.uint(0));
        let exponent = self.binary(BinaryOperator::And, bits, mask);
        self.binary(BinaryOperator::Equal, exponent, none)
    }

    /// The same of a float that is not negative. No assumption about infinities and NaNs folds this test.
    fn is_below_normal(&mut self, magnitude: Value) -> Value {
        let least = self.float(f32::MIN_POSITIVE);
        self.binary(BinaryOperator::Less, magnitude, least)
    }

    /// `1 / x` of a scalar; zero gives the largest float, with its sign.
    pub(crate) fn reciprocal(&mut self, value: Value) -> Value {
        let bits = self.bitcast(value, Kind::Uint);
        let (sign, largest) = (self.uint(SIGN), self.uint(f32::MAX.to_bits()));
        let sign = self.binary(BinaryOperator::And, bits, sign);
        let limit = self.binary(BinaryOperator::InclusiveOr, sign, largest);
        let limit = self.bitcast(limit, Kind::Float);
        let one = self.float(1.0);
        let quotient = self.div(one, value);
        let tiny = self.are_tiny(bits);
        self.select(tiny, limit, quotient)
    }

    /// The lanes of a vector divided by a scalar; by zero, multiplied with the largest float.
    pub(crate) fn quotient(&mut self, value: Value, divisor: Value) -> Value {
        let tiny = self.is_tiny(divisor);
        let (zero, limit) = (self.float(0.0), self.float(f32::MAX));
        let largest = self.mul(value, limit);
        let quotient = self.div(value, divisor);
        let zeros = self.splat(zero, value.lanes);
        let is_zero = self.binary(BinaryOperator::Equal, value, zeros);
        let largest = self.select(is_zero, zero, largest);
        self.select(tiny, largest, quotient)
    }

    /// `1 / sqrt(|x|)` of a scalar; zero gives the largest float.
    pub(crate) fn reciprocal_root(&mut self, value: Value) -> Value {
        let magnitude = self.absolute(value);
        self.reciprocal_root_of_square(magnitude)
    }

    /// The same of a scalar that is not negative.
    pub(crate) fn reciprocal_root_of_square(&mut self, magnitude: Value) -> Value {
        let root = self.math(MathFunction::InverseSqrt, magnitude);
        let (tiny, limit) = (self.is_below_normal(magnitude), self.float(f32::MAX));
        self.select(tiny, limit, root)
    }

    /// `log2 |x|` of a scalar; zero gives the lowest float.
    pub(crate) fn logarithm(&mut self, value: Value) -> Value {
        let magnitude = self.absolute(value);
        let log = self.math(MathFunction::Log2, magnitude);
        let (tiny, limit) = (self.is_below_normal(magnitude), self.float(f32::MIN));
        self.select(tiny, limit, log)
    }

    /// `2 ^ x` of a scalar, at most the largest float.
    pub(crate) fn exponential(&mut self, value: Value) -> Value {
        let power = self.math(MathFunction::Exp2, value);
        let (bound, limit) = (self.float(128.0), self.float(f32::MAX));
        let over = self.binary(BinaryOperator::GreaterEqual, value, bound);
        self.select(over, limit, power)
    }

    /// `|x| ^ y` of scalars; `y = 0` gives 1 for every `x`.
    pub(crate) fn power(&mut self, x: Value, y: Value) -> Value {
        let log = self.logarithm(x);
        let scaled = self.legacy_mul(y, log);
        self.exponential(scaled)
    }

    pub(crate) fn floor(&mut self, value: Value) -> Value {
        self.math(MathFunction::Floor, value)
    }

    /// `x - floor(x)`
    pub(crate) fn fraction(&mut self, value: Value) -> Value {
        let floor = self.floor(value);
        self.sub(value, floor)
    }

    /// Converts floats to integers, rounding to nearest with ties to even.
    pub(crate) fn round_to_sint(&mut self, value: Value) -> Value {
        let rounded = self.math(MathFunction::Round, value);
        self.convert(rounded, Kind::Sint)
    }
}
