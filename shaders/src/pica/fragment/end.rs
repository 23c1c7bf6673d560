//! Behind the combiners: alpha test, depth, fog, and the precision of the target.

use naga::{BinaryOperator, MathFunction};

use super::FragmentStage;
use crate::build::{Builder, Kind, Value};
use crate::dxso::Compare;
use crate::pica::key::{DepthFormat, Fog};
use crate::pica::rows;

/// A depth of 0 to 1 as depth attachments keep it: the integer that guest memory holds, divided by a power of two.
pub(super) fn stored_depth(b: &mut Builder, depth: Value, format: DepthFormat) -> Value {
    let (largest, unit) = (b.float(format.largest() as f32), b.float(1.0 / format.unit()));
    let scaled = b.mul(depth, largest);
    let whole = b.floor(scaled);
    b.mul(whole, unit)
}

impl FragmentStage<'_> {
    pub(super) fn alpha_test(&mut self, color: Value) {
        let op = match self.key.alpha_test {
            Compare::Always => return,
            Compare::Never => {
                let always = self.b.boolean(true);
                return self.b.kill_if(always);
            }
            // The opposites: what is killed.
            Compare::Less => BinaryOperator::GreaterEqual,
            Compare::Equal => BinaryOperator::NotEqual,
            Compare::LessEqual => BinaryOperator::Greater,
            Compare::Greater => BinaryOperator::LessEqual,
            Compare::NotEqual => BinaryOperator::Equal,
            Compare::GreaterEqual => BinaryOperator::Less,
        };
        let row = self.row(rows::DEPTH_AND_ALPHA);
        let (reference, alpha) = (self.b.lane(row, 2), self.b.lane(color, 3));
        let fails = self.b.binary(op, alpha, reference);
        self.b.kill_if(fails);
    }

    /// The depth that the guest's map makes, 0 to 1, if anything reads it.
    pub(super) fn mapped_depth(&mut self) -> Option<Value> {
        if self.key.depth.is_none() && self.key.fog == Fog::Off {
            return None;
        }
        let (place, row) = (self.place(), self.row(rows::DEPTH_AND_ALPHA));
        // wgpu's depth is the guest's z by w, turned round.
        let (z, scale, offset) = (self.b.lane(place, 2), self.b.lane(row, 0), self.b.lane(row, 1));
        let turned = self.b.negate(z);
        let scaled = self.b.mul(turned, scale);
        let mut depth = self.b.add(scaled, offset);
        if !self.key.linear_depth {
            // The place has 1 / w.
            let inverse = self.b.lane(place, 3);
            depth = self.b.div(depth, inverse);
        }
        Some(self.b.saturate(depth))
    }

    /// Mixes in the fog's colour; alpha stays.
    pub(super) fn fog(&mut self, color: Value, depth: Option<Value>) -> Value {
        let (Some(depth), true) = (depth, self.key.fog != Fog::Off) else { return color };
        let (one, entries) = (self.b.float(1.0), self.b.float(rows::FOG_ENTRIES.into()));
        let depth = if self.key.fog == Fog::Flipped { self.b.sub(one, depth) } else { depth };
        let at = self.b.mul(depth, entries);
        let whole = self.b.floor(at);
        let whole = self.b.clamp(whole, 0.0, f32::from(rows::FOG_ENTRIES - 1));
        let part = self.b.sub(at, whole);
        let index = self.b.convert(whole, Kind::Sint);
        let (base, low) = (self.b.sint(rows::FOG_TABLE.into()), self.b.sint(0));
        let index = self.b.math2(MathFunction::Max, index, low);
        let index = self.b.add(index, base);
        let entry = self.b.element(self.floats, index);
        let entry = self.b.load(entry, Kind::Float, 4);
        let (value, step) = (self.b.lane(entry, 0), self.b.lane(entry, 1));
        let further = self.b.mul(step, part);
        let factor = self.b.add(value, further);
        let factor = self.b.saturate(factor);
        let rest = self.b.sub(one, factor);
        let fog = self.row(rows::FOG_COLOR);
        let [near, far] = [color, fog].map(|value| self.b.swizzle(value, &[0, 1, 2]));
        let (near, far) = (self.b.mul(near, factor), self.b.mul(far, rest));
        let mixed = self.b.add(near, far);
        // What rounding takes from whole numbers must not cost one.
        let slight = self.b.float(1.0 / 1024.0);
        let mixed = self.b.add(mixed, slight);
        let mixed = self.cut(mixed);
        let [red, green, blue] = [0, 1, 2].map(|lane| self.b.lane(mixed, lane));
        let alpha = self.b.lane(color, 3);
        self.b.compose(&[red, green, blue, alpha])
    }

    /// Cuts channels to the bits that the target has, and spreads these over eight again.
    pub(super) fn quantise(&mut self, color: Value) -> Value {
        let bits = self.key.format.bits();
        let lanes = [0usize, 1, 2, 3].map(|lane| {
            let value = self.b.lane(color, lane as u8);
            match bits[lane] {
                8 => value,
                0 => self.b.float(255.0),
                bits => self.spread(value, bits),
            }
        });
        self.b.compose(&lanes)
    }

    fn spread(&mut self, value: Value, bits: u8) -> Value {
        let dropped = 8 - bits;
        let part = self.b.float(1.0 / f32::from(1u16 << dropped));
        let cut = self.b.mul(value, part);
        let cut = self.b.floor(cut);
        match bits {
            1 => {
                let whole = self.b.float(255.0);
                self.b.mul(cut, whole)
            }
            4 => {
                let spread = self.b.float(17.0);
                self.b.mul(cut, spread)
            }
            // The upper bits again below: v << (8 - n) | v >> (2n - 8).
            bits => {
                let (up, down) = (
                    self.b.float(f32::from(1u16 << dropped)),
                    self.b.float(1.0 / f32::from(1u16 << (2 * bits - 8))),
                );
                let (high, low) = (self.b.mul(cut, up), self.b.mul(cut, down));
                let low = self.b.floor(low);
                self.b.add(high, low)
            }
        }
    }
}
