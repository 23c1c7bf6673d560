//! A model of what a guest sees around a submission: memory generations, the exclusive monitor, completions.

use std::collections::VecDeque;
use std::ops::Range;

use crate::reference::{Failure, Memory, Renderer, Report, Target};

/// A range of guest memory that observers watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The physical addresses.
    pub range: Range<u64>,
    /// How often something was committed to the range.
    pub generation: u64,
}

/// A list that was committed, until the guest takes notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The list, counted from 0 over all that were submitted.
    pub submission: u64,
    /// What it did.
    pub report: Report,
}

/// The queue that a guest submits lists to.
///
/// A list that fails, whatever it had staged, changes nothing here but the number of submissions. One that commits
/// gives the target's regions their next generation once, takes the exclusive monitor's reservation if it lies in the
/// target, and leaves one completion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuestQueue {
    regions: Vec<Region>,
    exclusive: Option<u64>,
    pending: VecDeque<Completion>,
    submissions: u64,
}

impl GuestQueue {
    /// A queue that watches these ranges.
    #[must_use]
    pub fn new(ranges: impl IntoIterator<Item = Range<u64>>) -> Self {
        let regions = ranges.into_iter().map(|range| Region { range, generation: 0 }).collect();
        Self { regions, ..Self::default() }
    }

    /// The watched ranges.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Reserves an address for the guest's next exclusive store.
    pub const fn reserve(&mut self, address: u64) {
        self.exclusive = Some(address);
    }

    /// The address that is reserved, if nothing has been written there since.
    #[must_use]
    pub const fn exclusive(&self) -> Option<u64> {
        self.exclusive
    }

    /// Completions that the guest has not taken, the oldest first.
    #[must_use]
    pub const fn pending(&self) -> &VecDeque<Completion> {
        &self.pending
    }

    /// How many lists were submitted, refused ones included.
    #[must_use]
    pub const fn submissions(&self) -> u64 {
        self.submissions
    }

    /// Takes the oldest completion.
    pub fn take_completion(&mut self) -> Option<Completion> {
        self.pending.pop_front()
    }

    /// Submits a list.
    ///
    /// # Errors
    /// As [`Renderer::execute`].
    pub fn submit(
        &mut self,
        renderer: &mut Renderer,
        words: &[u32],
        memory: &Memory<'_>,
        target: &mut Target,
    ) -> Result<Report, Failure> {
        let submission = self.submissions;
        self.submissions += 1;
        let report = renderer.execute(words, memory, target)?;
        let written = target.range();
        let overlaps = |range: &Range<u64>| range.start < written.end && written.start < range.end;
        for region in self.regions.iter_mut().filter(|region| overlaps(&region.range)) {
            region.generation += 1;
        }
        self.exclusive = self.exclusive.filter(|address| !written.contains(address));
        self.pending.push_back(Completion { submission, report });
        Ok(report)
    }
}
