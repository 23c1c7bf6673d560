//! Positions and normals: to the clip position and to eye space.

use naga::{BinaryOperator, MathFunction};

use super::block::{CLIP, EYE, FOG, NORMAL as NORMALS, PALETTE, POINT_SCALE};
use super::key::{Blend, Position};
use super::{BLEND_INDICES, BLEND_WEIGHTS, NORMAL, POINT_SIZE, VertexStage};
use crate::build::{Builder, Expr, Kind, Value};
use crate::interface::Stage;

impl VertexStage {
    /// The clip position. Notes position and normal in eye space.
    pub(super) fn place(&mut self) -> Value {
        let position = self.attribute(0);
        match (self.key.position, self.key.blend) {
            (Position::Screen { flat_depth }, _) => from_screen(&mut self.b, position, flat_depth, self.draw),
            (Position::World, Blend::Off) => {
                let normal = self.attribute(NORMAL);
                self.transform(position, normal)
            }
            (Position::World, Blend::Tween) => {
                let position = self.tween(position, BLEND_WEIGHTS);
                let normal = self.attribute(NORMAL);
                let both = [NORMAL, BLEND_INDICES].map(|at| self.attributes[usize::from(at)].is_some());
                let normal = if both == [true; 2] { self.tween(normal, BLEND_INDICES) } else { normal };
                self.transform(position, normal)
            }
            (Position::World, Blend::Weights(weights)) => self.blend(position, weights, None),
            (Position::World, Blend::Indexed { weights, matrices, color }) => {
                let places = self.places(matrices, color);
                self.blend(position, weights, Some(places))
            }
        }
    }

    /// The dot products of a vector with so many rows of the block, in the order of `m4x4`.
    fn products(&mut self, vector: Value, rows: [Value; 4]) -> Value {
        let lanes = rows.map(|row| self.b.legacy_dot(vector, row));
        self.b.compose(&lanes)
    }

    fn rows<const N: usize>(&mut self, first: u16) -> [Value; N] {
        std::array::from_fn(|row| self.row(first + row as u16))
    }

    fn transform(&mut self, position: Value, normal: Value) -> Value {
        if self.key.needs_eye() {
            let rows = self.rows(EYE);
            self.eye = Some(self.products(position, rows));
        }
        if self.key.needs_normal() {
            let rows = self.rows(NORMALS);
            let turned = self.turned(normal, rows);
            self.keep_normal(turned);
        }
        let rows = self.rows(CLIP);
        self.products(position, rows)
    }

    /// A normal through the upper left of a matrix.
    fn turned(&mut self, normal: Value, rows: [Value; 3]) -> Value {
        let normal = self.xyz(normal);
        let lanes = rows.map(|row| {
            let row = self.xyz(row);
            self.dot(normal, row)
        });
        self.b.compose(&lanes)
    }

    fn keep_normal(&mut self, normal: Value) {
        self.normal = Some(if self.key.normalize { self.normalized(normal) } else { normal });
    }

    /// Between an attribute and that at `location`.
    fn tween(&mut self, from: Value, location: u8) -> Value {
        let to = self.attribute(location);
        let row = self.row(FOG);
        let factor = self.b.lane(row, 3);
        let way = self.b.sub(to, from);
        let part = self.b.mul(way, factor);
        self.b.add(from, part)
    }

    /// The first rows of the matrices that a vertex names.
    fn places(&mut self, matrices: u16, color: bool) -> Value {
        let mut places = self.attribute(BLEND_INDICES);
        if color {
            let scale = self.b.float(255.0);
            places = self.b.swizzle(places, &[2, 1, 0, 3]);
            places = self.b.mul(places, scale);
        }
        let rounded = self.b.math(MathFunction::Round, places);
        let held = self.b.clamp(rounded, 0.0, f32::from(matrices - 1));
        let places = self.b.convert(held, Kind::Uint);
        // Once more, for what was no number.
        let last = self.b.uint(u32::from(matrices - 1));
        let places = self.b.math2(MathFunction::Min, places, last);
        let (rows, first) = (self.b.uint(4), self.b.uint(PALETTE.into()));
        let rows = self.b.mul(places, rows);
        self.b.fixed_block(Stage::Vertex);
        self.b.reach_fixed(PALETTE + 4 * matrices);
        self.b.add(rows, first)
    }

