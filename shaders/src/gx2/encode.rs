//! Programs to words: control flow first, then ALU clauses from a multiple of 256 bytes on, then texture clauses from a
//! multiple of 128 on, padded with zeros to a multiple of 256.

use super::isa::{Alu, ClauseKind, Fetch, Flow, Form, Group, Operand, Program, Select, Source, Target};

/// Why a program has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The program has no step, or ends in an ALU clause, which cannot end a program.
    #[error("a program cannot end in an ALU clause, or be empty")]
    End,
    /// A clause has no instruction, or more than fit.
    #[error("step {step}: {slots} slots in a clause")]
    Clause {
        /// The index of the step.
        step: usize,
        /// The slots that it would need.
        slots: usize,
    },
    /// A group has no instruction or more than five, or more than four literals.
    #[error("step {step}: a group of {instructions} instructions with {literals} literals")]
    Group {
        /// The index of the step.
        step: usize,
        /// Its instructions.
        instructions: usize,
        /// Its distinct literals.
        literals: usize,
    },
    /// A register, lane or other number is wider than its field, or an instruction of three operands takes a magnitude,
    /// does not write or is modified.
    #[error("step {step}: {what} does not fit")]
    Field {
        /// The index of the step.
        step: usize,
        /// What does not fit.
        what: &'static str,
    },
}

const END_OF_PROGRAM: u32 = 1 << 21;
const BARRIER: u32 = 1 << 31;

/// One clause's words and where its step stands.
struct Clause {
    step: usize,
    words: Vec<u32>,
}

/// Encodes a program.
///
/// # Errors
/// See [`EncodeError`].
pub fn encode(program: &Program) -> Result<Vec<u32>, EncodeError> {
    if program.steps.last().is_none_or(|step| matches!(step.flow, Flow::Alu(..))) {
        return Err(EncodeError::End);
    }
    let mut flow = Vec::new();
    let (mut alu, mut texture) = (Vec::new(), Vec::new());
    for (index, step) in program.steps.iter().enumerate() {
        let (low, mut high) = match &step.flow {
            Flow::Nop => (0, 0),
            Flow::CallFetch => (0, 0x13 << 23),
            Flow::Jump { target, pop } => (*target, 0x0A << 23 | u32::from(*pop & 7)),
            Flow::Else { target, pop } => (*target, 0x0D << 23 | u32::from(*pop & 7)),
            Flow::Pop { target, pop } => (*target, 0x0E << 23 | u32::from(*pop & 7)),
            Flow::Export { target, register, lanes, done } => {
                export(index, *target, *register, *lanes, *done)?
            }
            Flow::Alu(kind, groups) => {
                let words = alu_clause(index, groups)?;
                let slots = words.len() as u32 / 2;
                alu.push(Clause { step: index, words });
                let number = match kind {
                    ClauseKind::Plain => 8,
                    ClauseKind::PushBefore => 9,
                    ClauseKind::PopAfter => 10,
                };
                (0, number << 26 | (slots - 1) << 18)
            }
            Flow::Texture(fetches) => {
                if fetches.is_empty() || fetches.len() > 16 {
                    return Err(EncodeError::Clause { step: index, slots: fetches.len() });
                }
                let words = fetches.iter().flat_map(fetch).collect();
                texture.push(Clause { step: index, words });
                let count = fetches.len() as u32 - 1;
                (0, 0x01 << 23 | (count & 7) << 10 | (count >> 3) << 19)
            }
        };
        if index + 1 == program.steps.len() {
            high |= END_OF_PROGRAM;
        }
        flow.extend([low, high | if step.barrier { BARRIER } else { 0 }]);
    }
    let mut words = flow;
    place(&mut words, alu, 64);
    place(&mut words, texture, 32);
    words.resize(words.len().next_multiple_of(64), 0);
    Ok(words)
}

/// Appends clauses from a multiple of `alignment` words on, and writes their addresses into their steps.
fn place(words: &mut Vec<u32>, clauses: Vec<Clause>, alignment: usize) {
    if clauses.is_empty() {
        return;
    }
    words.resize(words.len().next_multiple_of(alignment), 0);
    for clause in clauses {
        words[clause.step * 2] |= words.len() as u32 / 2;
        words.extend(clause.words);
    }
}

fn export(
    step: usize,
    target: Target,
    register: u8,
    lanes: [Select; 4],
    done: bool,
) -> Result<(u32, u32), EncodeError> {
    let field = |what| EncodeError::Field { step, what };
    let (kind, base) = match target {
        Target::Pixel(index) if index < 8 => (0, index.into()),
        Target::Position(index) if index < 4 => (1, 60 + u32::from(index)),
        Target::Parameter(index) if index < 32 => (2, index.into()),
        _ => return Err(field("an export's target")),
    };
    if register > 127 {
        return Err(field("an export's register"));
    }
    let low = base | kind << 13 | u32::from(register) << 15;
    let number = if done { 0x28 } else { 0x27 };
    let lanes = (0..4).fold(0, |word, lane| word | select(lanes[lane]) << (3 * lane));
    Ok((low, lanes | number << 23))
}

