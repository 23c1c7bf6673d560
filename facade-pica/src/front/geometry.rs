//! Geometry shaders, on the interpreter.

use retrograph_shaders::pica::interp::{Emitter, Machine, Options};

use super::draw::shade;
use super::{Front, ShaderUnit};
use crate::state::{GeometryMode, GeometryState, VertexState};
use crate::vertex::{Inputs, Outputs, Vec4};

/// The unit that geometry shaders run on. Its registers and emitted vertices stay between runs.
#[derive(Debug)]
pub(super) struct GeometryUnit {
    pub(super) unit: ShaderUnit,
    machine: Machine,
    emitter: Emitter,
    /// Attributes of point mode that wait for more.
    waiting: Vec<Vec4>,
}

/// What shaders made: vertices, if not the inputs are to be processed, and triangles of places.
pub(super) type Made = (Option<Vec<Outputs>>, Vec<[u32; 3]>);

impl GeometryUnit {
    pub(super) fn new(triangles: usize) -> Self {
        Self {
            unit: ShaderUnit::new(4096),
            machine: Machine::new(),
            emitter: Emitter::new(triangles),
            waiting: Vec::new(),
        }
    }

    /// A write to the unit's registers, by offset from the first one. Booleans that are written forget past runs.
    pub(super) fn write(&mut self, offset: u16, value: u32) {
        if offset == 0 {
            self.machine.set_booleans(0);
        }
        self.unit.write(offset, value);
    }

    /// Runs the shader once. From then on `b15` is set, until it is written.
    fn run(&mut self, state: &GeometryState, budget: &mut u64) -> Option<()> {
        let mut options = Options::default();
        options.instructions = options.instructions.min(u32::try_from(*budget).unwrap_or(u32::MAX));
        let entry = state.shader.entry.into();
        let executed =
            self.machine.run(self.unit.program(), entry, &options, Some(&mut self.emitter)).ok()?;
        *budget -= u64::from(executed);
        self.machine.set_booleans(self.machine.booleans() | 1 << 15);
        Some(())
    }

    fn point(&mut self, state: &GeometryState, values: &[Vec4], budget: &mut u64) -> Option<()> {
        let needed = usize::from(state.shader.inputs);
        self.waiting.extend_from_slice(values);
        while self.waiting.len() >= needed {
            for (attribute, value) in self.waiting.drain(..needed).enumerate() {
                let register = state.shader.permutation[attribute & 15];
                self.machine.set_input(register.into(), value);
            }
            self.run(state, budget)?;
        }
        Some(())
    }
}

/// The enabled outputs of a vertex, in ascending order, as many as go on.
fn enabled(vertex: &Outputs, mask: u16, count: u8) -> Vec<Vec4> {
    let registers = (0..16).filter(|register| mask >> register & 1 != 0);
    registers.take(count.into()).map(|register| vertex[register]).collect()
}

impl Front {
    /// Runs vertex and geometry shader over a draw; `None` if one fails.
    pub(super) fn run_geometry(
        &mut self,
        state: &VertexState,
        geometry: &GeometryState,
        inputs: &Inputs,
        order: &[u32],
        indices: &[u16],
        budget: &mut u64,
    ) -> Option<Made> {
        let shaded = shade(&self.vertex, &state.shader, inputs, budget).ok()?;
        let values = |place: u32| {
            let vertex = shaded.get(place as usize);
            vertex.map_or_else(Vec::new, |v| enabled(v, state.shader.output_mask, state.outputs))
        };
        let unit = &mut self.geometry;
        // The bit that a run leaves behind is the register's as well.
        let ran = unit.machine.booleans() & 1 << 15;
        unit.unit.prepare(&mut unit.machine, &geometry.shader);
        unit.machine.set_booleans(geometry.shader.booleans | ran);
        unit.emitter.triangles.clear();
        match geometry.mode {
            GeometryMode::Point => {
                for &place in order {
                    unit.point(geometry, &values(place), budget)?;
                }
            }
            GeometryMode::Fixed { vertices, first } => {
                for group in order.chunks_exact(vertices.into()) {
                    let all = group.iter().flat_map(|&place| values(place)).enumerate();
                    all.for_each(|(step, value)| unit.machine.set_uniform(usize::from(first) + step, value));
                    unit.run(geometry, budget)?;
                }
            }
            GeometryMode::Variable { full } => {
                variable(unit, geometry, full, order, indices, budget, values)?;
            }
        }
        let emitted = std::mem::take(&mut unit.emitter.triangles);
        let vertices: Vec<Outputs> = emitted.iter().flatten().copied().collect();
        let mut triangles = Vec::with_capacity(emitted.len());
        for corner in (0..vertices.len() as u32).step_by(3) {
            triangles.push([corner, corner + 1, corner + 2]);
        }
        Some((Some(vertices), triangles))
    }
}

/// Primitives of as many vertices as the index before them says.
fn variable(
    unit: &mut GeometryUnit,
    geometry: &GeometryState,
    full: u8,
    order: &[u32],
    indices: &[u16],
    budget: &mut u64,
    values: impl Fn(u32) -> Vec<Vec4>,
) -> Option<()> {
    let mut at = 0;
    while let Some(&count) = indices.get(at) {
        let Some(group) = order.get(at + 1..at + 1 + usize::from(count)) else { break };
        unit.machine.set_uniform(0, [f32::from(count); 4]);
        let mut slot = 1;
        for (step, &place) in group.iter().enumerate() {
            let all = values(place);
            let taken = if step < usize::from(full) { all.len() } else { 1.min(all.len()) };
            for &value in &all[..taken] {
                unit.machine.set_uniform(slot, value);
                slot += 1;
            }
        }
        unit.run(geometry, budget)?;
        at += 1 + usize::from(count);
    }
    Some(())
}
