//! Words that other tools made.

use retrograph_shaders::gx2::isa::{
    Alu, ClauseKind, Fetch, Flow, Group, Op, Operand, Program, Select, Source, Target,
};
use retrograph_shaders::gx2::{decode, encode, group};

fn gpr(register: u8, lane: u8) -> Operand {
    Operand::gpr(register, lane)
}

fn constant(register: u8, lane: u8) -> Operand {
    Operand::new(Source::Constant(register), lane)
}

fn literal(bits: u32) -> Operand {
    Operand::new(Source::Literal(bits), 0)
}

fn scratch(op: Op, lane: u8, operands: &[Operand]) -> Alu {
    Alu { write: false, ..Alu::new(op, (0, lane), operands) }
}

fn export(target: Target, register: u8, lanes: [Select; 4], done: bool) -> Flow {
    Flow::Export { target, register, lanes, done }
}

#[test]
fn control_flow() {
    let only_x = [Select::X, Select::Masked, Select::Masked, Select::Masked];
    let cases = [
        (Flow::CallFetch, false, [0, 0x0980_0000]),
        (export(Target::Position(0), 2, Select::XYZW, true), true, [0x0001_203C, 0x9400_0688]),
        (export(Target::Parameter(0), 1, Select::XYZW, true), false, [0x0000_C000, 0x1400_0688]),
        (export(Target::Pixel(0), 0, Select::XYZW, true), true, [0, 0x9400_0688]),
        (export(Target::Parameter(0), 2, Select::XY01, true), false, [0x0001_4000, 0x1400_0B08]),
        (export(Target::Position(0), 1, Select::XYZW, false), true, [0x0000_A03C, 0x9380_0688]),
        (export(Target::Position(1), 2, only_x, true), true, [0x0001_203D, 0x9400_0FF8]),
        (Flow::Nop, true, [0, 0x8000_0000]),
    ];
    for (flow, barrier, expected) in cases {
        let mut program = Program::default();
        program.push(flow.clone(), barrier);
        program.push(Flow::Nop, true);
        let words = encode(&program).expect("encodes");
        assert_eq!(words[..4], [expected[0], expected[1], 0, 0x8020_0000], "{flow:?}");
        assert_eq!(words.len(), 64);
        assert_eq!(decode(&words), Ok(program));
        // As the last step it ends the program.
        let mut program = Program::default();
        program.push(flow, barrier);
        assert_eq!(encode(&program).expect("encodes")[1], expected[1] | 1 << 21);
    }
}

/// A group that fills all five units.
fn five() -> (Group, Vec<u32>) {
    let absolute = Operand { absolute: true, ..gpr(1, 3) };
    (
        Group(vec![
            Alu::new(Op::Mul, (3, 0), &[gpr(1, 0), constant(0, 0)]),
            Alu::new(Op::MulIeee, (3, 1), &[gpr(1, 1), constant(0, 1)]),
            Alu::new(Op::Add, (3, 2), &[gpr(1, 2), constant(1, 2).negated(true)]),
            Alu::new(Op::Mov, (3, 3), &[absolute]),
            Alu::new(Op::Recip, (4, 0), &[gpr(1, 3)]),
        ]),
        vec![
            0x0020_0001,
            0x0060_0090,
            0x00A0_0401,
            0x2060_0110,
            0x0320_2801,
            0x4060_0010,
            0x0000_0C01,
            0x6060_0C91,
            0x8000_0C01,
            0x0080_3310,
        ],
    )
}

