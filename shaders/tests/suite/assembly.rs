//! The assembler against bytes of the usual one, and against the disassembler.

use proptest::prelude::*;
use retrograph_shaders::dxso::{self, program::Program};

use crate::files::{binaries, source};
use crate::properties::{fixed, generate};

/// The tokens of a shader without its comments, up to its end.
fn without_comments(bytes: &[u8]) -> Vec<u8> {
    let tokens: Vec<u32> = bytes
        .chunks_exact(4)
        .map(|token| u32::from_le_bytes(token.try_into().expect("four bytes")))
        .collect();
    let major = tokens[0] >> 8 & 0xFF;
    let mut kept = vec![tokens[0]];
    let mut at = 1;
    while tokens[at] != 0xFFFF {
        let token = tokens[at];
        if token & 0xFFFF == 0xFFFE {
            at += 1 + (token >> 16 & 0x7FFF) as usize;
            continue;
        }
        let length = match (major, token & 0xFFFF) {
            (1, 81) => 5,
            (1, _) => tokens[at + 1..].iter().take_while(|&&token| token >> 31 == 1).count(),
            _ => (token >> 24 & 0xF) as usize,
        };
        kept.extend(&tokens[at..=at + length]);
        at += 1 + length;
    }
    kept.push(0xFFFF);
    kept.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// The same program, as if there had been no comments.
fn placeless(program: &Program) -> Program {
    let mut program = program.clone();
    program.constant_table.clear();
    program.instructions.iter_mut().for_each(|instruction| instruction.offset = 0);
    program
}

/// Bytes to text to bytes, and text to bytes to text.
fn goes_round(program: &Program) {
    let text = dxso::disassemble(program);
    let bytes = dxso::assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(bytes, dxso::encode(program), "{text}");
    let again = dxso::parse(&bytes).expect("what is assembled parses");
    assert_eq!(placeless(&again), placeless(program), "{text}");
    assert_eq!(dxso::disassemble(&again), text);
}

#[test]
fn sources_give_the_bytes_that_the_usual_assembler_gave() {
    let mut compared = 0;
    for (name, bytes) in binaries() {
        let Some(source) = source(&name) else { continue };
        // The usual assembler writes a subtraction as the addition of a negated source.
        let lines = source.lines().map(|line| match line.strip_prefix("sub ") {
            Some(operands) => {
                let (others, last) = operands.rsplit_once(", ").expect("three operands");
                format!("add {others}, -{last}")
            }
            None => line.to_owned(),
        });
        let text: Vec<String> = lines.collect();
        let ours = dxso::assemble(&text.join("\n")).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(ours, without_comments(&bytes), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 19);
}

#[test]
fn the_corpus_goes_through_text_unchanged() {
    for (name, bytes) in binaries() {
        let program = dxso::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        goes_round(&program);
        assert_eq!(dxso::encode(&program), without_comments(&bytes), "{name}");
    }
}

proptest! {
    #![proptest_config(fixed(11, 4))]

    #[test]
    fn noise_that_decodes_goes_through_text_unchanged(tokens in generate::noise()) {
        if let Ok(program) = dxso::parse(&generate::bytes(&tokens)) {
            goes_round(&program);
        }
    }

    #[test]
    fn damaged_shaders_that_decode_go_through_text_unchanged(bytes in generate::damaged(binaries())) {
        if let Ok(program) = dxso::parse(&bytes) {
            goes_round(&program);
        }
    }

    #[test]
    fn made_up_shaders_go_through_text_unchanged(tokens in generate::shader()) {
        if let Ok(program) = dxso::parse(&generate::bytes(&tokens)) {
            goes_round(&program);
        }
    }

    #[test]
    fn any_text_is_assembled_or_refused(text in "\\PC{0,64}") {
        let _ = dxso::assemble(&text);
    }

    #[test]
    fn text_that_looks_like_assembly_is_assembled_or_refused(text in assembly()) {
        if let Ok(bytes) = dxso::assemble(&text) {
            goes_round(&dxso::parse(&bytes).expect("what is assembled parses"));
        }
    }
}

/// Words of the syntax.
const WORDS: &str = "mov |add_sat |+mul_x2 |tex |texld |def |dcl_2d |dcl_texcoord1 |if_gt |setp_le |(p0.x) |(!p0) |loop |endloop|\
    label |r0|r1.xy|c[a0.x + 1]|c[|]|-|1-|!|p0|v0|t1|s0|i0|b3|aL|a0|oC0|oPos|_bx2|_dw|_abs|.w|.|, |, |\n|\n|\n|0.5|1.#QNAN|\
    0x7fc00000|-3|// |/*|*/|phase|call |l1|ret";

/// These words in any order.
fn assembly() -> impl Strategy<Value = String> {
    let words = prop::sample::select(WORDS.split('|').collect::<Vec<_>>());
    let models =
        prop::sample::select(&["vs_1_1\n", "vs_3_0\n", "ps_1_1\n", "ps_1_4\n", "ps_2_x\n", "ps_3_sw\n"][..]);
    (models, proptest::collection::vec(words, 0..24))
        .prop_map(|(model, words)| model.to_owned() + &words.concat())
}
