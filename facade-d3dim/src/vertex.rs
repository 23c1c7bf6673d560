//! Vertices on the CPU, and vertex buffers.

pub(crate) mod clip;
pub(crate) mod dispatch;
pub(crate) mod format;
pub(crate) mod lighting;
mod primitives;
pub(crate) mod process;
pub(crate) mod sphere;
#[cfg(test)]
mod tests;

use crate::core::Core;
use crate::object::{Slot, VertexBufferId};
use format::Format;

/// A vertex buffer.
#[derive(Debug)]
pub(crate) struct VertexBuffer {
    pub(crate) slot: Slot,
    pub(crate) caps: u32,
    pub(crate) format: Format,
    pub(crate) count: u32,
    pub(crate) bytes: Vec<u8>,
    /// Where the bytes are while the buffer is locked.
    pub(crate) lock: Option<u32>,
}

impl Core {
    /// Lets go of a vertex buffer.
    pub(crate) fn end_vertex_buffer(&mut self, id: VertexBufferId) {
        if let Some(buffer) = self.vertex_buffers.remove(id) {
            self.refund(buffer.bytes.len() as u64);
        }
    }
}
