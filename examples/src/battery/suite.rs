//! Running many cases and counting how they end.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use retrograph_d3d9::Direct3D9;

use super::compare::{Verdict, judge};
use super::error::BatteryError;
use super::outcome::{Outcome, Status};
use super::report::Report;
use super::root::Battery;
use super::run::run;
use super::script::Case;

/// Which cases to run, and what to do with their results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Only cases of this area.
    pub area: Option<&'a str>,
    /// Only cases whose name contains this.
    pub only: Option<&'a str>,
    /// Where to write results, and Direct3D 9's page of failures when comparing.
    pub out: Option<&'a Path>,
    /// Compare with the references; without it, a case that runs has passed.
    pub compare: bool,
}

/// How many cases ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cases that match a reference.
    pub passed: u32,
    /// Cases that do not, or that ended with an error.
    pub failed: u32,
    /// Cases that need something unsupported.
    pub unsupported: u32,
    /// The most fixed-function vertex stages, and the most pixel stages, that one case made.
    pub stages: [usize; 2],
}

impl Summary {
    /// Counts one more verdict.
    pub fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed(_) => self.failed += 1,
            Verdict::Unsupported(_) => self.unsupported += 1,
        }
    }

    /// Notes the stages of one more case.
    pub fn meet(&mut self, outcome: &Outcome) {
        for (most, count) in self.stages.iter_mut().zip(outcome.stages) {
            *most = (*most).max(count);
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passed, failed, unsupported, stages: [vertex, pixel] } = self;
        writeln!(out, "fixed-function stages a case: at most {vertex} for vertices and {pixel} for pixels")?;
        // The last line is the format's.
        write!(out, "{passed} passed, {failed} failed, {unsupported} unsupported")
    }
}

/// Runs one case; a panic in the library becomes an error of the case.
#[must_use]
pub fn run_case(direct3d: &Direct3D9, battery: &Battery, case: &Case) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| run(direct3d, battery.root(), case))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("of unknown cause");
        Outcome {
            status: Status::Error(format!("panic: {text}")),
            failed_calls: Vec::new(),
            bytes: Vec::new(),
            stages: [0; 2],
        }
    })
}

/// Runs the cases that `options` choose, telling `progress` the verdict on each.
///
/// # Errors
/// When the battery is malformed or a result cannot be written. A failed case is no error.
pub fn run_suite(
    direct3d: &Direct3D9,
    battery: &Battery,
    options: Options<'_>,
    mut progress: impl FnMut(&str, &Verdict),
) -> Result<Summary, BatteryError> {
    if let Some(out) = options.out {
        std::fs::create_dir_all(out).map_err(|source| BatteryError::Io { path: out.to_owned(), source })?;
    }
    let mut report = options.out.map(Report::new);
    let mut summary = Summary::default();
    for entry in battery.cases() {
        if options.area.is_some_and(|area| area != entry.area)
            || options.only.is_some_and(|only| !entry.name.contains(only))
        {
            continue;
        }
        let verdict = run_entry(direct3d, battery, &entry.name, options, report.as_mut(), &mut summary)?;
        summary.count(&verdict);
        progress(&entry.name, &verdict);
    }
    if let Some(report) = report.filter(|_| options.compare) {
        report.write()?;
    }
    Ok(summary)
}

/// Runs, writes and judges one case.
fn run_entry(
    direct3d: &Direct3D9,
    battery: &Battery,
    name: &str,
    options: Options<'_>,
    report: Option<&mut Report>,
    summary: &mut Summary,
) -> Result<Verdict, BatteryError> {
    let case = match battery.case(name) {
        Ok(case) => case,
        Err(error) => return Ok(Verdict::Failed(error.to_string())),
    };
    let outcome = run_case(direct3d, battery, &case);
    summary.meet(&outcome);
    if let Some(out) = options.out {
        outcome.write(out, name)?;
    }
    if !options.compare {
        return Ok(match outcome.status {
            Status::Ok => Verdict::Passed,
            Status::Unsupported(reason) => Verdict::Unsupported(reason),
            Status::Error(reason) => Verdict::Failed(reason),
        });
    }
    let verdict = judge(battery, &case, &outcome)?;
    if let (Verdict::Failed(reason), Some(report)) = (&verdict, report) {
        report.add(battery, &case, &outcome, reason)?;
    }
    Ok(verdict)
}
