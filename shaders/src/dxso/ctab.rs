//! The constant table that compilers leave in a comment: names for registers, for people and for tools.

use super::program::RegisterFile;

/// A named range of constant or sampler registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedConstant {
    /// The name in the source.
    pub name: String,
    /// [`RegisterFile::ConstBool`], [`RegisterFile::ConstInt`], [`RegisterFile::Const`] or
    /// [`RegisterFile::Sampler`].
    pub file: RegisterFile,
    /// The first register.
    pub register: u16,
    /// How many registers it spans.
    pub count: u16,
}
