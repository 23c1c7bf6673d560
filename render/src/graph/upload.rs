//! Uploads and mip levels that stand among the commands: before all steps where nothing can tell, else between them.

use smallvec::SmallVec;

use super::Resources;
use super::builder::Builder;
use super::node::for_each_use;
use super::plan::{Early, PassItem, Step};
use crate::frame::{GenerateMips, TextureLocation, Upload, UploadTarget};
use crate::resource::TextureId;

/// How many bytes of buffers and textures a frame may hold twice, so that rewriting them needs no new pass.
pub(super) const RENAMED_BYTES: u64 = 128 << 20;

/// What the steps of a frame so far have done to a texture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Use {
    /// Whether one reads what backs it now.
    read: bool,
    /// Whether one writes it: from then on its content depends on where in the frame one looks.
    written: bool,
}

impl<R: Resources> Builder<'_, R> {
    /// Adds an upload. Those to buffers become no step, and end no pass, until a frame has rewritten too many bytes: from
    /// then on each stands between two passes.
    pub(super) fn upload(&mut self, index: u32, upload: Upload) {
        match upload.target {
            UploadTarget::Buffer { buffer, in_place, .. } => {
                self.renamed += if in_place { 0 } else { self.resources.buffer_size(buffer) };
                if self.renamed <= RENAMED_BYTES {
                    self.rewrites.push(index);
                } else {
                    self.close();
                    self.transfer(Step::Upload(upload));
                }
            }
            UploadTarget::Texture { location, .. } => self.upload_texture(location, upload),
        }
    }

    /// An upload to a texture that no step of this frame writes comes before all steps. When one has read the texture, it
    /// gets another backing, which commands from here on see.
    fn upload_texture(&mut self, location: TextureLocation, upload: Upload) {
        let texture = location.texture;
        self.materialise(texture);
        let open = self.open.as_ref();
        let read_in_open = open.is_some_and(|open| open.current.contains(&texture));
        let written_in_open = open.is_some_and(|open| open.set.writes(texture));
        let Use { read, written } = self.uses.get(&texture).copied().unwrap_or_default();
        let renames = read || read_in_open;
        if renames && !written && !written_in_open {
            self.renamed = self.renamed.saturating_add(self.resources.texture_size(texture));
        }
        let refused = renames && (self.renamed > RENAMED_BYTES || !self.resources.can_rename(texture));
        if written || written_in_open || refused {
            self.transfer(Step::Upload(upload));
            return;
        }
        if renames {
            self.rename(texture);
        }
        self.mark_upload(upload.target);
        self.early.push(Early::Upload { upload, renames });
    }

    /// Gives a texture another backing from here on.
    fn rename(&mut self, texture: TextureId) {
        match self.open.as_mut().filter(|open| open.current.contains(&texture)) {
            Some(open) => {
                open.current.retain(|other| *other != texture);
                open.renamed.push(texture);
                open.pass.items.push(PassItem::Rename(texture));
            }
            // The open pass has not seen it yet.
            None => self.steps.push(Step::Rename(texture)),
        }
        self.uses.entry(texture).or_default().read = false;
    }

    /// Mip levels of what no step has used come before all steps, behind the uploads before them.
    pub(super) fn generate_mips(&mut self, mips: GenerateMips) {
        self.materialise(mips.texture);
        let open = self.open.as_ref();
        let used_in_open =
            open.is_some_and(|open| open.current.contains(&mips.texture) || open.set.writes(mips.texture));
        let Use { read, written } = self.uses.get(&mips.texture).copied().unwrap_or_default();
        if used_in_open || read || written {
            self.transfer(Step::GenerateMips(mips));
        } else {
            self.nodes.write_all(mips.texture);
            self.early.push(Early::Mips(mips));
        }
    }

    /// Adds a step that is no pass, before the open pass where that changes nothing.
    pub(super) fn transfer(&mut self, step: Step) {
        let mut touched: SmallVec<[(TextureId, bool); 2]> = SmallVec::new();
        for_each_use(&step, |texture, writes| touched.push((texture, writes)));
        for (texture, _) in &touched {
            self.materialise(*texture);
        }
        let conflict = self.open.as_ref().is_some_and(|open| {
            touched.iter().any(|(texture, writes)| {
                open.set.writes(*texture)
                    || open.renamed.contains(texture)
                    || (*writes && open.uses(*texture))
            })
        });
        if conflict {
            self.close();
        }
        self.mark_transfer(&step);
        touched.iter().for_each(|(texture, writes)| self.mark_use(*texture, *writes));
        self.steps.push(step);
    }

    /// Takes note of what a step does to a texture.
    pub(super) fn mark_use(&mut self, texture: TextureId, writes: bool) {
        let known = self.uses.entry(texture).or_default();
        *(if writes { &mut known.written } else { &mut known.read }) = true;
    }

    fn mark_transfer(&mut self, step: &Step) {
        match step {
            Step::Copy(copy) => {
                if let Some(desc) = self.resources.texture(copy.destination.texture) {
                    self.nodes.write_box(copy.destination, copy.size[2], desc);
                }
            }
            Step::Stretch(stretch) => {
                if let Some(desc) = self.resources.texture(stretch.destination.texture) {
                    self.nodes.write_box(stretch.destination, 1, desc);
                }
            }
            Step::GenerateMips(mips) => self.nodes.write_all(mips.texture),
            Step::Upload(upload) => self.mark_upload(upload.target),
            Step::Pass(_) | Step::Read(_) | Step::Snapshot(_) | Step::Rename(_) => {}
        }
    }

    /// Takes note that a texture has content.
    pub(super) fn mark_upload(&mut self, target: UploadTarget) {
        if let UploadTarget::Texture { location, size } = target
            && let Some(desc) = self.resources.texture(location.texture)
        {
            self.nodes.write_box(location, size[2], desc);
        }
    }
}
