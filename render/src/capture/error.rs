//! Why a capture could not be written, read or drawn.

use crate::error::RenderError;

/// What is wrong with a capture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// A file or folder could not be read or written.
    #[error("{path}: {reason}")]
    Io {
        /// The file or folder.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// The file does not start as a frame file does.
    #[error("not a frame file: it starts with {found:02x?}")]
    Magic {
        /// Its first bytes.
        found: Vec<u8>,
    },
    /// The file is of another version of the format.
    #[error("a frame file of version {found}; this program reads version {known}")]
    Version {
        /// The file's version.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// The file ends too early.
    #[error("the frame file ends at byte {length}, within {what}")]
    Truncated {
        /// What is cut off.
        what: String,
        /// The file's length.
        length: usize,
    },
    /// Sections are missing, repeated or unknown.
    #[error("section {section}: {reason}")]
    Section {
        /// The section.
        section: String,
        /// What is wrong.
        reason: String,
    },
    /// A section's bytes are not those that were written.
    #[error("section {section}: checksum {found:08x}, but {stored:08x} is recorded")]
    Checksum {
        /// The section.
        section: String,
        /// The checksum of the bytes.
        found: u32,
        /// The checksum in the file.
        stored: u32,
    },
    /// A section's bytes do not decode.
    #[error("section {section}: {reason}")]
    Decode {
        /// The section.
        section: String,
        /// What the decoder said.
        reason: String,
    },
    /// A number is out of its range or an index leads nowhere.
    #[error("{place}: {what} is {value}, not below or at {limit}")]
    OutOfRange {
        /// Which resource, group or command.
        place: String,
        /// Which of its values.
        what: &'static str,
        /// The value.
        value: u64,
        /// The largest that is allowed.
        limit: u64,
    },
    /// Something that is in range contradicts itself.
    #[error("{place}: {reason}")]
    Invalid {
        /// Which resource, group or command.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// An id names nothing in the file.
    #[error("{place}: it names {kind} {id:#x}, which is not in the file")]
    Dangling {
        /// Which frame or resource.
        place: String,
        /// Texture, buffer or shader.
        kind: &'static str,
        /// The id.
        id: u64,
    },
    /// The device cannot draw it.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl CaptureError {
    /// Of a failed call to the file system.
    pub(crate) fn io(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::Io { path: path.display().to_string(), reason: error.to_string() }
    }
}
