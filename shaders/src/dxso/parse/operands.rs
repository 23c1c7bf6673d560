//! Operand tokens, checked against the instruction's shape and the model's registers.

use super::Cursor;
use crate::dxso::limits;
use crate::dxso::opcode::{Opcode, Reads, Shape, Writes};
use crate::dxso::program::{
    Destination, Instruction, Modifier, Payload, Register, RegisterFile, Relative, Source, Version,
};
use crate::dxso::token::ParameterToken;
use crate::error::ShaderError;
use crate::interface::{SamplerKind, Stage};
use crate::varyings::{Semantic, Usage};

/// Reads the operands of one instruction.
pub(super) struct Reader {
    /// The shader's model.
    pub(super) version: Version,
    /// Where the instruction stands.
    pub(super) offset: u32,
    /// What it takes.
    pub(super) shape: Shape,
}

impl Reader {
    /// Reads everything that follows the instruction token into `result`.
    pub(super) fn read(
        &self,
        cursor: &mut Cursor<'_>,
        predicated: bool,
        result: &mut Instruction,
    ) -> Result<(), ShaderError> {
        let declaration = match self.shape.to {
            Some(Writes::Declared) => Some(self.operand(cursor)?),
            _ => None,
        };
        if let Some(to) = self.shape.to {
            result.destination = Some(self.destination(cursor, to, result.opcode)?);
        }
        if let (Some(usage), Some(destination)) = (declaration, result.destination) {
            result.payload = self.declaration(usage.0, destination.register)?;
        }
        if self.shape.to == Some(Writes::Defined) {
            result.payload = definition(cursor, result.opcode)?;
        }
        if predicated {
            result.predicate = Some(self.source(cursor, Reads::Predicate)?);
        }
        let required = self.shape.from.len() - self.shape.optional;
        for (index, &from) in self.shape.from.iter().enumerate() {
            if index == required && cursor.is_empty() {
                break;
            }
            result.sources.push(self.source(cursor, from)?);
        }
        Ok(())
    }

    fn malformed(&self, what: &'static str) -> ShaderError {
        ShaderError::Malformed { offset: self.offset, what }
    }

    fn operand(&self, cursor: &mut Cursor<'_>) -> Result<ParameterToken, ShaderError> {
        let token = ParameterToken(cursor.next()?);
        if token.is_operand() { Ok(token) } else { Err(self.malformed("an operand is missing")) }
    }

    fn register(&self, token: ParameterToken) -> Result<Register, ShaderError> {
        token.register(self.version).ok_or_else(|| self.malformed("an unknown register file"))
    }

    /// Refuses registers that the model does not have.
    fn within_limits(&self, register: Register, rows: u16) -> Result<(), ShaderError> {
        if limits::contains(self.version, register, rows) {
            return Ok(());
        }
        let last = Register { number: register.number.saturating_add(rows - 1), ..register };
        Err(ShaderError::Register { offset: self.offset, register: last.to_string() })
    }

    fn destination(
        &self,
        cursor: &mut Cursor<'_>,
        to: Writes,
        opcode: Opcode,
    ) -> Result<Destination, ShaderError> {
        let token = self.operand(cursor)?;
        let register = self.register(token)?;
        if !self.may_write(to, opcode, register) {
            return Err(self.malformed("a destination of the wrong kind"));
        }
        self.within_limits(register, 1)?;
        let relative = if token.is_relative() {
            if self.version.major < 3 || register.file != RegisterFile::Output || to == Writes::Declared {
                return Err(self.malformed("relative addressing of a destination that has none"));
            }
            Some(self.relative(cursor)?)
        } else {
            None
        };
        let shift = token.shift();
        let shifts = self.version.stage == Stage::Fragment && self.version.major == 1;
        if shift != 0 && !(shifts && (-3..=3).contains(&shift)) {
            return Err(self.malformed("a result shift that the model does not have"));
        }
        Ok(Destination {
            register,
            relative,
            mask: token.mask(),
            saturate: token.saturate(),
            partial_precision: token.partial_precision(),
            centroid: token.centroid(),
            shift,
        })
    }

    fn source(&self, cursor: &mut Cursor<'_>, from: Reads) -> Result<Source, ShaderError> {
        let token = self.operand(cursor)?;
        let register = self.register(token)?;
        if !may_read(from, register.file) {
            return Err(self.malformed("a source of the wrong kind"));
        }
        let rows = if let Reads::Rows(rows) = from { rows } else { 1 };
        self.within_limits(register, rows)?;
        let relative = if token.is_relative() {
            if !self.may_index(register.file) {
                return Err(self.malformed("relative addressing of a source that has none"));
            }
            Some(if self.version.major == 1 { IMPLICIT } else { self.relative(cursor)? })
        } else {
            None
        };
        let modifier = token.modifier().filter(|&modifier| self.may_modify(modifier, from));
        let modifier = modifier.ok_or_else(|| self.malformed("a source modifier that is not allowed"))?;
        Ok(Source { register, relative, swizzle: token.swizzle(), modifier })
    }

