use super::*;
use crate::dxso::program::{Modifier, Register, Relative, Swizzle};
use crate::interface::SamplerKind;
use crate::varyings::{Semantic, Usage};

const VS_1_1: u32 = 0xFFFE_0101;
const VS_2_0: u32 = 0xFFFE_0200;
const VS_3_0: u32 = 0xFFFE_0300;
const PS_1_1: u32 = 0xFFFF_0101;
const PS_2_0: u32 = 0xFFFF_0200;
const PS_3_0: u32 = 0xFFFF_0300;
const STOP: u32 = 0x0000_FFFF;

/// `r#` as a source with an identity swizzle.
const fn r(number: u32) -> u32 {
    0x80E4_0000 | number
}

/// `r#` as a destination with all lanes.
const fn to_r(number: u32) -> u32 {
    0x800F_0000 | number
}

/// `c#` as a source.
const fn c(number: u32) -> u32 {
    0xA0E4_0000 | number
}

/// `l#`.
const fn l(number: u32) -> u32 {
    0xA0E4_1000 | number
}

/// An instruction token of model 2 and up.
const fn op(opcode: Opcode, length: u32) -> u32 {
    opcode as u32 | length << 24
}

const B0: u32 = 0xE0E4_0800;
const I0: u32 = 0xF0E4_0000;

fn decode(tokens: &[u32]) -> Result<Program, ShaderError> {
    let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
    parse(&bytes)
}

fn malformed(tokens: &[u32]) -> (u32, &'static str) {
    match decode(tokens) {
        Err(ShaderError::Malformed { offset, what }) => (offset, what),
        other => panic!("expected a malformed instruction, got {other:?}"),
    }
}

fn out_of_range(tokens: &[u32]) -> (u32, String) {
    match decode(tokens) {
        Err(ShaderError::Register { offset, register }) => (offset, register),
        other => panic!("expected a register out of range, got {other:?}"),
    }
}

#[test]
fn an_instruction_keeps_its_place_and_operands() {
    // mad_sat_pp r1.xy, r2, -c3.x, r4
    let tokens = [VS_3_0, op(Opcode::Mad, 4), 0x8033_0001, r(2), 0xA100_0003, r(4), STOP];
    let program = decode(&tokens).expect("well-formed");
    let [mad] = &program.instructions[..] else { panic!("one instruction") };
    assert_eq!((mad.offset, mad.opcode), (1, Opcode::Mad));
    let to = mad.destination.expect("mad writes");
    assert_eq!((to.register.number, to.mask.0, to.saturate, to.partial_precision), (1, 3, true, true));
    assert_eq!(mad.sources[1].modifier, Modifier::Negate);
    assert_eq!(mad.sources[1].swizzle, Swizzle([0; 4]));
    assert_eq!(mad.sources[2].register, Register { file: RegisterFile::Temp, number: 4 });
}

#[test]
fn bytes_need_neither_alignment_nor_a_whole_tail() {
    let mut bytes = vec![0u8];
    bytes.extend([VS_1_1, STOP].iter().flat_map(|token| token.to_le_bytes()));
    bytes.extend([1, 2, 3]);
    assert_eq!(parse(&bytes[1..]).map(|program| program.instructions.len()), Ok(0));
}

#[test]
fn an_early_end_is_reported_where_a_token_was_expected() {
    let truncated = |tokens: &[u32]| match decode(tokens) {
        Err(ShaderError::Truncated { offset }) => offset,
        other => panic!("expected truncation, got {other:?}"),
    };
    assert_eq!(parse(&[0xFF; 3]), Err(ShaderError::Truncated { offset: 0 }));
    assert_eq!(truncated(&[VS_1_1]), 1);
    assert_eq!(truncated(&[VS_1_1, 1, to_r(0)]), 3);
    assert_eq!(truncated(&[VS_3_0, op(Opcode::Mov, 2), to_r(0)]), 3);
    assert_eq!(truncated(&[VS_3_0, 0x0009_FFFE, 0]), 3, "a comment longer than the shader");
}

#[test]
fn unknown_versions_and_opcodes_are_named() {
    assert_eq!(decode(&[0xFFFE_0400]), Err(ShaderError::UnknownVersion { token: 0xFFFE_0400 }));
    let unknown = |opcode| Err(ShaderError::UnknownOpcode { offset: 1, opcode });
    assert_eq!(decode(&[VS_3_0, 0x0200_0055, to_r(0), r(0), STOP]), unknown(0x55));
    assert_eq!(decode(&[PS_2_0, op(Opcode::If, 1), B0, STOP]), unknown(40), "if is 2_x and up");
    assert_eq!(decode(&[VS_1_1, 18, to_r(0), r(0), r(0), r(0), STOP]), unknown(18), "vs_1_1 has no lrp");
}

