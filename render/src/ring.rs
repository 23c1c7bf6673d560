//! Rings of GPU buffers for what every frame writes anew: uniform blocks, and vertices made on the CPU.
//!
//! The bytes gather on the CPU while the passes are encoded, and go up in the frame's first command buffer. The
//! queue runs one frame after the other, so every frame starts at the first chunk again.

use crate::gpu::{BufferRange, Gpu};
use crate::upload::Uploads;

/// Where bytes landed in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RingSlice {
    /// The chunk's serial number; no two chunks of a ring share one.
    pub(crate) chunk: u32,
    /// Byte offset, a multiple of the ring's alignment.
    pub(crate) offset: u32,
}

/// A list of chunks, filled from the first on in each frame.
#[derive(Debug)]
pub(crate) struct Ring {
    label: &'static str,
    usage: wgpu::BufferUsages,
    alignment: usize,
    chunk_size: usize,
    chunks: Vec<Chunk>,
    /// How many chunks the frame has begun.
    begun: usize,
    serial: u32,
}

#[derive(Debug)]
struct Chunk {
    serial: u32,
    buffer: wgpu::Buffer,
    size: usize,
    bytes: Vec<u8>,
}

impl Ring {
    /// An empty ring; `alignment` is a power of two, at least 4.
    pub(crate) fn new(
        label: &'static str,
        usage: wgpu::BufferUsages,
        alignment: u32,
        chunk_size: usize,
    ) -> Self {
        let alignment = alignment.max(4) as usize;
        Self { label, usage, alignment, chunk_size, chunks: Vec::new(), begun: 0, serial: 0 }
    }

    /// Starts a frame. Chunks larger than usual that the last frame did not use are given back.
    pub(crate) fn reset(&mut self) {
        let (begun, usual) = (self.begun, self.chunk_size);
        let mut index = 0;
        self.chunks.retain(|chunk| {
            index += 1;
            index <= begun || chunk.size <= usual
        });
        self.chunks.iter_mut().for_each(|chunk| chunk.bytes.clear());
        self.begun = 0;
    }

    /// The room that `size` bytes take.
    pub(crate) fn room(&self, size: usize) -> usize {
        size.next_multiple_of(self.alignment)
    }

    /// Sees to it that the open chunk has room for `room` more bytes: the serial number of that chunk.
    pub(crate) fn reserve(&mut self, gpu: &Gpu, room: usize) -> u32 {
        let open = self.begun.checked_sub(1).map(|open| &self.chunks[open]);
        match open.filter(|chunk| chunk.size - self.room(chunk.bytes.len()).min(chunk.size) >= room) {
            Some(chunk) => chunk.serial,
            None => self.begin(gpu, room),
        }
    }

    fn begin(&mut self, gpu: &Gpu, room: usize) -> u32 {
        let fits = (self.begun..self.chunks.len()).find(|index| self.chunks[*index].size >= room);
        let index = fits.unwrap_or_else(|| {
            let size = room.max(self.chunk_size).next_multiple_of(self.alignment);
            self.serial += 1;
            let label = format!("{} {}", self.label, self.serial);
            let buffer = gpu.create_buffer(&label, size as u64, self.usage | wgpu::BufferUsages::COPY_DST);
            self.chunks.push(Chunk { serial: self.serial, buffer, size, bytes: Vec::new() });
            self.chunks.len() - 1
        });
        self.chunks.swap(self.begun, index);
        self.begun += 1;
        self.chunks[self.begun - 1].serial
    }

    /// Appends zeros to the open chunk and lends them; see [`Ring::reserve`], which must have made the room.
    pub(crate) fn push(&mut self, gpu: &Gpu, size: usize) -> (RingSlice, &mut [u8]) {
        self.reserve(gpu, size);
        let chunk = &mut self.chunks[self.begun - 1];
        let start = chunk.bytes.len().next_multiple_of(self.alignment);
        chunk.bytes.resize(start + size, 0);
        (RingSlice { chunk: chunk.serial, offset: start as u32 }, &mut chunk.bytes[start..])
    }

    /// A chunk's buffer by serial number.
    pub(crate) fn buffer(&self, serial: u32) -> Option<&wgpu::Buffer> {
        self.chunks.iter().find(|chunk| chunk.serial == serial).map(|chunk| &chunk.buffer)
    }

    /// Adds copies of everything that was pushed since [`Ring::reset`]; answers how many bytes that is.
    pub(crate) fn upload(&mut self, uploads: &mut Uploads) -> u64 {
        let mut total = 0;
        for chunk in &mut self.chunks[..self.begun] {
            chunk.bytes.resize(chunk.bytes.len().next_multiple_of(4), 0);
            let size = chunk.bytes.len() as u64;
            if size > 0 {
                uploads.add_range(BufferRange { buffer: &chunk.buffer, offset: 0, size }, &chunk.bytes);
            }
            total += size;
        }
        total
    }
}
