//! Every instruction that lowering can make, to words and back; what cannot be made or read.

use proptest::prelude::*;
use retrograph_shaders::gx2::group::{self, PortError};
use retrograph_shaders::gx2::isa::{Alu, ClauseKind, Flow, Group, Index, Op, Operand, Program, Source, Unit};
use retrograph_shaders::gx2::{DecodeError, EncodeError, decode, disasm, encode};

/// A program of one clause.
fn program(groups: Vec<Group>) -> Program {
    let mut program = Program::default();
    program.push(Flow::Alu(ClauseKind::Plain, groups), true);
    program.push(Flow::Nop, true);
    program
}

fn round_trip(alu: Alu) {
    let program = program(vec![Group(vec![alu])]);
    let words = encode(&program).unwrap_or_else(|error| panic!("{error}: {alu:?}"));
    assert_eq!(decode(&words), Ok(program), "{alu:?}");
}

/// Every kind of source, each lane, with and without a changed sign, taken as a magnitude, or relative.
fn operands(takes_magnitude: bool) -> Vec<Operand> {
    let mut operands = Vec::new();
    let wide = [
        Source::Gpr(1),
        Source::Gpr(57),
        Source::Gpr(127),
        Source::Constant(0),
        Source::Constant(95),
        Source::Constant(255),
        Source::PreviousVector,
    ];
    let plain =
        [Source::Zero, Source::One, Source::Half, Source::Literal(0x4300_0000), Source::PreviousScalar];
    let sources = wide.into_iter().flat_map(|source| (0..4).map(move |lane| (source, lane)));
    for (source, lane) in sources.chain(plain.map(|source| (source, 0))) {
        for negate in [false, true] {
            let operand = Operand::new(source, lane).negated(negate);
            operands.push(operand);
            if takes_magnitude {
                operands.push(Operand { absolute: true, ..operand });
            }
            if matches!(source, Source::Gpr(_) | Source::Constant(_)) {
                operands.push(Operand { relative: true, ..operand });
            }
        }
    }
    operands
}

#[test]
fn every_instruction_survives() {
    let mut count = 0;
    for &op in Op::ALL {
        let takes_magnitude = op.operands() < 3;
        for lane in 0..4 {
            for destination in [0, 17, 33, 48, 49, 50, 51, 52, 53, 57, 127] {
                for operand in operands(takes_magnitude) {
                    for place in 0..op.operands() {
                        let mut operands = [Operand::gpr(2, 1); 3];
                        operands[place] = operand;
                        round_trip(Alu::new(op, (destination, lane), &operands[..op.operands()]));
                        count += 1;
                    }
                }
            }
            let base = Alu::new(op, (3, lane), &[Operand::gpr(4, 0); 3][..op.operands()]);
            for index in [Index::X, Index::Y, Index::Z, Index::W, Index::Loop] {
                for bank_swizzle in 0..6 {
                    round_trip(Alu { index, bank_swizzle, clamp: true, ..base });
                    if takes_magnitude {
                        let updates = bank_swizzle % 2 == 1;
                        let modifier = bank_swizzle % 4;
                        round_trip(Alu {
                            write: false,
                            updates_mask: updates,
                            updates_predicate: !updates,
                            modifier,
                            ..base
                        });
                    }
                    count += 2;
                }
            }
        }
    }
    println!("{count} instructions");
}

#[test]
fn literals_are_shared_and_padded() {
    let literal = |value: f32| Operand::new(Source::Literal(value.to_bits()), 0);
    let group = Group(vec![
        Alu::new(Op::Add, (1, 0), &[literal(2.0), literal(3.0)]),
        Alu::new(Op::Add, (1, 1), &[literal(2.0), literal(4.0)]),
    ]);
    let words = encode(&program(vec![group.clone()])).expect("encodes");
    let literals = [2f32, 3.0, 4.0].map(f32::to_bits);
    assert_eq!(words[68..72], [literals[0], literals[1], literals[2], 0]);
    assert_eq!(decode(&words), Ok(program(vec![group])));
}

#[test]
fn what_cannot_be_encoded_is_refused() {
    let mov = Alu::new(Op::Mov, (0, 0), &[Operand::gpr(1, 0)]);
    let error = |groups| encode(&program(groups)).expect_err("refused");
    assert_eq!(error(vec![]), EncodeError::Clause { step: 0, slots: 0 });
    assert_eq!(error(vec![Group(vec![mov]); 129]), EncodeError::Clause { step: 0, slots: 129 });
    assert!(encode(&program(vec![Group(vec![mov]); 128])).is_ok());
    assert_eq!(
        error(vec![Group(vec![mov; 6])]),
        EncodeError::Group { step: 0, instructions: 6, literals: 0 }
    );
    for bad in [
        Alu { destination: 128, ..mov },
        Alu { lane: 4, ..mov },
        Alu::new(Op::Mov, (0, 0), &[Operand::gpr(128, 0)]),
        Alu::new(Op::Mov, (0, 0), &[Operand::gpr(1, 4)]),
        Alu { write: false, ..Alu::new(Op::MulAdd, (0, 0), &[Operand::gpr(1, 0); 3]) },
    ] {
        assert!(matches!(error(vec![Group(vec![bad])]), EncodeError::Field { step: 0, .. }), "{bad:?}");
    }
    assert_eq!(encode(&Program::default()), Err(EncodeError::End));
    let mut ends = Program::default();
    ends.push(Flow::Alu(ClauseKind::Plain, vec![Group(vec![mov])]), true);
    assert_eq!(encode(&ends), Err(EncodeError::End));
}

