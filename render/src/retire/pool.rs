//! Memory that is kept to be used again.

use std::collections::{BTreeMap, VecDeque};

use smallvec::SmallVec;

use super::{Completion, Ticket};

/// Items by class. An item is free once all tickets it was retired with have ended.
///
/// Policy of the cap: as long as more bytes are held than it allows, the free items retired first are let go. Items
/// that something may still use are never let go; they alone can exceed the cap.
#[derive(Debug)]
pub(crate) struct Pool<K, T> {
    cap: u64,
    /// In the order of retirement.
    waiting: Vec<Waiting<K, T>>,
    /// In each class, in the order of retirement.
    free: BTreeMap<K, VecDeque<Kept<T>>>,
    held: u64,
    retired: u64,
}

#[derive(Debug)]
struct Waiting<K, T> {
    class: K,
    tickets: SmallVec<[Ticket; 2]>,
    kept: Kept<T>,
}

#[derive(Debug)]
struct Kept<T> {
    /// Grows from one retirement to the next.
    age: u64,
    bytes: u64,
    item: T,
}

impl<K: Copy + Ord, T> Pool<K, T> {
    /// An empty pool that holds at most `cap` bytes of free items.
    pub(crate) fn new(cap: u64) -> Self {
        Self { cap, waiting: Vec::new(), free: BTreeMap::new(), held: 0, retired: 0 }
    }

    /// Gives an item of `bytes` back; whatever the tickets name may still use it.
    pub(crate) fn retire(&mut self, class: K, bytes: u64, tickets: &[Ticket], item: T) {
        self.retired += 1;
        self.held += bytes;
        let kept = Kept { age: self.retired, bytes, item };
        self.waiting.push(Waiting { class, tickets: SmallVec::from_slice(tickets), kept });
    }

    /// Frees items whose tickets have ended, and lets go of the oldest over the cap: `dropped` gets them.
    pub(crate) fn collect(&mut self, completion: &impl Completion, mut dropped: impl FnMut(K, T)) {
        let ended = |waiting: &mut Waiting<K, T>| {
            waiting.tickets.retain(|ticket| !completion.has_ended(*ticket));
            waiting.tickets.is_empty()
        };
        for Waiting { class, kept, .. } in self.waiting.extract_if(.., ended) {
            let free = self.free.entry(class).or_default();
            // Ends come in any order: each goes to its place by age.
            let place = free.partition_point(|other| other.age < kept.age);
            free.insert(place, kept);
        }
        while self.held > self.cap
            && let Some((class, item)) = self.take_oldest()
        {
            dropped(class, item);
        }
    }

    fn take_oldest(&mut self) -> Option<(K, T)> {
        let oldest =
            self.free.iter_mut().min_by_key(|(_, free)| free.front().map_or(u64::MAX, |kept| kept.age));
        let (class, free) = oldest?;
        let (class, kept) = (*class, free.pop_front()?);
        if free.is_empty() {
            self.free.remove(&class);
        }
        self.held -= kept.bytes;
        Some((class, kept.item))
    }

    /// Lets go of all items of a class, free or not: nobody will take one any more.
    pub(crate) fn forget(&mut self, class: K) {
        let free = self.free.remove(&class).into_iter().flatten().map(|kept| kept.bytes);
        let waiting = self.waiting.extract_if(.., |waiting| waiting.class == class);
        self.held -= free.chain(waiting.map(|waiting| waiting.kept.bytes)).sum::<u64>();
    }

    /// A free item of a class: the one retired last, since it is the likeliest to be warm.
    pub(crate) fn take(&mut self, class: K) -> Option<T> {
        let free = self.free.get_mut(&class)?;
        let kept = free.pop_back()?;
        if free.is_empty() {
            self.free.remove(&class);
        }
        self.held -= kept.bytes;
        Some(kept.item)
    }

    /// Bytes of all items, free or not.
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    /// How many items are not free yet, and how many are.
    #[cfg(test)]
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.waiting.len(), self.free.values().map(VecDeque::len).sum())
    }
}
