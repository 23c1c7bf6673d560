//! Frames that wait to be shown, and what keeps them from being drawn over.
//!
//! A frame waits where it was drawn, and costs nothing. Before the device draws there again it either waits until the frame was
//! shown, or, when it must not wait, has the frame copied to a slot. Pure bookkeeping: textures are the caller's.

use std::collections::VecDeque;

/// Slots for copies, which is also how many frames can wait when nobody waits for them.
pub(super) const SLOTS: usize = 8;

/// A frame that waits.
#[derive(Clone, Debug)]
pub(super) struct Waiting<T> {
    /// Its number, from 0.
    pub(super) number: u64,
    /// Where it is now.
    pub(super) source: T,
    /// The slot that it was copied to.
    pub(super) slot: Option<usize>,
}

/// Frames in the order of their presents.
#[derive(Debug)]
pub(super) struct Queue<T> {
    waiting: VecDeque<Waiting<T>>,
    used: [bool; SLOTS],
    /// The first frame is being shown: it stays where it is.
    in_hand: bool,
    next: u64,
    /// Frames that were dropped because none of them was shown in time.
    pub(super) dropped: u64,
    /// Frames that were copied.
    pub(super) copied: u64,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            used: [false; SLOTS],
            in_hand: false,
            next: 0,
            dropped: 0,
            copied: 0,
        }
    }
}

impl<T> Queue<T> {
    /// Adds a frame; when as many wait as there are slots the oldest that is not in hand goes.
    pub(super) fn push(&mut self, source: T) {
        if self.waiting.len() >= SLOTS {
            self.drop_oldest();
        }
        self.waiting.push_back(Waiting { number: self.next, source, slot: None });
        self.next += 1;
    }

