use std::collections::BTreeSet;

use super::*;
use crate::dxso::opcode::{self, Opcode, Reads, Writes};
use crate::dxso::program::{Instruction, Modifier, Payload, Program};
use crate::dxso::{assemble, disassemble, parse};

/// Programs of each model that the coverage is counted over, unless fewer have it all.
const SEEDS: u64 = 400;

fn program(version: Version, numbers: Numbers, seed: u64) -> Program {
    let text = generate(version, numbers, seed);
    let bytes = assemble(&text).unwrap_or_else(|error| panic!("{version} {seed}: {error}\n{text}"));
    parse(&bytes).expect("what is assembled parses")
}

/// What of `wanted` programs do not use.
fn unused(version: Version, numbers: Numbers, mut wanted: BTreeSet<String>) -> BTreeSet<String> {
    for seed in 0..SEEDS {
        let mut used = BTreeSet::new();
        program(version, numbers, seed).instructions.iter().for_each(|at| note(at, &mut used));
        wanted.retain(|word| !used.contains(word));
        if wanted.is_empty() {
            break;
        }
    }
    wanted
}

fn note(at: &Instruction, used: &mut BTreeSet<String>) {
    let mut add = |word: String| {
        used.insert(word);
    };
    add(format!("opcode {:?}", at.opcode));
    if at.control != 0 {
        add(format!("{:?} {}", at.opcode, at.control));
    }
    if at.coissue {
        add("co-issue".to_owned());
    }
    if let Some(predicate) = &at.predicate {
        add(format!("predicate {:?}", predicate.modifier));
    }
    if let Payload::Sampler(kind) = at.payload {
        add(format!("sampler {kind:?}"));
    }
    for source in &at.sources {
        add(format!("reads {:?}", source.register.file));
        add(format!("modifier {:?}", source.modifier));
        if let Some(relative) = source.relative {
            add(format!("{:?}[{:?}]", source.register.file, relative.register.file));
        }
    }
    let Some(to) = at.destination else { return };
    if !matches!(at.opcode, Opcode::Dcl | Opcode::Def | Opcode::DefI | Opcode::DefB) {
        add(format!("writes {:?}", to.register.file));
        if to.relative.is_some() {
            add(format!("writes {:?}[]", to.register.file));
        }
        let flags = [(to.saturate, "_sat"), (to.partial_precision, "_pp"), (to.shift != 0, "shift")];
        flags.iter().filter(|(set, _)| *set).for_each(|(_, word)| add((*word).to_owned()));
        if to.shift != 0 {
            add(format!("shift {}", to.shift));
        }
        if to.mask.0 != 0xF {
            add("mask".to_owned());
        }
    }
    if to.centroid {
        add("centroid".to_owned());
    }
}

/// What there is to use, from the tables of the decoder.
fn wanted(version: Version, numbers: Numbers) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut add = |word: &str| {
        all.insert(word.to_owned());
    };
    for opcode in Opcode::ALL {
        let Some(shape) = opcode::shape(*opcode, version) else { continue };
        let inexact = numbers == Numbers::Exact && shape.to == Some(Writes::Value) && approximate(*opcode);
        if !inexact {
            add(&format!("opcode {opcode:?}"));
        }
        for reads in shape.from {
            match reads {
                Reads::Integer => add("reads ConstInt"),
                Reads::Condition => add("reads ConstBool"),
                Reads::Label => add("reads Label"),
                _ => {}
            }
        }
        if matches!(opcode, Opcode::Ifc | Opcode::BreakC | Opcode::SetP) {
            (1..=6).for_each(|control| add(&format!("{opcode:?} {control}")));
        }
    }
    ["reads Temp", "reads Const", "reads Input", "modifier None", "modifier Negate", "mask", "writes Temp"]
        .into_iter()
        .for_each(&mut add);
    wanted_registers(version, &mut add);
    wanted_words(version, &mut add);
    all
}

/// Register files, by how they are used.
fn wanted_registers(version: Version, add: &mut impl FnMut(&str)) {
    use RegisterFile as F;
    let vertex = version.stage == Stage::Vertex;
    let has = |file| limits::registers(version, file) > 0;
    for file in
        [F::RasterOut, F::AttributeOut, F::TexcoordOut, F::Output, F::ColorOut, F::DepthOut, F::Address]
    {
        if has(file) {
            add(&format!("writes {file:?}"));
        }
    }
    if has(F::Predicate) {
        ["writes Predicate", "predicate None", "predicate Not", "modifier Not", "reads Predicate"]
            .into_iter()
            .for_each(&mut *add);
    }
    if has(F::Misc) {
        ["reads Misc", "centroid", "Input[Loop]"].into_iter().for_each(&mut *add);
    }
    if has(F::Texture) {
        add("reads Texture");
    }
    if has(F::Sampler) && version.major > 1 {
        let kinds = ["sampler Some(D2)", "sampler Some(Cube)", "sampler Some(Volume)", "reads Sampler"];
        kinds.into_iter().for_each(&mut *add);
    }
    if vertex {
        add("Const[Address]");
    }
    if vertex && version.major >= 2 {
        add("Const[Loop]");
    }
    if vertex && version.major == 3 {
        ["Input[Loop]", "writes Output[]"].into_iter().for_each(&mut *add);
    }
}

/// Modifiers and suffixes.
fn wanted_words(version: Version, add: &mut impl FnMut(&str)) {
    let vertex = version.stage == Stage::Vertex;
    let pixel1 = !vertex && version.major == 1;
    if version.major == 3 {
        ["modifier Abs", "modifier AbsNegate"].into_iter().for_each(&mut *add);
    }
    if version.major == 3 || !vertex {
        add("_sat");
    }
    if !vertex && version.major >= 2 {
        ["_pp", "Tex 1", "Tex 2"].into_iter().for_each(&mut *add);
    }
    if pixel1 {
        for modifier in [Modifier::Bias, Modifier::BiasNegate, Modifier::Sign, Modifier::SignNegate] {
            add(&format!("modifier {modifier:?}"));
        }
        ["modifier Complement", "co-issue", "shift 1", "shift 2", "shift -1"].into_iter().for_each(&mut *add);
    }
    if pixel1 && version.minor == 4 {
        ["modifier X2", "modifier X2Negate", "modifier DivideZ", "modifier DivideW"]
            .into_iter()
            .for_each(&mut *add);
        ["shift 3", "shift -2", "shift -3"].into_iter().for_each(&mut *add);
    }
}

fn approximate(opcode: Opcode) -> bool {
    use Opcode as O;
    matches!(
        opcode,
        O::Rcp | O::Rsq | O::Exp | O::Log | O::Pow | O::SinCos | O::Lit | O::Nrm | O::ExpP | O::LogP
    )
}

#[test]
fn programs_of_each_model_use_all_that_it_has() {
    let mut lacking = Vec::new();
    for version in MODELS {
        for numbers in [Numbers::Any, Numbers::Exact] {
            let unused = unused(version, numbers, wanted(version, numbers));
            if !unused.is_empty() {
                lacking.push(format!("{version} {numbers:?}: {unused:?}"));
            }
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

#[test]
fn a_seed_always_gives_the_same_program() {
    for version in MODELS {
        let text = generate(version, Numbers::Any, 7);
        assert_eq!(text, generate(version, Numbers::Any, 7));
        assert_ne!(text, generate(version, Numbers::Any, 8));
        assert!(text.starts_with(&version.to_string()));
        assert!(disassemble(&program(version, Numbers::Any, 7)).lines().count() > 5);
    }
}
