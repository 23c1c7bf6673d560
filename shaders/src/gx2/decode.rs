//! Words to programs. Written from the tables of bits alone; [`encode`](super::encode()) shares nothing with it.

use super::isa::{
    Alu, ClauseKind, Fetch, Flow, Form, Group, Index, Op, Operand, Program, Select, Source, Step, Target,
};

/// Why words are no program of this module's instructions. Offsets count words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The words end before the program, or a clause lies beyond them.
    #[error("the program ends early at word {offset:#x}")]
    Truncated {
        /// Where a word was looked for.
        offset: usize,
    },
    /// An instruction or a field that this module does not know.
    #[error("unknown {what} {value:#x} at word {offset:#x}")]
    Unknown {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: u32,
        /// Where.
        offset: usize,
    },
    /// The clauses are longer than the words, so some overlap.
    #[error("overlapping clauses at word {offset:#x}")]
    Overlap {
        /// Where the step stands.
        offset: usize,
    },
    /// A group of more than five instructions, or one that its clause cuts off.
    #[error("a group without an end at word {offset:#x}")]
    Group {
        /// Where it begins.
        offset: usize,
    },
}

/// The bits of a word from `high` down to `low`.
const fn bits(word: u32, high: u32, low: u32) -> u32 {
    (word << (31 - high)) >> (31 - high + low)
}

fn word(words: &[u32], offset: usize) -> Result<u32, DecodeError> {
    words.get(offset).copied().ok_or(DecodeError::Truncated { offset })
}

/// Decodes a program up to the step that ends it.
///
/// # Errors
/// See [`DecodeError`].
pub fn decode(words: &[u32]) -> Result<Program, DecodeError> {
    let mut program = Program::default();
    // What is decoded is bounded by the words: clauses do not share any.
    let mut clause_words = 0;
    for offset in (0..).step_by(2) {
        let (low, high) = (word(words, offset)?, word(words, offset + 1)?);
        let is_alu = bits(high, 29, 29) == 1;
        let flow = if is_alu { alu_step(words, low, high, offset)? } else { step(words, low, high, offset)? };
        clause_words += match &flow {
            Flow::Alu(..) => (bits(high, 24, 18) as usize + 1) * 2,
            Flow::Texture(fetches) => fetches.len() * 4,
            _ => 0,
        };
        if clause_words > words.len() {
            return Err(DecodeError::Overlap { offset });
        }
        program.steps.push(Step { flow, barrier: bits(high, 31, 31) == 1 });
        if !is_alu && bits(high, 21, 21) == 1 {
            return Ok(program);
        }
    }
    Err(DecodeError::Truncated { offset: words.len() })
}

fn step(words: &[u32], low: u32, high: u32, offset: usize) -> Result<Flow, DecodeError> {
    let (target, pop) = (low, bits(high, 2, 0) as u8);
    match bits(high, 29, 23) {
        0x00 => Ok(Flow::Nop),
        0x01 => {
            let count = bits(high, 12, 10) + 8 * bits(high, 19, 19) + 1;
            let fetches = (0..count as usize).map(|index| fetch(words, low as usize * 2 + index * 4));
            Ok(Flow::Texture(fetches.collect::<Result<_, _>>()?))
        }
        0x0A => Ok(Flow::Jump { target, pop }),
        0x0D => Ok(Flow::Else { target, pop }),
        0x0E => Ok(Flow::Pop { target, pop }),
        0x13 => Ok(Flow::CallFetch),
        number @ (0x27 | 0x28) => {
            let base = bits(low, 12, 0);
            let target = match (bits(low, 14, 13), base) {
                (0, 0..8) => Target::Pixel(base as u8),
                (1, 60..64) => Target::Position(base as u8 - 60),
                (2, 0..32) => Target::Parameter(base as u8),
                (_, value) => return Err(DecodeError::Unknown { what: "export", value, offset }),
            };
            let mut lanes = [Select::Masked; 4];
            for (lane, index) in lanes.iter_mut().zip(0..) {
                *lane = select(bits(high, 3 * index + 2, 3 * index), offset)?;
            }
            Ok(Flow::Export { target, register: bits(low, 21, 15) as u8, lanes, done: number == 0x28 })
        }
        value => Err(DecodeError::Unknown { what: "control flow instruction", value, offset }),
    }
}

fn select(value: u32, offset: usize) -> Result<Select, DecodeError> {
    const TABLE: [Option<Select>; 8] = [
        Some(Select::X),
        Some(Select::Y),
        Some(Select::Z),
        Some(Select::W),
        Some(Select::Zero),
        Some(Select::One),
        None,
        Some(Select::Masked),
    ];
    TABLE[value as usize & 7].ok_or(DecodeError::Unknown { what: "lane selector", value, offset })
}

fn fetch(words: &[u32], offset: usize) -> Result<Fetch, DecodeError> {
    let [first, second, third] = [0, 1, 2].map(|index| word(words, offset + index));
    let (first, second, third) = (first?, second?, third?);
    let level_zero = match bits(first, 4, 0) {
        0x10 => false,
        0x13 => true,
        value => return Err(DecodeError::Unknown { what: "texture instruction", value, offset }),
    };
    let (mut source_lanes, mut destination_lanes) = ([Select::Masked; 4], [Select::Masked; 4]);
    for lane in 0..4u32 {
        source_lanes[lane as usize] = select(bits(third, 22 + 3 * lane, 20 + 3 * lane), offset)?;
        destination_lanes[lane as usize] = select(bits(second, 11 + 3 * lane, 9 + 3 * lane), offset)?;
    }
    Ok(Fetch {
        level_zero,
        texture: bits(first, 15, 8) as u8,
        sampler: bits(third, 19, 15) as u8,
        source: bits(first, 22, 16) as u8,
        source_lanes,
        destination: bits(second, 6, 0) as u8,
        destination_lanes,
    })
}

