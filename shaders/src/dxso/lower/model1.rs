//! The texture instructions of pixel shader models 1.0 to 1.4.
//!
//! The number of the destination is that of the stage, `m`: its coordinates come from TEXCOORD`m`, its texture from
//! sampler `m`, its matrix and luminance from the draw block. Up to model 1.3 `t#` holds the coordinates at first and
//! what was sampled afterwards; instructions that compute with coordinates always take the interpolated ones.

use naga::BinaryOperator;

use super::Lower;
use super::operand::Lanes;
use super::registers::Cell;
use crate::ShaderError;
use crate::build::resource::Level;
use crate::build::{Kind, Value};
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, Register, RegisterFile, Version};
use crate::interface::Stage;

/// Stages that a model 1 pixel shader can have.
const STAGES: usize = 8;
const XYZ: [u8; 3] = [0, 1, 2];

/// What the stages of a model 1 pixel shader hold beside registers.
#[derive(Default)]
pub(super) struct Stages {
    /// The interpolated coordinates.
    coordinates: [Option<Value>; STAGES],
    /// Rows of matrix products so far.
    rows: [Option<Value>; STAGES],
}

/// What a texture instruction of model 1 takes from its stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Takes {
    /// The interpolated coordinates.
    pub(super) coordinates: bool,
    /// The texture.
    pub(super) texture: bool,
}

/// Whether `version` is a pixel shader of model 1, or with `old` one before model 1.4.
pub(super) fn is_model1(version: Version, old: bool) -> bool {
    version.stage == Stage::Fragment && version.major == 1 && !(old && version.minor >= 4)
}

/// What a texture instruction takes from its stage; nothing for all other instructions and models.
pub(super) fn takes(version: Version, at: &Instruction) -> Takes {
    let (coordinates, texture) = match at.opcode {
        _ if !is_model1(version, false) => (false, false),
        Opcode::Tex if version.minor >= 4 => (false, true),
        Opcode::TexCoord | Opcode::TexKill => (version.minor < 4, false),
        Opcode::TexM3x2Pad | Opcode::TexM3x3Pad => (true, false),
        Opcode::TexDp3 | Opcode::TexM3x3 | Opcode::TexM3x2Depth => (true, false),
        Opcode::TexReg2Ar | Opcode::TexReg2Gb | Opcode::TexReg2Rgb => (false, true),
        Opcode::Tex | Opcode::TexBem | Opcode::TexBemL | Opcode::TexDp3Tex => (true, true),
        Opcode::TexM3x2Tex | Opcode::TexM3x3Tex | Opcode::TexM3x3Spec | Opcode::TexM3x3VSpec => (true, true),
        _ => (false, false),
    };
    Takes { coordinates, texture }
}

/// Whether an instruction of model 1 is one of [`Lower::stage_result`].
pub(super) const fn is_of_stage(opcode: Opcode) -> bool {
    use Opcode as O;
    matches!(
        opcode,
        O::TexCoord
            | O::Tex
            | O::TexBem
            | O::TexBemL
            | O::TexReg2Ar
            | O::TexReg2Gb
            | O::TexReg2Rgb
            | O::TexM3x2Pad
            | O::TexM3x2Tex
            | O::TexM3x2Depth
            | O::TexM3x3Pad
            | O::TexM3x3
            | O::TexM3x3Tex
            | O::TexM3x3Spec
            | O::TexM3x3VSpec
            | O::TexDp3
            | O::TexDp3Tex
            | O::TexDepth
            | O::Bem
    )
}

/// The stage of an instruction: the number of its destination.
pub(super) fn stage_of(at: &Instruction) -> Option<u16> {
    Some(at.destination?.register.number)
}

