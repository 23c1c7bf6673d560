//! Texture units: coordinates, wraps and borders.

use naga::{BinaryOperator, Expression, ImageQuery};

use super::FragmentStage;
use crate::build::resource::{Level, Sampled};
use crate::build::{Kind, Value};
use crate::interface::{SamplerKind, Stage};
use crate::pica::key::{Unit, Wrap};
use crate::pica::{link, rows};

impl FragmentStage<'_> {
    /// The texel of a unit, as whole numbers.
    pub(super) fn texel(&mut self, slot: u8, unit: Unit) -> Value {
        self.uses_sampler(slot);
        let from = self.b.sampled(Stage::Fragment, slot, SamplerKind::D2, false);
        let coordinate = self.input(link::coordinates(unit.set));
        // Row 0 of memory is where v is 1.
        let one = self.b.float(1.0);
        let v = self.b.lane(coordinate, 1);
        let turned = self.b.sub(one, v);
        let axes = [self.b.lane(coordinate, 0), turned];
        let guest = [axes[0], v];
        let axes = [0, 1].map(|axis| self.wrapped(axes[axis], guest[axis], unit.wrap[axis], axis == 1));
        let axes = if unit.linear { axes } else { self.settled(axes, from) };
        let place = self.b.compose(&axes);
        let level = if unit.biased {
            let biases = self.row(rows::BIASES);
            Level::Biased(self.b.lane(biases, slot))
        } else {
            Level::Implicit
        };
        let texel = self.b.sample(from, place, level);
        let texel = self.rounded(texel);
        let borders = unit.wrap.map(|wrap| matches!(wrap, Wrap::Border | Wrap::BorderOrRepeat));
        if borders == [false; 2] { texel } else { self.bordered(texel, from, slot, axes, unit) }
    }

    /// Coordinates a little further than they are: between two texels the guest reads the one to the right and above, and
    /// its rows count the other way here.
    fn settled(&mut self, axes: [Value; 2], from: Sampled) -> [Value; 2] {
        let size = self.size(from);
        let little = self.b.float(1.0 / 512.0);
        let step = self.b.div(little, size);
        let [right, up] = [0, 1].map(|lane| self.b.lane(step, lane));
        [self.b.add(axes[0], right), self.b.sub(axes[1], up)]
    }

    /// Width and height of a texture's largest level.
    fn size(&mut self, from: Sampled) -> Value {
        let query = ImageQuery::Size { level: None };
        let handle = self.b.push(Expression::ImageQuery { image: from.texture, query });
        self.b.convert(Value { handle, kind: Kind::Uint, lanes: 2 }, Kind::Float)
    }

    /// What lies before the start shows the picture again, where the wrap says so. `guest` is the coordinate as the guest
    /// counts it.
    fn wrapped(&mut self, at: Value, guest: Value, wrap: Wrap, turned: bool) -> Value {
        if matches!(wrap, Wrap::Sampler | Wrap::Border) {
            return at;
        }
        let zero = self.b.float(0.0);
        let before = self.b.binary(BinaryOperator::Less, guest, zero);
        let again = self.b.fraction(guest);
        let again = if turned {
            let one = self.b.float(1.0);
            self.b.sub(one, again)
        } else {
            again
        };
        self.b.select(before, again, at)
    }

    /// The border colour where the filter lies beyond the edges. The sampler clamps, so a linear filter has weighed the
    /// texels at the edge with what is the border's share.
    fn bordered(&mut self, texel: Value, from: Sampled, slot: u8, axes: [Value; 2], unit: Unit) -> Value {
        let size = self.size(from);
        let one = self.b.float(1.0);
        let mut inside = one;
        for (axis, at) in (0u8..).zip(axes) {
            if !matches!(unit.wrap[usize::from(axis)], Wrap::Border | Wrap::BorderOrRepeat) {
                continue;
            }
            let part = if unit.linear {
                let extent = self.b.lane(size, axis);
                self.b.part_inside(at, extent)
            } else {
                self.b.is_inside(at)
            };
            inside = self.b.mul(inside, part);
        }
        let border = self.row(rows::BORDERS + u16::from(slot));
        let difference = self.b.sub(texel, border);
        let share = self.b.mul(difference, inside);
        let mixed = self.b.add(border, share);
        let half = self.b.float(0.5);
        let raised = self.b.add(mixed, half);
        self.b.floor(raised)
    }
}
