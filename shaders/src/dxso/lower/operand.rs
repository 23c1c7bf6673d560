//! Reading source operands and writing destinations.

use smallvec::SmallVec;

use super::Lower;
use super::registers::{Cell, lanes_of};
use crate::ShaderError;
use crate::build::{Expr, Kind, Value};
use crate::dxso::program::{Destination, Instruction, Modifier, RegisterFile, Source, Swizzle, WriteMask};

/// A few lane numbers.
pub(super) type Lanes = SmallVec<[u8; 4]>;

impl WriteMask {
    /// The lanes written, by rising number.
    pub(super) fn lanes(self) -> Lanes {
        let (mut lanes, mut count) = ([0; 4], 0);
        for lane in lanes_of(self.0) {
            lanes[count] = lane;
            count += 1;
        }
        Lanes::from_buf_and_len(lanes, count)
    }
}

impl Lower<'_> {
    /// The lanes of source `index` that feed the lanes `lanes` of the result, with its modifier.
    pub(super) fn source(
        &mut self,
        at: &Instruction,
        index: usize,
        lanes: &[u8],
    ) -> Result<Value, ShaderError> {
        self.source_row(at, index, 0, lanes)
    }

    /// As [`Lower::source`], of the register `row` places further on.
    pub(super) fn source_row(
        &mut self,
        at: &Instruction,
        index: usize,
        row: u16,
        lanes: &[u8],
    ) -> Result<Value, ShaderError> {
        let missing = ShaderError::Malformed { offset: at.offset, what: "an operand is missing" };
        let mut source = *at.sources.get(index).ok_or(missing)?;
        source.register.number = source.register.number.saturating_add(row);
        let raw = self.raw(at, &source, lanes)?;
        let value = match raw.kind {
            Kind::Float => raw,
            _ => self.b.convert(raw, Kind::Float),
        };
        if matches!(source.modifier, Modifier::DivideZ | Modifier::DivideW) {
            let lane = if source.modifier == Modifier::DivideZ { 2 } else { 3 };
            let whole = Source { swizzle: Swizzle([lane; 4]), ..source };
            let divisor = self.raw(at, &whole, &[0])?;
            return Ok(self.b.quotient(value, divisor));
        }
        Ok(self.modify(value, source.modifier))
    }

    /// The swizzled lanes of a source, unmodified and of the register's own kind.
    pub(super) fn raw(
        &mut self,
        at: &Instruction,
        source: &Source,
        lanes: &[u8],
    ) -> Result<Value, ShaderError> {
        let mut pattern = [0; 4];
        for (from, &lane) in pattern.iter_mut().zip(lanes) {
            *from = source.swizzle.0[usize::from(lane)];
        }
        let pattern = &pattern[..lanes.len().min(4)];
        let register = source.register;
        let full = match (register.file, source.relative) {
            (RegisterFile::Const, None) => self.constant(register.number),
            (RegisterFile::Const, Some(relative)) => {
                let index = self.index(at, relative)?;
                self.relative_constant(register.number, index)
            }
            (_, Some(relative)) => {
                let index = self.index(at, relative)?;
                match self.inputs {
                    Some(rows) => self.relative(rows, register.number, index),
                    None => self.b.zero(Kind::Float),
                }
            }
            _ => return Ok(self.registers.read(&mut self.b, Cell::Register(register), pattern)),
        };
        let full = self.b.splat(full, 4);
        Ok(self.b.swizzle(full, pattern))
    }

    fn modify(&mut self, value: Value, modifier: Modifier) -> Value {
        let b = &mut self.b;
        match modifier {
            Modifier::Negate => b.negate(value),
            Modifier::Abs => b.absolute(value),
            Modifier::AbsNegate => {
                let magnitude = b.absolute(value);
                b.negate(magnitude)
            }
            Modifier::Complement => {
                let one = b.float(1.0);
                b.sub(one, value)
            }
            Modifier::Bias => self.scaled(value, 1.0, -0.5),
            Modifier::BiasNegate => self.scaled(value, -1.0, 0.5),
            Modifier::Sign => self.scaled(value, 2.0, -1.0),
            Modifier::SignNegate => self.scaled(value, -2.0, 1.0),
            Modifier::X2 => self.scaled(value, 2.0, 0.0),
            Modifier::X2Negate => self.scaled(value, -2.0, 0.0),
            Modifier::None | Modifier::Not | Modifier::DivideZ | Modifier::DivideW => value,
        }
    }

    /// `value * factor + term`, in the shortest form.
    fn scaled(&mut self, value: Value, factor: f32, term: f32) -> Value {
        let b = &mut self.b;
        let scaled = match factor {
            1.0 => value,
            -1.0 => b.negate(value),
            _ => {
                let factor = b.float(factor);
                b.mul(value, factor)
            }
        };
        if term == 0.0 {
            return scaled;
        }
        let term = b.float(term);
        b.add(scaled, term)
    }

    /// The lanes that an instruction writes.
    pub(super) fn written_lanes(at: &Instruction) -> Lanes {
        at.destination.map_or_else(Lanes::new, |destination| destination.mask.lanes())
    }

    /// Writes a result, which has one lane or as many as the destination's mask: shifted, saturated, predicated.
    pub(super) fn write(&mut self, at: &Instruction, value: Value) -> Result<(), ShaderError> {
        let Some(destination) = at.destination else { return Ok(()) };
        let value = self.finish_result(&destination, value);
        if let (RegisterFile::Output, Some(_)) = (destination.register.file, self.outputs) {
            return self.write_array(at, &destination, value);
        }
        let cell = Cell::Register(destination.register);
        let value = match at.predicate {
            None => value,
            Some(predicate) => {
                let lanes = destination.mask.lanes();
                let condition = self.predicate(at, &predicate, &lanes)?;
                let old = self.registers.read(&mut self.b, cell, &lanes);
                self.b.select(condition, value, old)
            }
        };
        self.registers.write(&mut self.b, cell, destination.mask.0, value);
        Ok(())
    }

    fn finish_result(&mut self, destination: &Destination, value: Value) -> Value {
        if value.kind != Kind::Float {
            return value;
        }
        let shifted = match destination.shift {
            0 => value,
            shift => {
                let factor = self.b.float(f32::from(shift).exp2());
                self.b.mul(value, factor)
            }
        };
        if destination.saturate { self.b.saturate(shifted) } else { shifted }
    }

    /// Stores to an output array, whose element may be computed; elements that do not exist take nothing.
    fn write_array(
        &mut self,
        at: &Instruction,
        destination: &Destination,
        value: Value,
    ) -> Result<(), ShaderError> {
        let Some(rows) = self.outputs else { return Ok(()) };
        let number = destination.register.number;
        let Some(relative) = destination.relative else {
            if number >= rows.count {
                return Ok(());
            }
            let row = self.b.member(rows.pointer, number.into());
            return self.store_lanes(at, destination, row, value);
        };
        let index = self.index(at, relative)?;
        let (inside, bounded) = self.bounded(rows, number, index);
        let place = self.place();
        self.b.open();
        let row = self.b.element(rows.pointer, bounded);
        self.store_lanes(at, destination, row, value)?;
        let accept = self.b.close();
        self.restore(&place);
        self.b.branch(inside, accept, naga::Block::new());
        Ok(())
    }

    /// Stores the written lanes of a result to the vector that `row` points to.
    fn store_lanes(
        &mut self,
        at: &Instruction,
        destination: &Destination,
        row: Expr,
        value: Value,
    ) -> Result<(), ShaderError> {
        let lanes = destination.mask.lanes();
        let condition = match at.predicate {
            Some(predicate) => Some(self.predicate(at, &predicate, &lanes)?),
            None => None,
        };
        for (&lane, from) in lanes.iter().zip(0..) {
            let pointer = self.b.member(row, lane.into());
            let mut new = self.b.lane(value, if value.lanes == 1 { 0 } else { from });
            if let Some(condition) = condition {
                let old = self.b.load(pointer, Kind::Float, 1);
                let condition = self.b.lane(condition, from);
                new = self.b.select(condition, new, old);
            }
            self.b.store(pointer, new);
        }
        Ok(())
    }

    /// The predicate's booleans for the lanes `lanes`.
    pub(super) fn predicate(
        &mut self,
        at: &Instruction,
        source: &Source,
        lanes: &[u8],
    ) -> Result<Value, ShaderError> {
        let value = self.raw(at, source, lanes)?;
        Ok(if source.modifier == Modifier::Not { self.b.not(value) } else { value })
    }
}
