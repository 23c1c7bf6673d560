//! Shaders for tests: noise, damage, and programs that are nearly or wholly correct.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use retrograph_shaders::dxso::opcode::Opcode;

const END: u32 = 0x0000_FFFF;
const MODELS: [u32; 13] = [
    0xFFFE_0101,
    0xFFFE_0200,
    0xFFFE_0201,
    0xFFFE_0300,
    0xFFFE_02FF,
    0xFFFF_0101,
    0xFFFF_0102,
    0xFFFF_0103,
    0xFFFF_0104,
    0xFFFF_0200,
    0xFFFF_0201,
    0xFFFF_0300,
    0xFFFF_03FF,
];

/// Tokens as little-endian bytes.
pub(super) fn bytes(tokens: &[u32]) -> Vec<u8> {
    tokens.iter().flat_map(|token| token.to_le_bytes()).collect()
}

/// A known version, and tokens that look like instructions and operands more often than chance has it.
pub(super) fn noise() -> impl Strategy<Value = Vec<u32>> {
    let token = prop_oneof![
        any::<u32>(),
        (0u32..100, 0u32..8, any::<bool>())
            .prop_map(|(opcode, length, bit)| opcode | length << 24 | u32::from(bit) << 28),
        (0u32..20, 0u32..16, any::<u8>())
            .prop_map(|(file, number, swizzle)| operand(file, number) | u32::from(swizzle) << 16),
    ];
    let body = proptest::collection::vec(token, 0..64);
    (select(&MODELS[..]), body).prop_map(|(version, body)| [&[version], &body[..], &[END]].concat())
}

/// A shader of `corpus` with bits flipped, tokens replaced, cut or repeated.
pub(super) fn damaged(corpus: Vec<(String, Vec<u8>)>) -> impl Strategy<Value = Vec<u8>> {
    let blobs: Vec<Vec<u8>> = corpus.into_iter().map(|(_, bytes)| bytes).collect();
    let damage = (any::<Index>(), 0u8..5, any::<u32>());
    (select(blobs), proptest::collection::vec(damage, 1..6)).prop_map(|(mut bytes, damages)| {
        for (place, kind, value) in damages {
            hurt(&mut bytes, place, kind, value);
        }
        bytes
    })
}

fn hurt(bytes: &mut Vec<u8>, place: Index, kind: u8, value: u32) {
    if bytes.len() < 4 {
        return;
    }
    let token = place.index(bytes.len() / 4) * 4;
    let [low, second, ..] = value.to_le_bytes();
    match kind {
        0 => bytes[token + usize::from(low & 3)] ^= 1 << (second & 7),
        1 => bytes[token..token + 4].copy_from_slice(&value.to_le_bytes()),
        2 => {
            bytes.drain(token..token + 4);
        }
        3 => bytes.extend_from_within(token..),
        // Another opcode with the same operands.
        _ => bytes[token] = second % 97,
    }
}

/// An operand token of register file number `file`.
const fn operand(file: u32, number: u32) -> u32 {
    0x8000_0000 | (file & 7) << 28 | (file & 0x18) << 8 | number
}

/// The pieces that [`shader`] builds from: choices that any model can make sense of.
#[derive(Clone, Debug)]
struct Choice {
    opcode: Opcode,
    mask: u32,
    flags: u32,
    sources: [(u8, u32, u8, u8); 4],
}

const ARITHMETIC: [(Opcode, usize); 36] = [
    (Opcode::Mov, 1),
    (Opcode::Add, 2),
    (Opcode::Sub, 2),
    (Opcode::Mad, 3),
    (Opcode::Mul, 2),
    (Opcode::Rcp, 1),
    (Opcode::Rsq, 1),
    (Opcode::Dp3, 2),
    (Opcode::Dp4, 2),
    (Opcode::Min, 2),
    (Opcode::Max, 2),
    (Opcode::Slt, 2),
    (Opcode::Sge, 2),
    (Opcode::Exp, 1),
    (Opcode::Log, 1),
    (Opcode::Lit, 1),
    (Opcode::Dst, 2),
    (Opcode::Lrp, 3),
    (Opcode::Frc, 1),
    (Opcode::M4x4, 2),
    (Opcode::M4x3, 2),
    (Opcode::M3x4, 2),
    (Opcode::M3x3, 2),
    (Opcode::M3x2, 2),
    (Opcode::Pow, 2),
    (Opcode::Crs, 2),
    (Opcode::Sgn, 3),
    (Opcode::Abs, 1),
    (Opcode::Nrm, 1),
    (Opcode::SinCos, 3),
    (Opcode::Cmp, 3),
    (Opcode::Dp2Add, 3),
    (Opcode::Dsx, 1),
    (Opcode::Dsy, 1),
    (Opcode::ExpP, 1),
    (Opcode::LogP, 1),
];

