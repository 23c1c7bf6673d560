//! The primitive emitter of geometry shaders.

use super::{ExecuteError, Vec4};

/// Three vertices, all output registers each.
pub type Triangle = [[Vec4; 16]; 3];

/// Collects the triangles that a geometry shader emits. Its state stays between runs, as in the hardware.
#[derive(Clone, Debug)]
pub struct Emitter {
    /// The triangles so far, each as it goes to the rasteriser.
    pub triangles: Vec<Triangle>,
    limit: usize,
    slots: Triangle,
    vertex: u8,
    primitive: bool,
    winding: bool,
}

impl Emitter {
    /// An emitter that takes `limit` triangles at most.
    pub const fn new(limit: usize) -> Self {
        Self {
            triangles: Vec::new(),
            limit,
            slots: [[[0.0; 4]; 16]; 3],
            vertex: 0,
            primitive: false,
            winding: false,
        }
    }

    /// What SETEMIT chose last: the vertex, whether it completes a triangle, whether that one is wound the other way.
    pub const fn state(&self) -> (u8, bool, bool) {
        (self.vertex, self.primitive, self.winding)
    }

    pub(super) const fn set(&mut self, vertex: u8, primitive: bool, winding: bool) {
        (self.vertex, self.primitive, self.winding) = (vertex, primitive, winding);
    }

    pub(super) fn emit(&mut self, outputs: &[Vec4; 16], offset: u32) -> Result<(), ExecuteError> {
        let vertex = self.vertex;
        let slot = self.slots.get_mut(usize::from(vertex)).ok_or(ExecuteError::Vertex { offset, vertex })?;
        *slot = *outputs;
        if self.primitive {
            if self.triangles.len() == self.limit {
                return Err(ExecuteError::Triangles { offset, limit: self.limit });
            }
            let [a, b, c] = self.slots;
            self.triangles.push(if self.winding { [b, a, c] } else { [a, b, c] });
        }
        Ok(())
    }
}