const fn select(select: Select) -> u32 {
    match select {
        Select::X => 0,
        Select::Y => 1,
        Select::Z => 2,
        Select::W => 3,
        Select::Zero => 4,
        Select::One => 5,
        Select::Masked => 7,
    }
}

fn fetch(fetch: &Fetch) -> [u32; 4] {
    let lanes = |lanes: [Select; 4], from: u32| {
        (0..4u32).fold(0, |word, lane| word | select(lanes[lane as usize]) << (from + 3 * lane))
    };
    let number = if fetch.level_zero { 0x13 } else { 0x10 };
    // All coordinates are normalised.
    [
        number | u32::from(fetch.texture) << 8 | u32::from(fetch.source & 0x7F) << 16,
        u32::from(fetch.destination & 0x7F) | lanes(fetch.destination_lanes, 9) | 0xF << 28,
        u32::from(fetch.sampler & 0x1F) << 15 | lanes(fetch.source_lanes, 20),
        0,
    ]
}

fn alu_clause(step: usize, groups: &[Group]) -> Result<Vec<u32>, EncodeError> {
    let mut words = Vec::new();
    for Group(instructions) in groups {
        let mut literals = Vec::new();
        for operand in instructions.iter().flat_map(Alu::used) {
            if let Source::Literal(bits) = operand.source
                && !literals.contains(&bits)
            {
                literals.push(bits);
            }
        }
        if instructions.is_empty() || instructions.len() > 5 || literals.len() > 4 {
            let error =
                EncodeError::Group { step, instructions: instructions.len(), literals: literals.len() };
            return Err(error);
        }
        for (index, instruction) in instructions.iter().enumerate() {
            let [low, high] = alu(step, instruction, &literals)?;
            words.extend([low | u32::from(index + 1 == instructions.len()) << 31, high]);
        }
        literals.resize(literals.len().next_multiple_of(2), 0);
        words.extend(literals);
    }
    match words.len() / 2 {
        slots @ 1..=128 if slots > 0 => Ok(words),
        slots => Err(EncodeError::Clause { step, slots }),
    }
}

/// An operand's selector and lane.
fn operand(step: usize, operand: Operand, literals: &[u32]) -> Result<u32, EncodeError> {
    let (selector, lane) = match operand.source {
        Source::Gpr(register) if register < 128 => (register.into(), operand.lane),
        Source::Constant(register) => (256 + u32::from(register), operand.lane),
        Source::Zero => (248, operand.lane),
        Source::One => (249, operand.lane),
        Source::Half => (252, operand.lane),
        Source::Literal(bits) => {
            (253, literals.iter().position(|&literal| literal == bits).unwrap_or(0) as u8)
        }
        Source::PreviousVector => (254, operand.lane),
        Source::PreviousScalar => (255, operand.lane),
        Source::Gpr(_) => return Err(EncodeError::Field { step, what: "an operand's register" }),
    };
    if lane > 3 {
        return Err(EncodeError::Field { step, what: "an operand's lane" });
    }
    Ok(selector | u32::from(operand.relative) << 9 | u32::from(lane) << 10 | u32::from(operand.negate) << 12)
}

fn alu(step: usize, alu: &Alu, literals: &[u32]) -> Result<[u32; 2], EncodeError> {
    let field = |what| EncodeError::Field { step, what };
    if alu.destination > 127 || alu.lane > 3 || alu.bank_swizzle > 5 || alu.modifier > 3 {
        return Err(field("a destination, cycle or modifier"));
    }
    // Fields of operands that an instruction lacks are zero: a literal named there would be fetched.
    let encoded = |index: usize| match alu.used().get(index) {
        Some(&used) => operand(step, used, literals),
        None => Ok(0),
    };
    let index = alu.index as u32;
    let low = encoded(0)? | encoded(1)? << 13 | index << 26;
    let common = u32::from(alu.bank_swizzle) << 18
        | u32::from(alu.destination) << 21
        | u32::from(alu.lane) << 29
        | u32::from(alu.clamp) << 31;
    let high = match alu.op.code() {
        (Form::Two, number) => {
            let [first, second] = [0, 1].map(|index| u32::from(alu.operands[index].absolute));
            first
                | second << 1
                | u32::from(alu.updates_mask) << 2
                | u32::from(alu.updates_predicate) << 3
                | u32::from(alu.write) << 4
                | u32::from(alu.modifier) << 5
                | number << 7
        }
        (Form::Three, number) => {
            let is_plain = alu.write && alu.modifier == 0 && !alu.updates_mask && !alu.updates_predicate;
            if !is_plain || alu.operands.iter().any(|operand| operand.absolute) {
                return Err(field("an instruction of three operands"));
            }
            encoded(2)? | number << 13
        }
    };
    Ok([low, common | high])
}
