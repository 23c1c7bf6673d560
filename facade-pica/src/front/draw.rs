//! A draw as backends see it.

use retrograph_shaders::pica::interp::{ExecuteError, Machine, Options};

use super::{ShaderUnit, Tables};
use crate::state::{DrawState, ShaderState};
use crate::vertex::{Inputs, Outputs};

/// A draw.
#[derive(Debug)]
pub struct Draw<'a> {
    /// Everything behind the shaders.
    pub state: &'a DrawState,
    /// Fog and other tables.
    pub tables: &'a Tables,
    /// The vertex shader's unit.
    pub vertex: &'a ShaderUnit,
    /// What the vertex shader starts from.
    pub shader: &'a ShaderState,
    /// Vertices and triangles.
    pub geometry: Geometry<'a>,
}

/// The triangles of a draw. Each has three places in the list of vertices.
#[derive(Clone, Copy, Debug)]
pub enum Geometry<'a> {
    /// Vertices that the vertex shader has still to process.
    Inputs {
        /// The vertices.
        inputs: &'a Inputs,
        /// The triangles.
        triangles: &'a [[u32; 3]],
    },
    /// Vertices that shaders have processed.
    Shaded {
        /// The output registers of each vertex.
        vertices: &'a [Outputs],
        /// The triangles.
        triangles: &'a [[u32; 3]],
    },
}

impl Geometry<'_> {
    /// The triangles.
    #[must_use]
    pub const fn triangles(&self) -> &[[u32; 3]] {
        match self {
            Self::Inputs { triangles, .. } | Self::Shaded { triangles, .. } => triangles,
        }
    }
}

/// Runs the vertex shader on vertices, each once; `budget` is how many instructions all together may take.
pub(super) fn shade(
    unit: &ShaderUnit,
    state: &ShaderState,
    inputs: &Inputs,
    budget: &mut u64,
) -> Result<Vec<Outputs>, ExecuteError> {
    let mut machine = unit.machine(state);
    (0..inputs.count).map(|vertex| shade_one(&mut machine, unit, state, inputs, vertex, budget)).collect()
}

/// Runs the vertex shader on one vertex.
pub(super) fn shade_one(
    machine: &mut Machine,
    unit: &ShaderUnit,
    state: &ShaderState,
    inputs: &Inputs,
    vertex: usize,
    budget: &mut u64,
) -> Result<Outputs, ExecuteError> {
    for (&register, &value) in inputs.registers.iter().zip(inputs.vertex(vertex)) {
        machine.set_input(register.into(), value);
    }
    let mut options = Options::default();
    options.instructions = options.instructions.min(u32::try_from(*budget).unwrap_or(u32::MAX));
    let executed = machine.run(unit.program(), state.entry.into(), &options, None)?;
    *budget -= u64::from(executed);
    Ok(*machine.outputs())
}

impl Draw<'_> {
    /// The processed vertices: those that are there, or what the interpreter makes of the inputs.
    ///
    /// # Errors
    /// A shader that fails.
    pub fn shade(&self) -> Result<std::borrow::Cow<'_, [Outputs]>, ExecuteError> {
        match self.geometry {
            Geometry::Shaded { vertices, .. } => Ok(vertices.into()),
            Geometry::Inputs { inputs, .. } => {
                let mut budget = 1 << 30;
                shade(self.vertex, self.shader, inputs, &mut budget).map(Into::into)
            }
        }
    }
}
