//! Directives.

use crate::pica::Float24;
use crate::pica::isa::Register;
use crate::pica::shbin::{Constant, GeometryMode, Kind, Output, Semantic, Uniform};

use super::operand::{self, Symbol};
use super::{Assembler, Problem};

/// The next free registers.
#[derive(Default)]
pub(super) struct Next {
    float: u8,
    /// Float constants so far, from the last register down.
    constants: u8,
    integer: u8,
    boolean: u8,
    input: u8,
    output: u8,
}

/// `name(a, b, c, d)` as a name and its arguments.
fn call(text: &str) -> Result<(&str, Vec<&str>), Problem> {
    let fail = || format!("`{text}` is no name with values");
    let (name, rest) = text.split_once('(').ok_or_else(fail)?;
    let values = rest.trim_end().strip_suffix(')').ok_or_else(fail)?;
    Ok((name.trim(), values.split(',').map(str::trim).collect()))
}

fn floats(values: &[&str]) -> Result<[Float24; 4], Problem> {
    let mut lanes = [Float24::default(); 4];
    if values.is_empty() || values.len() > 4 {
        return Err("up to four values are needed".to_owned());
    }
    for (index, lane) in lanes.iter_mut().enumerate() {
        let text = values[index.min(values.len() - 1)];
        let value: f32 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
        *lane = if value.is_nan() {
            Float24::from_parts(false, 0x7F, 0x8000)
        } else {
            Float24::from_f32_truncated(value)
        };
    }
    Ok(lanes)
}

fn bytes(values: &[&str]) -> Result<[u8; 4], Problem> {
    let parsed: Option<Vec<u8>> = values.iter().map(|text| operand::number(text)?.try_into().ok()).collect();
    match parsed.as_deref() {
        Some(&[x, y, z, w]) => Ok([x, y, z, w]),
        Some(&[x, y, z]) => Ok([x, y, z, 0]),
        _ => Err("three or four bytes are needed".to_owned()),
    }
}

impl Assembler {
    pub(super) fn directive(&mut self, name: &str, rest: &str) -> Result<(), Problem> {
        match name {
            "proc" => self.procedure(rest),
            "else" => self.otherwise(),
            "end" => self.end(),
            "word" => self.word(operand::number(rest).ok_or_else(|| format!("`{rest}` is no word"))?),
            "entry" => {
                self.entry = Some((self.line, rest.to_owned()));
                Ok(())
            }
            "fvec" | "ivec" | "bool" => rest.split(',').try_for_each(|part| self.uniform(name, part.trim())),
            "constf" | "consti" => self.named_constant(name, rest),
            "setf" | "seti" | "setb" => self.set(name, rest),
            "alias" => {
                let (name, target) =
                    rest.split_once(char::is_whitespace).ok_or("`.alias` takes two names")?;
                let source = self.source(target)?;
                let symbol =
                    Symbol::Source { register: source.register, count: 1, selector: source.selector };
                self.define(name, symbol)
            }
            "in" => self.input(rest),
            "out" => self.output(rest),
            "gsh" => self.geometry(rest),
            "vsh" | "nodvle" => Ok(()),
            _ => Err(format!("`.{name}` is not known")),
        }
    }

    fn define(&mut self, name: &str, symbol: Symbol) -> Result<(), Problem> {
        if !operand::is_name(name) {
            return Err(format!("`{name}` is no name"));
        }
        match self.symbols.insert(name.to_owned(), symbol) {
            Some(_) => Err(format!("`{name}` is defined twice")),
            None => Ok(()),
        }
    }

    /// Names `name[count]` of a kind of uniform.
    fn uniform(&mut self, kind: &str, text: &str) -> Result<(), Problem> {
        let (name, count) = match text.split_once('[') {
            Some((name, rest)) => {
                let count = rest
                    .strip_suffix(']')
                    .and_then(operand::number)
                    .filter(|&count| (1..=96).contains(&count));
                (name.trim(), count.ok_or_else(|| format!("`{text}` is no array"))? as u8)
            }
            None => (text, 1),
        };
        let (next, limit, base) = match kind {
            "fvec" => (&mut self.next.float, 96 - self.next.constants, 0x10),
            "ivec" => (&mut self.next.integer, 4, 0x70),
            _ => (&mut self.next.boolean, 16, 0x78),
        };
        let first = *next;
        if count > limit - first {
            return Err(format!("no uniform is left for `{name}`"));
        }
        *next += count;
        let symbol = match kind {
            "fvec" => Symbol::Source { register: Register::Uniform(first), count, selector: [0, 1, 2, 3] },
            "ivec" => Symbol::Integer(first),
            _ => Symbol::Boolean(first),
        };
        let first = base + u16::from(first);
        let last = first + u16::from(count) - 1;
        self.executable.uniforms.push(Uniform { name: name.to_owned(), first, last });
        self.define(name, symbol)
    }

