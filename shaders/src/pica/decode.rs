//! Words to instructions and back. Nothing is lost: bits without meaning are kept in [`Instruction::spare`].

use super::error::{DecodeError, EncodeError};
use super::isa::{
    Combination, Comparison, Condition, Destination, Form, Instruction, Opcode, Operands, Register, Relative,
};

/// A field of a word: its lowest bit and its width.
type Field = (u32, u32);

const DESCRIPTOR: Field = (0, 7);
const RELATIVE: Field = (19, 2);
const DESTINATION: Field = (21, 5);
const MAD_DESCRIPTOR: Field = (0, 5);
const MAD_RELATIVE: Field = (22, 2);
const MAD_DESTINATION: Field = (24, 5);
const COUNT: Field = (0, 8);
const TARGET: Field = (10, 12);
const UNIFORM: Field = (22, 4);
const INTEGER: Field = (22, 2);

const fn get(word: u32, (low, width): Field) -> u32 {
    word >> low & ((1 << width) - 1)
}

/// The fields of the sources, in their order.
const fn sources(form: Form) -> [Field; 3] {
    match form {
        Form::OneInverted => [(14, 5), (7, 7), (0, 0)],
        Form::MultiplyAdd => [(17, 5), (10, 7), (5, 5)],
        Form::MultiplyAddInverted => [(17, 5), (12, 5), (5, 7)],
        _ => [(12, 7), (7, 5), (0, 0)],
    }
}

/// The bits of a word that its form gives a meaning.
const fn meaningful(form: Form) -> u32 {
    match form {
        Form::Zero => 0xFC00_0000,
        Form::One | Form::OneInverted | Form::Compare => 0xFFFF_FFFF,
        Form::OneUnary => !0x0000_0F80,
        Form::Conditional | Form::Boolean => !0x0000_0300,
        Form::Loop => !0x0300_0300,
        Form::SetEmit => 0xFFC0_0000,
        Form::MultiplyAdd | Form::MultiplyAddInverted => 0xFFFF_FFFF,
    }
}

/// Decodes one word.
///
/// # Errors
/// [`DecodeError::UnknownOpcode`] for the opcodes that no instruction has.
pub fn decode(word: u32) -> Result<Instruction, DecodeError> {
    let field = (word >> 26) as u8;
    let opcode = Opcode::from_field(field).ok_or(DecodeError::UnknownOpcode { opcode: field, word })?;
    let form = opcode.form();
    let number = |field| get(word, field) as u8;
    let [first, second, third] = sources(form).map(|field| Register::from_number(number(field)));
    let relative = Relative::from_number(number(RELATIVE));
    let arithmetic = |second| Operands::Arithmetic {
        descriptor: number(DESCRIPTOR),
        destination: Destination::from_number(number(DESTINATION)),
        sources: [Some(first), second],
        relative,
    };
    let (target, count) = (get(word, TARGET) as u16, number(COUNT));
    let operands = match form {
        Form::Zero => Operands::None,
        Form::OneUnary => arithmetic(None),
        Form::One | Form::OneInverted => arithmetic(Some(second)),
        Form::Compare => Operands::Compare {
            descriptor: number(DESCRIPTOR),
            sources: [first, second],
            relative,
            comparisons: [(24, 3), (21, 3)].map(|field| Comparison::from_number(number(field))),
        },
        Form::Conditional => Operands::Conditional {
            condition: Condition {
                combination: Combination::from_number(number((22, 2))),
                x: get(word, (25, 1)) != 0,
                y: get(word, (24, 1)) != 0,
            },
            target,
            count,
        },
        Form::Boolean => Operands::Boolean { uniform: number(UNIFORM), target, count },
        Form::Loop => Operands::Loop { uniform: number(INTEGER), target, count },
        Form::SetEmit => Operands::SetEmit {
            vertex: number((24, 2)),
            primitive: get(word, (23, 1)) != 0,
            winding: get(word, (22, 1)) != 0,
        },
        Form::MultiplyAdd | Form::MultiplyAddInverted => Operands::MultiplyAdd {
            descriptor: number(MAD_DESCRIPTOR),
            destination: Destination::from_number(number(MAD_DESTINATION)),
            sources: [first, second, third],
            relative: Relative::from_number(number(MAD_RELATIVE)),
        },
    };
    Ok(Instruction { opcode, operands, spare: word & !meaningful(form) })
}

