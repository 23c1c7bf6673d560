//! Turns commands into steps.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::Resources;
use super::node::{Nodes, Subresource};
use super::pending::PendingClears;
use super::plan::{
    ColorTarget, DepthTarget, Early, LoadOp, Ops, Pass, PassItem, Plan, PlanCounts, Step, StoreOp,
};
use super::reason::{LoadReason, StoreReason};
use super::sampled::Sampled;
use super::set::AttachmentSet;
use super::upload::Use;
use crate::frame::{Attachment, ClearPlanes, Command, Frame};
use crate::resource::TextureId;

/// A pass that still takes draws.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) set: Rc<AttachmentSet>,
    pub(super) pass: Pass,
    /// Textures of which the pass samples what backs them now.
    pub(super) current: SmallVec<[TextureId; 8]>,
    /// Textures that got another backing while the pass was open.
    pub(super) renamed: SmallVec<[TextureId; 1]>,
}

impl Open {
    /// Whether its depth attachment is read-only.
    pub(super) fn read_only(&self) -> bool {
        self.pass.depth.is_some_and(|depth| depth.read_only)
    }

    /// Whether the pass reads or writes a texture.
    pub(super) fn uses(&self, texture: TextureId) -> bool {
        self.set.writes(texture) || self.pass.sampled.contains(&texture)
    }
}

/// The state of planning one frame.
pub(super) struct Builder<'a, R> {
    pub(super) frame: &'a Frame,
    pub(super) resources: &'a R,
    pub(super) sets: Vec<Option<Rc<AttachmentSet>>>,
    pub(super) pending: PendingClears,
    pub(super) open: Option<Open>,
    pub(super) counts: PlanCounts,
    pub(super) nodes: &'a mut Nodes,
    /// Empty lists to be filled.
    spare: &'a mut Vec<Vec<PassItem>>,
    written: FxHashSet<Subresource>,
    pub(super) sampled: Sampled,
    /// The target group of the draw before this command, when the next draw may follow it without a check.
    pub(super) plain: Option<u32>,
    pub(super) steps: Vec<Step>,
    pub(super) uses: FxHashMap<TextureId, Use>,
    pub(super) rewrites: Vec<u32>,
    pub(super) early: Vec<Early>,
    /// Bytes of the buffers and textures that are rewritten, as often as they are.
    pub(super) renamed: u64,
}

impl<'a, R: Resources> Builder<'a, R> {
    pub(super) fn new(
        frame: &'a Frame,
        resources: &'a R,
        nodes: &'a mut Nodes,
        spare: &'a mut Vec<Vec<PassItem>>,
    ) -> Self {
        let sets: Vec<_> = frame
            .targets
            .iter()
            .map(|targets| AttachmentSet::resolve(targets, resources).map(Rc::new))
            .collect();
        let dropped = sets.iter().flatten().map(|set| set.odd.len() as u32).sum();
        Self {
            frame,
            resources,
            sets,
            pending: PendingClears::default(),
            open: None,
            counts: PlanCounts { dropped_attachments: dropped, ..PlanCounts::default() },
            nodes,
            spare,
            written: FxHashSet::default(),
            sampled: Sampled::default(),
            plain: None,
            steps: Vec::new(),
            rewrites: Vec::new(),
            uses: FxHashMap::default(),
            early: Vec::new(),
            renamed: 0,
        }
    }

    /// Walks the commands; `apart` gives each draw and clear a pass of its own.
    pub(super) fn run(&mut self, apart: bool) {
        for upload in &self.frame.uploads {
            self.mark_upload(upload.target);
        }
        for (index, command) in self.frame.commands.iter().enumerate() {
            if !matches!(command, Command::Draw(_)) {
                self.plain = None;
            }
            match command {
                Command::Draw(draw) => self.draw(index as u32, draw),
                Command::Clear(clear) => self.clear(clear),
                Command::Copy(copy) => self.transfer(Step::Copy(*copy)),
                Command::Stretch(stretch) => self.transfer(Step::Stretch(*stretch)),
                Command::GenerateMips(mips) => self.generate_mips(*mips),
                Command::Upload(upload) => self.upload(index as u32, *upload),
                Command::Read(read) => self.transfer(Step::Read(*read)),
            }
            if apart {
                self.end_passes();
            }
        }
    }

    /// Ends the open pass, and makes all pending clears real.
    fn end_passes(&mut self) {
        self.close();
        while let Some(entry) = self.pending.find(|_| true) {
            self.materialise_group(entry.attachment, entry.group);
        }
    }

    pub(super) fn finish(mut self) -> Plan {
        self.end_passes();
        let Self { steps, rewrites, early, counts, .. } = self;
        Plan { steps, rewrites, early, counts }
    }

    /// Ends the open pass.
    pub(super) fn close(&mut self) {
        if let Some(open) = self.open.take() {
            open.current.iter().for_each(|texture| self.mark_use(*texture, false));
            self.push_pass(open.pass);
        }
    }

