//! Why a load or store was chosen.

use std::fmt;

/// Why an attachment loads as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadReason {
    /// A clear came before the first draw.
    FoldedClear,
    /// Its content is of an earlier step of this frame.
    WrittenThisFrame,
    /// Its content is of an earlier frame or upload.
    HasContent,
    /// It was never written: it reads as zero.
    NeverWritten,
}

/// Why an attachment is stored or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreReason {
    /// The step at this index uses it.
    UsedBy(u32),
    /// A later frame may read it.
    Persists,
    /// The pass at this step index clears all of it, and nothing reads it before.
    ClearedBy(u32),
    /// The texture is released with this frame, and nothing reads it after.
    Released,
    /// The pass cannot change it.
    ReadOnly,
}

impl fmt::Display for LoadReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FoldedClear => "a clear precedes its first draw",
            Self::WrittenThisFrame => "written earlier in this frame",
            Self::HasContent => "holds content of before this frame",
            Self::NeverWritten => "never written, reads as zero",
        })
    }
}

impl fmt::Display for StoreReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UsedBy(step) => write!(f, "used by step {step}"),
            Self::Persists => f.write_str("a later frame may read it"),
            Self::ClearedBy(step) => write!(f, "step {step} clears all of it first"),
            Self::Released => f.write_str("released with this frame, not read after"),
            Self::ReadOnly => f.write_str("read-only"),
        }
    }
}