    fn relative(&self, cursor: &mut Cursor<'_>) -> Result<Relative, ShaderError> {
        let token = self.operand(cursor)?;
        let register = self.register(token)?;
        if token.is_relative() || !matches!(register.file, RegisterFile::Address | RegisterFile::Loop) {
            return Err(self.malformed("an index that is neither a0 nor aL"));
        }
        self.within_limits(register, 1)?;
        let lane = if register.file == RegisterFile::Loop { 0 } else { token.swizzle().0[0] };
        Ok(Relative { register, lane })
    }

    fn may_write(&self, to: Writes, opcode: Opcode, register: Register) -> bool {
        use RegisterFile as F;
        let file = register.file;
        let pixel = self.version.stage == Stage::Fragment;
        // Texture registers are writable before they became read-only coordinates.
        let textures = pixel && (self.version.major, self.version.minor) < (1, 4);
        match to {
            Writes::Value | Writes::ValueOrAddress => match file {
                F::Temp | F::RasterOut | F::AttributeOut | F::TexcoordOut | F::Output => true,
                F::ColorOut | F::DepthOut => true,
                F::Texture => textures,
                F::Address => to == Writes::ValueOrAddress,
                _ => false,
            },
            Writes::Address => file == F::Address,
            Writes::Predicate => file == F::Predicate,
            Writes::Sampled if textures => file == F::Texture,
            Writes::Sampled => matches!(file, F::Temp | F::ColorOut | F::Output),
            Writes::Read => matches!(file, F::Temp | F::Texture | F::Input),
            Writes::Depth => file == F::Temp && register.number == 5,
            Writes::Defined => match opcode {
                Opcode::DefI => file == F::ConstInt,
                Opcode::DefB => file == F::ConstBool,
                _ => file == F::Const,
            },
            Writes::Declared => matches!(file, F::Input | F::Output | F::Texture | F::Sampler | F::Misc),
        }
    }

    /// Whether a register of `file` can be indexed by `a0` or `aL`.
    fn may_index(&self, file: RegisterFile) -> bool {
        match (self.version.stage, file) {
            (Stage::Vertex, RegisterFile::Const) => true,
            (_, RegisterFile::Input) => self.version.major == 3,
            _ => false,
        }
    }

    fn may_modify(&self, modifier: Modifier, from: Reads) -> bool {
        let truth = matches!(from, Reads::Condition | Reads::Predicate);
        let value = matches!(from, Reads::Value | Reads::Rows(_));
        match modifier {
            Modifier::None => true,
            Modifier::Not => truth,
            Modifier::Negate => value,
            Modifier::Abs | Modifier::AbsNegate => value && self.version.major >= 2,
            _ => value && self.version.major == 1 && self.version.stage == Stage::Fragment,
        }
    }

    fn declaration(&self, usage: u32, register: Register) -> Result<Payload, ShaderError> {
        let pixel = self.version.stage == Stage::Fragment;
        let [index, _] = register.number.to_le_bytes();
        match register.file {
            RegisterFile::Misc => Ok(Payload::None),
            RegisterFile::Sampler => match usage >> 27 & 0xF {
                0 => Ok(Payload::Sampler(None)),
                // One-dimensional textures are two-dimensional ones of height 1.
                1 | 2 => Ok(Payload::Sampler(Some(SamplerKind::D2))),
                3 => Ok(Payload::Sampler(Some(SamplerKind::Cube))),
                4 => Ok(Payload::Sampler(Some(SamplerKind::Volume))),
                _ => Err(self.malformed("an unknown texture kind")),
            },
            RegisterFile::Texture => Ok(Payload::Semantic(Semantic::new(Usage::Texcoord, index))),
            RegisterFile::Input if pixel && self.version.major < 3 => {
                Ok(Payload::Semantic(Semantic::new(Usage::Color, index)))
            }
            _ => {
                let [kind, _, index, _] = usage.to_le_bytes();
                let usage = Usage::try_from(kind & 0xF).map_err(|_| self.malformed("an unknown usage"))?;
                Ok(Payload::Semantic(Semantic::new(usage, index & 0xF)))
            }
        }
    }
}

/// The index of vertex model 1, which has no token of its own.
const IMPLICIT: Relative =
    Relative { register: Register { file: RegisterFile::Address, number: 0 }, lane: 0 };

fn definition(cursor: &mut Cursor<'_>, opcode: Opcode) -> Result<Payload, ShaderError> {
    if opcode == Opcode::DefB {
        return Ok(Payload::Definition([u32::from(cursor.next()? != 0), 0, 0, 0]));
    }
    let mut bits = [0; 4];
    for lane in &mut bits {
        *lane = cursor.next()?;
    }
    Ok(Payload::Definition(bits))
}

fn may_read(from: Reads, file: RegisterFile) -> bool {
    use RegisterFile as F;
    match from {
        Reads::Value | Reads::Rows(_) => {
            matches!(file, F::Temp | F::Input | F::Const | F::Texture | F::Misc)
        }
        Reads::Sampler => file == F::Sampler,
        Reads::Label => file == F::Label,
        Reads::Condition => matches!(file, F::ConstBool | F::Predicate),
        Reads::Predicate => file == F::Predicate,
        Reads::Integer => file == F::ConstInt,
        Reads::Loop => file == F::Loop,
    }
}
