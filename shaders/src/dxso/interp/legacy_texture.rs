//! Texture instructions of pixel model 1, whose destination's number is that of the stage.

use super::arithmetic::saturate;
use super::link::malformed;
use super::{InterpretError, Level, Machine, Sample, TextureStage, Threads, Vector};
use crate::dxso::opcode::Opcode;
use crate::dxso::program::Instruction;

/// What an instruction wants for one pixel.
enum Want {
    /// This value.
    Value(Vector),
    /// A texel at this coordinate, times this factor.
    Texel(Vector, f32),
}

impl Machine<'_> {
    fn stage(&self, stage: usize) -> TextureStage {
        self.environment.stages.get(stage).copied().unwrap_or_default()
    }

    /// Executes one of them for the threads `active`.
    pub(super) fn legacy_texture(
        &mut self,
        at: &Instruction,
        active: Threads,
        values: &mut [Vector; 4],
    ) -> Result<(), InterpretError> {
        let to = at.destination.ok_or_else(|| malformed(at, "a texture instruction without destination"))?;
        let stage = usize::from(to.register.number & 7);
        let mut coordinates = [[0.0; 4]; 4];
        let mut factors = [None; 4];
        // Those that do not run too: the level of detail needs all four coordinates.
        for thread in 0..self.threads.len() {
            match self.want(at, stage, thread)? {
                Want::Value(value) => values[thread] = value,
                Want::Texel(coordinate, factor) => {
                    coordinates[thread] = coordinate;
                    factors[thread] = Some(factor);
                }
            }
        }
        let (dx, dy) = self.slopes(&coordinates);
        let [sampler, _] = to.register.number.to_le_bytes();
        for thread in self.each(active) {
            let Some(factor) = factors[thread] else { continue };
            let level = Level::Implicit { dx: dx[thread], dy: dy[thread], bias: 0.0 };
            let read = Sample { sampler, kind: None, coordinate: coordinates[thread], level };
            let texel = self.sampler.sample(&read);
            values[thread] = texel;
            if at.opcode == Opcode::TexBemL {
                values[thread] = texel.map(|lane| self.arithmetic.mul(lane, factor));
            }
        }
        Ok(())
    }

    fn want(&mut self, at: &Instruction, stage: usize, thread: usize) -> Result<Want, InterpretError> {
        let own = self.threads[thread].coordinates[stage];
        let [x, y, z, _] = own;
        let texel = |coordinate| Ok(Want::Texel(coordinate, 1.0));
        let value = |value| Ok(Want::Value(value));
        match at.opcode {
            Opcode::TexCoord if self.model() < (1, 4) => {
                return value([saturate(x), saturate(y), saturate(z), 1.0]);
            }
            Opcode::Tex if self.model() < (1, 4) => return texel(self.projected(own, stage)),
            Opcode::TexDepth => return value(self.depth(at, thread)),
            _ => {}
        }
        let source = self.source(at, 0, thread)?;
        let [red, green, blue, alpha] = source;
        match at.opcode {
            Opcode::TexCoord => value(source),
            Opcode::Tex => texel(source),
            Opcode::TexReg2Ar => texel([alpha, red, 0.0, 0.0]),
            Opcode::TexReg2Gb => texel([green, blue, 0.0, 0.0]),
            Opcode::TexReg2Rgb => texel([red, green, blue, 0.0]),
            Opcode::TexBem | Opcode::TexBemL => {
                let place = self.projected(own, stage);
                let moved = self.bumped(stage, place, source);
                let TextureStage { luminance_scale, luminance_offset, .. } = self.stage(stage);
                let factor = self.arithmetic.mad(blue, luminance_scale, luminance_offset);
                Ok(Want::Texel(moved, saturate(factor)))
            }
            _ => {
                let dot = self.arithmetic.dot(&own[..3], &source[..3]);
                self.threads[thread].rows[stage] = dot;
                self.matrix_texture(at, stage, thread, dot)
            }
        }
    }

    /// Instructions on a row of a matrix, of which `dot` is the last product.
    fn matrix_texture(
        &mut self,
        at: &Instruction,
        stage: usize,
        thread: usize,
        dot: f32,
    ) -> Result<Want, InterpretError> {
        let before = |back: usize| {
            let row = stage.checked_sub(back).map(|stage| self.threads[thread].rows[stage]);
            row.unwrap_or_default()
        };
        let texel = |coordinate| Ok(Want::Texel(coordinate, 1.0));
        let value = |value| Ok(Want::Value(value));
        let vector = [before(2), before(1), dot];
        let [u, v, w] = vector;
        match at.opcode {
            // Rows are kept apart; the register itself has no value.
            Opcode::TexM3x2Pad | Opcode::TexM3x3Pad => value(self.threads[thread].textures[stage]),
            Opcode::TexM3x2Tex => texel([v, dot, 0.0, 0.0]),
            Opcode::TexM3x3Tex => texel([u, v, w, 0.0]),
            Opcode::TexM3x3 => value([u, v, w, 1.0]),
            Opcode::TexDp3 => value([dot; 4]),
            Opcode::TexDp3Tex => texel([dot, 0.0, 0.0, 0.0]),
            Opcode::TexM3x2Depth => {
                let depth = self.quotient(v, dot);
                value(self.set_depth(depth, thread))
            }
            Opcode::TexM3x3Spec => {
                let eye = self.source(at, 1, thread)?;
                texel(self.reflected(vector, [eye[0], eye[1], eye[2]]))
            }
            Opcode::TexM3x3VSpec => {
                let last = |back: usize| {
                    let of = stage.checked_sub(back);
                    of.map_or(0.0, |stage| self.threads[thread].coordinates[stage][3])
                };
                let eye = [last(2), last(1), last(0)];
                texel(self.reflected(vector, eye))
            }
            _ => Err(malformed(at, "an instruction that the stage does not have")),
        }
    }

    /// `2 n (n · e) / (n · n) - e`
    fn reflected(&mut self, normal: [f32; 3], eye: [f32; 3]) -> Vector {
        let along = self.arithmetic.dot(&normal, &eye);
        let square = self.arithmetic.dot(&normal, &normal);
        let ratio = self.arithmetic.divide(along * 2.0, square);
        let lane = |machine: &mut Self, i: usize| machine.arithmetic.mad(normal[i], ratio, -eye[i]);
        [lane(self, 0), lane(self, 1), lane(self, 2), 0.0]
    }

    /// A coordinate divided by its w if the stage is projected.
    fn projected(&mut self, coordinate: Vector, stage: usize) -> Vector {
        if !self.stage(stage).projected {
            return coordinate;
        }
        let [x, y, z, w] = coordinate;
        let [x, y, z] = [x, y, z].map(|lane| self.arithmetic.divide(lane, w));
        [x, y, z, w]
    }

    /// `place` moved by x and y of `by` times the bump matrix of a stage.
    fn bumped(&mut self, stage: usize, place: Vector, by: Vector) -> Vector {
        let [m00, m01, m10, m11] = self.stage(stage).bump;
        let mut moved = |place: f32, x: f32, y: f32| {
            let first = self.arithmetic.mad(x, by[0], place);
            self.arithmetic.mad(y, by[1], first)
        };
        [moved(place[0], m00, m10), moved(place[1], m01, m11), place[2], place[3]]
    }

    /// `bem`.
    pub(super) fn bump(&mut self, at: &Instruction, a: Vector, b: Vector) -> Vector {
        let stage = at.destination.map_or(0, |to| usize::from(to.register.number));
        self.bumped(stage, a, b)
    }

    /// `texdepth`.
    fn depth(&mut self, at: &Instruction, thread: usize) -> Vector {
        let number = at.destination.map_or(0, |to| usize::from(to.register.number & 31));
        let [red, green, ..] = self.threads[thread].temporaries[number];
        let depth = self.quotient(red, green);
        self.set_depth(depth, thread)
    }

    /// `a / b`, and 1 for `b = 0`.
    fn quotient(&mut self, a: f32, b: f32) -> f32 {
        if b == 0.0 { 1.0 } else { self.arithmetic.divide(a, b) }
    }

    /// Sets the pixel's depth; what the destination register, which means nothing afterwards, is given.
    fn set_depth(&mut self, depth: f32, thread: usize) -> Vector {
        let state = &mut self.threads[thread];
        state.writes_depth = true;
        state.depth[0] = [depth; 4];
        state.depth[0]
    }
}
