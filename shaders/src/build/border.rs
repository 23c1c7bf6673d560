//! Addressing that samplers do not have: mirrored once, and borders of any colour at any level.

use naga::{BinaryOperator, Expression, ImageQuery, MathFunction};

use super::resource::{Level, Sampled, draw_member};
use super::{Builder, Kind, Value};
use crate::dxso::{Border, FarBorder, Levels};

/// A read of a texture with a border.
#[derive(Clone, Copy)]
struct Read {
    from: Sampled,
    coordinate: Value,
    color: Value,
    /// Whether texels are magnified.
    near: Value,
    border: Border,
    far: FarBorder,
}

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

    /// Reads a texture whose sampler clamps, with the border colour of sampler `slot` beyond the edges.
    ///
    /// A filter that reaches beyond an edge finds the texel at the edge there; so what it should have found is told by its
    /// place alone: so much of the texel as is inside, and of the colour what is not.
    pub(crate) fn bordered(
        &mut self,
        from: Sampled,
        (slot, border): (usize, Border),
        coordinate: Value,
        level: Level,
    ) -> Value {
        let color = self.border_color(slot);
        let Some(far) = border.far else {
            let texel = self.sample(from, coordinate, level);
            let extents = self.extents(from, None);
            let inside = self.inside(border.axes, coordinate, extents, border.linear);
            return self.surrounded(texel, inside, color);
        };
        let (lod, last) = self.detail(from, coordinate, level, far);
        let zero = self.float(0.0);
        let near = self.binary(BinaryOperator::LessEqual, lod, zero);
        let read = Read { from, coordinate, color, near, border, far };
        let index = match far.levels() {
            Levels::First => return self.read_level(read, zero),
            Levels::Nearest => {
                let half = self.float(0.5);
                let raised = self.add(lod, half);
                self.floor(raised)
            }
            Levels::Blended => self.floor(lod),
        };
        let texel = self.read_level(read, index);
        if far.levels() == Levels::Nearest {
            return texel;
        }
        let one = self.float(1.0);
        let next = self.add(index, one);
        let next = self.math2(MathFunction::Min, next, last);
        let smaller = self.read_level(read, next);
        let part = self.sub(lod, index);
        let difference = self.sub(smaller, texel);
        let part = self.splat(part, 4);
        let share = self.mul(difference, part);
        self.add(texel, share)
    }

    fn border_color(&mut self, slot: usize) -> Value {
        let draw = self.draw_block();
        let rows = self.member(draw, draw_member("border"));
        let row = self.member(rows, slot as u32);
        self.load(row, Kind::Float, 4)
    }

    /// The result of a comparison with the largest level of a depth texture, with that of the border beyond its edges.
    pub(crate) fn compared_border(
        &mut self,
        result: Value,
        from: Sampled,
        (slot, border): (usize, Border),
        coordinate: Value,
        reference: Value,
    ) -> Value {
        let color = self.border_color(slot);
        let depth = self.lane(color, 0);
        let reference = self.saturate(reference);
        let passes = self.binary(BinaryOperator::LessEqual, reference, depth);
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let beyond = self.select(passes, one, zero);
        let beyond = self.splat(beyond, 4);
        let extents = self.extents(from, None);
        let inside = self.inside(border.axes, coordinate, extents, border.linear);
        self.surrounded(result, inside, beyond)
    }

    /// Reads one level, given by its number as a float.
    fn read_level(&mut self, read: Read, index: Value) -> Value {
        let Read { from, coordinate, color, near, border, far } = read;
        // Above a level's number the sampler minifies, and still takes that level.
        let (zero, little) = (self.float(0.0), self.float(0.125));
        let raise = self.select(near, zero, little);
        let level = self.add(index, raise);
        let texel = self.sample(from, coordinate, Level::Exact(level));
        let extents = self.extents(from, Some(index));
        let inside = self.inside(border.axes, coordinate, extents, far.linear());
        let inside = if far.linear() == border.linear {
            inside
        } else {
            let magnified = self.inside(border.axes, coordinate, extents, border.linear);
            self.select(near, magnified, inside)
        };
        self.surrounded(texel, inside, color)
    }

    /// The texels of a level along each axis: of the largest, or of one given by its number.
    fn extents(&mut self, from: Sampled, index: Option<Value>) -> Value {
        let level = index.map(|index| self.convert(index, Kind::Sint).handle);
        let query = ImageQuery::Size { level };
        let handle = self.push(Expression::ImageQuery { image: from.texture, query });
        let size = Value { handle, kind: Kind::Uint, lanes: from.lanes() };
        self.convert(size, Kind::Float)
    }

    /// The level that a read asks for, held to those that there are, and the last of them.
    fn detail(&mut self, from: Sampled, coordinate: Value, level: Level, far: FarBorder) -> (Value, Value) {
        let asked = match self.explicit_level(coordinate, level) {
            Level::Exact(level) => level,
            Level::Gradient(gradients) => self.level_of(from, gradients),
            _ => self.float(0.0),
        };
        let last = self.float(f32::from(far.last()));
        let first = self.float(f32::from(far.first().min(far.last())));
        // Without levels to choose from it only matters on which side of 0 it is.
        let most = if far.levels() == Levels::First { self.float(1.0) } else { last };
        (self.clamp_between(asked, first, most), last)
    }

    /// The level at which these changes of a coordinate go from texel to texel.
    fn level_of(&mut self, from: Sampled, gradients: [Value; 2]) -> Value {
        let extents = self.extents(from, None);
        let [x, y] = gradients.map(|gradient| {
            let texels = self.mul(gradient, extents);
            Value { lanes: 1, ..self.math2(MathFunction::Dot, texels, texels) }
        });
        let square = self.math2(MathFunction::Max, x, y);
        // Zero has no logarithm.
        let least = self.float(1e-9);
        let square = self.math2(MathFunction::Max, square, least);
        let twice = self.math(MathFunction::Log2, square);
        let half = self.float(0.5);
        self.mul(twice, half)
    }

    /// How much of what a filter reads is within the axes of a mask.
    fn inside(&mut self, axes: u8, coordinate: Value, extents: Value, linear: bool) -> Value {
        let mut inside = self.float(1.0);
        for axis in (0..coordinate.lanes).filter(|axis| axes >> axis & 1 == 1) {
            let (at, extent) = (self.lane(coordinate, axis), self.lane(extents, axis));
            let part = if linear { self.part_inside(at, extent) } else { self.is_inside(at) };
            inside = self.mul(inside, part);
        }
        inside
    }

    /// A texel so far as it is inside, and the border colour otherwise.
    fn surrounded(&mut self, texel: Value, inside: Value, color: Value) -> Value {
        let zero = self.float(0.0);
        let difference = self.sub(texel, color);
        let share = self.splat(inside, 4);
        let share = self.mul(difference, share);
        let mixed = self.add(color, share);
        let touches = self.binary(BinaryOperator::Greater, inside, zero);
        self.select(touches, mixed, color)
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
