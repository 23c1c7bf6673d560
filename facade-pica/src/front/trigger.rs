//! From a trigger to the backend.

use super::draw::{shade, shade_one};
use super::geometry::Made;
use super::{Backend, Draw, Front, Geometry, PicaError};
use crate::memory::PhysicalMemory;
use crate::state::{DrawState, VertexState};
use crate::vertex::{Assembler, Inputs, Numbers, load, read_indices};

/// Vertices of one draw.
const DRAW_VERTICES: u32 = 1 << 18;

impl Front {
    /// A write to `DRAWARRAYS` or `DRAWELEMENTS`.
    pub(super) fn trigger(
        &mut self,
        indexed: bool,
        memory: &mut dyn PhysicalMemory,
        backend: &mut dyn Backend,
    ) -> Result<(), PicaError> {
        let state = VertexState::decode(&self.registers);
        self.report.vertices += u64::from(state.count);
        if self.report.vertices > self.limits.vertices {
            return Err(PicaError::Limit { what: "vertices", limit: self.limits.vertices });
        }
        if state.count > DRAW_VERTICES {
            return Err(PicaError::Limit { what: "vertices of one draw", limit: DRAW_VERTICES.into() });
        }
        if state.count == 0 {
            return Ok(());
        }
        let mut raw = Vec::new();
        let numbers = if indexed {
            let size = if state.wide_indices { 2 } else { 1 };
            backend.reading(state.base.wrapping_add(state.index_offset), state.count * size, memory)?;
            let Ok((_, bytes)) = read_indices(&state, memory) else {
                self.skip("index.address");
                return Ok(());
            };
            raw = if state.wide_indices {
                bytes.as_chunks::<2>().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect()
            } else {
                bytes.iter().map(|&byte| u16::from(byte)).collect()
            };
            Numbers::indexed(raw.iter().copied())
        } else {
            Numbers::array(state.first, state.count)
        };
        let mut failed = Ok(());
        let loaded = load(&state, &self.fixed.values, &numbers.vertices, memory, |address, bytes, memory| {
            if failed.is_ok() {
                failed = backend.reading(address, bytes, memory);
            }
        });
        failed?;
        let Ok(inputs) = loaded else {
            self.skip("vertex.address");
            return Ok(());
        };
        self.draw(&state, &inputs, &numbers.order, &raw, memory, backend)
    }

    /// Draws vertices: `order` has places in `inputs`, `indices` the numbers that the index buffer had for them.
    pub(super) fn draw(
        &mut self,
        state: &VertexState,
        inputs: &Inputs,
        order: &[u32],
        indices: &[u16],
        memory: &mut dyn PhysicalMemory,
        backend: &mut dyn Backend,
    ) -> Result<(), PicaError> {
        let drawn = DrawState::decode(&self.registers);
        let mut missing = drawn.unsupported.iter().copied().filter(|name| !backend.supports(name)).peekable();
        if missing.peek().is_some() {
            missing.for_each(|name| *self.skipped.entry(name).or_default() += 1);
            return Ok(());
        }
        let mut budget = self.limits.instructions.saturating_sub(self.instructions);
        let before = budget;
        let joined = !self.assembler.waiting().is_empty();
        let made = if let Some(geometry) = &state.geometry {
            self.run_geometry(state, geometry, inputs, order, indices, &mut budget)
        } else if joined {
            self.join(state, inputs, order, &mut budget)
        } else {
            self.assemble(state, inputs, order, &mut budget).map(|triangles| (None, triangles))
        };
        self.instructions += before - budget;
        let Some((vertices, triangles)) = made else {
            self.skip("shader.execution");
            return Ok(());
        };
        if triangles.is_empty() {
            return Ok(());
        }
        let triangles = triangles.as_slice();
        let geometry = match &vertices {
            Some(vertices) => Geometry::Shaded { vertices, triangles },
            None => Geometry::Inputs { inputs, triangles },
        };
        let draw = Draw {
            state: &drawn,
            tables: &self.tables,
            vertex: &self.vertex,
            shader: &state.shader,
            geometry,
        };
        self.report.draws += 1;
        backend.draw(&draw, memory)
    }

    /// Triangles of a draw that begins with nothing waiting. Vertices that wait at its end are processed now, since the
    /// shader may be another one later.
    fn assemble(
        &mut self,
        state: &VertexState,
        inputs: &Inputs,
        order: &[u32],
        budget: &mut u64,
    ) -> Option<Vec<[u32; 3]>> {
        let mut assembler = Assembler::empty(0);
        let push = |&vertex: &u32| assembler.push(state.primitive, vertex);
        let triangles = order.iter().filter_map(push).collect();
        if !assembler.waiting().is_empty() {
            let mut machine = self.vertex.machine(&state.shader);
            let mut outputs = [[[0.0; 4]; 16]; 2];
            for (place, &vertex) in assembler.waiting().iter().enumerate() {
                let shaded =
                    shade_one(&mut machine, &self.vertex, &state.shader, inputs, vertex as usize, budget);
                outputs[place] = shaded.ok()?;
            }
            let mut outputs = outputs.into_iter();
            self.assembler = assembler.map([[0.0; 4]; 16], |_| outputs.next().unwrap_or([[0.0; 4]; 16]));
        }
        Some(triangles)
    }

    /// Triangles of a draw that begins with vertices that another one left.
    fn join(
        &mut self,
        state: &VertexState,
        inputs: &Inputs,
        order: &[u32],
        budget: &mut u64,
    ) -> Option<Made> {
        let mut vertices = shade(&self.vertex, &state.shader, inputs, budget).ok()?;
        let fresh = vertices.len() as u32;
        vertices.extend_from_slice(self.assembler.waiting());
        let mut places = fresh..;
        let mut assembler = self.assembler.map(0, |_| places.next().unwrap_or(0));
        let push = |&vertex: &u32| assembler.push(state.primitive, vertex);
        let triangles = order.iter().filter_map(push).collect();
        self.assembler = assembler
            .map([[0.0; 4]; 16], |place| vertices.get(place as usize).copied().unwrap_or([[0.0; 4]; 16]));
        Some((Some(vertices), triangles))
    }
}
