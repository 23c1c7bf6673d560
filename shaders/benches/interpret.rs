//! The interpreter of PICA200 shaders against a bare loop of the same multiply-adds.
//!
//! Throughput is in instructions, or multiply-adds of four lanes, a second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_shaders::pica::asm;
use retrograph_shaders::pica::interp::{Machine, Options, Precision, Program};

/// Multiply-adds in a run: eight chains, so that neither side waits for one sum only.
const COUNT: usize = 400;
const CHAINS: usize = 8;

fn program() -> Program {
    let adds = (0..COUNT).map(|index| format!("mad r{0}, v0, c{1}, r{0}\n", index % CHAINS, index % 96));
    let source = adds.chain(["end".to_owned()]).collect::<String>();
    let binary = asm::assemble(&source).expect("assembles");
    Program::new(&binary.code, &binary.descriptors)
}

fn machine() -> Machine {
    let mut machine = Machine::new();
    machine.set_input(0, [0.5, 0.25, -0.5, 1.0]);
    (0..96).for_each(|index| machine.set_uniform(index, [index as f32, 1.0, 0.5, -1.0]));
    machine
}

fn multiply_adds(criterion: &mut Criterion) {
    let program = program();
    let mut group = criterion.benchmark_group("multiply-adds");
    group.throughput(Throughput::Elements(COUNT as u64));
    for (name, precision) in
        [("interpreter", Precision::Float32), ("interpreter, 24 bits", Precision::Float24)]
    {
        let mut machine = machine();
        let options = Options { precision, ..Options::default() };
        group.bench_function(name, |bencher| {
            bencher.iter(|| machine.run(black_box(&program), 0, &options, None).expect("ends"));
        });
    }
    let input = [0.5f32, 0.25, -0.5, 1.0];
    let uniforms: Vec<[f32; 4]> = (0..96).map(|index| [index as f32, 1.0, 0.5, -1.0]).collect();
    let mut sums = [[0f32; 4]; CHAINS];
    group.bench_function("bare loop", |bencher| {
        bencher.iter(|| {
            let (input, uniforms) = (black_box(input), black_box(&uniforms));
            for index in 0..COUNT {
                let (sum, uniform) = (&mut sums[index % CHAINS], &uniforms[index % 96]);
                for lane in 0..4 {
                    sum[lane] += input[lane] * uniform[lane];
                }
            }
            black_box(&mut sums);
        });
    });
    group.finish();
}

criterion_group!(benches, multiply_adds);
criterion_main!(benches);
