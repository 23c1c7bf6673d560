//! Texture reads.

use super::Lower;
use super::operand::Lanes as LaneList;
use crate::ShaderError;
use crate::build::Value;
use crate::build::resource::{Level, Sampled};
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, Source};
use crate::interface::Stage;

/// Control field of `texldp`.
const PROJECT: u8 = 1;
/// Control field of `texldb`.
const BIAS: u8 = 2;

impl Lower<'_> {
    /// `texld`, `texldp`, `texldb`, `texldl`, `texldd`: all four lanes, after the sampler's swizzle.
    ///
    /// Predicated reads sample like all others: only the write is selected.
    pub(super) fn texture(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let missing = ShaderError::Malformed { offset: at.offset, what: "a texture read without a sampler" };
        let sampler = at.sources.get(1).ok_or(missing.clone())?;
        let from = *self.samplers.get(&sampler.register.number).ok_or(missing)?;
        let coordinate = self.coordinate(at, from)?;
        let level = self.level(at, from)?;
        let reference = if from.compared { Some(self.reference(at)?) } else { None };
        let texel = self.fetch(usize::from(sampler.register.number), from, coordinate, reference, level);
        Ok(self.b.swizzle(texel, &sampler.swizzle.0))
    }

    /// Samples a register's texture in the way that its key says.
    pub(super) fn fetch(
        &mut self,
        slot: usize,
        from: Sampled,
        coordinate: Value,
        reference: Option<Value>,
        level: Level,
    ) -> Value {
        let key = self.sampler_keys[slot & 15];
        // Samplers of the vertex stage come after those of the fragment stage.
        let place = if self.version.stage == Stage::Vertex { slot + 16 } else { slot };
        self.b.fetch(from, (place, key), coordinate, reference, level)
    }

    /// The third lane of a coordinate, with which a depth is compared.
    fn reference(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let depth = self.source(at, 0, &[2])?;
        if !is_projected(at) {
            return Ok(depth);
        }
        let divisor = self.source(at, 0, &[3])?;
        Ok(self.b.div(depth, divisor))
    }

    /// The coordinate that an instruction samples at.
    pub(super) fn coordinate(&mut self, at: &Instruction, from: Sampled) -> Result<Value, ShaderError> {
        let lanes: LaneList = (0..from.lanes()).collect();
        let coordinate = self.source(at, 0, &lanes)?;
        if !is_projected(at) {
            return Ok(coordinate);
        }
        let divisor = self.source(at, 0, &[3])?;
        Ok(self.b.div(coordinate, divisor))
    }

    fn level(&mut self, at: &Instruction, from: Sampled) -> Result<Level, ShaderError> {
        match at.opcode {
            Opcode::TexLdl => Ok(Level::Exact(self.source(at, 0, &[3])?)),
            Opcode::TexLdd => {
                let lanes: LaneList = (0..from.lanes()).collect();
                Ok(Level::Gradient([self.source(at, 2, &lanes)?, self.source(at, 3, &lanes)?]))
            }
            _ if self.version.stage == Stage::Vertex => Ok(Level::Base),
            _ => {
                let bias = if at.control == BIAS { Some(self.source(at, 0, &[3])?) } else { None };
                Ok(self.implicit_level(at, bias))
            }
        }
    }

    /// The level that neighbouring fragments decide, by gradients from before the branch where these may differ.
    fn implicit_level(&mut self, at: &Instruction, bias: Option<Value>) -> Level {
        if self.divergence == 0 {
            return bias.map_or(Level::Implicit, Level::Biased);
        }
        match (self.hoisted(at), bias) {
            (Some(gradients), Some(bias)) => Level::Gradient(self.b.bias_gradients(gradients, bias)),
            (Some(gradients), None) => Level::Gradient(gradients),
            (None, Some(bias)) => Level::Exact(bias),
            (None, None) => Level::Base,
        }
    }
}

/// Whether the coordinate is divided by its w.
pub(super) fn is_projected(at: &Instruction) -> bool {
    at.opcode == Opcode::Tex && at.control == PROJECT
}

/// Whether a read takes its level from the differences between neighbouring fragments.
pub(super) fn is_implicit(at: &Instruction) -> bool {
    at.opcode == Opcode::Tex
}

/// The first source of an instruction.
pub(super) fn first_source(at: &Instruction) -> Option<&Source> {
    at.sources.first()
}
