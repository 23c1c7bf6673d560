//! What a shader declares, defines and reaches: all that decides its interface.

use std::collections::{BTreeMap, BTreeSet};

use super::model1::{is_model1, stage_of, takes};
use super::registers::{Cell, Written};
use super::tree::{Body, MAX_DEPTH, Node, Tree};
use crate::ShaderError;
use crate::dxso::opcode::Opcode;
use crate::dxso::program::{
    Destination, Instruction, Payload, Program, Register, RegisterFile, Source, Version,
};
use crate::interface::{ConstantOverlay, SamplerKind, Stage};
use crate::varyings::Semantic;

/// Most instructions after subroutines are expanded in place.
const MAX_EXPANDED: u32 = 1 << 16;

/// A declared input or output register, or some lanes of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub(super) register: Register,
    pub(super) mask: u8,
    pub(super) semantic: Semantic,
    pub(super) centroid: bool,
}

/// Declarations, definitions and reached registers of one shader.
#[derive(Default)]
pub(super) struct Facts {
    /// `dcl` of `v#` and `t#`.
    pub(super) inputs: Vec<Declared>,
    /// `dcl` of `o#`.
    pub(super) outputs: Vec<Declared>,
    /// `dcl` of `s#`.
    pub(super) samplers: BTreeMap<u16, SamplerKind>,
    /// `def`, `defi`, `defb`: bits of four lanes.
    pub(super) definitions: BTreeMap<Register, [u32; 4]>,
    /// Registers read, with the lanes that their swizzles name.
    pub(super) read: BTreeMap<Register, u8>,
    /// Everything that is written.
    pub(super) written: Written,
    /// Stages whose interpolated coordinates a pixel shader of model 1 reads.
    pub(super) coordinates: BTreeSet<u16>,
    pub(super) relative_constants: bool,
    pub(super) relative_inputs: bool,
    pub(super) relative_outputs: bool,
    version: Option<Version>,
    expanded: u32,
}

impl Facts {
    /// Collects the facts of a program.
    ///
    /// # Errors
    /// [`ShaderError::Malformed`] for calls without end, [`ShaderError::Unsupported`] for code that grows out of
    /// bounds when its subroutines are expanded.
    pub(super) fn new(program: &Program, tree: &Tree<'_>) -> Result<Self, ShaderError> {
        let mut facts = Self { version: Some(program.version), ..Self::default() };
        for at in &program.instructions {
            facts.declare(at);
        }
        facts.walk(tree, &tree.main, 0)?;
        if facts.relative_inputs {
            for declared in facts.inputs.clone() {
                facts.reads(declared.register, declared.mask);
            }
        }
        Ok(facts)
    }

    fn declare(&mut self, at: &Instruction) {
        let Some(destination) = at.destination else { return };
        let register = destination.register;
        match (at.opcode, at.payload) {
            (Opcode::Dcl, Payload::Sampler(kind)) => {
                self.samplers.insert(register.number, kind.unwrap_or_default());
            }
            (Opcode::Dcl, Payload::Semantic(semantic)) => {
                let Destination { centroid, mask, .. } = destination;
                let declared = Declared { register, mask: mask.0, semantic, centroid };
                match register.file {
                    RegisterFile::Output => self.outputs.push(declared),
                    _ => self.inputs.push(declared),
                }
            }
            (_, Payload::Definition(bits)) => {
                self.definitions.insert(register, bits);
            }
            _ => {}
        }
    }

    fn walk(&mut self, tree: &Tree<'_>, body: &Body<'_>, depth: usize) -> Result<(), ShaderError> {
        for node in body {
            self.expanded += 1;
            match node {
                Node::Op(at) | Node::Break(at) => self.visit(at),
                Node::If { at, accept, reject } => {
                    self.visit(at);
                    self.walk(tree, accept, depth + 1)?;
                    self.walk(tree, reject, depth + 1)?;
                }
                Node::Loop { at, body } => {
                    self.visit(at);
                    self.walk(tree, body, depth + 1)?;
                }
                Node::Call { at, label } => {
                    self.visit(at);
                    if depth >= MAX_DEPTH {
                        return Err(ShaderError::Malformed {
                            offset: at.offset,
                            what: "calls are nested too deeply",
                        });
                    }
                    self.bound(at)?;
                    self.walk(tree, tree.subroutine(at, *label)?, depth + 1)?;
                }
                Node::Return => {}
            }
        }
        Ok(())
    }

