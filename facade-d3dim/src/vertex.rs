//! Vertices on the CPU, and vertex buffers.

pub(crate) mod dispatch;

use crate::core::Core;
use crate::object::{Slot, VertexBufferId};

/// A vertex buffer.
#[derive(Debug)]
pub(crate) struct VertexBuffer {
    pub(crate) slot: Slot,
}

impl Core {
    /// Lets go of a vertex buffer.
    pub(crate) fn end_vertex_buffer(&mut self, id: VertexBufferId) {
        self.vertex_buffers.remove(id);
    }
}
