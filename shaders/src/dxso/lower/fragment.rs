//! The fragment stage: varyings in, colours and depth out, and the tests at its end.

use naga::{BinaryOperator, Binding, BuiltIn};

use super::facts::{Declared, Facts};
use super::model1::is_model1;
use super::registers::{Cell, lanes_of};
use super::tree::Tree;
use super::{Lower, check};
use crate::ShaderError;
use crate::build::Value;
use crate::build::stage::{plain_binding, source_binding};
use crate::dxso::program::{Program, Register, RegisterFile, Version};
use crate::dxso::{Compare, Fog, FogDepth, FragmentKey, Options};
use crate::interface::{ShaderInterface, Stage, Translated};
use crate::varyings::{Semantic, Usage, Varying, Varyings};

/// Names of the colour outputs.
const COLORS: [&str; 4] = ["color0", "color1", "color2", "color3"];
const FOG: Semantic = Semantic::new(Usage::Fog, 0);

/// Translates a fragment shader.
pub(in crate::dxso) fn translate(
    program: &Program,
    key: &FragmentKey,
    options: Options,
) -> Result<Translated, ShaderError> {
    let Version { major, minor, .. } = program.version;
    let key = &key.folded((major, minor), u32::MAX);
    check(program, Stage::Fragment)?;
    let tree = Tree::new(program)?;
    let facts = Facts::new(program, &tree)?;
    let mut interface = ShaderInterface::new(Stage::Fragment);
    interface.names.clone_from(&program.constant_table);
    let mut lower = Lower::new(program.version, &facts, &tree, key.samplers, options, &mut interface)?;
    interface.varyings = lower.varying_inputs(key)?;
    lower.special_inputs();
    lower.keep_coordinates();
    lower.main()?;
    lower.end_tests(key);
    lower.color_outputs(key, &mut interface);
    lower.b.finish(interface)
}