    fn bound(&self, at: &Instruction) -> Result<(), ShaderError> {
        if self.expanded <= MAX_EXPANDED {
            return Ok(());
        }
        let what = format!("a shader of more than {MAX_EXPANDED} instructions with its calls expanded");
        Err(ShaderError::Unsupported { offset: at.offset, what })
    }

    fn visit(&mut self, at: &Instruction) {
        self.visit_stage(at);
        for (index, source) in at.sources.iter().enumerate() {
            let rows = if index == 1 { matrix_rows(at.opcode) } else { 1 };
            self.visit_source(source, rows);
        }
        if let Some(predicate) = &at.predicate {
            self.visit_source(predicate, 1);
        }
        if let (Opcode::TexKill, Some(destination)) = (at.opcode, at.destination) {
            self.reads(destination.register, destination.mask.0);
        }
        if at.destination.is_some_and(|destination| destination.relative.is_some()) {
            self.relative_outputs = true;
        }
        writes(at, &mut self.written);
    }

    /// What the texture instructions of model 1 take from their stage, and reads of `t#` before they are written.
    fn visit_stage(&mut self, at: &Instruction) {
        let (Some(version), Some(stage)) = (self.version, stage_of(at)) else { return };
        let takes = takes(version, at);
        if takes.texture {
            self.reads(Register { file: RegisterFile::Sampler, number: stage }, 0xF);
        }
        if takes.coordinates {
            self.coordinates.insert(stage);
            self.reads(Register { file: RegisterFile::Texture, number: stage }, 0xF);
        }
        if at.opcode == Opcode::TexDepth {
            self.reads(Register { file: RegisterFile::Temp, number: stage }, 0x3);
        }
        let textures = at.sources.iter().filter(|source| source.register.file == RegisterFile::Texture);
        let unwritten =
            textures.filter(|source| !self.written.contains_key(&Cell::Register(source.register)));
        let numbers: Vec<u16> = unwritten.map(|source| source.register.number).collect();
        if is_model1(version, true) {
            self.coordinates.extend(numbers);
        }
    }

    fn visit_source(&mut self, source: &Source, rows: u16) {
        let Register { file, number } = source.register;
        if source.relative.is_some() {
            match file {
                RegisterFile::Const => self.relative_constants = true,
                _ => self.relative_inputs = true,
            }
        } else {
            for row in 0..rows {
                self.reads(Register { file, number: number.saturating_add(row) }, lanes_read(source));
            }
        }
    }

    fn reads(&mut self, register: Register, mask: u8) {
        *self.read.entry(register).or_default() |= mask;
    }

