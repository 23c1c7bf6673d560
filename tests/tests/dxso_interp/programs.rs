//! Whole programs: made-up ones and the corpus.

use std::path::Path;

use retrograph_shaders::dxso::generate::{MODELS, Numbers, generate};
use retrograph_shaders::dxso::program::{Program, Version};
use retrograph_shaders::dxso::{self, disassemble};
use retrograph_shaders::{Stage, Translated};

use super::compute::{VERTICES, VertexCase};
use super::gpu::Bench;
use super::quads::{self, ComparedPixel, QuadCase};
use super::world::{Constants, Dice, same};

/// Software profiles, whose constants need larger blocks than the bench has.
fn is_software(version: Version) -> bool {
    version.minor == 0xFF
}

/// Made-up programs in this run.
fn programs() -> usize {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    cases.unwrap_or(256usize).max(64) * 2000 / 5120
}

fn made_up(version: Version, seed: u64) -> Program {
    let text = generate(version, Numbers::Exact, seed);
    let bytes = dxso::assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    dxso::parse(&bytes).expect("what is assembled parses")
}

/// The inputs of a vertex shader; what it does not declare has no value.
fn inputs(program: &Program, dice: &mut Dice) -> [[[f32; 4]; 16]; VERTICES] {
    let declared = dxso::vertex_inputs(program);
    std::array::from_fn(|_| {
        let mut registers = [[0.0; 4]; 16];
        registers.iter_mut().for_each(|register| *register = dice.direction());
        for (number, register) in (0u8..).zip(&mut registers) {
            if !declared.iter().any(|input| input.location == number) {
                *register = [0.0; 4];
            }
        }
        registers
    })
}

/// Runs a vertex shader: what it gives wrongly, or `None` if its arithmetic is not exact.
fn vertex_faults(bench: &Bench, program: &Program, seed: u64) -> Option<Vec<String>> {
    let mut dice = Dice(seed);
    let constants = Constants::new(&mut dice, 2);
    let inputs = inputs(program, &mut dice);
    let case = VertexCase { program, constants: &constants, inputs: &inputs };
    let interpreted = case.interpret(bench);
    if !interpreted.iter().all(|output| output.exact) {
        return None;
    }
    let compared = case.compare(bench, &interpreted).unwrap_or_else(|error| panic!("{error}"));
    let wrong =
        compared.into_iter().filter(|one| !one.found.iter().zip(one.expected).all(|(a, b)| same(*a, b)));
    Some(wrong.map(|one| format!("{one:?}\ninputs {:?}", &inputs[one.vertex][..4])).collect())
}

/// Runs a pixel shader alone: what it gives wrongly, or `None` if its arithmetic is not exact.
fn pixel_faults(bench: &Bench, program: &Program, seed: u64) -> Option<Vec<String>> {
    let case = QuadCase::new(program.clone(), &mut Dice(seed));
    let translated = case.translate().unwrap_or_else(|error| panic!("{error}"));
    let quads = case.interpret(bench, &translated.interface.varyings, 0);
    if !quads.iter().all(|quad| quad.exact) {
        return None;
    }
    let pixels = quads::compare(bench, &[(case, translated, quads)]);
    Some(
        pixels
            .into_iter()
            .flatten()
            .filter(|pixel| !pixel.is_right())
            .map(|pixel| format!("pixel {:?}: {pixel:?}", pixel.place))
            .collect(),
    )
}

/// Fails with the shortest program that is still wrong: lines are left out as long as it is.
fn fail(bench: &Bench, name: &str, program: &Program, seed: u64) -> ! {
    let faults = |text: &str| {
        let program = dxso::parse(&dxso::assemble(text).ok()?).expect("what is assembled parses");
        match program.version.stage {
            Stage::Vertex => vertex_faults(bench, &program, seed),
            Stage::Fragment => pixel_faults(bench, &program, seed),
        }
    };
    let mut lines: Vec<String> = disassemble(program).lines().map(str::to_owned).collect();
    // Whole blocks first, then single lines.
    for length in [24, 12, 8, 6, 5, 4, 3, 2, 1, 2, 1] {
        let mut at = 1;
        while at < lines.len() {
            let end = (at + length).min(lines.len());
            let shorter = [&lines[..at], &lines[end..]].concat();
            if faults(&shorter.join("\n")).is_some_and(|faults| !faults.is_empty()) {
                lines = shorter;
            } else {
                at += 1;
            }
        }
    }
    let text = lines.join("\n");
    let found = faults(&text).unwrap_or_default();
    let first = found.first().map_or("nothing when it runs alone", String::as_str);
    panic!("{name}: {first}\n{text}");
}

