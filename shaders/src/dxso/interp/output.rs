//! What shaders give.

use super::Vector;
use super::arithmetic::saturate;
use super::link::Link;
use super::thread::Thread;
use crate::dxso::program::{Program, Register, RegisterFile, WriteMask};
use crate::varyings::{Semantic, Usage};

/// What one pixel got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelOutput {
    /// `oC#`; in model 1 `r0`, in the first one. Those that are not written are zero.
    pub colors: [Vector; 4],
    /// The depth, clamped to 0–1, if the shader wrote one.
    pub depth: Option<f32>,
    /// Whether `texkill` ended the pixel; its other outputs mean nothing then.
    pub killed: bool,
}

/// What four neighbouring pixels got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuadOutput {
    /// In the order of the inputs.
    pub pixels: [PixelOutput; 4],
    /// Whether every sum, product and quotient in all pixels was exact, so that any order of summation and any fusing
    /// gives the same values. False once a function such as `rcp` was evaluated. Reads of textures do not count.
    pub exact: bool,
}

/// What one vertex got.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexOutput {
    /// Whether every sum and product was exact: see [`QuadOutput::exact`].
    pub exact: bool,
    registers: Vec<(Register, Vector, WriteMask)>,
    semantics: Vec<(Semantic, Register, WriteMask)>,
}

impl VertexOutput {
    pub(super) fn new(program: &Program, link: &Link, thread: &Thread, exact: bool) -> Self {
        use RegisterFile as F;
        let mut registers = Vec::new();
        for file in [F::RasterOut, F::AttributeOut, F::TexcoordOut, F::Output] {
            for (number, value) in (0..).zip(thread.file(file)) {
                let register = Register { file, number };
                let mask = link.written.get(&register).copied().unwrap_or(0);
                if mask != 0 {
                    registers.push((register, *value, WriteMask(mask)));
                }
            }
        }
        let all = |semantic, file, number| (semantic, Register { file, number }, WriteMask(0xF));
        let semantics = if program.version.major >= 3 {
            link.outputs.clone()
        } else {
            let texcoords = (0..8u8)
                .map(|index| all(Semantic::new(Usage::Texcoord, index), F::TexcoordOut, index.into()));
            let colors =
                (0..2u8).map(|index| all(Semantic::new(Usage::Color, index), F::AttributeOut, index.into()));
            let raster = [Usage::Position, Usage::Fog, Usage::PointSize];
            let raster =
                (0..).zip(raster).map(|(number, usage)| all(Semantic::new(usage, 0), F::RasterOut, number));
            texcoords.chain(colors).chain(raster).collect()
        };
        Self { exact, registers, semantics }
    }

    /// An output register as it was left, and the lanes that some instruction of the shader writes; `None` if none
    /// does.
    #[must_use]
    pub fn register(&self, register: Register) -> Option<(Vector, WriteMask)> {
        let found = self.registers.iter().find(|(found, ..)| *found == register);
        found.map(|&(_, value, mask)| (value, mask))
    }

    /// What leaves the stage under a semantic, and the lanes that some instruction of the shader writes; `None` if
    /// there is no such lane. Lanes that are not written are zero.
    ///
    /// Colours and fog of models 1 and 2 are clamped to 0–1.
    #[must_use]
    pub fn semantic(&self, semantic: Semantic) -> Option<(Vector, WriteMask)> {
        let mut value = [0.0; 4];
        let mut lanes = 0;
        for (_, register, declared) in self.semantics.iter().filter(|(found, ..)| *found == semantic) {
            let Some((from, written)) = self.register(*register) else { continue };
            let fog = *register == Register { file: RegisterFile::RasterOut, number: 1 };
            let clamped = fog || register.file == RegisterFile::AttributeOut;
            for lane in 0..4 {
                if declared.0 & written.0 & !lanes & 1 << lane != 0 {
                    value[lane] = if clamped { saturate(from[lane]) } else { from[lane] };
                }
            }
            lanes |= declared.0 & written.0;
        }
        (lanes != 0).then_some((value, WriteMask(lanes)))
    }

    /// Everything that leaves the stage with its semantic: see [`Self::semantic`].
    pub fn semantics(&self) -> impl Iterator<Item = (Semantic, Vector)> {
        self.semantics.iter().filter_map(|&(semantic, ..)| Some((semantic, self.semantic(semantic)?.0)))
    }

    /// The clip position; zero if the shader writes none.
    #[must_use]
    pub fn position(&self) -> Vector {
        self.semantic(Semantic::new(Usage::Position, 0)).map_or([0.0; 4], |(value, _)| value)
    }
}
