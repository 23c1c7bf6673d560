//! Two runs of a battery compared with each other: what differs from adapter to adapter.

use std::path::Path;

use super::{Battery, BatteryError, Closeness, compare};

/// How the results of two runs relate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairwise {
    /// Cases with the same bytes.
    pub equal: u32,
    /// Cases within their tolerance.
    pub within: u32,
    /// Cases beyond it: name and worst pixels.
    pub different: Vec<(String, String)>,
    /// Cases with a result of one run only.
    pub alone: Vec<String>,
}

/// Compares the results that two runs wrote into folders.
///
/// # Errors
/// When a script cannot be read.
pub fn compare_runs(battery: &Battery, first: &Path, second: &Path) -> Result<Pairwise, BatteryError> {
    let mut found = Pairwise::default();
    for entry in battery.cases() {
        let result = |folder: &Path| std::fs::read(folder.join(format!("{}.bin", entry.name))).ok();
        match (result(first), result(second)) {
            (Some(first), Some(second)) => {
                let difference = compare(&battery.case(&entry.name)?, &first, &second)?;
                match difference.closeness {
                    Closeness::Equal => found.equal += 1,
                    Closeness::Within => found.within += 1,
                    Closeness::Differs => found.different.push((entry.name.clone(), difference.note)),
                }
            }
            (None, None) => {}
            _ => found.alone.push(entry.name.clone()),
        }
    }
    Ok(found)
}
