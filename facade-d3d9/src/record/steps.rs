//! Changes that were met before: from the id of one state to that of the next.

/// Places for steps; of two steps with one place the newer is remembered.
const STEPS: usize = 1024;

/// The id of no state.
pub(super) const NONE: u32 = u32::MAX;

/// A change that was met before.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    state: u32,
    value: u32,
    to: u32,
}

/// Where changes of one value lead.
#[derive(Debug)]
pub(super) struct Steps(Box<[Step; STEPS]>);

impl Default for Steps {
    fn default() -> Self {
        Self(Box::new([Step { from: NONE, state: 0, value: 0, to: NONE }; STEPS]))
    }
}

impl Steps {
    #[inline]
    fn place(from: u32, state: u32, value: u32) -> usize {
        let mixed = (from ^ state << 16 ^ value.rotate_left(24)).wrapping_mul(0x9E37_79B1);
        (mixed >> 22) as usize % STEPS
    }

    /// Where a change leads, if it was met before.
    #[inline]
    pub(super) fn next(&self, from: u32, state: u32, value: u32) -> Option<u32> {
        let step = &self.0[Self::place(from, state, value)];
        ((step.from, step.state, step.value) == (from, state, value) && step.to != NONE).then_some(step.to)
    }

    /// Remembers where a change leads; from no state nothing is remembered.
    pub(super) fn learn(&mut self, from: u32, state: u32, value: u32, to: u32) {
        if from != NONE {
            self.0[Self::place(from, state, value)] = Step { from, state, value, to };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_known_from_where_it_was_met() {
        let mut steps = Steps::default();
        assert_eq!(steps.next(0, 14, 1), None);
        steps.learn(0, 14, 1, 5);
        assert_eq!(steps.next(0, 14, 1), Some(5));
        assert_eq!([steps.next(5, 14, 1), steps.next(0, 14, 0), steps.next(0, 27, 1)], [None; 3]);
        steps.learn(NONE, 14, 1, 6);
        assert_eq!(steps.next(NONE, 14, 1), None, "nothing is known from no state");
    }

    #[test]
    fn of_two_changes_in_one_place_none_is_taken_for_the_other() {
        let mut steps = Steps::default();
        let place = Steps::place(0, 14, 0);
        let other = (1..).find(|&value| Steps::place(0, 14, value) == place).expect("few places");
        steps.learn(0, 14, 0, 1);
        assert_eq!([steps.next(0, 14, other), steps.next(0, 14, 0)], [None, Some(1)]);
        steps.learn(0, 14, other, 2);
        assert_eq!([steps.next(0, 14, other), steps.next(0, 14, 0)], [Some(2), None]);
    }
}
