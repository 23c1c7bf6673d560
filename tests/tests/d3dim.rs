//! The scripted cases of Direct3D Immediate Mode, area by area, against their references, in both threading modes.
//!
//! A case passes unless `FINDINGS.md` lists it. What is listed as failing must answer or draw exactly as recorded there;
//! what waits for a later part of the facade (`waits`) must fail. Cases that are open are run, and not judged.

use retrograph_examples::dim::{Battery, judge, run_case};
use retrograph_render::{Gpu, Threading};
use retrograph_tests::{findings, path};

/// What the value of a listed case begins with that waits for something.
const WAITS: &str = "waits: ";

fn battery() -> Battery {
    Battery::open(&path("battery/d3dim")).expect("the battery's index")
}

/// Runs an area and returns what is wrong with it, a line a case.
fn run_area(area: &str) -> Vec<String> {
    let gpu = Gpu::headless().expect("an adapter");
    let battery = battery();
    let text = std::fs::read_to_string(path("FINDINGS.md")).expect("the findings");
    let mut known = findings::parse(&text, &format!("d3dim {area}")).expect("a table of findings");
    let mut wrong = Vec::new();
    let (mut passed, mut failed, mut waiting, mut open) = (0, 0, 0, 0);
    for entry in battery.cases().iter().filter(|entry| entry.area == area) {
        let name = &entry.name;
        let case = battery.case(name).expect("a case");
        let outcome = run_case(&gpu, Threading::Inline, &case);
        let pipelined = run_case(&gpu, Threading::Pipelined, &case);
        if outcome.answers != pipelined.answers || outcome.bytes != pipelined.bytes {
            wrong.push(format!("{name} differs between the threading modes"));
        }
        if let Some(panic) = outcome.error.as_ref().filter(|error| error.starts_with("panic")) {
            wrong.push(format!("{name}: {panic}"));
        }
        if case.trust == "open" {
            open += 1;
            continue;
        }
        let judgement = judge(&battery, &case, &outcome).expect("a judgement");
        let value = judgement.notes.first().cloned();
        match (value, known.remove(name)) {
            (None, None) => passed += 1,
            (Some(_), Some(listed)) if listed.starts_with(WAITS) => waiting += 1,
            (Some(value), Some(listed)) if value == listed => failed += 1,
            (Some(value), None) => wrong.push(format!("{name}: {value}")),
            (Some(value), Some(listed)) => wrong.push(format!("{name}: {value}, but {listed} is recorded")),
            (None, Some(_)) => wrong.push(format!("{name} passes, but is recorded as failing")),
        }
    }
    wrong.extend(known.into_keys().map(|name| format!("{name} is recorded, but no case that is judged")));
    // Of fewer than fifty cases 2 % is none: one is allowed.
    if failed > 1 && failed * 50 > passed + failed {
        wrong.push(format!("{failed} of {} cases are recorded as failing: more than 2 %", passed + failed));
    }
    println!("{area}: {passed} passed, {failed} failed, {waiting} waiting, {open} open");
    wrong
}

#[test]
fn viewport_matches_its_references() {
    assert_eq!(run_area("viewport"), [""; 0]);
}

#[test]
fn ddraw_matches_its_references() {
    assert_eq!(run_area("ddraw"), [""; 0]);
}

#[test]
fn execute_matches_its_references() {
    assert_eq!(run_area("execute"), [""; 0]);
}

#[test]
fn lights_and_materials_match_their_references() {
    assert_eq!(run_area("lights_materials"), [""; 0]);
}

#[test]
fn states_match_their_references() {
    assert_eq!(run_area("states"), [""; 0]);
}

#[test]
fn draw_matches_its_references() {
    assert_eq!(run_area("draw"), [""; 0]);
}

#[test]
fn every_case_of_the_battery_parses() {
    let battery = battery();
    assert_eq!(battery.cases().len(), 343);
    for entry in battery.cases() {
        let case = battery.case(&entry.name).expect("a case");
        assert_eq!((&case.name, &case.area, &case.trust), (&entry.name, &entry.area, &entry.trust));
        assert_eq!(battery.expected(&entry.name).expect("a reference").is_some(), !case.read.is_empty());
    }
}
