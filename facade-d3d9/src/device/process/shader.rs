//! Vertices through a vertex shader.

use retrograph_shaders::dxso::interp::{Environment, Interpreter, no_textures};
use retrograph_shaders::interface::VertexInput;
use retrograph_shaders::varyings::{Semantic, Usage};

use super::output::Output;
use super::source::Source;
use crate::device::Device;
use crate::shader::VertexShader;
use crate::types::Viewport;

/// Instructions that all vertices of a call may take together, before each gets its least.
const STEPS: u64 = 1 << 26;
/// The least and the most for a vertex.
const STEPS_EACH: [u64; 2] = [1 << 12, 1 << 22];

/// Why a shader did not process a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It reads textures.
    Textures,
    /// It does not come to its end.
    Endless,
}

impl Refused {
    /// The key to count it by.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Textures => "process_vertices.textures",
            Self::Endless => "process_vertices.endless",
        }
    }
}

/// A vertex shader with all that it reads.
pub(super) struct Programmed<'d> {
    interpreter: Interpreter<'d>,
    inputs: &'d [VertexInput],
    environment: Environment<'d>,
    booleans: Vec<bool>,
    viewport: Viewport,
}

impl<'d> Programmed<'d> {
    pub(super) fn new(device: &'d Device, shader: &'d VertexShader, count: u64) -> Result<Self, Refused> {
        if shader.samplers != 0 {
            return Err(Refused::Textures);
        }
        // What a shader object holds was decoded, and such programs are never refused.
        let interpreter = Interpreter::new(shader.program()).map_err(|_| Refused::Endless)?;
        let constants = &device.state.vertex_constants;
        let [least, most] = STEPS_EACH;
        let environment = Environment {
            floats: &constants.floats,
            integers: &constants.ints,
            steps: (STEPS / count.max(1)).clamp(least, most),
            ..Environment::default()
        };
        let booleans = (0..constants.ints.len()).map(|number| constants.flag(number)).collect();
        let viewport = device.state.viewport;
        Ok(Self { interpreter, inputs: &shader.inputs, environment, booleans, viewport })
    }

    pub(super) fn process(&self, source: &Source<'_>, vertex: u64) -> Result<Output, Refused> {
        let mut registers = [[0.0; 4]; 16];
        for input in self.inputs {
            let register = registers.get_mut(usize::from(input.location));
            if let (Some(register), Some(lanes)) = (register, source.read(input.semantic, vertex)) {
                *register = lanes;
            }
        }
        let environment = Environment { booleans: &self.booleans, ..self.environment };
        let done = self.interpreter.vertex(&environment, &registers, &mut no_textures);
        let done = done.map_err(|_| Refused::Endless)?;
        let mut output = Output::default();
        output.push(Semantic::new(Usage::PositionT, 0), screen(&self.viewport, done.position()), true);
        for (semantic, lanes) in done.semantics() {
            output.push(semantic, lanes, true);
        }
        Ok(output)
    }
}

/// Where on the target a clip position is.
fn screen(port: &Viewport, position: [f32; 4]) -> [f32; 4] {
    let [x, y, z, w] = position.map(f64::from);
    let [left, top, width, height] = [port.x, port.y, port.width, port.height].map(f64::from);
    let (near, far) = (f64::from(port.min_z), f64::from(port.max_z));
    let place = [
        left + (x / w * 0.5 + 0.5) * width,
        top + (0.5 - y / w * 0.5) * height,
        near + z / w * (far - near),
        1.0 / w,
    ];
    place.map(|lane| lane as f32)
}
