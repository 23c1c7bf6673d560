//! The vertex stage: attributes in, clip position and varyings out.

use super::facts::{Declared, Facts};
use super::registers::Cell;
use super::tree::Tree;
use super::{Array, Lower, check};
use crate::ShaderError;
use crate::build::point::Corner;
use crate::build::stage::{numbered, semantic_name, varying_binding};
use crate::build::{Kind, Value};
use crate::dxso::program::{Program, Register, RegisterFile};
use crate::dxso::{Options, SamplerKey, VERTEX_SAMPLERS, VertexKey};
use crate::interface::{InputClass, Points, ShaderInterface, Stage, Translated, VertexInput};
use crate::varyings::{Semantic, Usage, Varyings};

const POSITION: Semantic = Semantic::new(Usage::Position, 0);
const POINT_SIZE: Semantic = Semantic::new(Usage::PointSize, 0);

/// Translates a vertex shader.
pub(in crate::dxso) fn translate(
    program: &Program,
    key: &VertexKey,
    options: Options,
) -> Result<Translated, ShaderError> {
    let key = &key.folded();
    check(program, Stage::Vertex)?;
    let tree = Tree::new(program)?;
    let facts = Facts::new(program, &tree)?;
    let mut interface = ShaderInterface::new(Stage::Vertex);
    interface.names.clone_from(&program.constant_table);
    let mut samplers = [SamplerKey::default(); 16];
    samplers[..VERTEX_SAMPLERS].copy_from_slice(&key.samplers);
    let mut lower = Lower::new(program.version, &facts, &tree, samplers, options, &mut interface)?;
    lower.attributes(key, &mut interface);
    lower.output_array();
    lower.main()?;
    interface.varyings = key.varyings;
    interface.writes_point_size = lower.producer(POINT_SIZE, 0).is_some();
    let corner = lower.b.corner(key.points);
    lower.position(corner, key);
    lower.varyings(&key.varyings, corner.filter(|_| key.points == Points::Sprites));
    lower.b.finish(interface)
}

