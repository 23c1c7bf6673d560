//! What is current, kept so that a new frame can be seeded with it.

use crate::frame::{
    ArenaRange, BindingWrite, BlockWrite, Frame, Program, RasterState, Targets, TextureBinding, VertexInput,
    Viewport,
};
use crate::resource::{BLOCKS, TextureId};

bitflags::bitflags! {
    /// What the open frame does not know yet.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(super) struct Dirty: u32 {
        const RASTER = 1;
        const INPUT = 1 << 1;
        const PROGRAM = 1 << 2;
        const VIEWPORT = 1 << 3;
        const TARGETS = 1 << 4;
        /// The blocks have not been seeded.
        const BLOCKS = 1 << 5;
        /// The bindings have not been seeded.
        const BINDINGS = 1 << 6;
        const ALL = (1 << 7) - 1;
    }
}

/// The current groups.
#[derive(Debug, Default)]
pub(super) struct Current {
    pub(super) raster: RasterState,
    pub(super) input: VertexInput,
    pub(super) program: Option<Program>,
    pub(super) viewport: Viewport,
    pub(super) targets: Targets,
}

impl Targets {
    /// Unbinds a texture.
    pub(super) fn forget(&mut self, id: TextureId) {
        for slot in self.color.iter_mut().chain([&mut self.depth]) {
            if slot.is_some_and(|attachment| attachment.texture == id) {
                *slot = None;
            }
        }
    }
}

/// Texture slots of a stage.
pub(super) const SLOTS: usize = 16;

/// The texture bindings: fragment slots, then vertex slots.
///
/// Once a frame's log is seeded it is the only place that is written; the slots catch up when the frame ends.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    slots: [[TextureBinding; SLOTS]; 2],
}

impl Bindings {
    /// Keeps a binding.
    #[inline]
    pub(super) fn set(&mut self, write: &BindingWrite) {
        let slots = &mut self.slots[usize::from(write.vertex_stage)];
        if let Some(kept) = slots.get_mut(usize::from(write.slot)) {
            *kept = write.binding;
        }
    }

    /// Catches up with a log.
    pub(super) fn catch_up(&mut self, log: &[BindingWrite]) {
        // The newest entry of each slot counts. Few slots are in use: once all of them were met, the rest is old.
        let mut met = 0u32;
        for write in log.iter().rev().filter(|write| usize::from(write.slot) < SLOTS) {
            let bit = 1 << (u32::from(write.vertex_stage) * SLOTS as u32 + u32::from(write.slot));
            if met & bit == 0 {
                met |= bit;
                self.set(write);
            }
        }
    }

    /// Unbinds a texture wherever it is bound.
    pub(super) fn forget(&mut self, id: TextureId) {
        for binding in self.slots.as_flattened_mut() {
            if binding.texture == Some(id) {
                binding.texture = None;
            }
        }
    }

    /// Writes every slot that is not in its first state, or that this frame's log has left in another.
    pub(super) fn seed(&self, frame: &mut Frame) {
        let mut known = Self::default();
        known.catch_up(&frame.bindings);
        let stages = [false, true].into_iter().zip(self.slots.iter().zip(&known.slots));
        for (vertex_stage, (slots, known)) in stages {
            for (slot, (binding, known)) in (0u8..).zip(slots.iter().zip(known)) {
                if binding != known {
                    frame.bindings.push(BindingWrite { vertex_stage, slot, binding: *binding });
                }
            }
        }
    }
}

/// The largest block: 8192 rows of 16 bytes.
const LARGEST_BLOCK: usize = 8192 * 16;

/// The current bytes of the uniform blocks, as far as they were ever written.
#[derive(Debug, Default)]
pub(super) struct Blocks([Vec<u8>; BLOCKS]);

impl Blocks {
    /// Keeps bytes; answers those that were in range.
    #[inline]
    pub(super) fn write<'a>(&mut self, block: u8, offset: u32, bytes: &'a [u8]) -> &'a [u8] {
        let offset = offset as usize;
        let Some(kept) = self.0.get_mut(usize::from(block)) else { return &[] };
        let bytes = &bytes[..bytes.len().min(LARGEST_BLOCK.saturating_sub(offset))];
        let end = offset + bytes.len();
        if !bytes.is_empty() && kept.len() < end {
            kept.resize(end, 0);
        }
        if let Some(place) = kept.get_mut(offset..end) {
            match (<&mut [u8; 16]>::try_from(&mut *place), <&[u8; 16]>::try_from(bytes)) {
                // One row is the most frequent write, and of a known size it needs no call.
                (Ok(place), Ok(row)) => *place = *row,
                _ => place.copy_from_slice(bytes),
            }
        }
        bytes
    }

    /// Keeps rows if the block was written so far before; answers whether it was.
    #[inline]
    pub(super) fn write_rows<const BYTES: usize>(
        &mut self,
        block: u8,
        row: u32,
        bytes: &[u8; BYTES],
    ) -> bool {
        let Some(kept) = self.0.get_mut(usize::from(block)) else { return false };
        let place = (row as usize).checked_mul(16).and_then(|start| kept.get_mut(start..)?.first_chunk_mut());
        match place {
            Some(place) => {
                *place = *bytes;
                true
            }
            None => false,
        }
    }

    /// Writes every block whole.
    pub(super) fn seed(&self, frame: &mut Frame) {
        for (block, bytes) in (0u8..).zip(&self.0) {
            if !bytes.is_empty() {
                push_block(frame, block, 0, bytes);
            }
        }
    }
}

/// Logs a block write.
#[inline]
pub(super) fn push_block(frame: &mut Frame, block: u8, offset: u32, bytes: &[u8]) {
    let bytes = push_arena(&mut frame.arena, bytes);
    frame.blocks.push(BlockWrite { block, offset, bytes });
}

/// Copies bytes to the arena, padded to a multiple of 4.
///
/// An arena ends at 4 GiB: what does not fit is dropped, so that offsets stay exact. Callers submit long before
/// ([`super::Recorder::is_full`]).
#[inline]
pub(super) fn push_arena(arena: &mut Vec<u8>, bytes: &[u8]) -> ArenaRange {
    let (start, size) = (arena.len(), bytes.len());
    let (Ok(offset), Ok(size)) = (u32::try_from(start), u32::try_from(size)) else {
        return ArenaRange::default();
    };
    if offset.checked_add(size).is_none_or(|end| end > u32::MAX - 4) {
        return ArenaRange::default();
    }
    match <&[u8; 16]>::try_from(bytes) {
        Ok(row) => arena.extend_from_slice(row),
        Err(_) => arena.extend_from_slice(bytes),
    }
    if !size.is_multiple_of(4) {
        arena.resize(arena.len().next_multiple_of(4), 0);
    }
    ArenaRange { offset, size }
}