fn arity(opcode: Opcode) -> usize {
    ARITHMETIC.iter().find(|(known, _)| *known == opcode).map_or(0, |(_, arity)| *arity)
}

fn choice() -> impl Strategy<Value = Choice> {
    let source = (0u8..6, 0u32..8, any::<u8>(), 0u8..14);
    let opcodes: Vec<Opcode> = ARITHMETIC.iter().map(|(opcode, _)| *opcode).collect();
    (select(opcodes), 1u32..16, any::<u32>(), [source.clone(), source.clone(), source.clone(), source])
        .prop_map(|(opcode, mask, flags, sources)| Choice { opcode, mask, flags, sources })
}

/// Models in which [`shader`] makes shaders.
const PROGRAMMABLE: [u32; 6] = [0xFFFE_0200, 0xFFFE_0201, 0xFFFE_0300, 0xFFFF_0200, 0xFFFF_0201, 0xFFFF_0300];

/// A shader of model 2 or 3 with declarations, arithmetic, texture reads, blocks and outputs.
pub(super) fn shader() -> impl Strategy<Value = Vec<u32>> {
    (select(&PROGRAMMABLE[..]), proptest::collection::vec(choice(), 1..24)).prop_map(|(version, choices)| {
        let mut program = Assembler::new(version);
        for choice in &choices {
            program.step(choice);
        }
        program.finish()
    })
}

/// Makes tokens out of choices, leaving out what the model lacks.
struct Assembler {
    tokens: Vec<u32>,
    version: u32,
    open: Vec<Opcode>,
}

impl Assembler {
    fn new(version: u32) -> Self {
        let mut program = Self { tokens: vec![version], version, open: Vec::new() };
        program.instruction(
            Opcode::Def,
            0,
            &[operand(2, 3) | 0xF << 16, 0x3F80_0000, 0x7FC0_0000, 0x8000_0000, 1],
        );
        if program.model() > 0x200 || program.is_vertex() {
            program.instruction(Opcode::DefI, 0, &[operand(7, 0) | 0xF << 16, 2, 1, 1, 0]);
        }
        program.declare();
        program
    }

    const fn is_vertex(&self) -> bool {
        self.version >> 16 == 0xFFFE
    }

    const fn model(&self) -> u32 {
        self.version & 0xFFFF
    }

    fn instruction(&mut self, opcode: Opcode, bits: u32, operands: &[u32]) {
        let length = u32::try_from(operands.len()).expect("few operands");
        self.tokens.push(u32::from(u16::from(opcode)) | length << 24 | bits);
        self.tokens.extend_from_slice(operands);
    }

    fn declare(&mut self) {
        for number in 0..2 {
            let input = operand(1, number) | 0xF << 16;
            self.instruction(Opcode::Dcl, 0, &[0x8000_0005 | number << 16, input]);
        }
        if self.is_vertex() && self.model() >= 0x300 {
            self.instruction(Opcode::Dcl, 0, &[0x8000_0000, operand(6, 0) | 0xF << 16]);
            self.instruction(Opcode::Dcl, 0, &[0x8000_0005, operand(6, 1) | 0xF << 16]);
        }
        if !self.is_vertex() && self.model() < 0x300 {
            self.instruction(Opcode::Dcl, 0, &[0x8000_0000, operand(3, 0) | 0xF << 16]);
        }
        if !self.is_vertex() || self.model() >= 0x300 {
            self.instruction(Opcode::Dcl, 0, &[0x9000_0000, operand(10, 0) | 0xF << 16]);
            self.instruction(Opcode::Dcl, 0, &[0x9800_0000, operand(10, 1) | 0xF << 16]);
        }
    }

    fn source(&self, (file, number, swizzle, modifier): (u8, u32, u8, u8)) -> u32 {
        let register = match file {
            0 | 1 => operand(0, number),
            2 => operand(1, number & 1),
            3 | 4 => operand(2, number),
            _ if !self.is_vertex() && self.model() < 0x300 => operand(3, 0),
            _ if !self.is_vertex() => operand(17, number & 1),
            _ => operand(2, number + 8),
        };
        let modifier = match modifier {
            0 | 1 => 1,
            11 | 12 => u32::from(modifier),
            _ => 0,
        };
        register | u32::from(swizzle) << 16 | modifier << 24
    }

