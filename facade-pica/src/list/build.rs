//! Writing command lists.

use super::Header;
use crate::registers::Register;

/// Builds a command list word by word.
#[derive(Clone, Debug, Default)]
pub struct ListBuilder {
    words: Vec<u32>,
}

impl ListBuilder {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// Where the next command will stand, in words.
    #[must_use]
    pub fn offset(&self) -> u32 {
        self.words.len() as u32
    }

    /// Writes all four bytes of a register.
    pub fn write(&mut self, register: u16, value: u32) -> &mut Self {
        self.masked(register, 0xF, value)
    }

    /// Writes the bytes of a register that `mask` enables.
    pub fn masked(&mut self, register: u16, mask: u8, value: u32) -> &mut Self {
        self.words.extend([value, Header::new(Register(register), mask, 0, false).0]);
        self
    }

    /// Writes all values to one register, in as many commands as that takes.
    pub fn repeat(&mut self, register: u16, values: &[u32]) -> &mut Self {
        self.burst(register, values, false)
    }

    /// Writes values to consecutive registers.
    ///
    /// # Panics
    /// If there are more than 256 values.
    pub fn consecutive(&mut self, register: u16, values: &[u32]) -> &mut Self {
        assert!(values.len() <= 256);
        self.burst(register, values, true)
    }

    fn burst(&mut self, register: u16, values: &[u32], consecutive: bool) -> &mut Self {
        for chunk in values.chunks(256) {
            let further = chunk.len() as u32 - 1;
            self.words.extend([chunk[0], Header::new(Register(register), 0xF, further, consecutive).0]);
            self.words.extend_from_slice(&chunk[1..]);
            if !self.words.len().is_multiple_of(2) {
                self.words.push(0);
            }
        }
        self
    }

    /// Appends words as they are.
    pub fn raw(&mut self, words: &[u32]) -> &mut Self {
        self.words.extend_from_slice(words);
        self
    }

    /// The words so far, without an end.
    #[must_use]
    pub fn unfinished(&self) -> Vec<u32> {
        self.words.clone()
    }

    /// Ends the list with a write to `FINALIZE`, twice where that makes its size a multiple of 16 bytes.
    #[must_use]
    pub fn finish(&self) -> Vec<u32> {
        let mut list = self.clone();
        list.write(0x010, 0x1234_5678);
        if !list.words.len().is_multiple_of(4) {
            list.write(0x010, 0x1234_5678);
        }
        list.words
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Command, Commands};
    use super::*;

    #[test]
    fn long_runs_are_split_and_padded() {
        let values: Vec<u32> = (0..257).collect();
        let mut list = ListBuilder::new();
        list.repeat(0x2CC, &values).write(0x40, 1);
        let words = list.finish();
        assert_eq!(words.len() % 4, 0);
        let commands = Commands::new(&words).map(|command| command.expect("a command"));
        let writes: Vec<_> = commands.flat_map(Command::writes).map(|w| (w.register.0, w.value)).collect();
        let mut expected: Vec<_> = values.iter().map(|&value| (0x2CC, value)).collect();
        expected.extend([(0x40, 1), (0x10, 0x1234_5678)]);
        assert_eq!(&writes[..expected.len()], expected);
        assert!(writes[expected.len()..].iter().all(|&write| write == (0x10, 0x1234_5678)));
    }
}
