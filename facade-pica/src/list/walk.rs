//! Following a list through its jumps.

use super::{Commands, ListError, Write};
use crate::registers::{Class, Register, Registers, Typed, merge, table};

/// Words at a physical address.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a> {
    /// The physical address of the first word.
    pub base: u64,
    /// The words.
    pub words: &'a [u32],
}

/// Where jumps find lists. A physical address is only ever looked up here.
pub trait ListMemory {
    /// The words at a physical address, at most `bytes` of them and fewer if memory ends before; none if it has not begun.
    ///
    /// Programs give sizes that are larger than their lists, which end themselves.
    fn list(&self, address: u64, bytes: u64) -> Option<&[u32]>;
}

impl ListMemory for [Span<'_>] {
    fn list(&self, address: u64, bytes: u64) -> Option<&[u32]> {
        self.iter().find_map(|span| {
            let start = address.checked_sub(span.base)?;
            if !start.is_multiple_of(4) {
                return None;
            }
            let words =
                span.words.get(usize::try_from(start / 4).ok()?..).filter(|words| !words.is_empty())?;
            let most = usize::try_from(bytes / 4).unwrap_or(usize::MAX);
            Some(&words[..words.len().min(most)])
        })
    }
}

/// How much work one submission may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many jumps.
    pub jumps: u32,
    /// How many words in all lists together, a list counting each time that it is entered.
    pub words: u64,
}

impl Default for Limits {
    /// 4,096 jumps and 16 Mi words.
    fn default() -> Self {
        Self { jumps: 4096, words: 16 << 20 }
    }
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Whether a write to `FINALIZE` ended it, and not the end of the words.
    pub finalized: bool,
    /// How many jumps were taken.
    pub jumps: u32,
    /// How many writes there were, the finalising one and jumps included.
    pub writes: u64,
    /// How many words of the last list were read.
    pub words: u32,
}

/// Calls `each` with every write of a list and of the lists that it jumps to, until one finalises or the words end.
///
/// A write to `CMDBUF_JUMP0` or `CMDBUF_JUMP1` goes on at the list that address and size registers of that channel
/// name, for good; the rest of the list, and of the command, is left. `registers` gives the values that these four
/// registers have before the list; it is not changed.
///
/// # Errors
/// What `each` returns, a malformed list, a jump to where `memory` has no list, or more than `limits` allows.
pub fn walk<E: From<ListError>>(
    words: &[u32],
    registers: &Registers,
    memory: &(impl ListMemory + ?Sized),
    limits: Limits,
    mut each: impl FnMut(Write) -> Result<(), E>,
) -> Result<Walk, E> {
    let first = table::JumpSize::register(0).0;
    let mut channels = [0, 1, 2, 3].map(|step| registers.value(Register(first + step)));
    let mut done = Walk::default();
    let mut total = 0u64;
    let mut commands = Commands::new(words);
    while let Some(command) = commands.next() {
        let command = command?;
        done.words = commands.offset();
        total += u64::from(command.header.words());
        if total > limits.words {
            return Err(ListError::TooManyWords { offset: command.offset, limit: limits.words }.into());
        }
        for write in command.writes() {
            done.writes += 1;
            each(write)?;
            match write.register.0 {
                0x010 => return Ok(Walk { finalized: true, ..done }),
                index @ 0x238..=0x23B => {
                    let channel = &mut channels[usize::from(index - first)];
                    *channel = merge(*channel, write.mask, write.value);
                }
                index @ 0x23C..=0x23D => {
                    if done.jumps == limits.jumps {
                        return Err(
                            ListError::TooManyJumps { offset: write.offset, limit: limits.jumps }.into()
                        );
                    }
                    done.jumps += 1;
                    let channel = usize::from(index - 0x23C);
                    let address =
                        u64::from(table::JumpAddress::from_bits(channels[2 + channel]).address()) * 8;
                    let bytes = u64::from(table::JumpSize::from_bits(channels[channel]).size()) * 8;
                    let target = memory.list(address, bytes);
                    let missing = ListError::JumpTarget { offset: write.offset, address, bytes };
                    commands = Commands::new(target.ok_or(missing)?);
                    break;
                }
                _ => {}
            }
        }
    }
    Ok(done)
}

impl Register {
    /// What a write does beyond storing; registers without a row only store.
    #[must_use]
    pub fn class(self) -> Class {
        self.info().map_or(Class::Config, |(info, _)| info.class)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ListBuilder;
    use super::*;

    fn collect(
        words: &[u32],
        memory: &[Span<'_>],
        limits: Limits,
    ) -> (Vec<(u16, u32)>, Result<Walk, ListError>) {
        let mut writes = Vec::new();
        let outcome = walk(words, &Registers::default(), memory, limits, |write| {
            writes.push((write.register.0, write.value));
            Ok(())
        });
        (writes, outcome)
    }

    #[test]
    fn a_jump_abandons_the_rest_of_command_and_list() {
        let callee = ListBuilder::new().write(0x040, 2).finish();
        let mut caller = ListBuilder::new();
        caller.write(0x239, callee.len() as u32 / 2).write(0x23B, 0x2000_0100 / 8);
        caller.consecutive(0x23D, &[1, 0x77]).write(0x041, 9);
        let (writes, outcome) =
            collect(&caller.finish(), &[Span { base: 0x2000_0100, words: &callee }], Limits::default());
        assert_eq!(writes[2..], [(0x23D, 1), (0x040, 2), (0x010, 0x1234_5678)]);
        assert_eq!(outcome, Ok(Walk { finalized: true, jumps: 1, writes: 5, words: 4 }));
    }

    #[test]
    fn the_end_of_the_words_is_not_final() {
        let words = ListBuilder::new().write(0x040, 2).unfinished();
        assert_eq!(
            collect(&words, &[], Limits::default()).1,
            Ok(Walk { finalized: false, jumps: 0, writes: 1, words: 2 })
        );
    }

    #[test]
    fn a_loop_of_jumps_ends_at_the_limit() {
        let words = ListBuilder::new()
            .write(0x238, 4)
            .write(0x23A, 0x100 / 8)
            .write(0x23C, 1)
            .write(0x40, 0)
            .unfinished();
        let memory = [Span { base: 0x100, words: &words }];
        let (writes, outcome) = collect(&words, &memory, Limits { jumps: 10, words: 1 << 20 });
        assert_eq!(outcome, Err(ListError::TooManyJumps { offset: 4, limit: 10 }));
        assert_eq!(writes.len(), 33);
        let (_, outcome) = collect(&words, &memory, Limits { jumps: 1000, words: 50 });
        assert_eq!(outcome, Err(ListError::TooManyWords { offset: 2, limit: 50 }));
    }

    #[test]
    fn a_jump_to_nowhere_names_the_place() {
        let words = ListBuilder::new().write(0x238, 4).write(0x23A, 0x200 / 8).write(0x23C, 1).unfinished();
        let outcome = collect(&words, &[Span { base: 0x100, words: &words }], Limits::default()).1;
        assert_eq!(outcome, Err(ListError::JumpTarget { offset: 4, address: 0x200, bytes: 32 }));
    }
}
