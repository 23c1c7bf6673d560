//! The fixed fragment stage.
//!
//! ```text
//! texture stages -> alpha test -> second colour -> fog -> sRGB
//! ```

mod block;
mod combine;
mod key;
mod stage;

use combine::{Register, Sources};
use naga::{BinaryOperator, MathFunction};
use smallvec::SmallVec;

use crate::ShaderError;
use crate::build::resource::{Level, draw_member};
use crate::build::stage::{plain_binding, source_binding};
use crate::build::{Builder, Kind, Value};
use crate::dxso::{Compare, Fog, FogDepth, Options, Reading};
use crate::interface::{SamplerUse, ShaderInterface, Stage as ShaderStage, Translated};
use crate::varyings::{LOCATIONS, Semantic, Usage, Varying, Varyings};

pub use block::FragmentBlock;
pub use key::{FragmentKey, STAGES};
pub use stage::{Argument, ArgumentSource, Combine, Operation, Stage, StageWords};

/// Makes the fragment stage for a key, which need not be folded.
///
/// # Errors
/// [`ShaderError::Invalid`] for a defect of this crate.
pub fn fragment(key: &FragmentKey) -> Result<Translated, ShaderError> {
    fragment_with(key, Options::default())
}

/// As [`fragment`], with options.
///
/// # Errors
/// Those of [`fragment`].
pub fn fragment_with(key: &FragmentKey, options: Options) -> Result<Translated, ShaderError> {
    let mut stage = PixelStage {
        b: Builder::with(options),
        key: key.folded(),
        interface: ShaderInterface::new(ShaderStage::Fragment),
        varyings: SmallVec::new(),
        inputs: [None; LOCATIONS],
        keyed: None,
    };
    let result = stage.run();
    let result = stage.end(result);
    let varyings = Varyings::place(&stage.varyings, false)
        .and_then(|placed| placed.with_clip_planes(stage.key.clip_planes))
        .map_err(ShaderError::TooManyVaryings)?;
    if let Some(clipped) = stage.b.is_clipped(&varyings) {
        stage.b.kill_if(clipped);
    }
    stage.interface.varyings = varyings;
    stage.interface.color_outputs = 1;
    if stage.key.dual_source {
        let second = stage.b.floats(&[0.0; 4]);
        stage.b.output("color0", source_binding(0), result);
        stage.b.output("color1", source_binding(1), second);
    } else {
        stage.b.output("color0", plain_binding(0), result);
    }
    stage.b.finish(stage.interface)
}

/// A fragment stage under construction.
struct PixelStage {
    b: Builder,
    key: FragmentKey,
    interface: ShaderInterface,
    /// The varyings that are read.
    varyings: SmallVec<[Varying; LOCATIONS]>,
    /// Their values, by location.
    inputs: [Option<Value>; LOCATIONS],
    /// Whether a texel was the key of its stage.
    keyed: Option<Value>,
}

/// What a stage leaves for the coordinates and the texel of the next.
#[derive(Clone, Copy)]
struct Bump {
    shift: [Value; 2],
    luminance: Option<Value>,
}

/// The results of stages, as far as there are any: CURRENT starts as the diffuse colour, TEMP as 0.
#[derive(Clone, Copy, Default)]
struct Results {
    current: Option<Register>,
    temp: Option<Register>,
}

impl PixelStage {
    /// The varying of a usage with a fixed location.
    fn input(&mut self, usage: Usage, index: u8) -> Value {
        let semantic = Semantic::new(usage, index);
        let location = semantic.fixed_location().unwrap_or(0);
        if let Some(known) = self.inputs[usize::from(location)] {
            return known;
        }
        let flat = usage == Usage::Color && self.key.flat_colors;
        let varying = Varying { semantic, flat, centroid: false };
        let value = self.b.varying(location, varying);
        self.varyings.push(varying);
        self.inputs[usize::from(location)] = Some(value);
        value
    }

    fn register(&mut self, value: Value, bounded: bool) -> Register {
        Register { color: self.b.swizzle(value, &[0, 1, 2]), alpha: self.b.lane(value, 3), bounded }
    }

