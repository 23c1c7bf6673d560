//! What changes the code of the fixed vertex stage.

use super::{COLORS, INPUTS, TEXCOORDS};
use crate::dxso::CLIP_PLANES;
use crate::interface::{InputClass, Points};
use crate::varyings::{Semantic, Usage, Varyings};

/// What a vertex's position is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Position {
    /// A point that goes through World·View·Projection (`POSITION`).
    #[default]
    World,
    /// A place in pixels with depth and 1/w (`POSITIONT`, `D3DFVF_XYZRHW`).
    Screen {
        /// The depth test is off: depth 0 then keeps vertices beyond 0–1 from being clipped.
        flat_depth: bool,
    },
}

/// What changes the code of the fixed vertex stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexKey {
    /// What the position is.
    pub position: Position,
    /// How the attribute at each location of [`super::inputs`] arrives.
    pub inputs: [InputClass; INPUTS],
    /// How many components (1–4) the vertex declaration gives each texture coordinate set.
    pub components: [u8; 8],
    /// The set that feeds each stage's TEXCOORD (`D3DTSS_TEXCOORDINDEX`), 0–7.
    pub sets: [u8; 8],
    /// What the fragment stage reads.
    pub varyings: Varyings,
    /// How points are made.
    pub points: Points,
    /// How many rows of [`crate::binding::DrawBlock::clip_planes`] cut primitives off, 0–6; none cuts
    /// pre-transformed vertices.
    pub clip_planes: u8,
}

impl Default for VertexKey {
    /// A position and nothing else, each stage fed by its own set.
    fn default() -> Self {
        let mut inputs = [InputClass::Absent; INPUTS];
        inputs[0] = InputClass::Float;
        Self {
            position: Position::World,
            inputs,
            components: [4; 8],
            sets: [0, 1, 2, 3, 4, 5, 6, 7],
            varyings: Varyings::default(),
            points: Points::Pixels,
            clip_planes: 0,
        }
    }
}

impl VertexKey {
    /// The key with everything that the code does not depend on set to its default. Keys are to be folded
    /// before they are looked up in a cache.
    #[must_use]
    pub fn folded(mut self) -> Self {
        let plain = Self::default();
        let reads = |usage, index| self.varyings.location(Semantic::new(usage, index)).is_some();
        let mut inputs = [InputClass::Absent; INPUTS];
        inputs[0] = self.inputs[0];
        for index in 0..2u8 {
            let location = usize::from(COLORS + index);
            if reads(Usage::Color, index) {
                inputs[location] = self.inputs[location];
            }
        }
        let mut components = plain.components;
        for stage in 0..8u8 {
            let set = &mut self.sets[usize::from(stage)];
            *set &= 7;
            if !reads(Usage::Texcoord, stage) {
                *set = stage;
                continue;
            }
            let location = usize::from(TEXCOORDS + *set);
            inputs[location] = self.inputs[location];
            if inputs[location] != InputClass::Absent {
                components[usize::from(*set)] = self.components[usize::from(*set)].clamp(1, 4);
            }
        }
        let clip_planes =
            if self.position == Position::World { self.clip_planes.min(CLIP_PLANES) } else { 0 };
        Self { inputs, components, clip_planes, ..self }
    }
}
