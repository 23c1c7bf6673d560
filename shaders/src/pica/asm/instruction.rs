//! Instructions.

use crate::pica::decode::encode;
use crate::pica::disasm::comparison;
use crate::pica::isa::{
    Comparison, DESCRIPTORS, Descriptor, Destination, Form, Instruction, Opcode, Operands, Register, Relative,
};

use super::operand::{self, Source};
use super::{Assembler, Fixup, Problem};

/// The bits of a descriptor that hold a source's swizzle and sign.
const fn source_bits(source: usize) -> u32 {
    0x1FF << (4 + 9 * source)
}

/// Where a branch goes: as numbers, or by name.
enum Target<'a> {
    Number(u16, u8),
    Name(&'a str),
}

fn target(text: &str, count: Option<&str>) -> Result<Target<'static>, Problem> {
    let value = |text: &str, limit: u32| operand::number(text).filter(|&value| value < limit);
    let fail = || format!("`{text}` is no target");
    let offset = value(text, 1 << 12).ok_or_else(fail)?;
    let count = count.map_or(Some(0), |count| value(count, 256)).ok_or_else(fail)?;
    Ok(Target::Number(offset as u16, count as u8))
}

impl Assembler {
    pub(super) fn instruction(&mut self, mnemonic: &str, rest: &str) -> Result<(), Problem> {
        let parts: Vec<&str> =
            if rest.is_empty() { Vec::new() } else { rest.split(',').map(str::trim).collect() };
        if self.opens_scope(mnemonic, &parts)? {
            return Ok(());
        }
        let opcode = Opcode::ALL.iter().copied().find(|opcode| opcode.mnemonic() == mnemonic);
        let opcode = opcode.ok_or_else(|| format!("`{mnemonic}` is no instruction"))?;
        match opcode.form() {
            Form::Zero if parts.is_empty() => self.put(opcode, Operands::None),
            Form::One | Form::OneInverted | Form::OneUnary => self.arithmetic(opcode, &parts),
            Form::Compare => self.compare(&parts),
            Form::MultiplyAdd | Form::MultiplyAddInverted => self.multiply_add(opcode, &parts),
            Form::Conditional | Form::Boolean | Form::Loop => self.flow(opcode, &parts),
            Form::SetEmit => self.set_emit(&parts),
            Form::Zero => Err(format!("`{mnemonic}` takes no operands")),
        }
    }

    pub(super) fn put(&mut self, opcode: Opcode, operands: Operands) -> Result<(), Problem> {
        let word = encode(&Instruction { opcode, operands, spare: 0 }).map_err(|error| error.to_string())?;
        self.word(word)
    }

    fn arithmetic(&mut self, opcode: Opcode, parts: &[&str]) -> Result<(), Problem> {
        let wanted = if opcode.form() == Form::OneUnary { 2 } else { 3 };
        if parts.len() != wanted {
            return Err(format!("`{}` takes {wanted} operands", opcode.mnemonic()));
        }
        let (destination, mask) = match opcode {
            Opcode::Mova => (Destination::Output(0), Self::address(parts[0])?),
            _ => self.destination(parts[0])?,
        };
        let sources = parts[1..].iter().map(|part| self.source(part)).collect::<Result<Vec<_>, _>>()?;
        let is_uniform = |source: Option<&Source>| {
            source.is_some_and(|source| matches!(source.register, Register::Uniform(_)))
        };
        let opcode = match opcode {
            other if !is_uniform(sources.get(1)) || is_uniform(sources.first()) => other,
            Opcode::Dph => Opcode::Dphi,
            Opcode::Dst => Opcode::Dsti,
            Opcode::Sge => Opcode::Sgei,
            Opcode::Slt => Opcode::Slti,
            other => other,
        };
        let wide = usize::from(opcode.form() == Form::OneInverted);
        let relative = relative(&sources, wide)?;
        let descriptor = self.describe(mask, &sources, true, DESCRIPTORS)?;
        let sources = [Some(sources[0].register), sources.get(1).map(|source| source.register)];
        self.put(opcode, Operands::Arithmetic { descriptor, destination, sources, relative })
    }

    fn compare(&mut self, parts: &[&str]) -> Result<(), Problem> {
        let &[first, x, y, second] = parts else { return Err("`cmp` takes four operands".to_owned()) };
        let test = |text: &str| {
            let all = (0..8).map(Comparison::from_number);
            all.into_iter()
                .find(|&test| comparison(test) == text)
                .ok_or_else(|| format!("`{text}` is no comparison"))
        };
        let comparisons = [test(x)?, test(y)?];
        let sources = [self.source(first)?, self.source(second)?];
        let relative = relative(&sources, 0)?;
        let descriptor = self.describe([true; 4], &sources, false, DESCRIPTORS)?;
        let sources = sources.map(|source| source.register);
        self.put(Opcode::Cmp, Operands::Compare { descriptor, sources, relative, comparisons })
    }