    fn diffuse(&mut self) -> Register {
        let value = self.input(Usage::Color, 0);
        self.register(value, false)
    }

    fn specular(&mut self) -> Register {
        let value = self.input(Usage::Color, 1);
        self.register(value, false)
    }

    fn factor(&mut self) -> Register {
        let row = self.b.fixed_row(ShaderStage::Fragment, block::FACTOR);
        self.register(row, true)
    }

    fn constant(&mut self, index: usize) -> Register {
        let row = self.b.fixed_row(ShaderStage::Fragment, block::CONSTANTS + index as u16);
        self.register(row, true)
    }

    fn zeros(&mut self) -> Register {
        let zeros = self.b.floats(&[0.0; 4]);
        self.register(zeros, true)
    }

    /// Runs the stages of the key, which is folded.
    fn run(&mut self) -> Register {
        let mut results = Results::default();
        let mut bump = None;
        for index in 0..self.key.active() {
            let stage = self.key.stages[index];
            let texel = if stage.texture.is_some() { self.texel(index, bump) } else { self.zeros() };
            let result = self.stage(index, &stage, results, texel);
            *(if stage.to_temp { &mut results.temp } else { &mut results.current }) = Some(result);
            let next_reads = self.key.stages.get(index + 1).is_some_and(|next| next.texture.is_some());
            let moves = stage.color.operation.is_bump() && next_reads;
            bump = moves.then(|| self.bump(index, &stage, texel));
        }
        results.current.unwrap_or_else(|| self.diffuse())
    }

    /// Runs one stage; what it writes.
    fn stage(&mut self, index: usize, stage: &Stage, before: Results, texel: Register) -> Register {
        let from = Sources { index, current: before.current, temp: before.temp, texel };
        let (operation, by_alpha) = (stage.color.operation, stage.alpha.operation);
        let color = if operation.keeps() { None } else { Some(self.combine(&stage.color, false, &from)) };
        let alpha = match (by_alpha, color) {
            (_, Some(product)) if operation == Operation::DotProduct3 => Some(self.b.lane(product, 0)),
            (Operation::Disable, _) if index == 0 => Some(self.diffuse().alpha),
            (Operation::Disable | Operation::Premodulate, _) => None,
            _ => Some(self.combine(&stage.alpha, true, &from)),
        };
        let clamped = by_alpha != Operation::Disable || operation == Operation::DotProduct3;
        if let (Some(color), Some(alpha)) = (color, alpha) {
            return Register { color, alpha, bounded: clamped };
        }
        let kept = match if stage.to_temp { before.temp } else { before.current } {
            Some(kept) => kept,
            None if stage.to_temp => self.zeros(),
            None => self.diffuse(),
        };
        let (color, alpha) = (color.unwrap_or(kept.color), alpha.unwrap_or(kept.alpha));
        Register { color, alpha, bounded: kept.bounded && (clamped || index > 0) }
    }

    /// Reads the texture of a stage at its coordinates: divided, then moved by the stage before.
    fn texel(&mut self, index: usize, bump: Option<Bump>) -> Register {
        let key = self.key.stages[index].texture.unwrap_or_default();
        let slot = index as u8;
        let compared = key.reading == Reading::Compare;
        let from = self.b.sampled(ShaderStage::Fragment, slot, key.kind, compared);
        self.interface.samplers.push(SamplerUse { slot, kind: key.kind, compared });
        let coordinates = self.input(Usage::Texcoord, slot);
        let mut place = self.b.swizzle(coordinates, &[0, 1, 2]);
        if key.projected {
            let divisor = self.b.lane(coordinates, 3);
            place = self.b.div(place, divisor);
        }
        if let Some(Bump { shift, .. }) = bump {
            let [u, v, w] = [0, 1, 2].map(|lane| self.b.lane(place, lane));
            let moved = [self.b.add(u, shift[0]), self.b.add(v, shift[1]), w];
            place = self.b.compose(&moved);
        }
        let lanes = [0, 1, 2];
        let coordinate = self.b.swizzle(place, &lanes[..usize::from(from.lanes())]);
        let reference = if compared { Some(self.b.lane(place, 2)) } else { None };
        let mut texel = self.b.fetch(from, (index, key), coordinate, reference, Level::Implicit);
        if self.key.stages[index].keyed {
            self.compare_with_key(index, texel);
        }
        if let Some(luminance) = bump.and_then(|bump| bump.luminance) {
            texel = self.b.mul(texel, luminance);
        }
        self.register(texel, false)
    }

