//! What a program asked for and did not get.

use std::collections::BTreeMap;

/// Counts of unsupported things by a stable key; each is logged once.
#[derive(Debug, Default)]
pub(crate) struct Unsupported {
    counts: BTreeMap<&'static str, u64>,
}

impl Unsupported {
    /// Counts `key` and logs it the first time.
    pub(crate) fn count(&mut self, key: &'static str) {
        let count = self.counts.entry(key).or_insert(0);
        if *count == 0 {
            log::warn!(target: "retrograph::d3d9::unsupported", "unsupported: {key}");
        }
        *count += 1;
    }

    /// The counts, by key.
    pub(crate) fn list(&self) -> Vec<(&'static str, u64)> {
        self.counts.iter().map(|(key, count)| (*key, *count)).collect()
    }
}
