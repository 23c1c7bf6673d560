//! Running many cases and counting how they end.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use retrograph_d3dim::Core;
use retrograph_render::{Context, Gpu, Threading};

use super::case::{Battery, Case};
use super::compare::{Judgement, judge};
use super::run::{Outcome, run};
use crate::battery::{BatteryError, Options};

/// How many cases of an area ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Judged, and as they should be.
    pub passed: u32,
    /// Judged, and not.
    pub failed: u32,
    /// Not judged.
    pub open: u32,
}

/// How many cases ended how, by area.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// By area.
    pub areas: BTreeMap<String, Count>,
}

impl Summary {
    /// All areas together.
    #[must_use]
    pub fn total(&self) -> Count {
        self.areas.values().fold(Count::default(), |sum, area| Count {
            passed: sum.passed + area.passed,
            failed: sum.failed + area.failed,
            open: sum.open + area.open,
        })
    }
}

impl fmt::Display for Count {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed, {} open", self.passed, self.failed, self.open)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.areas.iter().try_for_each(|(area, count)| writeln!(out, "{area}: {count}"))?;
        write!(out, "{}", self.total())
    }
}

/// Runs one case on a core of its own; a panic becomes an error of the case.
#[must_use]
pub fn run_case(gpu: &Gpu, threading: Threading, case: &Case) -> Outcome {
    let core = Core::with_context(Context::with_threading(gpu.clone(), threading));
    catch_unwind(AssertUnwindSafe(|| run(core, case))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("of unknown cause");
        Outcome { error: Some(format!("panic: {text}")), ..Outcome::default() }
    })
}

/// Runs the cases that `options` choose, telling `progress` how each ended.
///
/// # Errors
/// When the battery is malformed or a result cannot be written. A failed case is no error.
pub fn run_suite(
    gpu: &Gpu,
    battery: &Battery,
    options: Options<'_>,
    mut progress: impl FnMut(&Case, &Outcome, &Judgement),
) -> Result<Summary, BatteryError> {
    if let Some(out) = options.out {
        std::fs::create_dir_all(out).map_err(|source| BatteryError::Io { path: out.to_owned(), source })?;
    }
    let threading = Threading::from_env().unwrap_or(Threading::Pipelined);
    let mut summary = Summary::default();
    for entry in battery.cases() {
        if options.area.is_some_and(|area| area != entry.area)
            || options.only.is_some_and(|only| !entry.name.contains(only))
        {
            continue;
        }
        let case = battery.case(&entry.name)?;
        let outcome = run_case(gpu, threading, &case);
        if let Some(out) = options.out {
            write(out, &case, &outcome)?;
        }
        let judgement = if options.compare {
            judge(battery, &case, &outcome)?
        } else {
            Judgement { notes: outcome.error.iter().cloned().collect(), commands: (0, 0) }
        };
        let count = summary.areas.entry(entry.area.clone()).or_default();
        match (case.trust.as_str(), judgement.passed()) {
            ("open", _) => count.open += 1,
            (_, true) => count.passed += 1,
            (_, false) => count.failed += 1,
        }
        progress(&case, &outcome, &judgement);
    }
    Ok(summary)
}

/// Writes the result files of a case.
fn write(out: &Path, case: &Case, outcome: &Outcome) -> Result<(), BatteryError> {
    let file = |path: std::path::PathBuf, bytes: &[u8]| {
        std::fs::write(&path, bytes).map_err(|source| BatteryError::Io { path, source })
    };
    let answers = serde_json::Value::from(outcome.answers.clone()).to_string();
    file(out.join(format!("{}.json", case.name)), answers.as_bytes())?;
    file(out.join(format!("{}.bin", case.name)), &outcome.bytes)
}
