//! Who uses which memory.

use super::{Block, Gx2Calls};
use crate::reference::BackendFault;

/// Blocks that the GPU may be using, and those that it may be using for ever.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    live: Vec<Block>,
    quarantined: Vec<Block>,
}

impl Blocks {
    /// Allocates a block that stays until it is retired.
    pub(super) fn allocate(
        &mut self,
        calls: &mut impl Gx2Calls,
        what: &'static str,
        bytes: u32,
        alignment: u32,
    ) -> Result<Block, BackendFault> {
        let block = calls.allocate(bytes.max(1), alignment).ok_or(BackendFault::OutOfMemory(what))?;
        self.live.push(block);
        Ok(block)
    }

    /// How many blocks are live: those allocated from here on can be retired alone.
    pub(super) const fn mark(&self) -> usize {
        self.live.len()
    }

    /// Waits for the GPU. If that fails, all blocks are quarantined.
    pub(super) fn wait(&mut self, calls: &mut impl Gx2Calls, what: &'static str) -> Result<(), BackendFault> {
        if calls.done() {
            return Ok(());
        }
        self.quarantined.append(&mut self.live);
        Err(BackendFault::Device(what))
    }

    /// Waits for the GPU and frees the blocks allocated since a mark, unless the wait fails.
    pub(super) fn retire(
        &mut self,
        calls: &mut impl Gx2Calls,
        mark: usize,
        what: &'static str,
    ) -> Result<(), BackendFault> {
        self.wait(calls, what)?;
        self.live.drain(mark..).rev().for_each(|block| calls.free(block));
        Ok(())
    }

    /// Whether a wait has failed.
    pub(super) const fn is_quarantined(&self) -> bool {
        !self.quarantined.is_empty()
    }

    /// The blocks in quarantine.
    pub(super) fn quarantined(&self) -> &[Block] {
        &self.quarantined
    }

    /// Frees everything. The GPU has been shut down.
    pub(super) fn clear(&mut self, calls: &mut impl Gx2Calls) {
        self.live.drain(..).chain(self.quarantined.drain(..)).for_each(|block| calls.free(block));
    }
}
