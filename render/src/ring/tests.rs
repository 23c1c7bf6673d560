use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proptest::prelude::*;

use super::*;
use crate::retire::Ledger;

const CHUNK: usize = 64;

/// A buffer that counts itself as living.
#[derive(Debug)]
struct Buffer {
    serial: u32,
    living: Rc<RefCell<BTreeSet<u32>>>,
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.living.borrow_mut().remove(&self.serial);
    }
}

#[derive(Clone, Debug)]
enum Step {
    /// Pushes this many bytes.
    Push(usize),
    /// Ends the frame and starts the next.
    Submit,
    /// Reports the end of an open submission: this one of those open, modulo their number.
    End(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (1usize..200).prop_map(Step::Push),
        3 => Just(Step::Submit),
        3 => any::<usize>().prop_map(Step::End),
    ]
}

#[derive(Default)]
struct World {
    ledger: Ledger,
    open: Vec<Ticket>,
    living: Rc<RefCell<BTreeSet<u32>>>,
    dropped: BTreeSet<u32>,
    /// By chunk: the last submission that read it.
    readers: BTreeMap<u32, Ticket>,
    /// By chunk: what the frame pushed.
    pushed: BTreeMap<u32, Vec<(u32, Vec<u8>)>>,
    count: u8,
}

impl World {
    fn push(&mut self, ring: &mut Ring<Buffer>, size: usize) {
        self.count = self.count.wrapping_add(1);
        let living = &self.living;
        let serial = ring.reserve(ring.room(size), |serial, room| {
            assert!(room >= size && room >= CHUNK);
            living.borrow_mut().insert(serial);
            Buffer { serial, living: Rc::clone(living) }
        });
        let bytes = vec![self.count; size / 2];
        let (slice, lent) = ring.push(&bytes, size);
        assert_eq!((slice.chunk, slice.offset % 16, lent.len()), (serial, 0, size));
        assert!(lent[..size / 2] == bytes && lent[size / 2..].iter().all(|byte| *byte == 0));
        lent[size - 1] = self.count;
        let expected = lent.to_vec();
        assert!(
            self.readers.get(&serial).is_none_or(|reader| !self.open.contains(reader)),
            "chunk {serial} is written while a submission reads it"
        );
        self.pushed.entry(serial).or_default().push((slice.offset, expected));
    }

    /// Checks what the frame would upload, and ends it.
    fn submit(&mut self, ring: &mut Ring<Buffer>) {
        let mut pushed = std::mem::take(&mut self.pushed);
        for (buffer, bytes) in ring.contents() {
            assert_eq!(bytes.len() % 4, 0);
            for (offset, expected) in pushed.remove(&buffer.serial).expect("a chunk of this frame") {
                assert_eq!(bytes[offset as usize..][..expected.len()], expected);
            }
        }
        assert!(pushed.is_empty(), "all chunks are uploaded");
        let ticket = self.ledger.issue();
        self.open.push(ticket);
        let used: Vec<u32> = ring.contents().map(|(buffer, _)| buffer.serial).collect();
        self.readers.extend(used.into_iter().map(|serial| (serial, ticket)));
        ring.end_frame(&[ticket]);
        self.begin(ring);
    }

    fn begin(&mut self, ring: &mut Ring<Buffer>) {
        let dropped = &mut self.dropped;
        ring.begin_frame(&self.ledger, |serial| assert!(dropped.insert(serial)));
        for serial in &self.dropped {
            let reader = self.readers.get(serial);
            assert!(reader.is_none_or(|reader| !self.open.contains(reader)), "{serial} was in use");
            assert!(!self.living.borrow().contains(serial), "{serial} was said to be no more");
        }
    }
}

proptest! {
    #[test]
    fn chunks_are_written_anew_only_when_their_very_reader_has_ended(
        steps in prop::collection::vec(step(), 1..150),
        cap in 0u64..1000,
    ) {
        let mut world = World::default();
        let mut ring = Ring::new(16, CHUNK, cap);
        for step in &steps {
            match step {
                Step::Push(size) => world.push(&mut ring, *size),
                Step::Submit => world.submit(&mut ring),
                Step::End(which) if !world.open.is_empty() => {
                    let ticket = world.open.swap_remove(which % world.open.len());
                    world.ledger.end(ticket);
                }
                Step::End(_) => {}
            }
        }
        world.submit(&mut ring);
        for ticket in world.open.split_off(0) {
            world.ledger.end(ticket);
        }
        world.begin(&mut ring);
        prop_assert!(ring.held() <= cap, "{} bytes are kept", ring.held());
        drop(ring);
        prop_assert!(world.living.borrow().is_empty());
    }
}

#[test]
fn a_later_submission_frees_nothing_of_an_earlier_one() {
    let mut ledger = Ledger::default();
    let mut ring = Ring::new(16, CHUNK, 1 << 20);
    let frame = |ring: &mut Ring<u32>, ledger: &mut Ledger, ended: Option<Ticket>| {
        ended.into_iter().for_each(|ticket| ledger.end(ticket));
        ring.begin_frame(ledger, |_| panic!("nothing is dropped"));
        let serial = ring.reserve(16, |serial, _| serial);
        ring.push(&[1; 16], 16);
        let ticket = ledger.issue();
        ring.end_frame(&[ticket]);
        (serial, ticket)
    };
    let (first, first_ticket) = frame(&mut ring, &mut ledger, None);
    let (second, second_ticket) = frame(&mut ring, &mut ledger, None);
    assert_eq!([first, second], [1, 2]);
    // The second ends before the first: only its chunk is free.
    assert_eq!(frame(&mut ring, &mut ledger, Some(second_ticket)).0, second);
    assert_eq!(frame(&mut ring, &mut ledger, Some(first_ticket)).0, first);
    assert_eq!(frame(&mut ring, &mut ledger, None).0, 3);
}

#[test]
fn a_frame_that_was_not_submitted_leaves_its_chunks_free() {
    let ledger = Ledger::default();
    let mut ring = Ring::new(16, CHUNK, 1 << 20);
    for _ in 0..3 {
        ring.begin_frame(&ledger, |_| ());
        assert_eq!(ring.reserve(16, |serial, _| serial), 1);
    }
}
