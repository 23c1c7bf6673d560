//! GPU copies of CPU bytes that draws of one frame read: user-pointer vertices and rewritten ones.

use crate::gpu::{BufferRange, Gpu};
use crate::upload::Uploads;

/// The two buffers; each grows to the largest frame's need.
#[derive(Debug, Default)]
pub(super) struct Streams {
    /// Part of the frame's arena, from [`Streams::arena_start`] on.
    pub(super) arena: Stream,
    /// Where the GPU's copy of the arena starts.
    pub(super) arena_start: u32,
    /// [`crate::geometry::Geometry::transient`].
    pub(super) transient: Stream,
}

/// One buffer.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pub(super) buffer: Option<wgpu::Buffer>,
}

impl Stream {
    /// Uploads `bytes` to the start of the buffer.
    pub(super) fn fill(&mut self, gpu: &Gpu, label: &str, bytes: &[u8], uploads: &mut Uploads) {
        if bytes.is_empty() {
            return;
        }
        let size = (bytes.len() as u64).next_multiple_of(4);
        if self.buffer.as_ref().is_none_or(|buffer| buffer.size() < size) {
            let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::INDEX | wgpu::BufferUsages::COPY_DST;
            self.buffer = Some(gpu.create_buffer(label, size.next_power_of_two().max(1 << 16), usage));
        }
        if let Some(buffer) = &self.buffer {
            uploads.add_range(BufferRange { buffer, offset: 0, size }, bytes);
        }
    }
}
