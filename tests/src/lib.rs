//! What the tests share: the table of findings, and the rules that leave cases out.

pub mod exclude;
pub mod findings;

use std::path::PathBuf;

/// The folder of a path in this package.
#[must_use]
pub fn path(relative: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(relative)
}
