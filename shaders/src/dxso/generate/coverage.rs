//! The table of the README: what is done with each opcode of each model, found out by doing it.

use std::collections::{HashMap, HashSet};

use super::{MODELS, Numbers, generate};
use crate::dxso::interp::{Environment, Interpreter, PixelInput, no_textures};
use crate::dxso::opcode::{self, Opcode};
use crate::dxso::program::{Program, Version};
use crate::dxso::{FragmentKey, Options, VertexKey, assemble, parse};
use crate::dxso::{translate_fragment_with, translate_vertex_with};
use crate::interface::Stage;

/// Programs of each model that are looked at, unless fewer have every opcode.
const SEEDS: u64 = 300;

/// What was done with an opcode.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    interpreted: bool,
    translated: bool,
    generated: bool,
}

type Table = HashMap<(Opcode, usize), Done>;

/// The column of a model.
fn column(version: Version) -> Option<usize> {
    MODELS.iter().position(|model| *model == version)
}

fn name(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::Ifc => "if (comparing)",
        Opcode::BreakC => "break (comparing)",
        _ => opcode.mnemonic(),
    }
}

fn is_interpreted(program: &Program) -> bool {
    let Ok(shader) = Interpreter::new(program) else { return false };
    let environment = Environment::default();
    match program.version.stage {
        Stage::Vertex => shader.vertex(&environment, &[[0.5; 4]; 16], &mut no_textures).is_ok(),
        Stage::Fragment => shader.quad(&environment, &[PixelInput::default(); 4], &mut no_textures).is_ok(),
    }
}

fn is_translated(program: &Program) -> bool {
    let options = Options { validate: false, ..Options::default() };
    match program.version.stage {
        Stage::Vertex => translate_vertex_with(program, &VertexKey::default(), options).is_ok(),
        Stage::Fragment => translate_fragment_with(program, &FragmentKey::default(), options).is_ok(),
    }
}

/// Enters what is done with a program. Answers whether that was news.
fn enter(table: &mut Table, program: &Program, generated: bool) {
    let Some(column) = column(program.version) else { return };
    let opcodes: HashSet<Opcode> = program.instructions.iter().map(|at| at.opcode).collect();
    let known =
        |opcode: &Opcode| table.get(&(*opcode, column)).is_some_and(|done| done.generated || !generated);
    if opcodes.iter().all(known) {
        return;
    }
    let (interpreted, translated) = (is_interpreted(program), is_translated(program));
    for opcode in opcodes {
        let done = table.entry((opcode, column)).or_default();
        done.interpreted |= interpreted;
        done.translated |= translated;
        done.generated |= generated && interpreted && translated;
    }
}

fn fill() -> (Table, HashMap<Opcode, usize>) {
    let (mut table, mut counts) = (Table::new(), HashMap::new());
    for version in MODELS {
        for seed in 0..SEEDS {
            let bytes = assemble(&generate(version, Numbers::Any, seed)).expect("assembles");
            enter(&mut table, &parse(&bytes).expect("decodes"), true);
        }
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bin");
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let bytes = std::fs::read(entry.expect("readable").path()).expect("readable");
        let program = parse(&bytes).expect("decodes");
        enter(&mut table, &program, false);
        let opcodes: HashSet<Opcode> = program.instructions.iter().map(|at| at.opcode).collect();
        opcodes.into_iter().for_each(|opcode| *counts.entry(opcode).or_default() += 1);
    }
    (table, counts)
}

/// What the README's table says of an opcode in a model.
fn cell(table: &Table, opcode: Opcode, column: usize) -> &'static str {
    if opcode::shape(opcode, MODELS[column]).is_none() {
        return "";
    }
    let done = table.get(&(opcode, column)).copied().unwrap_or_default();
    match done {
        Done { generated: true, .. } => "ditg",
        Done { interpreted: true, translated: true, .. } => "dit",
        Done { interpreted: true, .. } => "di",
        Done { translated: true, .. } => "dt",
        Done { .. } => "d",
    }
}

#[test]
fn the_readme_has_the_table_of_coverage() {
    let (table, counts) = fill();
    let mut text = String::from("| opcode |");
    MODELS.iter().for_each(|model| text.push_str(&format!(" {model} |")));
    text.push_str(" corpus |\n|---|");
    text.push_str(&"---|".repeat(MODELS.len() + 1));
    text.push('\n');
    for &opcode in Opcode::ALL {
        text.push_str(&format!("| {} |", name(opcode)));
        (0..MODELS.len()).for_each(|column| text.push_str(&format!(" {} |", cell(&table, opcode, column))));
        text.push_str(&format!(" {} |\n", counts.get(&opcode).copied().unwrap_or(0)));
    }
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(&text), "README.md must have\n{text}");
}
