//! What fixed function does at the ends of both stages: clip planes, fog, sRGB encoding, and the bias of samplers.

use naga::{ArraySize, BinaryOperator, Binding, BuiltIn, Expression, MathFunction, TypeInner};

use super::resource::draw_member;
use super::stage::{numbered, varying_binding};
use super::{Builder, Expr, Kind, Value};
use crate::dxso::{Fog, FogDepth, FogFunction};
use crate::varyings::{Semantic, Usage, Varying, Varyings};

/// How distances to clip planes are interpolated.
const DISTANCES: Varying =
    Varying { semantic: Semantic::new(Usage::Position, 0), flat: false, centroid: false };

impl Builder {
    /// Row `row` of a field of the draw block; fields of one row have row 0.
    fn draw_row(&mut self, draw: Expr, field: &str, row: Option<u32>) -> Value {
        let field = self.member(draw, draw_member(field));
        let row = row.map_or(field, |row| self.member(field, row));
        self.load(row, Kind::Float, 4)
    }

    /// The distances of a position to the first `count` clip planes of the draw block.
    fn distances(&mut self, position: Value, count: u8, draw: Expr) -> Vec<Value> {
        let distances = (0..u32::from(count)).map(|row| {
            let plane = self.draw_row(draw, "clip_planes", Some(row));
            let products = self.mul(position, plane);
            let [x, y, z, w] = [0, 1, 2, 3].map(|lane| self.lane(products, lane));
            let sum = self.add(x, y);
            let sum = self.add(sum, z);
            self.add(sum, w)
        });
        distances.collect()
    }

    /// Adds the distances of a position to the first `count` clip planes of the draw block: as varyings where the
    /// fragment stage reads them, else for the rasterizer.
    pub(crate) fn clip_by_planes(&mut self, position: Value, count: u8, varyings: &Varyings, draw: Expr) {
        if varyings.clip_planes > 0 {
            self.carry_distances(position, varyings, draw);
        } else if count > 0 {
            self.clip_distances(position, count, draw);
        }
    }

    fn carry_distances(&mut self, position: Value, varyings: &Varyings, draw: Expr) {
        let mut distances = self.distances(position, varyings.clip_planes, draw);
        let inside = self.float(1.0);
        distances.resize(distances.len().next_multiple_of(4), inside);
        for (location, four) in varyings.clip_locations().zip(distances.chunks(4)) {
            let value = self.compose(four);
            let name = numbered("clip_distances", location.into());
            self.output(&name, varying_binding(location, DISTANCES), value);
        }
    }

    /// Whether the fragment lies behind a clip plane, by the distances that the varyings carry; `None` if there are none.
    pub(crate) fn is_clipped(&mut self, varyings: &Varyings) -> Option<Value> {
        let mut clipped = None;
        let zero = self.float(0.0);
        let locations: Vec<u8> = varyings.clip_locations().collect();
        for (index, location) in (0u8..).zip(locations) {
            let name = numbered("clip_distances", location.into());
            let four = self.argument(&name, Kind::Float, 4, varying_binding(location, DISTANCES));
            for lane in 0..(varyings.clip_planes - index * 4).min(4) {
                let distance = self.lane(four, lane);
                // What is no number is clipped too.
                let inside = self.binary(BinaryOperator::GreaterEqual, distance, zero);
                let outside = self.not(inside);
                clipped = Some(match clipped {
                    Some(before) => self.binary(BinaryOperator::LogicalOr, before, outside),
                    None => outside,
                });
            }
        }
        clipped
    }

    fn clip_distances(&mut self, position: Value, count: u8, draw: Expr) {
        let components =
            self.distances(position, count, draw).into_iter().map(|value| value.handle).collect();
        self.clips = true;
        let size = std::num::NonZeroU32::new(count.into()).expect("at least one plane");
        let base = self.ty(Kind::Float, 1);
        let ty = self.add_type(None, TypeInner::Array { base, size: ArraySize::Constant(size), stride: 4 });
        let handle = self.push(Expression::Compose { ty, components });
        let value = Value { handle, kind: Kind::Float, lanes: 1 };
        self.output_of_type("clip_distances", Binding::BuiltIn(BuiltIn::ClipDistances), value, ty);
    }

