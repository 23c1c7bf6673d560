//! The last few scalers: each holds textures of the size of its output, some 16 MiB.

/// More are not kept. A window that is resized asks for a new one again and again.
pub(super) const MOST: usize = 8;

/// Scalers by what they were made for; also which ones could not be made, so that nobody tries again for each frame.
#[derive(Debug)]
pub(super) struct ScalerCache<K, T> {
    /// The least recently used first.
    kept: Vec<(K, Option<T>)>,
}

impl<K, T> Default for ScalerCache<K, T> {
    fn default() -> Self {
        Self { kept: Vec::new() }
    }
}

impl<K: Clone + PartialEq, T: Clone> ScalerCache<K, T> {
    /// Whether it knows of this key, be it that there is no scaler for it.
    pub(super) fn knows(&self, key: &K) -> bool {
        self.kept.iter().any(|(known, _)| known == key)
    }

    /// The scaler for a key, made now if it is new or was let go; `None` when there is none.
    ///
    /// One that makes room is only let go of: whoever has a clone for the GPU's sake keeps it alive.
    pub(super) fn get(&mut self, key: &K, make: impl FnOnce() -> Option<T>) -> Option<T> {
        match self.kept.iter().position(|(known, _)| known == key) {
            Some(found) => self.kept[found..].rotate_left(1),
            None => {
                if self.kept.len() == MOST {
                    self.kept.remove(0);
                }
                self.kept.push((key.clone(), make()));
            }
        }
        self.kept.last().and_then(|(_, scaler)| scaler.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::{Rc, Weak};

    use super::*;

    #[test]
    fn the_least_recent_makes_room_and_lives_on_while_it_is_in_use() {
        let mut cache = ScalerCache::default();
        let made: RefCell<Vec<Weak<u32>>> = RefCell::default();
        let make = |key: u32| {
            let scaler = Rc::new(key);
            made.borrow_mut().push(Rc::downgrade(&scaler));
            Some(scaler)
        };
        let in_use = cache.get(&0, || make(0));
        for key in 1..8 {
            assert_eq!(cache.get(&key, || make(key)).as_deref(), Some(&key));
        }
        // Met again, 1 is the most recent; 0 and 2 make room.
        assert_eq!(cache.get(&1, || make(1)).as_deref(), Some(&1));
        assert_eq!(made.borrow().len(), 8);
        cache.get(&8, || make(8));
        cache.get(&9, || make(9));
        let alive: Vec<bool> = made.borrow().iter().map(|scaler| scaler.upgrade().is_some()).collect();
        assert_eq!(alive, [true, true, false, true, true, true, true, true, true, true]);
        assert!(!cache.knows(&0) && cache.knows(&1) && !cache.knows(&2));
        drop(in_use);
        assert!(made.borrow()[0].upgrade().is_none(), "its last user has let it go");
    }

    #[test]
    fn what_could_not_be_made_is_not_tried_again() {
        let mut cache: ScalerCache<&str, u32> = ScalerCache::default();
        assert_eq!(cache.get(&"refused", || None), None);
        assert_eq!(cache.get(&"refused", || panic!("it is known")), None);
        assert!(cache.knows(&"refused"));
    }

    #[test]
    fn keys_of_other_devices_are_others() {
        let mut cache = ScalerCache::default();
        assert_eq!(cache.get(&("one", [640, 480]), || Some(1)), Some(1));
        assert_eq!(cache.get(&("other", [640, 480]), || Some(2)), Some(2));
        assert_eq!(cache.get(&("one", [640, 480]), || None), Some(1));
    }
}