/// A word in the making.
struct Word {
    opcode: Opcode,
    bits: u32,
}

impl Word {
    fn put(&mut self, name: &'static str, (low, width): Field, value: u32) -> Result<(), EncodeError> {
        if value >> width != 0 {
            return Err(EncodeError::Field { opcode: self.opcode, field: name, value });
        }
        self.bits |= value << low;
        Ok(())
    }

    fn source(&mut self, index: usize, register: Register) -> Result<(), EncodeError> {
        const NAMES: [&str; 3] = ["source 1", "source 2", "source 3"];
        let number = register.number().map_or(u32::MAX, u32::from);
        self.put(NAMES[index], sources(self.opcode.form())[index], number)
    }

    fn destination(&mut self, field: Field, destination: Destination) -> Result<(), EncodeError> {
        self.put("destination", field, destination.number().map_or(u32::MAX, u32::from))
    }

    fn flow(&mut self, target: u16, count: u8) -> Result<(), EncodeError> {
        self.put("target", TARGET, target.into())?;
        self.put("count", COUNT, count.into())
    }
}

/// Encodes one instruction; the inverse of [`decode`].
///
/// # Errors
/// Operands of another form than the opcode's, and values wider than their fields.
pub fn encode(instruction: &Instruction) -> Result<u32, EncodeError> {
    let opcode = instruction.opcode;
    let form = opcode.form();
    let mut word = Word { opcode, bits: u32::from(opcode as u8) << 26 };
    match (form, instruction.operands) {
        (Form::Zero, Operands::None) => {}
        (
            Form::One | Form::OneInverted | Form::OneUnary,
            Operands::Arithmetic { descriptor, destination, sources: [Some(first), second], relative },
        ) if second.is_some() == (form != Form::OneUnary) => {
            word.put("descriptor", DESCRIPTOR, descriptor.into())?;
            word.destination(DESTINATION, destination)?;
            word.source(0, first)?;
            second.map_or(Ok(()), |second| word.source(1, second))?;
            word.put("relative", RELATIVE, relative.number().into())?;
        }
        (Form::Compare, Operands::Compare { descriptor, sources, relative, comparisons }) => {
            word.put("descriptor", DESCRIPTOR, descriptor.into())?;
            word.source(0, sources[0])?;
            word.source(1, sources[1])?;
            word.put("relative", RELATIVE, relative.number().into())?;
            word.put("comparison x", (24, 3), comparisons[0].number().into())?;
            word.put("comparison y", (21, 3), comparisons[1].number().into())?;
        }
        (Form::Conditional, Operands::Conditional { condition, target, count }) => {
            word.flow(target, count)?;
            word.put("combination", (22, 2), condition.combination.number().into())?;
            word.put("reference x", (25, 1), condition.x.into())?;
            word.put("reference y", (24, 1), condition.y.into())?;
        }
        (Form::Boolean, Operands::Boolean { uniform, target, count }) => {
            word.flow(target, count)?;
            word.put("boolean uniform", UNIFORM, uniform.into())?;
        }
        (Form::Loop, Operands::Loop { uniform, target, count }) => {
            word.flow(target, count)?;
            word.put("integer uniform", INTEGER, uniform.into())?;
        }
        (Form::SetEmit, Operands::SetEmit { vertex, primitive, winding }) => {
            word.put("vertex", (24, 2), vertex.into())?;
            word.put("primitive", (23, 1), primitive.into())?;
            word.put("winding", (22, 1), winding.into())?;
        }
        (
            Form::MultiplyAdd | Form::MultiplyAddInverted,
            Operands::MultiplyAdd { descriptor, destination, sources, relative },
        ) => {
            word.put("descriptor", MAD_DESCRIPTOR, descriptor.into())?;
            word.destination(MAD_DESTINATION, destination)?;
            sources.into_iter().enumerate().try_for_each(|(index, source)| word.source(index, source))?;
            word.put("relative", MAD_RELATIVE, relative.number().into())?;
        }
        _ => return Err(EncodeError::Form(opcode)),
    }
    if instruction.spare & meaningful(form) != 0 {
        return Err(EncodeError::Field { opcode, field: "spare bits", value: instruction.spare });
    }
    Ok(word.bits | instruction.spare)
}