    fn multiply_add(&mut self, opcode: Opcode, parts: &[&str]) -> Result<(), Problem> {
        let &[destination, first, second, third] = parts else {
            return Err("`mad` takes four operands".to_owned());
        };
        let (destination, mask) = self.destination(destination)?;
        let sources = [self.source(first)?, self.source(second)?, self.source(third)?];
        let is_inverted = opcode == Opcode::Madi || matches!(sources[2].register, Register::Uniform(_));
        let (opcode, wide) = if is_inverted { (Opcode::Madi, 2) } else { (Opcode::Mad, 1) };
        let relative = relative(&sources, wide)?;
        // Only the first 32 descriptors can be named.
        let descriptor = self.describe(mask, &sources, true, 32)?;
        let sources = sources.map(|source| source.register);
        self.put(opcode, Operands::MultiplyAdd { descriptor, destination, sources, relative })
    }

    /// A descriptor with these sources, and this mask if it matters.
    fn describe(
        &mut self,
        mask: [bool; 4],
        sources: &[Source],
        masked: bool,
        limit: usize,
    ) -> Result<u8, Problem> {
        let mut fields = [([0, 1, 2, 3], false); 3];
        for (field, source) in fields.iter_mut().zip(sources) {
            *field = (source.selector, source.negate);
        }
        let care =
            (0..sources.len()).fold(if masked { 0xF } else { 0 }, |care, source| care | source_bits(source));
        self.descriptor(Descriptor::new(mask, fields).0, care, limit)
    }

    fn flow(&mut self, opcode: Opcode, parts: &[&str]) -> Result<(), Problem> {
        let fail = || format!("`{}` has other operands", opcode.mnemonic());
        let (head, target) = match (opcode, parts) {
            (Opcode::Breakc, &[condition]) => (condition, Target::Number(0, 0)),
            (Opcode::Call, &[name]) if operand::is_name(name) => ("", Target::Name(name)),
            (Opcode::Call, &[offset, count]) => ("", target(offset, Some(count))?),
            (_, &[head, name]) if operand::is_name(name) => (head, Target::Name(name)),
            (_, &[head, offset]) => (head, target(offset, None)?),
            (_, &[head, offset, count]) => (head, target(offset, Some(count))?),
            _ => return Err(fail()),
        };
        let (offset, mut count) = match target {
            Target::Number(offset, count) => (offset, count),
            Target::Name(name) => {
                let name = name.to_owned();
                let sized = matches!(opcode, Opcode::Call | Opcode::Callc | Opcode::Callu);
                self.fixups.push(Fixup { word: self.code.len(), line: self.line, name, sized });
                (0, 0)
            }
        };
        let operands = match opcode.form() {
            Form::Loop => Operands::Loop { uniform: self.integer(head)?, target: offset, count },
            Form::Boolean => {
                let (head, inverted) = head.strip_prefix('!').map_or((head, false), |head| (head, true));
                if inverted && opcode != Opcode::Jmpu {
                    return Err(fail());
                }
                count |= u8::from(inverted);
                Operands::Boolean { uniform: self.boolean(head)?, target: offset, count }
            }
            _ => {
                let condition = if opcode == Opcode::Call { "!cmp.x || !cmp.y" } else { head };
                Operands::Conditional { condition: operand::condition(condition)?, target: offset, count }
            }
        };
        self.put(opcode, operands)
    }

    fn set_emit(&mut self, parts: &[&str]) -> Result<(), Problem> {
        let vertex = parts.first().and_then(|part| operand::number(part)).filter(|&vertex| vertex < 4);
        let vertex = vertex.ok_or("`setemit` takes a vertex from 0 to 3")? as u8;
        let (mut primitive, mut winding) = (false, false);
        for &part in &parts[1..] {
            match part {
                "prim" | "primitive" => primitive = true,
                "inv" | "invert" => winding = true,
                _ => return Err(format!("`{part}` is no flag of `setemit`")),
            }
        }
        self.put(Opcode::Setemit, Operands::SetEmit { vertex, primitive, winding })
    }
}

/// The address register of the wide source; the others must not have one.
fn relative(sources: &[Source], wide: usize) -> Result<Relative, Problem> {
    let others = sources.iter().enumerate().filter(|&(index, _)| index != wide);
    match others.into_iter().find(|(_, source)| source.relative != Relative::None) {
        Some((index, _)) => Err(format!("source {} cannot be relative", index + 1)),
        None => Ok(sources.get(wide).map_or(Relative::None, |source| source.relative)),
    }
}
