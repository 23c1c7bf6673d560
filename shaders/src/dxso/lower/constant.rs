//! Reading constant registers, and register files by computed index.

use naga::BinaryOperator;

use super::{Array, Lower};
use crate::ShaderError;
use crate::build::{Kind, Value};
use crate::dxso::program::{Instruction, Register, RegisterFile, Relative};

use super::model1::is_model1;
use super::registers::Cell;

impl Lower<'_> {
    /// A float constant: a literal if the shader defines it, else a row of the block.
    pub(super) fn constant(&mut self, number: u16) -> Value {
        if let Some(&known) = self.constants.get(&number) {
            return known;
        }
        let value = match (self.facts.literal(number), self.float_block) {
            (Some(lanes), _) => self.b.floats(&lanes),
            (None, Some(block)) if number < self.float_rows => {
                let row = self.b.member(block, number.into());
                let value = self.b.load(row, Kind::Float, 4);
                if is_model1(self.version, false) { self.b.clamp(value, -1.0, 1.0) } else { value }
            }
            _ => {
                let zero = self.b.zero(Kind::Float);
                self.b.splat(zero, 4)
            }
        };
        self.constants.insert(number, value);
        value
    }

    /// Row `number + index` of the float constants; rows that do not exist read zero.
    pub(super) fn relative_constant(&mut self, number: u16, index: Value) -> Value {
        let rows = Array {
            pointer: self.float_block.expect("relative addressing reaches the block"),
            count: self.float_rows,
        };
        self.relative(rows, number, index)
    }

    /// Row `number + index` of `rows`; rows that do not exist read zero.
    pub(super) fn relative(&mut self, rows: Array, number: u16, index: Value) -> Value {
        let (inside, bounded) = self.bounded(rows, number, index);
        let pointer = self.b.element(rows.pointer, bounded);
        let row = self.b.load(pointer, Kind::Float, 4);
        let zero = self.b.zero(Kind::Float);
        self.b.select(inside, row, zero)
    }

    /// Whether `number + index` is within `rows`, and an index that certainly is.
    pub(super) fn bounded(&mut self, rows: Array, number: u16, index: Value) -> (Value, Value) {
        let base = self.b.sint(number.into());
        let sum = self.b.add(index, base);
        let unsigned = self.b.bitcast(sum, Kind::Uint);
        let count = self.b.uint(rows.count.into());
        let inside = self.b.binary(BinaryOperator::Less, unsigned, count);
        let last = self.b.uint(u32::from(rows.count) - 1);
        let bounded = self.b.math2(naga::MathFunction::Min, unsigned, last);
        (inside, bounded)
    }

    /// The value of `a0` or `aL` that a relative operand adds.
    pub(super) fn index(&mut self, at: &Instruction, relative: Relative) -> Result<Value, ShaderError> {
        if relative.register.file == RegisterFile::Loop {
            let offset = at.offset;
            let local = self.loops.last().copied();
            let local = local.ok_or(ShaderError::Malformed { offset, what: "aL outside of a loop" })?;
            return Ok(self.b.load(local, Kind::Sint, 1));
        }
        Ok(self.registers.read(&mut self.b, Cell::Register(relative.register), &[relative.lane]))
    }

    /// Lane `lane` of an integer constant.
    pub(super) fn integer(&mut self, register: Register, lane: u8) -> Value {
        if let Some(bits) = self.facts.definitions.get(&register) {
            return self.b.sint(bits[usize::from(lane)].cast_signed());
        }
        let Some(block) = self.integer_block else { return self.b.sint(0) };
        let number = u32::from(register.number);
        let (member, row) = if number < 16 { (0, number) } else { (3, number - 16) };
        let ints = self.b.member(block, member);
        let row = self.b.member(ints, row);
        let lane = self.b.member(row, lane.into());
        self.b.load(lane, Kind::Sint, 1)
    }

    /// A boolean constant.
    pub(super) fn flag(&mut self, register: Register) -> Value {
        if let Some(bits) = self.facts.definitions.get(&register) {
            return self.b.boolean(bits[0] != 0);
        }
        let Some(block) = self.integer_block else { return self.b.boolean(false) };
        let number = u32::from(register.number);
        let row = if number < 16 {
            self.b.member(block, 1)
        } else {
            let rows = self.b.member(block, 2);
            self.b.member(rows, number / 128)
        };
        let mask = self.b.member(row, number / 32 % 4);
        let mask = self.b.load(mask, Kind::Uint, 1);
        let bit = self.b.uint(1 << (number % 32));
        let bit = self.b.binary(BinaryOperator::And, mask, bit);
        let none = self.b.uint(0);
        self.b.binary(BinaryOperator::NotEqual, bit, none)
    }
}
