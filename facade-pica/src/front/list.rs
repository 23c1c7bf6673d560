//! Following lists through physical memory, and what a write does.

use super::{Backend, Front, PicaError};
use crate::list::{Commands, ListError, Write};
use crate::memory::PhysicalMemory;
use crate::registers::table;

/// Bytes of a list that are read at once. Programs give sizes that are larger than their lists.
const PAGE: u32 = 4096;

/// Where the next list lies.
struct Target {
    address: u32,
    bytes: u32,
    offset: u32,
}

impl Front {
    pub(super) fn follow(
        &mut self,
        words: &[u32],
        memory: &mut dyn PhysicalMemory,
        backend: &mut dyn Backend,
    ) -> Result<(), PicaError> {
        let mut total = 0u64;
        let mut next = self.list(words, &mut total, memory, backend)?;
        while let Some(Target { address, bytes, offset }) = next {
            if self.report.jumps == self.limits.jumps {
                return Err(ListError::TooManyJumps { offset, limit: self.limits.jumps }.into());
            }
            self.report.jumps += 1;
            backend.reading(address, bytes, memory)?;
            let words = read_list(address, bytes, memory);
            if words.is_empty() {
                return Err(
                    ListError::JumpTarget { offset, address: address.into(), bytes: bytes.into() }.into()
                );
            }
            next = self.list(&words, &mut total, memory, backend)?;
        }
        Ok(())
    }

    /// Executes one list up to its end or a jump.
    fn list(
        &mut self,
        words: &[u32],
        total: &mut u64,
        memory: &mut dyn PhysicalMemory,
        backend: &mut dyn Backend,
    ) -> Result<Option<Target>, PicaError> {
        for command in Commands::new(words) {
            let command = command?;
            *total += u64::from(command.header.words());
            if *total > self.limits.words {
                return Err(
                    ListError::TooManyWords { offset: command.offset, limit: self.limits.words }.into()
                );
            }
            for write in command.writes() {
                self.report.writes += 1;
                self.write(write, memory, backend)?;
                match write.register.0 {
                    0x010 => {
                        self.report.finalized = true;
                        return Ok(None);
                    }
                    index @ 0x23C..=0x23D => {
                        let channel = index - 0x23C;
                        let address = self.registers.element::<table::JumpAddress>(channel).address();
                        let size = self.registers.element::<table::JumpSize>(channel).size();
                        return Ok(Some(Target {
                            address: address.wrapping_mul(8),
                            bytes: size * 8,
                            offset: write.offset,
                        }));
                    }
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    fn write(
        &mut self,
        write: Write,
        memory: &mut dyn PhysicalMemory,
        backend: &mut dyn Backend,
    ) -> Result<(), PicaError> {
        let Write { register, mask, value, .. } = write;
        let is_vertex_data = matches!(register.0, 0x233..=0x235);
        if !is_vertex_data {
            self.flush_immediate(memory, backend)?;
        }
        self.registers.write(register, mask, value);
        match register.0 {
            0x0B0..=0x0B7 | 0x0E8..=0x0EF | 0x1C8..=0x1CF => {
                self.tables.push(&mut self.registers, register.0, value);
            }
            0x22E => self.trigger(false, memory, backend)?,
            0x22F => self.trigger(true, memory, backend)?,
            0x232 => self.fixed.seek(),
            0x233..=0x235 if self.fixed.push(&mut self.registers, value) => {
                self.flush_immediate(memory, backend)?;
            }
            0x25E if mask & 2 != 0 => self.assembler.reset(),
            0x25F => self.assembler.reset(),
            0x280..=0x2AF => self.geometry.write(register.0 - 0x280, value),
            0x2B0..=0x2DF => self.write_vertex_unit(write),
            _ => {}
        }
        Ok(())
    }

    /// Writes to the vertex shader's unit reach the geometry shader's too, while that one has no configuration of its own.
    fn write_vertex_unit(&mut self, write: Write) {
        let offset = write.register.0 - 0x2B0;
        self.vertex.write(offset, write.value);
        let is_shared = self.registers.get::<table::SharedUnit>().geometry_configured() == 0
            && self.registers.get::<table::GeometryConfig>().geometry_shader() == 0;
        if is_shared && matches!(offset, 0x00..=0x04 | 0x0D | 0x10..=0x18 | 0x1B..=0x23 | 0x25..=0x2D) {
            let twin = crate::registers::Register(0x280 + offset);
            self.registers.write(twin, write.mask, write.value);
            self.geometry.write(offset, write.value);
        }
    }
}

/// The words of a list, as far as memory has them.
fn read_list(address: u32, bytes: u32, memory: &mut dyn PhysicalMemory) -> Vec<u32> {
    let mut data = vec![0u8; 0];
    let mut step = PAGE;
    while (data.len() as u32) < bytes && step >= 8 {
        let at = data.len();
        let size = step.min(bytes - at as u32);
        data.resize(at + size as usize, 0);
        let start = address.checked_add(at as u32);
        if !start.is_some_and(|start| memory.read(start, &mut data[at..])) {
            data.truncate(at);
            step /= 2;
        }
    }
    data.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
