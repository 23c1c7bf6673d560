//! State that would change pixels and is not supported: draws are refused, never drawn wrong.

use retrograph_render::wgpu::{Features, PolygonMode};

use super::raster::fill;
use crate::device::Device;
use crate::error::Result;
use crate::types::RenderState as Rs;

/// Texture coordinate wrapping, one state a set.
const WRAPS: [Rs; 16] = [
    Rs::WRAP0,
    Rs::WRAP1,
    Rs::WRAP2,
    Rs::WRAP3,
    Rs::WRAP4,
    Rs::WRAP5,
    Rs::WRAP6,
    Rs::WRAP7,
    Rs::WRAP8,
    Rs::WRAP9,
    Rs::WRAP10,
    Rs::WRAP11,
    Rs::WRAP12,
    Rs::WRAP13,
    Rs::WRAP14,
    Rs::WRAP15,
];

impl Device {
    /// Refuses a draw whose state is not supported.
    pub(super) fn check_supported(&mut self) -> Result<()> {
        match self.unsupported_state() {
            Some(key) => Err(self.refuse(key)),
            None => Ok(()),
        }
    }

    fn unsupported_state(&self) -> Option<&'static str> {
        let state = &self.state;
        let clips = self.context.gpu().caps.has(Features::CLIP_DISTANCES);
        if !clips && self.active_clip_planes() > 0 {
            return Some("clip_planes");
        }
        if self.is_flat() && !self.context.gpu().caps.first_vertex {
            return Some("shade_mode.flat");
        }
        if WRAPS.iter().any(|&wrap| state.on(wrap)) {
            return Some("texture_wrap");
        }
        match fill(state) {
            mode if self.context.gpu().caps.fills(mode) => None,
            PolygonMode::Point => Some("fill_mode.point"),
            _ => Some("fill_mode.wireframe"),
        }
    }
}