/// That group, and what follows it.
fn groups() -> Vec<(Group, Vec<u32>)> {
    // Lanes that write nothing name no register.
    let dot = |lane: u8| {
        let to = if lane == 0 { 6 } else { 0 };
        Alu { write: lane == 0, ..Alu::new(Op::Dot4, (to, lane), &[gpr(3, lane), constant(4, lane)]) }
    };
    let relative = Operand { relative: true, ..constant(8, 0) };
    let clamped = Alu { clamp: true, bank_swizzle: 1, ..Alu::new(Op::Min, (7, 1), &[gpr(2, 1), gpr(3, 1)]) };
    let chosen = Alu { bank_swizzle: 5, ..Alu::new(Op::CndGe, (7, 2), &[gpr(1, 0), gpr(2, 0), gpr(3, 0)]) };
    vec![
        five(),
        (
            Group(vec![
                Alu::new(Op::MulAdd, (5, 0), &[gpr(3, 0), constant(2, 0), constant(3, 0)]),
                Alu::new(Op::Max, (5, 1), &[gpr(3, 1), literal(0x4049_0FDB)]),
                Alu::new(Op::SetGe, (5, 2), &[gpr(3, 2), Operand::new(Source::Zero, 2)]),
            ]),
            vec![
                0x0020_4003,
                0x00A2_0103,
                0x001F_A403,
                0x20A0_0190,
                0x811F_0803,
                0x40A0_0510,
                0x4049_0FDB,
                0,
            ],
        ),
        (
            Group((0..4).map(dot).collect()),
            vec![
                0x0020_8003,
                0x00C0_2810,
                0x00A0_8403,
                0x2000_2800,
                0x0120_8803,
                0x4000_2800,
                0x81A0_8C03,
                0x6000_2800,
            ],
        ),
        (Group(vec![scratch(Op::MovaFloor, 0, &[gpr(6, 0)])]), vec![0x8000_0006, 0x0000_0B00]),
        (
            Group(vec![Alu::new(Op::Mov, (7, 0), &[relative]), clamped, chosen]),
            vec![0x0000_0308, 0x00E0_0C90, 0x0080_6402, 0xA0E4_0210, 0x8000_4001, 0x40F7_4003],
        ),
    ]
}

#[test]
fn arithmetic() {
    let (groups, words): (Vec<_>, Vec<_>) = groups().into_iter().unzip();
    let mut program = Program::default();
    program.push(Flow::Alu(ClauseKind::Plain, groups), true);
    program.push(Flow::Nop, true);
    let encoded = encode(&program).expect("encodes");
    let expected = words.concat();
    assert_eq!(encoded[64..64 + expected.len()], expected[..]);
    assert_eq!(encoded[..2], [0x20, 0xA000_0000 | (expected.len() as u32 / 2 - 1) << 18]);
    assert_eq!(decode(&encoded), Ok(program));
}

#[test]
fn a_clause_counts_its_slots() {
    let mov = Alu::new(Op::Mov, (0, 0), &[gpr(1, 0)]);
    let mut program = Program::default();
    program.push(Flow::Alu(ClauseKind::Plain, vec![Group(vec![mov]); 4]), true);
    program.push(Flow::Nop, true);
    assert_eq!(encode(&program).expect("encodes")[..4], [0x20, 0xA00C_0000, 0, 0x8020_0000]);
}

#[test]
fn textures() {
    let fetch = Fetch {
        level_zero: false,
        texture: 0,
        sampler: 0,
        source: 0,
        source_lanes: [Select::X, Select::Y, Select::X, Select::X],
        destination: 1,
        destination_lanes: Select::XYZW,
    };
    let mut program = Program::default();
    program.push(Flow::Texture(vec![fetch]), true);
    program.push(export(Target::Pixel(0), 1, Select::XYZW, true), true);
    let words = encode(&program).expect("encodes");
    assert_eq!(words[..2], [0x10, 0x8080_0000]);
    assert_eq!(words[32..36], [0x0000_0010, 0xF00D_1001, 0x0080_0000, 0]);
    assert_eq!(decode(&words), Ok(program));
}

#[test]
fn golden_groups_can_be_fed() {
    for (index, (group, _)) in groups().into_iter().enumerate() {
        // The second one names a constant of three registers, the last reads what is free: all are legal.
        assert_eq!(group::check(&group), Ok(()), "{index}");
    }
}
