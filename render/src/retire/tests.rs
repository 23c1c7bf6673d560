use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::ledger::Ledger;
use super::{Completion, Pool, Ticket};

/// What a test does to a pool, its completions, and the model beside it.
#[derive(Clone, Debug)]
enum Step {
    /// Takes an item of a class, or makes one, and retires it with this many of the newest tickets.
    Use { class: u64, tickets: usize },
    /// Issues a ticket.
    Submit,
    /// Reports the end of an open ticket: this one of those open, modulo their number.
    End(usize),
    /// Frees what has ended.
    Collect,
    /// Lets go of a class.
    Forget(u64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1u64..4, 0usize..4).prop_map(|(class, tickets)| Step::Use { class, tickets }),
        3 => Just(Step::Submit),
        3 => any::<usize>().prop_map(Step::End),
        2 => Just(Step::Collect),
        1 => (1u64..4).prop_map(Step::Forget),
    ]
}

/// Counts itself as living.
#[derive(Debug)]
struct Item {
    name: u64,
    living: std::rc::Rc<std::cell::RefCell<BTreeSet<u64>>>,
}

impl Drop for Item {
    fn drop(&mut self) {
        self.living.borrow_mut().remove(&self.name);
    }
}

#[derive(Default)]
struct World {
    ledger: Ledger,
    issued: Vec<Ticket>,
    open: Vec<Ticket>,
    /// By item: the tickets it was last retired with.
    readers: BTreeMap<u64, Vec<Ticket>>,
    classes: BTreeMap<u64, u64>,
    living: std::rc::Rc<std::cell::RefCell<BTreeSet<u64>>>,
    names: u64,
}

impl World {
    fn take(&mut self, pool: &mut Pool<u64, Item>, class: u64) -> Item {
        if let Some(item) = pool.take(class) {
            for reader in &self.readers[&item.name] {
                assert!(
                    !self.open.contains(reader),
                    "item {} is reused while {reader:?} reads it",
                    item.name
                );
            }
            return item;
        }
        self.names += 1;
        self.classes.insert(self.names, class);
        self.living.borrow_mut().insert(self.names);
        Item { name: self.names, living: self.living.clone() }
    }

    fn run(&mut self, pool: &mut Pool<u64, Item>, step: &Step, cap: u64) {
        match *step {
            Step::Use { class, tickets } => {
                let item = self.take(pool, class);
                let readers = self.issued[self.issued.len().saturating_sub(tickets)..].to_vec();
                self.readers.insert(item.name, readers.clone());
                pool.retire(class, class * 10, &readers, item);
            }
            Step::Submit => {
                let ticket = self.ledger.issue();
                self.issued.push(ticket);
                self.open.push(ticket);
            }
            Step::End(which) if !self.open.is_empty() => {
                let ticket = self.open.swap_remove(which % self.open.len());
                self.ledger.end(ticket);
            }
            Step::End(_) => {}
            Step::Forget(class) => {
                pool.forget(class);
                let living = self.living.borrow();
                assert!(living.iter().all(|name| self.classes[name] != class), "all of the class are gone");
                // The GPU keeps by itself what it reads.
                self.readers.retain(|name, _| self.classes[name] != class);
            }
            Step::Collect => {
                let (classes, readers, open) = (&self.classes, &self.readers, &self.open);
                pool.collect(&self.ledger, |class, item: Item| {
                    assert_eq!(classes[&item.name], class);
                    assert!(readers[&item.name].iter().all(|reader| !open.contains(reader)), "in use");
                });
                let (_, free) = pool.counts();
                assert!(pool.held() <= cap || free == 0, "{} bytes held, {free} free", pool.held());
            }
        }
        assert_eq!(self.ledger.open(), self.open.len() as u64);
        for ticket in &self.issued {
            assert_eq!(self.ledger.has_ended(*ticket), !self.open.contains(ticket));
        }
        let (waiting, free) = pool.counts();
        assert_eq!(self.living.borrow().len(), waiting + free, "every living item is in the pool");
        for (name, readers) in &self.readers {
            let read = readers.iter().any(|reader| self.open.contains(reader));
            assert!(!read || self.living.borrow().contains(name), "item {name} was dropped while in use");
        }
    }
}

proptest! {
    #[test]
    fn nothing_is_reused_early_or_leaked_and_caps_hold(
        steps in prop::collection::vec(step(), 1..200),
        cap in 0u64..200,
    ) {
        let mut world = World::default();
        let mut pool = Pool::new(cap);
        for step in &steps {
            world.run(&mut pool, step, cap);
        }
        // In the end all ends are known: nothing waits, and what is held is within the cap.
        for ticket in world.open.split_off(0) {
            world.ledger.end(ticket);
        }
        pool.collect(&world.ledger, |_, _| ());
        prop_assert_eq!(pool.counts().0, 0);
        prop_assert!(pool.held() <= cap);
        drop(pool);
        prop_assert!(world.living.borrow().is_empty());
    }
}

#[test]
fn a_later_end_says_nothing_of_an_earlier_submission() {
    let (mut ledger, mut pool) = (Ledger::default(), Pool::new(1 << 20));
    let [first, second] = [ledger.issue(), ledger.issue()];
    pool.retire(64, 64, &[first], "first");
    pool.retire(64, 64, &[second], "second");
    pool.retire(64, 64, &[first, second], "both");
    ledger.end(second);
    pool.collect(&ledger, |_, _| ());
    assert_eq!([pool.take(64), pool.take(64)], [Some("second"), None]);
    ledger.end(first);
    assert_eq!(pool.take(64), None, "not before the next look");
    pool.collect(&ledger, |_, _| ());
    assert_eq!([pool.take(64), pool.take(64), pool.take(64)], [Some("both"), Some("first"), None]);
}

#[test]
fn over_the_cap_the_oldest_free_item_goes_first() {
    let (mut ledger, mut pool) = (Ledger::default(), Pool::new(100));
    let busy = ledger.issue();
    pool.retire(1, 40, &[busy], "busy");
    pool.retire(2, 40, &[], "old");
    pool.retire(1, 40, &[], "new");
    pool.collect(&ledger, |_, _| ());
    assert_eq!((pool.held(), pool.take(2), pool.take(1)), (80, None, Some("new")));
    ledger.end(busy);
    pool.collect(&ledger, |_, _| ());
    assert_eq!(pool.take(1), Some("busy"));
}

#[test]
fn reports_of_unknown_tickets_and_second_reports_change_nothing() {
    let (mut ledger, mut other) = (Ledger::default(), Ledger::default());
    let first = ledger.issue();
    let foreign = [other.issue(), other.issue()][1];
    ledger.end(foreign);
    assert!(!ledger.has_ended(first) && !ledger.has_ended(foreign));
    ledger.end(first);
    ledger.end(first);
    let second = ledger.issue();
    assert!(ledger.has_ended(first) && !ledger.has_ended(second));
    assert_eq!(ledger.open(), 1);
}
