//! Instructions that compute, in the general form.

use super::general::Walker;
use super::linear::{destination, operand};
use super::{ADDRESS, CAPTURED, FLAGS, SCRATCH};
use crate::gx2::isa::{Alu, Op, Operand, Source};
use crate::pica::isa::{
    Comparison, Descriptor, Destination, Form, Instruction, Opcode, Operands, Register, Relative,
};

/// The register of a captured third source.
const THIRD: u8 = SCRATCH + 1;
/// The largest power that LITP leaves.
const LITP_MAX: f32 = 127.996_1;

const ZERO: Operand = Operand::new(Source::Zero, 0);
const ONE: Operand = Operand::new(Source::One, 0);

const fn literal(value: f32) -> Operand {
    Operand::new(Source::Literal(value.to_bits()), 0)
}

/// A lane of a captured source.
const fn a(lane: u8) -> Operand {
    Operand::gpr(CAPTURED[0], lane)
}

/// A lane of the second captured source.
const fn b(lane: u8) -> Operand {
    Operand::gpr(CAPTURED[1], lane)
}

const fn scratch(lane: u8) -> Operand {
    Operand::gpr(SCRATCH, lane)
}

/// A comparison as an instruction.
fn test(comparison: Comparison, to: (u8, u8), first: Operand, second: Operand) -> Alu {
    match comparison {
        Comparison::Eq => Alu::new(Op::SetE, to, &[first, second]),
        Comparison::Ne => Alu::new(Op::SetNe, to, &[first, second]),
        Comparison::Lt => Alu::new(Op::SetGt, to, &[second, first]),
        Comparison::Le => Alu::new(Op::SetGe, to, &[second, first]),
        Comparison::Gt => Alu::new(Op::SetGt, to, &[first, second]),
        Comparison::Ge => Alu::new(Op::SetGe, to, &[first, second]),
        Comparison::Always6 | Comparison::Always7 => Alu::new(Op::Mov, to, &[ONE]),
    }
}

/// The lanes of its sources that an instruction reads.
fn lanes_read(opcode: Opcode, mask: [bool; 4]) -> [bool; 4] {
    match opcode {
        Opcode::Ex2 | Opcode::Lg2 | Opcode::Rcp | Opcode::Rsq => [true, false, false, false],
        Opcode::Cmp => [true, true, false, false],
        Opcode::Mova => [mask[0], mask[1], false, false],
        Opcode::Dp3 => [true, true, true, false],
        Opcode::Dp4 | Opcode::Dph | Opcode::Dphi | Opcode::Litp => [true; 4],
        _ => mask,
    }
}

