//! Linear programs: what they read, write and refuse.

use retrograph_shaders::pica::exact::{LinearProgram, Outcome, UNDEFINED, Vector};
use retrograph_shaders::pica::isa::{
    Descriptor, Destination, Instruction, Opcode, Operands, Register, Relative, VERTEX_WORDS,
};
use retrograph_shaders::pica::{ExactError, NumericError, encode};

const END: u32 = 0x8800_0000;
const NOP: u32 = 0x8400_0000;
const XYZW: [u8; 4] = [0, 1, 2, 3];
const ALL: [bool; 4] = [true; 4];

/// The word of a MOV, ADD or MUL with descriptor `descriptor`.
fn word(
    opcode: Opcode,
    descriptor: u8,
    destination: Destination,
    first: Register,
    second: Option<Register>,
) -> u32 {
    let operands = Operands::Arithmetic {
        descriptor,
        destination,
        sources: [Some(first), second],
        relative: Relative::None,
    };
    encode(&Instruction { opcode, operands, spare: 0 }).expect("encodes")
}

fn mov(descriptor: u8, destination: Destination, source: Register) -> u32 {
    word(Opcode::Mov, descriptor, destination, source, None)
}

fn parse(code: &[u32], descriptors: &[Descriptor]) -> Result<LinearProgram, ExactError> {
    let code: Vec<_> = code.iter().copied().map(Some).collect();
    let descriptors: Vec<_> = descriptors.iter().map(|descriptor| Some(descriptor.0)).collect();
    LinearProgram::parse(&code, &descriptors, 0)
}

fn defined(lanes: [f32; 4]) -> Vector {
    lanes.map(Some)
}

fn run(code: &[u32], descriptors: &[Descriptor], v0: Vector, c0: Vector) -> Result<Outcome, ExactError> {
    let (mut inputs, mut uniforms) = ([UNDEFINED; 16], [UNDEFINED; 96]);
    inputs[0] = v0;
    uniforms[95] = c0;
    parse(code, descriptors)?.run(&uniforms, &inputs)
}

fn lanes(register: [Option<retrograph_shaders::pica::Float24>; 4]) -> [Option<f32>; 4] {
    register.map(|lane| lane.map(|value| value.to_f32()))
}

const V0: Register = Register::Input(0);
const C95: Register = Register::Uniform(95);
const R3: Destination = Destination::Temporary(3);
const O15: Destination = Destination::Output(15);

#[test]
fn swizzles_in_place_read_the_old_lanes() {
    let plain = Descriptor::IDENTITY;
    let reversed = Descriptor::new(ALL, [([3, 2, 1, 0], true), (XYZW, false), (XYZW, false)]);
    let r3 = Register::Temporary(3);
    let code = [mov(0, R3, V0), mov(1, R3, r3), mov(0, O15, r3), END];
    let outcome = run(&code, &[plain, reversed], defined([1.0, 2.0, -3.0, 0.0]), UNDEFINED).expect("runs");
    assert_eq!(lanes(outcome.outputs[15]), [-0.0, 3.0, -2.0, -1.0].map(Some));
    assert!(outcome.outputs[15][0].expect("written").is_negative());
    assert_eq!(outcome.executed, 4);
    assert_eq!(outcome.outputs[0], [None; 4]);
}

#[test]
fn masked_lanes_read_neither_operand() {
    let only_y = Descriptor::new(
        [false, true, false, false],
        [([0, 1, 2, 3], false), ([0, 2, 2, 3], false), (XYZW, false)],
    );
    let code = [word(Opcode::Add, 0, O15, C95, Some(V0)), END];
    let v0 = [Some(f32::NAN), None, Some(4.0), None];
    let c95 = [None, Some(0.5), Some(f32::INFINITY), Some(1e-30)];
    let outcome = run(&code, &[only_y], v0, c95).expect("runs");
    assert_eq!(lanes(outcome.outputs[15]), [None, Some(4.5), None, None]);
    let nothing = Descriptor(Descriptor::IDENTITY.0 & !0xF);
    assert_eq!(run(&code, &[nothing], UNDEFINED, UNDEFINED).expect("runs").outputs, [[None; 4]; 16]);
}

#[test]
fn numbers_outside_the_format_are_refused_even_beside_zero() {
    let code = [word(Opcode::Mul, 0, O15, C95, Some(V0)), END];
    let only_x = Descriptor(Descriptor::IDENTITY.0 & !0x7);
    for (value, error) in [
        (f32::NAN, NumericError::NotFinite),
        (f32::NEG_INFINITY, NumericError::NotFinite),
        (f32::from_bits(1), NumericError::Denormal),
        (2f32.powi(-63), NumericError::Underflow),
        (2f32.powi(64), NumericError::Overflow),
        (1.0 + 2f32.powi(-17), NumericError::Inexact),
    ] {
        let expected =
            ExactError::Operand { offset: 0, register: V0, lane: 0, value: value.to_bits(), error };
        assert_eq!(run(&code, &[only_x], defined([value; 4]), defined([0.0; 4])), Err(expected));
    }
    let zeros = run(&code, &[only_x], defined([-0.0; 4]), defined([-3.0; 4])).expect("runs");
    assert_eq!(zeros.outputs[15][0].map(|zero| zero.to_bits()), Some(0));
}