#[test]
fn ports_refuse_conflicts() {
    let mov = |to: u8, lane, from: Operand| Alu::new(Op::Mov, (to, lane), &[from]);
    let check = |alus: Vec<Alu>| group::check(&Group(alus));
    // One port for each lane and cycle: two registers' x in cycle 0 clash, unless one moves to another cycle.
    let clash = vec![mov(9, 0, Operand::gpr(1, 0)), mov(9, 1, Operand::gpr(2, 0))];
    assert_eq!(check(clash.clone()), Err(PortError::Register { cycle: 0, lane: 0, first: 1, second: 2 }));
    let moved = Alu { bank_swizzle: 2, ..clash[1] };
    assert_eq!(check(vec![clash[0], moved]), Ok(()));
    let constant = |register, lane| Operand::new(Source::Constant(register), lane);
    let three = vec![mov(9, 0, constant(0, 0)), mov(9, 1, constant(0, 2)), mov(9, 2, constant(1, 0))];
    assert_eq!(check(three), Err(PortError::Constants));
    let same = vec![mov(9, 0, constant(0, 0)), mov(9, 1, constant(0, 1)), mov(9, 2, constant(0, 3))];
    assert_eq!(check(same), Ok(()));
    // The second instruction of a lane goes to the scalar unit, the third nowhere.
    let one = mov(9, 0, Operand::gpr(1, 0));
    assert_eq!(check(vec![one, one]), Ok(()));
    assert_eq!(check(vec![one, one, one]), Err(PortError::Unit { index: 2 }));
    // Lanes come in their order.
    assert_eq!(check(vec![mov(9, 1, Operand::gpr(1, 0)), one]), Err(PortError::Unit { index: 1 }));
    let mova = Alu { write: false, ..Alu::new(Op::MovaFloor, (0, 1), &[Operand::gpr(1, 0)]) };
    let relative = mov(9, 0, Operand { relative: true, ..constant(0, 0) });
    assert_eq!(check(vec![relative, mova]), Err(PortError::Address));
}

#[test]
fn what_cannot_be_decoded_is_named() {
    let unknown = |words: &[u32]| match decode(words) {
        Err(DecodeError::Unknown { what, value, .. }) => (what, value),
        other => panic!("{other:?}"),
    };
    assert_eq!(unknown(&[0, 0x15 << 23]), ("control flow instruction", 0x15));
    assert_eq!(unknown(&[0, 0xB << 26 | 1 << 29]), ("ALU clause", 0xB));
    assert_eq!(unknown(&[0x4040_0002, 0xA000_0000, 0, 0]), ("constant cache", 0x101));
    assert_eq!(unknown(&[5 << 13 | 70, 0x28 << 23]), ("export", 70));
    assert_eq!(unknown(&[1, 0xA000_0000, 0x8000_0000, 0x7F << 7]), ("ALU instruction", 0x7F));
    assert_eq!(unknown(&[1, 0xA000_0000, 0x8000_0080, 0x19 << 7]), ("operand", 0x80));
    assert_eq!(decode(&[0, 0, 0]), Err(DecodeError::Truncated { offset: 3 }));
    assert_eq!(decode(&[]), Err(DecodeError::Truncated { offset: 0 }));
    assert_eq!(decode(&[1, 0xA000_0000, 0, 0x19 << 7]), Err(DecodeError::Group { offset: 2 }));
    // Two clauses of the same words would be more than there is.
    let nop = [0x8000_0000, 0x1A << 7];
    let twice = [2, 0xA004_0000, 2, 0xA004_0000, nop[0], nop[1], nop[0], nop[1]];
    assert_eq!(decode(&twice), Err(DecodeError::Truncated { offset: 8 }));
    let many: Vec<u32> = std::iter::repeat_n([2, 0xA000_0000], 8).flatten().collect();
    assert!(matches!(
        decode(&many),
        Err(DecodeError::Unknown { .. }
            | DecodeError::Overlap { .. }
            | DecodeError::Group { .. }
            | DecodeError::Truncated { .. })
    ));
}

proptest! {
    #[test]
    fn any_words_are_decoded_or_refused(words in prop::collection::vec(any::<u32>(), 0..64), shape in 0..4usize) {
        let mut words = words;
        // Most random words are no step at all: make some look like one.
        if shape > 0 && words.len() >= 2 {
            words[1] = [0xA000_0000, 0x8080_0000, 0x9400_0688][shape - 1];
            words[0] = 1;
        }
        if let Ok(program) = decode(&words) {
            disasm::disassemble(&program);
            let again = encode(&program);
            if let Ok(again) = again {
                prop_assert_eq!(decode(&again), Ok(program));
            }
        }
    }
}

#[test]
fn units_are_known() {
    let scalar: Vec<_> = Op::ALL.iter().filter(|op| op.unit() == Unit::Scalar).map(|op| op.name()).collect();
    assert_eq!(scalar, ["EXP_IEEE", "LOG_IEEE", "RECIP_IEEE", "RECIPSQRT_IEEE"]);
}
