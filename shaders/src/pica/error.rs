//! Why PICA words, programs and files were refused. Offsets of code count 32-bit words.

use super::isa::{Opcode, Register};

/// A value that the exact arithmetic does not take or cannot give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum NumericError {
    /// An operand is infinite or not a number.
    #[error("the operand is not finite")]
    NotFinite,
    /// An operand is subnormal.
    #[error("the operand is subnormal")]
    Denormal,
    /// The magnitude lies below the smallest normal value.
    #[error("the value underflows")]
    Underflow,
    /// The magnitude lies beyond the largest finite value.
    #[error("the value overflows")]
    Overflow,
    /// The value has more significant bits than the format.
    #[error("the value would have to be rounded")]
    Inexact,
}

/// A word that is no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// No instruction has this number.
    #[error("unknown opcode {opcode:#04x} in word {word:#010x}")]
    UnknownOpcode {
        /// The upper six bits of the word.
        opcode: u8,
        /// The word.
        word: u32,
    },
}

/// An instruction that no word can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The operands are of another form than the opcode's.
    #[error("{0:?} does not take operands of this form")]
    Form(Opcode),
    /// A field's value is wider than the field.
    #[error("{opcode:?}: {field} {value:#x} does not fit")]
    Field {
        /// The instruction.
        opcode: Opcode,
        /// The field's name.
        field: &'static str,
        /// Its value.
        value: u32,
    },
}

/// Why a linear program was refused, or stopped at a vertex. `offset` is the code word at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExactError {
    /// Execution reached a word that was never uploaded, or the end of the code, before an END.
    #[error("code word {offset} is missing: no END was met")]
    MissingCode {
        /// The word's index.
        offset: u32,
    },
    /// The word is no instruction.
    #[error("code word {offset}: {error}")]
    Decode {
        /// The word's index.
        offset: u32,
        /// What is wrong.
        error: DecodeError,
    },
    /// The instruction is none of MOV, ADD, MUL, NOP and END in their canonical form.
    #[error("code word {offset}: {word:#010x} ({}) is not part of a linear program", opcode.mnemonic())]
    Opcode {
        /// The word's index.
        offset: u32,
        /// The instruction.
        opcode: Opcode,
        /// The word.
        word: u32,
    },
    /// An operand is addressed relative to an address register.
    #[error("code word {offset}: relative addressing in {word:#010x}")]
    Relative {
        /// The word's index.
        offset: u32,
        /// The word.
        word: u32,
    },
    /// The operand descriptor was never uploaded.
    #[error("code word {offset}: operand descriptor {descriptor} is missing")]
    MissingDescriptor {
        /// The word's index.
        offset: u32,
        /// The descriptor's index.
        descriptor: u8,
    },
    /// The operand descriptor has its reserved bit 31 set.
    #[error("code word {offset}: operand descriptor {descriptor} has reserved bits: {value:#010x}")]
    ReservedDescriptor {
        /// The word's index.
        offset: u32,
        /// The descriptor's index.
        descriptor: u8,
        /// The descriptor.
        value: u32,
    },
    /// A lane is read that nothing has written.
    #[error("code word {offset}: {register}.{} is undefined", ['x', 'y', 'z', 'w'][usize::from(*lane)])]
    Undefined {
        /// The word's index.
        offset: u32,
        /// The register.
        register: Register,
        /// The lane, 0 to 3.
        lane: u8,
    },
    /// An operand is outside the numbers of the exact arithmetic.
    #[error("code word {offset}: {register}.{} = {value:#010x}: {error}", ['x', 'y', 'z', 'w'][usize::from(*lane)])]
    Operand {
        /// The word's index.
        offset: u32,
        /// The register.
        register: Register,
        /// The lane, 0 to 3.
        lane: u8,
        /// The lane's value as bits of a 32-bit float.
        value: u32,
        /// What is wrong with it.
        error: NumericError,
    },
    /// A result is outside the numbers of the exact arithmetic.
    #[error("code word {offset}: lane {lane} of {a:?} and {b:?}: {error}")]
    Result {
        /// The word's index.
        offset: u32,
        /// The destination's lane, 0 to 3.
        lane: u8,
        /// The first operand.
        a: super::Float24,
        /// The second operand.
        b: super::Float24,
        /// What is wrong with their sum or product.
        error: NumericError,
    },
}
