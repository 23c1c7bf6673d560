//! Textures, which the caller has.

use super::Vector;
use crate::interface::SamplerKind;

/// Which level of detail a texture read asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// What the differences to the neighbouring pixels ask for, and so many levels further up.
    Implicit {
        /// The difference to the right.
        dx: Vector,
        /// The difference downwards.
        dy: Vector,
        /// The bias of `texldb`, in levels; 0 for others.
        bias: f32,
    },
    /// What these changes of the coordinate ask for (`texldd`).
    Gradient {
        /// To the right.
        dx: Vector,
        /// Downwards.
        dy: Vector,
    },
    /// This level (`texldl`, and every read of a vertex shader), counted from the largest.
    Exact(f32),
}

/// One texture read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The sampler register `s#`.
    pub sampler: u8,
    /// What the shader declares there; `None` in pixel model 1, where the bound texture decides.
    pub kind: Option<SamplerKind>,
    /// The coordinate, already divided if the read is projected. Two-dimensional textures use x and y, others xyz; a
    /// depth comparison takes its reference from z.
    pub coordinate: Vector,
    /// The level of detail.
    pub level: Level,
}

/// Something that reads textures; every closure that takes a [`Sample`] is one.
pub trait Sampler {
    /// The filtered texel, with the lanes that the format has for shaders.
    fn sample(&mut self, read: &Sample) -> Vector;
}

impl<F: FnMut(&Sample) -> Vector> Sampler for F {
    fn sample(&mut self, read: &Sample) -> Vector {
        self(read)
    }
}

/// A sampler without any texture: every read gives (0, 0, 0, 1).
#[must_use]
pub fn no_textures(_: &Sample) -> Vector {
    [0.0, 0.0, 0.0, 1.0]
}
