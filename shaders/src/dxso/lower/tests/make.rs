//! Programs from a few words.

use smallvec::SmallVec;

use crate::dxso::opcode::Opcode;
use crate::dxso::program::{
    Destination, Instruction, Modifier, Payload, Program, Register, RegisterFile, Relative, Source, Swizzle,
    Version, WriteMask,
};
use crate::dxso::{FragmentKey, VertexKey, translate_fragment, translate_vertex};
use crate::interface::{SamplerKind, ShaderInterface, Stage, Translated};
use crate::print;
use crate::varyings::{Semantic, Usage};

/// A register in either role: a mask where it is written, a swizzle where it is read.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    register: Register,
    relative: Option<Relative>,
    mask: u8,
    swizzle: [u8; 4],
    modifier: Modifier,
    saturate: bool,
}

impl Operand {
    pub(super) fn mask(self, mask: u8) -> Self {
        Self { mask, ..self }
    }

    pub(super) fn lane(self, lane: u8) -> Self {
        Self { swizzle: [lane; 4], ..self }
    }

    pub(super) fn swizzle(self, swizzle: [u8; 4]) -> Self {
        Self { swizzle, ..self }
    }

    pub(super) fn with(self, modifier: Modifier) -> Self {
        Self { modifier, ..self }
    }

    pub(super) fn saturated(self) -> Self {
        Self { saturate: true, ..self }
    }

    fn source(self) -> Source {
        let Self { register, relative, swizzle, modifier, .. } = self;
        Source { register, relative, swizzle: Swizzle(swizzle), modifier }
    }

    fn destination(self) -> Destination {
        Destination {
            register: self.register,
            relative: self.relative,
            mask: WriteMask(self.mask),
            saturate: self.saturate,
            partial_precision: false,
            centroid: false,
            shift: 0,
        }
    }
}

pub(super) fn register(file: RegisterFile, number: u16) -> Operand {
    Operand {
        register: Register { file, number },
        relative: None,
        mask: 0xF,
        swizzle: [0, 1, 2, 3],
        modifier: Modifier::None,
        saturate: false,
    }
}

pub(super) fn r(number: u16) -> Operand {
    register(RegisterFile::Temp, number)
}

pub(super) fn c(number: u16) -> Operand {
    register(RegisterFile::Const, number)
}

pub(super) fn t(number: u16) -> Operand {
    register(RegisterFile::Texture, number)
}

pub(super) fn input(number: u16) -> Operand {
    register(RegisterFile::Input, number)
}

pub(super) fn output(number: u16) -> Operand {
    register(RegisterFile::Output, number)
}

pub(super) fn color(number: u16) -> Operand {
    register(RegisterFile::ColorOut, number)
}

pub(super) fn sampler(number: u16) -> Operand {
    register(RegisterFile::Sampler, number)
}

pub(super) fn address() -> Operand {
    register(RegisterFile::Address, 0)
}

pub(super) fn predicate() -> Operand {
    register(RegisterFile::Predicate, 0)
}

/// `operand[a0.x]`
pub(super) fn relative(operand: Operand) -> Operand {
    let register = address().register;
    Operand { relative: Some(Relative { register, lane: 0 }), ..operand }
}

/// An instruction without destination.
pub(super) fn flow(opcode: Opcode, sources: &[Operand]) -> Instruction {
    Instruction {
        offset: 0,
        opcode,
        control: 0,
        coissue: false,
        predicate: None,
        destination: None,
        sources: sources.iter().map(|source| source.source()).collect::<SmallVec<_>>(),
        payload: Payload::None,
    }
}

/// An instruction without operands.
pub(super) fn plain(opcode: Opcode) -> Instruction {
    flow(opcode, &[])
}

pub(super) fn label(number: u16) -> Instruction {
    flow(Opcode::Label, &[register(RegisterFile::Label, number)])
}

pub(super) fn call(number: u16) -> Instruction {
    flow(Opcode::Call, &[register(RegisterFile::Label, number)])
}

pub(super) fn op(opcode: Opcode, destination: Operand, sources: &[Operand]) -> Instruction {
    Instruction { destination: Some(destination.destination()), ..flow(opcode, sources) }
}

/// The same with a comparison (or kind of texture read) in its control field.
pub(super) fn controlled(instruction: Instruction, control: u8) -> Instruction {
    Instruction { control, ..instruction }
}

/// The same under `p0` with a swizzle.
pub(super) fn predicated(instruction: Instruction, by: Operand) -> Instruction {
    Instruction { predicate: Some(by.source()), ..instruction }
}

pub(super) fn def(number: u16, lanes: [f32; 4]) -> Instruction {
    let payload = Payload::Definition(lanes.map(f32::to_bits));
    Instruction { payload, ..op(Opcode::Def, c(number), &[]) }
}

/// `dcl_2d s#`
pub(super) fn sampled(number: u16) -> Instruction {
    let payload = Payload::Sampler(Some(SamplerKind::D2));
    Instruction { payload, ..op(Opcode::Dcl, sampler(number), &[]) }
}

/// `dcl_usage# operand`
pub(super) fn declared(operand: Operand, usage: Usage, index: u8) -> Instruction {
    let payload = Payload::Semantic(Semantic::new(usage, index));
    Instruction { payload, ..op(Opcode::Dcl, operand, &[]) }
}

pub(super) fn program(stage: Stage, (major, minor): (u8, u8), instructions: &[Instruction]) -> Program {
    let mut instructions = instructions.to_vec();
    for (instruction, offset) in instructions.iter_mut().zip(1..) {
        instruction.offset = offset;
    }
    Program { version: Version { stage, major, minor }, instructions, constant_table: Vec::new() }
}

/// A translated program.
pub(super) struct Made(Translated);

impl Made {
    pub(super) fn interface(&self) -> &ShaderInterface {
        &self.0.interface
    }

    pub(super) fn wgsl(&self) -> String {
        let info = print::validate(&self.0.module).expect("valid");
        print::wgsl(&self.0.module, &info).expect("printable")
    }

    pub(super) fn msl(&self) -> String {
        let info = print::validate(&self.0.module).expect("valid");
        print::msl(&self.0.module, &info).expect("printable")
    }

    /// How many local variables the code has.
    pub(super) fn variables(&self) -> usize {
        self.0.module.entry_points[0].function.local_variables.len()
    }
}

/// A pixel shader of model `major`, with a default key.
pub(super) fn pixel(major: u8, instructions: &[Instruction]) -> Made {
    pixel_with(major, instructions, &FragmentKey::default())
}

pub(super) fn pixel_with(major: u8, instructions: &[Instruction], key: &FragmentKey) -> Made {
    let program = program(Stage::Fragment, (major, 0), instructions);
    Made(translate_fragment(&program, key).expect("translates"))
}

/// A vertex shader of model `major` that declares `v0` as the position and, in model 3, `o0` and `o1` as
/// position and TEXCOORD0.
pub(super) fn vertex(major: u8, instructions: &[Instruction]) -> Made {
    vertex_with(major, instructions, &VertexKey::default())
}

pub(super) fn vertex_with(major: u8, instructions: &[Instruction], key: &VertexKey) -> Made {
    let mut all = vec![declared(input(0), Usage::Position, 0)];
    if major == 3 {
        all.push(declared(output(0), Usage::Position, 0));
        all.push(declared(output(1), Usage::Texcoord, 0));
    }
    all.extend_from_slice(instructions);
    let program = program(Stage::Vertex, (major, 0), &all);
    Made(translate_vertex(&program, key).expect("translates"))
}
