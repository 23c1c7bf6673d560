//! Attachment sets: which of the bound targets can be written together.

use smallvec::SmallVec;

use super::Resources;
use super::node::Subresource;
use crate::frame::{Attachment, Rect, Targets};
use crate::resource::TextureId;

/// The targets of a group that fit together, and their common shape.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttachmentSet {
    /// The targets that remain.
    pub(super) targets: Targets,
    /// Targets that are smaller than the first, or of another sample count: cleared on their own, not drawn to.
    pub(super) odd: SmallVec<[Attachment; 4]>,
    /// The size of a pass.
    pub(super) extent: [u32; 2],
    /// The size of the first colour target: nothing is drawn beyond it.
    pub(super) color_extent: [u32; 2],
    /// Colour targets, a bit each, that have not the size of the pass.
    pub(super) stand_ins: u8,
    /// Whether some colour target is larger than the first.
    pub(super) uneven: bool,
    /// The common sample count.
    pub(super) samples: u32,
    /// Whether the depth attachment has a depth plane.
    pub(super) has_depth: bool,
    /// Whether the depth attachment has a stencil plane.
    pub(super) has_stencil: bool,
}

impl AttachmentSet {
    /// Resolves a target group; `None` when nothing of it can be written.
    pub(super) fn resolve(targets: &Targets, resources: &impl Resources) -> Option<Self> {
        let mut set = Self {
            targets: Targets::default(),
            odd: SmallVec::new(),
            extent: [0; 2],
            color_extent: [0; 2],
            stand_ins: 0,
            uneven: false,
            samples: 0,
            has_depth: false,
            has_stencil: false,
        };
        for (slot, attachment) in targets.color.iter().enumerate() {
            let found = attachment.and_then(|a| Some((a, shape(a, resources)?)));
            let Some((attachment, shape)) = found.filter(|(_, shape)| !shape.depth && !shape.stencil) else {
                continue;
            };
            // A level bound to two slots is written through the first.
            let same = |other: Attachment| Subresource::from(other) == attachment.into();
            if set.attachments().any(same) {
                continue;
            }
            if set.samples == 0 {
                (set.color_extent, set.samples) = (shape.extent, shape.samples);
            }
            let fits = shape.holds(set.color_extent, set.samples)
                && (shape.extent == set.color_extent || set.samples == 1 || resources.copies_samples());
            if fits {
                set.targets.color[slot] = Some(attachment);
                set.uneven |= shape.extent != set.color_extent;
            } else {
                set.odd.push(attachment);
            }
        }
        set.extent = set.color_extent;
        let depth = targets.depth.and_then(|a| Some((a, shape(a, resources)?)));
        if let Some((depth, shape)) = depth.filter(|(_, shape)| shape.depth || shape.stencil) {
            set.add_depth(depth, shape, resources.copies_samples());
        }
        set.find_stand_ins(resources);
        (set.samples != 0).then_some(set)
    }

    fn add_depth(&mut self, depth: Attachment, shape: Shape, copies_samples: bool) {
        if self.samples == 0 {
            (self.extent, self.color_extent, self.samples) = (shape.extent, shape.extent, shape.samples);
        }
        let copied = shape.extent != self.extent && shape.samples > 1;
        if !shape.holds(self.extent, self.samples) || (copied && !copies_samples) {
            self.odd.push(depth);
            return;
        }
        self.targets.depth = Some(depth);
        self.extent = shape.extent;
        self.has_depth = shape.depth;
        self.has_stencil = shape.stencil;
    }

    fn find_stand_ins(&mut self, resources: &impl Resources) {
        for (slot, attachment) in self.targets.color.iter().enumerate() {
            let shape = attachment.and_then(|attachment| shape(attachment, resources));
            if shape.is_some_and(|shape| shape.extent != self.extent) {
                self.stand_ins |= 1 << slot;
            }
        }
    }

    /// The set of one attachment alone.
    pub(super) fn single(attachment: Attachment, resources: &impl Resources) -> Option<Self> {
        let is_depth = resources.texture(attachment.texture)?.format.is_depth_stencil_format();
        let mut targets = Targets::default();
        if is_depth {
            targets.depth = Some(attachment);
        } else {
            targets.color[0] = Some(attachment);
        }
        Self::resolve(&targets, resources)
    }

    /// Every attachment.
    pub(super) fn attachments(&self) -> impl Iterator<Item = Attachment> + '_ {
        self.targets.color.iter().flatten().copied().chain(self.targets.depth)
    }

    /// Whether a level of this texture is attached.
    pub(super) fn writes(&self, texture: TextureId) -> bool {
        self.attachments().any(|attachment| attachment.texture == texture)
    }

    /// The whole of the colour targets.
    pub(super) fn color_rect(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.color_extent[0], height: self.color_extent[1] }
    }

    /// The whole of the depth attachment.
    pub(super) fn depth_rect(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.extent[0], height: self.extent[1] }
    }
}

#[derive(Clone, Copy)]
struct Shape {
    extent: [u32; 2],
    samples: u32,
    depth: bool,
    stencil: bool,
}

impl Shape {
    /// Whether an attachment can be drawn to beside one of this size and sample count.
    fn holds(self, extent: [u32; 2], samples: u32) -> bool {
        self.samples == samples && self.extent[0] >= extent[0] && self.extent[1] >= extent[1]
    }
}

/// The shape of an attachment's level; `None` when it is no render target.
fn shape(attachment: Attachment, resources: &impl Resources) -> Option<Shape> {
    let desc = resources.texture(attachment.texture)?;
    let level = u32::from(attachment.level);
    if !desc.render_target || !desc.has(attachment) {
        return None;
    }
    Some(Shape {
        extent: [(desc.width >> level).max(1), (desc.height >> level).max(1)],
        samples: desc.samples.max(1),
        depth: desc.format.has_depth_aspect(),
        stencil: desc.format.has_stencil_aspect(),
    })
}
