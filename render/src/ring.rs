//! Rings of buffers for what every frame writes anew.
//!
//! ```text
//! reserve, push ─> open chunks ── end_frame(ticket) ─> waiting ── that very submission ended ──> free ─> reserve
//! ```
//!
//! The bytes gather on the CPU while the passes are encoded, and go up in the frame's first command buffer. A chunk is
//! written anew only when the submission that reads it has ended. Nothing here knows what a buffer is.

use crate::retire::{Completion, Pool, Ticket};

/// Where bytes landed in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RingSlice {
    /// The chunk's serial number; no two chunks of a ring share one.
    pub(crate) chunk: u32,
    /// Byte offset, a multiple of the ring's alignment.
    pub(crate) offset: u32,
}

/// Chunks of bytes, each with a buffer that they go to.
#[derive(Debug)]
pub(crate) struct Ring<B> {
    alignment: usize,
    chunk_size: usize,
    /// The frame's chunks; the last one is filled.
    open: Vec<Chunk<B>>,
    /// By size.
    idle: Pool<usize, Chunk<B>>,
    serial: u32,
}

#[derive(Debug)]
struct Chunk<B> {
    serial: u32,
    buffer: B,
    size: usize,
    bytes: Vec<u8>,
}

impl<B> Ring<B> {
    /// An empty ring; `alignment` is a power of two, at least 4. Between frames it keeps at most `cap` bytes of chunks that
    /// nothing uses.
    pub(crate) fn new(alignment: u32, chunk_size: usize, cap: u64) -> Self {
        let alignment = alignment.max(4) as usize;
        Self { alignment, chunk_size, open: Vec::new(), idle: Pool::new(cap), serial: 0 }
    }

    /// Starts a frame. `dropped` gets the serial numbers of chunks that are no more.
    pub(crate) fn begin_frame(&mut self, completion: &impl Completion, mut dropped: impl FnMut(u32)) {
        // A frame that nobody ended was not submitted.
        self.end_frame(&[]);
        self.idle.collect(completion, |_, chunk| dropped(chunk.serial));
    }

    /// Ends a frame that the submission of this ticket reads.
    pub(crate) fn end_frame(&mut self, readers: &[Ticket]) {
        for mut chunk in self.open.drain(..) {
            chunk.bytes.clear();
            self.idle.retire(chunk.size, chunk.size as u64, readers, chunk);
        }
    }

    /// The room that `size` bytes take.
    pub(crate) fn room(&self, size: usize) -> usize {
        size.next_multiple_of(self.alignment)
    }

    /// Sees to it that the open chunk has room for `room` more bytes: the serial number of that chunk. `make` makes a buffer
    /// for a chunk of a serial number and a size.
    pub(crate) fn reserve(&mut self, room: usize, make: impl FnOnce(u32, usize) -> B) -> u32 {
        if let Some(chunk) = self.open.last()
            && chunk.size - chunk.bytes.len().next_multiple_of(self.alignment).min(chunk.size) >= room
        {
            return chunk.serial;
        }
        let size = room.max(self.chunk_size).next_power_of_two();
        let chunk = self.idle.take(size).unwrap_or_else(|| {
            self.serial += 1;
            Chunk { serial: self.serial, buffer: make(self.serial, size), size, bytes: Vec::new() }
        });
        let serial = chunk.serial;
        self.open.push(chunk);
        serial
    }

    /// Appends `bytes` to the open chunk, and zeros up to `size`; lends them. [`Ring::reserve`] must have made the room.
    ///
    /// # Panics
    /// Panics when no chunk is open.
    pub(crate) fn push(&mut self, bytes: &[u8], size: usize) -> (RingSlice, &mut [u8]) {
        let chunk = self.open.last_mut().expect("room was reserved");
        let start = chunk.bytes.len().next_multiple_of(self.alignment);
        chunk.bytes.resize(start, 0);
        chunk.bytes.extend_from_slice(&bytes[..bytes.len().min(size)]);
        chunk.bytes.resize(start + size, 0);
        (RingSlice { chunk: chunk.serial, offset: start as u32 }, &mut chunk.bytes[start..])
    }

    /// The buffer of an open chunk, by serial number.
    pub(crate) fn buffer(&self, serial: u32) -> Option<&B> {
        self.open.iter().rev().find(|chunk| chunk.serial == serial).map(|chunk| &chunk.buffer)
    }

    /// What the frame pushed so far: buffers, and the bytes from their start on, a multiple of 4 each.
    pub(crate) fn contents(&mut self) -> impl Iterator<Item = (&B, &[u8])> {
        self.open.iter_mut().map(|chunk| {
            chunk.bytes.resize(chunk.bytes.len().next_multiple_of(4), 0);
            (&chunk.buffer, &chunk.bytes[..])
        })
    }

    /// Bytes of the chunks that no open frame uses.
    pub(crate) fn held(&self) -> u64 {
        self.idle.held()
    }
}

#[cfg(test)]
mod tests;
