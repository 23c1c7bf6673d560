//! Texture coordinates: chosen, generated, transformed.

use naga::MathFunction;

use super::block::TEXTURE;
use super::key::{Coordinate, CoordinateSource};
use super::{TEXCOORDS, VertexStage};
use crate::build::Value;

impl VertexStage {
    /// What a stage's fragments read as its coordinates.
    pub(super) fn coordinate(&mut self, stage: u8) -> Value {
        let Coordinate { source, transform, projected } = self.key.coordinates[usize::from(stage)];
        let (mut lanes, mut count) = match source {
            CoordinateSource::Set(set) => self.set(set, transform != 0),
            _ => (self.generated(source), 3),
        };
        if transform != 0 {
            count = transform;
            let vector = self.b.compose(&lanes);
            for lane in 0..transform {
                let row = self.row(TEXTURE + 4 * u16::from(stage) + u16::from(lane));
                lanes[usize::from(lane)] = self.dot(vector, row);
            }
        }
        let zero = self.b.float(0.0);
        for lane in &mut lanes[usize::from(count)..] {
            *lane = zero;
        }
        if projected {
            // A set that is not there is not divided.
            lanes[3] = if count > 0 { lanes[usize::from(count) - 1] } else { self.b.float(1.0) };
        }
        self.b.compose(&lanes)
    }

    /// The lanes of a set, and how many the declaration gives it.
    fn set(&mut self, set: u8, transformed: bool) -> ([Value; 4], u8) {
        let (zero, one) = (self.b.float(0.0), self.b.float(1.0));
        let Some(given) = self.attributes[usize::from(TEXCOORDS + set)] else { return ([zero; 4], 0) };
        let count = self.key.components[usize::from(set)];
        let lanes = [0, 1, 2, 3].map(|lane| {
            if lane < count {
                self.b.lane(given, lane)
            } else if lane == count && transformed {
                // So the row after those of the components is a translation.
                one
            } else {
                zero
            }
        });
        (lanes, count)
    }

    fn generated(&mut self, source: CoordinateSource) -> [Value; 4] {
        let (eye, normal) = self.eye_space();
        let one = self.b.float(1.0);
        let vector = match source {
            CoordinateSource::Normal => normal,
            CoordinateSource::Position => eye,
            _ => self.reflection(eye, normal),
        };
        let [x, y, z] = [0, 1, 2].map(|lane| self.b.lane(vector, lane));
        if source != CoordinateSource::Sphere {
            return [x, y, z, one];
        }
        let (zero, half, two) = (self.b.float(0.0), self.b.float(0.5), self.b.float(2.0));
        let towards = self.b.add(z, one);
        let towards = self.b.compose(&[x, y, towards]);
        let length = self.length(towards);
        let size = self.b.mul(length, two);
        let [x, y] = [x, y].map(|lane| {
            let part = self.b.div(lane, size);
            self.b.add(part, half)
        });
        [x, y, zero, one]
    }

    fn reflection(&mut self, eye: Value, normal: Value) -> Value {
        let way = self.normalized(eye);
        self.b.math2(MathFunction::Reflect, way, normal)
    }
}
