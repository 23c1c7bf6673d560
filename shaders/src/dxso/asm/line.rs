//! One instruction.

use smallvec::SmallVec;

use super::AssembleError;
use super::scan::Scan;
use super::word::Word;
use super::{number, operand, word};
use crate::dxso::opcode::{self, Writes};
use crate::dxso::program::{Destination, Instruction, Payload, Register, RegisterFile, Version};
use crate::varyings::{Semantic, Usage};

/// Reads the instruction on line `number`, which will stand at token `offset`.
pub(super) fn instruction(
    version: Version,
    number: u32,
    text: &str,
    offset: u32,
) -> Result<Instruction, AssembleError> {
    let mut scan = Scan::new(number, text);
    let begun = scan;
    let coissue = scan.take("+");
    if coissue && version.major != 1 {
        return Err(begun.error("instructions run side by side in model 1 only"));
    }
    let predicate = if scan.take("(") {
        let predicate = operand::source(&mut scan, version)?;
        scan.expect(")", "a predicate ends with a parenthesis")?;
        Some(predicate)
    } else {
        None
    };
    scan.space();
    let start = scan;
    let word = word::read(&mut scan)?;
    let lacks = || start.error("an instruction that the shader model does not have");
    let shape = opcode::shape(word.opcode, version).ok_or_else(lacks)?;
    let mut result = Instruction {
        offset,
        opcode: word.opcode,
        control: word.control,
        coissue,
        predicate,
        destination: None,
        sources: SmallVec::new(),
        payload: word.payload,
    };
    let mut first = true;
    if let Some(to) = shape.to {
        result.destination = Some(destination(&mut scan, version, &word)?);
        first = false;
        match (to, result.destination) {
            (Writes::Defined, _) => {
                result.payload = Payload::Definition(number::values(&mut scan, word.opcode)?);
            }
            (Writes::Declared, Some(to)) => result.payload = declared(word.payload, to.register),
            _ => {}
        }
    } else if word.saturate || word.partial_precision || word.centroid || word.shift != 0 {
        return Err(start.error("a suffix for a result that there is not"));
    }
    while result.sources.len() < shape.from.len() {
        if !first && !scan.take(",") {
            break;
        }
        first = false;
        result.sources.push(operand::source(&mut scan, version)?);
    }
    scan.space();
    if !scan.rest.is_empty() {
        return Err(scan.error("more than the instruction takes"));
    }
    let missing = shape.from.len() - result.sources.len();
    if missing != 0 && missing != shape.optional {
        return Err(scan.error("an operand is missing"));
    }
    Ok(result)
}

/// Reads a destination; the first word has said the rest.
fn destination(scan: &mut Scan<'_>, version: Version, word: &Word) -> Result<Destination, AssembleError> {
    let (register, relative, mask) = operand::destination(scan, version)?;
    Ok(Destination {
        register,
        relative,
        mask,
        saturate: word.saturate,
        partial_precision: word.partial_precision,
        centroid: word.centroid,
        shift: word.shift,
    })
}

/// What `dcl` declares where the word does not say it.
fn declared(payload: Payload, register: Register) -> Payload {
    match (payload, register.file) {
        (Payload::None, RegisterFile::Sampler) => Payload::Sampler(None),
        (Payload::None, RegisterFile::Input | RegisterFile::Output) => {
            Payload::Semantic(Semantic::new(Usage::Position, 0))
        }
        (payload, _) => payload,
    }
}
