//! Three textures, on the CPU and on the device.

use retrograph_d3d9::types::{CubeFace, LockFlags, Pool, Usage};
use retrograph_d3d9::{Device, Format, TextureId};
use retrograph_shaders::fixed::eval::{Margin, Sample};

use super::random::Random;

/// Which texture a stage has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 4×4, repeated.
    Flat,
    /// Faces of 2×2.
    Cube,
    /// 2×2×2, repeated.
    Volume,
}

impl Kind {
    /// Whether every pixel of a triangle with these coordinates lies between two texels or faces: there rounding decides, so
    /// such a triangle says nothing.
    pub(crate) fn is_undecided(self, corners: [[f64; 3]; 3]) -> bool {
        let between = |lane: usize, count: f64| {
            let first = corners[0][lane];
            let constant = corners.iter().all(|corner| (corner[lane] - first).abs() < 1e-6);
            constant && first != 0.0 && (first * count - (first * count).round()).abs() < 1e-2
        };
        let tied = |a: usize, b: usize| {
            corners.iter().all(|corner| (corner[a].abs() - corner[b].abs()).abs() < 1e-6)
        };
        match self {
            Self::Flat => (0..2).any(|lane| between(lane, 4.0)),
            Self::Volume => (0..3).any(|lane| between(lane, 2.0)),
            Self::Cube => tied(0, 1) || tied(1, 2) || tied(2, 0),
        }
    }
}

/// Colours as b, g, r, a.
pub(crate) struct Texels {
    flat: Vec<[u8; 4]>,
    cube: Vec<[u8; 4]>,
    volume: Vec<[u8; 4]>,
}

const FACES: [CubeFace; 6] = [
    CubeFace::PositiveX,
    CubeFace::NegativeX,
    CubeFace::PositiveY,
    CubeFace::NegativeY,
    CubeFace::PositiveZ,
    CubeFace::NegativeZ,
];

/// The texel in a row of `count` that repeats. Far away numbers are coarser, so borders count as nearer.
fn texel(at: f64, count: u32, is_zero: bool, margin: &mut Margin) -> usize {
    let place = at * f64::from(count);
    if !is_zero {
        margin.note((place - place.round()) / (1.0 + place.abs() / 8.0));
    }
    place.floor().rem_euclid(f64::from(count)) as usize
}

impl Texels {
    pub(crate) fn new() -> Self {
        let mut random = Random::new(77);
        let mut list = |count: usize| (0..count).map(|_| random.bits().to_le_bytes()).collect();
        Self { flat: list(16), cube: list(24), volume: list(8) }
    }

    /// The nearest texel. Coordinates that are 0 at every pixel are so for everyone, and near no border.
    pub(crate) fn sample(&self, kind: Kind, place: [f64; 3], zero: [bool; 3]) -> Sample {
        let mut margin = Margin::default();
        if place.iter().any(|lane| !lane.is_finite()) {
            return Sample { margin: Margin::new(0.0), ..Sample::default() };
        }
        let [x, y, z] = place;
        let [b, g, r, a] = match kind {
            Kind::Flat => {
                self.flat[texel(y, 4, zero[1], &mut margin) * 4 + texel(x, 4, zero[0], &mut margin)]
            }
            Kind::Volume => {
                let slice = texel(z, 2, zero[2], &mut margin) * 4;
                self.volume[slice + texel(y, 2, zero[1], &mut margin) * 2 + texel(x, 2, zero[0], &mut margin)]
            }
            Kind::Cube => self.face(place, zero, &mut margin),
        };
        Sample { color: [r, g, b, a].map(|lane| f64::from(lane) / 255.0), margin }
    }

    fn face(&self, [x, y, z]: [f64; 3], zero: [bool; 3], margin: &mut Margin) -> [u8; 4] {
        let sizes = [x, y, z].map(f64::abs);
        let major = (0..3).max_by(|&a, &b| sizes[a].total_cmp(&sizes[b])).expect("three axes");
        let length = sizes[major];
        for axis in (0..3).filter(|&axis| axis != major) {
            margin.note((length - sizes[axis]) / length);
        }
        let (face, across, down) = match (major, [x, y, z][major] >= 0.0) {
            (0, true) => (0, -z, -y),
            (0, false) => (1, z, -y),
            (1, true) => (2, x, z),
            (1, false) => (3, x, -z),
            (2, true) => (4, x, -y),
            _ => (5, -x, -y),
        };
        // What is 0 everywhere is so in its sign as well.
        for axis in (0..3).filter(|&axis| axis != major && !zero[axis]) {
            margin.note(sizes[axis] / length);
        }
        self.cube[face * 4 + usize::from(down >= 0.0) * 2 + usize::from(across >= 0.0)]
    }

    /// The same on a device.
    pub(crate) fn upload(&self, device: &mut Device) -> [(Kind, TextureId); 3] {
        let (none, managed) = (Usage::empty(), Pool::Managed);
        let format = Format::A8R8G8B8;
        let flat = device.create_texture(4, 4, 1, none, format, managed).expect("a texture");
        let surface = device.get_surface_level(flat, 0).expect("a level");
        fill(device, surface, 4, &self.flat);
        let cube = device.create_cube_texture(2, 1, none, format, managed).expect("a cube");
        for (face, texels) in FACES.into_iter().zip(self.cube.chunks(4)) {
            let surface = device.get_cube_map_surface(cube, face, 0).expect("a face");
            fill(device, surface, 2, texels);
        }
        let volume = device.create_volume_texture(2, 2, 2, 1, none, format, managed).expect("a volume");
        let mut lock = device.lock_box(volume, 0, None, LockFlags::empty()).expect("a lock");
        let (row, slice) = (lock.row_pitch() as usize, lock.slice_pitch() as usize);
        for (index, texel) in self.volume.iter().enumerate() {
            let at = index / 4 * slice + index / 2 % 2 * row + index % 2 * 4;
            lock.bytes_mut()[at..at + 4].copy_from_slice(texel);
        }
        device.unlock_box(lock).expect("unlocked");
        [(Kind::Flat, flat), (Kind::Cube, cube), (Kind::Volume, volume)]
    }
}

fn fill(device: &mut Device, surface: retrograph_d3d9::SurfaceId, width: usize, texels: &[[u8; 4]]) {
    let mut lock = device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
    let pitch = lock.pitch() as usize;
    for (row, texels) in lock.bytes_mut().chunks_mut(pitch).zip(texels.chunks(width)) {
        row[..width * 4].copy_from_slice(texels.as_flattened());
    }
    device.unlock_rect(lock).expect("unlocked");
}
