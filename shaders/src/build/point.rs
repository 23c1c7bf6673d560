//! Points as quads: wgpu's points are one pixel large.
//!
//! A point is drawn as an instance of a strip of four vertices, whose attributes advance by instance. The vertex
//! index picks the corner: 0 and 1 above, 2 and 3 below, from left to right.

use naga::{BinaryOperator, Binding, BuiltIn, MathFunction};

use super::{Builder, Expr, Kind, Value};
use crate::interface::Points;

/// A corner of a point's quad: 0 or 1 from left to right, and from top to bottom.
#[derive(Clone, Copy)]
pub(crate) struct Corner {
    right: Value,
    down: Value,
}

impl Builder {
    /// The corner that this invocation makes, where points are quads.
    pub(crate) fn corner(&mut self, points: Points) -> Option<Corner> {
        if points == Points::Pixels {
            return None;
        }
        let index = self.argument("corner", Kind::Uint, 1, Binding::BuiltIn(BuiltIn::VertexIndex));
        let one = self.uint(1);
        let low = self.binary(BinaryOperator::And, index, one);
        let high = self.binary(BinaryOperator::ShiftRight, index, one);
        let [right, down] = [low, high].map(|bit| self.convert(bit, Kind::Float));
        Some(Corner { right, down })
    }

    /// Moves a clip position to a corner of its point. `size` is the size in pixels, if the shader gives one; else
    /// it comes from the draw block `draw`, whose limits hold for both.
    pub(crate) fn spread(&mut self, clip: Value, size: Option<Value>, corner: Corner, draw: Expr) -> Value {
        let row = self.member(draw, 2);
        let row = self.load(row, Kind::Float, 4);
        let size = size.unwrap_or_else(|| self.lane(row, 0));
        let (least, most) = (self.lane(row, 1), self.lane(row, 2));
        let size = self.math2(MathFunction::Max, size, least);
        let size = self.math2(MathFunction::Min, size, most);
        let viewport = self.member(draw, 1);
        let viewport = self.load(viewport, Kind::Float, 4);
        let [x, y, z, w] = [0, 1, 2, 3].map(|lane| self.lane(clip, lane));
        let (one, two) = (self.float(1.0), self.float(2.0));
        let scaled = self.mul(size, w);
        let mut reach = |side: Value, extent: u8| {
            let doubled = self.mul(side, two);
            let sign = self.sub(doubled, one);
            let pixels = self.mul(sign, scaled);
            let extent = self.lane(viewport, extent);
            self.div(pixels, extent)
        };
        let (right, down) = (reach(corner.right, 2), reach(corner.down, 3));
        let (x, y) = (self.add(x, right), self.sub(y, down));
        self.compose(&[x, y, z, w])
    }

    /// What texture coordinates read on a sprite.
    pub(crate) fn sprite(&mut self, corner: Corner) -> Value {
        let zero = self.float(0.0);
        self.compose(&[corner.right, corner.down, zero, zero])
    }
}
