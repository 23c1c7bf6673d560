//! Arguments and operations of a combiner stage.

use naga::{BinaryOperator, MathFunction};

use super::FragmentStage;
use crate::build::Value;
use crate::pica::key::{Argument, Combiner, Operation, Pick, Source};
use crate::pica::rows;

/// What a stage can read besides textures and constants.
pub(super) struct Inputs {
    pub(super) primary: Value,
    pub(super) previous: Value,
    pub(super) buffer: Value,
    pub(super) index: usize,
}

impl FragmentStage<'_> {
    /// What a stage's colour half makes before it is scaled, in three lanes.
    pub(super) fn color(&mut self, inputs: &Inputs, half: Combiner) -> Value {
        self.half(inputs, half, &[0, 1, 2])
    }

    /// What its alpha half makes before it is scaled.
    pub(super) fn alpha(&mut self, inputs: &Inputs, half: Combiner) -> Value {
        self.half(inputs, half, &[3])
    }

    fn half(&mut self, inputs: &Inputs, half: Combiner, lanes: &[u8]) -> Value {
        let used = half.operation.arguments();
        let mut arguments = [None; 3];
        for (slot, argument) in arguments.iter_mut().zip(&half.arguments[..used]) {
            *slot = Some(self.argument(inputs, *argument, lanes));
        }
        let zero = self.b.float(0.0);
        let arguments = arguments.map(|argument| argument.unwrap_or(zero));
        self.operate(half.operation, arguments)
    }

    /// A result multiplied as its half says.
    pub(super) fn scaled(&mut self, result: Value, scale: u8) -> Value {
        if scale == 0 {
            return result;
        }
        let factor = self.b.float(f32::from(1u16 << scale.min(2)));
        let scaled = self.b.mul(result, factor);
        self.at_most_255(scaled)
    }

    fn argument(&mut self, inputs: &Inputs, argument: Argument, lanes: &[u8]) -> Value {
        let value = match argument.source {
            Source::Primary => inputs.primary,
            Source::Previous => inputs.previous,
            Source::Buffer => inputs.buffer,
            Source::Constant => self.row(rows::CONSTANTS + inputs.index as u16),
            Source::Texture(unit) => {
                let texel = self.texels.get(usize::from(unit)).copied().flatten();
                texel.unwrap_or_else(|| self.b.floats(&[0.0; 4]))
            }
            Source::Zero => self.b.floats(&[0.0; 4]),
        };
        let value = match argument.pick {
            Pick::Own => self.b.swizzle(value, lanes),
            Pick::Alpha => self.b.lane(value, 3),
            Pick::Red => self.b.lane(value, 0),
            Pick::Green => self.b.lane(value, 1),
            Pick::Blue => self.b.lane(value, 2),
        };
        let value = self.b.splat(value, lanes.len() as u8);
        if !argument.invert {
            return value;
        }
        let whole = self.b.float(255.0);
        self.b.binary(BinaryOperator::Subtract, whole, value)
    }

    fn operate(&mut self, operation: Operation, [a, b, c]: [Value; 3]) -> Value {
        let whole = self.b.float(255.0);
        match operation {
            Operation::Replace => a,
            Operation::Modulate => {
                let product = self.b.mul(a, b);
                self.divided(product)
            }
            Operation::Add => {
                let sum = self.b.add(a, b);
                self.at_most_255(sum)
            }
            Operation::AddSigned => {
                let (sum, half) = (self.b.add(a, b), self.b.float(128.0));
                let sum = self.b.sub(sum, half);
                self.at_most_255(sum)
            }
            Operation::Interpolate => {
                let rest = self.b.sub(whole, c);
                let (first, second) = (self.b.mul(a, c), self.b.mul(b, rest));
                let sum = self.b.add(first, second);
                self.divided(sum)
            }
            Operation::Subtract => {
                let difference = self.b.sub(a, b);
                self.at_most_255(difference)
            }
            Operation::Dot3Rgb | Operation::Dot3Rgba => self.dot(a, b),
            Operation::MultiplyAdd => {
                let (product, third) = (self.b.mul(a, b), self.b.mul(c, whole));
                let sum = self.b.add(product, third);
                let part = self.divided(sum);
                self.at_most_255(part)
            }
            Operation::AddMultiply => {
                let sum = self.b.add(a, b);
                let sum = self.at_most_255(sum);
                let product = self.b.mul(sum, c);
                self.divided(product)
            }
        }
    }

    /// The dot product of signed vectors, each product cut towards zero by itself.
    fn dot(&mut self, a: Value, b: Value) -> Value {
        let (two, whole) = (self.b.float(2.0), self.b.float(255.0));
        let [a, b] = [a, b].map(|value| {
            let double = self.b.mul(value, two);
            self.b.sub(double, whole)
        });
        let products = self.b.mul(a, b);
        let (half, part) = (self.b.float(128.0), self.b.float(1.0 / 256.0));
        let raised = self.b.add(products, half);
        let parts = self.b.mul(raised, part);
        let parts = self.b.math(MathFunction::Trunc, parts);
        let [x, y, z] = [0, 1, 2].map(|lane| self.b.lane(parts, lane));
        let sum = self.b.add(x, y);
        let sum = self.b.add(sum, z);
        let sum = self.at_most_255(sum);
        self.b.splat(sum, 3)
    }
}
