//! The state that lists change, and what a write does to it.

use super::unit::{Queue, ShaderUnit};
use super::{SceneError, limits};
use crate::list::Write;
use crate::registers::{Class, Register, Registers};

/// Registers, shader memories and fixed attributes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub(super) registers: Registers,
    pub(super) unit: ShaderUnit,
    /// Fixed attributes, as they were written.
    pub(super) fixed: [Option<[f32; 4]>; limits::ATTRIBUTES as usize],
    fixed_cursor: u32,
    fixed_queue: Queue,
}

/// What a write asks for beyond changing state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Nothing.
    None,
    /// Draw, with indices or without.
    Draw { indexed: bool },
    /// The list is complete.
    Finalize,
}

/// The registers that the bounded path knows. A write to any other fails.
const KNOWN: &[std::ops::RangeInclusive<u16>] = &[
    0x010..=0x010,
    0x040..=0x044,
    0x047..=0x04B,
    0x04D..=0x056,
    0x061..=0x068,
    0x06A..=0x06A,
    0x06D..=0x06F,
    0x080..=0x085,
    0x08E..=0x08F,
    0x0C0..=0x0C4,
    0x0C8..=0x0CC,
    0x0D0..=0x0D4,
    0x0D8..=0x0DC,
    0x0E0..=0x0E1,
    0x0F0..=0x0F4,
    0x0F8..=0x0FD,
    0x100..=0x107,
    0x110..=0x118,
    0x11B..=0x11E,
    0x1C6..=0x1C6,
    0x200..=0x22A,
    0x22D..=0x22F,
    0x231..=0x235,
    0x242..=0x242,
    0x244..=0x245,
    0x24A..=0x24A,
    0x251..=0x254,
    0x25E..=0x25F,
    0x2B0..=0x2B4,
    0x2B9..=0x2BD,
    0x2BF..=0x2C8,
    0x2CB..=0x2D3,
    0x2D5..=0x2DD,
];

impl State {
    /// The registers' values.
    #[must_use]
    pub const fn registers(&self) -> &Registers {
        &self.registers
    }

    /// The shader unit's memories.
    #[must_use]
    pub const fn unit(&self) -> &ShaderUnit {
        &self.unit
    }

    /// Takes a write.
    pub(super) fn write(&mut self, write: Write) -> Result<Action, SceneError> {
        let Write { offset, register, mask, value } = write;
        // A gap in the table within a known range is as unknown as what lies outside.
        let known = KNOWN.iter().any(|range| range.contains(&register.0)) && register.info().is_some();
        if !known {
            let problem = "the bounded path does not know the register";
            return Err(SceneError::Register { offset, register, value, problem });
        }
        let class = register.class();
        let cursor = matches!(register.0, 0x232 | 0x2C0 | 0x2CB | 0x2D5);
        let whole = match class {
            Class::Port => mask == 0xF,
            Class::Trigger => mask & 1 != 0,
            Class::Config => mask == 0xF || !cursor,
        };
        if !whole {
            return Err(SceneError::Mask { offset, register, value, mask });
        }
        self.registers.write(register, mask, value);
        match register.0 {
            0x010 => {
                self.check_complete(offset)?;
                return Ok(Action::Finalize);
            }
            0x22E | 0x22F if value & 1 != 0 => {
                self.check_complete(offset)?;
                return Ok(Action::Draw { indexed: register.0 == 0x22F });
            }
            0x232 => self.seek_fixed(write)?,
            0x233..=0x235 => self.push_fixed(write)?,
            0x2C0 | 0x2CB | 0x2D5 => self.unit.seek(write)?,
            0x2C1..=0x2C8 => self.unit.push_uniform(write)?,
            0x2CC..=0x2D3 => self.unit.push_code(write)?,
            0x2D6..=0x2DD => self.unit.push_descriptor(write)?,
            _ => {}
        }
        Ok(Action::None)
    }

    fn seek_fixed(&mut self, write: Write) -> Result<(), SceneError> {
        let Write { offset, register, value, .. } = write;
        if value & 0xF >= limits::ATTRIBUTES {
            let problem = if value & 0xF == 0xF { "immediate vertices" } else { "no such attribute" };
            return Err(SceneError::Register { offset, register, value, problem });
        }
        self.fixed_cursor = value & 0xF;
        self.fixed_queue.clear();
        Ok(())
    }

    fn push_fixed(&mut self, write: Write) -> Result<(), SceneError> {
        let Write { offset, register, value, .. } = write;
        let limit = limits::ATTRIBUTES;
        let full = SceneError::Limit { offset, register, value, what: "attributes", limit };
        let slot = self.fixed.get_mut(self.fixed_cursor as usize).ok_or(full)?;
        if let Some(vector) = self.fixed_queue.push(value, false) {
            *slot = Some(vector);
            self.fixed_cursor += 1;
        }
        Ok(())
    }

    /// Refuses unfinished vectors.
    fn check_complete(&self, offset: u32) -> Result<(), SceneError> {
        match self.fixed_queue.waiting() {
            0 => self.unit.check_complete(offset),
            words => Err(SceneError::Incomplete { offset, register: Register(0x233), words }),
        }
    }
}