impl Lower<'_> {
    /// Declares the varyings that are read, and sets their registers.
    fn varying_inputs(&mut self, key: &FragmentKey) -> Result<Varyings, ShaderError> {
        let model3 = self.version.major == 3;
        let inputs = if model3 { self.facts.inputs_read().collect() } else { self.fixed_inputs() };
        let mut wanted: Vec<Varying> = inputs
            .iter()
            .map(|declared| Varying {
                semantic: declared.semantic,
                flat: key.flat_colors && declared.semantic.usage == Usage::Color,
                centroid: declared.centroid,
            })
            .collect();
        if key.fog.is_carried() {
            wanted.push(Varying { semantic: FOG, flat: false, centroid: false });
        }
        let varyings = Varyings::place(&wanted, model3)
            .and_then(|placed| placed.with_clip_planes(key.clip_planes))
            .map_err(ShaderError::TooManyVaryings)?;
        self.clipped = self.b.is_clipped(&varyings);
        for (location, varying) in varyings.iter() {
            let value = self.b.varying(location, varying);
            if varying.semantic == FOG && key.fog.is_carried() {
                self.carried_fog = Some(self.b.lane(value, 0));
            }
            for declared in inputs.iter().filter(|declared| declared.semantic == varying.semantic) {
                let lanes: super::operand::Lanes = lanes_of(declared.mask).collect();
                let value = self.b.swizzle(value, &lanes);
                let cell = Cell::Register(declared.register);
                self.registers.write(&mut self.b, cell, declared.mask, value);
            }
        }
        if self.facts.relative_inputs {
            let last = inputs.iter().map(|declared| declared.register.number + 1).max();
            self.inputs = Some(self.input_array(last.unwrap_or(1)));
        }
        Ok(varyings)
    }

    /// The inputs of models 1 and 2, whose meaning their register numbers give.
    fn fixed_inputs(&self) -> Vec<Declared> {
        let usage = |register: &Register| match register.file {
            RegisterFile::Input => Some(Usage::Color),
            RegisterFile::Texture => Some(Usage::Texcoord),
            _ => None,
        };
        let old = is_model1(self.version, true);
        let read = self.facts.read.keys().filter(|register| {
            let sampled = old && register.file == RegisterFile::Texture;
            !sampled || self.facts.coordinates.contains(&register.number)
        });
        let read = read.filter_map(|register| {
            let index = u8::try_from(register.number).ok().filter(|index| *index < 16)?;
            let semantic = Semantic::new(usage(register)?, index);
            let mut declared = self.facts.inputs.iter();
            let centroid = declared.any(|declared| declared.register == *register && declared.centroid);
            Some(Declared { register: *register, mask: 0xF, semantic, centroid })
        });
        read.collect()
    }

    /// A colour with the fixed-function fog over it; its alpha stays.
    fn fogged(&mut self, fog: Fog, color: Value) -> Value {
        let place = match fog {
            Fog::Table(_, depth) if depth != FogDepth::Vertex => Some(self.fragment_place()),
            _ => None,
        };
        match self.b.fog_of(fog, self.carried_fog, place) {
            Some(factor) => {
                let draw = self.b.draw_block();
                self.b.blend_fog(color, factor, draw)
            }
            None => color,
        }
    }

    /// The fragment's place, which is one argument however often it is needed.
    fn fragment_place(&mut self) -> Value {
        let b = &mut self.b;
        *self.fragment_place.get_or_insert_with(|| b.fragment_place())
    }

    /// Sets `vPos` and `vFace`, where they are read.
    fn special_inputs(&mut self) {
        let [place, face] = [0, 1].map(|number| Register { file: RegisterFile::Misc, number });
        if self.facts.read.contains_key(&place) {
            let pixel = self.fragment_place();
            let xy = self.b.swizzle(pixel, &[0, 1]);
            let half = self.b.float(0.5);
            let corner = self.b.sub(xy, half);
            self.registers.write(&mut self.b, Cell::Register(place), 0x3, corner);
        }
        if self.facts.read.contains_key(&face) {
            let front = self.b.front_facing();
            let (one, minus) = (self.b.float(1.0), self.b.float(-1.0));
            let sign = self.b.select(front, one, minus);
            self.registers.write(&mut self.b, Cell::Register(face), 0xF, sign);
        }
    }

    /// The register that holds colour output `index` at the end: `r0` in model 1.
    fn color_register(&self, index: u8) -> Register {
        let file = if self.version.major == 1 { RegisterFile::Temp } else { RegisterFile::ColorOut };
        Register { file, number: index.into() }
    }

    /// Whether colour output `index` is written. Model 1 always has the first and no other.
    fn has_color(&self, index: u8) -> bool {
        if self.version.major == 1 {
            return index == 0;
        }
        self.facts.written.contains_key(&Cell::Register(self.color_register(index)))
    }

    /// Discards what `texkill`, a clip plane or the alpha test has refused.
    fn end_tests(&mut self, key: &FragmentKey) {
        let first = Cell::Register(self.color_register(0));
        let tested = key.alpha_test != Compare::Always && self.has_color(0);
        let kills = self.facts.written.contains_key(&Cell::Killed);
        let mut killed =
            if kills { Some(self.registers.read(&mut self.b, Cell::Killed, &[0])) } else { None };
        killed = self.either(killed, self.clipped);
        if tested {
            let alpha = self.registers.read(&mut self.b, first, &[3]);
            let draw = self.b.draw_block();
            let failed = self.b.alpha_fails(key.alpha_test, alpha, draw);
            killed = self.either(killed, Some(failed));
        }
        if let Some(killed) = killed {
            self.b.kill_if(killed);
        }
    }

    /// Whether one of two conditions holds.
    fn either(&mut self, first: Option<Value>, second: Option<Value>) -> Option<Value> {
        match (first, second) {
            (Some(first), Some(second)) => Some(self.b.binary(BinaryOperator::LogicalOr, first, second)),
            (first, second) => first.or(second),
        }
    }

    /// Returns the colours and the depth that are written.
    fn color_outputs(&mut self, key: &FragmentKey, interface: &mut ShaderInterface) {
        let dual = key.dual_source && self.has_color(0);
        for index in 0..if dual { 1 } else { 4u8 } {
            if self.has_color(index) {
                interface.color_outputs |= 1 << index;
                let cell = Cell::Register(self.color_register(index));
                let mut value = self.registers.read(&mut self.b, cell, &[0, 1, 2, 3]);
                if index == 0 && key.fog != Fog::Off {
                    value = self.fogged(key.fog, value);
                }
                if key.srgb_write {
                    value = self.b.encode_srgb(value);
                }
                let binding = if dual { source_binding(0) } else { plain_binding(index) };
                self.b.output(COLORS[usize::from(index)], binding, value);
            }
        }
        if dual {
            let cell = Cell::Register(self.color_register(1));
            let second = if self.has_color(1) {
                self.registers.read(&mut self.b, cell, &[0, 1, 2, 3])
            } else {
                self.b.floats(&[0.0; 4])
            };
            self.b.output(COLORS[1], source_binding(1), second);
        }
        let depth = Cell::Register(Register { file: RegisterFile::DepthOut, number: 0 });
        if self.facts.written.contains_key(&depth) {
            interface.writes_depth = true;
            let value = self.registers.read(&mut self.b, depth, &[0]);
            let value = self.b.saturate(value);
            self.b.output("depth", Binding::BuiltIn(BuiltIn::FragDepth), value);
        }
    }
}
