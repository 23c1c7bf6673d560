//! The command-line tool as people use it: output and exit status.

use std::path::PathBuf;
use std::process::{Command, Output};

const BATTERY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/battery/d3d9");

fn retrograph(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_retrograph")).args(arguments).output().expect("the tool runs")
}

/// The last line on standard output.
fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("retrograph-{name}-{}", std::process::id()))
}

#[test]
fn a_shader_is_shown_in_every_language() {
    let file = format!("{BATTERY}/dxso/blinn_phong.ps_3_0.dxso");
    for (flag, expected) in [
        ("--disasm", "ps_3_0"),
        ("--wgsl", "@fragment"),
        ("--msl", "#include <metal_stdlib>"),
        ("--spirv", "07230203"),
        ("--hlsl", "SV_Target"),
        ("--glsl", "#version 310 es"),
        ("--interface", "c3   shininess"),
    ] {
        let output = retrograph(&["shader", &file, flag]);
        assert!(output.status.success(), "{flag}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(expected), "{flag}: no {expected:?} in\n{text}");
    }
}

#[test]
fn assembly_is_assembled_and_shown() {
    let text = temporary("assembly.asm");
    let out = temporary("assembly.dxso");
    std::fs::write(&text, "ps_2_0\nmov oC0, c0.w // one constant\n").expect("a file");
    let file = text.to_string_lossy();
    let shown = retrograph(&["shader", "--asm", &file]);
    assert_eq!(String::from_utf8_lossy(&shown.stdout), "ps_2_0\n    mov oC0, c0.w\n");
    let wgsl = retrograph(&["shader", "--asm", &file, "--wgsl"]);
    assert!(String::from_utf8_lossy(&wgsl.stdout).contains("@fragment"));
    assert!(retrograph(&["shader", "--asm", &file, "--out", &out.to_string_lossy()]).status.success());
    let tokens = [0xFFFF_0200u32, 0x0200_0001, 0x800F_0800, 0xA0FF_0000, 0xFFFF];
    assert_eq!(std::fs::read(&out).expect("bytes"), tokens.map(u32::to_le_bytes).concat());
    std::fs::write(&text, "ps_2_0\nmov oC0, q0\n").expect("a file");
    let wrong = retrograph(&["shader", "--asm", &file]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("an unknown register at line 2, column 10"));
    [text, out].iter().for_each(|path| std::fs::remove_file(path).expect("the file goes"));
}

#[test]
fn a_check_counts_and_its_status_tells() {
    let folder = temporary("check");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::copy(format!("{BATTERY}/dxso/water.vs_1_1.dxso"), folder.join("good.dxso")).expect("a copy");
    let good = retrograph(&["shader", "--check", &folder.to_string_lossy()]);
    assert!(good.status.success());
    assert_eq!(last_line(&good), "1 passed, 0 failed");
    std::fs::write(folder.join("bad.dxso"), [0, 3, 0xff]).expect("a file");
    let bad = retrograph(&["shader", "--check", &folder.to_string_lossy()]);
    assert_eq!(bad.status.code(), Some(1));
    assert_eq!(last_line(&bad), "1 passed, 1 failed");
    assert!(String::from_utf8_lossy(&bad.stdout).contains("bad.dxso: "));
    let none = retrograph(&["shader", "--check", &folder.to_string_lossy(), "--except", "vs_1"]);
    assert!(String::from_utf8_lossy(&none.stdout).contains("1 left out"));
    assert_eq!(last_line(&none), "0 passed, 1 failed");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_battery_run_writes_results_and_its_status_tells() {
    let out = temporary("run");
    let folder = out.to_string_lossy();
    let name = "vertex_input.prim.fan";
    let arguments = ["d3d9", "run", BATTERY, "--compare", "--area", "vertex_input", "--only", name];
    let right = retrograph(&[&arguments[..], &["--out", &folder]].concat());
    assert!(right.status.success(), "{}", String::from_utf8_lossy(&right.stdout));
    assert_eq!(last_line(&right), "1 passed, 0 failed, 0 unsupported");
    let text = std::fs::read_to_string(out.join(format!("{name}.txt"))).expect("a result");
    assert_eq!(text, "status ok\n");
    assert_eq!(std::fs::read(out.join(format!("{name}.bin"))).expect("a result").len(), 32 * 32 * 4);
    assert!(std::fs::read_to_string(out.join("failures.html")).expect("a page").contains("None."));
    std::fs::remove_dir_all(&out).expect("the folder goes");
}

#[test]
fn mistakes_are_told_on_standard_error() {
    for (arguments, expected) in [
        (&["shader", "no/such/file.dxso"][..], "no/such/file.dxso"),
        (&["shader"], "<FILE>"),
        (&["shader", "a.dxso", "--wgsl", "--msl"], "cannot be used with"),
        (&["d3d9", "run", "no/such/root"], "index.json"),
        (&["gallery", "--only", "teapot", "--out", "target/none"], "lit_mesh"),
    ] {
        let output = retrograph(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(expected), "{arguments:?}: no {expected:?} in\n{text}");
    }
}