#[test]
fn results_are_exact_or_name_the_instruction() {
    let code = [NOP, word(Opcode::Mul, 0, R3, C95, Some(V0)), END];
    let third = 1.0 + 2f32.powi(-16);
    let error = run(&code, &[Descriptor::IDENTITY], defined([1.0, third, 1.0, 1.0]), defined([third; 4]));
    let Err(ExactError::Result { offset: 1, lane: 1, error: NumericError::Inexact, .. }) = error else {
        panic!("{error:?}");
    };
}

#[test]
fn undefined_lanes_are_refused() {
    let code = [mov(0, O15, Register::Temporary(3)), END];
    let expected = ExactError::Undefined { offset: 0, register: Register::Temporary(3), lane: 0 };
    assert_eq!(run(&code, &[Descriptor::IDENTITY], UNDEFINED, UNDEFINED), Err(expected));
    let code = [mov(0, O15, C95), END];
    let expected = ExactError::Undefined { offset: 0, register: C95, lane: 2 };
    let partial = [Some(0.0), Some(0.0), None, None];
    assert_eq!(run(&code, &[Descriptor::IDENTITY], UNDEFINED, partial), Err(expected));
}

#[test]
fn source_two_has_five_bits_and_source_one_seven() {
    for number in 0..0x80u32 {
        let program = parse(&[number << 12 | 0x1F << 7, END], &[Descriptor::IDENTITY]).expect("decodes");
        assert_eq!(program.steps[0].first.register, Register::from_number(number as u8));
        assert_eq!(program.steps[0].second.register, Register::Temporary(15));
    }
}

#[test]
fn unused_operand_fields_are_ignored() {
    let busy = Descriptor::new(ALL, [(XYZW, false), ([3; 4], true), ([1, 0, 3, 2], true)]);
    let code = [mov(0, O15, V0) | 0x1F << 7, END];
    let outcome = run(&code, &[busy], defined([1.0, 2.0, 3.0, 4.0]), UNDEFINED).expect("runs");
    assert_eq!(lanes(outcome.outputs[15]), [1.0, 2.0, 3.0, 4.0].map(Some));
    let third = Descriptor::new(ALL, [(XYZW, false), (XYZW, false), ([1, 0, 3, 2], true)]);
    let code = [word(Opcode::Add, 0, O15, V0, Some(V0)), END];
    let outcome = run(&code, &[third], defined([1.0, 2.0, 3.0, 4.0]), UNDEFINED).expect("runs");
    assert_eq!(lanes(outcome.outputs[15]), [2.0, 4.0, 6.0, 8.0].map(Some));
}

#[test]
fn reserved_bits_and_relative_addressing_are_refused() {
    let reserved = Descriptor(Descriptor::IDENTITY.0 | 1 << 31);
    let code = [NOP, mov(0, O15, V0), END];
    let expected = ExactError::ReservedDescriptor { offset: 1, descriptor: 0, value: reserved.0 };
    assert_eq!(parse(&code, &[reserved]), Err(expected));
    for relative in 1..4 {
        let word = mov(0, O15, C95) | relative << 19;
        assert_eq!(
            parse(&[word, END], &[Descriptor::IDENTITY]),
            Err(ExactError::Relative { offset: 0, word })
        );
    }
}

#[test]
fn other_instructions_are_refused() {
    for word in [0x0400_0000, 0x8400_0001, 0x8800_0400, 0x9000_0000, 0xE000_0000, 0xB800_0000, 0x4800_0000] {
        let error = parse(&[NOP, word, END], &[Descriptor::IDENTITY]);
        assert!(
            matches!(error, Err(ExactError::Opcode { offset: 1, word: named, .. }) if named == word),
            "{error:?}"
        );
    }
    assert!(matches!(parse(&[0x4000_0000], &[]), Err(ExactError::Decode { offset: 0, .. })));
    let missing = ExactError::MissingDescriptor { offset: 0, descriptor: 0x7F };
    assert_eq!(parse(&[mov(0x7F, O15, V0), END], &[Descriptor::IDENTITY]), Err(missing));
}

#[test]
fn every_slot_can_be_executed_and_none_beyond() {
    let descriptors = [Some(Descriptor::IDENTITY.0)];
    let mut code = vec![Some(NOP); VERTEX_WORDS];
    code[VERTEX_WORDS - 1] = Some(END);
    for entry in 0..VERTEX_WORDS as u32 {
        let program = LinearProgram::parse(&code, &descriptors, entry).expect("ends");
        assert_eq!(program.executed, VERTEX_WORDS as u32 - entry);
    }
    code[VERTEX_WORDS - 1] = Some(NOP);
    code.push(Some(END));
    let missing = |offset| Err(ExactError::MissingCode { offset });
    assert_eq!(LinearProgram::parse(&code, &descriptors, 0), missing(512));
    assert_eq!(LinearProgram::parse(&code, &descriptors, 600), missing(600));
    assert_eq!(LinearProgram::parse(&code, &descriptors, u32::MAX), missing(u32::MAX));
    code[7] = None;
    assert_eq!(LinearProgram::parse(&code, &descriptors, 5), missing(7));
    assert_eq!(LinearProgram::parse(&[], &descriptors, 0), missing(0));
}
