//! Tokens to [`Program`]: the framing of instructions and comments.

mod cursor;
mod declared;
mod flow;
mod operands;

use smallvec::SmallVec;

use self::cursor::Cursor;
use super::opcode::{self, Opcode, Shape, Writes};
use super::program::{Instruction, Payload, Program, RegisterFile, Version};
use super::token::{COMMENT, END, InstructionToken};
use super::{ctab, limits, token};
use crate::error::ShaderError;
use crate::interface::{Stage, VertexInput};

/// Decodes a shader of any model.
///
/// `bytes` need no alignment, and what follows the end token is ignored. Memory stays in proportion to the
/// input and, but for the names in a constant table, below what the longest shader of any model needs. A
/// constant table that cannot be read is taken as absent.
///
/// # Errors
/// Names the token at which the shader is cut short, or whose instruction the model does not have, or whose
/// operands, registers or nesting are wrong, or which reads a sampler that is not declared.
pub fn parse(bytes: &[u8]) -> Result<Program, ShaderError> {
    let mut cursor = Cursor::new(bytes);
    let first = cursor.next()?;
    let version = token::version(first).ok_or(ShaderError::UnknownVersion { token: first })?;
    let mut program = Program { version, instructions: Vec::new(), constant_table: Vec::new() };
    loop {
        let offset = cursor.offset();
        let word = InstructionToken(cursor.next()?);
        match word.opcode() {
            END => break,
            COMMENT => {
                let comment = cursor.skip(word.comment_length())?;
                if let Some(table) = comment.strip_prefix(&ctab::FOURCC)
                    && program.constant_table.is_empty()
                {
                    program.constant_table = ctab::parse(table);
                }
            }
            // Before anything more is kept: memory is bounded whatever the length of the input.
            _ if program.instructions.len() >= limits::INSTRUCTIONS as usize => {
                return Err(ShaderError::Malformed { offset, what: flow::TOO_LONG });
            }
            _ => {
                let previous = program.instructions.last();
                let next = instruction(&mut cursor, version, offset, word, previous)?;
                program.instructions.push(next);
            }
        }
    }
    flow::check(&program.instructions)?;
    declared::check(version, &program.instructions)?;
    Ok(program)
}

/// The vertex inputs that a vertex shader declares, by rising register; empty for pixel shaders.
///
/// Of several declarations of one register the first counts.
#[must_use]
pub fn vertex_inputs(program: &Program) -> Vec<VertexInput> {
    if program.version.stage != Stage::Vertex {
        return Vec::new();
    }
    let declared = program.instructions.iter().filter_map(|instruction| {
        let register = instruction.destination?.register;
        match instruction.payload {
            Payload::Semantic(semantic) if register.file == RegisterFile::Input => {
                Some(VertexInput { semantic, location: u8::try_from(register.number).ok()? })
            }
            _ => None,
        }
    });
    let mut inputs: Vec<VertexInput> = declared.collect();
    inputs.sort_by_key(|input| input.location);
    inputs.dedup_by_key(|input| input.location);
    inputs
}

fn instruction(
    cursor: &mut Cursor<'_>,
    version: Version,
    offset: u32,
    word: InstructionToken,
    previous: Option<&Instruction>,
) -> Result<Instruction, ShaderError> {
    let unknown = ShaderError::UnknownOpcode { offset, opcode: word.opcode() };
    let malformed = |what| ShaderError::Malformed { offset, what };
    if word.0 >> 31 == 1 {
        return Err(malformed("an operand that no instruction takes"));
    }
    let opcode = Opcode::try_from(word.opcode()).map_err(|_| unknown.clone())?;
    let shape = opcode::shape(opcode, version).ok_or(unknown)?;
    let mut result = Instruction {
        offset,
        opcode,
        control: control(opcode, version, word.control()).ok_or_else(|| malformed("an unknown variant"))?,
        coissue: version.major == 1 && word.coissue(),
        predicate: None,
        destination: None,
        sources: SmallVec::new(),
        payload: Payload::None,
    };
    if result.coissue && !previous.is_some_and(|before| is_arithmetic(before, version)) {
        return Err(malformed("a co-issue with nothing to pair with"));
    }
    if word.predicated() && !can_be_predicated(version, shape) {
        return Err(malformed("a predicate where none can be"));
    }
    if version.major == 1 {
        let reader = operands::Reader { version, offset, shape };
        reader.read(cursor, word.predicated(), &mut result)?;
    } else {
        let mut window = cursor.window(word.length())?;
        let reader = operands::Reader { version, offset, shape };
        reader.read(&mut window, word.predicated(), &mut result)?;
        if !window.is_empty() {
            return Err(malformed("too many operands"));
        }
    }
    Ok(result)
}

/// The control field where it means something, else 0; `None` if it has no meaning there.
fn control(opcode: Opcode, version: Version, field: u8) -> Option<u8> {
    match opcode {
        Opcode::Ifc | Opcode::BreakC | Opcode::SetP => (1..=6).contains(&field).then_some(field),
        Opcode::Tex if version.major >= 2 => (field <= 2).then_some(field),
        _ => Some(0),
    }
}

fn is_arithmetic(instruction: &Instruction, version: Version) -> bool {
    let shape = opcode::shape(instruction.opcode, version);
    shape.is_some_and(|shape| matches!(shape.to, Some(Writes::Value | Writes::ValueOrAddress)))
}

fn can_be_predicated(version: Version, shape: Shape) -> bool {
    let has_predicates = limits::registers(version, RegisterFile::Predicate) > 0;
    has_predicates && !matches!(shape.to, None | Some(Writes::Defined | Writes::Declared))
}

#[cfg(test)]
mod tests;
