//! Store operations, and passes that only clear what nobody sees.

use rustc_hash::FxHashMap;

use crate::frame::Release;
use crate::graph::node::{Subresource, for_each_use};
use crate::graph::plan::{LoadOp, Ops, Pass, Plan, Step, StoreOp};
use crate::graph::reason::StoreReason;
use crate::resource::TextureId;

/// The next thing that happens to a texture or to one of its levels and layers.
#[derive(Clone, Copy)]
enum Next {
    Use(u32),
    Clear(u32),
}

impl Next {
    fn step(self) -> u32 {
        match self {
            Self::Use(step) | Self::Clear(step) => step,
        }
    }
}

/// What lies ahead of a step, filled from the end of the frame backwards.
#[derive(Default)]
struct Ahead {
    textures: FxHashMap<TextureId, Next>,
    attachments: FxHashMap<Subresource, Next>,
}

impl Ahead {
    fn of(&self, at: Subresource) -> Option<Next> {
        match (self.textures.get(&at.texture), self.attachments.get(&at)) {
            (Some(a), Some(b)) => Some(if a.step() < b.step() { *a } else { *b }),
            (a, b) => a.or(b).copied(),
        }
    }

    /// Adds a step in front. A pass's samples come before its stores but its attachments are one subresource
    /// each, so that a clear of one level does not hide a read of another.
    fn push(&mut self, index: u32, step: &Step) {
        let Step::Pass(pass) = step else {
            for_each_use(step, |texture, _| {
                self.textures.insert(texture, Next::Use(index));
            });
            return;
        };
        for target in pass.color.iter().flatten() {
            let clears = matches!(target.ops.load, LoadOp::Clear(_));
            self.attach(index, target.attachment.into(), clears);
        }
        if let Some(target) = &pass.depth {
            let clears = is_clear(target.depth.as_ref()) && is_clear(target.stencil.as_ref());
            self.attach(index, target.attachment.into(), clears);
        }
        for texture in pass.sampled.iter().filter(|id| !pass.snapshots.contains(id)) {
            self.textures.insert(*texture, Next::Use(index));
        }
    }

    fn attach(&mut self, index: u32, at: Subresource, clears: bool) {
        self.attachments.insert(at, if clears { Next::Clear(index) } else { Next::Use(index) });
    }
}

/// Whether a plane is absent or cleared at the start.
fn is_clear<T>(ops: Option<&Ops<T>>) -> bool {
    ops.is_none_or(|ops| matches!(ops.load, LoadOp::Clear(_)))
}

/// Chooses all stores and removes passes that only clear what nobody sees.
pub(super) fn choose(plan: &mut Plan, released: &[Release]) {
    let mut ahead = Ahead::default();
    let mut removed = Vec::new();
    for index in (0..plan.steps.len()).rev() {
        if let Step::Pass(pass) = &mut plan.steps[index] {
            choose_stores(pass, &ahead, released);
            if pass.items.is_empty() && is_dead(pass) {
                removed.push(index);
                continue;
            }
        }
        ahead.push(index as u32, &plan.steps[index]);
    }
    removed.reverse();
    remove(plan, &removed);
}

fn store_of(next: Option<Next>, texture: TextureId, released: &[Release]) -> (StoreOp, StoreReason) {
    match next {
        Some(Next::Use(step)) => (StoreOp::Keep, StoreReason::UsedBy(step)),
        Some(Next::Clear(step)) => (StoreOp::Discard, StoreReason::ClearedBy(step)),
        None if released.contains(&Release::Texture(texture)) => (StoreOp::Discard, StoreReason::Released),
        None => (StoreOp::Keep, StoreReason::Persists),
    }
}

fn choose_stores(pass: &mut Pass, ahead: &Ahead, released: &[Release]) {
    for target in pass.color.iter_mut().flatten() {
        let next = ahead.of(target.attachment.into());
        (target.ops.store, target.ops.store_reason) = store_of(next, target.attachment.texture, released);
    }
    if let Some(target) = &mut pass.depth {
        let next = ahead.of(target.attachment.into());
        let chosen = if target.read_only {
            (StoreOp::Keep, StoreReason::ReadOnly)
        } else {
            store_of(next, target.attachment.texture, released)
        };
        if let Some(ops) = &mut target.depth {
            (ops.store, ops.store_reason) = chosen;
        }
        if let Some(ops) = &mut target.stencil {
            (ops.store, ops.store_reason) = chosen;
        }
    }
}

/// Whether everything that the pass writes is discarded.
fn is_dead(pass: &Pass) -> bool {
    let color = pass.color.iter().flatten().all(|target| target.ops.store == StoreOp::Discard);
    let depth = pass.depth.iter().all(|target| {
        target.depth.is_none_or(|ops| ops.store == StoreOp::Discard)
            && target.stencil.is_none_or(|ops| ops.store == StoreOp::Discard)
    });
    color && depth
}

/// Removes steps and renumbers the reasons that name later ones.
fn remove(plan: &mut Plan, removed: &[usize]) {
    if removed.is_empty() {
        return;
    }
    let renumber = |reason: &mut StoreReason| {
        if let StoreReason::UsedBy(step) | StoreReason::ClearedBy(step) = reason {
            *step -= removed.partition_point(|index| *index < *step as usize) as u32;
        }
    };
    for step in &mut plan.steps {
        let Step::Pass(pass) = step else { continue };
        pass.color.iter_mut().flatten().for_each(|target| renumber(&mut target.ops.store_reason));
        if let Some(depth) = &mut pass.depth {
            depth.depth.iter_mut().for_each(|ops| renumber(&mut ops.store_reason));
            depth.stencil.iter_mut().for_each(|ops| renumber(&mut ops.store_reason));
        }
    }
    let count = removed.len() as u32;
    plan.counts.removed_passes += count;
    plan.counts.passes -= count;
    plan.counts.clear_passes -= count;
    let mut index = 0;
    plan.steps.retain(|_| {
        index += 1;
        removed.binary_search(&(index - 1)).is_err()
    });
}
