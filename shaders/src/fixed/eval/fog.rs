//! Fog: how much of a colour is left at a distance.

use super::margin::Margin;
use super::vector::saturate;

/// The states of fog, for vertices and pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fog {
    /// `D3DRS_FOGENABLE`
    pub enable: bool,
    /// `D3DRS_FOGVERTEXMODE`: 0 none, 1 exponential, 2 of the square, 3 linear.
    pub vertex_mode: u32,
    /// `D3DRS_FOGTABLEMODE`, with the same values; where it is not 0, fog goes by the pixel's depth.
    pub table_mode: u32,
    /// `D3DRS_RANGEFOGENABLE`: vertices go by their distance, not their depth.
    pub range: bool,
    /// `D3DRS_FOGSTART`
    pub start: f32,
    /// `D3DRS_FOGEND`
    pub end: f32,
    /// `D3DRS_FOGDENSITY`
    pub density: f32,
    /// `D3DRS_FOGCOLOR`, a `D3DCOLOR`.
    pub color: u32,
    /// The table goes by the depth 0–1 (projections without perspective, places in pixels), not by w.
    pub by_depth: bool,
}

impl Default for Fog {
    /// What a new device has.
    fn default() -> Self {
        Self {
            enable: false,
            vertex_mode: 0,
            table_mode: 0,
            range: false,
            start: 0.0,
            end: 1.0,
            density: 1.0,
            color: 0,
            by_depth: true,
        }
    }
}

impl Fog {
    /// Whether a projection has no perspective, so that the table goes by depth: [`Self::by_depth`].
    #[must_use]
    pub fn is_affine(projection: &super::Matrix) -> bool {
        projection.map(|row| row[3]) == [0.0, 0.0, 0.0, 1.0]
    }

    /// How much of the colour is left at a distance by the formula of `mode`; `None` where that is none.
    pub(super) fn factor(&self, mode: u32, distance: f64, margin: &mut Margin) -> Option<f64> {
        let (start, end) = (f64::from(self.start), f64::from(self.end));
        let exponent = distance * f64::from(self.density);
        match mode {
            1 => Some(saturate((-exponent).exp())),
            2 => Some(saturate((-exponent * exponent).exp())),
            3 if self.start.to_bits() == self.end.to_bits() => {
                margin.note(end - distance);
                Some(f64::from(distance < end))
            }
            3 => Some(saturate((end - distance) / (end - start))),
            _ => None,
        }
    }
}
