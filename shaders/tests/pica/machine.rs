//! What the tests of the interpreter share: a program from assembly, run once.

use retrograph_shaders::pica::interp::{Emitter, ExecuteError, Machine, Options, Precision, Program, Vec4};
use retrograph_shaders::pica::{asm, shbin::Binary};

/// Assembles, or fails with the line.
pub(crate) fn assemble(source: &str) -> Binary {
    asm::assemble(source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

/// Runs a program with scalars in the first lanes of its inputs.
pub(crate) fn run_with(source: &str, inputs: &[f32], prepare: impl FnOnce(&mut Machine)) -> Machine {
    let inputs: Vec<Vec4> = inputs.iter().map(|&input| [input, 0.0, 0.0, 0.0]).collect();
    run_vectors(source, &inputs, prepare)
}

pub(crate) fn run_vectors(source: &str, inputs: &[Vec4], prepare: impl FnOnce(&mut Machine)) -> Machine {
    let binary = assemble(source);
    let mut machine = Machine::new();
    binary.executables[0].load_constants(&mut machine);
    inputs.iter().enumerate().for_each(|(index, &input)| machine.set_input(index, input));
    prepare(&mut machine);
    try_run(&binary, &mut machine, &Options::default(), None).expect("runs to its end");
    machine
}

pub(crate) fn try_run(
    binary: &Binary,
    machine: &mut Machine,
    options: &Options,
    emitter: Option<&mut Emitter>,
) -> Result<u32, ExecuteError> {
    let program = Program::new(&binary.code, &binary.descriptors);
    machine.run(&program, binary.executables[0].entry, options, emitter)
}

/// The first lane of `o0`.
pub(crate) fn result(source: &str, inputs: &[f32]) -> f32 {
    run_with(source, inputs, |_| ()).outputs()[0][0]
}

/// Options that round to 24 bits.
pub(crate) fn rounding() -> Options {
    Options { precision: Precision::Float24, ..Options::default() }
}