    /// Notes whether a texel is the stage's constant: half a step of 8 bits away from it in all lanes together.
    fn compare_with_key(&mut self, index: usize, texel: Value) {
        let key = self.b.fixed_row(ShaderStage::Fragment, block::CONSTANTS + index as u16);
        let difference = self.b.sub(texel, key);
        let distance = self.b.math(MathFunction::Abs, difference);
        let lanes = [0, 1, 2, 3].map(|lane| self.b.lane(distance, lane));
        let sum = lanes[1..].iter().fold(lanes[0], |sum, &lane| self.b.add(sum, lane));
        let step = self.b.float(0.5 / 255.0);
        let is_key = self.b.binary(BinaryOperator::Less, sum, step);
        self.keyed = Some(match self.keyed {
            Some(before) => self.b.binary(BinaryOperator::LogicalOr, before, is_key),
            None => is_key,
        });
    }

    /// What a stage does to the next one's texture.
    fn bump(&mut self, index: usize, stage: &Stage, texel: Register) -> Bump {
        let matrix = self.draw_row("bump", index);
        let [m00, m01, m10, m11] = [0, 1, 2, 3].map(|lane| self.b.lane(matrix, lane));
        let [du, dv, luminance] = [0, 1, 2].map(|lane| self.b.lane(texel.color, lane));
        let mut along = |of_u: Value, of_v: Value| {
            let (first, second) = (self.b.mul(of_u, du), self.b.mul(of_v, dv));
            self.b.add(first, second)
        };
        let shift = [along(m00, m10), along(m01, m11)];
        if stage.color.operation != Operation::BumpEnvMapLuminance {
            return Bump { shift, luminance: None };
        }
        let state = self.draw_row("luminance", index);
        let (scale, offset) = (self.b.lane(state, 0), self.b.lane(state, 1));
        let scaled = self.b.mul(luminance, scale);
        let factor = self.b.add(scaled, offset);
        Bump { shift, luminance: Some(self.b.saturate(factor)) }
    }

    /// Row `index` of a field of the draw block.
    fn draw_row(&mut self, field: &str, index: usize) -> Value {
        let draw = self.b.draw_block();
        let rows = self.b.member(draw, draw_member(field));
        let row = self.b.member(rows, index as u32);
        self.b.load(row, Kind::Float, 4)
    }

    /// What comes after the stages.
    fn end(&mut self, result: Register) -> Value {
        let key = self.key;
        if let Some(keyed) = self.keyed {
            self.b.kill_if(keyed);
        }
        if key.alpha_test != Compare::Always {
            let draw = self.b.draw_block();
            let failed = self.b.alpha_fails(key.alpha_test, result.alpha, draw);
            self.b.kill_if(failed);
        }
        let mut color = result.color;
        if key.specular {
            let specular = self.specular().color;
            color = self.b.add(color, specular);
        }
        let [red, green, blue] = [0, 1, 2].map(|lane| self.b.lane(color, lane));
        let mut color = self.b.compose(&[red, green, blue, result.alpha]);
        if let Some(factor) = self.fog() {
            let draw = self.b.draw_block();
            color = self.b.blend_fog(color, factor, draw);
        }
        if key.srgb_write { self.b.encode_srgb(color) } else { color }
    }

    /// How much of the colour fog leaves.
    fn fog(&mut self) -> Option<Value> {
        let fog = self.key.fog;
        let carried = fog.is_carried().then(|| {
            let carried = self.input(Usage::Fog, 0);
            self.b.lane(carried, 0)
        });
        let place = match fog {
            Fog::Table(_, depth) if depth != FogDepth::Vertex => Some(self.b.fragment_place()),
            _ => None,
        };
        self.b.fog_of(fog, carried, place)
    }
}
