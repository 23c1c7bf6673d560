//! Scripted Direct3D 9 cases: run them over the safe API and compare what they draw with references.
//!
//! ```text
//! case.json -> script::Case -> run -> Outcome { status, failed calls, bytes }
//!                                        |
//! expected.*.bin.z ----------------------+-> judge -> Verdict -> report (HTML)
//! ```
//!
//! The format is described by `FORMAT.md` in the battery's folder.

mod compare;
pub mod data;
mod error;
pub mod layout;
mod outcome;
mod pairwise;
mod picture;
mod reads;
mod report;
mod root;
mod run;
pub mod script;
mod suite;

pub use compare::{Closeness, Difference, Verdict, compare, judge};
pub use error::BatteryError;
pub use outcome::{FailedCall, Outcome, Status};
pub use pairwise::{Pairwise, compare_runs};
pub use picture::{difference, picture};
pub use reads::{Piece, ReadPiece, pieces};
pub use report::Report;
pub use root::{Battery, IndexEntry};
pub use run::run;
pub use suite::{Options, Summary, run_case, run_suite};
