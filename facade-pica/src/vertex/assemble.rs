//! Primitives out of vertices.

use crate::state::Primitive;

/// What is left of a primitive between vertices, and between draws.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Assembler<T> {
    slots: [T; 2],
    filled: u8,
    next: u8,
}

impl<T: Copy> Assembler<T> {
    /// An assembler without vertices; `none` stands for those that are not there.
    pub const fn empty(none: T) -> Self {
        Self { slots: [none; 2], filled: 0, next: 0 }
    }

    /// Takes a vertex; answers the triangle that it completes.
    #[inline]
    pub fn push(&mut self, primitive: Primitive, vertex: T) -> Option<[T; 3]> {
        if self.filled < 2 {
            self.slots[usize::from(self.filled)] = vertex;
            self.filled += 1;
            return None;
        }
        let triangle = [self.slots[0], self.slots[1], vertex];
        match primitive {
            Primitive::List | Primitive::Geometry => self.filled = 0,
            Primitive::Strip => {
                self.slots[usize::from(self.next)] = vertex;
                self.next ^= 1;
            }
            Primitive::Fan => self.slots[1] = vertex,
        }
        Some(triangle)
    }

    /// Vertices that wait for others.
    pub fn waiting(&self) -> &[T] {
        &self.slots[..usize::from(self.filled)]
    }

    /// Drops what waits.
    pub const fn reset(&mut self) {
        self.filled = 0;
        self.next = 0;
    }

    /// The same with other names for the vertices that wait; `none` stands for those that are not there.
    pub fn map<U: Copy>(&self, none: U, mut name: impl FnMut(T) -> U) -> Assembler<U> {
        let mut slots = [none; 2];
        for (to, &from) in slots.iter_mut().zip(self.waiting()) {
            *to = name(from);
        }
        Assembler { slots, filled: self.filled, next: self.next }
    }
}