#[test]
fn comments_are_skipped_and_the_constant_table_is_tolerated() {
    let tokens = [PS_2_0, 0x0002_FFFE, 0x4241_5443, 7, 0x0001_FFFE, STOP, 0, STOP];
    let program = decode(&tokens).expect("well-formed");
    assert_eq!(program.instructions[0].opcode, Opcode::Nop);
    assert_eq!(program.instructions[0].offset, 6);
    assert!(program.constant_table.is_empty());
}

#[test]
fn model_1_counts_operands_by_instruction() {
    let tokens = [VS_1_1, 81, 0xA00F_0004, 1, 2, 3, 4, 31, 0x8000_0003, 0x900F_0001, 1, to_r(0), c(4), STOP];
    let program = decode(&tokens).expect("well-formed");
    assert_eq!(program.instructions[0].payload, Payload::Definition([1, 2, 3, 4]));
    assert_eq!(program.instructions[1].payload, Payload::Semantic(Semantic::new(Usage::Normal, 0)));
    assert_eq!(program.instructions[2].opcode, Opcode::Mov);
    assert_eq!(malformed(&[VS_1_1, 1, to_r(0), r(0), r(1), STOP]).0, 4);
    assert_eq!(malformed(&[VS_1_1, 1, to_r(0), STOP]), (1, "an operand is missing"));
}

#[test]
fn relative_operands_have_their_own_token_from_model_2_on() {
    let index = Register { file: RegisterFile::Address, number: 0 };
    let first = decode(&[VS_1_1, 1, to_r(0), c(8) | 1 << 13, STOP]).expect("well-formed");
    let expected = Relative { register: index, lane: 0 };
    assert_eq!(first.instructions[0].sources[0].relative, Some(expected));
    let later = decode(&[VS_2_0, op(Opcode::Mov, 3), to_r(0), c(8) | 1 << 13, 0xB055_0000, STOP]);
    let later = later.expect("well-formed");
    assert_eq!(later.instructions[0].sources[0].relative, Some(Relative { lane: 1, ..expected }));
    let what = "an index that is neither a0 nor aL";
    assert_eq!(malformed(&[VS_2_0, op(Opcode::Mov, 3), to_r(0), c(8) | 1 << 13, r(0), STOP]), (1, what));
    let what = "relative addressing of a source that has none";
    assert_eq!(
        malformed(&[VS_2_0, op(Opcode::Mov, 3), to_r(0), r(1) | 1 << 13, 0xB000_0000, STOP]),
        (1, what)
    );
}

#[test]
fn operands_of_the_wrong_kind_are_refused() {
    let destination = "a destination of the wrong kind";
    assert_eq!(malformed(&[VS_3_0, op(Opcode::Mov, 2), 0xA00F_0000, r(0), STOP]), (1, destination));
    assert_eq!(malformed(&[VS_3_0, op(Opcode::Mova, 2), to_r(0), r(0), STOP]), (1, destination));
    let source = "a source of the wrong kind";
    assert_eq!(malformed(&[VS_3_0, op(Opcode::Mov, 2), to_r(0), B0, STOP]), (1, source));
    assert_eq!(malformed(&[PS_3_0, op(Opcode::Tex, 3), to_r(0), r(0), r(1), STOP]), (1, source));
    assert_eq!(malformed(&[VS_3_0, op(Opcode::Rep, 1), B0, STOP]), (1, source));
    let modifier = "a source modifier that is not allowed";
    assert_eq!(malformed(&[VS_3_0, op(Opcode::Mov, 2), to_r(0), r(0) | 4 << 24, STOP]), (1, modifier));
    assert_eq!(malformed(&[VS_3_0, op(Opcode::Mov, 3), to_r(0), r(0), r(0), STOP]), (1, "too many operands"));
}

#[test]
fn registers_beyond_the_model_are_named() {
    let mov = |version, operand| [version, op(Opcode::Mov, 2), to_r(0), operand, STOP];
    assert_eq!(out_of_range(&mov(VS_3_0, c(256))), (1, "c256".to_owned()));
    assert_eq!(out_of_range(&mov(PS_2_0, c(32))), (1, "c32".to_owned()));
    assert_eq!(out_of_range(&mov(PS_2_0, r(12))), (1, "r12".to_owned()));
    assert_eq!(out_of_range(&[PS_1_1, 1, 0x800F_0002, r(0), STOP]), (1, "r2".to_owned()));
    assert!(decode(&mov(0xFFFE_03FF, 0xD0E4_0FFF)).is_ok(), "software profiles have four banks");
    let m4x4 = [VS_1_1, 20, to_r(0), r(1), c(254), STOP];
    assert_eq!(out_of_range(&m4x4), (1, "c257".to_owned()));
}

