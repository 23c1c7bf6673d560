//! What is printed, through the front ends that others use: spirv-val, and glslang for GLSL and HLSL.
//!
//! They are Debian's packages spirv-tools and glslang-tools. The feature `validators` adds these tests; `make test-full`
//! has it on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use retrograph_shaders::{Stage, Translated, dxso, print};

use crate::files::binaries;
use crate::translate::{Keys, with_keys};

/// Prints every translation of the corpus to a folder and returns the files with their stages.
fn printed(extension: &str, print: impl Fn(&Translated) -> Vec<u8>) -> Vec<(PathBuf, Stage)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(extension);
    fs::create_dir_all(&folder).expect("a folder");
    let mut files = Vec::new();
    for (name, bytes) in binaries() {
        let program = dxso::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let all = with_keys(&program, Keys::All).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (key, translated) in all.iter().enumerate() {
            let path = folder.join(format!("{name}.{key}.{extension}"));
            fs::write(&path, print(translated)).expect("written");
            files.push((path, translated.interface.stage));
        }
    }
    files
}

/// Runs a tool over files of one stage; what it says is the failure.
fn run(command: &mut Command, files: &[&Path]) -> Result<(), String> {
    let output = command.args(files).output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = text.lines().filter(|line| line.contains("ERROR") || line.contains("error"));
    Err(errors.take(20).collect::<Vec<_>>().join("\n") + &String::from_utf8_lossy(&output.stderr))
}

/// Runs a tool for each file by itself.
fn each(files: &[(PathBuf, Stage)], command: impl Fn(Stage) -> Command) -> Vec<String> {
    let failed = files.iter().filter_map(|(path, stage)| {
        run(&mut command(*stage), &[path]).err().map(|error| format!("{}: {error}", path.display()))
    });
    failed.collect()
}

const fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vert",
        Stage::Fragment => "frag",
    }
}

#[test]
fn spirv_val_accepts_every_module() {
    let files = printed("spv", |translated| {
        let info = print::validate(&translated.module).expect("valid");
        let words = print::spirv(&translated.module, &info).expect("printable");
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    });
    let failures = each(&files, |_| {
        let mut command = Command::new("spirv-val");
        command.args(["--target-env", "vulkan1.1"]);
        command
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn glslang_compiles_every_glsl() {
    let files = printed("glsl", |translated| {
        let info = print::validate(&translated.module).expect("valid");
        print::glsl(&translated.module, &info).expect("printable").into_bytes()
    });
    let failures = [Stage::Vertex, Stage::Fragment].map(|stage| {
        let of_stage = files.iter().filter(|(_, of)| *of == stage);
        let of_stage: Vec<&Path> = of_stage.map(|(path, _)| path.as_path()).collect();
        run(Command::new("glslangValidator").args(["-S", stage_name(stage)]), &of_stage)
    });
    assert_eq!(failures, [Ok(()), Ok(())]);
}

#[test]
fn glslang_compiles_every_hlsl() {
    let files = printed("hlsl", |translated| {
        let info = print::validate(&translated.module).expect("valid");
        print::hlsl(&translated.module, &info).expect("printable").into_bytes()
    });
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hlsl.spv");
    let failures = each(&files, |stage| {
        let entry = if stage == Stage::Vertex { "vertex_main" } else { "fragment_main" };
        let mut command = Command::new("glslangValidator");
        command.args(["-V", "-D", "-S", stage_name(stage), "-e", entry, "-o"]).arg(&out);
        command
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
