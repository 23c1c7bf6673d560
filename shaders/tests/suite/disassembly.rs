//! The disassembler against the sources that the usual assembler was given.

use retrograph_shaders::dxso;

use crate::files::{binaries, shader, source};

/// A line of assembly in the one spelling that the disassembler uses.
///
/// The assembler accepts more than one spelling of the same tokens; each step says which.
fn canonical(line: &str) -> String {
    let line = line.trim();
    let (coissue, line) = line.strip_prefix('+').map_or(("", line), |rest| ("+", rest.trim_start()));
    let (predicate, line) = match line.split_once(')') {
        Some((predicate, rest)) if predicate.starts_with('(') => {
            (format!("{predicate}) "), rest.trim_start())
        }
        _ => (String::new(), line),
    };
    let (mnemonic, operands) = line.split_once(' ').unwrap_or((line, ""));
    // A usage may be written with index 0.
    let mnemonic = if mnemonic.starts_with("dcl_") { mnemonic.trim_end_matches('0') } else { mnemonic };
    let operands = operands.split(',').map(str::trim).enumerate();
    let mut operands: Vec<String> =
        operands.map(|(index, operand)| canonical_operand(operand, index == 0)).collect();
    // The assembler writes a subtraction as the addition of a negated source.
    let mnemonic = if mnemonic == "sub" {
        operands[2].insert(0, '-');
        "add"
    } else {
        mnemonic
    };
    let text = format!("{coissue}{predicate}{mnemonic} {}", operands.join(", "));
    text.trim_end().to_owned()
}

fn canonical_operand(operand: &str, destination: bool) -> String {
    // Numbers: `1.0` is `1`, `0.00000001` is `1e-8`.
    if let Ok(number) = operand.parse::<f32>() {
        let text = format!("{number:?}");
        return text.strip_suffix(".0").unwrap_or(&text).to_owned();
    }
    if let Some((base, index)) = operand.split_once('[') {
        return canonical_index(base, index.trim_end_matches(']'));
    }
    let Some((register, lanes)) = operand.rsplit_once('.') else { return operand.to_owned() };
    // Lanes may be called rgba.
    let lanes: Vec<char> =
        lanes.chars().map(|lane| "rgba".find(lane).map_or(lane, |at| b"xyzw"[at].into())).collect();
    let last = *lanes.last().expect("a lane behind the dot");
    let lanes: String = if destination {
        lanes.into_iter().collect()
    } else if lanes.iter().all(|&lane| lane == last) {
        last.to_string()
    } else {
        // A short swizzle repeats its last lane.
        lanes.into_iter().chain(std::iter::repeat(last)).take(4).collect()
    };
    format!("{register}.{lanes}")
}

/// `v0[aL]` is `v[aL]`, `o2[aL]` is `o[aL + 2]`, and `c[a0.x+6]` is `c[a0.x + 6]`.
fn canonical_index(base: &str, index: &str) -> String {
    let (file, number) = base.split_at(base.find(|next: char| next.is_ascii_digit()).unwrap_or(base.len()));
    let (register, number) = index.split_once('+').unwrap_or((index, number));
    let offset = match number.trim() {
        "" | "0" => String::new(),
        number => format!(" + {number}"),
    };
    format!("{file}[{}{offset}]", register.trim())
}

#[test]
fn assembly_comes_back_as_it_was_written() {
    let mut compared = 0;
    for (name, bytes) in binaries() {
        let Some(source) = source(&name) else { continue };
        let program = dxso::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = dxso::disassemble(&program);
        let ours: Vec<&str> = text.lines().map(str::trim).collect();
        let theirs: Vec<String> =
            source.lines().filter(|line| !line.trim().is_empty()).map(canonical).collect();
        assert_eq!(ours, theirs, "{name}");
        compared += 1;
    }
    assert_eq!(compared, 19);
}

#[test]
fn blocks_are_indented() {
    let program = dxso::parse(&shader("vs_3_0_all")).expect("parses");
    insta::assert_snapshot!(dxso::disassemble(&program));
}

#[test]
fn compiled_shaders_have_a_listing() {
    let program = dxso::parse(&shader("toon_vpos_vface.ps_3_0")).expect("parses");
    insta::assert_snapshot!(dxso::disassemble(&program));
}
