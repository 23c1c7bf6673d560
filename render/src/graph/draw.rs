//! Puts a draw into the pass it belongs to.

use std::rc::Rc;

use smallvec::SmallVec;

use super::Resources;
use super::builder::{Builder, Open};
use super::plan::PassItem;
use super::set::AttachmentSet;
use crate::frame::{Draw, RasterState};
use crate::resource::TextureId;

/// How a draw meets its own attachments as textures.
#[derive(Default)]
struct Feedback {
    /// Textures that it both samples and writes.
    snapshots: SmallVec<[TextureId; 1]>,
    /// Whether it samples the depth attachment and does not write it.
    read_only: bool,
}

impl<R: Resources> Builder<'_, R> {
    /// Adds the draw of a command.
    pub(super) fn draw(&mut self, index: u32, draw: &Draw) {
        let (frame, resources) = (self.frame, self.resources);
        let changed = self.sampled.advance(draw, frame, resources);
        let set = self.sets.get(draw.targets as usize).and_then(Option::as_ref);
        let raster = frame.rasters.get(draw.raster as usize);
        let (Some(set), Some(raster), true) = (set, raster, self.is_visible(draw)) else {
            self.counts.dropped_draws += 1;
            return;
        };
        if self.plain == Some(draw.targets)
            && (!changed || self.samples_known())
            && let Some(open) = &mut self.open
        {
            push(open, index);
            return;
        }
        let set = Rc::clone(set);
        let sampled = self.sampled.list().clone();
        let feedback = self.feedback(&set, raster, &sampled);
        for texture in sampled.iter().filter(|texture| !set.writes(**texture)) {
            self.materialise(*texture);
        }
        if !feedback.snapshots.is_empty() && !self.has_snapshots(&set, &feedback) {
            self.push_snapshots(&feedback.snapshots);
        }
        let open = self.require(&set, feedback.read_only);
        add_new(&mut open.pass.sampled, &sampled);
        add_new(&mut open.current, &sampled);
        add_new(&mut open.pass.snapshots, &feedback.snapshots);
        push(open, index);
        let plain = feedback.snapshots.is_empty() && !feedback.read_only;
        self.plain = plain.then_some(draw.targets);
    }

    /// Whether the open pass already samples all that a draw does, none of which has a clear pending or is a copy.
    fn samples_known(&self) -> bool {
        self.open.as_ref().is_some_and(|open| {
            let known = |id: &TextureId| open.current.contains(id) && !self.pending.touches(*id);
            open.pass.snapshots.is_empty() && self.sampled.list().iter().all(known)
        })
    }

    fn is_visible(&self, draw: &Draw) -> bool {
        let viewport = self.frame.viewports.get(draw.viewport as usize);
        draw.count > 0
            && draw.instances > 0
            && viewport.is_some_and(|v| v.width > 0.0 && v.height > 0.0 && !v.scissor.is_empty())
    }

    fn feedback(&self, set: &AttachmentSet, raster: &RasterState, sampled: &[TextureId]) -> Feedback {
        let writes_depth = raster.depth.write || raster.stencil.is_some_and(|s| s.write_mask != 0);
        let depth = set.targets.depth.map(|attachment| attachment.texture);
        let keeps = |open: &Open| open.set.targets == set.targets && open.read_only();
        let mut feedback = Feedback {
            read_only: !writes_depth && self.open.as_ref().is_some_and(keeps),
            ..Feedback::default()
        };
        for texture in sampled.iter().filter(|texture| set.writes(**texture)) {
            if depth == Some(*texture) && !writes_depth {
                feedback.read_only = true;
            } else {
                feedback.snapshots.push(*texture);
            }
        }
        feedback
    }

    /// Whether the open pass already has the copies that a draw needs.
    fn has_snapshots(&self, set: &AttachmentSet, feedback: &Feedback) -> bool {
        self.open.as_ref().is_some_and(|open| {
            open.set.targets == set.targets
                && open.read_only() == feedback.read_only
                && feedback.snapshots.iter().all(|texture| open.pass.snapshots.contains(texture))
        })
    }
}

fn push(open: &mut Open, index: u32) {
    open.pass.items.push(PassItem::Draw(index));
}

fn add_new<const N: usize>(list: &mut SmallVec<[TextureId; N]>, new: &[TextureId])
where
    [TextureId; N]: smallvec::Array<Item = TextureId>,
{
    for id in new {
        if !list.contains(id) {
            list.push(*id);
        }
    }
}
