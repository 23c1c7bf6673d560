//! Regions, and filling them.

use retrograph_render::frame::{ClearPlanes, Rect, Targets};

use super::gpu::Newest;
use crate::core::Core;
use crate::error::Result;
use crate::object::SurfaceId;

/// A rectangle of pixels: left and top within, right and bottom not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) right: u32,
    pub(crate) bottom: u32,
}

impl Region {
    /// By corner and size; what lies past the last pixel there can be is cut off.
    pub(crate) fn new(x: u32, y: u32, width: u32, height: u32) -> Self {
        Self { left: x, top: y, right: x.saturating_add(width), bottom: y.saturating_add(height) }
    }

    /// By edges; what lies before the first pixel is cut off.
    pub(crate) fn from_edges(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        let cut = |edge: i32| edge.max(0).cast_unsigned();
        Self { left: cut(left), top: cut(top), right: cut(right), bottom: cut(bottom) }
    }

    /// What of it lies within another.
    pub(crate) fn within(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// Whether it holds no pixel.
    pub(crate) fn is_empty(&self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    pub(crate) fn width(&self) -> u32 {
        self.right.saturating_sub(self.left)
    }

    pub(crate) fn height(&self) -> u32 {
        self.bottom.saturating_sub(self.top)
    }

    /// As the renderer has it.
    pub(crate) fn rect(&self) -> Rect {
        Rect { x: self.left, y: self.top, width: self.width(), height: self.height() }
    }
}

/// What a clear writes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fill {
    /// Red, green, blue, alpha.
    pub(crate) color: [f32; 4],
    pub(crate) depth: f32,
    pub(crate) stencil: u32,
}

impl Core {
    /// Clears regions of a target and of a depth surface, which lie within both; `planes` says whether depth and stencil are
    /// cleared.
    pub(crate) fn clear(
        &mut self,
        color: Option<SurfaceId>,
        depth: Option<SurfaceId>,
        planes: [bool; 2],
        fill: &Fill,
        regions: &[Region],
    ) -> Result<()> {
        // Each has a clear of its own: sizes may differ.
        if let Some(color) = color {
            let attachment = self.attachment(color)?;
            let targets = Targets { color: [Some(attachment), None, None, None], depth: None };
            let planes = ClearPlanes { color: Some(fill.color), depth: None, stencil: None };
            self.record_clear(color, targets, planes, regions)?;
        }
        if let Some(depth) = depth {
            let attachment = self.attachment(depth)?;
            let targets = Targets { color: [None; 4], depth: Some(attachment) };
            let planes = ClearPlanes {
                color: None,
                depth: planes[0].then_some(fill.depth.clamp(0.0, 1.0)),
                stencil: planes[1].then_some(fill.stencil as u8),
            };
            self.record_clear(depth, targets, planes, regions)?;
        }
        Ok(())
    }

    fn record_clear(
        &mut self,
        surface: SurfaceId,
        targets: Targets,
        planes: ClearPlanes,
        regions: &[Region],
    ) -> Result<()> {
        let size = self.surface(surface)?.size();
        let whole = regions.contains(&size);
        let rects: Vec<Rect> = regions.iter().map(|region| region.within(&size).rect()).collect();
        self.surface_mut(surface)?.newest = Newest::Gpu;
        self.draws.forget();
        let recorder = self.context.recorder();
        recorder.set_targets(targets);
        recorder.clear(planes, if whole { None } else { Some(&rects) });
        Ok(())
    }
}
