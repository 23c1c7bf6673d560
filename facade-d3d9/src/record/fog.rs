//! Fog over the colour of pixels: where its factor comes from, and its state.

use std::mem::offset_of;

use retrograph_shaders::binding::{self, DrawBlock};
use retrograph_shaders::dxso::{Fog, FogDepth, FogFunction};

use super::unpack;
use crate::device::Device;
use crate::types::values::FogMode;
use crate::types::{Matrix, RenderState as Rs, Transform};

/// The states in the draw block.
const STATES: [Rs; 4] = [Rs::FOGCOLOR, Rs::FOGSTART, Rs::FOGEND, Rs::FOGDENSITY];

/// What the draw block was given last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FogFeed {
    written: Option<[u32; STATES.len()]>,
}

/// The function of a fog mode; `None` where there is none, or it means nothing.
pub(super) fn function(mode: u32) -> Option<FogFunction> {
    match FogMode::try_from(mode) {
        Ok(FogMode::Exp) => Some(FogFunction::Exp),
        Ok(FogMode::Exp2) => Some(FogFunction::Exp2),
        Ok(FogMode::Linear) => Some(FogFunction::Linear),
        Ok(FogMode::None) | Err(_) => None,
    }
}

/// Whether a projection has no perspective.
pub(crate) fn is_affine(projection: &Matrix) -> bool {
    projection.map(|row| row[3]) == [0.0, 0.0, 0.0, 1.0]
}

impl Device {
    /// The fog of pixels, for fixed function and shaders up to model 2.
    pub(super) fn fog(&self) -> Fog {
        let state = &self.state;
        if !state.on(Rs::FOGENABLE) {
            return Fog::Off;
        }
        let Some(function) = function(state.rs(Rs::FOGTABLEMODE)) else { return Fog::Vertex };
        let depth = if self.is_transformed() {
            FogDepth::Vertex
        } else if self.bound_vertex_shader().is_some() {
            FogDepth::Clip
        } else if is_affine(state.transform(Transform::PROJECTION)) {
            FogDepth::Z
        } else {
            FogDepth::W
        };
        Fog::Table(function, depth)
    }

    /// Writes the state of fog, where it changed.
    #[cold]
    pub(super) fn flush_fog(&mut self) {
        let words = STATES.map(|state| self.state.rs(state));
        if self.record.fog.written == Some(words) {
            return;
        }
        self.record.fog.written = Some(words);
        let [start, end, density] = [words[1], words[2], words[3]].map(f32::from_bits);
        let [end, scale] = line(start, end);
        let rows = [unpack(words[0]), [end, scale, if density.is_nan() { 0.0 } else { density }, 0.0]];
        let offset = offset_of!(DrawBlock, fog_color) as u32;
        self.context.recorder.write_block(binding::DRAW as u8, offset, bytemuck::bytes_of(&rows));
    }
}

const _: () = assert!(offset_of!(DrawBlock, fog) == offset_of!(DrawBlock, fog_color) + 16);

/// End and 1 / (end − start) of linear fog. Where they are the same, all before the end is clear and the rest is fog.
fn line(start: f32, end: f32) -> [f32; 2] {
    if start == end {
        return [end, f32::MAX];
    }
    let scale = (end - start).recip();
    if scale.is_finite() { [end, scale] } else { [0.0; 2] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_fog_without_extent_is_a_step() {
        assert_eq!(line(2.0, 2.0), [2.0, f32::MAX]);
        assert_eq!(line(0.0, -0.0), [-0.0, f32::MAX]);
        assert_eq!(line(1.0, 3.0), [3.0, 0.5]);
        assert_eq!(line(f32::NAN, 3.0), [0.0, 0.0]);
        assert_eq!(line(0.0, f32::INFINITY), [f32::INFINITY, 0.0]);
    }

    #[test]
    fn only_projections_without_perspective_are_affine() {
        let mut matrix = crate::state::IDENTITY;
        assert!(is_affine(&matrix));
        matrix[2][3] = 1.0;
        matrix[3][3] = 0.0;
        assert!(!is_affine(&matrix));
    }

    #[test]
    fn modes_that_mean_nothing_are_none() {
        assert_eq!([0, 4, u32::MAX].map(function), [None; 3]);
        assert_eq!(function(3), Some(FogFunction::Linear));
    }
}
