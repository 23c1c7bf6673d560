//! Comparing a result with the references of a battery.
//!
//! Channels of integer formats may differ by `units` steps of 1/255, scaled to the channel's width and at least one
//! step of the channel; floats by `abs + rel * max(|a|, |b|)`; a share of a surface's pixels may exceed the limit.

mod texel;

use std::fmt::Write as _;

use super::error::BatteryError;
use super::outcome::{Outcome, Status};
use super::reads::{Piece, ReadPiece, pieces};
use super::root::Battery;
use super::script::{Case, Tolerance};
use texel::TexelTest;
pub(super) use texel::half_to_f64;

/// How close two results are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Closeness {
    /// Byte for byte.
    Equal,
    /// Within the tolerance of the case.
    Within,
    /// Beyond it.
    Differs,
}

/// Two results compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How close they are.
    pub closeness: Closeness,
    /// The worst pixel of each surface that is beyond its limit, in words; may be empty.
    pub note: String,
}

/// A result judged against the references that its battery accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A reference matches within tolerance, and the calls that failed are those expected.
    Passed,
    /// The result is wrong; why.
    Failed(String),
    /// The script needs something that is not supported; what.
    Unsupported(String),
}

/// Compares two results of `case`, `ours` with `expected`.
///
/// # Errors
/// When the script's reads make no sense.
pub fn compare(case: &Case, ours: &[u8], expected: &[u8]) -> Result<Difference, BatteryError> {
    let done = |closeness, note: String| Ok(Difference { closeness, note });
    if ours == expected {
        return done(Closeness::Equal, String::new());
    }
    if ours.len() != expected.len() {
        return done(Closeness::Differs, format!("sizes {} {}", ours.len(), expected.len()));
    }
    let tolerance = case.tolerance.unwrap_or_default();
    let mut closeness = Closeness::Within;
    let mut notes = Vec::new();
    let mut rest = (ours, expected);
    for piece in pieces(case)? {
        let size = piece.size();
        let Some(((a, ours), (b, expected))) =
            rest.0.split_at_checked(size).zip(rest.1.split_at_checked(size))
        else {
            return done(Closeness::Differs, format!("{}: the result ends early", piece.what));
        };
        rest = (ours, expected);
        let (within, note) = compare_piece(&piece, tolerance, a, b);
        closeness = closeness.max(if within { Closeness::Within } else { Closeness::Differs });
        notes.extend(note);
    }
    if !rest.0.is_empty() {
        return done(Closeness::Differs, format!("{} bytes too many", rest.0.len()));
    }
    done(closeness, notes.join("; "))
}

/// Whether a piece is within tolerance, and a note about it.
fn compare_piece(read: &ReadPiece, tolerance: Tolerance, a: &[u8], b: &[u8]) -> (bool, Option<String>) {
    if a == b {
        return (true, None);
    }
    match &read.piece {
        Piece::Count => {
            let count = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
            let (a, b) = (count(a), count(b));
            let within = f64::from(a.abs_diff(b)) <= tolerance.count.unwrap_or(0.0);
            (within, Some(format!("{} {a} vs {b}", read.what)))
        }
        Piece::Texels { layout, .. } if layout.channels.is_empty() => {
            (false, Some(format!("{} bytes differ", read.what)))
        }
        Piece::Texels { layout, width, height, .. } => {
            let test = TexelTest::new(layout, tolerance);
            let worst = Worst::find(&test, layout.unit, *width, a, b);
            let pixels = width * height;
            let within = f64::from(worst.bad) <= tolerance.outliers.unwrap_or(0.0) * f64::from(pixels);
            (within, worst.describe(&read.what, pixels))
        }
    }
}

/// The pixels of a surface beyond the limit: how many, and the worst of them.
#[derive(Default)]
struct Worst {
    bad: u32,
    excess: f64,
    at: (u32, u32),
    texels: (String, String),
}

impl Worst {
    fn find(test: &TexelTest<'_>, unit: usize, width: u32, a: &[u8], b: &[u8]) -> Self {
        let mut worst = Self::default();
        for ((index, a), b) in (0u32..).zip(a.chunks_exact(unit)).zip(b.chunks_exact(unit)) {
            let excess = if a == b { 0.0 } else { test.excess(a, b) };
            if excess <= 1.0001 {
                continue;
            }
            worst.bad += 1;
            if excess > worst.excess {
                worst.excess = excess;
                worst.at = (index % width, index / width);
                worst.texels = (test.describe(a), test.describe(b));
            }
        }
        worst
    }

    fn describe(&self, what: &str, pixels: u32) -> Option<String> {
        let Self { bad, at, texels, .. } = self;
        (*bad > 0).then(|| {
            format!(
                "{what}: {bad}/{pixels} pixels over tolerance, worst at ({},{}): {} vs {}",
                at.0, at.1, texels.0, texels.1
            )
        })
    }
}

/// Judges an outcome of `case` against the references that `battery` accepts.
///
/// # Errors
/// When a reference cannot be read, or the case is not in the index.
pub fn judge(battery: &Battery, case: &Case, outcome: &Outcome) -> Result<Verdict, BatteryError> {
    match &outcome.status {
        Status::Ok => {}
        Status::Unsupported(reason) => return Ok(Verdict::Unsupported(reason.clone())),
        Status::Error(reason) => return Ok(Verdict::Failed(reason.clone())),
    }
    let name = &case.name;
    let entry = battery.entry(name).ok_or_else(|| BatteryError::resource("index entry", name))?;
    let mut notes = String::new();
    let calls: Vec<String> = outcome.failed_calls.iter().map(ToString::to_string).collect();
    let expected_calls = entry.calls.as_deref().unwrap_or_default();
    if calls != expected_calls {
        let _ = write!(notes, "failed calls {calls:?}, expected {expected_calls:?}");
    }
    let mut within = false;
    let mut references = 0;
    for reference in &entry.accept {
        let Some(expected) = battery.expected(name, reference)? else { continue };
        references += 1;
        let difference = compare(case, &outcome.bytes, &expected)?;
        if difference.closeness < Closeness::Differs {
            within = true;
            break;
        }
        let separator = if notes.is_empty() { "" } else { "; " };
        let _ = write!(notes, "{separator}{reference}: {}", difference.note);
    }
    Ok(match (within && calls == expected_calls, references) {
        (true, _) => Verdict::Passed,
        (false, 0) => Verdict::Failed(format!("{name} has no reference to compare with")),
        (false, _) => Verdict::Failed(notes),
    })
}

#[cfg(test)]
mod tests;
