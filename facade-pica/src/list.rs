//! Command lists: headers, parameters and the writes that they stand for.
//!
//! A list is 32-bit words. A command is a parameter, a header, further parameters, and a word of padding if that makes
//! it end at an even word:
//!
//! ```text
//!  word 0  first parameter
//!  word 1  header: register 0..=15, byte mask 16..=19, further parameters 20..=27, consecutive 31
//!  word 2… further parameters
//! ```

mod build;
mod command;
mod header;
mod walk;

pub use build::ListBuilder;
pub use command::{Command, Commands, Write, Writes};
pub use header::Header;
pub use walk::{Limits, ListMemory, Span, Walk, walk};

/// Why a command list cannot be read. Offsets count words from the start of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The list ends within a command.
    #[error("word {offset}: the command has {needed} words and the list {available} more")]
    Truncated {
        /// Where the command starts.
        offset: u32,
        /// How many words the command has.
        needed: u32,
        /// How many words are left.
        available: u32,
    },
    /// The list's size is not a whole number of words.
    #[error("a list of {bytes} bytes is not a whole number of words")]
    Unaligned {
        /// The size.
        bytes: usize,
    },
    /// A jump leads to where no list is.
    #[error("word {offset}: no list of {bytes} bytes lies at {address:#010x}")]
    JumpTarget {
        /// Where the jump's parameter stands.
        offset: u32,
        /// The physical address.
        address: u64,
        /// The size that the list was said to have.
        bytes: u64,
    },
    /// More jumps than allowed.
    #[error("word {offset}: more than {limit} jumps")]
    TooManyJumps {
        /// Where the jump's parameter stands.
        offset: u32,
        /// The limit.
        limit: u32,
    },
    /// More words than allowed, over all lists.
    #[error("word {offset}: more than {limit} words")]
    TooManyWords {
        /// Where the command starts.
        offset: u32,
        /// The limit.
        limit: u64,
    },
}

/// The words of a list's bytes.
///
/// # Errors
/// [`ListError::Unaligned`] if there are bytes left over.
pub fn words(bytes: &[u8]) -> Result<Vec<u32>, ListError> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(ListError::Unaligned { bytes: bytes.len() });
    }
    Ok(chunks.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect())
}

/// The bytes of a list's words.
#[must_use]
pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
