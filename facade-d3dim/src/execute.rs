//! Execute buffers.

pub(crate) mod dispatch;

use crate::core::Core;
use crate::object::{ExecuteBufferId, Slot};

/// An execute buffer.
#[derive(Debug)]
pub(crate) struct ExecuteBuffer {
    pub(crate) slot: Slot,
}

impl Core {
    /// Lets go of an execute buffer.
    pub(crate) fn end_execute_buffer(&mut self, id: ExecuteBufferId) {
        self.execute_buffers.remove(id);
    }
}
