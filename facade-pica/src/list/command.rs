//! Reading commands, and the writes of a command.

use super::{Header, ListError};
use crate::registers::Register;

/// Reads the commands of one list in order, up to its end. After an error there is nothing more.
#[derive(Clone, Debug)]
pub struct Commands<'a> {
    words: &'a [u32],
    at: usize,
}

impl<'a> Commands<'a> {
    /// The commands of a list.
    #[must_use]
    pub const fn new(words: &'a [u32]) -> Self {
        Self { words, at: 0 }
    }

    /// Where the next command starts, in words.
    #[must_use]
    pub const fn offset(&self) -> u32 {
        self.at as u32
    }
}

impl<'a> Iterator for Commands<'a> {
    type Item = Result<Command<'a>, ListError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.words[self.at..];
        let (&first, &word) = match rest {
            [] => return None,
            [first, word, ..] => (first, word),
            [_] => return Some(Err(self.truncated(2))),
        };
        let header = Header(word);
        let Some(extra) = rest.get(2..2 + header.further() as usize) else {
            return Some(Err(self.truncated(2 + header.further())));
        };
        let offset = self.at as u32;
        // The padding word after the last command may be missing.
        self.at = (self.at + header.words() as usize).min(self.words.len());
        Some(Ok(Command { offset, header, first, extra }))
    }
}

impl Commands<'_> {
    #[cold]
    fn truncated(&mut self, needed: u32) -> ListError {
        let (offset, available) = (self.at as u32, (self.words.len() - self.at) as u32);
        self.at = self.words.len();
        ListError::Truncated { offset, needed, available }
    }
}

/// A command: one to 256 parameters for a register or for consecutive ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// Where the first parameter stands, in words from the start of the list.
    pub offset: u32,
    /// The header, in the word after the first parameter.
    pub header: Header,
    /// The parameter before the header.
    pub first: u32,
    /// The parameters behind the header.
    pub extra: &'a [u32],
}

impl<'a> Command<'a> {
    /// The writes in order.
    #[must_use]
    pub const fn writes(self) -> Writes<'a> {
        Writes { command: self, next: 0 }
    }
}

/// One write to one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// Where the value stands, in words from the start of the list.
    pub offset: u32,
    /// The register.
    pub register: Register,
    /// The bytes that are written: bit k enables byte k.
    pub mask: u8,
    /// The whole parameter, whatever the mask.
    pub value: u32,
}

/// The writes of a command.
#[derive(Clone, Copy, Debug)]
pub struct Writes<'a> {
    command: Command<'a>,
    next: usize,
}

impl Iterator for Writes<'_> {
    type Item = Write;

    #[inline]
    fn next(&mut self) -> Option<Write> {
        let Command { offset, header, first, extra } = self.command;
        let step = self.next;
        let (at, value) = match step.checked_sub(1) {
            None => (0, first),
            Some(index) => (step + 1, *extra.get(index)?),
        };
        self.next += 1;
        let advance = if header.consecutive() { step as u16 } else { 0 };
        let register = Register(header.register().0.wrapping_add(advance));
        Some(Write { offset: offset + at as u32, register, mask: header.mask(), value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writes(words: &[u32]) -> Vec<(u32, u16, u8, u32)> {
        let commands = Commands::new(words).map(|command| command.expect("a command"));
        commands.flat_map(Command::writes).map(|w| (w.offset, w.register.0, w.mask, w.value)).collect()
    }

    #[test]
    fn consecutive_parameters_go_to_consecutive_registers() {
        let words = [10, 0x802F_0050, 11, 12, 0x22, 0x0001_0040];
        assert_eq!(
            writes(&words),
            [(0, 0x50, 15, 10), (2, 0x51, 15, 11), (3, 0x52, 15, 12), (4, 0x40, 1, 0x22)]
        );
    }

    #[test]
    fn repeated_parameters_go_to_one_register_and_padding_is_skipped() {
        let words = [10, 0x001F_02CC, 11, 0xDEAD_BEEF, 7, 0x0003_0040];
        assert_eq!(writes(&words), [(0, 0x2CC, 15, 10), (2, 0x2CC, 15, 11), (4, 0x40, 3, 7)]);
    }

    #[test]
    fn the_last_padding_word_may_be_missing() {
        assert_eq!(writes(&[10, 0x001F_02CC, 11]), [(0, 0x2CC, 15, 10), (2, 0x2CC, 15, 11)]);
    }

    #[test]
    fn a_command_that_does_not_fit_is_an_error_and_the_last_item() {
        for (words, needed, available) in
            [(&[1, 0x0001_0040, 5][..], 2, 1), (&[1, 0x0001_0040, 5, 0x002F_0041, 6][..], 4, 3)]
        {
            let mut commands = Commands::new(words);
            assert!(commands.next().expect("one").is_ok());
            assert_eq!(commands.next(), Some(Err(ListError::Truncated { offset: 2, needed, available })));
            assert_eq!(commands.next(), None);
        }
    }

    #[test]
    fn the_largest_command_has_256_parameters() {
        let mut words = vec![0, 0x0FFF_02CC];
        words.extend(1..=256);
        let all = writes(&words[..257]);
        assert_eq!(all.len(), 256);
        assert_eq!(all[255], (256, 0x2CC, 15, 255));
    }
}