impl Lower<'_> {
    /// Declares the attributes that are read, and sets their registers.
    fn attributes(&mut self, key: &VertexKey, interface: &mut ShaderInterface) {
        let mut declared: Vec<Declared> = self.facts.inputs_read().collect();
        declared.sort_by_key(|declared| declared.register);
        declared.dedup_by_key(|declared| declared.register);
        let count = declared.last().map_or(0, |last| last.register.number + 1);
        for Declared { register, semantic, .. } in declared {
            let Some(class) = key.inputs.get(usize::from(register.number)).copied() else { continue };
            let location = u8::try_from(register.number).unwrap_or(u8::MAX);
            if class == InputClass::Absent {
                continue;
            }
            interface.inputs.push(VertexInput { semantic, location });
            let name = numbered("v", location.into()) + "_" + &semantic_name(semantic);
            let value = self.b.attribute(&name, location, class);
            self.registers.write(&mut self.b, Cell::Register(register), 0xF, value);
        }
        if self.facts.relative_inputs {
            self.inputs = Some(self.input_array(count));
        }
    }

    /// A local array of the first `count` inputs, for reads by computed index.
    pub(super) fn input_array(&mut self, count: u16) -> Array {
        let count = count.max(1);
        let pointer = self.b.local_rows("inputs", count);
        for number in 0..count {
            let cell = Cell::Register(Register { file: RegisterFile::Input, number });
            let value = self.registers.read(&mut self.b, cell, &[0, 1, 2, 3]);
            let row = self.b.member(pointer, number.into());
            self.b.store(row, value);
        }
        Array { pointer, count }
    }

    /// Keeps `o#` in an array if any is written by computed index.
    fn output_array(&mut self) {
        if self.facts.relative_outputs {
            let declared = self.facts.outputs.iter().map(|declared| declared.register.number + 1);
            let count = declared.max().unwrap_or(1);
            self.outputs = Some(Array { pointer: self.b.local_rows("outputs", count), count });
        }
    }

    /// The register that carries lane `lane` of a semantic to the fragment stage, if it is written.
    fn producer(&self, semantic: Semantic, lane: u8) -> Option<Register> {
        let register = if self.version.major == 3 {
            let mut declared = self.facts.outputs.iter();
            let found =
                declared.find(|declared| declared.semantic == semantic && declared.mask >> lane & 1 != 0);
            found?.register
        } else {
            fixed_output(semantic)?
        };
        let written = self.facts.written.get(&Cell::Register(register)).copied().unwrap_or(0);
        (self.outputs.is_some() || written >> lane & 1 != 0).then_some(register)
    }

    /// Lane `lane` of a semantic; `None` if the shader does not write it.
    fn produced(&mut self, semantic: Semantic, lane: u8) -> Option<Value> {
        let register = self.producer(semantic, lane)?;
        if let (Some(rows), RegisterFile::Output) = (self.outputs, register.file) {
            let row = self.b.member(rows.pointer, register.number.into());
            let pointer = self.b.member(row, lane.into());
            return Some(self.b.load(pointer, Kind::Float, 1));
        }
        let value = self.registers.read(&mut self.b, Cell::Register(register), &[lane]);
        Some(self.clamped(register, value))
    }

    /// What leaves an output register: colours of models 1 and 2 and fog are within 0–1.
    fn clamped(&mut self, register: Register, value: Value) -> Value {
        let clamped = register.file == RegisterFile::AttributeOut
            || (register.file == RegisterFile::RasterOut && register.number == 1);
        if clamped { self.b.saturate(value) } else { value }
    }

    /// The four lanes of a semantic, with what an unwritten lane reads.
    fn semantic(&mut self, semantic: Semantic, default: impl Fn(u8) -> f32) -> Value {
        let registers = [0, 1, 2, 3].map(|lane| self.producer(semantic, lane));
        if let Some(register) = registers[0]
            && registers == [Some(register); 4]
            && self.outputs.is_none()
        {
            let value = self.registers.read(&mut self.b, Cell::Register(register), &[0, 1, 2, 3]);
            return self.clamped(register, value);
        }
        let lanes = [0, 1, 2, 3].map(|lane| match self.produced(semantic, lane) {
            Some(value) => value,
            None => self.b.float(default(lane)),
        });
        self.b.compose(&lanes)
    }

    /// Writes the clip position, moved to a corner of its point and by the draw block's transform.
    fn position(&mut self, corner: Option<Corner>, key: &VertexKey) {
        let mut position = self.semantic(POSITION, |_| 0.0);
        let draw = self.b.draw_block();
        self.b.clip_by_planes(position, key.clip_planes, &key.varyings, draw);
        if let Some(corner) = corner {
            let size = self.produced(POINT_SIZE, 0);
            position = self.b.spread(position, size, corner, draw);
        }
        self.b.position(position, draw);
    }

    /// Writes exactly what the fragment stage reads; on a sprite, texture coordinates are its corners.
    fn varyings(&mut self, varyings: &Varyings, sprite: Option<Corner>) {
        for (location, varying) in varyings.iter() {
            let semantic = varying.semantic;
            let value = match sprite.filter(|_| semantic.usage == Usage::Texcoord) {
                Some(corner) => self.b.sprite(corner),
                None => self.semantic(semantic, |lane| varyings.default_lane(semantic, lane)),
            };
            self.b.output(&semantic_name(semantic), varying_binding(location, varying), value);
        }
    }
}

/// Where models 1 and 2 write a semantic.
fn fixed_output(semantic: Semantic) -> Option<Register> {
    let number = u16::from(semantic.index);
    let (file, number) = match (semantic.usage, number) {
        (Usage::Position, 0) => (RegisterFile::RasterOut, 0),
        (Usage::Fog, 0) => (RegisterFile::RasterOut, 1),
        (Usage::PointSize, 0) => (RegisterFile::RasterOut, 2),
        (Usage::Color, 0..=1) => (RegisterFile::AttributeOut, number),
        (Usage::Texcoord, 0..=7) => (RegisterFile::TexcoordOut, number),
        _ => return None,
    };
    Some(Register { file, number })
}
