//! Clears.

use retrograph_render::frame::{Attachment, ClearPlanes, Rect as Area, Targets};

use crate::device::Device;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::record::{Dirty, unpack};
use crate::types::{ClearFlags, Rect};

impl Device {
    /// Clears planes of the targets within the viewport and, when it is on, the scissor: everywhere, or in
    /// rectangles. An empty list clears nothing.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for depth or stencil without a depth-stencil surface.
    pub fn clear(
        &mut self,
        rects: Option<&[Rect]>,
        flags: ClearFlags,
        color: u32,
        z: f32,
        stencil: u32,
    ) -> Result<()> {
        let depth_stencil = self.state.depth_stencil.and_then(|id| self.surfaces.get(id));
        let format = depth_stencil.map(|surface| surface.format);
        if flags.intersects(ClearFlags::ZBUFFER | ClearFlags::STENCIL) && format.is_none() {
            return Err(Error::InvalidCall);
        }
        let depth = if z.is_nan() { 0.0 } else { z.clamp(0.0, 1.0) };
        let has_stencil = format.is_some_and(Format::has_stencil);
        let planes = ClearPlanes {
            color: flags.contains(ClearFlags::TARGET).then(|| unpack(color)),
            depth: flags.contains(ClearFlags::ZBUFFER).then_some(depth),
            stencil: (flags.contains(ClearFlags::STENCIL) && has_stencil).then_some(stencil as u8),
        };
        if self.dirty.contains(Dirty::TARGETS) {
            self.flush_targets();
        }
        let visible = self.visible();
        match rects {
            None => self.clear_visible(planes, visible),
            Some(rects) => {
                let [width, height] = self.record.extent;
                let areas = rects.iter().map(|rect| rect.clamp_to(width, height).intersect(visible));
                let areas: Vec<Area> = areas.filter(|area| !area.is_empty()).collect();
                self.clear_areas(planes, &areas);
            }
        }
        Ok(())
    }

    fn clear_visible(&mut self, planes: ClearPlanes, visible: Area) {
        let [width, height] = self.record.extent;
        let odd = self.record.odd_depth && (planes.depth.is_some() || planes.stencil.is_some());
        if visible == (Area { x: 0, y: 0, width, height }) && !odd {
            self.clear_targets(planes, None);
        } else if !visible.is_empty() {
            self.clear_areas(planes, &[visible]);
        }
    }

    fn clear_areas(&mut self, planes: ClearPlanes, areas: &[Area]) {
        if !areas.is_empty() {
            self.clear_targets(planes, Some(areas));
        }
    }

    /// Clears, with an alpha of 1 where a target has none.
    fn clear_targets(&mut self, planes: ClearPlanes, areas: Option<&[Area]>) {
        let Targets { color, depth } = self.record.targets;
        let opaque = self.record.opaque;
        let part = |wanted: bool| -> [Option<Attachment>; 4] {
            std::array::from_fn(|slot| color[slot].filter(|_| (opaque & 1 << slot != 0) == wanted))
        };
        let [with_alpha, without] = [part(false), part(true)];
        let solid = planes.color.map(|[r, g, b, _]| [r, g, b, 1.0]);
        let recorder = &mut self.context.recorder;
        if without == [None; 4] || solid == planes.color {
            recorder.clear(planes, areas);
        } else if with_alpha == [None; 4] {
            recorder.clear(ClearPlanes { color: solid, ..planes }, areas);
        } else {
            recorder.set_targets(Targets { color: without, depth: None });
            recorder.clear(ClearPlanes { color: solid, depth: None, stencil: None }, areas);
            recorder.set_targets(Targets { color: with_alpha, depth });
            recorder.clear(planes, areas);
            recorder.set_targets(Targets { color, depth });
        }
    }
}
