//! The output map: which lane of a shader output is which value.

use crate::registers::{Registers, table};

/// Values that are mapped by nothing read as one.
pub const UNMAPPED: f32 = 1.0;

/// A value that the rasteriser takes, by the number that the map has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Semantic {
    /// Position; lanes X to W follow one another.
    Position = 0,
    /// The quaternion of the tangent frame; four lanes.
    Quaternion = 4,
    /// The primary colour; four lanes.
    Color = 8,
    /// Texture coordinate 0; two lanes.
    TexCoord0 = 12,
    /// Texture coordinate 1; two lanes.
    TexCoord1 = 14,
    /// The third coordinate or divisor of texture coordinate 0.
    TexCoord0W = 16,
    /// The view vector; three lanes.
    View = 18,
    /// Texture coordinate 2; two lanes.
    TexCoord2 = 22,
}

/// Where each semantic value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutputMap {
    /// By semantic number: output register (0 to 15) and lane (0 to 3); `None` reads as [`UNMAPPED`].
    pub sources: [Option<(u8, u8)>; 24],
}

impl OutputMap {
    /// Enabled outputs of the shader that feeds the rasteriser, in ascending order, fill the map's slots; a later slot
    /// wins where two name the same semantic.
    pub(super) fn decode(registers: &Registers) -> Self {
        let has_geometry = registers.get::<table::GeometryConfig>().geometry_shader() == 2;
        let mask = if has_geometry {
            registers.get::<table::GeometryOutputs>().mask()
        } else {
            registers.get::<table::VertexOutputMask>().mask()
        };
        let slots = registers.get::<table::OutputTotal>().count().min(7) as usize;
        let mut sources = [None; 24];
        let enabled = (0..16u8).filter(|register| mask >> register & 1 != 0);
        for (slot, register) in enabled.take(slots).enumerate() {
            let map = registers.element::<table::OutputMap>(slot as u16);
            for (lane, semantic) in [map.x(), map.y(), map.z(), map.w()].into_iter().enumerate() {
                if let Some(source) = sources.get_mut(semantic as usize) {
                    *source = Some((register, lane as u8));
                }
            }
        }
        Self { sources }
    }

    /// Lane `lane` of a semantic out of a shader's output registers.
    #[must_use]
    pub fn value(&self, outputs: &[[f32; 4]; 16], semantic: Semantic, lane: usize) -> f32 {
        match self.sources.get(semantic as usize + lane) {
            Some(Some((register, lane))) => outputs[usize::from(register & 15)][usize::from(lane & 3)],
            _ => UNMAPPED,
        }
    }

    /// The first lanes of a semantic out of a shader's output registers.
    #[must_use]
    pub fn lanes<const N: usize>(&self, outputs: &[[f32; 4]; 16], semantic: Semantic) -> [f32; N] {
        std::array::from_fn(|lane| self.value(outputs, semantic, lane))
    }
}
