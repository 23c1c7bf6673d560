//! Words against the second decoder, and back.

use retrograph_shaders::pica::isa::{Combination, Comparison, Descriptor, Destination, Register, Relative};
use retrograph_shaders::pica::{DecodeError, Instruction, Operands, decode, encode};

use crate::table;

fn source(register: Register) -> u32 {
    match register {
        Register::Input(index) => u32::from(index),
        Register::Temporary(index) => 16 + u32::from(index),
        Register::Uniform(index) => 32 + u32::from(index),
    }
}

fn destination(register: Destination) -> u32 {
    match register {
        Destination::Output(index) => u32::from(index),
        Destination::Temporary(index) => 16 + u32::from(index),
    }
}

fn relative(relative: Relative) -> u32 {
    match relative {
        Relative::None => 0,
        Relative::AddressX => 1,
        Relative::AddressY => 2,
        Relative::Loop => 3,
    }
}

fn comparison(comparison: Comparison) -> u32 {
    match comparison {
        Comparison::Eq => 0,
        Comparison::Ne => 1,
        Comparison::Lt => 2,
        Comparison::Le => 3,
        Comparison::Gt => 4,
        Comparison::Ge => 5,
        Comparison::Always6 => 6,
        Comparison::Always7 => 7,
    }
}

/// The fields of an instruction by the names of the table.
fn fields(instruction: &Instruction) -> Vec<(&'static str, u32)> {
    let mut fields = vec![("spare", instruction.spare)];
    match instruction.operands {
        Operands::None => {}
        Operands::Arithmetic { descriptor, destination: to, sources, relative: index } => {
            fields.extend([("desc", descriptor.into()), ("dst", destination(to)), ("idx", relative(index))]);
            let names = ["s1", "s2"].into_iter().zip(sources);
            fields.extend(names.filter_map(|(name, register)| Some((name, source(register?)))));
        }
        Operands::Compare { descriptor, sources: [s1, s2], relative: index, comparisons: [x, y] } => {
            fields.extend([("desc", descriptor.into()), ("s1", source(s1)), ("s2", source(s2))]);
            fields.extend([("idx", relative(index)), ("cmpx", comparison(x)), ("cmpy", comparison(y))]);
        }
        Operands::MultiplyAdd { descriptor, destination: to, sources: [s1, s2, s3], relative: index } => {
            fields.extend([("desc", descriptor.into()), ("dst", destination(to)), ("idx", relative(index))]);
            fields.extend([("s1", source(s1)), ("s2", source(s2)), ("s3", source(s3))]);
        }
        Operands::Conditional { condition, target, count } => {
            let how = match condition.combination {
                Combination::Or => 0,
                Combination::And => 1,
                Combination::X => 2,
                Combination::Y => 3,
            };
            fields.extend([("how", how), ("refx", condition.x.into()), ("refy", condition.y.into())]);
            fields.extend([("to", target.into()), ("num", count.into())]);
        }
        Operands::Boolean { uniform, target, count } => {
            fields.extend([("bool", uniform.into()), ("to", target.into()), ("num", count.into())]);
        }
        Operands::Loop { uniform, target, count } => {
            fields.extend([("int", uniform.into()), ("to", target.into()), ("num", count.into())]);
        }
        Operands::SetEmit { vertex, primitive, winding } => {
            fields.extend([
                ("vertex", vertex.into()),
                ("prim", primitive.into()),
                ("winding", winding.into()),
            ]);
        }
    }
    fields.sort_unstable();
    fields
}

/// Decodes a word both ways and encodes it again.
fn check(word: u32) {
    match (decode(word), table::decode(word)) {
        (Ok(instruction), Some((name, expected))) => {
            assert_eq!(instruction.opcode.mnemonic(), name, "{word:08x}");
            assert_eq!(fields(&instruction), expected, "{word:08x}");
            assert_eq!(encode(&instruction), Ok(word), "{word:08x}");
        }
        (Err(DecodeError::UnknownOpcode { opcode, .. }), None) => assert_eq!(u32::from(opcode), word >> 26),
        (ours, theirs) => panic!("{word:08x}: {ours:?}, {theirs:?}"),
    }
}

