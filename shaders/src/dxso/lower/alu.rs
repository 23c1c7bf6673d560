//! Arithmetic instructions.

use naga::BinaryOperator;
use smallvec::SmallVec;

use super::Lower;
use super::facts::matrix_rows;
use super::model1::{is_model1, is_of_stage};
use super::operand::Lanes;
use super::registers::Cell;
use crate::ShaderError;
use crate::build::{Kind, Value};
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, RegisterFile};
use crate::interface::Stage;

const XYZ: [u8; 3] = [0, 1, 2];
const XYZW: [u8; 4] = [0, 1, 2, 3];

impl Lower<'_> {
    /// Translates one instruction that is not flow.
    pub(super) fn operation(&mut self, at: &Instruction) -> Result<(), ShaderError> {
        if at.opcode == Opcode::TexKill {
            return self.kill(at);
        }
        match self.outcome(at)? {
            Some(value) => self.write(at, value),
            None => Ok(()),
        }
    }

    /// Instructions that run in parallel: all read before any writes.
    pub(super) fn parallel(&mut self, group: &[&Instruction]) -> Result<(), ShaderError> {
        let mut outcomes = SmallVec::<[_; 2]>::new();
        for at in group {
            outcomes.push(self.outcome(at)?);
        }
        for (at, value) in group.iter().zip(outcomes) {
            if let Some(value) = value {
                self.write(at, value)?;
            }
        }
        Ok(())
    }

    /// What an instruction writes, if it writes anything.
    fn outcome(&mut self, at: &Instruction) -> Result<Option<Value>, ShaderError> {
        let lanes = Self::written_lanes(at);
        if is_model1(self.version, false) && (is_of_stage(at.opcode)) {
            return self.stage_result(at, &lanes);
        }
        if lanes.is_empty() { Ok(None) } else { self.result(at, &lanes).map(Some) }
    }

    /// The value that goes to the lanes `lanes`: one lane if all get the same, else as many as these.
    fn result(&mut self, at: &Instruction, lanes: &Lanes) -> Result<Value, ShaderError> {
        match at.opcode {
            Opcode::Mov | Opcode::Mova => self.assign(at, lanes),
            Opcode::Rcp | Opcode::Rsq | Opcode::Exp | Opcode::Log | Opcode::LogP | Opcode::Pow => {
                self.scalar(at)
            }
            Opcode::ExpP => self.partial_exponential(at, lanes),
            Opcode::Dp3 | Opcode::Dp4 | Opcode::Dp2Add => self.dot(at),
            Opcode::Lit | Opcode::Dst | Opcode::Crs | Opcode::SinCos => {
                let full = self.fixed_lanes(at)?;
                Ok(self.b.swizzle(full, lanes))
            }
            Opcode::M4x4 | Opcode::M4x3 | Opcode::M3x4 | Opcode::M3x3 | Opcode::M3x2 => {
                self.matrix(at, lanes)
            }
            Opcode::Nrm => self.normalize(at, lanes),
            Opcode::SetP => self.compare_sources(at, lanes),
            Opcode::Tex | Opcode::TexLdl | Opcode::TexLdd => {
                let texel = self.texture(at)?;
                Ok(self.b.swizzle(texel, lanes))
            }
            Opcode::Dsx | Opcode::Dsy => self.derivative(at, lanes),
            _ => self.by_lane(at, lanes),
        }
    }

    /// Operations that work on each lane by itself.
    fn by_lane(&mut self, at: &Instruction, lanes: &Lanes) -> Result<Value, ShaderError> {
        let a = self.source(at, 0, lanes)?;
        Ok(match at.opcode {
            Opcode::Abs => self.b.absolute(a),
            Opcode::Frc => self.b.fraction(a),
            Opcode::Sgn => self.sign(a),
            _ => {
                let b = self.source(at, 1, lanes)?;
                match at.opcode {
                    Opcode::Add => self.b.add(a, b),
                    Opcode::Sub => self.b.sub(a, b),
                    Opcode::Mul => self.b.legacy_mul(a, b),
                    Opcode::Min => self.b.legacy_min(a, b),
                    Opcode::Max => self.b.legacy_max(a, b),
                    Opcode::Slt => self.one_where(BinaryOperator::Less, a, b),
                    Opcode::Sge => self.one_where(BinaryOperator::GreaterEqual, a, b),
                    _ => {
                        let c = self.source(at, 2, lanes)?;
                        self.by_lane_of_three(at, [a, b, c])?
                    }
                }
            }
        })
    }

    fn by_lane_of_three(&mut self, at: &Instruction, [a, b, c]: [Value; 3]) -> Result<Value, ShaderError> {
        match at.opcode {
            Opcode::Mad => Ok(self.b.legacy_mad(a, b, c)),
            Opcode::Lrp => {
                let difference = self.b.sub(b, c);
                Ok(self.b.legacy_mad(a, difference, c))
            }
            Opcode::Cmp => {
                let zero = self.b.zero(Kind::Float);
                let condition = self.b.binary(BinaryOperator::GreaterEqual, a, zero);
                Ok(self.b.select(condition, b, c))
            }
            Opcode::Cnd => Ok(self.choose_above_half(at, [a, b, c])),
            _ => {
                let what = at.opcode.mnemonic().to_owned();
                Err(ShaderError::Unsupported { offset: at.offset, what })
            }
        }
    }

    /// `cnd`: above one half or not. Before model 1.4, an instruction that runs beside another and writes colour
    /// always takes the first.
    fn choose_above_half(&mut self, at: &Instruction, [a, b, c]: [Value; 3]) -> Value {
        let alpha = at.destination.is_some_and(|destination| destination.mask.0 & 8 != 0);
        if self.version.minor < 4 && at.coissue && !alpha {
            return b;
        }
        let half = self.b.float(0.5);
        let condition = self.b.binary(BinaryOperator::Greater, a, half);
        self.b.select(condition, b, c)
    }

    fn one_where(&mut self, op: BinaryOperator, a: Value, b: Value) -> Value {
        let condition = self.b.binary(op, a, b);
        let (one, zero) = (self.b.float(1.0), self.b.float(0.0));
        self.b.select(condition, one, zero)
    }

    fn sign(&mut self, a: Value) -> Value {
        let zero = self.b.zero(Kind::Float);
        let (one, minus) = (self.b.float(1.0), self.b.float(-1.0));
        let negative = self.b.binary(BinaryOperator::Less, a, zero);
        let rest = self.b.select(negative, minus, zero);
        let positive = self.b.binary(BinaryOperator::Greater, a, zero);
        self.b.select(positive, one, rest)
    }

    /// `mov` and `mova`: to the address register by rounding, or by `floor` in vertex model 1.
    fn assign(&mut self, at: &Instruction, lanes: &Lanes) -> Result<Value, ShaderError> {
        let value = self.source(at, 0, lanes)?;
        let address = RegisterFile::Address;
        if at.destination.is_none_or(|destination| destination.register.file != address) {
            return Ok(value);
        }
        if self.version.major == 1 {
            let floor = self.b.floor(value);
            return Ok(self.b.convert(floor, Kind::Sint));
        }
        Ok(self.b.round_to_sint(value))
    }

    fn scalar(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let x = self.source(at, 0, &[0])?;
        Ok(match at.opcode {
            Opcode::Rcp => self.b.reciprocal(x),
            Opcode::Rsq => self.b.reciprocal_root(x),
            Opcode::Exp => self.b.exponential(x),
            Opcode::Pow => {
                let y = self.source(at, 1, &[0])?;
                self.b.power(x, y)
            }
            _ => self.b.logarithm(x),
        })
    }

    /// `expp`: from model 2 on the same as `exp`.
    fn partial_exponential(&mut self, at: &Instruction, lanes: &Lanes) -> Result<Value, ShaderError> {
        if self.version.major > 1 {
            let x = self.source(at, 0, &[0])?;
            return Ok(self.b.exponential(x));
        }
        let x = self.source(at, 0, &[3])?;
        let floor = self.b.floor(x);
        let whole = self.b.exponential(floor);
        let fraction = self.b.sub(x, floor);
        let power = self.b.exponential(x);
        let one = self.b.float(1.0);
        let full = self.b.compose(&[whole, fraction, power, one]);
        Ok(self.b.swizzle(full, lanes))
    }

    fn dot(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let lanes: &[u8] = match at.opcode {
            Opcode::Dp2Add => &XYZ[..2],
            Opcode::Dp3 => &XYZ,
            _ => &XYZW,
        };
        let a = self.source(at, 0, lanes)?;
        let b = self.source(at, 1, lanes)?;
        let dot = self.b.legacy_dot(a, b);
        if at.opcode != Opcode::Dp2Add {
            return Ok(dot);
        }
        let c = self.source(at, 2, &[0])?;
        Ok(self.b.add(dot, c))
    }

    /// Products with the rows of a matrix; lanes beyond its rows are zero.
    fn matrix(&mut self, at: &Instruction, lanes: &Lanes) -> Result<Value, ShaderError> {
        let columns: &[u8] = match at.opcode {
            Opcode::M4x4 | Opcode::M4x3 => &XYZW,
            _ => &XYZ,
        };
        let vector = self.source(at, 0, columns)?;
        let mut scalars = Vec::with_capacity(4);
        for &lane in lanes {
            scalars.push(if u16::from(lane) < matrix_rows(at.opcode) {
                let row = self.source_row(at, 1, lane.into(), columns)?;
                self.b.legacy_dot(vector, row)
            } else {
                self.b.zero(Kind::Float)
            });
        }
        Ok(self.b.compose(&scalars))
    }

    /// Operations whose lanes differ: all four lanes of the result.
    fn fixed_lanes(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let (zero, one) = (self.b.float(0.0), self.b.float(1.0));
        match at.opcode {
            Opcode::Lit => self.light(at),
            Opcode::Dst => {
                let a = self.source(at, 0, &[1])?;
                let b = self.source(at, 1, &[1])?;
                let y = self.b.legacy_mul(a, b);
                let z = self.source(at, 0, &[2])?;
                let w = self.source(at, 1, &[3])?;
                Ok(self.b.compose(&[one, y, z, w]))
            }
            Opcode::Crs => {
                let left = [self.source(at, 0, &[1, 2, 0])?, self.source(at, 1, &[2, 0, 1])?];
                let right = [self.source(at, 0, &[2, 0, 1])?, self.source(at, 1, &[1, 2, 0])?];
                let left = self.b.legacy_mul(left[0], left[1]);
                let right = self.b.legacy_mul(right[0], right[1]);
                let cross = self.b.sub(left, right);
                let lanes = XYZ.map(|lane| self.b.lane(cross, lane));
                Ok(self.b.compose(&[lanes[0], lanes[1], lanes[2], zero]))
            }
            _ => {
                let angle = self.source(at, 0, &[0])?;
                let cosine = self.b.math(naga::MathFunction::Cos, angle);
                let sine = self.b.math(naga::MathFunction::Sin, angle);
                Ok(self.b.compose(&[cosine, sine, zero, zero]))
            }
        }
    }

    /// `lit`: (1, max(x, 0), x > 0 and y > 0 ? y ^ w : 0, 1), the power clamped to ±127.9961.
    fn light(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let [x, y, w] = [self.source(at, 0, &[0])?, self.source(at, 0, &[1])?, self.source(at, 0, &[3])?];
        let (zero, one) = (self.b.float(0.0), self.b.float(1.0));
        let lit = self.b.binary(BinaryOperator::Greater, x, zero);
        let diffuse = self.b.select(lit, x, zero);
        let (low, high) = (self.b.float(-127.9961), self.b.float(127.9961));
        let power = self.b.legacy_max(w, low);
        let power = self.b.legacy_min(power, high);
        let shine = self.b.power(y, power);
        let faces = self.b.binary(BinaryOperator::Greater, y, zero);
        let shine = self.b.select(faces, shine, zero);
        let specular = self.b.select(lit, shine, zero);
        Ok(self.b.compose(&[one, diffuse, specular, one]))
    }

    /// Every written lane times the reciprocal length of xyz; the zero vector stays zero.
    fn normalize(&mut self, at: &Instruction, lanes: &Lanes) -> Result<Value, ShaderError> {
        let vector = self.source(at, 0, &XYZ)?;
        let square = self.b.legacy_dot(vector, vector);
        let scale = self.b.reciprocal_root_of_square(square);
        let scaled = self.source(at, 0, lanes)?;
        let scale = self.b.splat(scale, scaled.lanes);
        Ok(self.b.legacy_mul(scaled, scale))
    }

    /// The comparison that an instruction's control field names, of its two sources.
    pub(super) fn compare_sources(&mut self, at: &Instruction, lanes: &[u8]) -> Result<Value, ShaderError> {
        let op = match at.control & 7 {
            1 => BinaryOperator::Greater,
            2 => BinaryOperator::Equal,
            3 => BinaryOperator::GreaterEqual,
            4 => BinaryOperator::Less,
            5 => BinaryOperator::NotEqual,
            6 => BinaryOperator::LessEqual,
            _ => return Err(ShaderError::Malformed { offset: at.offset, what: "unknown comparison" }),
        };
        let a = self.source(at, 0, lanes)?;
        let b = self.source(at, 1, lanes)?;
        Ok(self.b.binary(op, a, b))
    }

    /// `texkill`: notes that a written lane is below zero; the fragment is killed at the end of the shader.
    fn kill(&mut self, at: &Instruction) -> Result<(), ShaderError> {
        let Some(destination) = at.destination else { return Ok(()) };
        if self.version.stage != Stage::Fragment {
            return Ok(());
        }
        let model1 = is_model1(self.version, false);
        let lanes = if model1 { Lanes::from_slice(&XYZ) } else { destination.mask.lanes() };
        if lanes.is_empty() {
            return Ok(());
        }
        let value = if is_model1(self.version, true) {
            let coordinates = self.stage_coordinates(at)?;
            self.b.swizzle(coordinates, &lanes)
        } else {
            self.registers.read(&mut self.b, Cell::Register(destination.register), &lanes)
        };
        let zero = self.b.zero(Kind::Float);
        let mut below = self.b.binary(BinaryOperator::Less, value, zero);
        if let Some(predicate) = at.predicate {
            let enabled = self.predicate(at, &predicate, &lanes)?;
            below = self.b.binary(BinaryOperator::And, below, enabled);
        }
        let mut killed = self.registers.read(&mut self.b, Cell::Killed, &[0]);
        for lane in 0..below.lanes {
            let lane = self.b.lane(below, lane);
            killed = self.b.binary(BinaryOperator::LogicalOr, killed, lane);
        }
        self.registers.write(&mut self.b, Cell::Killed, 1, killed);
        Ok(())
    }
}
