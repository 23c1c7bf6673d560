//! Fixed attributes, and vertices that are written down in the list.

use super::unit::Queue;
use super::{Backend, Front, PicaError};
use crate::memory::PhysicalMemory;
use crate::registers::{Register, Registers, table};
use crate::state::VertexState;
use crate::vertex::{Inputs, Vec4};

/// Vertices that are drawn at once, so that a long run takes bounded memory; a multiple of three.
const BATCH: usize = 3 << 10;

/// Fixed attributes, and the vertices of immediate mode that wait.
#[derive(Clone, Debug, Default)]
pub(super) struct FixedAttributes {
    pub(super) values: [Vec4; 16],
    queue: Queue,
    /// Attributes of vertices, one after the other.
    vertices: Vec<Vec4>,
    /// How many attributes a vertex has; set with the first of a run.
    stride: usize,
}

impl FixedAttributes {
    /// A write to `FIXEDATTRIB_INDEX`.
    pub(super) const fn seek(&mut self) {
        self.queue.clear();
    }

    /// A word through a port; answers whether vertices should be drawn now.
    pub(super) fn push(&mut self, registers: &mut Registers, value: u32) -> bool {
        let Some(vector) = self.queue.push(value, false) else { return false };
        let index = registers.get::<table::FixedIndex>().index();
        if index == 15 {
            if self.vertices.is_empty() {
                self.stride = registers.get::<table::VertexInputs>().count() as usize + 1;
            }
            self.vertices.push(vector);
            return self.vertices.len() >= BATCH * self.stride;
        }
        self.values[index as usize] = vector;
        registers.write(Register(0x232), 1, index + 1);
        false
    }

    /// Whether whole vertices wait.
    pub(super) const fn has_vertices(&self) -> bool {
        !self.vertices.is_empty()
    }

    /// Takes the whole vertices that wait; attributes of an unfinished one stay.
    fn take(&mut self, state: &VertexState) -> Inputs {
        let stride = self.stride.max(1);
        let count = self.vertices.len() / stride;
        let routes = Inputs::routes(&state.shader, stride as u8);
        let all = self.vertices[..count * stride].chunks_exact(stride);
        let values = all.flat_map(|vertex| routes.iter().map(|route| vertex[route.0])).collect();
        self.vertices.drain(..count * stride);
        Inputs { registers: routes.iter().map(|route| route.1).collect(), values, count }
    }
}

impl Front {
    /// Draws the vertices of immediate mode that wait.
    pub(super) fn flush_immediate(
        &mut self,
        memory: &mut dyn PhysicalMemory,
        backend: &mut dyn Backend,
    ) -> Result<(), PicaError> {
        if !self.fixed.has_vertices() {
            return Ok(());
        }
        let state = VertexState::decode(&self.registers);
        let inputs = self.fixed.take(&state);
        if inputs.count == 0 {
            return Ok(());
        }
        let order: Vec<u32> = (0..inputs.count as u32).collect();
        self.draw(&state, &inputs, &order, &[], memory, backend)
    }
}