/// All values of a narrow field; of a wide one the borders, every power of two and its neighbours.
fn values(width: u32, all: bool) -> Vec<u32> {
    if all || width <= 5 {
        return (0..1 << width).collect();
    }
    let powers = (0..width).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    let mut values: Vec<u32> = powers.chain([(1 << width) - 1]).filter(|value| value >> width == 0).collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[test]
fn two_decoders_agree_on_every_field_of_every_opcode() {
    let mut words = 0;
    for row in table::ROWS {
        // The opcode's own overlapped bits are swept with the fields.
        for (index, &(name, low, width)) in row.fields.iter().enumerate() {
            for background in [0, !row.mask] {
                let cleared = background & !((u32::MAX >> (32 - width)) << low);
                // 26 spare bits are not swept in full.
                for value in values(width, width <= 12) {
                    check(row.value | cleared | value << low);
                    words += 1;
                }
            }
            for &(other_name, other, other_width) in &row.fields[index + 1..] {
                // Every pair of sources, and of all else what lies around the borders.
                let all = [name, other_name].iter().all(|name| ["s1", "s2", "s3"].contains(name));
                for value in values(width, all) {
                    for second in values(other_width, all) {
                        check(row.value | value << low | second << other);
                        words += 1;
                    }
                }
            }
        }
    }
    for opcode in (0..64).filter(|opcode| table::decode(opcode << 26).is_none()) {
        for pattern in [0, 0x03FF_FFFF, 0x0155_5555, 0x02AA_AAAA] {
            check(opcode << 26 | pattern);
            words += 1;
        }
    }
    println!("{words} words");
    assert!(words >= 282_626, "{words}");
}

#[test]
fn descriptors_take_their_fields_apart() {
    let mut descriptors = 0;
    let mut expect = |word: u32| {
        let descriptor = Descriptor(word);
        for lane in 0..4 {
            assert_eq!(descriptor.writes(lane), word & 8 >> lane != 0, "{word:08x}");
        }
        let fields = [(word >> 4 & 0x1FF), (word >> 13 & 0x1FF), (word >> 22 & 0x1FF)];
        let sources = fields.map(|field| {
            let selector = [field >> 7 & 3, field >> 5 & 3, field >> 3 & 3, field >> 1 & 3];
            (selector.map(|lane| lane as u8), field & 1 != 0)
        });
        for (source, (selector, negate)) in sources.into_iter().enumerate() {
            assert_eq!((descriptor.selector(source), descriptor.negates(source)), (selector, negate));
        }
        assert_eq!(descriptor.reserved(), word & 1 << 31);
        assert_eq!(Descriptor::new(descriptor.mask(), sources).0, word & !(1 << 31), "{word:08x}");
        descriptors += 1;
    };
    for field in 0..0x200 {
        for mask in 0..16 {
            [4, 13, 22].into_iter().for_each(|low| expect(mask | field << low));
            expect(
                mask | field << 4 | (field ^ 0x1FF) << 13 | (field.rotate_left(3) & 0x1FF) << 22 | 1 << 31,
            );
        }
    }
    println!("{descriptors} descriptors");
    assert_eq!(Descriptor::IDENTITY.0, 0xF | 0x1B << 5 | 0x1B << 14 | 0x1B << 23);
}

#[test]
fn encoding_refuses_what_no_word_can_say() {
    let mad = decode(0xE000_0000).expect("mad");
    let Operands::MultiplyAdd { destination, sources, relative, .. } = mad.operands else {
        panic!("{mad:?}")
    };
    for (operands, field) in [
        (Operands::MultiplyAdd { descriptor: 32, destination, sources, relative }, "descriptor"),
        (
            Operands::MultiplyAdd {
                descriptor: 0,
                destination,
                sources: [Register::Uniform(0), sources[1], sources[2]],
                relative,
            },
            "source 1",
        ),
        (
            Operands::MultiplyAdd { descriptor: 0, destination: Destination::Output(16), sources, relative },
            "destination",
        ),
    ] {
        let error = encode(&Instruction { operands, ..mad }).expect_err(field);
        assert!(error.to_string().contains(field), "{error}");
    }
    assert!(encode(&Instruction { operands: Operands::None, ..mad }).is_err());
    assert!(encode(&Instruction { spare: 1, ..mad }).is_err());
}
