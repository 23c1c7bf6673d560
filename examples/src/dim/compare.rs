//! Whether a case answered and drew what it should.

use serde_json::{Map, Value};

use super::case::{Battery, Case, Read};
use super::run::Outcome;
use crate::battery::BatteryError;

/// How a case ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// What is wrong, if anything.
    pub notes: Vec<String>,
    /// Commands that answered as they should, of those that are judged.
    pub commands: (u32, u32),
}

impl Judgement {
    /// Whether all is as it should be.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.notes.is_empty()
    }
}

/// Compares what a case answered and drew with what it should.
///
/// # Errors
/// When a reference cannot be read.
pub fn judge(battery: &Battery, case: &Case, outcome: &Outcome) -> Result<Judgement, BatteryError> {
    let mut judgement = Judgement::default();
    for (index, command) in case.commands.iter().enumerate() {
        if command.get("open").and_then(Value::as_bool) == Some(true) {
            continue;
        }
        judgement.commands.1 += 1;
        let nothing = Value::Object(Map::new());
        let expected = command.get("expect").unwrap_or(&nothing);
        let got = outcome.answers.get(index).unwrap_or(&nothing);
        if same(expected, got) {
            judgement.commands.0 += 1;
        } else {
            let op = command.get("op").and_then(Value::as_str).unwrap_or_default();
            judgement.notes.push(format!("#{index} {op} expected {expected} got {got}"));
        }
    }
    if let Some(error) = &outcome.error {
        judgement.notes.push(error.clone());
    }
    if !case.read.is_empty() && !case.open_pixels {
        let expected = battery.expected(&case.name)?.unwrap_or_default();
        judgement.notes.extend(texels(case, &expected, &outcome.bytes));
    }
    Ok(judgement)
}

/// Relative and absolute tolerance of floats.
const TOLERANCE: f64 = 2e-5;

/// Whether an answer is what is expected; what is not expected is not looked at.
fn same(expected: &Value, got: &Value) -> bool {
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            expected.iter().all(|(key, value)| got.get(key).is_some_and(|got| same(value, got)))
        }
        (Value::Object(_), _) => false,
        (Value::Array(expected), Value::Array(got)) => {
            expected.len() == got.len() && expected.iter().zip(got).all(|(a, b)| same(a, b))
        }
        (Value::String(word), got) if word == "new" => {
            got.as_str().is_some_and(|got| got == "new" || got.starts_with('@'))
        }
        (Value::Number(_), Value::Number(_)) => close(expected, got),
        (expected, got) => expected == got,
    }
}

fn close(expected: &Value, got: &Value) -> bool {
    if let (Some(expected), Some(got)) = (expected.as_i64(), got.as_i64()) {
        return expected == got;
    }
    let (Some(a), Some(b)) = (expected.as_f64(), got.as_f64()) else { return false };
    (a - b).abs() <= TOLERANCE + TOLERANCE * a.abs().max(b.abs())
}

/// Bits of the channels from the lowest on; negative where they do not matter.
fn channels(format: &str) -> Option<&'static [i8]> {
    Some(match format {
        "X8R8G8B8" => &[8, 8, 8, -8],
        "A8R8G8B8" => &[8, 8, 8, 8],
        "R5G6B5" => &[5, 6, 5],
        "X1R5G5B5" => &[5, 5, 5, -1],
        "A1R5G5B5" => &[5, 5, 5, 1],
        "A4R4G4B4" => &[4, 4, 4, 4],
        "P8" => &[8],
        "D16" => &[16],
        "R8G8B8" => &[8, 8, 8],
        _ => return None,
    })
}

/// What is wrong with the texels read.
fn texels(case: &Case, mut expected: &[u8], mut got: &[u8]) -> Vec<String> {
    if expected.len() != got.len() {
        return vec![format!("{} bytes read, {} expected", got.len(), expected.len())];
    }
    let mut notes = Vec::new();
    for read in case.read.iter().filter(|read| read.error.is_none()) {
        let size = read.width as usize * read.height as usize * read.bits as usize / 8;
        let Some(((first, rest), (second, others))) =
            expected.split_at_checked(size).zip(got.split_at_checked(size))
        else {
            notes.push(format!("{}: too few bytes", read.surface));
            break;
        };
        (expected, got) = (rest, others);
        notes.extend(surface(case, read, first, second));
    }
    notes
}

fn surface(case: &Case, read: &Read, expected: &[u8], got: &[u8]) -> Option<String> {
    let Some(channels) = channels(&read.format) else {
        return Some(format!("{}: unknown format {}", read.surface, read.format));
    };
    let size = (read.bits as usize / 8).max(1);
    let texel = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |texel, &byte| texel << 8 | u64::from(byte));
    let (mut count, mut first) = (0u32, None);
    for (index, (a, b)) in expected.chunks_exact(size).zip(got.chunks_exact(size)).enumerate() {
        let (a, b) = (texel(a), texel(b));
        if a != b && differs(case, read, channels, a, b) {
            count += 1;
            first = first.or(Some((index, a, b)));
        }
    }
    let total = f64::from(read.width) * f64::from(read.height);
    let (index, a, b) = first.filter(|_| f64::from(count) > case.tolerance.outliers * total)?;
    let (x, y) = (index % read.width as usize, index / read.width as usize);
    let surface = &read.surface;
    Some(format!("{surface}: {count} of {total} texels differ, first ({x}, {y}) expected {a:x} got {b:x}"))
}

/// Whether a channel is further off than it may be.
fn differs(case: &Case, read: &Read, channels: &[i8], a: u64, b: u64) -> bool {
    let mut shift = 0;
    channels.iter().any(|&bits| {
        let width = u32::from(bits.unsigned_abs());
        let max = (1u64 << width) - 1;
        let (a, b) = (a >> shift & max, b >> shift & max);
        shift += width;
        let units = if read.format == "D16" { 16.0 } else { case.tolerance.units * max as f64 / 255.0 };
        let least = if case.tolerance.units > 0.0 { 1.0 } else { 0.0 };
        bits > 0 && a.abs_diff(b) as f64 > units.max(least) + 1e-6
    })
}