    /// How much of the colour fog leaves, 0–1; `None` where there is no fog. `carried` is what the vertex stage gives in
    /// FOG0, `place` that of the fragment; each is needed where `fog` goes by it.
    pub(crate) fn fog_of(&mut self, fog: Fog, carried: Option<Value>, place: Option<Value>) -> Option<Value> {
        let one = self.float(1.0);
        let (function, depth) = match fog {
            Fog::Off => return None,
            Fog::Vertex => return Some(carried.map_or(one, |factor| self.saturate(factor))),
            Fog::Table(function, depth) => (function, depth),
        };
        let [z, inverse] = match place {
            Some(place) => [2, 3].map(|lane| self.lane(place, lane)),
            None => [one; 2],
        };
        let depth = match depth {
            FogDepth::Z => z,
            FogDepth::W => self.div(one, inverse),
            FogDepth::Clip => self.div(z, inverse),
            FogDepth::Vertex => carried.unwrap_or(one),
        };
        let draw = self.draw_block();
        let state = self.draw_row(draw, "fog", None);
        Some(self.fog_at(function, depth, state))
    }

    /// The factor of fog at a depth, 0–1: how much of the colour stays. `state` has end, 1 / (end - start), and density.
    pub(crate) fn fog_at(&mut self, function: FogFunction, depth: Value, state: Value) -> Value {
        let [end, scale, density] = [0, 1, 2].map(|lane| self.lane(state, lane));
        if function == FogFunction::Linear {
            let left = self.sub(end, depth);
            let factor = self.mul(left, scale);
            return self.saturate(factor);
        }
        let mut power = self.mul(density, depth);
        if function == FogFunction::Exp2 {
            power = self.mul(power, power);
        }
        // e ^ -x = 2 ^ (-x · log2 e)
        let base = self.float(-std::f32::consts::LOG2_E);
        let power = self.mul(power, base);
        let factor = self.math(MathFunction::Exp2, power);
        self.saturate(factor)
    }

    /// `fog_color + (color - fog_color) · factor`; alpha stays.
    pub(crate) fn blend_fog(&mut self, color: Value, factor: Value, draw: Expr) -> Value {
        let fog = self.draw_row(draw, "fog_color", None);
        let (near, far) = (self.swizzle(color, &[0, 1, 2]), self.swizzle(fog, &[0, 1, 2]));
        let difference = self.sub(near, far);
        let factor = self.splat(factor, 3);
        let part = self.mul(difference, factor);
        let blended = self.add(far, part);
        self.with_alpha_of(blended, color)
    }

    /// Colour as sRGB; alpha stays.
    pub(crate) fn encode_srgb(&mut self, color: Value) -> Value {
        let linear = self.swizzle(color, &[0, 1, 2]);
        let linear = self.saturate(linear);
        let (slope, bound, third) = (self.float(12.92), self.float(0.003_130_8), self.float(1.0 / 2.4));
        let low = self.mul(linear, slope);
        let root = self.math2(MathFunction::Pow, linear, third);
        let (scale, offset) = (self.float(1.055), self.float(0.055));
        let scaled = self.mul(root, scale);
        let high = self.sub(scaled, offset);
        let is_low = self.binary(BinaryOperator::Less, linear, bound);
        let encoded = self.select(is_low, low, high);
        self.with_alpha_of(encoded, color)
    }

    fn with_alpha_of(&mut self, color: Value, of: Value) -> Value {
        let [red, green, blue] = [0, 1, 2].map(|lane| self.lane(color, lane));
        let alpha = self.lane(of, 3);
        self.compose(&[red, green, blue, alpha])
    }

    /// The bias of fragment sampler `slot`.
    pub(crate) fn lod_bias(&mut self, slot: usize, draw: Expr) -> Value {
        let rows = self.member(draw, draw_member("lod_bias"));
        let row = self.member(rows, slot as u32 / 4);
        let lane = self.member(row, slot as u32 % 4);
        self.load(lane, Kind::Float, 1)
    }
}
