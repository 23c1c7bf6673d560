//! What has ended.

use std::collections::BTreeSet;

/// The number of something that ends on its own time; numbers grow in the order of issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ticket(u64);

/// Says what has ended.
pub(crate) trait Completion {
    /// Whether this very ticket has ended.
    fn has_ended(&self, ticket: Ticket) -> bool;
}

/// Issues tickets and keeps which have ended. Its memory is that of the ends reported out of order.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    issued: u64,
    /// Every ticket up to this one has ended.
    floor: u64,
    /// Tickets past the floor that have ended.
    above: BTreeSet<u64>,
}

impl Ledger {
    /// A new ticket.
    pub(crate) fn issue(&mut self) -> Ticket {
        self.issued += 1;
        Ticket(self.issued)
    }

    /// Reports an end. Reports of tickets that were not issued, and second ones, change nothing.
    pub(crate) fn end(&mut self, Ticket(number): Ticket) {
        if number > self.floor && number <= self.issued {
            self.above.insert(number);
        }
        while self.above.remove(&(self.floor + 1)) {
            self.floor += 1;
        }
    }

    /// How many tickets have not ended.
    #[cfg(test)]
    pub(crate) fn open(&self) -> u64 {
        self.issued - self.floor - self.above.len() as u64
    }
}

impl Completion for Ledger {
    fn has_ended(&self, Ticket(number): Ticket) -> bool {
        number <= self.floor || self.above.contains(&number)
    }
}