    /// Row `row` of matrix `number` of those that a vertex goes through.
    fn palette(&mut self, number: u8, row: u16, places: Option<Value>) -> Value {
        let Some(places) = places else { return self.row(PALETTE + 4 * u16::from(number) + row) };
        let (place, row) = (self.b.lane(places, number), self.b.uint(row.into()));
        let index = self.b.add(place, row);
        let block = self.b.fixed_block(Stage::Vertex);
        let row = self.b.element(block, index);
        self.b.load(row, Kind::Float, 4)
    }

    fn blend(&mut self, position: Value, weights: u8, places: Option<Value>) -> Value {
        let given = self.attribute(BLEND_WEIGHTS);
        let normal = self.attribute(NORMAL);
        let mut left = self.b.float(1.0);
        let mut sums: [Option<Value>; 2] = [None; 2];
        for number in 0..=weights {
            let weight = if number == weights { left } else { self.b.lane(given, number) };
            if number < weights {
                left = self.b.sub(left, weight);
            }
            let rows: [Value; 4] = std::array::from_fn(|row| self.palette(number, row as u16, places));
            let mut parts = [Some(self.products(position, rows)), None];
            if self.key.needs_normal() {
                parts[1] = Some(self.turned(normal, [rows[0], rows[1], rows[2]]));
            }
            for (sum, part) in sums.iter_mut().zip(parts) {
                let Some(part) = part else { continue };
                let part = if weights == 0 { part } else { self.b.mul(part, weight) };
                *sum = Some(match *sum {
                    Some(sum) => self.b.add(sum, part),
                    None => part,
                });
            }
        }
        if let Some(normal) = sums[1] {
            self.keep_normal(normal);
        }
        let eye = sums[0].unwrap_or(position);
        self.eye = Some(eye);
        let rows = self.rows(CLIP);
        self.products(eye, rows)
    }

    /// The size of a point, where it is not just that of the draw block.
    pub(super) fn point_size(&mut self) -> Option<Value> {
        let given = self.attributes[usize::from(POINT_SIZE)].map(|size| self.b.lane(size, 0));
        if !self.key.point_scale {
            return given;
        }
        let size = match given {
            Some(size) => size,
            None => self.draw_lane(2, 0),
        };
        let (eye, _) = self.eye_space();
        let distance = self.length(eye);
        let row = self.row(POINT_SCALE);
        let [constant, linear, quadratic] = [0, 1, 2].map(|lane| self.b.lane(row, lane));
        // a + d · (b + d · c)
        let outer = self.b.mul(distance, quadratic);
        let outer = self.b.add(outer, linear);
        let outer = self.b.mul(distance, outer);
        let sum = self.b.add(constant, outer);
        let root = self.b.math(MathFunction::InverseSqrt, sum);
        let height = self.draw_lane(1, 3);
        let size = self.b.mul(height, size);
        Some(self.b.mul(size, root))
    }

    fn draw_lane(&mut self, member: u32, lane: u8) -> Value {
        let row = self.b.member(self.draw, member);
        let row = self.b.load(row, Kind::Float, 4);
        self.b.lane(row, lane)
    }
}

/// The clip position of a place in pixels, with depth and 1/w: the viewport undone.
fn from_screen(b: &mut Builder, position: Value, flat_depth: bool, draw: Expr) -> Value {
    let viewport = b.member(draw, 1);
    let viewport = b.load(viewport, Kind::Float, 4);
    let place = b.swizzle(position, &[0, 1]);
    let corner = b.swizzle(viewport, &[0, 1]);
    let size = b.swizzle(viewport, &[2, 3]);
    let from_corner = b.sub(place, corner);
    let two = b.float(2.0);
    let doubled = b.mul(from_corner, two);
    let part = b.div(doubled, size);
    let (across, down) = (b.lane(part, 0), b.lane(part, 1));
    let (zero, one) = (b.float(0.0), b.float(1.0));
    let (x, y) = (b.sub(across, one), b.sub(one, down));
    let z = if flat_depth { zero } else { b.lane(position, 2) };
    let rhw = b.lane(position, 3);
    let is_zero = b.binary(BinaryOperator::Equal, rhw, zero);
    let quotient = b.div(one, rhw);
    let w = b.select(is_zero, one, quotient);
    let [x, y, z] = [x, y, z].map(|lane| b.mul(lane, w));
    b.compose(&[x, y, z, w])
}
