//! Blending and logic operations in the stage, with a copy of what is stored.

use naga::{BinaryOperator, MathFunction, UnaryOperator};

use super::FragmentStage;
use crate::build::{Kind, Value};
use crate::interface::{SamplerKind, Stage};
use crate::pica::key::{Blend, Equation, Factor, Merge};
use crate::pica::rows;

impl FragmentStage<'_> {
    /// The colour as it is to be stored, before it is cut to the target's bits.
    pub(super) fn merge(&mut self, color: Value) -> Value {
        match self.key.merge {
            Merge::Direct => color,
            Merge::Blend { color: rgb, alpha } => {
                let stored = self.stored();
                let sides = Sides { new: color, stored, constant: self.row(rows::BLEND) };
                let rgb = self.blend(&sides, rgb, &[0, 1, 2]);
                let alpha = self.blend(&sides, alpha, &[3]);
                let [red, green, blue] = [0, 1, 2].map(|lane| self.b.lane(rgb, lane));
                self.b.compose(&[red, green, blue, alpha])
            }
            Merge::Logic(operation) => {
                let stored = self.stored();
                self.logic(color, stored, operation)
            }
        }
    }

    /// What is stored at the fragment's place.
    fn stored(&mut self) -> Value {
        let from = self.b.sampled(Stage::Fragment, rows::STORED_SLOT, SamplerKind::D2, false);
        let place = self.place();
        let place = self.b.swizzle(place, &[0, 1]);
        let place = self.b.convert(place, Kind::Sint);
        let texel = self.b.texel(from, place);
        self.rounded(texel)
    }

    fn blend(&mut self, sides: &Sides, blend: Blend, lanes: &[u8]) -> Value {
        let [new, stored] = [sides.new, sides.stored].map(|side| self.b.swizzle(side, lanes));
        let (first, second) =
            (self.factor(sides, blend.source, lanes), self.factor(sides, blend.destination, lanes));
        let (new, stored) = (self.b.mul(new, first), self.b.mul(stored, second));
        let joined = match blend.equation {
            Equation::Add => self.b.add(new, stored),
            Equation::Subtract => self.b.sub(new, stored),
            Equation::ReverseSubtract => self.b.sub(stored, new),
            Equation::Min => self.b.math2(MathFunction::Min, new, stored),
            Equation::Max => self.b.math2(MathFunction::Max, new, stored),
        };
        let held = self.b.clamp(joined, 0.0, 255.0 * 255.0);
        self.divided(held)
    }

    fn factor(&mut self, sides: &Sides, factor: Factor, lanes: &[u8]) -> Value {
        use Factor as F;
        let (value, inverted) = match factor {
            F::Zero => return self.b.float(0.0),
            F::One => return self.b.float(255.0),
            F::Source => (self.b.swizzle(sides.new, lanes), false),
            F::OneMinusSource => (self.b.swizzle(sides.new, lanes), true),
            F::Destination => (self.b.swizzle(sides.stored, lanes), false),
            F::OneMinusDestination => (self.b.swizzle(sides.stored, lanes), true),
            F::SourceAlpha => (self.b.lane(sides.new, 3), false),
            F::OneMinusSourceAlpha => (self.b.lane(sides.new, 3), true),
            F::DestinationAlpha => (self.b.lane(sides.stored, 3), false),
            F::OneMinusDestinationAlpha => (self.b.lane(sides.stored, 3), true),
            F::Constant => (self.b.swizzle(sides.constant, lanes), false),
            F::OneMinusConstant => (self.b.swizzle(sides.constant, lanes), true),
            F::ConstantAlpha => (self.b.lane(sides.constant, 3), false),
            F::OneMinusConstantAlpha => (self.b.lane(sides.constant, 3), true),
            F::SourceAlphaSaturated if lanes.len() == 1 => return self.b.float(255.0),
            F::SourceAlphaSaturated => {
                let (whole, new) = (self.b.float(255.0), self.b.lane(sides.new, 3));
                let stored = self.b.lane(sides.stored, 3);
                let rest = self.b.sub(whole, stored);
                (self.b.math2(MathFunction::Min, new, rest), false)
            }
        };
        if !inverted {
            return value;
        }
        let whole = self.b.float(255.0);
        self.b.binary(BinaryOperator::Subtract, whole, value)
    }

    fn logic(&mut self, new: Value, stored: Value, operation: u8) -> Value {
        let [s, d] = [new, stored].map(|value| self.b.convert(value, Kind::Uint));
        let b = &mut self.b;
        let all = b.uint(0xFF);
        let all = b.splat(all, 4);
        let not = |b: &mut crate::build::Builder, value: Value| {
            let expression = naga::Expression::Unary { op: UnaryOperator::BitwiseNot, expr: value.handle };
            Value { handle: b.push(expression), ..value }
        };
        let (and, or, xor) = (BinaryOperator::And, BinaryOperator::InclusiveOr, BinaryOperator::ExclusiveOr);
        let result = match operation {
            0 => return b.floats(&[0.0; 4]),
            1 => b.binary(and, s, d),
            2 => {
                let d = not(b, d);
                b.binary(and, s, d)
            }
            3 => s,
            4 => all,
            5 => not(b, s),
            6 => d,
            7 => not(b, d),
            8 => {
                let both = b.binary(and, s, d);
                not(b, both)
            }
            9 => b.binary(or, s, d),
            10 => {
                let any = b.binary(or, s, d);
                not(b, any)
            }
            11 => b.binary(xor, s, d),
            12 => {
                let differs = b.binary(xor, s, d);
                not(b, differs)
            }
            13 => {
                let s = not(b, s);
                b.binary(and, s, d)
            }
            14 => {
                let d = not(b, d);
                b.binary(or, s, d)
            }
            _ => {
                let s = not(b, s);
                b.binary(or, s, d)
            }
        };
        let result = b.binary(and, result, all);
        b.convert(result, Kind::Float)
    }
}

/// What blending joins.
struct Sides {
    new: Value,
    stored: Value,
    constant: Value,
}
