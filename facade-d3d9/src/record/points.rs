//! Points, which are quads where they are larger than a pixel or carry a texture.

use retrograph_shaders::interface::Points;
use retrograph_shaders::varyings::Semantic;

use super::Dirty;
use crate::device::Device;
use crate::error::Result;
use crate::types::{DeclUsage, RenderState as Rs};

impl Device {
    /// How the points of a draw are made in the current state.
    #[cold]
    pub(crate) fn points(&mut self, indexed: bool) -> Result<Points> {
        let transformed = self.is_transformed();
        let shader = self.bound_vertex_shader().filter(|_| !transformed);
        let sized = match shader {
            Some(id) => self.vertex_shaders[id].sizes_points,
            None => {
                let size = Semantic::new(DeclUsage::PointSize, 0);
                let given = self.declaration().is_some_and(|found| found.find(size).is_some());
                given || (!transformed && self.state.on(Rs::POINTSCALEENABLE))
            }
        };
        // As hardware does it: the upper limit wins, and nothing is smaller than a pixel.
        let state = &self.state;
        let size = state.rs_float(Rs::POINTSIZE).max(state.rs_float(Rs::POINTSIZE_MIN));
        let large = size.min(state.rs_float(Rs::POINTSIZE_MAX)) > 1.0;
        let points = if state.on(Rs::POINTSPRITEENABLE) {
            Points::Sprites
        } else if large || sized {
            Points::Quads
        } else {
            Points::Pixels
        };
        if indexed && points != Points::Pixels {
            return Err(self.refuse("points.indexed"));
        }
        Ok(points)
    }

    /// Notes that a draw makes its points in another way, or from another place, than the one before.
    #[cold]
    pub(super) fn change_points(&mut self, points: Points, first_point: u32) {
        if self.record.points != points {
            self.dirty |= Dirty::PROGRAM | Dirty::RASTER;
        }
        self.dirty |= Dirty::INPUT;
        self.record.layout.stale = true;
        self.record.points = points;
        self.record.first_point = first_point;
    }
}
