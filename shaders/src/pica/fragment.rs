//! The fragment stage of a key: textures, combiners, alpha test, fog, depth, and what hardware cannot blend.
//!
//! Channels are whole floats of 0 to 255 throughout, which is exact: products of two stay below 2^24.

mod combine;
mod end;
mod merge;
mod texture;

use naga::{BinaryOperator, BuiltIn};

use super::key::{Combiner, FragmentKey, Merge, Operation, STAGES, Source, UNITS};
use super::{link, rows};
use crate::ShaderError;
use crate::build::stage::plain_binding;
use crate::build::{Builder, Expr, Kind, Value};
use crate::interface::{SamplerKind, SamplerUse, ShaderInterface, Stage, Translated};
use crate::varyings::{Semantic, Varyings};

/// Makes the fragment stage for a key, which need not be folded.
///
/// Textures have row 0 of memory first. Uniforms are at [`rows`]; the interface says how many of them are declared.
///
/// # Errors
/// [`ShaderError::Invalid`] for a defect of this crate.
pub fn fragment(key: &FragmentKey) -> Result<Translated, ShaderError> {
    let key = key.folded();
    let varyings = link::varyings(&key, reads_color(&key))?;
    let mut stage = FragmentStage::new(&key, varyings);
    stage.drop_outside();
    let color = stage.combine();
    stage.alpha_test(color);
    let depth = stage.mapped_depth();
    let color = stage.fog(color, depth);
    let color = stage.merge(color);
    let color = stage.quantise(color);
    let FragmentStage { mut b, mut interface, rows, .. } = stage;
    let scale = b.float(1.0 / 255.0);
    let color = b.mul(color, scale);
    interface.color_outputs = 1;
    b.output("color0", plain_binding(0), color);
    if let (Some(format), Some(depth)) = (key.depth, depth) {
        let stored = end::stored_depth(&mut b, depth, format);
        interface.writes_depth = true;
        b.output("depth", naga::Binding::BuiltIn(BuiltIn::FragDepth), stored);
    }
    interface.float_rows = rows;
    b.finish(interface)
}

fn reads_color(key: &FragmentKey) -> bool {
    let halves = key.stages.iter().flat_map(|stage| [stage.color, stage.alpha]);
    let reads = |half: Combiner| {
        let arguments = &half.arguments[..half.operation.arguments()];
        arguments.iter().any(|argument| argument.source == Source::Primary)
    };
    halves.into_iter().any(reads)
}

/// How many rows of the float block a key reads: a prefix.
fn rows_read(key: &FragmentKey) -> u16 {
    use super::key::Fog;
    if key.fog != Fog::Off {
        return rows::COUNT;
    }
    let biased = key.units.iter().flatten().any(|unit| unit.biased);
    if biased { rows::FOG_TABLE } else { rows::BIASES }
}

struct FragmentStage<'a> {
    b: Builder,
    key: &'a FragmentKey,
    interface: ShaderInterface,
    /// The varyings by location.
    inputs: Vec<(Semantic, Value)>,
    place: Option<Value>,
    floats: Expr,
    rows: u16,
    texels: [Option<Value>; UNITS],
}

impl<'a> FragmentStage<'a> {
    fn new(key: &'a FragmentKey, varyings: Varyings) -> Self {
        let mut b = Builder::new();
        let mut interface = ShaderInterface::new(Stage::Fragment);
        interface.varyings = varyings;
        let inputs =
            varyings.iter().map(|(location, varying)| (varying.semantic, b.varying(location, varying)));
        let inputs: Vec<_> = inputs.collect();
        let rows = rows_read(key);
        let floats = b.float_block(Stage::Fragment, rows);
        let place = needs_place(key).then(|| b.fragment_place());
        let mut stage = Self { b, key, interface, inputs, place, floats, rows, texels: [None; UNITS] };
        // Before anything diverges.
        for slot in 0..UNITS {
            stage.texels[slot] = key.units[slot].map(|unit| stage.texel(slot as u8, unit));
        }
        if key.merge != Merge::Direct {
            stage.uses_sampler(rows::STORED_SLOT);
        }
        stage
    }

    fn uses_sampler(&mut self, slot: u8) {
        self.interface.samplers.push(SamplerUse { slot, kind: SamplerKind::D2, compared: false });
    }