impl Lower<'_> {
    /// Keeps the interpolated coordinates, which `t#` loses when it is sampled.
    pub(super) fn keep_coordinates(&mut self) {
        for number in 0..STAGES as u16 {
            let register = Register { file: RegisterFile::Texture, number };
            if self.facts.coordinates.contains(&number) {
                let value = self.registers.read(&mut self.b, Cell::Register(register), &[0, 1, 2, 3]);
                self.stages.coordinates[usize::from(number)] = Some(value);
            }
        }
    }

    /// The value of a texture instruction of model 1; `None` for an instruction that is none, or writes nothing.
    pub(super) fn stage_result(
        &mut self,
        at: &Instruction,
        lanes: &Lanes,
    ) -> Result<Option<Value>, ShaderError> {
        let full = match at.opcode {
            Opcode::TexM3x2Pad | Opcode::TexM3x3Pad => {
                self.row(at)?;
                return Ok(None);
            }
            Opcode::TexM3x2Depth | Opcode::TexDepth => {
                self.depth(at)?;
                return Ok(None);
            }
            _ if lanes.is_empty() => return Ok(None),
            Opcode::TexCoord if self.version.minor >= 4 => return self.source(at, 0, lanes).map(Some),
            Opcode::TexCoord => self.clamped_coordinates(at)?,
            Opcode::Tex => self.sample_stage(at)?,
            Opcode::TexBem | Opcode::TexBemL => self.sample_bumped(at)?,
            Opcode::TexReg2Ar => self.sample_register(at, &[3, 0])?,
            Opcode::TexReg2Gb => self.sample_register(at, &[1, 2])?,
            Opcode::TexReg2Rgb => self.sample_register(at, &XYZ)?,
            Opcode::TexDp3 => self.row(at)?,
            Opcode::TexDp3Tex => {
                let row = self.row(at)?;
                self.sample_at(at, &[row])?
            }
            Opcode::TexM3x2Tex => {
                let rows = [self.row_before(at, 1)?, self.row(at)?];
                self.sample_at(at, &rows)?
            }
            Opcode::TexM3x3 | Opcode::TexM3x3Tex | Opcode::TexM3x3Spec | Opcode::TexM3x3VSpec => {
                self.matrix_stage(at)?
            }
            Opcode::Bem => self.bumped_vector(at)?,
            _ => return Ok(None),
        };
        let full = self.b.splat(full, 4);
        Ok(Some(self.b.swizzle(full, lanes)))
    }

    fn stage(&self, at: &Instruction) -> Result<usize, ShaderError> {
        let stage = stage_of(at).map(usize::from).filter(|stage| *stage < STAGES);
        stage.ok_or(ShaderError::Malformed { offset: at.offset, what: "a stage that does not exist" })
    }

    /// The interpolated coordinates of an instruction's stage.
    pub(super) fn stage_coordinates(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let stage = self.stage(at)?;
        let zero = self.b.floats(&[0.0; 4]);
        Ok(self.stages.coordinates[stage].unwrap_or(zero))
    }

    /// `texcoord` up to model 1.3: within 0–1, w = 1.
    fn clamped_coordinates(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let coordinates = self.stage_coordinates(at)?;
        let plane = self.b.swizzle(coordinates, &XYZ);
        let plane = self.b.saturate(plane);
        let one = self.b.float(1.0);
        let lanes = XYZ.map(|lane| self.b.lane(plane, lane));
        Ok(self.b.compose(&[lanes[0], lanes[1], lanes[2], one]))
    }

    /// The stage's coordinates, divided by their w where the stage is projected.
    fn projected_coordinates(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let coordinates = self.stage_coordinates(at)?;
        let plane = self.b.swizzle(coordinates, &XYZ);
        let stage = self.stage(at)?;
        if !self.sampler_keys[stage].projected {
            return Ok(plane);
        }
        let w = self.b.lane(coordinates, 3);
        Ok(self.b.div(plane, w))
    }

    /// `tex`: at the stage's coordinates, or from model 1.4 on at those of the source.
    fn sample_stage(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let place =
            if self.version.minor >= 4 { self.source(at, 0, &XYZ)? } else { self.projected_coordinates(at)? };
        let lanes = XYZ.map(|lane| self.b.lane(place, lane));
        self.sample_at(at, &lanes)
    }

    /// Samples at the lanes `pattern` of the source; lanes that are missing are zero.
    fn sample_register(&mut self, at: &Instruction, pattern: &[u8]) -> Result<Value, ShaderError> {
        let place = self.source(at, 0, pattern)?;
        let lanes: Vec<Value> = (0..place.lanes).map(|lane| self.b.lane(place, lane)).collect();
        self.sample_at(at, &lanes)
    }

    /// The texture of an instruction's stage at a place; lanes that are missing are zero.
    fn sample_at(&mut self, at: &Instruction, place: &[Value]) -> Result<Value, ShaderError> {
        let stage = self.stage(at)?;
        let missing = ShaderError::Malformed { offset: at.offset, what: "a texture read without a sampler" };
        let from = *self.samplers.get(&(stage as u16)).ok_or(missing)?;
        let zero = self.b.zero(Kind::Float);
        let lanes: Vec<Value> =
            (0..3).map(|lane| place.get(lane).copied().unwrap_or(zero)).take(from.lanes().into()).collect();
        let coordinate = self.b.compose(&lanes);
        let reference = from.compared.then(|| place.get(2).copied().unwrap_or(zero));
        Ok(self.fetch(stage, from, coordinate, reference, Level::Implicit))
    }

    /// `u + m00·x + m10·y`, `v + m01·x + m11·y` with the matrix of the stage.
    fn bump(&mut self, stage: usize, place: [Value; 2], by: Value) -> [Value; 2] {
        let matrix = self.stage_row("bump", stage);
        let [x, y] = [self.b.lane(by, 0), self.b.lane(by, 1)];
        let [m00, m01, m10, m11] = [0, 1, 2, 3].map(|lane| self.b.lane(matrix, lane));
        let mut along = |start: Value, of_x: Value, of_y: Value| {
            let part = self.b.legacy_mad(x, of_x, start);
            self.b.legacy_mad(y, of_y, part)
        };
        [along(place[0], m00, m10), along(place[1], m01, m11)]
    }

    /// Row `stage` of the bump matrices or of the luminances.
    fn stage_row(&mut self, what: &str, stage: usize) -> Value {
        let draw = self.b.draw_block();
        let field = crate::build::resource::draw_member(what);
        let rows = self.b.member(draw, field);
        let row = self.b.member(rows, stage as u32);
        self.b.load(row, Kind::Float, 4)
    }

    /// `texbem`, `texbeml`: the stage's texture, moved by what another stage has sampled.
    fn sample_bumped(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let stage = self.stage(at)?;
        let place = self.projected_coordinates(at)?;
        let by = self.source(at, 0, &XYZ)?;
        let [u, v, w] = XYZ.map(|lane| self.b.lane(place, lane));
        let [u, v] = self.bump(stage, [u, v], by);
        let texel = self.sample_at(at, &[u, v, w])?;
        if at.opcode == Opcode::TexBem {
            return Ok(texel);
        }
        let luminance = self.stage_row("luminance", stage);
        let (scale, offset) = (self.b.lane(luminance, 0), self.b.lane(luminance, 1));
        let blue = self.b.lane(by, 2);
        let factor = self.b.legacy_mad(blue, scale, offset);
        let factor = self.b.saturate(factor);
        let factor = self.b.splat(factor, 4);
        Ok(self.b.legacy_mul(texel, factor))
    }

    /// `bem`: two lanes moved by two others.
    fn bumped_vector(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let stage = self.stage(at)?;
        let from = self.source(at, 0, &XYZ[..2])?;
        let by = self.source(at, 1, &XYZ[..2])?;
        let place = [self.b.lane(from, 0), self.b.lane(from, 1)];
        let [x, y] = self.bump(stage, place, by);
        let zero = self.b.zero(Kind::Float);
        Ok(self.b.compose(&[x, y, zero, zero]))
    }

    /// A row of a matrix product: the stage's coordinates by the source.
    fn row(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let stage = self.stage(at)?;
        let coordinates = self.stage_coordinates(at)?;
        let plane = self.b.swizzle(coordinates, &XYZ);
        let by = self.source(at, 0, &XYZ)?;
        let row = self.b.legacy_dot(plane, by);
        self.stages.rows[stage] = Some(row);
        Ok(row)
    }

    /// The row that the stage `back` places before has left.
    fn row_before(&self, at: &Instruction, back: usize) -> Result<Value, ShaderError> {
        let stage = self.stage(at)?.checked_sub(back);
        let row = stage.and_then(|stage| self.stages.rows[stage]);
        row.ok_or(ShaderError::Malformed { offset: at.offset, what: "a matrix without its first rows" })
    }

    /// The ends of matrices with three rows.
    fn matrix_stage(&mut self, at: &Instruction) -> Result<Value, ShaderError> {
        let rows = [self.row_before(at, 2)?, self.row_before(at, 1)?, self.row(at)?];
        if at.opcode == Opcode::TexM3x3 {
            let one = self.b.float(1.0);
            return Ok(self.b.compose(&[rows[0], rows[1], rows[2], one]));
        }
        if at.opcode == Opcode::TexM3x3Tex {
            return self.sample_at(at, &rows);
        }
        let eye = if at.opcode == Opcode::TexM3x3Spec {
            self.source(at, 1, &XYZ)?
        } else {
            let stage = self.stage(at)?;
            let zero = self.b.floats(&[0.0; 4]);
            let coordinates = [2, 1, 0].map(|back| self.stages.coordinates[stage - back].unwrap_or(zero));
            let lanes = coordinates.map(|coordinate| self.b.lane(coordinate, 3));
            self.b.compose(&lanes)
        };
        let normal = self.b.compose(&rows);
        let reflected = self.reflect(normal, eye);
        let lanes = XYZ.map(|lane| self.b.lane(reflected, lane));
        self.sample_at(at, &lanes)
    }

    /// `2·N·(N·E)/(N·N) − E`
    fn reflect(&mut self, normal: Value, eye: Value) -> Value {
        let along = self.b.legacy_dot(normal, eye);
        let square = self.b.legacy_dot(normal, normal);
        let (two, ratio) = (self.b.float(2.0), self.b.div(along, square));
        let scale = self.b.mul(two, ratio);
        let scale = self.b.splat(scale, 3);
        let moved = self.b.legacy_mul(normal, scale);
        self.b.sub(moved, eye)
    }

    /// `texdepth`, `texm3x2depth`: a quotient within 0–1; 1 where it has none.
    fn depth(&mut self, at: &Instruction) -> Result<(), ShaderError> {
        let (near, far) = if at.opcode == Opcode::TexDepth {
            let Some(destination) = at.destination else { return Ok(()) };
            let cell = Cell::Register(destination.register);
            let read = [0, 1].map(|lane| self.registers.read(&mut self.b, cell, &[lane]));
            (read[0], read[1])
        } else {
            (self.row_before(at, 1)?, self.row(at)?)
        };
        let (zero, one) = (self.b.zero(Kind::Float), self.b.float(1.0));
        let none = self.b.binary(BinaryOperator::Equal, far, zero);
        let quotient = self.b.div(near, far);
        let within = self.b.saturate(quotient);
        let depth = self.b.select(none, one, within);
        let cell = Cell::Register(Register { file: RegisterFile::DepthOut, number: 0 });
        self.registers.write(&mut self.b, cell, 1, depth);
        Ok(())
    }
}