    /// The next frame to show.
    pub(super) fn front(&self) -> Option<&Waiting<T>> {
        self.waiting.front()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether a frame would be lost if the device drew now.
    pub(super) fn is_exposed(&self) -> bool {
        self.waiting.iter().any(|frame| frame.slot.is_none())
    }

    /// Copies every frame that would be lost to a slot: `copy` is given where it is and the slot's number, and answers
    /// where it is from then on.
    pub(super) fn copy_out(&mut self, mut copy: impl FnMut(&T, usize) -> T) {
        let mut at = 0;
        while at < self.waiting.len() {
            if self.waiting[at].slot.is_none() {
                let Some(slot) = self.used.iter().position(|used| !used) else {
                    self.drop_oldest();
                    at = 0;
                    continue;
                };
                self.used[slot] = true;
                self.copied += 1;
                let frame = &mut self.waiting[at];
                frame.source = copy(&frame.source, slot);
                frame.slot = Some(slot);
            }
            at += 1;
        }
    }

    /// Takes the first frame in hand, copied to a slot, so that it can be shown while others are added.
    pub(super) fn take_in_hand(&mut self, copy: impl FnOnce(&T, usize) -> T) -> Option<&Waiting<T>> {
        let first = self.waiting.front_mut()?;
        if first.slot.is_none() {
            let slot = self.used.iter().position(|used| !used)?;
            self.used[slot] = true;
            self.copied += 1;
            first.source = copy(&first.source, slot);
            first.slot = Some(slot);
        }
        self.in_hand = true;
        self.waiting.front()
    }

    /// Takes the first frame out: it was shown, or is not to be.
    pub(super) fn pop(&mut self) -> Option<Waiting<T>> {
        self.in_hand = false;
        let frame = self.waiting.pop_front()?;
        self.free(frame.slot);
        Some(frame)
    }

    /// Drops all that is not in hand.
    pub(super) fn clear(&mut self) {
        while self.waiting.len() > usize::from(self.in_hand) {
            self.drop_oldest();
        }
    }

    /// Drops all: nobody shows them any more.
    pub(super) fn abandon(&mut self) {
        self.in_hand = false;
        self.clear();
    }

    fn drop_oldest(&mut self) {
        if let Some(frame) = self.waiting.remove(usize::from(self.in_hand)) {
            self.dropped += 1;
            self.free(frame.slot);
        }
    }

    fn free(&mut self, slot: Option<usize>) {
        if let Some(slot) = slot {
            self.used[slot] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A frame in the device's one back buffer, which later frames draw over, or in a slot.
    #[derive(Clone, Debug, PartialEq)]
    enum Place {
        BackBuffer,
        Slot(usize),
    }

    #[derive(Clone, Debug)]
    enum Step {
        /// The device draws a frame and presents it, or only draws.
        Draw {
            presents: bool,
            copies: bool,
        },
        Show,
        TakeInHand,
        Clear,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            4 => (any::<bool>(), any::<bool>()).prop_map(|(presents, copies)| Step::Draw { presents, copies }),
            3 => Just(Step::Show),
            1 => Just(Step::TakeInHand),
            1 => Just(Step::Clear),
        ]
    }

    /// What is in the back buffer and in each slot, by the number of the frame that drew it.
    #[derive(Default)]
    struct World {
        queue: Queue<Place>,
        back_buffer: u64,
        slots: [u64; SLOTS],
        drawn: u64,
        shown: Vec<u64>,
        /// By number in the queue, the frame that was drawn.
        presented: Vec<u64>,
    }

    impl World {
        fn at(&self, place: &Place) -> u64 {
            match place {
                Place::BackBuffer => self.back_buffer,
                Place::Slot(slot) => self.slots[*slot],
            }
        }

        fn draw(&mut self, presents: bool, copies: bool) {
            if copies || self.queue.is_exposed() {
                let (back_buffer, mut slots) = (self.back_buffer, self.slots);
                self.queue.copy_out(|place, slot| {
                    assert_eq!(*place, Place::BackBuffer);
                    slots[slot] = back_buffer;
                    Place::Slot(slot)
                });
                self.slots = slots;
            }
            self.drawn += 1;
            self.back_buffer = self.drawn;
            if presents {
                self.queue.push(Place::BackBuffer);
                self.presented.push(self.drawn);
            }
        }

        fn show(&mut self) {
            if let Some(frame) = self.queue.pop() {
                let content = self.at(&frame.source);
                assert_eq!(content, self.presented[frame.number as usize], "a frame was drawn over");
                self.shown.push(content);
            }
        }
    }

    proptest! {
        #[test]
        fn frames_are_shown_in_order_and_never_drawn_over(steps in prop::collection::vec(step(), 0..60)) {
            let mut world = World::default();
            for step in steps {
                match step {
                    Step::Draw { presents, copies } => world.draw(presents, copies),
                    Step::Show => world.show(),
                    Step::TakeInHand => {
                        let (back_buffer, mut slots) = (world.back_buffer, world.slots);
                        world.queue.take_in_hand(|_, slot| {
                            slots[slot] = back_buffer;
                            Place::Slot(slot)
                        });
                        world.slots = slots;
                    }
                    Step::Clear => world.queue.clear(),
                }
                prop_assert!(world.queue.len() <= SLOTS);
            }
            while !world.queue.is_empty() {
                world.show();
            }
            prop_assert!(world.shown.is_sorted());
            let all = world.presented.len() as u64;
            prop_assert_eq!(world.shown.len() as u64 + world.queue.dropped, all);
        }
    }

    #[test]
    fn a_frame_in_hand_is_not_dropped() {
        let mut queue = Queue::default();
        queue.push(0);
        assert_eq!(queue.take_in_hand(|_, slot| slot + 100).map(|frame| frame.source), Some(100));
        for number in 1..20 {
            queue.push(number);
        }
        assert_eq!(queue.front().map(|frame| frame.number), Some(0));
        queue.clear();
        assert_eq!((queue.len(), queue.dropped), (1, 19));
        assert_eq!(queue.pop().map(|frame| frame.number), Some(0));
        assert!(queue.pop().is_none());
    }
}
