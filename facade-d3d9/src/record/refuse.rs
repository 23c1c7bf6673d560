//! State that would change pixels and is not supported: draws are refused, never drawn wrong.

use retrograph_render::wgpu::{Features, PolygonMode};

use super::raster::fill;
use crate::device::Device;
use crate::error::Result;
use crate::format::{Format, Use};
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

    /// Refuses a draw that blends with a second colour where that cannot be: only the first target takes it, alone.
    pub(super) fn check_second_source(&mut self) -> Result<()> {
        let caps = &self.context.gpu().caps;
        let target = self.state.targets[0].and_then(|id| self.surfaces.get(id));
        let blends = |format: Format| {
            let storage = format.row().and_then(|row| row.storage(Use::Target, |of| caps.format(of)));
            storage.is_some_and(|storage| caps.format(storage.format).blendable)
        };
        let key = if !caps.has(Features::DUAL_SOURCE_BLENDING) {
            "blend.second_source"
        } else if self.state.targets[1..].iter().any(Option::is_some) {
            "blend.second_source.targets"
        } else if self.blends_second_source() && target.is_some_and(|target| !blends(target.format)) {
            "blend.second_source.format"
        } else {
            return Ok(());
        };
        Err(self.refuse(key))
    }

    fn unsupported_state(&self) -> Option<&'static str> {
        let state = &self.state;
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