    fn input(&mut self, semantic: Semantic) -> Value {
        let found = self.inputs.iter().find(|(known, _)| *known == semantic);
        found.map_or_else(|| self.b.floats(&[0.0; 4]), |(_, value)| *value)
    }

    /// A row of the float block.
    fn row(&mut self, row: u16) -> Value {
        let pointer = self.b.member(self.floats, row.into());
        self.b.load(pointer, Kind::Float, 4)
    }

    fn place(&mut self) -> Value {
        self.place.unwrap_or_else(|| self.b.floats(&[0.0; 4]))
    }

    /// The largest whole number not above `value`: what results of combiners are cut to.
    fn cut(&mut self, value: Value) -> Value {
        self.b.floor(value)
    }

    /// A quotient of whole numbers by 255, cut: half of one more keeps it away from rounding.
    fn divided(&mut self, value: Value) -> Value {
        let (half, whole) = (self.b.float(0.5), self.b.float(1.0 / 255.0));
        let raised = self.b.add(value, half);
        let part = self.b.mul(raised, whole);
        self.cut(part)
    }

    fn at_most_255(&mut self, value: Value) -> Value {
        self.b.clamp(value, 0.0, 255.0)
    }

    /// Drops fragments beyond the user's clip plane and within an excluded rectangle.
    fn drop_outside(&mut self) {
        if self.key.clips {
            let side = self.input(link::CLIP);
            let (side, zero) = (self.b.lane(side, 0), self.b.float(0.0));
            let beyond = self.b.binary(BinaryOperator::Less, side, zero);
            self.b.kill_if(beyond);
        }
        if self.key.excludes {
            let (place, rectangle) = (self.place(), self.row(rows::EXCLUDED));
            let mut within = self.b.boolean(true);
            for axis in 0..2 {
                let (at, low, high) = (
                    self.b.lane(place, axis),
                    self.b.lane(rectangle, axis),
                    self.b.lane(rectangle, axis + 2),
                );
                let after = self.b.binary(BinaryOperator::GreaterEqual, at, low);
                let before = self.b.binary(BinaryOperator::Less, at, high);
                within = self.b.binary(BinaryOperator::LogicalAnd, within, after);
                within = self.b.binary(BinaryOperator::LogicalAnd, within, before);
            }
            self.b.kill_if(within);
        }
    }

    /// Runs the combiner stages.
    fn combine(&mut self) -> Value {
        let key = self.key;
        let primary = self.input(link::COLOR);
        let primary = self.rounded(primary);
        let zero = self.b.floats(&[0.0; 4]);
        let (mut previous, mut buffer) = (zero, zero);
        let mut next = self.row(rows::BUFFER);
        for index in 0..STAGES {
            let stage = key.stages[index];
            let inputs = combine::Inputs { primary, previous, buffer, index };
            let color = self.color(&inputs, stage.color);
            let alpha = if stage.color.operation == Operation::Dot3Rgba {
                self.b.lane(color, 0)
            } else {
                self.alpha(&inputs, stage.alpha)
            };
            let (color, alpha) =
                (self.scaled(color, stage.color.scale), self.scaled(alpha, stage.alpha.scale));
            let [red, green, blue] = [0, 1, 2].map(|lane| self.b.lane(color, lane));
            previous = self.b.compose(&[red, green, blue, alpha]);
            self.b.name(previous, || crate::build::stage::numbered("stage", index as u16));
            buffer = next;
            let lanes = [0u8, 1, 2, 3].map(|lane| {
                let goes = if lane == 3 { stage.buffers_alpha } else { stage.buffers_color };
                let from = if goes { previous } else { next };
                self.b.lane(from, lane)
            });
            next = self.b.compose(&lanes);
        }
        previous
    }

    /// A colour of 0 to 1 as whole numbers.
    fn rounded(&mut self, color: Value) -> Value {
        let (scale, half) = (self.b.float(255.0), self.b.float(0.5));
        let color = self.b.saturate(color);
        let scaled = self.b.mul(color, scale);
        let raised = self.b.add(scaled, half);
        self.b.floor(raised)
    }
}

/// Whether the fragment's place is read.
fn needs_place(key: &FragmentKey) -> bool {
    use super::key::Fog;
    key.excludes || key.merge != Merge::Direct || key.depth.is_some() || key.fog != Fog::Off
}
