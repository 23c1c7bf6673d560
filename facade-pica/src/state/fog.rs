//! Fog.

use crate::registers::{Registers, Typed, table};

/// Fog that is on. Its table is among the uploaded ones, not in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fog {
    /// The colour, RGB.
    pub color: [u8; 3],
    /// Whether the table is read from one less the depth.
    pub flip: bool,
}

impl Fog {
    pub(super) fn decode(registers: &Registers) -> Option<Self> {
        let config = registers.get::<table::CombinerBuffer>();
        let [r, g, b, _] = registers.get::<table::FogColor>().bits().to_le_bytes();
        (config.fog_mode() == 5).then_some(Self { color: [r, g, b], flip: config.z_flip() != 0 })
    }
}
