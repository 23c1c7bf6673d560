//! Scripted DirectDraw and Direct3D Immediate Mode cases: run them over the guest dispatcher and compare what they answer
//! and draw with references.
//!
//! ```text
//! case.json -> Case -> run: arguments laid out in guest memory -> Core::call -> Outcome { answers, bytes }
//!                                                                                  |
//! expect of each command, expected.*.bin.z ----------------------------------------+-> judge -> Judgement
//! ```
//!
//! The format is described by `FORMAT.md` in the battery's folder.

mod arguments;
mod case;
mod compare;
mod instructions;
mod outputs;
mod run;
mod suite;
mod value;

pub use case::{Battery, Case, IndexEntry};
pub use compare::{Judgement, judge};
pub use run::{Outcome, run};
pub use suite::{Summary, run_case, run_suite};
