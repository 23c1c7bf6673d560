//! Clears that wait for the pass that will load them.

use smallvec::SmallVec;

use super::node::Subresource;
use crate::frame::{Attachment, ClearPlanes};
use crate::resource::TextureId;

/// The values that an attachment was cleared to and that no pass has loaded yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pending {
    pub(super) attachment: Attachment,
    pub(super) planes: ClearPlanes,
    /// The target group of the clear: those of one group are made real in one pass.
    pub(super) group: u32,
}

/// All pending clears; few at any time.
#[derive(Debug, Default)]
pub(super) struct PendingClears {
    entries: SmallVec<[Pending; 8]>,
}

impl PendingClears {
    /// Adds planes; later values replace earlier ones.
    pub(super) fn add(&mut self, attachment: Attachment, planes: ClearPlanes, group: u32) {
        let at = Subresource::from(attachment);
        if let Some(entry) = self.entries.iter_mut().find(|entry| Subresource::from(entry.attachment) == at) {
            let ClearPlanes { color, depth, stencil } = planes;
            let old = entry.planes;
            entry.planes = ClearPlanes {
                color: color.or(old.color),
                depth: depth.or(old.depth),
                stencil: stencil.or(old.stencil),
            };
            (entry.attachment, entry.group) = (attachment, group);
        } else {
            self.entries.push(Pending { attachment, planes, group });
        }
    }

    /// Takes the clear that a pass binding this attachment loads.
    ///
    /// The view must agree: a colour written through another view encodes otherwise.
    pub(super) fn take(&mut self, attachment: Attachment) -> ClearPlanes {
        self.entries
            .iter()
            .position(|entry| entry.attachment == attachment)
            .map_or_else(ClearPlanes::default, |index| self.entries.remove(index).planes)
    }

    /// Whether any level or layer of a texture has a clear pending.
    pub(super) fn touches(&self, texture: TextureId) -> bool {
        self.entries.iter().any(|entry| entry.attachment.texture == texture)
    }

    /// Whether the same level and layer has a clear pending through another view.
    pub(super) fn other_view(&self, attachment: Attachment) -> bool {
        self.entries.iter().any(|entry| {
            Subresource::from(entry.attachment) == attachment.into() && entry.attachment != attachment
        })
    }

    /// The first entry that `filter` accepts.
    pub(super) fn find(&self, filter: impl Fn(&Pending) -> bool) -> Option<Pending> {
        self.entries.iter().copied().find(|entry| filter(entry))
    }

    /// Drops the clear of a level and layer that is about to be overwritten as a whole.
    pub(super) fn forget(&mut self, at: Subresource) {
        self.entries.retain(|entry| Subresource::from(entry.attachment) != at);
    }
}
