//! What instructions compute.

use super::arithmetic::{compare, max, min, sign};
use super::link::malformed;
use super::{InterpretError, Level, Machine, Sample, Threads, Vector};
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{Instruction, RegisterFile};
use crate::interface::Stage;

/// The largest exponent of `lit`.
const SHINE: f32 = 127.9961;

/// A truth as a float.
fn truth(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

/// A function of each lane of two vectors.
fn both(a: Vector, b: Vector, mut function: impl FnMut(f32, f32) -> f32) -> Vector {
    std::array::from_fn(|lane| function(a[lane], b[lane]))
}

impl Machine<'_> {
    /// The results of an instruction for the threads `active`; nothing is written.
    pub(super) fn evaluate(
        &mut self,
        at: &Instruction,
        active: Threads,
    ) -> Result<[Vector; 4], InterpretError> {
        let mut values = [[0.0; 4]; 4];
        match at.opcode {
            Opcode::Dsx | Opcode::Dsy => {
                let all = self.sources(at, 0)?;
                let (dx, dy) = self.differences(&all);
                values = if at.opcode == Opcode::Dsx { dx } else { dy };
            }
            Opcode::Tex | Opcode::TexLdl | Opcode::TexLdd if self.model().0 >= 2 => {
                self.texture(at, active, &mut values)?;
            }
            Opcode::TexKill => {
                for thread in self.each(active) {
                    self.kill(at, thread);
                }
            }
            _ if self.is_pixel_1() && is_texture(at.opcode) => {
                self.legacy_texture(at, active, &mut values)?;
            }
            _ => {
                for thread in self.each(active) {
                    values[thread] = self.compute(at, thread)?;
                }
            }
        }
        Ok(values)
    }

    /// Source `index` of all threads, even those that do not run: their neighbours need it.
    pub(super) fn sources(&mut self, at: &Instruction, index: usize) -> Result<[Vector; 4], InterpretError> {
        let mut all = [[0.0; 4]; 4];
        for (thread, value) in all.iter_mut().enumerate().take(self.threads.len()) {
            *value = self.source(at, index, thread)?;
        }
        Ok(all)
    }

    /// The differences of a value in each pixel's row, and in its column.
    pub(super) fn differences(&mut self, all: &[Vector; 4]) -> ([Vector; 4], [Vector; 4]) {
        let mut between = |from: usize, to: usize| both(all[to], all[from], |b, a| self.arithmetic.sub(b, a));
        let rows = [between(0, 1), between(2, 3)];
        let columns = [between(0, 2), between(1, 3)];
        ([rows[0], rows[0], rows[1], rows[1]], [columns[0], columns[1], columns[0], columns[1]])
    }

    /// An instruction that needs no other thread.
    fn compute(&mut self, at: &Instruction, thread: usize) -> Result<Vector, InterpretError> {
        let a = self.source(at, 0, thread)?;
        Ok(match at.opcode {
            Opcode::Mov | Opcode::Mova => a,
            Opcode::Abs => a.map(f32::abs),
            Opcode::Sgn => a.map(sign),
            Opcode::Frc => a.map(|lane| self.arithmetic.fraction(lane)),
            Opcode::Rcp => [self.arithmetic.reciprocal(a[0]); 4],
            Opcode::Rsq => [self.arithmetic.reciprocal_root(a[0]); 4],
            Opcode::Exp => [self.arithmetic.exponential(a[0]); 4],
            Opcode::Log | Opcode::LogP => [self.arithmetic.logarithm(a[0]); 4],
            Opcode::ExpP => self.partial_exponential(a),
            Opcode::SinCos => [self.arithmetic.cosine(a[0]), self.arithmetic.sine(a[0]), 0.0, 0.0],
            Opcode::Lit => self.light(a),
            Opcode::Nrm => {
                let square = self.arithmetic.dot(&a[..3], &a[..3]);
                let scale = self.arithmetic.reciprocal_root(square);
                a.map(|lane| self.arithmetic.mul(lane, scale))
            }
            Opcode::M4x4 | Opcode::M4x3 | Opcode::M3x4 | Opcode::M3x3 | Opcode::M3x2 => {
                self.matrix(at, a, thread)?
            }
            _ => {
                let b = self.source(at, 1, thread)?;
                self.compute_of_two(at, a, b, thread)?
            }
        })
    }

    fn compute_of_two(
        &mut self,
        at: &Instruction,
        a: Vector,
        b: Vector,
        thread: usize,
    ) -> Result<Vector, InterpretError> {
        let arithmetic = &mut self.arithmetic;
        Ok(match at.opcode {
            Opcode::Add => both(a, b, |a, b| arithmetic.add(a, b)),
            Opcode::Sub => both(a, b, |a, b| arithmetic.sub(a, b)),
            Opcode::Mul => both(a, b, |a, b| arithmetic.mul(a, b)),
            Opcode::Min => both(a, b, min),
            Opcode::Max => both(a, b, max),
            Opcode::Slt => both(a, b, |a, b| truth(a < b)),
            Opcode::Sge => both(a, b, |a, b| truth(a >= b)),
            Opcode::Dp3 => [arithmetic.dot(&a[..3], &b[..3]); 4],
            Opcode::Dp4 => [arithmetic.dot(&a, &b); 4],
            Opcode::Pow => [arithmetic.power(a[0], b[0]); 4],
            Opcode::Dst => [1.0, arithmetic.mul(a[1], b[1]), a[2], b[3]],
            Opcode::Crs => {
                let mut lane = |i: usize, j: usize| {
                    let [left, right] = [arithmetic.mul(a[i], b[j]), arithmetic.mul(a[j], b[i])];
                    arithmetic.sub(left, right)
                };
                [lane(1, 2), lane(2, 0), lane(0, 1), 0.0]
            }
            Opcode::SetP => {
                let known = compare(at.control, 0.0, 0.0).is_some();
                if !known {
                    return Err(malformed(at, "an unknown comparison"));
                }
                both(a, b, |a, b| truth(compare(at.control, a, b).unwrap_or(false)))
            }
            Opcode::Bem => self.bump(at, a, b),
            _ => {
                let c = self.source(at, 2, thread)?;
                self.compute_of_three(at, a, b, c)?
            }
        })
    }

    fn compute_of_three(
        &mut self,
        at: &Instruction,
        a: Vector,
        b: Vector,
        c: Vector,
    ) -> Result<Vector, InterpretError> {
        let first_models = self.model() < (1, 4);
        let colour = at.destination.is_some_and(|to| to.mask.0 != 0b1000);
        let arithmetic = &mut self.arithmetic;
        let choose = |condition: [bool; 4]| std::array::from_fn(|i| if condition[i] { b[i] } else { c[i] });
        Ok(match at.opcode {
            Opcode::Mad => std::array::from_fn(|i| arithmetic.mad(a[i], b[i], c[i])),
            Opcode::Lrp => std::array::from_fn(|i| {
                let difference = arithmetic.sub(b[i], c[i]);
                arithmetic.mad(a[i], difference, c[i])
            }),
            Opcode::Cmp => choose(a.map(|lane| lane >= 0.0)),
            // A quirk of the hardware of that time.
            Opcode::Cnd if first_models && at.coissue && colour => b,
            Opcode::Cnd => choose(a.map(|lane| lane > 0.5)),
            Opcode::Dp2Add => {
                let dot = arithmetic.dot(&a[..2], &b[..2]);
                [arithmetic.add(dot, c[0]); 4]
            }
            _ => return Err(malformed(at, "an instruction that the stage does not have")),
        })
    }

    /// `expp`: from model 2 on the same as `exp`.
    fn partial_exponential(&mut self, a: Vector) -> Vector {
        if self.model().0 > 1 {
            return [self.arithmetic.exponential(a[0]); 4];
        }
        let w = a[3];
        let whole = self.arithmetic.exponential(w.floor());
        [whole, self.arithmetic.fraction(w), self.arithmetic.exponential(w), 1.0]
    }

    fn light(&mut self, [x, y, _, w]: Vector) -> Vector {
        let lit = x > 0.0;
        let shine = if lit && y > 0.0 { self.arithmetic.power(y, min(max(w, -SHINE), SHINE)) } else { 0.0 };
        [1.0, if lit { x } else { 0.0 }, shine, 1.0]
    }

    /// Products with consecutive registers.
    fn matrix(&mut self, at: &Instruction, a: Vector, thread: usize) -> Result<Vector, InterpretError> {
        let (columns, rows) = match at.opcode {
            Opcode::M4x4 => (4, 4),
            Opcode::M4x3 => (4, 3),
            Opcode::M3x4 => (3, 4),
            Opcode::M3x3 => (3, 3),
            _ => (3, 2),
        };
        let mut result = [0.0; 4];
        for (row, lane) in (0..rows).zip(&mut result) {
            let b = self.source_row(at, 1, row, thread)?;
            *lane = self.arithmetic.dot(&a[..columns], &b[..columns]);
        }
        Ok(result)
    }

    /// `texkill`.
    fn kill(&mut self, at: &Instruction, thread: usize) {
        let Some(to) = at.destination else { return };
        let enabled = at.predicate.as_ref().map_or([true; 4], |source| self.predicate(source, thread));
        let old = self.model().0 == 1;
        let state = &mut self.threads[thread];
        // Before model 1.4 the coordinate counts, whatever was sampled; in model 1 always its first three lanes.
        let file = match to.register.file {
            RegisterFile::Texture => &state.coordinates[..],
            file => state.file(file),
        };
        let value = file.get(usize::from(to.register.number)).copied().unwrap_or_default();
        let mask = if old { 0b0111 } else { to.mask.0 };
        state.killed |= (0..4).any(|lane| mask >> lane & 1 != 0 && enabled[lane] && value[lane] < 0.0);
    }

    /// `texld`, `texldp`, `texldb`, `texldl`, `texldd` from model 2 on.
    fn texture(
        &mut self,
        at: &Instruction,
        active: Threads,
        values: &mut [Vector; 4],
    ) -> Result<(), InterpretError> {
        let source = *at.sources.get(1).ok_or_else(|| malformed(at, "a texture read without a sampler"))?;
        let [sampler, _] = source.register.number.to_le_bytes();
        let kind = self.link.samplers.get(&source.register.number).copied();
        let mut coordinates = self.sources(at, 0)?;
        let ends = coordinates.map(|coordinate| coordinate[3]);
        if at.opcode == Opcode::Tex && at.control == 1 {
            for coordinate in coordinates.iter_mut().take(self.threads.len()) {
                let [x, y, z, w] = *coordinate;
                let [x, y, z] = [x, y, z].map(|lane| self.arithmetic.divide(lane, w));
                *coordinate = [x, y, z, w];
            }
        }
        let (dx, dy) = self.slopes(&coordinates);
        for thread in self.each(active) {
            let level = match at.opcode {
                Opcode::TexLdl => Level::Exact(ends[thread]),
                Opcode::TexLdd => {
                    Level::Gradient { dx: self.source(at, 2, thread)?, dy: self.source(at, 3, thread)? }
                }
                _ if self.program.version.stage == Stage::Vertex => Level::Exact(0.0),
                _ => {
                    let bias = if at.control == 2 { ends[thread] } else { 0.0 };
                    Level::Implicit { dx: dx[thread], dy: dy[thread], bias }
                }
            };
            let read = Sample { sampler, kind, coordinate: coordinates[thread], level };
            let texel = self.sampler.sample(&read);
            values[thread] = source.swizzle.0.map(|lane| texel[usize::from(lane & 3)]);
        }
        Ok(())
    }

    /// The differences of coordinates, which need not be exact.
    pub(super) fn slopes(&mut self, coordinates: &[Vector; 4]) -> ([Vector; 4], [Vector; 4]) {
        let exact = self.arithmetic.exact;
        let slopes = self.differences(coordinates);
        self.arithmetic.exact = exact;
        slopes
    }
}

/// Whether an instruction of pixel model 1 has to do with textures.
fn is_texture(opcode: Opcode) -> bool {
    use Opcode as O;
    matches!(opcode, O::TexCoord | O::Tex | O::TexBem | O::TexBemL | O::TexReg2Ar | O::TexReg2Gb)
        || matches!(opcode, O::TexM3x2Pad | O::TexM3x2Tex | O::TexM3x3Pad | O::TexM3x3Tex | O::TexM3x3Spec)
        || matches!(opcode, O::TexM3x3VSpec | O::TexReg2Rgb | O::TexDp3Tex | O::TexM3x2Depth | O::TexDp3)
        || matches!(opcode, O::TexM3x3 | O::TexDepth)
}