    fn push_pass(&mut self, pass: Pass) {
        let depth = pass.depth.iter().filter(|depth| !depth.read_only).map(|depth| depth.attachment);
        for attachment in pass.color.iter().flatten().map(|target| target.attachment).chain(depth) {
            self.nodes.write(attachment.into());
            self.written.insert(attachment.into());
            self.mark_use(attachment.texture, true);
        }
        for depth in pass.depth.iter().filter(|depth| depth.read_only) {
            self.mark_use(depth.attachment.texture, false);
        }
        self.counts.passes += 1;
        self.counts.clear_passes += u32::from(pass.items.is_empty());
        self.steps.push(Step::Pass(Box::new(pass)));
    }

    /// Makes every pending clear of a texture real, before the open pass where that changes nothing.
    pub(super) fn materialise(&mut self, texture: TextureId) {
        if !self.pending.touches(texture) {
            return;
        }
        if self.open.as_ref().is_some_and(|open| open.uses(texture)) {
            self.close();
        }
        while let Some(entry) = self.pending.find(|entry| entry.attachment.texture == texture) {
            self.materialise_set(AttachmentSet::single(entry.attachment, self.resources).as_ref());
            self.pending.forget(entry.attachment.into());
        }
    }

    /// Makes an attachment's pending clear real, together with those of the same target group.
    fn materialise_group(&mut self, first: Attachment, group: u32) {
        let set = self.sets.get(group as usize).cloned().flatten().filter(|set| {
            set.attachments().any(|attachment| attachment == first)
                && set.attachments().all(|a| self.pending.find(|entry| entry.attachment == a).is_some())
        });
        let set = set.or_else(|| AttachmentSet::single(first, self.resources).map(Rc::new));
        self.materialise_set(set.as_deref());
        self.pending.forget(first.into());
    }

    fn materialise_set(&mut self, set: Option<&AttachmentSet>) {
        if let Some(set) = set {
            let pass = self.begin(set, false);
            self.push_pass(pass);
        }
    }

    /// Opens a pass on a set, or keeps the open one when it is the same.
    pub(super) fn require(&mut self, set: &Rc<AttachmentSet>, read_only: bool) -> &mut Open {
        let fits = self
            .open
            .as_ref()
            .is_some_and(|open| open.set.targets == set.targets && open.read_only() == read_only);
        if !fits {
            self.close();
            if read_only {
                set.targets.depth.iter().for_each(|depth| self.materialise(depth.texture));
            }
            // Of a target that is larger than the first, the pass would clear a part.
            for attachment in set.targets.color.iter().flatten().filter(|_| set.uneven) {
                self.materialise(attachment.texture);
            }
            for attachment in set.attachments() {
                if self.pending.other_view(attachment) {
                    self.materialise(attachment.texture);
                }
            }
        }
        let pass = if fits { None } else { Some(self.begin(set, read_only)) };
        if let Some(pass) = pass {
            self.open =
                Some(Open { set: Rc::clone(set), pass, current: SmallVec::new(), renamed: SmallVec::new() });
        }
        self.open.as_mut().expect("a pass was just opened or kept")
    }

    /// An empty pass; takes the pending clears of its attachments.
    fn begin(&mut self, set: &AttachmentSet, read_only: bool) -> Pass {
        let color = set.targets.color.map(|slot| {
            slot.map(|attachment| {
                let clear = self.pending.take(attachment).color;
                ColorTarget { attachment, ops: self.ops(attachment.into(), clear) }
            })
        });
        let depth = set.targets.depth.map(|attachment| {
            let clear = if read_only { ClearPlanes::default() } else { self.pending.take(attachment) };
            let mut depth = set.has_depth.then(|| self.ops(attachment.into(), clear.depth));
            let mut stencil = set.has_stencil.then(|| self.ops(attachment.into(), clear.stencil));
            if read_only {
                // A read-only plane cannot be cleared; what was never written reads as zero all the same.
                depth.iter_mut().for_each(|ops| ops.load = LoadOp::Load);
                stencil.iter_mut().for_each(|ops| ops.load = LoadOp::Load);
            }
            DepthTarget { attachment, depth, stencil, read_only }
        });
        Pass {
            color,
            depth,
            extent: set.extent,
            color_extent: set.color_extent,
            stand_ins: set.stand_ins,
            samples: set.samples,
            items: self.spare.pop().unwrap_or_default(),
            sampled: SmallVec::new(),
            snapshots: SmallVec::new(),
        }
    }

    /// Copies textures that the next draw both samples and writes.
    pub(super) fn push_snapshots(&mut self, textures: &[TextureId]) {
        self.close();
        for texture in textures {
            self.materialise(*texture);
            self.steps.push(Step::Snapshot(*texture));
            self.mark_use(*texture, false);
            self.counts.snapshots += 1;
        }
    }

    fn ops<T: Default>(&mut self, at: Subresource, clear: Option<T>) -> Ops<T> {
        let (load, load_reason) = match clear {
            Some(value) => {
                self.counts.folded_clears += 1;
                (LoadOp::Clear(value), LoadReason::FoldedClear)
            }
            None if self.written.contains(&at) => (LoadOp::Load, LoadReason::WrittenThisFrame),
            None if self.nodes.has_content(at) => (LoadOp::Load, LoadReason::HasContent),
            None => (LoadOp::Clear(T::default()), LoadReason::NeverWritten),
        };
        Ops { load, load_reason, store: StoreOp::Keep, store_reason: StoreReason::Persists }
    }
}
