//! Whole programs: made-up ones and the corpus.

use std::path::Path;

use retrograph_shaders::dxso::generate::{MODELS, Numbers, generate};
use retrograph_shaders::dxso::program::{Program, Version};
use retrograph_shaders::dxso::{self, disassemble};
use retrograph_shaders::{ShaderError, Stage, Translated};

use super::compute::{VERTICES, VertexCase};
use super::gpu::Bench;
use super::quads::{self, QuadCase};
use super::world::{Constants, Dice, same};

/// Models that the translator does not have.
fn is_missing(version: Version) -> bool {
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

/// The inputs of a vertex shader.
fn inputs(dice: &mut Dice) -> [[[f32; 4]; 16]; VERTICES] {
    std::array::from_fn(|_| std::array::from_fn(|_| dice.direction()))
}

/// Runs a vertex shader; whether its arithmetic was exact, so that it was compared.
fn check_vertex(bench: &Bench, name: &str, program: &Program, dice: &mut Dice) -> bool {
    let constants = Constants::new(dice, 2);
    let inputs = inputs(dice);
    let case = VertexCase { program, constants: &constants, inputs: &inputs };
    let interpreted = case.interpret(bench);
    if !interpreted.iter().all(|output| output.exact) {
        return false;
    }
    let compared = case.compare(bench, &interpreted).unwrap_or_else(|error| panic!("{name}: {error}"));
    for one in compared {
        let equal = one.found.iter().zip(one.expected).all(|(a, b)| same(*a, b));
        assert!(equal, "{name}: {one:?}\ninputs {:?}\n{}", &inputs[one.vertex][..4], disassemble(program));
    }
    true
}

/// Pixel shaders that wait to be drawn together.
#[derive(Default)]
struct Batch {
    names: Vec<String>,
    cases: Vec<(QuadCase, Translated, Vec<dxso::interp::QuadOutput>)>,
}

impl Batch {
    /// Adds a shader if its arithmetic is exact; whether it is.
    fn add(&mut self, bench: &Bench, name: String, case: QuadCase) -> bool {
        let translated = case.translate().unwrap_or_else(|error| panic!("{name}: {error}"));
        let quads = case.interpret(bench, &translated.interface.varyings, self.cases.len());
        let exact = quads.iter().all(|quad| quad.exact);
        if exact {
            self.names.push(name);
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
        for ((name, (case, ..)), pixels) in self.names.iter().zip(&self.cases).zip(all) {
            for pixel in pixels {
                for plane in (0..5).filter(|&plane| pixel.counts[plane]) {
                    let lanes = if plane == 4 { 1 } else { 4 };
                    let pairs = pixel.found[plane].iter().zip(pixel.expected[plane]).take(lanes);
                    let equal = pairs.into_iter().all(|(a, b)| same(*a, b));
                    let text = || disassemble(&case.program);
                    assert!(equal, "{name}: output {plane} of {pixel:?}\n{}", text());
                }
            }
        }
        *self = Self::default();
    }
}

#[test]
fn made_up_programs_give_what_the_interpreter_gives() {
    let bench = Bench::new();
    let models: Vec<Version> = MODELS.into_iter().filter(|&version| !is_missing(version)).collect();
    let mut batch = Batch::default();
    let (mut compared, mut rounded) = (0, 0);
    for seed in 0..programs() as u64 {
        let version = models[seed as usize % models.len()];
        let mut dice = Dice(seed);
        // A seed whose program rounds somewhere is replaced by others.
        let found = (0..20).any(|other| {
            let seed = seed + other * 1_000_000;
            let program = made_up(version, seed);
            let name = format!("{version} {seed}");
            let exact = match version.stage {
                Stage::Vertex => check_vertex(&bench, &name, &program, &mut dice),
                Stage::Fragment => {
                    let case = QuadCase::new(program, &mut dice);
                    batch.add(&bench, name, case)
                }
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
fn models_that_are_not_translated_say_so() {
    for version in MODELS.into_iter().filter(|&version| is_missing(version)) {
        let program = made_up(version, 1);
        let result = match version.stage {
            Stage::Vertex => dxso::translate_vertex(&program, &Default::default()),
            Stage::Fragment => dxso::translate_fragment(&program, &Default::default()),
        };
        assert!(matches!(result, Err(ShaderError::Unsupported { .. })), "{version}: {result:?}");
    }
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
        if is_missing(program.version) {
            continue;
        }
        let mut dice = Dice(5);
        let compared = match program.version.stage {
            Stage::Vertex => check_vertex(&bench, &name, &program, &mut dice),
            Stage::Fragment => batch.add(&bench, name.clone(), QuadCase::new(program, &mut dice)),
        };
        if compared {
            exact += 1;
        } else {
            rounded.push(name);
        }
    }
    batch.check(&bench);
    println!("{exact} compared; these round: {}", rounded.join(" "));
}
