//! Words to assembly, in the syntax that [`assemble`](super::asm::assemble) reads.

use std::fmt::{self, Display, Formatter, Write};

use super::decode::decode;
use super::isa::{
    Combination, Comparison, Condition, Descriptor, Form, Instruction, Opcode, Operands, Register, Relative,
};

const LANES: [char; 4] = ['x', 'y', 'z', 'w'];

/// The text of a program, a line a word. Targets are word numbers; words that are no instruction become `.word`.
///
/// Descriptors that are missing count as zero.
pub fn disassemble(code: &[u32], descriptors: &[u32]) -> String {
    let mut text = String::new();
    for &word in code {
        // Writing to a string cannot fail.
        let _ = match decode(word) {
            Ok(instruction) => writeln!(text, "{}", Line { instruction, descriptors }),
            Err(_) => writeln!(text, ".word {word:#010x}"),
        };
    }
    text
}

/// The text of one instruction. Descriptors that are missing count as zero.
pub fn instruction(instruction: &Instruction, descriptors: &[u32]) -> String {
    Line { instruction: *instruction, descriptors }.to_string()
}

struct Line<'a> {
    instruction: Instruction,
    descriptors: &'a [u32],
}

/// A source with what its descriptor says.
struct Source {
    register: Register,
    relative: Relative,
    selector: [u8; 4],
    negate: bool,
}

impl Display for Source {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let sign = if self.negate { "-" } else { "" };
        let index = match self.relative {
            Relative::None => "",
            Relative::AddressX => "[a0.x]",
            Relative::AddressY => "[a0.y]",
            Relative::Loop => "[aL]",
        };
        write!(formatter, "{sign}{}{index}", self.register)?;
        if self.selector != [0, 1, 2, 3] {
            let lanes = self.selector.map(|lane| LANES[usize::from(lane & 3)]);
            write!(formatter, ".{}", String::from_iter(lanes))?;
        }
        Ok(())
    }
}

/// The lanes of a mask behind a dot, or nothing for all of them.
fn mask(descriptor: Descriptor) -> String {
    match descriptor.mask() {
        [true, true, true, true] => String::new(),
        written => {
            let lanes = LANES.into_iter().zip(written).filter(|&(_, written)| written);
            lanes.fold(".".to_owned(), |text, (lane, _)| text + &lane.to_string())
        }
    }
}

/// A comparison in assembly.
pub(super) const fn comparison(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Eq => "eq",
        Comparison::Ne => "ne",
        Comparison::Lt => "lt",
        Comparison::Le => "le",
        Comparison::Gt => "gt",
        Comparison::Ge => "ge",
        Comparison::Always6 => "always6",
        Comparison::Always7 => "always7",
    }
}

impl Display for Condition {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let sign = |reference| if reference { "" } else { "!" };
        let (x, y) = (sign(self.x), sign(self.y));
        match self.combination {
            Combination::Or => write!(formatter, "{x}cmp.x || {y}cmp.y"),
            Combination::And => write!(formatter, "{x}cmp.x && {y}cmp.y"),
            Combination::X => write!(formatter, "{x}cmp.x"),
            Combination::Y => write!(formatter, "{y}cmp.y"),
        }
    }
}

impl Line<'_> {
    fn descriptor(&self, index: u8) -> Descriptor {
        Descriptor(self.descriptors.get(usize::from(index)).copied().unwrap_or(0))
    }

    /// A source by its number, relative if the instruction's wide source is this one and a uniform.
    fn source(&self, descriptor: Descriptor, index: usize, register: Register, relative: Relative) -> Source {
        let wide = match self.instruction.opcode.form() {
            Form::OneInverted | Form::MultiplyAdd => 1,
            Form::MultiplyAddInverted => 2,
            _ => 0,
        };
        let indexed = wide == index && matches!(register, Register::Uniform(_));
        Source {
            register,
            relative: if indexed { relative } else { Relative::None },
            selector: descriptor.selector(index),
            negate: descriptor.negates(index),
        }
    }
}

impl Display for Line<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let opcode = self.instruction.opcode;
        formatter.write_str(opcode.mnemonic())?;
        match self.instruction.operands {
            Operands::None => Ok(()),
            Operands::Arithmetic { descriptor, destination, sources, relative } => {
                let descriptor = self.descriptor(descriptor);
                match opcode {
                    Opcode::Mova => write!(formatter, " a0{}", mask(descriptor))?,
                    _ => write!(formatter, " {destination}{}", mask(descriptor))?,
                }
                sources.into_iter().enumerate().try_for_each(|(index, register)| match register {
                    None => Ok(()),
                    Some(register) => {
                        write!(formatter, ", {}", self.source(descriptor, index, register, relative))
                    }
                })
            }
            Operands::Compare { descriptor, sources, relative, comparisons } => {
                let descriptor = self.descriptor(descriptor);
                let [first, second] =
                    [0, 1].map(|index| self.source(descriptor, index, sources[index], relative));
                let [x, y] = comparisons.map(comparison);
                write!(formatter, " {first}, {x}, {y}, {second}")
            }
            Operands::MultiplyAdd { descriptor, destination, sources, relative } => {
                let descriptor = self.descriptor(descriptor);
                write!(formatter, " {destination}{}", mask(descriptor))?;
                sources.into_iter().enumerate().try_for_each(|(index, register)| {
                    write!(formatter, ", {}", self.source(descriptor, index, register, relative))
                })
            }
            Operands::Conditional { condition, target, count } => match opcode {
                Opcode::Call => write!(formatter, " {target}, {count}"),
                Opcode::Breakc => write!(formatter, " {condition}"),
                Opcode::Jmpc => write!(formatter, " {condition}, {target}"),
                _ => write!(formatter, " {condition}, {target}, {count}"),
            },
            Operands::Boolean { uniform, target, count } if opcode == Opcode::Jmpu => {
                write!(formatter, " {}b{uniform}, {target}", if count & 1 != 0 { "!" } else { "" })
            }
            Operands::Boolean { uniform, target, count } => {
                write!(formatter, " b{uniform}, {target}, {count}")
            }
            Operands::Loop { uniform, target, .. } => write!(formatter, " i{uniform}, {target}"),
            Operands::SetEmit { vertex, primitive, winding } => {
                write!(formatter, " {vertex}")?;
                formatter.write_str(if primitive { ", prim" } else { "" })?;
                formatter.write_str(if winding { ", inv" } else { "" })
            }
        }
    }
}
