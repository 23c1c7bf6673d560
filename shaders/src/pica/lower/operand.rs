//! Sources and destinations.

use naga::BinaryOperator;

use super::{Lower, UNIFORMS};
use crate::build::{Kind, Value};
use crate::pica::interp::compile::Compute;

impl Lower<'_> {
    /// A source as its descriptor makes it.
    pub(super) fn source(&mut self, compute: &Compute, index: usize) -> Value {
        let source = compute.sources[index];
        let value = match compute.relative {
            Some((relative, address)) if usize::from(relative) == index => {
                self.indexed(source.register, usize::from(address % 3))
            }
            _ => self.register(source.register & 0x7F),
        };
        let value = self.b.swizzle(value, &source.selector);
        if source.sign == 0 { value } else { self.b.negate(value) }
    }

    fn register(&mut self, number: u8) -> Value {
        let index = usize::from(number & 15);
        let local = match number {
            0..=15 => return self.inputs[index].unwrap_or_else(|| self.b.floats(&[0.0; 4])),
            16..=31 => self.temporaries[index],
            uniform => self.floats.map(|block| self.b.member(block, u32::from(uniform) - 32)),
        };
        match local {
            Some(pointer) => self.b.load(pointer, Kind::Float, 4),
            None => self.b.floats(&[0.0; 4]),
        }
    }

    /// A uniform beyond an address register. Offsets of more than a byte count as none; the sum wraps at 128, and what
    /// lies past the last uniform reads as ones.
    fn indexed(&mut self, register: u8, address: usize) -> Value {
        let Some(block) = self.floats else { return self.b.floats(&[1.0; 4]) };
        let local = self.address(address);
        let b = &mut self.b;
        let offset = b.load(local, Kind::Sint, 1);
        let [low, high, none] = [-128, 127, 0].map(|bound| b.sint(bound));
        let above = b.binary(BinaryOperator::GreaterEqual, offset, low);
        let below = b.binary(BinaryOperator::LessEqual, offset, high);
        let small = b.binary(BinaryOperator::LogicalAnd, above, below);
        let offset = b.select(small, offset, none);
        let base = b.sint(i32::from(register) - 32);
        let sum = b.add(offset, base);
        let mask = b.sint(0x7F);
        let index = b.binary(BinaryOperator::And, sum, mask);
        let last = b.sint(i32::from(UNIFORMS) - 1);
        let there = b.binary(BinaryOperator::LessEqual, index, last);
        let held = b.select(there, index, none);
        let element = b.element(block, held);
        let value = b.load(element, Kind::Float, 4);
        let ones = b.floats(&[1.0; 4]);
        b.select(there, value, ones)
    }

    /// Writes the lanes of a result that the mask names.
    pub(super) fn write(&mut self, compute: &Compute, result: Value) {
        let number = usize::from(compute.destination);
        let local = if number < 16 { self.outputs[number] } else { self.temporaries[number & 15] };
        let Some(local) = local.filter(|_| compute.mask.contains(&true)) else { return };
        let result = self.b.splat(result, 4);
        let value = if compute.mask == [true; 4] {
            result
        } else {
            let old = self.b.load(local, Kind::Float, 4);
            let lanes = [0u8, 1, 2, 3].map(|lane| {
                let from = if compute.mask[usize::from(lane)] { result } else { old };
                self.b.lane(from, lane)
            });
            self.b.compose(&lanes)
        };
        self.b.store(local, value);
    }
}