    fn named_constant(&mut self, kind: &str, text: &str) -> Result<(), Problem> {
        let (name, values) = call(text)?;
        if kind == "constf" {
            if self.next.float + self.next.constants >= 96 {
                return Err(format!("no uniform is left for `{name}`"));
            }
            self.next.constants += 1;
            let index = 96 - self.next.constants;
            self.executable.constants.push(Constant::Float(index.into(), floats(&values)?));
            let symbol =
                Symbol::Source { register: Register::Uniform(index), count: 1, selector: [0, 1, 2, 3] };
            return self.define(name, symbol);
        }
        let index = self.next.integer;
        if index >= 4 {
            return Err(format!("no uniform is left for `{name}`"));
        }
        self.next.integer += 1;
        self.executable.constants.push(Constant::Integer(index.into(), bytes(&values)?));
        self.define(name, Symbol::Integer(index))
    }

    fn set(&mut self, kind: &str, text: &str) -> Result<(), Problem> {
        let constant = match kind {
            "setb" => {
                let (register, value) =
                    text.split_once(char::is_whitespace).ok_or("`.setb` takes two operands")?;
                let value = match value.trim() {
                    "true" | "1" | "on" => true,
                    "false" | "0" | "off" => false,
                    other => return Err(format!("`{other}` is no boolean")),
                };
                Constant::Boolean(self.boolean(register)?.into(), value)
            }
            "seti" => {
                let (register, values) = call(text)?;
                Constant::Integer(self.integer(register)?.into(), bytes(&values)?)
            }
            _ => {
                let (register, values) = call(text)?;
                let Register::Uniform(index) = self.source(register)?.register else {
                    return Err(format!("`{register}` is no uniform"));
                };
                Constant::Float(index.into(), floats(&values)?)
            }
        };
        self.executable.constants.push(constant);
        Ok(())
    }

    fn input(&mut self, text: &str) -> Result<(), Problem> {
        let mut parts = text.split_whitespace();
        let name = parts.next().ok_or("`.in` takes a name")?;
        let register = match parts.next() {
            Some(register) => self.source(register)?.register,
            None => Register::Input(self.next.input),
        };
        let Register::Input(index @ 0..16) = register else { return Err("no input is left".to_owned()) };
        self.next.input = index + 1;
        self.executable.inputs |= 1 << index;
        let first = u16::from(index);
        self.executable.uniforms.push(Uniform { name: name.to_owned(), first, last: first });
        self.define(name, Symbol::Source { register, count: 1, selector: [0, 1, 2, 3] })
    }

    fn output(&mut self, text: &str) -> Result<(), Problem> {
        let mut parts = text.split_whitespace();
        let (Some(name), Some(property)) = (parts.next(), parts.next()) else {
            return Err("`.out` takes a name and a semantic".to_owned());
        };
        let (property, lanes) = property.split_once('.').unwrap_or((property, "xyzw"));
        let semantic = match Semantic::NAMES.iter().find(|(_, known)| *known == property) {
            Some(&(number, _)) => Some(Semantic(number)),
            None if property == "dummy" => None,
            None => return Err(format!("`{property}` is no semantic")),
        };
        let register = match parts.next() {
            Some(register) => match self.destination(register)?.0 {
                crate::pica::isa::Destination::Output(index) => index,
                _ => return Err(format!("`{register}` is no output")),
            },
            None => self.next.output,
        };
        if register >= 16 {
            return Err("no output is left".to_owned());
        }
        self.next.output = register + 1;
        self.executable.outputs |= 1 << register;
        if let Some(semantic) = semantic {
            let lanes = lanes.chars().try_fold(0, |mask, lane| {
                Ok::<u16, Problem>(mask | 1 << operand::selector(&lane.to_string())?[0])
            })?;
            self.executable.output_map.push(Output { semantic, register: register.into(), lanes });
        }
        if name == "-" { Ok(()) } else { self.define(name, Symbol::Output(register)) }
    }

    fn geometry(&mut self, text: &str) -> Result<(), Problem> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let byte = |text: &str| operand::number(text).and_then(|value| u8::try_from(value).ok());
        let mode = match parts.as_slice() {
            [] | ["point"] => Some(GeometryMode::Point),
            ["variable", full] => byte(full).map(|full| GeometryMode::Variable { full }),
            ["fixed", first, vertices] => match (self.source(first)?.register, byte(vertices)) {
                (Register::Uniform(first), Some(vertices)) => Some(GeometryMode::Fixed { first, vertices }),
                _ => None,
            },
            _ => None,
        };
        self.executable.kind = Kind::Geometry(mode.ok_or_else(|| format!("`.gsh {text}` is no mode"))?);
        Ok(())
    }
}
