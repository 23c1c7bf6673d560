//! A shader unit's memories, and the streams that fill them.

use std::cell::OnceCell;

use retrograph_shaders::pica::Float24;
use retrograph_shaders::pica::interp::{Machine, Program};

use crate::state::ShaderState;
use crate::vertex::Vec4;

/// Words that wait for the rest of their vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Queue {
    words: [u32; 4],
    count: u8,
}

impl Queue {
    /// Adds a word; the vector once it is complete: three words of packed 24-bit floats, or four of 32-bit floats.
    pub(super) fn push(&mut self, word: u32, float32: bool) -> Option<Vec4> {
        let needed = if float32 { 4 } else { 3 };
        self.words[usize::from(self.count & 3)] = word;
        self.count += 1;
        if self.count < needed {
            return None;
        }
        self.count = 0;
        let [a, b, c, d] = self.words;
        if float32 {
            return Some([d, c, b, a].map(f32::from_bits));
        }
        let packed = [c, c >> 24 | b << 8, b >> 16 | a << 16, a >> 8];
        Some(packed.map(|bits| Float24::from_bits(bits).to_f32()))
    }

    /// Drops what waits.
    pub(super) const fn clear(&mut self) {
        self.count = 0;
    }
}

/// A shader unit's memories. Uploads past their ends are lost, as in the hardware.
#[derive(Debug)]
pub struct ShaderUnit {
    code: Vec<u32>,
    words: usize,
    descriptors: [u32; 128],
    uniforms: [Vec4; 96],
    code_cursor: u32,
    descriptor_cursor: u32,
    uniform_cursor: u32,
    float32: bool,
    queue: Queue,
    code_version: u64,
    uniform_version: u64,
    program: OnceCell<Program>,
}

impl ShaderUnit {
    /// A unit with room for `words` words of code.
    pub(super) fn new(words: usize) -> Self {
        Self {
            code: Vec::new(),
            words,
            descriptors: [0; 128],
            uniforms: [[0.0; 4]; 96],
            code_cursor: 0,
            descriptor_cursor: 0,
            uniform_cursor: 0,
            float32: false,
            queue: Queue::default(),
            code_version: 0,
            uniform_version: 0,
            program: OnceCell::new(),
        }
    }

    /// The code, up to the last word that was uploaded.
    #[must_use]
    pub fn code(&self) -> &[u32] {
        &self.code
    }

    /// The operand descriptors.
    #[must_use]
    pub const fn descriptors(&self) -> &[u32; 128] {
        &self.descriptors
    }

    /// The float uniforms.
    #[must_use]
    pub const fn uniforms(&self) -> &[Vec4; 96] {
        &self.uniforms
    }

    /// Grows when code or descriptors change, so that equal numbers mean equal programs.
    #[must_use]
    pub const fn code_version(&self) -> u64 {
        self.code_version
    }

    /// Grows when float uniforms change.
    #[must_use]
    pub const fn uniform_version(&self) -> u64 {
        self.uniform_version
    }

    /// The code, decoded for the interpreter.
    pub fn program(&self) -> &Program {
        self.program.get_or_init(|| Program::new(&self.code, &self.descriptors))
    }

    /// A machine that holds the unit's uniforms.
    #[must_use]
    pub fn machine(&self, state: &ShaderState) -> Machine {
        let mut machine = Machine::new();
        self.prepare(&mut machine, state);
        machine
    }

    /// Gives a machine the unit's uniforms; its other registers stay.
    pub(super) fn prepare(&self, machine: &mut Machine, state: &ShaderState) {
        self.uniforms.iter().enumerate().for_each(|(index, &value)| machine.set_uniform(index, value));
        state.integers.iter().enumerate().for_each(|(index, &value)| machine.set_integer(index, value));
        machine.set_booleans(state.booleans);
    }

    /// A write to the unit's registers, by offset from its first one.
    pub(super) fn write(&mut self, offset: u16, value: u32) {
        match offset {
            0x10 => {
                self.uniform_cursor = value & 0xFF;
                self.float32 = value >> 31 != 0;
                self.queue.clear();
            }
            0x11..=0x18 => self.push_uniform(value),
            0x1B => self.code_cursor = value & 0xFFF,
            0x1C..=0x23 => self.push_code(value),
            0x25 => self.descriptor_cursor = value & 0xFFF,
            0x26..=0x2D => self.push_descriptor(value),
            _ => {}
        }
    }

    fn push_uniform(&mut self, value: u32) {
        let Some(vector) = self.queue.push(value, self.float32) else { return };
        if let Some(slot) = self.uniforms.get_mut(self.uniform_cursor as usize) {
            *slot = vector;
            self.uniform_cursor += 1;
            self.uniform_version += 1;
        }
    }

    fn push_code(&mut self, value: u32) {
        let at = self.code_cursor as usize;
        if at >= self.words {
            return;
        }
        if at >= self.code.len() {
            self.code.resize(at + 1, 0);
        }
        self.code_cursor += 1;
        if self.code[at] != value || self.code_version == 0 {
            self.code[at] = value;
            self.changed();
        }
    }

    fn push_descriptor(&mut self, value: u32) {
        if let Some(slot) = self.descriptors.get_mut(self.descriptor_cursor as usize) {
            self.descriptor_cursor += 1;
            if *slot != value {
                *slot = value;
                self.changed();
            }
        }
    }

    fn changed(&mut self) {
        self.code_version += 1;
        self.program.take();
    }
}
