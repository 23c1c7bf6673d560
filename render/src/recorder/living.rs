//! Resources by id, as the recorder knows them.

use slotmap::{Key, SlotMap};

/// The living resources of one kind.
///
/// A place that a frame lets go of is used again only after that frame: its earlier commands still name the old resource, and
/// tables by id have one resource a place.
#[derive(Debug)]
pub(super) struct Living<K: Key, T> {
    places: SlotMap<K, Option<T>>,
    /// Places without a resource.
    gone: Vec<K>,
}

impl<K: Key, T> Default for Living<K, T> {
    fn default() -> Self {
        Self { places: SlotMap::with_key(), gone: Vec::new() }
    }
}

impl<K: Key, T> Living<K, T> {
    pub(super) fn insert(&mut self, resource: T) -> K {
        self.places.insert(Some(resource))
    }

    pub(super) fn get(&self, id: K) -> Option<&T> {
        self.places.get(id)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, id: K) -> Option<&mut T> {
        self.places.get_mut(id)?.as_mut()
    }

    /// Takes a resource out; its place stays taken until [`Living::end_frame`].
    pub(super) fn remove(&mut self, id: K) -> Option<T> {
        let resource = self.places.get_mut(id)?.take()?;
        self.gone.push(id);
        Some(resource)
    }

    /// Lets the places of what was taken out be used again.
    pub(super) fn end_frame(&mut self) {
        for id in self.gone.drain(..) {
            self.places.remove(id);
        }
    }
}
