//! Execute buffers.

pub(crate) mod decode;
pub(crate) mod dispatch;
mod run;

use crate::core::Core;
use crate::object::{ExecuteBufferId, Slot};

/// Words of `D3DEXECUTEDATA`.
pub(crate) const DATA_WORDS: usize = 12;

/// An execute buffer.
#[derive(Debug)]
pub(crate) struct ExecuteBuffer {
    pub(crate) slot: Slot,
    /// The buffer's own bytes, unless they are the program's.
    pub(crate) bytes: Vec<u8>,
    /// Where the program keeps the bytes itself; 0 when the buffer has them.
    pub(crate) theirs: u32,
    pub(crate) size: u32,
    pub(crate) caps: u32,
    /// Where the bytes are while the buffer is locked.
    pub(crate) lock: Option<u32>,
    /// `D3DEXECUTEDATA` as it was set, with the status of the last execution.
    pub(crate) data: [u32; DATA_WORDS],
}

impl Core {
    /// Lets go of an execute buffer.
    pub(crate) fn end_execute_buffer(&mut self, id: ExecuteBufferId) {
        if let Some(buffer) = self.execute_buffers.remove(id) {
            self.refund(buffer.bytes.len() as u64);
        }
    }
}
