//! The vertex shader unit's memories, and the streams that fill them.

use retrograph_shaders::pica::Float24;
use retrograph_shaders::pica::exact::Vector;

use super::{SceneError, limits};
use crate::list::Write;
use crate::registers::Register;

/// Words that wait for the rest of their vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Queue {
    words: [u32; 4],
    count: u8,
}

impl Queue {
    /// How many words wait.
    pub(super) const fn waiting(self) -> u32 {
        self.count as u32
    }

    /// Adds a word; the vector if it is complete: three words of packed float24, or four words of float32.
    pub(super) fn push(&mut self, word: u32, float32: bool) -> Option<[f32; 4]> {
        self.words[usize::from(self.count)] = word;
        self.count += 1;
        if self.count < if float32 { 4 } else { 3 } {
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

/// The unit's memories. `None` is what was never uploaded.
#[derive(Clone, Debug, PartialEq)]
pub struct ShaderUnit {
    pub(super) code: [Option<u32>; limits::CODE_WORDS as usize],
    pub(super) descriptors: [Option<u32>; limits::DESCRIPTORS as usize],
    pub(super) uniforms: [Vector; limits::UNIFORMS as usize],
    code_cursor: u32,
    descriptor_cursor: u32,
    uniform_cursor: u32,
    uniform_float32: bool,
    uniform_queue: Queue,
}

impl Default for ShaderUnit {
    fn default() -> Self {
        Self {
            code: [None; limits::CODE_WORDS as usize],
            descriptors: [None; limits::DESCRIPTORS as usize],
            uniforms: [[None; 4]; limits::UNIFORMS as usize],
            code_cursor: 0,
            descriptor_cursor: 0,
            uniform_cursor: 0,
            uniform_float32: false,
            uniform_queue: Queue::default(),
        }
    }
}

impl ShaderUnit {
    /// The code words; `None` where nothing was uploaded.
    #[must_use]
    pub const fn code(&self) -> &[Option<u32>; limits::CODE_WORDS as usize] {
        &self.code
    }

    /// The operand descriptors; `None` where nothing was uploaded.
    #[must_use]
    pub const fn descriptors(&self) -> &[Option<u32>; limits::DESCRIPTORS as usize] {
        &self.descriptors
    }

    /// The float uniforms; `None` where nothing was uploaded.
    #[must_use]
    pub const fn uniforms(&self) -> &[Vector; limits::UNIFORMS as usize] {
        &self.uniforms
    }

    /// Where the next code word goes: 512 once all are used.
    #[must_use]
    pub const fn code_cursor(&self) -> u32 {
        self.code_cursor
    }

    /// `VSH_CODETRANSFER_INDEX`, `VSH_OPDESCS_INDEX` and `VSH_FLOATUNIFORM_INDEX`.
    pub(super) fn seek(&mut self, write: Write) -> Result<(), SceneError> {
        let Write { offset, register, value, .. } = write;
        let (cursor, limit, what) = match register.0 {
            0x2CB => (&mut self.code_cursor, limits::CODE_WORDS, "code words"),
            0x2D5 => (&mut self.descriptor_cursor, limits::DESCRIPTORS, "descriptors"),
            _ => {
                let waiting = self.uniform_queue.waiting();
                if waiting != 0 {
                    let register = Register(UNIFORM_PORT);
                    return Err(SceneError::Incomplete { offset, register, words: waiting });
                }
                self.uniform_float32 = value >> 31 != 0;
                (&mut self.uniform_cursor, limits::UNIFORMS, "uniforms")
            }
        };
        let index = if register.0 == 0x2C0 { value & 0xFF } else { value & 0xFFF };
        if index > limit {
            return Err(SceneError::Limit { offset, register, value, what, limit });
        }
        *cursor = index;
        Ok(())
    }

    /// A word of code through any of the eight ports.
    pub(super) fn push_code(&mut self, write: Write) -> Result<(), SceneError> {
        push(&mut self.code, &mut self.code_cursor, write, "code words")
    }

    /// A descriptor through any of the eight ports.
    pub(super) fn push_descriptor(&mut self, write: Write) -> Result<(), SceneError> {
        push(&mut self.descriptors, &mut self.descriptor_cursor, write, "descriptors")
    }

    /// A word of a uniform through any of the eight ports.
    pub(super) fn push_uniform(&mut self, write: Write) -> Result<(), SceneError> {
        let Write { offset, register, value, .. } = write;
        let limit = limits::UNIFORMS;
        let full = SceneError::Limit { offset, register, value, what: "uniforms", limit };
        let slot = self.uniforms.get_mut(self.uniform_cursor as usize).ok_or(full)?;
        if let Some(vector) = self.uniform_queue.push(value, self.uniform_float32) {
            *slot = vector.map(Some);
            self.uniform_cursor += 1;
        }
        Ok(())
    }

    /// Refuses an unfinished uniform.
    pub(super) fn check_complete(&self, offset: u32) -> Result<(), SceneError> {
        match self.uniform_queue.waiting() {
            0 => Ok(()),
            words => Err(SceneError::Incomplete { offset, register: Register(UNIFORM_PORT), words }),
        }
    }
}

const UNIFORM_PORT: u16 = 0x2C1;

/// Puts a word where the cursor is and moves it on; it rests behind the last slot.
fn push(
    memory: &mut [Option<u32>],
    cursor: &mut u32,
    write: Write,
    what: &'static str,
) -> Result<(), SceneError> {
    let Write { offset, register, value, .. } = write;
    let limit = memory.len() as u32;
    let slot = memory.get_mut(*cursor as usize);
    *slot.ok_or(SceneError::Limit { offset, register, value, what, limit })? = Some(value);
    *cursor += 1;
    Ok(())
}
