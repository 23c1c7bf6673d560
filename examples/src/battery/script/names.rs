//! Names and lists of names as they stand in scripts.

use serde::Deserialize;

use super::Number;

/// One value of an enumeration: its name, or its number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Name {
    /// A number, or a string that spells one.
    Number(Number),
    /// A name of the headers without its prefix.
    Text(String),
}

/// A set of flags: a list, or a single one.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Flags {
    /// A list, which may be empty.
    List(Vec<Name>),
    /// One flag.
    One(Name),
}

impl Flags {
    /// The flags of the set.
    #[must_use]
    pub fn as_slice(&self) -> &[Name] {
        match self {
            Self::List(list) => list,
            Self::One(name) => std::slice::from_ref(name),
        }
    }
}
