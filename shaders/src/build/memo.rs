//! Cheap expressions of which one in scope is enough.
//!
//! What was derived from an expression hangs on it as a list, the newest first: looking something up takes a few steps
//! and no hashing. Closing a block takes off what was made in it.

use super::Expr;

/// How an expression follows from another, its source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Memo {
    /// Lanes of a vector; unused entries are `u8::MAX`.
    Lanes([u8; 4]),
    /// The bits of a float shifted left by one, so that its sign is gone.
    Magnitude,
    /// The float of these bits, a literal.
    Float,
    /// A scalar in so many lanes.
    Splat(u8),
    /// A vector of up to four scalars, of which the source is the first.
    Vector([Option<Expr>; 3]),
}

/// How many of what was derived from one expression are looked at: enough for all but absurd shaders, whose time this
/// bounds.
const STEPS: usize = 24;

struct Entry {
    source: usize,
    memo: Memo,
    made: Expr,
    /// The entry before it of the same source plus one; 0 if none.
    before: u32,
}

/// What is in scope.
#[derive(Default)]
pub(super) struct Memos {
    /// Of each expression the newest entry plus one; 0 if none.
    newest: Vec<u32>,
    entries: Vec<Entry>,
}

impl Memos {
    /// What was derived from `source` in this way.
    pub(super) fn find(&self, source: Expr, memo: Memo) -> Option<Expr> {
        let mut next = self.newest.get(source.index()).copied().unwrap_or(0);
        for _ in 0..STEPS {
            let entry = &self.entries[next.checked_sub(1)? as usize];
            if entry.memo == memo {
                return Some(entry.made);
            }
            next = entry.before;
        }
        None
    }

    /// Notes what was derived from `source`.
    pub(super) fn insert(&mut self, source: Expr, memo: Memo, made: Expr) {
        let source = source.index();
        if self.newest.len() <= source {
            self.newest.resize((source + 1).next_power_of_two().max(128), 0);
        }
        let number = self.entries.len() as u32 + 1;
        let before = std::mem::replace(&mut self.newest[source], number);
        self.entries.push(Entry { source, memo, made, before });
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets all but the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.entries.len() > len {
            if let Some(Entry { source, before, .. }) = self.entries.pop() {
                self.newest[source] = before;
            }
        }
    }
}
