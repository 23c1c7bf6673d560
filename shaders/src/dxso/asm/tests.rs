use super::*;
use crate::dxso::disassemble;

/// The tokens of a text.
fn tokens(text: &str) -> Vec<u32> {
    let bytes = assemble(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    bytes.chunks_exact(4).map(|token| u32::from_le_bytes(token.try_into().expect("four bytes"))).collect()
}

fn syntax(text: &str) -> (u32, u32, &'static str) {
    match assemble(text) {
        Err(AssembleError::Syntax { line, column, what }) => (line, column, what),
        other => panic!("expected a syntax error, got {other:?}\n{text}"),
    }
}

#[test]
fn spellings_of_the_same_instruction_give_the_same_tokens() {
    let expected = tokens("vs_3_0\nadd r0.xyz, c[a0.x + 6], -v1.xyww");
    for text in [
        "vs.3.0\nadd r0.rgb, c6[a0.x], -v1.rgaa",
        "VS_3_0\n  ADD R0.xyz , C[ 6+a0.x ] , -V1.xyw ; the last lane repeats",
        "vs_3_0 // a model\n/* two\nlines */ add r0.xyz, c[4 + a0.x + 2], -v1.xyw",
    ] {
        assert_eq!(tokens(text), expected, "{text}");
    }
    assert_eq!(
        expected,
        [0xFFFE_0300, 0x0400_0002, 0x8007_0000, 0xA0E4_2006, 0xB000_0000, 0x91F4_0001, 0xFFFF]
    );
}

#[test]
fn values_of_definitions_are_read_to_the_bit() {
    let text = "vs_3_0\ndef c1, 1.#QNAN, -1.#INF, -0, 0x7f800001\ndefi i2, -1, 0x10, 255, 0\ndefb b3, true";
    let def = [0x0500_0051, 0xA00F_0001, 0x7FC0_0000, 0xFF80_0000, 0x8000_0000, 0x7F80_0001];
    let defi = [0x0500_0030, 0xF00F_0002, u32::MAX, 16, 255, 0];
    let defb = [0x0200_002F, 0xE00F_0803, 1];
    assert_eq!(tokens(text), [&[0xFFFE_0300][..], &def, &defi, &defb, &[0xFFFF]].concat());
}

#[test]
fn further_banks_of_constants_have_their_own_files() {
    let text = "vs_3_sw\n    mov r0, c2053\n    mov r0, c4101\n    mov r0, c8191\n";
    let operands: Vec<u32> = tokens(text).chunks(3).filter_map(|chunk| chunk.get(2)).copied().collect();
    assert_eq!(tokens(text)[3], 0xB0E4_0805, "{operands:x?}");
    assert_eq!(disassemble(&parse(&assemble(text).expect("assembles")).expect("parses")), text);
}

#[test]
fn syntax_errors_name_line_and_column() {
    assert_eq!(syntax(""), (1, 1, "the shader model is missing"));
    assert_eq!(syntax("\nvs_4_0"), (2, 1, "an unknown shader model"));
    assert_eq!(syntax("vs_3_0\n\n  movv r0, c0"), (3, 3, "an unknown instruction"));
    assert_eq!(syntax("vs_3_0\nmov_x3 r0, c0"), (2, 1, "an unknown suffix of an instruction"));
    assert_eq!(syntax("vs_3_0\nmov r0, q0"), (2, 9, "an unknown register"));
    assert_eq!(syntax("vs_3_0\nmov r0"), (2, 7, "an operand is missing"));
    assert_eq!(syntax("vs_3_0\nmov r0, c0, c1"), (2, 11, "more than the instruction takes"));
    assert_eq!(syntax("vs_3_0\nmov r0, c0.q"), (2, 12, "not lanes"));
    assert_eq!(syntax("vs_3_0\nmov r0, c[a0.x + a0.y]"), (2, 18, "a second register in an index"));
    assert_eq!(syntax("vs_3_0\nmov r0, c[a0.x"), (2, 15, "an index ends with a bracket"));
    assert_eq!(syntax("vs_3_0\nmov r0, c8192"), (2, 9, "a register number that no token can hold"));
    assert_eq!(syntax("vs_3_0\nmov r99999, c0"), (2, 6, "a number that is too large"));
    assert_eq!(syntax("vs_3_0\ndef c0, 1, 2, 3, inf"), (2, 18, "not a value of this register's kind"));
    assert_eq!(syntax("vs_3_0\nsetp p0, r0, r1"), (2, 1, "a comparison is missing"));
    assert_eq!(
        syntax("vs_1_1\nlrp r0, r1, r2, r3"),
        (2, 1, "an instruction that the shader model does not have")
    );
    assert_eq!(syntax("vs_3_0\nendif_pp"), (2, 1, "a suffix for a result that there is not"));
    assert_eq!(syntax("vs_3_0\n(p0 mov r0, r1"), (2, 4, "a predicate ends with a parenthesis"));
    assert_eq!(syntax("ps_1_4\nmov r0, -1-r1"), (2, 10, "an unknown register"));
    assert_eq!(syntax("ps_1_4\nmov r0, r1_by2"), (2, 9, "an unknown source modifier"));
}

#[test]
fn what_the_model_does_not_allow_is_named_by_line() {
    let refused = assemble("vs_3_0\nmov r0, c0\nif b0\nmov r1, c0\n");
    let source = ShaderError::Malformed { offset: 4, what: "a block that is not closed" };
    assert_eq!(refused, Err(AssembleError::Shader { line: 3, source }));
    let refused = assemble("ps_1_1\n\nmov r2, c0");
    let source = ShaderError::Register { offset: 1, register: "r2".to_owned() };
    assert_eq!(refused, Err(AssembleError::Shader { line: 3, source }));
}
