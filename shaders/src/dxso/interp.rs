//! Shaders executed on the CPU, one vertex or one quad of pixels at a time.
//!
//! Written from the tables of the instruction set and sharing nothing with the translator but the decoder, so that
//! each can be held against the other. Emulators can use it where Direct3D itself computes on the CPU, as in
//! `ProcessVertices`.
//!
//! ```
//! use retrograph_shaders::dxso::{self, interp};
//!
//! let bytes = dxso::assemble("vs_2_0\n dcl_position v0\n mul oPos, v0, c0\n mov oT0, c[a0.x + 1]\n")?;
//! let program = dxso::parse(&bytes)?;
//! let shader = interp::Interpreter::new(&program)?;
//! let constants = [[2.0; 4], [0.5, 0.25, 0.0, 1.0]];
//! let environment = interp::Environment { floats: &constants, ..Default::default() };
//! let mut inputs = [[0.0; 4]; 16];
//! inputs[0] = [1.0, 2.0, 3.0, 0.0];
//! let output = shader.vertex(&environment, &inputs, &mut interp::no_textures)?;
//! assert_eq!(output.position(), [2.0, 4.0, 6.0, 0.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | what | how |
//! |---|---|
//! | products | `0 * x = 0` for every `x`, unless [`Environment::zero_products`] is off; sums from x to w |
//! | `rcp rsq exp log pow sincos` | correctly rounded or nearly so, then kept finite as the instruction wants |
//! | flow | all four pixels of a quad together, each with its own conditions |
//! | `dsx dsy` and levels of detail | differences in the pixel's row and column of the quad |
//! | registers that were never written | zero |
//! | constants, inputs and outputs out of range | read zero, take nothing |
//! | execution | bounded by [`Environment::steps`] |

mod alu;
mod arithmetic;
mod flow;
mod legacy_texture;
mod link;
mod operand;
mod output;
mod sampler;
mod thread;

use smallvec::SmallVec;

use self::arithmetic::Arithmetic;
use self::link::Link;
use self::thread::Thread;
use super::program::{Program, Register, RegisterFile};
use crate::interface::Stage;

pub use output::{PixelOutput, QuadOutput, VertexOutput};
pub use sampler::{Level, Sample, Sampler, no_textures};

/// Four lanes: x, y, z, w or red, green, blue, alpha.
pub type Vector = [f32; 4];

/// Why a shader was not executed to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InterpretError {
    /// A vertex shader was run on pixels or the other way round.
    #[error("not a shader of the {0:?} stage")]
    WrongStage(Stage),
    /// The program is not one that the decoder makes.
    #[error("{what} at token {offset}")]
    Malformed {
        /// Where the instruction stands, in tokens.
        offset: u32,
        /// What is wrong with it.
        what: &'static str,
    },
    /// [`Environment::steps`] instructions were executed, and the shader had not ended.
    #[error("no end after {steps} instructions, at token {offset}")]
    Endless {
        /// Where the next instruction stands, in tokens.
        offset: u32,
        /// How many were executed.
        steps: u64,
    },
}

/// What the texture stage `s#` of pixel shader model 1 holds beside its texture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TextureStage {
    /// `D3DTTFF_PROJECTED`: coordinates are divided by w.
    pub projected: bool,
    /// `D3DTSS_BUMPENVMAT00`, `01`, `10`, `11`.
    pub bump: [f32; 4],
    /// `D3DTSS_BUMPENVLSCALE`.
    pub luminance_scale: f32,
    /// `D3DTSS_BUMPENVLOFFSET`.
    pub luminance_offset: f32,
}

/// What a shader finds around it. Constants beyond the ends of the slices read as zero; those that the shader
/// defines replace them.
#[derive(Clone, Copy, Debug)]
pub struct Environment<'a> {
    /// `c#`.
    pub floats: &'a [Vector],
    /// `i#`.
    pub integers: &'a [[i32; 4]],
    /// `b#`.
    pub booleans: &'a [bool],
    /// The texture stages; only pixel shaders of model 1 look at them.
    pub stages: &'a [TextureStage],
    /// Whether a product is zero as soon as one of its factors is.
    pub zero_products: bool,
    /// How many instructions may be executed; those in loops and subroutines count every time.
    pub steps: u64,
}

impl Default for Environment<'_> {
    /// No constants, products as Direct3D 9 has them, and four million instructions.
    fn default() -> Self {
        Self { floats: &[], integers: &[], booleans: &[], stages: &[], zero_products: true, steps: 1 << 22 }
    }
}

/// What one pixel gets.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PixelInput {
    /// `v#`: colours in models 1 and 2 (already within 0–1), any varyings in model 3.
    pub inputs: [Vector; 10],
    /// `t#`: texture coordinates of models 1 and 2.
    pub coordinates: [Vector; 8],
    /// `vPos`: whole numbers at pixel centres.
    pub position: [f32; 2],
    /// The sign of `vFace`: whether the triangle faces the front.
    pub front: bool,
}