impl Walker<'_> {
    pub(super) fn compute(&mut self, instruction: &Instruction, descriptor: Descriptor) {
        let opcode = instruction.opcode;
        let (to, sources, relative, comparisons) = match instruction.operands {
            Operands::Arithmetic { destination, sources: [first, second], relative, .. } => {
                (destination, [first, second, None], relative, [Comparison::Eq; 2])
            }
            Operands::MultiplyAdd { destination, sources, relative, .. } => {
                (destination, sources.map(Some), relative, [Comparison::Eq; 2])
            }
            Operands::Compare { sources: [first, second], relative, comparisons, .. } => {
                (Destination::Output(0), [Some(first), Some(second), None], relative, comparisons)
            }
            _ => return,
        };
        let wide = match opcode.form() {
            Form::OneInverted | Form::MultiplyAdd => 1,
            Form::MultiplyAddInverted => 2,
            _ => 0,
        };
        let read = lanes_read(opcode, descriptor.mask());
        let captured = [CAPTURED[0], CAPTURED[1], THIRD];
        for (index, (register, to)) in sources.into_iter().zip(captured).enumerate() {
            let Some(register) = register else { continue };
            let relative = if index == wide { relative } else { Relative::None };
            let swizzle = (descriptor.selector(index), descriptor.negates(index));
            self.capture(register, relative, swizzle, to, read);
        }
        match opcode {
            Opcode::Cmp => self.assembler.group(
                (0..2)
                    .map(|lane| test(comparisons[usize::from(lane)], (FLAGS, lane), a(lane), b(lane)))
                    .collect(),
            ),
            Opcode::Mova => {
                let lanes = (0..2u8).filter(|&lane| read[usize::from(lane)]);
                let truncate = |lane| Alu::new(Op::Trunc, (ADDRESS, lane), &[a(lane)]);
                self.assembler.group(lanes.map(truncate).collect());
            }
            _ => self.result(opcode, destination(to), descriptor.mask()),
        }
    }

    /// Copies a source's lanes, swizzled and negated.
    fn capture(
        &mut self,
        register: Register,
        relative: Relative,
        (selector, negate): ([u8; 4], bool),
        to: u8,
        lanes: [bool; 4],
    ) {
        if let Register::Input(index) = register {
            self.inputs |= 1 << index;
        }
        let copies = |from: &dyn Fn(u8) -> Operand| -> Vec<Alu> {
            let lanes = (0..4u8).filter(|&lane| lanes[usize::from(lane)]);
            lanes
                .map(|lane| {
                    let from = from(selector[usize::from(lane)]).negated(negate);
                    Alu::new(Op::Mov, (to, lane), &[from])
                })
                .collect()
        };
        let (Register::Uniform(first), true) = (register, relative != Relative::None) else {
            return self.assembler.group(copies(&|lane| operand(register, lane)));
        };
        let address = match relative {
            Relative::AddressX => Operand::gpr(ADDRESS, 0),
            Relative::AddressY => Operand::gpr(ADDRESS, 1),
            _ => {
                let offset = if (-128..128).contains(&self.counter) { self.counter } else { 0 };
                let index = (i32::from(first) + offset) & 0x7F;
                let from = |lane| match index {
                    0..96 => operand(Register::Uniform(index as u8), lane),
                    _ => ONE,
                };
                return self.assembler.group(copies(&from));
            }
        };
        self.index(first, address);
        // The address register is only good within a clause.
        let mut load = Alu::new(Op::MovaFloor, (0, 0), &[scratch(0)]);
        load.write = false;
        let from = |lane| Operand { relative: true, ..Operand::new(Source::Constant(0), lane) };
        self.assembler.together(vec![vec![load], copies(&from)]);
        let is_past = Alu::new(Op::SetGt, (SCRATCH, 1), &[scratch(0), literal(95.0)]);
        self.assembler.group(vec![is_past]);
        let lanes = (0..4u8).filter(|&lane| lanes[usize::from(lane)]);
        let choose =
            |lane| Alu::new(Op::CndE, (to, lane), &[scratch(1), Operand::gpr(to, lane), ONE.negated(negate)]);
        self.assembler.group(lanes.map(choose).collect());
    }

    /// Leaves the index of a uniform, 0 to 127, in the scratch register's first lane.
    fn index(&mut self, first: u8, address: Operand) {
        let mut step = |op, lane, operands: &[Operand]| {
            self.assembler.group(vec![Alu::new(op, (SCRATCH, lane), operands)]);
        };
        // Offsets outside of -128..=127 count as 0; what is no number compares as outside.
        step(Op::Add, 0, &[address, literal(128.0)]);
        step(Op::Add, 1, &[literal(127.0), address.negated(true)]);
        step(Op::CndGe, 0, &[scratch(0), address, ZERO]);
        step(Op::CndGe, 0, &[scratch(1), scratch(0), ZERO]);
        step(Op::Add, 0, &[scratch(0), literal(first.into())]);
        step(Op::Mul, 1, &[scratch(0), literal(1.0 / 128.0)]);
        step(Op::Floor, 1, &[scratch(1)]);
        step(Op::MulAdd, 0, &[scratch(1), literal(-128.0), scratch(0)]);
    }

    fn result(&mut self, opcode: Opcode, to: u8, mask: [bool; 4]) {
        let lanes = || (0..4u8).filter(|&lane| mask[usize::from(lane)]);
        let each = |operation: &dyn Fn(u8) -> (Op, Vec<Operand>)| -> Vec<Alu> {
            lanes()
                .map(|lane| {
                    let (op, operands) = operation(lane);
                    Alu::new(op, (to, lane), &operands)
                })
                .collect()
        };
        let spread = || each(&|_| (Op::Mov, vec![scratch(0)]));
        let group = match opcode {
            Opcode::Add => each(&|lane| (Op::Add, vec![a(lane), b(lane)])),
            Opcode::Mul => each(&|lane| (Op::Mul, vec![a(lane), b(lane)])),
            Opcode::Max => each(&|lane| (Op::Max, vec![a(lane), b(lane)])),
            Opcode::Min => each(&|lane| (Op::Min, vec![a(lane), b(lane)])),
            Opcode::Sge | Opcode::Sgei => each(&|lane| (Op::SetGe, vec![a(lane), b(lane)])),
            Opcode::Slt | Opcode::Slti => each(&|lane| (Op::SetGt, vec![b(lane), a(lane)])),
            Opcode::Flr => each(&|lane| (Op::Floor, vec![a(lane)])),
            Opcode::Mad | Opcode::Madi => {
                each(&|lane| (Op::MulAdd, vec![a(lane), b(lane), Operand::gpr(THIRD, lane)]))
            }
            Opcode::Dst | Opcode::Dsti => each(&|lane| match lane {
                0 => (Op::Mov, vec![ONE]),
                1 => (Op::Mul, vec![a(1), b(1)]),
                2 => (Op::Mov, vec![a(2)]),
                _ => (Op::Mov, vec![b(3)]),
            }),
            Opcode::Dp3 | Opcode::Dp4 | Opcode::Dph | Opcode::Dphi => {
                self.dot(opcode);
                spread()
            }
            Opcode::Ex2 | Opcode::Lg2 | Opcode::Rcp | Opcode::Rsq => {
                self.scalar(opcode);
                spread()
            }
            Opcode::Litp => {
                self.litp();
                each(&|lane| match lane {
                    1 => (Op::Mov, vec![scratch(1)]),
                    2 => (Op::Mov, vec![ZERO]),
                    _ => (Op::Max, vec![a(lane), ZERO]),
                })
            }
            _ => each(&|lane| (Op::Mov, vec![a(lane)])),
        };
        self.assembler.group(group);
    }

    /// A dot product, to the scratch register's first lane.
    fn dot(&mut self, opcode: Opcode) {
        let lane = |lane| {
            let operands = match (opcode, lane) {
                (Opcode::Dp3, 3) => [ZERO, ZERO],
                (Opcode::Dph | Opcode::Dphi, 3) => [ONE, b(3)],
                _ => [a(lane), b(lane)],
            };
            Alu { write: lane == 0, ..Alu::new(Op::Dot4, (SCRATCH, lane), &operands) }
        };
        self.assembler.group((0..4).map(lane).collect());
    }

    /// A function of one lane, to the scratch register's first lane.
    fn scalar(&mut self, opcode: Opcode) {
        let op = match opcode {
            Opcode::Ex2 => Op::Exp,
            Opcode::Lg2 => Op::Log,
            Opcode::Rcp => Op::Recip,
            _ => Op::RecipSqrt,
        };
        // The PICA200 has no negative zero: adding +0 takes the sign away.
        self.assembler.group(vec![Alu::new(Op::Add, (SCRATCH, 0), &[a(0), ZERO])]);
        self.assembler.group(vec![Alu::new(op, (SCRATCH, 0), &[scratch(0)])]);
    }

    /// The flags of LITP, and its power in the scratch register's second lane.
    fn litp(&mut self) {
        let flag = |lane, from| Alu::new(Op::SetGe, (FLAGS, lane), &[a(from), ZERO]);
        self.assembler.group(vec![flag(0, 0), flag(1, 3)]);
        let clamp = |op, from, limit| Alu::new(op, (SCRATCH, 1), &[from, literal(limit)]);
        self.assembler.group(vec![clamp(Op::Max, a(1), -LITP_MAX)]);
        self.assembler.group(vec![clamp(Op::Min, scratch(1), LITP_MAX)]);
    }
}
