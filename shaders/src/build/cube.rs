//! Cube maps as six separate faces.
//!
//! Hardware of Direct3D 9's time filters within one face, up to its edge; today's filters across edges, and wgpu
//! cannot turn that off. So a cube map is a 2D array of six layers here, and code picks face and place on it:
//!
//! | axis of the largest lane | right | down | layers (+, −) |
//! |---|---|---|---|
//! | x | ∓z | −y | 0, 1 |
//! | y | x | ±z | 2, 3 |
//! | z | ±x | −y | 4, 5 |
//!
//! Both are divided by the largest lane and moved from −1–1 to 0–1. Gradients go through the same quotient, of the
//! face that was picked, so that neighbours on another face do not matter.

use naga::BinaryOperator;

use super::resource::Level;
use super::{Builder, Value};

/// The face that a direction points to.
#[derive(Clone, Copy)]
struct Face {
    along_y: Value,
    along_z: Value,
    /// 1 or −1: the sign of the largest lane.
    sign: Value,
}

/// Where a direction meets a cube map: layer, place on it, and the level to read.
pub(super) struct Target {
    pub(super) layer: Value,
    pub(super) place: Value,
    pub(super) level: Level,
}

impl Builder {
    /// Turns a direction, and a level given for directions, into a place on a face.
    pub(super) fn cube_target(&mut self, direction: Value, level: Level) -> Target {
        let (face, layer) = self.cube_face(direction);
        let (plane, depth) = self.on_face(face, direction);
        let ratio = self.div(plane, depth);
        let half = self.float(0.5);
        let scaled = self.mul(ratio, half);
        let place = self.add(scaled, half);
        let level = match self.explicit_level(direction, level) {
            Level::Gradient(gradients) => {
                let scale = self.div(half, depth);
                Level::Gradient(gradients.map(|gradient| {
                    let (plane, depth) = self.on_face(face, gradient);
                    let along = self.mul(ratio, depth);
                    let change = self.sub(plane, along);
                    self.mul(change, scale)
                }))
            }
            other => other,
        };
        Target { layer, place, level }
    }

    /// The face of the largest lane (z before y before x where lanes are equal), and its layer.
    fn cube_face(&mut self, direction: Value) -> (Face, Value) {
        let [x, y, z] = [0, 1, 2].map(|lane| self.lane(direction, lane));
        let [ax, ay, az] = [x, y, z].map(|lane| self.absolute(lane));
        let at_least = BinaryOperator::GreaterEqual;
        let (z_over_x, z_over_y) = (self.binary(at_least, az, ax), self.binary(at_least, az, ay));
        let along_z = self.binary(BinaryOperator::LogicalAnd, z_over_x, z_over_y);
        let along_y = self.binary(at_least, ay, ax);
        let flat = self.select(along_y, y, x);
        let largest = self.select(along_z, z, flat);
        let (zero, one, minus) = (self.float(0.0), self.float(1.0), self.float(-1.0));
        let negative = self.binary(BinaryOperator::Less, largest, zero);
        let sign = self.select(negative, minus, one);
        let [even, odd] = [[0, 2, 4], [1, 3, 5]].map(|layers| {
            let [x, y, z] = layers.map(|layer| self.sint(layer));
            let flat = self.select(along_y, y, x);
            self.select(along_z, z, flat)
        });
        let layer = self.select(negative, odd, even);
        (Face { along_y, along_z, sign }, layer)
    }

    /// A vector's lanes right and down on a face, and the one towards it.
    fn on_face(&mut self, face: Face, vector: Value) -> (Value, Value) {
        let Face { along_y, along_z, sign } = face;
        let [x, y, z] = [0, 1, 2].map(|lane| self.lane(vector, lane));
        let (signed_x, signed_z) = (self.mul(sign, x), self.mul(sign, z));
        let (up, left) = (self.negate(y), self.negate(signed_z));
        let right = self.select(along_y, x, left);
        let right = self.select(along_z, signed_x, right);
        let down = self.select(along_y, signed_z, up);
        let down = self.select(along_z, up, down);
        let flat = self.select(along_y, y, x);
        let towards = self.select(along_z, z, flat);
        let depth = self.mul(sign, towards);
        (self.compose(&[right, down]), depth)
    }
}