/// A shader that is ready to be executed.
#[derive(Clone, Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    link: Link,
}

impl<'p> Interpreter<'p> {
    /// Prepares a shader.
    ///
    /// # Errors
    /// [`InterpretError::Malformed`] for blocks that do not nest. What [`parse`](super::parse()) returns is never
    /// refused.
    pub fn new(program: &'p Program) -> Result<Self, InterpretError> {
        Ok(Self { program, link: Link::new(program)? })
    }

    /// Executes a vertex shader for the vertex with the attributes `inputs`, by `v#` register.
    ///
    /// # Errors
    /// [`InterpretError::WrongStage`], [`InterpretError::Endless`], and [`InterpretError::Malformed`] for operands
    /// that the decoder would have refused and for `aL` outside of loops.
    pub fn vertex(
        &self,
        environment: &Environment<'_>,
        inputs: &[Vector; 16],
        sampler: &mut dyn Sampler,
    ) -> Result<VertexOutput, InterpretError> {
        self.of_stage(Stage::Vertex)?;
        let thread = Thread { inputs: *inputs, ..Thread::default() };
        let mut machine = self.machine(environment, sampler, SmallVec::from_iter([thread]));
        machine.main()?;
        let exact = machine.arithmetic.exact;
        let [thread] = &machine.threads[..] else { unreachable!("one thread was started") };
        Ok(VertexOutput::new(self.program, &self.link, thread, exact))
    }

    /// Executes a pixel shader for four neighbouring pixels: upper left, upper right, lower left, lower right.
    ///
    /// A killed pixel goes on to its end, since its neighbours may need differences from it.
    ///
    /// # Errors
    /// As [`Interpreter::vertex`].
    pub fn quad(
        &self,
        environment: &Environment<'_>,
        pixels: &[PixelInput; 4],
        sampler: &mut dyn Sampler,
    ) -> Result<QuadOutput, InterpretError> {
        self.of_stage(Stage::Fragment)?;
        let threads = pixels.iter().map(Thread::pixel).collect();
        let mut machine = self.machine(environment, sampler, threads);
        machine.main()?;
        let exact = machine.arithmetic.exact;
        let pixels = std::array::from_fn(|index| machine.threads[index].output(self.program.version));
        Ok(QuadOutput { pixels, exact })
    }

    fn of_stage(&self, stage: Stage) -> Result<(), InterpretError> {
        if self.program.version.stage == stage { Ok(()) } else { Err(InterpretError::WrongStage(stage)) }
    }

    fn machine<'m>(
        &'m self,
        environment: &'m Environment<'m>,
        sampler: &'m mut dyn Sampler,
        threads: SmallVec<[Thread; 4]>,
    ) -> Machine<'m> {
        Machine {
            program: self.program,
            link: &self.link,
            environment,
            sampler,
            threads,
            arithmetic: Arithmetic::new(environment.zero_products),
            loop_index: None,
            broken: 0,
            returned: 0,
            calls: 0,
            steps: 0,
        }
    }
}

/// Threads by bit: which of a quad's pixels, or the one vertex.
type Threads = u8;

/// A shader being executed.
struct Machine<'m> {
    program: &'m Program,
    link: &'m Link,
    environment: &'m Environment<'m>,
    sampler: &'m mut dyn Sampler,
    threads: SmallVec<[Thread; 4]>,
    arithmetic: Arithmetic,
    /// `aL` of the innermost `loop`.
    loop_index: Option<i32>,
    /// Those that left the innermost loop.
    broken: Threads,
    /// Those that left the current subroutine.
    returned: Threads,
    /// Calls under way.
    calls: usize,
    /// Instructions executed.
    steps: u64,
}

impl Machine<'_> {
    fn model(&self) -> (u8, u8) {
        (self.program.version.major, self.program.version.minor)
    }

    /// Whether this is a pixel shader of model 1.
    fn is_pixel_1(&self) -> bool {
        self.program.version.stage == Stage::Fragment && self.program.version.major == 1
    }

    /// A float constant: what the shader defines, else what is set; zero where there is neither.
    fn constant(&self, number: i64) -> Vector {
        let Ok(number) = u16::try_from(number) else { return [0.0; 4] };
        let register = Register { file: RegisterFile::Const, number };
        let value = match self.link.definitions.get(&register) {
            Some(bits) => bits.map(f32::from_bits),
            None if number >= super::limits::registers(self.program.version, RegisterFile::Const) => [0.0; 4],
            None => self.environment.floats.get(usize::from(number)).copied().unwrap_or_default(),
        };
        // The hardware of pixel model 1 has no more range; definitions are no exception.
        if self.is_pixel_1() { value.map(|lane| lane.clamp(-1.0, 1.0)) } else { value }
    }
}

#[cfg(test)]
mod tests;
