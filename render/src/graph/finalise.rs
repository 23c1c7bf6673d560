//! Decides over the whole list of steps, with every other user of a texture in view.
//!
//! Each rule is a function over the plan. Their order matters: colour that no draw writes is dropped first, so
//! that it counts as no use when stores are chosen.

mod colors;
mod stores;

use super::Resources;
use super::plan::Plan;
use crate::frame::Frame;

/// Runs all rules.
pub(super) fn run(plan: &mut Plan, frame: &Frame, resources: &impl Resources) {
    colors::drop_unwritten(plan, frame, resources);
    stores::choose(plan, &frame.released);
}
