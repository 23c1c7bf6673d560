//! Sources and destinations.

use super::arithmetic::saturate;
use super::link::malformed;
use super::{InterpretError, Machine, Vector};
use crate::dxso::limits;
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, Modifier, RegisterFile, Relative, Source};
use crate::interface::Stage;

impl Machine<'_> {
    /// The value of source `index` of an instruction for thread `thread`.
    pub(super) fn source(
        &mut self,
        at: &Instruction,
        index: usize,
        thread: usize,
    ) -> Result<Vector, InterpretError> {
        self.source_row(at, index, 0, thread)
    }

    /// As [`Machine::source`], of the register `row` places further on.
    pub(super) fn source_row(
        &mut self,
        at: &Instruction,
        index: usize,
        row: u16,
        thread: usize,
    ) -> Result<Vector, InterpretError> {
        let source = *at.sources.get(index).ok_or_else(|| malformed(at, "an operand is missing"))?;
        let value = self.register(at, &source, row, thread)?;
        let value = match source.modifier {
            Modifier::DivideZ => self.divided(value, value[2]),
            Modifier::DivideW => self.divided(value, value[3]),
            _ => value,
        };
        let lanes = source.swizzle.0.map(|lane| value[usize::from(lane & 3)]);
        Ok(lanes.map(|lane| self.modified(lane, source.modifier)))
    }

    /// x, y and z by `divisor`.
    fn divided(&mut self, [x, y, z, w]: Vector, divisor: f32) -> Vector {
        let [x, y, z] = [x, y, z].map(|lane| self.arithmetic.divide(lane, divisor));
        [x, y, z, w]
    }

    fn modified(&mut self, x: f32, modifier: Modifier) -> f32 {
        let arithmetic = &mut self.arithmetic;
        match modifier {
            Modifier::Negate => -x,
            Modifier::Bias => arithmetic.sub(x, 0.5),
            Modifier::BiasNegate => -arithmetic.sub(x, 0.5),
            Modifier::Sign => arithmetic.sub(x * 2.0, 1.0),
            Modifier::SignNegate => -arithmetic.sub(x * 2.0, 1.0),
            Modifier::Complement => arithmetic.sub(1.0, x),
            Modifier::X2 => x * 2.0,
            Modifier::X2Negate => -(x * 2.0),
            Modifier::Abs => x.abs(),
            Modifier::AbsNegate => -x.abs(),
            Modifier::None | Modifier::DivideZ | Modifier::DivideW | Modifier::Not => x,
        }
    }

    /// The unmodified register of a source.
    fn register(
        &self,
        at: &Instruction,
        source: &Source,
        row: u16,
        thread: usize,
    ) -> Result<Vector, InterpretError> {
        let number = i64::from(source.register.number) + i64::from(row);
        let number = number + i64::from(self.index(at, source.relative, thread)?);
        if source.register.file == RegisterFile::Const {
            return Ok(self.constant(number));
        }
        let file = self.threads[thread].file(source.register.file);
        let exists = number < i64::from(limits::registers(self.program.version, source.register.file));
        let value = usize::try_from(number).ok().filter(|_| exists).and_then(|number| file.get(number));
        Ok(value.copied().unwrap_or_default())
    }

    /// What a dynamic index adds.
    fn index(
        &self,
        at: &Instruction,
        relative: Option<Relative>,
        thread: usize,
    ) -> Result<i32, InterpretError> {
        match relative {
            None => Ok(0),
            Some(index) if index.register.file == RegisterFile::Loop => {
                self.loop_index.ok_or_else(|| malformed(at, "aL outside of a loop"))
            }
            Some(index) => Ok(self.threads[thread].address[usize::from(index.lane & 3)]),
        }
    }

    /// The lanes of the predicate that a source names, negated if it says so.
    pub(super) fn predicate(&self, source: &Source, thread: usize) -> [bool; 4] {
        let predicate = self.threads[thread].predicate;
        let negated = source.modifier == Modifier::Not;
        source.swizzle.0.map(|lane| predicate[usize::from(lane & 3)] != negated)
    }

    /// The lanes that an instruction may write, for those whose result has fewer than four.
    fn result_lanes(&self, at: &Instruction) -> u8 {
        match at.opcode {
            // Their destinations are read, or stand for a stage.
            Opcode::TexKill | Opcode::TexDepth | Opcode::TexM3x2Depth => 0,
            Opcode::TexM3x2Pad | Opcode::TexM3x3Pad => 0,
            Opcode::M4x3 | Opcode::M3x3 | Opcode::Crs => 0b0111,
            Opcode::M3x2 | Opcode::SinCos | Opcode::Bem => 0b0011,
            Opcode::Frc if self.program.version.stage == Stage::Vertex && self.model().0 == 1 => 0b0011,
            _ => 0b1111,
        }
    }

    /// Writes the result of an instruction for one thread: shifted, saturated, masked, predicated.
    pub(super) fn write(
        &mut self,
        at: &Instruction,
        value: Vector,
        thread: usize,
    ) -> Result<(), InterpretError> {
        let Some(to) = at.destination else { return Ok(()) };
        let mut mask = to.mask.0 & self.result_lanes(at);
        if let Some(source) = &at.predicate {
            let enabled = self.predicate(source, thread);
            mask &= (0..4).fold(0, |mask, lane| mask | u8::from(enabled[lane]) << lane);
        }
        let factor = f32::from(to.shift.clamp(-3, 3)).exp2();
        let value = value.map(|lane| if to.shift == 0 { lane } else { lane * factor });
        let value = if to.saturate { value.map(saturate) } else { value };
        let number = i64::from(to.register.number) + i64::from(self.index(at, to.relative, thread)?);
        let floors = self.model().0 == 1;
        let limit = limits::registers(self.program.version, to.register.file);
        let thread = &mut self.threads[thread];
        let lanes = (0..4).filter(|lane| mask >> lane & 1 != 0);
        match to.register.file {
            RegisterFile::Address => {
                lanes.for_each(|lane| thread.address[lane] = address(value[lane], floors));
            }
            RegisterFile::Predicate => lanes.for_each(|lane| thread.predicate[lane] = value[lane] != 0.0),
            file => {
                thread.writes_depth |= file == RegisterFile::DepthOut && mask != 0;
                let number = usize::try_from(number).ok().filter(|&number| number < usize::from(limit));
                // What does not exist takes nothing.
                if let Some(register) = number.and_then(|number| thread.file_mut(file).get_mut(number)) {
                    lanes.for_each(|lane| register[lane] = value[lane]);
                }
            }
        }
        Ok(())
    }
}

/// A float as the address register takes it: rounded down in model 1, later to the nearest, ties to even.
#[allow(clippy::cast_possible_truncation, reason = "the conversion is meant to saturate")]
fn address(value: f32, floors: bool) -> i32 {
    if floors { value.floor() as i32 } else { value.round_ties_even() as i32 }
}
