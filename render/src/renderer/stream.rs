//! GPU copies of CPU bytes that draws of one frame read: user-pointer vertices and rewritten ones.

use crate::gpu::{BufferRange, Gpu};
use crate::retire::Retirement;
use crate::upload::Uploads;

/// The smallest buffer of a stream, a power of two.
const SMALLEST: u64 = 1 << 16;

/// The two buffers of a frame, each as large as the frame needs.
#[derive(Debug, Default)]
pub(super) struct Streams {
    /// Part of the frame's arena, from [`Streams::arena_start`] on.
    pub(super) arena: Stream,
    /// Where the GPU's copy of the arena starts.
    pub(super) arena_start: u32,
    /// [`crate::geometry::Geometry::transient`].
    pub(super) transient: Stream,
}

impl Streams {
    /// Gives the buffers back, which the submission just made reads.
    pub(super) fn retire(&mut self, retirement: &mut Retirement) {
        for stream in [&mut self.arena, &mut self.transient] {
            stream.buffer.take().into_iter().for_each(|buffer| retirement.retire_backing(buffer));
        }
    }
}

/// One buffer.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pub(super) buffer: Option<wgpu::Buffer>,
}

impl Stream {
    /// Uploads `bytes` to the start of a buffer that no submission reads.
    pub(super) fn fill(
        &mut self,
        gpu: &Gpu,
        bytes: &[u8],
        retirement: &mut Retirement,
        uploads: &mut Uploads,
    ) {
        if bytes.is_empty() {
            return;
        }
        let size = (bytes.len() as u64).next_multiple_of(4);
        let buffer = &*self.buffer.insert(retirement.backing(gpu, size.next_power_of_two().max(SMALLEST)));
        uploads.add_range(BufferRange { buffer, offset: 0, size }, bytes);
    }
}