#[test]
fn texture_loads_change_shape_with_the_model() {
    let tex = decode(&[PS_1_1, 66, 0xB00F_0001, STOP]).expect("well-formed");
    assert_eq!(tex.instructions[0].sources.len(), 0);
    let texld = decode(&[0xFFFF_0104, 66, to_r(1), 0xB0E4_0001, STOP]).expect("well-formed");
    assert_eq!(texld.instructions[0].sources.len(), 1);
    let declare = [op(Opcode::Dcl, 2), 0x9000_0000, 0xA00F_0800];
    let texldp = [op(Opcode::Tex, 3) | 1 << 16, to_r(1), 0xB0E4_0001, 0xA0E4_0800, STOP];
    let texldp = decode(&[&[PS_2_0], &declare[..], &texldp].concat()).expect("well-formed");
    assert_eq!((texldp.instructions[1].control, texldp.instructions[1].sources.len()), (1, 2));
}

#[test]
fn sincos_has_scratch_constants_in_model_2_only() {
    let short = decode(&[PS_3_0, op(Opcode::SinCos, 2), 0x8003_0000, r(1), STOP]).expect("well-formed");
    assert_eq!(short.instructions[0].sources.len(), 1);
    let long = [PS_2_0, op(Opcode::SinCos, 4), 0x8003_0000, r(1), c(0), c(1), STOP];
    assert_eq!(decode(&long).expect("well-formed").instructions[0].sources.len(), 3);
}

#[test]
fn coissue_needs_something_to_pair_with() {
    let mov = [1, 0x8007_0000, r(1)];
    let pair = [1 | 1 << 30, 0x8008_0000, r(1)];
    let both: Vec<u32> = [PS_1_1].into_iter().chain(mov).chain(pair).chain([STOP]).collect();
    let program = decode(&both).expect("well-formed");
    assert_eq!(program.instructions.iter().map(|next| next.coissue).collect::<Vec<_>>(), [false, true]);
    let alone: Vec<u32> = [PS_1_1].into_iter().chain(pair).chain([STOP]).collect();
    assert_eq!(malformed(&alone), (1, "a co-issue with nothing to pair with"));
}

#[test]
fn predicates_follow_the_destination() {
    // (!p0.x) mov r0, r1
    let tokens = [VS_3_0, op(Opcode::Mov, 3) | 1 << 28, to_r(0), 0xBD00_1000, r(1), STOP];
    let program = decode(&tokens).expect("well-formed");
    let predicate = program.instructions[0].predicate.expect("predicated");
    assert_eq!((predicate.modifier, predicate.swizzle), (Modifier::Not, Swizzle([0; 4])));
    let what = "a predicate where none can be";
    assert_eq!(
        malformed(&[VS_2_0, op(Opcode::Mov, 3) | 1 << 28, to_r(0), 0xBD00_1000, r(1), STOP]),
        (1, what)
    );
}

#[test]
fn declarations_name_semantics_and_texture_kinds() {
    let dcl = op(Opcode::Dcl, 2);
    let pixel = decode(&[PS_2_0, dcl, 0x8000_0000, 0xB00F_0003, dcl, 0x9800_0000, 0xA00F_0801, STOP]);
    let pixel = pixel.expect("well-formed");
    assert_eq!(pixel.instructions[0].payload, Payload::Semantic(Semantic::new(Usage::Texcoord, 3)));
    assert_eq!(pixel.instructions[1].payload, Payload::Sampler(Some(SamplerKind::Cube)));
    let vertex = [
        VS_3_0,
        dcl,
        0x8002_0005,
        0x900F_0004,
        dcl,
        0x8000_0000,
        0x900F_0001,
        dcl,
        0x8000_0000,
        0xE00F_0000,
        STOP,
    ];
    let inputs = vertex_inputs(&decode(&vertex).expect("well-formed"));
    let position = VertexInput { semantic: Semantic::new(Usage::Position, 0), location: 1 };
    let texcoord = VertexInput { semantic: Semantic::new(Usage::Texcoord, 2), location: 4 };
    assert_eq!(inputs, [position, texcoord]);
    assert_eq!(malformed(&[VS_3_0, dcl, 0x8000_000F, 0x900F_0000, STOP]), (1, "an unknown usage"));
}

