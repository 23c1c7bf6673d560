//! When memory that the GPU reads may be used again.
//!
//! Everything that ends on its own time has a *ticket*: a submission, or the mapping of a buffer. Memory that was
//! used is retired with the tickets of all that used it, and handed out again once those very tickets have ended,
//! in whatever order their ends are reported. Nothing here stands for a later or an earlier submission.
//!
//! ```text
//! take ─> use ─> submit ─> retire(tickets) ─> waiting ── all ended ──> free ─> take
//!                                                                       └─ over the cap: the oldest is freed
//! ```

mod ledger;
mod pool;
mod queue;

#[cfg(test)]
pub(crate) use ledger::Ledger;
pub(crate) use ledger::{Completion, Ticket};
pub(crate) use pool::Pool;
pub(crate) use queue::{BACKING, Reports, Retirement};

#[cfg(test)]
mod tests;
