//! Pixel programs: the primary colour, the texture, or their product.

use super::isa::{Alu, ClauseKind, Fetch, Flow, Group, Op, Operand, Program, Select, Target};
use super::lower::LowerError;
use super::registers::{self, PixelRegisters};

/// What a pixel gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The primary colour.
    Primary,
    /// The texture's level zero.
    Texture,
    /// The texture's level zero times the primary colour.
    TextureTimesPrimary,
}

/// A pixel program, ready for GX2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PixelProgram {
    /// The instructions.
    pub program: Program,
    /// Their words; in memory they are little-endian, and begin at a multiple of 256 bytes.
    pub words: Vec<u32>,
    /// The register words.
    pub registers: PixelRegisters,
    /// Whether texture 0 is read with sampler 0.
    pub is_textured: bool,
}

impl PixelProgram {
    /// The program's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// The register of the primary colour, and of the result.
const COLOUR: u8 = 0;
/// The register of texture coordinate 0, and of the sample.
const TEXCOORD: u8 = 1;

/// Makes a pixel program.
///
/// # Errors
/// None that a caller could cause.
pub fn pixel(combine: Combine) -> Result<PixelProgram, LowerError> {
    let mut program = Program::default();
    let is_textured = combine != Combine::Primary;
    if is_textured {
        let fetch = Fetch {
            level_zero: true,
            texture: 0,
            sampler: 0,
            source: TEXCOORD,
            source_lanes: [Select::X, Select::Y, Select::X, Select::X],
            destination: TEXCOORD,
            destination_lanes: Select::XYZW,
        };
        program.push(Flow::Texture(vec![fetch]), true);
    }
    if combine == Combine::TextureTimesPrimary {
        let product = |lane| {
            Alu::new(Op::Mul, (COLOUR, lane), &[Operand::gpr(COLOUR, lane), Operand::gpr(TEXCOORD, lane)])
        };
        program.push(Flow::Alu(ClauseKind::Plain, vec![Group((0..4).map(product).collect())]), true);
    }
    let register = if combine == Combine::Texture { TEXCOORD } else { COLOUR };
    let export = Flow::Export { target: Target::Pixel(0), register, lanes: Select::XYZW, done: true };
    program.push(export, true);
    let words = super::encode(&program)?;
    let registers = registers::pixel(1 + u32::from(is_textured));
    Ok(PixelProgram { program, words, registers, is_textured })
}
