//! A program to tokens: what [`parse`](super::parse()) reads, in the spelling of Direct3D's own assembler.

use super::opcode::Opcode;
use super::program::{
    Destination, Instruction, Payload, Program, Register, RegisterFile, Relative, Source, Swizzle, Version,
};
use super::token::END;
use crate::interface::{SamplerKind, Stage};

/// Writes a program as bytes, without its constant table.
///
/// Parsing the bytes of a program that came from [`parse`](super::parse()) gives the same instructions. A program
/// made by hand is written as it is: whether a model has its instructions is for the parser to say.
#[must_use]
pub fn encode(program: &Program) -> Vec<u8> {
    let mut tokens = vec![version_token(program.version)];
    for at in &program.instructions {
        instruction(program.version, at, &mut tokens);
    }
    tokens.push(END.into());
    tokens.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// The first token of a shader.
pub(super) fn version_token(version: Version) -> u32 {
    let stage: u32 = match version.stage {
        Stage::Vertex => 0xFFFE,
        Stage::Fragment => 0xFFFF,
    };
    stage << 16 | u32::from(version.major) << 8 | u32::from(version.minor)
}

/// Appends one instruction.
pub(super) fn instruction(version: Version, at: &Instruction, tokens: &mut Vec<u32>) {
    let start = tokens.len();
    let bits = u32::from(u16::from(at.opcode)) | u32::from(at.control) << 16;
    tokens.push(bits | u32::from(at.predicate.is_some()) << 28 | u32::from(at.coissue) << 30);
    if at.opcode == Opcode::Dcl {
        tokens.push(declaration(version, at));
    }
    if let Some(to) = &at.destination {
        destination(version, to, tokens);
    }
    match at.payload {
        Payload::Definition(bits) if at.opcode == Opcode::DefB => tokens.push(bits[0]),
        Payload::Definition(bits) => tokens.extend(bits),
        _ => {}
    }
    for operand in at.predicate.iter().chain(&at.sources) {
        source(version, operand, tokens);
    }
    if version.major >= 2 && at.opcode != Opcode::Phase {
        let length = u32::try_from(tokens.len() - start - 1).unwrap_or(u32::MAX);
        tokens[start] |= (length & 0xF) << 24;
    }
}

/// The usage token of `dcl`.
fn declaration(version: Version, at: &Instruction) -> u32 {
    let implied = version.stage == Stage::Fragment && version.major < 3;
    1 << 31
        | match at.payload {
            Payload::Semantic(semantic) if !implied => {
                u32::from(u8::from(semantic.usage)) | u32::from(semantic.index) << 16
            }
            Payload::Sampler(Some(SamplerKind::D2)) => 2 << 27,
            Payload::Sampler(Some(SamplerKind::Cube)) => 3 << 27,
            Payload::Sampler(Some(SamplerKind::Volume)) => 4 << 27,
            _ => 0,
        }
}

/// The bits of an operand token that name its register.
fn register(register: Register) -> u32 {
    let number = u32::from(register.number);
    let kind = match register.file {
        RegisterFile::Temp => 0,
        RegisterFile::Input => 1,
        RegisterFile::Const => [2, 11, 12, 13][(number >> 11 & 3) as usize],
        RegisterFile::Address | RegisterFile::Texture => 3,
        RegisterFile::RasterOut => 4,
        RegisterFile::AttributeOut => 5,
        RegisterFile::TexcoordOut | RegisterFile::Output => 6,
        RegisterFile::ConstInt => 7,
        RegisterFile::ColorOut => 8,
        RegisterFile::DepthOut => 9,
        RegisterFile::Sampler => 10,
        RegisterFile::ConstBool => 14,
        RegisterFile::Loop => 15,
        RegisterFile::Misc => 17,
        RegisterFile::Label => 18,
        RegisterFile::Predicate => 19,
    };
    1 << 31 | number & 0x7FF | (kind & 7) << 28 | (kind & 0x18) << 8
}

fn swizzle(swizzle: Swizzle) -> u32 {
    let lanes = swizzle.0.iter().zip([16, 18, 20, 22]);
    lanes.fold(0, |bits, (&lane, shift)| bits | u32::from(lane & 3) << shift)
}

fn destination(version: Version, to: &Destination, tokens: &mut Vec<u32>) {
    let flags = [(to.saturate, 20), (to.partial_precision, 21), (to.centroid, 22)];
    let flags = flags.iter().fold(0, |bits, &(set, shift)| bits | u32::from(set) << shift);
    let shift = u32::from(to.shift.cast_unsigned() & 0xF) << 24;
    let dynamic = u32::from(to.relative.is_some()) << 13;
    tokens.push(register(to.register) | dynamic | u32::from(to.mask.0 & 0xF) << 16 | flags | shift);
    relative(version, to.relative, tokens);
}

fn source(version: Version, from: &Source, tokens: &mut Vec<u32>) {
    let dynamic = u32::from(from.relative.is_some()) << 13;
    let modifier = u32::from(u8::from(from.modifier)) << 24;
    tokens.push(register(from.register) | dynamic | swizzle(from.swizzle) | modifier);
    relative(version, from.relative, tokens);
}

/// The token of a dynamic index, which model 1 does not have.
fn relative(version: Version, index: Option<Relative>, tokens: &mut Vec<u32>) {
    let Some(index) = index.filter(|_| version.major > 1) else { return };
    let lanes = match index.register.file {
        RegisterFile::Loop => Swizzle::IDENTITY,
        _ => Swizzle([index.lane; 4]),
    };
    tokens.push(register(index.register) | swizzle(lanes));
}