#[test]
fn blocks_must_be_balanced() {
    let if_b0 = [op(Opcode::If, 1), B0];
    let shader = |body: &[u32]| [&[VS_2_0], body, &[STOP]].concat();
    assert_eq!(malformed(&shader(&if_b0)), (1, "a block that is not closed"));
    assert_eq!(malformed(&shader(&[op(Opcode::Else, 0)])), (1, "else without if"));
    assert_eq!(malformed(&shader(&[op(Opcode::EndLoop, 0)])), (1, "endloop without loop"));
    let crossed = [op(Opcode::Rep, 1), I0, op(Opcode::EndIf, 0)];
    assert_eq!(malformed(&shader(&crossed)), (3, "endif without if"));
    let twice = [&if_b0[..], &[op(Opcode::Else, 0), op(Opcode::Else, 0)]].concat();
    assert_eq!(malformed(&shader(&twice)), (4, "else without if"));
    let deep: Vec<u32> = if_b0.iter().copied().cycle().take(50).collect();
    assert_eq!(malformed(&shader(&deep)), (49, "blocks nest too deeply"));
    assert_eq!(malformed(&[0xFFFE_0201, op(Opcode::Break, 0), STOP]), (1, "break outside a loop"));
}

#[test]
fn calls_reach_labels_and_do_not_recurse() {
    let call = |label| [op(Opcode::Call, 1), l(label)];
    let label = |label| [op(Opcode::Label, 1), l(label)];
    let ret = [op(Opcode::Ret, 0)];
    let shader = |parts: &[&[u32]]| [&[VS_2_0][..], &parts.concat(), &[STOP]].concat();
    assert!(decode(&shader(&[&call(0), &ret, &label(0), &ret])).is_ok());
    assert_eq!(malformed(&shader(&[&call(1), &ret, &label(0), &ret])), (1, "a call to a missing label"));
    assert_eq!(malformed(&shader(&[&ret, &label(0), &call(0), &ret])), (4, "a recursive call"));
    let round = shader(&[&ret, &label(0), &call(1), &ret, &label(1), &call(0), &ret]);
    assert_eq!(malformed(&round).1, "a recursive call");
    assert_eq!(malformed(&shader(&[&ret, &label(0)])), (2, "a subroutine without ret"));
    assert_eq!(malformed(&shader(&[&label(0), &ret])), (1, "label before the ret of the code above it"));
    assert_eq!(
        malformed(&shader(&[&ret, &label(0), &ret, &label(0), &ret])),
        (5, "a label for the second time")
    );
    assert_eq!(malformed(&shader(&[&ret, &[op(Opcode::Nop, 0)]])), (2, "an instruction behind the last ret"));
    let chain = |length: u32| {
        let links =
            (0..length).flat_map(|i| [label(i).to_vec(), call(i + 1).to_vec(), ret.to_vec()].concat());
        shader(&[&call(0), &ret, &links.collect::<Vec<_>>(), &label(length), &ret])
    };
    assert!(decode(&chain(3)).is_ok());
    assert_eq!(malformed(&chain(4)).1, "calls nest too deeply");
}

#[test]
fn calls_cannot_multiply_without_bound() {
    let call = |label| [op(Opcode::Call, 1), l(label)].repeat(200);
    let ret = [op(Opcode::Ret, 0)];
    let mut tokens = vec![VS_2_0];
    for level in 0..3 {
        tokens.extend(call(level));
        tokens.extend(ret);
        tokens.extend([op(Opcode::Label, 1), l(level)]);
    }
    tokens.extend(ret);
    tokens.push(STOP);
    assert_eq!(malformed(&tokens).1, "calls that expand to more instructions than any model has");
}

#[test]
fn samplers_are_declared_before_they_are_read() {
    let declare = [op(Opcode::Dcl, 2), 0x9000_0000, 0xA00F_0801];
    let read = |sampler: u32| [op(Opcode::Tex, 3), to_r(0), 0xB0E4_0000, 0xA0E4_0800 | sampler];
    let program = |parts: &[&[u32]]| [&[PS_2_0], &parts.concat()[..], &[STOP]].concat();
    assert!(decode(&program(&[&declare, &read(1)])).is_ok());
    let what = "a sampler that is not declared";
    assert_eq!(malformed(&program(&[&declare, &read(0)])), (4, what));
    assert_eq!(malformed(&program(&[&read(1), &declare])), (1, what));
}
