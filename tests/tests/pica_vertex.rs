//! Translated PICA200 vertex shaders on a real adapter against the interpreter, which shares no code with the translator.
//!
//! Programs are made up of arithmetic on inputs on which it is exact, within every kind of scope; results are compared to
//! the bit, save for the sign of zero. `PROPTEST_CASES` sets how many run: 2,000 for the 5,120 of the long tier.

#[path = "pica_vertex/gpu.rs"]
mod gpu;
#[path = "pica_vertex/programs.rs"]
mod programs;

use gpu::{Bench, Run};
use programs::{Random, program};
use retrograph_shaders::pica::asm::assemble;
use retrograph_shaders::pica::interp::{Machine, Options, Program};

/// How many programs run.
fn count() -> u64 {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse::<u64>().ok());
    (cases.unwrap_or(256) * 2000 / 5120).max(100)
}

/// What the interpreter says of a run: o1.
fn expected(run: &Run) -> [f32; 4] {
    let mut machine = Machine::new();
    run.inputs.iter().enumerate().for_each(|(index, &value)| machine.set_input(index, value));
    run.uniforms.iter().enumerate().for_each(|(index, &value)| machine.set_uniform(index, value));
    run.integers.iter().enumerate().for_each(|(index, &value)| machine.set_integer(index, value));
    machine.set_booleans(run.booleans);
    machine.run(&run.program, run.entry, &Options::default(), None).expect("runs to its end");
    machine.outputs()[1]
}

fn run(source: &str, random: &mut Random) -> Run {
    let binary = assemble(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut uniforms: [[f32; 4]; 96] = std::array::from_fn(|_| random.vector());
    uniforms[94] = [64.0, 0.0, 0.0, 0.0];
    Run {
        program: Program::new(&binary.code, &binary.descriptors),
        entry: binary.executables[0].entry,
        inputs: std::array::from_fn(|_| random.vector()),
        uniforms,
        integers: std::array::from_fn(|_| {
            [random.below(4) as u8, random.below(8) as u8, random.below(3) as u8, 0]
        }),
        booleans: random.next() as u16,
    }
}

/// A made-up program whose multiply-adds find their operand descriptors among the 32 that they can name; a few do not.
fn fitting(random: &mut Random) -> String {
    loop {
        let source = program(random);
        match assemble(&source) {
            Err(error) if error.to_string().contains("operand descriptors") => {}
            _ => return source,
        }
    }
}

#[test]
fn made_up_programs_give_what_the_interpreter_gives() {
    let mut bench = Bench::new();
    let mut translated = 0;
    for seed in 0..count() {
        let mut random = Random::new(seed);
        let source = fitting(&mut random);
        let run = run(&source, &mut random);
        let Some(given) = bench.run(&run) else { continue };
        translated += 1;
        let wanted = expected(&run);
        assert!(given == wanted, "program {seed}: {given:?}, not {wanted:?}\n{source}");
    }
    assert!(translated * 20 >= count() * 19, "{translated} of {} were translated", count());
}

#[test]
fn addresses_beyond_the_uniforms_read_ones_and_far_ones_none() {
    let mut bench = Bench::new();
    let source = "
        .proc main
            mov o0, v0
            mova a0.x, v1.x
            mov o1, c40[a0.x]
            end
        .end";
    for (input, index) in [
        (0.0, Some(40)),
        (13.0, Some(53)),
        (50.0, Some(90)),
        (60.0, None),
        (87.0, None),
        (88.0, Some(0)),
        (127.5, Some(39)),
        (128.0, Some(40)),
        (-40.0, Some(0)),
        (-42.0, None),
        (-73.0, Some(95)),
        (-128.0, Some(40)),
        (-129.0, Some(40)),
    ] {
        let mut run = run(source, &mut Random::new(1));
        run.inputs[1] = [input; 4];
        let wanted = index.map_or([1.0; 4], |index: usize| run.uniforms[index]);
        assert_eq!(bench.run(&run), Some(wanted), "{input}");
        assert_eq!(expected(&run), wanted, "{input}");
    }
}

#[test]
fn nested_loops_count_and_keep_their_counters() {
    let mut bench = Bench::new();
    let source = "
        .proc main
            mov o0, v0
            mov r0, v1
            for i0
                for i1
                    add r0, r0, v1
                    nop
                .end
                nop
            .end
            mov o1, r0
            end
        .end";
    let mut run = run(source, &mut Random::new(1));
    run.inputs[1] = [1.0; 4];
    for (outer, inner) in [(4u8, 4u8), (9, 7), (0, 0), (30, 20)] {
        run.integers[0] = [outer, 0, 1, 0];
        run.integers[1] = [inner, 0, 1, 0];
        let wanted = f32::from(u16::from(outer) + 1) * f32::from(u16::from(inner) + 1) + 1.0;
        assert_eq!(bench.run(&run), Some([wanted; 4]));
        assert_eq!(expected(&run), [wanted; 4]);
    }
}
