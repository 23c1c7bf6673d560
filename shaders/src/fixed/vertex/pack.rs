//! Vertex keys in a few words, for lookups.

use super::key::{Blend, CoordinateSource, Lighting, MaterialSource, Position, VertexFog, VertexKey};
use crate::interface::{InputClass, Points};

/// A folded [`VertexKey`] in 48 bytes: equal where the keys are, and cheap to hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackedVertexKey([u64; 6]);

/// Appends numbers, the lowest bits first.
struct Packer {
    words: [u64; 6],
    at: usize,
}

impl Packer {
    /// Appends the lowest bits of a number.
    fn push(&mut self, value: u64, bits: usize) {
        let value = value & ((1 << bits) - 1);
        let (word, shift) = (self.at / 64, self.at % 64);
        self.words[word] |= value << shift;
        if shift + bits > 64 {
            self.words[word + 1] |= value >> (64 - shift);
        }
        self.at += bits;
    }

    fn flag(&mut self, value: bool) {
        self.push(u64::from(value), 1);
    }
}

const fn class(class: InputClass) -> u64 {
    match class {
        InputClass::Absent => 0,
        InputClass::Float => 1,
        InputClass::Uint => 2,
        InputClass::Sint => 3,
        InputClass::Udec3 => 4,
        InputClass::Dec3n => 5,
    }
}

impl VertexKey {
    /// A folded key in a few words.
    #[must_use]
    pub fn packed(&self) -> PackedVertexKey {
        let mut out = Packer { words: [0; 6], at: 0 };
        let place = match self.position {
            Position::World => 0,
            Position::Screen { flat_depth } => 1 + u64::from(flat_depth),
        };
        out.push(place, 2);
        let [blend, weights, matrices, color] = match self.blend {
            Blend::Off => [0; 4],
            Blend::Weights(weights) => [1, weights.into(), 0, 0],
            Blend::Indexed { weights, matrices, color } => {
                [2, weights.into(), matrices.max(1).ilog2().into(), color.into()]
            }
            Blend::Tween => [3, 0, 0, 0],
        };
        for (value, bits) in [(blend, 2), (weights, 2), (matrices, 4), (color, 1)] {
            out.push(value, bits);
        }
        self.inputs.iter().for_each(|input| out.push(class(*input), 3));
        self.components.iter().for_each(|count| out.push(u64::from(count.saturating_sub(1)), 2));
        self.pack_coordinates(&mut out);
        pack_lighting(&mut out, self.lighting);
        out.flag(self.normalize);
        let fog = match self.fog {
            VertexFog::Specular => 0,
            VertexFog::Place => 7,
            VertexFog::Depth { function, range } => 1 + function as u64 * 2 + u64::from(range),
        };
        out.push(fog, 3);
        let points = match self.points {
            Points::Pixels => 0,
            Points::Quads => 1,
            Points::Sprites => 2,
        };
        out.push(points, 2);
        out.flag(self.point_scale);
        out.push(self.clip_planes.into(), 3);
        self.pack_varyings(&mut out);
        PackedVertexKey(out.words)
    }

    fn pack_coordinates(&self, out: &mut Packer) {
        for coordinate in &self.coordinates {
            let source = match coordinate.source {
                CoordinateSource::Set(set) => u64::from(set & 7),
                CoordinateSource::Normal => 8,
                CoordinateSource::Position => 9,
                CoordinateSource::Reflection => 10,
                CoordinateSource::Sphere => 11,
            };
            out.push(source, 4);
            out.push(coordinate.transform.into(), 3);
            out.flag(coordinate.projected);
        }
    }

    fn pack_varyings(&self, out: &mut Packer) {
        out.flag(self.varyings.model3);
        out.push(self.varyings.clip_planes.into(), 3);
        for slot in &self.varyings.slots {
            let word = slot.map_or(0, |varying| {
                let (usage, index) = (varying.semantic.usage as u64, u64::from(varying.semantic.index & 15));
                1 | usage << 1 | index << 5 | u64::from(varying.flat) << 9 | u64::from(varying.centroid) << 10
            });
            out.push(word, 11);
        }
    }
}

fn pack_lighting(out: &mut Packer, lighting: Option<Lighting>) {
    out.flag(lighting.is_some());
    let lighting = lighting.unwrap_or_default();
    out.push(lighting.kinds.bits().into(), 3);
    out.flag(lighting.specular);
    out.flag(lighting.local_viewer);
    for source in [lighting.diffuse, lighting.ambient, lighting.specular_color, lighting.emissive] {
        let source = match source {
            MaterialSource::Material => 0,
            MaterialSource::Color0 => 1,
            MaterialSource::Color1 => 2,
        };
        out.push(source, 2);
    }
}
