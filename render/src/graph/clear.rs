//! Where each plane of a clear goes: a pending load operation, or a quad.

use std::rc::Rc;

use smallvec::SmallVec;

use super::Resources;
use super::builder::Builder;
use super::plan::PassItem;
use super::set::AttachmentSet;
use crate::frame::{Clear, ClearPlanes, Rect};

/// The planes of a clear that cover the attachment, and those that need quads.
struct Split {
    full: ClearPlanes,
    part: ClearPlanes,
}

impl<R: Resources> Builder<'_, R> {
    /// Routes one clear, each plane on its own.
    pub(super) fn clear(&mut self, clear: &Clear) {
        let Some(set) = self.sets.get(clear.targets as usize).cloned().flatten() else { return };
        let frame = self.frame;
        let rects = match &clear.rects {
            None => None,
            Some(range) => match frame.rects.get(range.start as usize..range.end as usize) {
                Some(rects) => Some(rects),
                None => return,
            },
        };
        // What is no number would be refused as a depth.
        let legal = |depth: f32| if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) };
        let planes = ClearPlanes { depth: clear.planes.depth.map(legal), ..clear.planes };
        self.clear_set(&set, planes, rects, clear.targets);
        for attachment in set.odd.iter().copied() {
            if let Some(single) = AttachmentSet::single(attachment, self.resources) {
                self.clear_set(&Rc::new(single), planes, rects, u32::MAX);
            }
        }
    }

    fn clear_set(
        &mut self,
        set: &Rc<AttachmentSet>,
        planes: ClearPlanes,
        rects: Option<&[Rect]>,
        group: u32,
    ) {
        let Split { full, part } = split(set, planes, rects);
        if full != ClearPlanes::default() {
            self.clear_whole(set, full, group);
        }
        if part == ClearPlanes::default() {
            return;
        }
        let whole = [set.color_rect()];
        let rects = rects.unwrap_or(&whole);
        let quads: SmallVec<[(ClearPlanes, Rect); 4]> =
            rects.iter().flat_map(|rect| quads_of(set, part, *rect)).collect();
        if quads.is_empty() {
            return;
        }
        self.counts.clear_quads += quads.len() as u32;
        let open = self.require(set, false);
        open.pass.items.extend(quads.into_iter().map(|(planes, rect)| PassItem::ClearQuad { planes, rect }));
    }

    /// Clears whole attachments: a quad in the pass that already drew to them, else pending.
    fn clear_whole(&mut self, set: &AttachmentSet, planes: ClearPlanes, group: u32) {
        if let Some(open) = &mut self.open {
            let read_only = open.pass.depth.is_some_and(|depth| depth.read_only);
            let shares = set.attachments().any(|a| {
                let written = if Some(a) == set.targets.depth {
                    planes.depth.is_some() || planes.stencil.is_some()
                } else {
                    planes.color.is_some()
                };
                written && open.set.attachments().any(|b| b.texture == a.texture)
            });
            if open.set.targets == set.targets && !read_only {
                let quads = quads_of(set, planes, set.depth_rect());
                self.counts.clear_quads += quads.len() as u32;
                open.pass
                    .items
                    .extend(quads.into_iter().map(|(planes, rect)| PassItem::ClearQuad { planes, rect }));
                return;
            }
            if shares {
                self.close();
            }
        }
        if let Some(color) = planes.color {
            for attachment in set.targets.color.iter().flatten() {
                let planes = ClearPlanes { color: Some(color), ..ClearPlanes::default() };
                self.pending.add(*attachment, planes, group);
            }
        }
        if let Some(attachment) = set.targets.depth {
            let planes = ClearPlanes { color: None, ..planes };
            if planes != ClearPlanes::default() {
                self.pending.add(attachment, planes, group);
            }
        }
    }
}

fn split(set: &AttachmentSet, planes: ClearPlanes, rects: Option<&[Rect]>) -> Split {
    let covers = |whole: Rect| rects.is_none_or(|rects| rects.iter().any(|r| r.intersect(whole) == whole));
    let has_color = set.targets.color.iter().any(Option::is_some);
    let color = planes.color.filter(|_| has_color);
    let depth = planes.depth.filter(|_| set.has_depth);
    let stencil = planes.stencil.filter(|_| set.has_stencil);
    let (mut full, mut part) = (ClearPlanes::default(), ClearPlanes::default());
    // Of a target that is larger than the first, only what can be drawn to is cleared.
    (if covers(set.color_rect()) && !set.uneven { &mut full } else { &mut part }).color = color;
    let side = if covers(set.depth_rect()) { &mut full } else { &mut part };
    (side.depth, side.stencil) = (depth, stencil);
    Split { full, part }
}

/// The quads for one rectangle: one, or two when colour and depth are of different sizes.
fn quads_of(set: &AttachmentSet, planes: ClearPlanes, rect: Rect) -> SmallVec<[(ClearPlanes, Rect); 2]> {
    let color = ClearPlanes { color: planes.color, ..ClearPlanes::default() };
    let depth = ClearPlanes { color: None, ..planes };
    let (color_rect, depth_rect) = (rect.intersect(set.color_rect()), rect.intersect(set.depth_rect()));
    let parts = if color_rect == depth_rect {
        SmallVec::from_slice(&[(planes, rect.intersect(set.color_rect()))])
    } else {
        SmallVec::from_slice(&[(color, color_rect), (depth, depth_rect)])
    };
    let keep = |part: &(ClearPlanes, Rect)| part.0 != ClearPlanes::default() && !part.1.is_empty();
    SmallVec::<[_; 2]>::into_iter(parts).filter(keep).collect()
}