    /// The declared inputs that are read, with the lanes read.
    pub(super) fn inputs_read(&self) -> impl Iterator<Item = Declared> + '_ {
        self.inputs
            .iter()
            .filter(|declared| {
                self.read.get(&declared.register).is_some_and(|read| read & declared.mask != 0)
            })
            .copied()
    }

    /// The literal value of a defined float constant; `None` if it is not defined or not finite.
    pub(super) fn literal(&self, number: u16) -> Option<[f32; 4]> {
        let bits = self.definitions.get(&Register { file: RegisterFile::Const, number })?;
        let mut lanes = bits.map(f32::from_bits);
        if self.version.is_some_and(|version| is_model1(version, false)) {
            lanes = lanes.map(|lane| lane.clamp(-1.0, 1.0));
        }
        lanes.iter().all(|lane| lane.is_finite()).then_some(lanes)
    }

    /// The integer and boolean constants that the code reads and does not define.
    fn integers_read(&self) -> impl Iterator<Item = u16> + '_ {
        let flags = [RegisterFile::ConstInt, RegisterFile::ConstBool];
        let read = self.read.keys().filter(move |register| flags.contains(&register.file));
        read.filter(|register| !self.definitions.contains_key(register)).map(|register| register.number)
    }

    /// Whether the code reads an integer or boolean constant that it does not define.
    pub(super) fn integer_constants(&self) -> bool {
        self.integers_read().next().is_some()
    }

    /// Whether it reads one that only software profiles have.
    pub(super) fn software_integers(&self) -> bool {
        self.integers_read().any(|number| number >= 16)
    }

    /// The defined rows that must be in the constant block.
    pub(super) fn overlay(&self) -> Vec<ConstantOverlay> {
        let floats = self.definitions.iter().filter(|(register, _)| register.file == RegisterFile::Const);
        let needed = floats.filter(|(register, _)| {
            let read = self.read.contains_key(register);
            self.relative_constants || (read && self.literal(register.number).is_none())
        });
        needed.map(|(register, &bits)| ConstantOverlay { row: register.number, bits }).collect()
    }

    /// The float constants that the code names and that are no literals, by rising number.
    pub(super) fn floats_read(&self) -> impl Iterator<Item = u16> + '_ {
        let direct = self.read.keys().filter(|register| register.file == RegisterFile::Const);
        direct.map(|register| register.number).filter(|number| self.literal(*number).is_none())
    }

    /// Rows of the float block that the code can reach, for a stage that has `all` of them.
    pub(super) fn float_rows(&self, stage: Stage) -> u16 {
        let all = match (stage, self.version) {
            (_, Some(Version { minor: 0xFF, .. })) => 8192,
            (Stage::Vertex, _) => 256,
            (Stage::Fragment, _) => 224,
        };
        let overlay = self.overlay();
        let rows = self.floats_read().chain(overlay.iter().map(|row| row.row));
        let reached = rows.max().map_or(0, |row| row + 1);
        if self.relative_constants { reached.max(all) } else { reached }
    }

    /// The sampler registers that the code samples, by rising number.
    pub(super) fn sampled(&self) -> BTreeSet<u16> {
        let samplers = self.read.keys().filter(|register| register.file == RegisterFile::Sampler);
        samplers.map(|register| register.number).collect()
    }
}

/// The lanes of a register that a source names.
pub(super) fn lanes_read(source: &Source) -> u8 {
    source.swizzle.0.iter().fold(0, |mask, lane| mask | 1 << lane)
}

/// How many consecutive registers the second source of a matrix product stands for; 1 for all else.
pub(super) const fn matrix_rows(opcode: Opcode) -> u16 {
    match opcode {
        Opcode::M4x4 | Opcode::M3x4 => 4,
        Opcode::M4x3 | Opcode::M3x3 => 3,
        Opcode::M3x2 => 2,
        _ => 1,
    }
}

/// Adds what an instruction writes to `written`.
fn writes(at: &Instruction, written: &mut Written) {
    let Some(destination) = at.destination else { return };
    let (cell, mask) = match at.opcode {
        Opcode::TexKill => (Cell::Killed, 1),
        Opcode::TexM3x2Pad | Opcode::TexM3x3Pad => return,
        Opcode::TexDepth | Opcode::TexM3x2Depth => {
            (Cell::Register(Register { file: RegisterFile::DepthOut, number: 0 }), 1)
        }
        _ => (Cell::Register(destination.register), destination.mask.0),
    };
    *written.entry(cell).or_default() |= mask;
}

/// Everything that a body and the subroutines it calls may write.
///
/// # Errors
/// [`ShaderError::Malformed`] if it calls a label that does not exist.
pub(super) fn written(tree: &Tree<'_>, body: &Body<'_>) -> Result<Written, ShaderError> {
    let mut all = Written::new();
    let mut called = BTreeSet::new();
    collect(tree, body, &mut all, &mut called)?;
    Ok(all)
}

fn collect(
    tree: &Tree<'_>,
    body: &Body<'_>,
    all: &mut Written,
    called: &mut BTreeSet<u16>,
) -> Result<(), ShaderError> {
    for node in body {
        match node {
            Node::Op(at) => writes(at, all),
            Node::If { accept, reject, .. } => {
                collect(tree, accept, all, called)?;
                collect(tree, reject, all, called)?;
            }
            Node::Loop { body, .. } => collect(tree, body, all, called)?,
            Node::Call { at, label } => {
                if called.insert(*label) {
                    collect(tree, tree.subroutine(at, *label)?, all, called)?;
                }
            }
            Node::Break(_) | Node::Return => {}
        }
    }
    Ok(())
}
