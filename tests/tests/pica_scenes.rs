//! PICA scenes against their expected pictures, on every backend. `FINDINGS.md` lists those that end otherwise.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use retrograph_examples::pica_tool::{
    BackendChoice, OUTLIERS, Rendered, SceneFolder, SceneVerdict, judge, render, tolerance,
};
use retrograph_render::Threading;

fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pica/scenes");
    let entries = std::fs::read_dir(folder).expect("the scenes");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// The scenes that end otherwise than passed, with how they end.
fn findings() -> BTreeMap<String, String> {
    let text = include_str!("../FINDINGS.md");
    let table = text.split("\n## ").find_map(|part| part.strip_prefix("pica_scenes\n")).expect("the table");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")).skip(1);
    rows.filter_map(|row| {
        let mut cells = row.split(" | ");
        Some((cells.next()?.to_owned(), cells.next()?.to_owned()))
    })
    .collect()
}

fn check(choice: BackendChoice, threading: Threading) -> Vec<Rendered> {
    let findings = findings();
    let (mut wrong, mut all) = (Vec::new(), Vec::new());
    let paths = scenes();
    assert_eq!(paths.len(), 25);
    for path in &paths {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let scene = SceneFolder::open(path).expect("a scene");
        let rendered =
            render(&scene, choice.open(threading).expect("a backend").as_mut()).expect("a picture");
        let expected = findings.get(&name).map_or("passed", String::as_str);
        // A scene may have a number of outliers of its own.
        let outliers = expected.strip_prefix("outliers: ").map(|number| number.parse().expect("a number"));
        let expected = if outliers.is_some() { "passed" } else { expected };
        let judged = judge(&scene, &rendered, tolerance(path), outliers.unwrap_or(OUTLIERS));
        let ended = match judged.expect("a verdict") {
            SceneVerdict::Passed => "passed".to_owned(),
            SceneVerdict::Failed(reason) => format!("failed: {reason}"),
            SceneVerdict::Unsupported(names) => format!("unsupported: {names}"),
        };
        if ended != expected {
            wrong.push(format!("{name} {ended}, not {expected}"));
        }
        all.push(rendered);
    }
    assert_eq!(wrong, [""; 0]);
    all
}

#[test]
fn software_draws_scenes_as_expected() {
    check(BackendChoice::Software, Threading::Inline);
}

#[test]
fn the_gpu_draws_scenes_as_expected_and_the_same_on_a_thread() {
    let inline = check(BackendChoice::Gpu, Threading::Inline);
    let pipelined = check(BackendChoice::Gpu, Threading::Pipelined);
    for (inline, pipelined) in inline.iter().zip(&pipelined) {
        assert!(inline.color == pipelined.color && inline.depth == pipelined.depth);
    }
}
