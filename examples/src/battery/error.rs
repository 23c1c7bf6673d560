//! What can be wrong with a battery root or with a script in it.

use std::path::PathBuf;

/// Why a battery, a script or a result could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatteryError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A JSON file is malformed, or does not have the shape that the format asks for.
    #[error("{}: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: serde_json::Error,
    },
    /// A file that a script names lies outside the battery root.
    #[error("{0:?} is not a path inside the battery root")]
    Path(String),
    /// A file or a piece of data is larger than any script needs.
    #[error("{what} has {size} bytes, more than the {limit} allowed")]
    TooLarge {
        /// The thing.
        what: String,
        /// Its size in bytes.
        size: u64,
        /// The largest size in bytes.
        limit: u64,
    },
    /// A name is in no table of the headers.
    #[error("unknown {kind} {name:?}")]
    Name {
        /// The table, such as "render state".
        kind: &'static str,
        /// The name looked up.
        name: String,
    },
    /// A command or a read names a resource that no earlier line made.
    #[error("no {kind} {id:?}")]
    Resource {
        /// What was asked for, such as "surface".
        kind: &'static str,
        /// The identifier.
        id: String,
    },
    /// Data is malformed.
    #[error("{0}")]
    Data(String),
}

impl BatteryError {
    /// A malformed piece of data.
    pub(crate) fn data(text: impl Into<String>) -> Self {
        Self::Data(text.into())
    }

    /// Makes a name-table miss.
    pub(crate) fn name(kind: &'static str, name: &str) -> Self {
        Self::Name { kind, name: name.to_owned() }
    }

    /// Makes a lookup miss of an identifier.
    pub(crate) fn resource(kind: &'static str, id: &str) -> Self {
        Self::Resource { kind, id: id.to_owned() }
    }
}
