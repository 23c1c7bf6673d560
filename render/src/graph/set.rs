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
    /// Targets of another size or sample count: cleared on their own, not drawn to.
    pub(super) odd: SmallVec<[Attachment; 4]>,
    /// The common size.
    pub(super) extent: [u32; 2],
    /// The size of colour targets.
    pub(super) color_extent: [u32; 2],
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
            if (set.color_extent, set.samples) == (shape.extent, shape.samples) {
                set.targets.color[slot] = Some(attachment);
            } else {
                set.odd.push(attachment);
            }
        }
        set.extent = set.color_extent;
        let depth = targets.depth.and_then(|a| Some((a, shape(a, resources)?)));
        if let Some((depth, shape)) = depth.filter(|(_, shape)| shape.depth || shape.stencil) {
            set.add_depth(depth, shape);
        }
        (set.samples != 0).then_some(set)
    }

    fn add_depth(&mut self, depth: Attachment, shape: Shape) {
        if self.samples == 0 {
            (self.extent, self.color_extent, self.samples) = (shape.extent, shape.extent, shape.samples);
        }
        let reaches = shape.extent[0] >= self.extent[0] && shape.extent[1] >= self.extent[1];
        if shape.samples != self.samples || !reaches || (shape.extent != self.extent && shape.samples > 1) {
            self.odd.push(depth);
            return;
        }
        self.targets.depth = Some(depth);
        self.extent = shape.extent;
        self.has_depth = shape.depth;
        self.has_stencil = shape.stencil;
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
