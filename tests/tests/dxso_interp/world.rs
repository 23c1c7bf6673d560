//! What shaders find around them: constants, inputs, textures, from a seed.

use retrograph_shaders::dxso::interp::{Environment, Sample, TextureStage, Vector};
use retrograph_shaders::interface::SamplerKind;

/// Small, fast and good enough random numbers.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % end
    }

    /// A multiple of `1 / parts` from `-limit` to `limit`.
    pub(crate) fn grid(&mut self, parts: u16, limit: u16) -> f32 {
        let steps = u64::from(parts) * u64::from(limit);
        (self.below(steps * 2 + 1) as f32 - steps as f32) / f32::from(parts)
    }

    pub(crate) fn vector(&mut self, parts: u16, limit: u16) -> Vector {
        std::array::from_fn(|_| self.grid(parts, limit))
    }

    /// A vector of which one of x, y and z is by far the largest: it does not point to an edge of a cube.
    pub(crate) fn direction(&mut self) -> Vector {
        let mut vector = self.vector(8, 1);
        let axis = self.below(3) as usize;
        vector[axis] = if self.below(2) == 0 { 6.0 } else { -6.0 };
        vector
    }
}

/// Constants of one stage.
#[derive(Clone)]
pub(crate) struct Constants {
    pub(crate) floats: Vec<Vector>,
    pub(crate) integers: Vec<[i32; 4]>,
    pub(crate) booleans: Vec<bool>,
    pub(crate) stages: Vec<TextureStage>,
}

impl Constants {
    /// Multiples of a quarter within `limit`.
    pub(crate) fn new(dice: &mut Dice, limit: u16) -> Self {
        let integers = (0..16).map(|_| {
            let [count, start, step] = [4, 3, 3].map(|end| i32::try_from(dice.below(end)).expect("small"));
            [count, start, step - 1, 0]
        });
        let integers = integers.collect();
        Self {
            floats: (0..256).map(|_| dice.vector(4, limit)).collect(),
            integers,
            booleans: (0..16).map(|_| dice.below(2) == 0).collect(),
            stages: vec![TextureStage::default(); 8],
        }
    }

    pub(crate) fn environment(&self) -> Environment<'_> {
        Environment {
            floats: &self.floats,
            integers: &self.integers,
            booleans: &self.booleans,
            stages: &self.stages,
            ..Environment::default()
        }
    }

    /// The block of integer and boolean constants.
    pub(crate) fn integer_block(&self) -> Vec<u8> {
        let integers = self.integers.iter().flatten().flat_map(|value| value.to_le_bytes());
        let bits = self.booleans.iter().rev().fold(0u32, |bits, &set| bits << 1 | u32::from(set));
        integers.chain([bits, 0, 0, 0].into_iter().flat_map(u32::to_le_bytes)).collect()
    }
}

/// Sizes of the 2D texture and of the volume.
pub(crate) const FLAT: [u32; 2] = [8, 4];
pub(crate) const VOLUME: [u32; 3] = [4, 2, 2];

/// The texels of one texture of each kind, read without filtering; each face of the cube has one colour.
pub(crate) struct Texels {
    pub(crate) flat: Vec<Vector>,
    pub(crate) faces: Vec<Vector>,
    pub(crate) volume: Vec<Vector>,
}

impl Texels {
    pub(crate) fn new() -> Self {
        let mut dice = Dice(77);
        let mut some = |count: u32| (0..count).map(|_| dice.vector(4, 1)).collect();
        Self {
            flat: some(FLAT[0] * FLAT[1]),
            faces: some(6),
            volume: some(VOLUME[0] * VOLUME[1] * VOLUME[2]),
        }
    }

    /// What a read gives; `legacy` is the kind of texture that pixel model 1 finds.
    pub(crate) fn read(&self, read: &Sample, legacy: SamplerKind) -> Vector {
        let [u, v, w, _] = read.coordinate;
        match read.kind.unwrap_or(legacy) {
            SamplerKind::D2 => self.flat[(texel(v, FLAT[1]) * FLAT[0] + texel(u, FLAT[0])) as usize],
            SamplerKind::Volume => {
                let [x, y, z] = [texel(u, VOLUME[0]), texel(v, VOLUME[1]), texel(w, VOLUME[2])];
                self.volume[((z * VOLUME[1] + y) * VOLUME[0] + x) as usize]
            }
            SamplerKind::Cube => {
                let [x, y, z] = [u.abs(), v.abs(), w.abs()];
                let (axis, value) = if x > y && x > z {
                    (0, u)
                } else if y > z {
                    (1, v)
                } else {
                    (2, w)
                };
                self.faces[axis * 2 + usize::from(value < 0.0)]
            }
        }
    }
}

/// The texel at a coordinate of a texture that repeats.
fn texel(coordinate: f32, size: u32) -> u32 {
    let place = (f64::from(coordinate) * f64::from(size)).floor();
    place.rem_euclid(f64::from(size)) as u32
}

/// Whether two results are the same: to the bit, but for the sign of zeros and the payload of NaNs.
pub(crate) fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || a == 0.0 && b == 0.0 || a.is_nan() && b.is_nan()
}