    fn step(&mut self, choice: &Choice) {
        match choice.flags % 8 {
            0 => self.block(choice),
            1 => self.texture(choice),
            2 => self.output(choice),
            _ => self.arithmetic(choice),
        }
    }

    fn destination(choice: &Choice) -> u32 {
        operand(0, choice.flags >> 8 & 7) | choice.mask << 16 | (choice.flags >> 16 & 1) << 20
    }

    fn arithmetic(&mut self, choice: &Choice) {
        use Opcode as O;
        let missing = if self.is_vertex() {
            matches!(choice.opcode, O::Cmp | O::Dp2Add | O::Dsx | O::Dsy)
        } else {
            let gradient = matches!(choice.opcode, O::Dsx | O::Dsy) && self.model() == 0x200;
            gradient
                || matches!(choice.opcode, O::Slt | O::Sge | O::Lit | O::Dst | O::Sgn | O::ExpP | O::LogP)
        };
        let opcode = if missing { O::Mov } else { choice.opcode };
        let scratch = matches!(opcode, O::Sgn | O::SinCos) && self.model() >= 0x300;
        let count = if scratch { 1 } else { arity(opcode) };
        let mut operands = vec![Self::destination(choice)];
        operands.extend(choice.sources[..count].iter().map(|&source| self.source(source)));
        self.instruction(opcode, 0, &operands);
    }

    fn texture(&mut self, choice: &Choice) {
        let sampler = operand(10, choice.flags >> 20 & 1) | 0xE4 << 16;
        let coordinate = self.source(choice.sources[0]);
        let to = Self::destination(choice) | 0xF << 16;
        match (self.is_vertex(), choice.flags >> 12 & 3) {
            (true, _) if self.model() < 0x300 => self.arithmetic(choice),
            (true, _) => self.instruction(Opcode::TexLdl, 0, &[to, coordinate, sampler]),
            (false, 3) => self.instruction(Opcode::TexKill, 0, &[to]),
            (false, kind) => self.instruction(Opcode::Tex, kind << 16, &[to, coordinate, sampler]),
        }
    }

    fn output(&mut self, choice: &Choice) {
        let register = match (self.is_vertex(), self.model() >= 0x300) {
            (true, true) => operand(6, choice.flags >> 12 & 1),
            (true, false) if choice.flags & 1 << 12 == 0 => operand(4, 0),
            (true, false) => operand(6, choice.flags >> 13 & 7),
            (false, _) if choice.flags & 7 << 12 == 0 => operand(9, 0),
            (false, _) => operand(8, choice.flags >> 13 & 3),
        };
        let source = self.source(choice.sources[0]);
        self.instruction(Opcode::Mov, 0, &[register | choice.mask << 16, source]);
    }

    fn block(&mut self, choice: &Choice) {
        let integer = operand(7, choice.flags >> 24 & 1) | 0xE4 << 16;
        let (left, right) = (self.source(choice.sources[0]), self.source(choice.sources[1]));
        let compare = ((choice.flags >> 8 & 3) + 1) << 16;
        let has_flow = self.model() > 0x200;
        match choice.flags >> 4 & 7 {
            _ if !has_flow => self.arithmetic(choice),
            0 | 1 => self.close(),
            2 if self.open.last() == Some(&Opcode::If) => {
                self.instruction(Opcode::Else, 0, &[]);
                self.open.pop();
                self.open.push(Opcode::Else);
            }
            3 if self.open.contains(&Opcode::Rep) => {
                self.instruction(Opcode::BreakC, compare, &[left, right]);
            }
            4 => {
                self.instruction(Opcode::Rep, 0, &[integer]);
                self.open.push(Opcode::Rep);
            }
            5 => {
                let predicate = operand(19, 0) | 0xF << 16;
                self.instruction(Opcode::SetP, compare, &[predicate, left, right]);
                let predicate = operand(19, 0) | 0xE4 << 16;
                self.instruction(Opcode::Mov, 1 << 28, &[Self::destination(choice), predicate, left]);
            }
            _ => {
                self.instruction(Opcode::Ifc, compare, &[left, right]);
                self.open.push(Opcode::If);
            }
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Opcode::Rep) => self.instruction(Opcode::EndRep, 0, &[]),
            Some(_) => self.instruction(Opcode::EndIf, 0, &[]),
            None => self.instruction(Opcode::Nop, 0, &[]),
        }
    }

    fn finish(mut self) -> Vec<u32> {
        while !self.open.is_empty() {
            self.close();
        }
        self.tokens.push(END);
        self.tokens
    }
}
