//! Memory fills.

use super::{Backend, Front, PicaError};
use crate::memory::PhysicalMemory;

/// A memory fill: a value of 16, 24 or 32 bits, over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The first byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
    /// The value, of which the lowest bytes count.
    pub value: u32,
    /// Bytes of the value: 2, 3 or 4.
    pub width: u32,
}

/// Bytes that are written at once; a multiple of every width.
const CHUNK: u32 = 12 << 12;

impl Fill {
    /// A fill as the unit's registers say it; `None` if the control word does not start one.
    #[must_use]
    pub const fn from_registers(start: u32, end: u32, value: u32, control: u32) -> Option<Self> {
        let width = match control >> 8 & 3 {
            0 => 2,
            2 => 4,
            _ => 3,
        };
        if control & 1 == 0 { None } else { Some(Self { start, end, value, width }) }
    }

    /// How many bytes are filled: whole values only.
    #[must_use]
    pub const fn bytes(&self) -> u32 {
        let bytes = self.end.saturating_sub(self.start);
        bytes - bytes % self.width
    }
}

impl Front {
    /// Fills memory. It ends where memory ends, and that is counted.
    ///
    /// # Errors
    /// What the backend returns.
    pub fn memory_fill(
        &mut self,
        fill: &Fill,
        memory: &mut dyn PhysicalMemory,
        backend: &mut dyn Backend,
    ) -> Result<(), PicaError> {
        if backend.fill(fill, memory)? {
            return Ok(());
        }
        let bytes = fill.bytes();
        backend.reading(fill.start, bytes, memory)?;
        let pattern = fill.value.to_le_bytes();
        let chunk: Vec<u8> =
            pattern[..fill.width as usize].iter().copied().cycle().take(bytes.min(CHUNK) as usize).collect();
        let mut done = 0;
        while done < bytes {
            let size = (bytes - done).min(CHUNK);
            if !memory.write(fill.start + done, &chunk[..size as usize]) {
                self.skip("memory_fill.address");
                break;
            }
            done += size;
        }
        backend.written(fill.start, bytes);
        Ok(())
    }
}
