//! Programs that any translator must take: choices made by chance, tokens made by the rules.

use proptest::prelude::*;
use proptest::sample::select;
use retrograph_shaders::dxso::opcode::Opcode;

use super::{END, operand};

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

/// A shader of model 2 or 3 with declarations, arithmetic, texture reads, blocks, calls and outputs.
pub(crate) fn shader() -> impl Strategy<Value = Vec<u32>> {
    let main = proptest::collection::vec(choice(), 1..24);
    let subroutine = proptest::collection::vec(choice(), 1..8);
    (select(&PROGRAMMABLE[..]), main, subroutine).prop_map(|(version, main, subroutine)| {
        let mut program = Assembler::new(version);
        main.iter().for_each(|choice| program.step(choice));
        program.finish(&subroutine)
    })
}

/// Makes tokens out of choices, leaving out what the model lacks.
struct Assembler {
    tokens: Vec<u32>,
    version: u32,
    open: Vec<Opcode>,
    calls: bool,
    in_subroutine: bool,
}

impl Assembler {
    fn new(version: u32) -> Self {
        let mut program =
            Self { tokens: vec![version], version, open: Vec::new(), calls: false, in_subroutine: false };
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

    /// A source, with the token of its index if it has one.
    fn source(&self, (file, number, swizzle, modifier): (u8, u32, u8, u8)) -> Vec<u32> {
        let relative = 1 << 13;
        let has_counter = self.open.contains(&Opcode::Loop);
        let (register, index) = match (file, self.is_vertex(), self.model() >= 0x300) {
            (0 | 1, ..) => (operand(0, number), None),
            (2, _, true) if has_counter && modifier > 10 => (operand(1, 0) | relative, Some(operand(15, 0))),
            (2, ..) => (operand(1, number & 1), None),
            (3, true, _) if modifier & 1 == 0 => {
                let lane = u32::from(modifier & 3) * 0x55;
                (operand(2, number + 8) | relative, Some(operand(3, 0) | lane << 16))
            }
            (4, true, _) if has_counter && modifier & 1 == 0 => {
                (operand(2, number) | relative, Some(operand(15, 0)))
            }
            (3 | 4, ..) => (operand(2, number), None),
            (_, true, _) => (operand(2, number + 8), None),
            (_, false, false) => (operand(3, 0), None),
            (_, false, true) => (operand(17, number & 1), None),
        };
        let modifier = match modifier {
            0 | 1 => 1,
            11 | 12 => u32::from(modifier),
            _ => 0,
        };
        let source = register | u32::from(swizzle) << 16 | modifier << 24;
        [source].into_iter().chain(index).collect()
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
        operands.extend(choice.sources[..count].iter().flat_map(|&source| self.source(source)));
        self.instruction(opcode, 0, &operands);
    }

    fn texture(&mut self, choice: &Choice) {
        let sampler = vec![operand(10, choice.flags >> 20 & 1) | 0xE4 << 16];
        let sources = choice.sources.map(|source| self.source(source));
        let to = vec![Self::destination(choice) | 0xF << 16];
        let load = [&to[..], &sources[0], &sampler].concat();
        let gradients = [&load[..], &sources[1], &sources[2]].concat();
        match (self.is_vertex(), choice.flags >> 12 & 7) {
            (true, _) if self.model() < 0x300 => self.arithmetic(choice),
            (true, _) => self.instruction(Opcode::TexLdl, 0, &load),
            (false, 3) => self.instruction(Opcode::TexKill, 0, &to),
            (false, 4) if self.model() > 0x200 => self.instruction(Opcode::TexLdd, 0, &gradients),
            (false, 5) if self.model() >= 0x300 => self.instruction(Opcode::TexLdl, 0, &load),
            (false, kind) => self.instruction(Opcode::Tex, (kind % 3) << 16, &load),
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
        let mut operands = vec![register | choice.mask << 16];
        if self.is_vertex() && self.model() >= 0x300 && choice.flags & 1 << 14 != 0 {
            // o[aL] or o[a0.y]
            operands[0] |= 1 << 13;
            operands.push(if choice.flags & 1 << 15 != 0 && self.open.contains(&Opcode::Loop) {
                operand(15, 0)
            } else {
                operand(3, 0) | 0x55 << 16
            });
        }
        operands.extend(self.source(choice.sources[0]));
        self.instruction(Opcode::Mov, 0, &operands);
    }

    fn block(&mut self, choice: &Choice) {
        let integer = operand(7, choice.flags >> 24 & 1) | 0xE4 << 16;
        let boolean = operand(14, choice.flags >> 24 & 3) | 0xE4 << 16;
        let label = operand(18, 0) | 0xE4 << 16;
        match choice.flags >> 4 & 15 {
            _ if !self.is_vertex() && self.model() == 0x200 => self.arithmetic(choice),
            0..=2 => self.close(),
            3 if self.open.last() == Some(&Opcode::If) => {
                self.instruction(Opcode::Else, 0, &[]);
                self.open.pop();
                self.open.push(Opcode::Else);
            }
            4 if self.is_vertex() || self.model() >= 0x300 => {
                self.instruction(Opcode::Loop, 0, &[operand(15, 0) | 0xE4 << 16, integer]);
                self.open.push(Opcode::Loop);
            }
            5 => {
                self.instruction(Opcode::Rep, 0, &[integer]);
                self.open.push(Opcode::Rep);
            }
            6 => {
                self.instruction(Opcode::If, 0, &[boolean]);
                self.open.push(Opcode::If);
            }
            7 if !self.in_subroutine => {
                self.instruction(Opcode::Call, 0, &[label]);
                self.calls = true;
            }
            8 if !self.in_subroutine => {
                self.instruction(Opcode::CallNz, 0, &[label, boolean]);
                self.calls = true;
            }
            9 if !self.open.is_empty() => self.instruction(Opcode::Ret, 0, &[]),
            _ if self.model() == 0x200 => self.address(choice),
            _ => self.dynamic_block(choice),
        }
    }

    /// Flow that depends on values, from models 2_x on.
    fn dynamic_block(&mut self, choice: &Choice) {
        let [left, right] = [0, 1].map(|index| self.source(choice.sources[index]));
        let both = [&left[..], &right].concat();
        let compare = ((choice.flags >> 8 & 3) + 1) << 16;
        let predicate = operand(19, 0) | 0xE4 << 16;
        let lane = operand(19, 0) | ((choice.flags >> 24 & 3) * 0x55) << 16;
        let in_loop = self.open.iter().any(|open| matches!(open, Opcode::Loop | Opcode::Rep));
        match choice.flags >> 10 & 7 {
            0 if in_loop => self.instruction(Opcode::BreakC, compare, &both),
            1 if in_loop => self.instruction(Opcode::BreakP, 0, &[lane]),
            2 if in_loop => self.instruction(Opcode::Break, 0, &[]),
            3 => {
                self.instruction(Opcode::If, 0, &[lane | 13 << 24]);
                self.open.push(Opcode::If);
            }
            4 => {
                let to = operand(19, 0) | choice.mask << 16;
                self.instruction(Opcode::SetP, compare, &[&[to], &both[..]].concat());
                let operands = [&[Self::destination(choice), predicate], &left[..]].concat();
                self.instruction(Opcode::Mov, 1 << 28, &operands);
            }
            5 if self.is_vertex() => self.address(choice),
            _ => {
                self.instruction(Opcode::Ifc, compare, &both);
                self.open.push(Opcode::If);
            }
        }
    }

    fn address(&mut self, choice: &Choice) {
        let to = [operand(3, 0) | choice.mask << 16];
        let operands = [&to[..], &self.source(choice.sources[0])].concat();
        self.instruction(Opcode::Mova, 0, &operands);
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Opcode::Rep) => self.instruction(Opcode::EndRep, 0, &[]),
            Some(Opcode::Loop) => self.instruction(Opcode::EndLoop, 0, &[]),
            Some(_) => self.instruction(Opcode::EndIf, 0, &[]),
            None => self.instruction(Opcode::Nop, 0, &[]),
        }
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
    }

    /// Ends the main program, and adds the subroutine if it is called.
    fn finish(mut self, subroutine: &[Choice]) -> Vec<u32> {
        self.close_all();
        if self.calls {
            self.in_subroutine = true;
            self.instruction(Opcode::Ret, 0, &[]);
            self.instruction(Opcode::Label, 0, &[operand(18, 0) | 0xE4 << 16]);
            subroutine.iter().for_each(|choice| self.step(choice));
            self.close_all();
            self.instruction(Opcode::Ret, 0, &[]);
        }
        self.tokens.push(END);
        self.tokens
    }
}
