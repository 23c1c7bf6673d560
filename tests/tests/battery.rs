//! The scripted cases of each area, against their references.
//!
//! A case passes unless `FINDINGS.md` lists it; what is listed must end exactly as recorded there.

use retrograph_d3d9::Direct3D9;
use retrograph_examples::battery::{
    Battery, Closeness, FailedCall, Outcome, Status, Summary, Verdict, compare, judge, run_case,
};
use retrograph_render::Threading;
use retrograph_tests::{findings, path};

fn battery() -> Battery {
    Battery::open(&path("battery/d3d9")).expect("the battery's index")
}

/// Runs an area and returns what is wrong with it, a line a case.
fn run_area(area: &str) -> Vec<String> {
    let inline = Direct3D9::new().expect("an adapter").with_threading(Threading::Inline);
    let pipelined = inline.clone().with_threading(Threading::Pipelined);
    let battery = battery();
    let text = std::fs::read_to_string(path("FINDINGS.md")).expect("the findings");
    let mut known = findings::parse(&text, area).expect("a table of findings");
    let mut summary = Summary::default();
    let mut wrong = Vec::new();
    let (mut listed_failures, mut ran) = (0, 0);
    for entry in battery.cases().filter(|entry| entry.area == area) {
        let name = &entry.name;
        let case = battery.case(name).expect("a script");
        ran += 1;
        let outcome = run_case(&inline, &battery, &case);
        if run_case(&pipelined, &battery, &case) != outcome {
            wrong.push(format!("{name} ends differently when it is pipelined"));
        }
        let verdict = judge(&battery, &case, &outcome).expect("a verdict");
        summary.count(&verdict);
        summary.meet(&outcome);
        let value = match &verdict {
            Verdict::Passed => None,
            Verdict::Failed(reason) => Some(reason.clone()),
            Verdict::Unsupported(reason) => Some(format!("unsupported: {reason}")),
        };
        let listed = known.remove(name);
        listed_failures += usize::from(listed.is_some() && matches!(verdict, Verdict::Failed(_)));
        match (value, listed) {
            (None, None) => {}
            (Some(value), Some(listed)) if value == listed => {}
            (Some(value), None) => wrong.push(format!("{name}: {value}")),
            (Some(value), Some(listed)) => wrong.push(format!("{name}: {value}, but {listed} is recorded")),
            (None, Some(_)) => wrong.push(format!("{name} passes, but is recorded as failing")),
        }
    }
    wrong.extend(known.into_keys().map(|name| format!("{name} is recorded, but no case that runs")));
    if listed_failures * 50 > ran {
        wrong.push(format!("{listed_failures} of {ran} cases are recorded as failing: more than 2 %"));
    }
    println!("{area}: {summary}");
    wrong
}

#[test]
fn shader_pairs_match_their_references() {
    assert_eq!(run_area("shader_pairs"), [""; 0]);
}

#[test]
fn vertex_input_matches_its_references() {
    assert_eq!(run_area("vertex_input"), [""; 0]);
}

#[test]
fn output_merger_matches_its_references() {
    assert_eq!(run_area("output_merger"), [""; 0]);
}

#[test]
fn textures_match_their_references() {
    assert_eq!(run_area("textures"), [""; 0]);
}

#[test]
fn fixed_vertices_match_their_references() {
    assert_eq!(run_area("ff_vertex"), [""; 0]);
}

#[test]
fn fixed_pixels_match_their_references() {
    assert_eq!(run_area("ff_pixel"), [""; 0]);
}

#[test]
fn every_script_of_the_battery_parses() {
    let battery = battery();
    assert_eq!(battery.cases().count(), 615);
    for entry in battery.cases() {
        let case = battery.case(&entry.name).expect("a script");
        assert_eq!((&case.name, &case.area), (&entry.name, &entry.area));
    }
}

#[test]
fn references_that_agree_pass_for_each_other_and_wrong_bytes_do_not() {
    let battery = battery();
    let mut checked = 0;
    for entry in battery.cases().filter(|entry| entry.area == "vertex_input") {
        let case = battery.case(&entry.name).expect("a script");
        let reference = entry.accept.first().expect("a reference");
        let bytes = battery.expected(&entry.name, reference).expect("readable").expect("there");
        let failed_calls: Vec<FailedCall> = Vec::new();
        let right = Outcome { status: Status::Ok, failed_calls, bytes, stages: [0; 2] };
        assert_eq!(judge(&battery, &case, &right).expect("a verdict"), Verdict::Passed, "{}", entry.name);

        let mut wrong = right.clone();
        wrong.bytes.iter_mut().for_each(|byte| *byte = byte.wrapping_add(64));
        let verdict = judge(&battery, &case, &wrong).expect("a verdict");
        assert!(matches!(verdict, Verdict::Failed(_)), "{}: {verdict:?}", entry.name);

        let mut short = right.clone();
        short.bytes.pop();
        let difference = compare(&case, &short.bytes, &right.bytes).expect("comparable");
        assert_eq!(difference.closeness, Closeness::Differs, "{}", entry.name);

        let mut refused = right;
        refused.failed_calls.push(FailedCall { index: 0, op: "Clear".to_owned(), hresult: 0x8876_086c });
        let verdict = judge(&battery, &case, &refused).expect("a verdict");
        assert!(matches!(verdict, Verdict::Failed(_)), "{}: {verdict:?}", entry.name);
        checked += 1;
    }
    assert_eq!(checked, 64);
}
