//! Transforms.

use super::IDENTITY;
use crate::types::{Matrix, Transform};

/// How many world matrices there are.
const WORLDS: usize = 256;
/// Where the world matrices begin; before them are view, projection and those of textures.
const FIRST_WORLD: usize = 10;

/// Every transform, at first the identity.
#[derive(Clone, Debug)]
pub(crate) struct Transforms(Box<[Matrix]>);

impl Transforms {
    /// As on a new device.
    pub(crate) fn new() -> Self {
        Self(vec![IDENTITY; FIRST_WORLD + WORLDS].into())
    }

    /// A transform; `None` for a number that is none.
    #[inline]
    pub(crate) fn get(&self, transform: Transform) -> Option<&Matrix> {
        self.0.get(slot(transform)?)
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn get_mut(&mut self, transform: Transform) -> Option<&mut Matrix> {
        self.0.get_mut(slot(transform)?)
    }

    /// World matrix `number`, 0–255.
    #[inline]
    pub(crate) fn world(&self, number: usize) -> &Matrix {
        &self.0[FIRST_WORLD + number]
    }
}

#[inline]
fn slot(transform: Transform) -> Option<usize> {
    let number = transform.0 as usize;
    match number {
        2 | 3 => Some(number - 2),
        16..=23 => Some(number - 14),
        256..=511 => Some(number - 256 + FIRST_WORLD),
        _ => None,
    }
}