fn alu_step(words: &[u32], low: u32, high: u32, offset: usize) -> Result<Flow, DecodeError> {
    let kind = match bits(high, 29, 26) {
        8 => ClauseKind::Plain,
        9 => ClauseKind::PushBefore,
        10 => ClauseKind::PopAfter,
        value => return Err(DecodeError::Unknown { what: "ALU clause", value, offset }),
    };
    if bits(low, 31, 22) != 0 || bits(high, 17, 0) != 0 {
        return Err(DecodeError::Unknown { what: "constant cache", value: bits(low, 31, 22), offset });
    }
    let mut at = bits(low, 21, 0) as usize * 2;
    let end = at + (bits(high, 24, 18) as usize + 1) * 2;
    let mut groups = Vec::new();
    while at < end {
        let (group, next) = group(words, at, end)?;
        groups.push(group);
        at = next;
    }
    Ok(Flow::Alu(kind, groups))
}

/// A group and where it ends, its literals included.
fn group(words: &[u32], start: usize, end: usize) -> Result<(Group, usize), DecodeError> {
    let mut at = start;
    let mut pairs = Vec::new();
    loop {
        let pair = (word(words, at)?, word(words, at + 1)?);
        pairs.push(pair);
        at += 2;
        if bits(pair.0, 31, 31) == 1 {
            break;
        }
        if pairs.len() == 5 || at >= end {
            return Err(DecodeError::Group { offset: start });
        }
    }
    // The highest lane of a literal that any field names, used or not, says how many follow.
    let mut named = 0;
    for &(low, high) in &pairs {
        let mut fields = vec![(bits(low, 8, 0), bits(low, 11, 10)), (bits(low, 21, 13), bits(low, 24, 23))];
        if bits(high, 17, 15) != 0 {
            fields.push((bits(high, 8, 0), bits(high, 11, 10)));
        }
        named =
            fields.into_iter().filter(|field| field.0 == 253).map(|field| field.1 + 1).fold(named, u32::max);
    }
    let literals = named.next_multiple_of(2) as usize;
    if at + literals > end {
        return Err(DecodeError::Group { offset: start });
    }
    let values: Vec<u32> = (0..literals).map(|index| word(words, at + index)).collect::<Result<_, _>>()?;
    let instructions = pairs.iter().zip((start..).step_by(2));
    let instructions = instructions.map(|(&pair, offset)| alu(pair, &values, offset));
    Ok((Group(instructions.collect::<Result<_, _>>()?), at + literals))
}

fn alu((low, high): (u32, u32), literals: &[u32], offset: usize) -> Result<Alu, DecodeError> {
    let is_two = bits(high, 17, 15) == 0;
    let number = if is_two { bits(high, 17, 7) } else { bits(high, 17, 13) };
    let form = if is_two { Form::Two } else { Form::Three };
    let op = Op::ALL.iter().copied().find(|op| op.code() == (form, number));
    let op = op.ok_or(DecodeError::Unknown { what: "ALU instruction", value: number, offset })?;
    let fields = [
        (bits(low, 12, 0), is_two && bits(high, 0, 0) == 1),
        (bits(low, 25, 13), is_two && bits(high, 1, 1) == 1),
        (bits(high, 12, 0), false),
    ];
    let mut operands = [Operand::NONE; 3];
    for (slot, (field, absolute)) in operands.iter_mut().zip(fields).take(op.operands()) {
        *slot = operand(field, absolute, literals, offset)?;
    }
    const INDICES: [Index; 5] = [Index::X, Index::Y, Index::Z, Index::W, Index::Loop];
    let index = bits(low, 28, 26);
    let index = INDICES.get(index as usize).copied();
    Ok(Alu {
        op,
        destination: bits(high, 27, 21) as u8,
        lane: bits(high, 30, 29) as u8,
        write: !is_two || bits(high, 4, 4) == 1,
        clamp: bits(high, 31, 31) == 1,
        operands,
        bank_swizzle: bits(high, 20, 18) as u8,
        modifier: if is_two { bits(high, 6, 5) as u8 } else { 0 },
        index: index.ok_or(DecodeError::Unknown { what: "index mode", value: bits(low, 28, 26), offset })?,
        updates_mask: is_two && bits(high, 2, 2) == 1,
        updates_predicate: is_two && bits(high, 3, 3) == 1,
    })
}

fn operand(field: u32, absolute: bool, literals: &[u32], offset: usize) -> Result<Operand, DecodeError> {
    let lane = bits(field, 11, 10) as u8;
    let (source, lane) = match bits(field, 8, 0) {
        register @ 0..128 => (Source::Gpr(register as u8), lane),
        248 => (Source::Zero, lane),
        249 => (Source::One, lane),
        252 => (Source::Half, lane),
        253 => match literals.get(usize::from(lane)) {
            Some(&bits) => (Source::Literal(bits), 0),
            None => return Err(DecodeError::Truncated { offset }),
        },
        254 => (Source::PreviousVector, lane),
        255 => (Source::PreviousScalar, lane),
        constant @ 256..512 => (Source::Constant((constant - 256) as u8), lane),
        value => return Err(DecodeError::Unknown { what: "operand", value, offset }),
    };
    Ok(Operand { source, lane, negate: bits(field, 12, 12) == 1, absolute, relative: bits(field, 9, 9) == 1 })
}