/// Runs a vertex shader; whether its arithmetic was exact, so that it was compared.
fn check_vertex(bench: &Bench, name: &str, program: &Program, seed: u64) -> bool {
    match vertex_faults(bench, program, seed) {
        None => false,
        Some(faults) if faults.is_empty() => true,
        Some(_) => fail(bench, name, program, seed),
    }
}

/// Pixel shaders that wait to be drawn together.
#[derive(Default)]
struct Batch {
    names: Vec<(String, u64)>,
    cases: Vec<(QuadCase, Translated, Vec<dxso::interp::QuadOutput>)>,
}

impl Batch {
    /// Adds a shader if its arithmetic is exact; whether it is.
    fn add(&mut self, bench: &Bench, name: String, program: Program, seed: u64) -> bool {
        let case = QuadCase::new(program, &mut Dice(seed));
        let translated = case.translate().unwrap_or_else(|error| panic!("{name}: {error}"));
        let quads = case.interpret(bench, &translated.interface.varyings, self.cases.len());
        let exact = quads.iter().all(|quad| quad.exact);
        if exact {
            self.names.push((name, seed));
            self.cases.push((case, translated, quads));
        }
        if self.cases.len() == quads::BATCH {
            self.check(bench);
        }
        exact
    }

    /// Draws and compares what waits.
    fn check(&mut self, bench: &Bench) {
        let all = quads::compare(bench, &self.cases);
        for (((name, seed), (case, ..)), pixels) in self.names.iter().zip(&self.cases).zip(all) {
            if !pixels.iter().all(ComparedPixel::is_right) {
                fail(bench, name, &case.program, *seed);
            }
        }
        *self = Self::default();
    }
}

#[test]
fn made_up_programs_give_what_the_interpreter_gives() {
    let bench = Bench::new();
    let models: Vec<Version> = MODELS.into_iter().filter(|&version| !is_software(version)).collect();
    let mut batch = Batch::default();
    let (mut compared, mut rounded) = (0, 0);
    for seed in 0..programs() as u64 {
        let version = models[seed as usize % models.len()];
        // A seed whose program rounds somewhere is replaced by others.
        let found = (0..20).any(|other| {
            let seed = seed + other * 1_000_000;
            let program = made_up(version, seed);
            let name = format!("{version} {seed}");
            let exact = match version.stage {
                Stage::Vertex => check_vertex(&bench, &name, &program, seed),
                Stage::Fragment => batch.add(&bench, name, program, seed),
            };
            rounded += usize::from(!exact);
            exact
        });
        assert!(found, "{version} {seed}: the generator does not keep numbers small");
        compared += 1;
    }
    batch.check(&bench);
    println!("{compared} programs compared, {rounded} passed over because they round");
    assert!(rounded <= compared / 4, "{rounded} of {compared} round");
}

#[test]
fn the_corpus_gives_what_the_interpreter_gives() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders/tests/corpus/bin");
    let entries = std::fs::read_dir(&folder).expect("the corpus");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let bench = Bench::new();
    let mut batch = Batch::default();
    let (mut exact, mut rounded) = (0, Vec::new());
    for path in paths {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let program = dxso::parse(&std::fs::read(&path).expect("a shader")).expect("the corpus parses");
        if is_software(program.version) {
            continue;
        }
        let compared = match program.version.stage {
            Stage::Vertex => check_vertex(&bench, &name, &program, 5),
            Stage::Fragment => batch.add(&bench, name.clone(), program, 5),
        };
        if compared {
            exact += 1;
        } else {
            rounded.push(name);
        }
    }
    batch.check(&bench);
    println!("{exact} compared; these round: {}", rounded.join(" "));
    assert_eq!(exact + rounded.len(), 109, "the corpus is complete");
    assert!(exact >= 77, "only {exact} are exact");
}
