//! Why a submission stopped.

use crate::list::ListError;

/// Why a submission stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PicaError {
    /// The list, or one that it jumps to.
    #[error(transparent)]
    List(#[from] ListError),
    /// More work than allowed.
    #[error("more than {limit} {what}")]
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// The backend.
    #[error("the backend failed")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}
