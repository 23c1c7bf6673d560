//! The crate's one error type.

use crate::varyings::Semantic;

/// Why guest shader bytes were refused. Offsets count 32-bit tokens from the start of the shader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShaderError {
    /// The bytes are not a whole number of tokens, or end before the end token.
    #[error("shader ends early at token {offset}")]
    Truncated {
        /// Where a token was expected.
        offset: u32,
    },
    /// The first token is not a version that this crate knows.
    #[error("unknown shader version token {token:#010x}")]
    UnknownVersion {
        /// The token.
        token: u32,
    },
    /// No instruction has this number in this shader model.
    #[error("unknown opcode {opcode:#06x} at token {offset}")]
    UnknownOpcode {
        /// Where it stands.
        offset: u32,
        /// The opcode field.
        opcode: u16,
    },
    /// An instruction is malformed.
    #[error("{what} at token {offset}")]
    Malformed {
        /// Where the instruction stands.
        offset: u32,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A register does not exist, or not with this number, in this shader model.
    #[error("register {register} is out of range at token {offset}")]
    Register {
        /// Where the instruction stands.
        offset: u32,
        /// The register in assembly syntax, such as `c256`.
        register: String,
    },
    /// The shader is correct, but its translation is not there yet.
    #[error("{what} at token {offset} is not supported")]
    Unsupported {
        /// Where the instruction stands.
        offset: u32,
        /// What is missing, in assembly words.
        what: String,
    },
    /// The fragment stage reads more varyings than there are locations.
    #[error("no varying location is left for {0:?}")]
    TooManyVaryings(Semantic),
    /// Translation made a module that naga's validator refuses: a defect of this crate.
    #[error("internal: the translated module is invalid: {0}")]
    Invalid(String),
    /// A module cannot be printed in the language asked for.
    #[error("cannot print as {language}: {reason}")]
    Print {
        /// The language.
        language: &'static str,
        /// What the writer said.
        reason: String,
    },
}

impl ShaderError {
    /// The token that the error names, counted from the start of the shader, if it names one.
    #[must_use]
    pub const fn offset(&self) -> Option<u32> {
        match *self {
            Self::Truncated { offset }
            | Self::UnknownOpcode { offset, .. }
            | Self::Malformed { offset, .. }
            | Self::Register { offset, .. }
            | Self::Unsupported { offset, .. } => Some(offset),
            Self::UnknownVersion { .. } => Some(0),
            Self::TooManyVaryings(_) | Self::Invalid(_) | Self::Print { .. } => None,
        }
    }
}
