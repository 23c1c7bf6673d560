//! What the graph remembers of textures between frames.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::plan::{Plan, Step};
use crate::frame::{Attachment, TextureLocation, UploadTarget};
use crate::resource::{TextureDesc, TextureId, TextureShape};

/// A level of one layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Subresource {
    pub(super) texture: TextureId,
    pub(super) level: u32,
    pub(super) layer: u32,
}

impl From<Attachment> for Subresource {
    fn from(value: Attachment) -> Self {
        Self { texture: value.texture, level: value.level.into(), layer: value.layer.into() }
    }
}

/// A step of some frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepRef {
    /// The frame, counted from 1.
    pub frame: u64,
    /// Its step.
    pub step: u32,
}

/// What is remembered of a texture.
#[derive(Clone, Debug, Default)]
pub struct TextureNode {
    content: SmallVec<[(u32, u32); 4]>,
    all: bool,
    /// The last step that wrote it.
    pub last_writer: Option<StepRef>,
    /// The last step that read it.
    pub last_reader: Option<StepRef>,
}

impl TextureNode {
    /// Whether a level of a layer was ever written.
    #[must_use]
    pub fn has_content(&self, level: u32, layer: u32) -> bool {
        self.all || self.content.contains(&(level, layer))
    }
}

/// All textures.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    textures: FxHashMap<TextureId, TextureNode>,
}

impl Nodes {
    pub(super) fn get(&self, texture: TextureId) -> Option<&TextureNode> {
        self.textures.get(&texture)
    }

    pub(super) fn forget(&mut self, texture: TextureId) {
        self.textures.remove(&texture);
    }

    pub(super) fn has_content(&self, at: Subresource) -> bool {
        self.get(at.texture).is_some_and(|node| node.has_content(at.level, at.layer))
    }

    pub(super) fn write(&mut self, at: Subresource) {
        let node = self.textures.entry(at.texture).or_default();
        if !node.has_content(at.level, at.layer) {
            node.content.push((at.level, at.layer));
        }
    }

    /// Marks layers `z..z + depth` of a level, or all of a volume.
    pub(super) fn write_box(&mut self, location: TextureLocation, depth: u32, desc: &TextureDesc) {
        let TextureLocation { texture, level, origin } = location;
        let layers = match desc.shape {
            TextureShape::Volume => return self.write_all(texture),
            TextureShape::Cube => origin[2].min(6)..origin[2].saturating_add(depth).min(6),
            TextureShape::D2 => 0..1,
        };
        for layer in layers {
            self.write(Subresource { texture, level, layer });
        }
    }

    /// Marks all levels and layers.
    pub(super) fn write_all(&mut self, texture: TextureId) {
        let node = self.textures.entry(texture).or_default();
        node.all = true;
        node.content.clear();
    }

    /// Remembers who wrote and who read each texture last.
    pub(super) fn record(&mut self, plan: &Plan, frame: u64) {
        for (index, step) in plan.steps.iter().enumerate() {
            let at = StepRef { frame, step: index as u32 };
            for_each_use(step, |texture, writes| {
                let node = self.textures.entry(texture).or_default();
                *(if writes { &mut node.last_writer } else { &mut node.last_reader }) = Some(at);
            });
        }
    }
}

/// Calls `visit` with every texture that a step reads (`false`) or writes (`true`).
pub(super) fn for_each_use(step: &Step, mut visit: impl FnMut(TextureId, bool)) {
    match step {
        Step::Pass(pass) => {
            pass.sampled.iter().filter(|id| !pass.snapshots.contains(id)).for_each(|id| visit(*id, false));
            pass.color.iter().flatten().for_each(|target| visit(target.attachment.texture, true));
            if let Some(depth) = &pass.depth {
                visit(depth.attachment.texture, !depth.read_only);
            }
        }
        Step::Copy(copy) => {
            visit(copy.source.texture, false);
            visit(copy.destination.texture, true);
        }
        Step::Stretch(stretch) => {
            visit(stretch.source.texture, false);
            visit(stretch.destination.texture, true);
        }
        Step::GenerateMips(mips) => {
            visit(mips.texture, false);
            visit(mips.texture, true);
        }
        Step::Upload(upload) => {
            if let UploadTarget::Texture { location, .. } = upload.target {
                visit(location.texture, true);
            }
        }
        Step::Read(read) => visit(read.source.texture, false),
        Step::Snapshot(texture) => visit(*texture, false),
        Step::Rename(_) => {}
    }
}
