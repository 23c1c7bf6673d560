//! The values of `def`, `defi` and `defb`.

use super::AssembleError;
use super::scan::Scan;
use crate::dxso::opcode::Opcode;

/// Reads the values that follow a definition's register.
pub(super) fn values(scan: &mut Scan<'_>, opcode: Opcode) -> Result<[u32; 4], AssembleError> {
    let mut bits = [0; 4];
    let count = if opcode == Opcode::DefB { 1 } else { 4 };
    for value in &mut bits[..count] {
        scan.expect(",", "a value is missing")?;
        scan.space();
        let before = *scan;
        let text = scan.while_(|next| next != ',' && !next.is_whitespace());
        let read = match opcode {
            Opcode::DefB => boolean(text),
            Opcode::DefI => integer(text),
            _ => float(text),
        };
        *value = read.ok_or_else(|| before.error("not a value of this register's kind"))?;
    }
    Ok(bits)
}

fn boolean(text: &str) -> Option<u32> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(1),
        "false" => Some(0),
        _ => integer(text).map(|value| u32::from(value != 0)),
    }
}

fn hexadecimal(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

fn integer(text: &str) -> Option<u32> {
    hexadecimal(text).or_else(|| text.parse::<i32>().ok().map(i32::cast_unsigned))
}

/// The bits of a float: a decimal number, or what the runtime library of old prints for others, or raw bits.
fn float(text: &str) -> Option<u32> {
    if let Some(bits) = hexadecimal(text) {
        return Some(bits);
    }
    let (sign, magnitude) = text.strip_prefix('-').map_or((0, text), |rest| (1 << 31, rest));
    let special = match magnitude.to_ascii_uppercase().as_str() {
        "1.#INF" => Some(f32::INFINITY.to_bits()),
        "1.#QNAN" => Some(0x7FC0_0000),
        "1.#IND" => Some(0xFFC0_0000),
        _ => None,
    };
    if let Some(bits) = special {
        return Some(bits | sign);
    }
    // Words such as `inf`, which Rust reads, are not of the syntax.
    let digits = magnitude.trim_end_matches(['f', 'F']);
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    let value = digits.parse::<f32>().ok().filter(|value| plain && value.is_finite())?;
    Some(value.to_bits() | sign)
}
