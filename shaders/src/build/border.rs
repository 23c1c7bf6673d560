//! Addressing that samplers do not have: mirrored once, and borders of any colour.

use naga::{BinaryOperator, Expression, ImageQuery, MathFunction};

use super::resource::{Sampled, draw_member};
use super::{Builder, Kind, Value};
use crate::dxso::Border;

impl Builder {
    /// A coordinate whose axes in `mask` are mirrored at zero; the sampler clamps at one.
    pub(crate) fn mirrored_once(&mut self, coordinate: Value, mask: u8) -> Value {
        if mask == 0 {
            return coordinate;
        }
        let lanes: Vec<Value> = (0..coordinate.lanes)
            .map(|axis| {
                let lane = self.lane(coordinate, axis);
                if mask >> axis & 1 == 1 { self.math(MathFunction::Abs, lane) } else { lane }
            })
            .collect();
        self.compose(&lanes)
    }

    /// Adds the border colour of fragment sampler `slot` to a texel, by how much of its filter lies beyond the edges.
    pub(crate) fn bordered(
        &mut self,
        texel: Value,
        from: Sampled,
        slot: usize,
        coordinate: Value,
        border: Border,
    ) -> Value {
        let handle = self
            .push(Expression::ImageQuery { image: from.texture, query: ImageQuery::Size { level: None } });
        let size = Value { handle, kind: Kind::Uint, lanes: from.lanes() };
        let size = self.convert(size, Kind::Float);
        let one = self.float(1.0);
        let mut inside = one;
        for axis in (0..from.lanes()).filter(|axis| border.axes >> axis & 1 == 1) {
            let (at, extent) = (self.lane(coordinate, axis), self.lane(size, axis));
            let part = if border.linear { self.part_inside(at, extent) } else { self.is_inside(at) };
            inside = self.mul(inside, part);
        }
        let outside = self.sub(one, inside);
        let outside = self.splat(outside, 4);
        let draw = self.draw_block();
        let rows = self.member(draw, draw_member("border"));
        let row = self.member(rows, slot as u32);
        let color = self.load(row, Kind::Float, 4);
        let share = self.mul(color, outside);
        self.add(texel, share)
    }

    /// How much of two neighbouring texels around a place is within an axis of so many texels.
    pub(crate) fn part_inside(&mut self, at: Value, extent: Value) -> Value {
        let half = self.float(0.5);
        let place = self.mul(at, extent);
        let from_start = self.add(place, half);
        let end = self.add(extent, half);
        let from_end = self.sub(end, place);
        let nearest = self.math2(MathFunction::Min, from_start, from_end);
        self.saturate(nearest)
    }

    /// 1 for a place within an axis, else 0.
    pub(crate) fn is_inside(&mut self, at: Value) -> Value {
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let after = self.binary(BinaryOperator::GreaterEqual, at, zero);
        let before = self.binary(BinaryOperator::Less, at, one);
        let inside = self.binary(BinaryOperator::LogicalAnd, after, before);
        self.select(inside, one, zero)
    }
}
