//! Shaders with branches, loops and the other instructions: the words that come out, executed, against the interpreter.

use retrograph_shaders::gx2::isa::Flow;
use retrograph_shaders::gx2::lower::{Constants, LowerError, VertexProgram, general};
use retrograph_shaders::gx2::{Exports, OutputMap, evaluate, group};
use retrograph_shaders::pica::interp::{Machine, Options, Program};
use retrograph_shaders::pica::shbin::Binary;
use retrograph_shaders::pica::{Opcode, asm};

const OUTPUTS: &str = ".out place position\n.out colour color\n";

fn assemble(source: &str) -> Binary {
    let source = format!("{OUTPUTS}{source}");
    asm::assemble(&source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

fn lower(binary: &Binary, constants: &Constants) -> Result<VertexProgram, LowerError> {
    let executable = &binary.executables[0];
    let outputs = OutputMap::of(executable).expect("both are mapped");
    general(&binary.code, &binary.descriptors, executable.entry, constants, &outputs)
}

fn uniform(index: usize) -> [f32; 4] {
    let value = index as f32;
    [value, -value, value / 4.0, 1.0]
}

/// Runs both ways and compares every lane that is exported.
fn same(source: &str, constants: &Constants, inputs: &[[f32; 4]]) -> Exports {
    let binary = assemble(source);
    let program = lower(&binary, constants).unwrap_or_else(|error| panic!("{error}\n{source}"));
    for step in &program.program.steps {
        if let Flow::Alu(_, groups) = &step.flow {
            groups.iter().for_each(|alus| assert_eq!(group::check(alus), Ok(()), "{alus:?}"));
        }
    }
    let mut machine = Machine::new();
    let (mut all, mut constant_file) = ([[0.0; 4]; 16], [[f32::NAN; 4]; 256]);
    (0..96).for_each(|index| {
        machine.set_uniform(index, uniform(index));
        constant_file[index] = uniform(index);
    });
    inputs.iter().enumerate().for_each(|(index, &input)| {
        machine.set_input(index, input);
        all[index] = input;
    });
    machine.set_booleans(constants.booleans);
    constants.integers.iter().enumerate().for_each(|(index, &value)| machine.set_integer(index, value));
    let interpreted = Program::new(&binary.code, &binary.descriptors);
    machine.run(&interpreted, binary.executables[0].entry, &Options::default(), None).expect("runs");
    let exports = evaluate(&program.words, &all, &constant_file).expect("executes");
    for (ours, theirs) in [(exports.position, 0), (exports.parameters[0], 1)] {
        assert_eq!(ours, machine.outputs()[theirs], "o{theirs} of {inputs:?}\n{source}");
    }
    exports
}

const VALUES: [[f32; 4]; 4] =
    [[1.0, -2.5, 0.25, 4.0], [-1.0, 0.0, 3.0, 0.5], [0.0, 2.0, -0.75, 16.0], [2.0, 200.0, 7.0, -1.0]];

#[test]
fn every_computing_instruction() {
    for instruction in [
        "add r0, c3, v1",
        "dp3 r0, c3, v1",
        "dp4 r0, v0, v1",
        "dph r0, v0, c2",
        "dst r0, v0, v1",
        "dst r0, v0, c9",
        "ex2 r0, v0",
        "lg2 r0, v0.w",
        "litp r0, v0",
        "mul r0.xz, v0, -v1.wzyx",
        "sge r0, v0, v1",
        "sge r0, v0, c1",
        "slt r0, v0, v1",
        "slt r0, v1, c1",
        "flr r0, v0",
        "max r0, v0, v1",
        "min r0, v0, v1",
        "rcp r0, v0.z",
        "rsq r0.yw, v0.wwww",
        "mad r0, v0, c4, v1",
        "mad r0, v0, v1, -c7.xxyy",
        "mov r0, -v1.wwzz",
    ] {
        for first in VALUES {
            for second in VALUES {
                let positive = instruction.starts_with("lg2") || instruction.starts_with("rsq");
                if positive && first[3] <= 0.0 {
                    continue;
                }
                same(
                    &format!("mov r0, v2\n{instruction}\nmov place, r0\nmov colour, v1\nend"),
                    &Constants::default(),
                    &[first, second],
                );
            }
        }
    }
    // There is no negative zero.
    let exports = same("rcp place, v0\nrsq colour, v0\nend", &Constants::default(), &[[-0.0; 4]]);
    assert_eq!((exports.position, exports.parameters[0]), ([f32::INFINITY; 4], [f32::INFINITY; 4]));
    let exports = same(
        "mul place, v0, v1\nmad colour, v0, v1, v2\nend",
        &Constants::default(),
        &[[f32::INFINITY; 4], [0.0; 4], [3.0; 4]],
    );
    assert_eq!((exports.position, exports.parameters[0]), ([0.0; 4], [3.0; 4]));
}

#[test]
fn relative_addresses() {
    for address in [
        0.0,
        13.9,
        50.0,
        55.0,
        60.0,
        87.0,
        88.0,
        127.0,
        128.0,
        -1.5,
        -40.0,
        -42.0,
        -73.0,
        -128.0,
        -129.0,
        1e30,
        f32::INFINITY,
        f32::NAN,
    ] {
        let source = "mova a0.xy, v0\nmov place, c40[a0.x]\nmad colour, v1, -c40[a0.y].wzyx, v1\nend";
        same(source, &Constants::default(), &[[address, address / 2.0, 0.0, 0.0], [1.0; 4]]);
    }
}

#[test]
fn branches_on_flags() {
    let source = "cmp v0, gt, le, v1\nmov r0, c1\nifc cmp.x && cmp.y\nmov r0, c2\nifc cmp.y\nadd r0, v0, r0\n.end\nnop\n.else\nmov r0, c3\n.end\n\
        ifc !cmp.x || !cmp.y\nadd r0, v0, r0\n.end\nifc !cmp.y\nmul r0, c4, r0\n.end\nmov place, r0\nmov colour, v0\nend";
    for first in VALUES {
        for second in VALUES {
            same(source, &Constants::default(), &[first, second]);
        }
    }
    let calls = ".entry main\n.proc twice\nadd r0, r0, r0\n.end\n.proc main\nmov r0, v0\ncmp v0, lt, ne, v1\ncallc cmp.x, twice\ncallc !cmp.y, twice\ncall twice\nmov place, r0\nmov colour, r0\nend\n.end";
    for first in VALUES {
        same(calls, &Constants::default(), &[first, VALUES[0]]);
    }
}

#[test]
fn comparisons() {
    for name in ["eq", "ne", "lt", "le", "gt", "ge", "always6", "always7"] {
        let source = format!(
            "cmp v0, {name}, {name}, v1\nmov r0, c1\nifc cmp.x\nmov r0.xy, c2\n.end\nifc cmp.y\nmov r0.zw, c3\n.end\nmov place, r0\nmov colour, r0\nend"
        );
        for first in VALUES {
            for second in VALUES {
                same(&source, &Constants::default(), &[first, second]);
            }
        }
    }
}

#[test]
fn loops_and_booleans_are_written_out() {
    let source = "mov r0, v0\nfor i0\nadd r0, c8[aL], r0\nfor i1\nadd r0, c0[aL], r0\n.end\nifu b1\nmul r0, c1, r0\n.else\nadd r0, c2, r0\n.end\nnop\n.end\n\
        jmpu b2, over\nmov r0, c5\nover: callu b3, more\nmov place, r0\nmov colour, c90[aL]\nend\n.proc more\nadd r0, v1, r0\n.end";
    for booleans in 0..16 {
        let constants = Constants { booleans, integers: [[2, 1, 3, 0], [1, 4, 2, 0], [0; 4], [0; 4]] };
        same(source, &constants, &VALUES);
    }
    let breaks = "mov r0, v0\nfor i0\nadd r0, v1, r0\nbreak\nnop\n.end\nmov place, r0\nmov colour, r0\nend";
    same(breaks, &Constants { booleans: 0, integers: [[9, 0, 1, 0]; 4] }, &VALUES);
}

#[test]
fn what_latte_code_does_not_express_is_refused() {
    let refuse =
        |source: &str, constants: Constants| lower(&assemble(source), &constants).expect_err("refused");
    let unsupported = |source: &str, offset, opcode| {
        let error = refuse(source, Constants::default());
        assert!(
            matches!(error, LowerError::Unsupported { offset: at, opcode: named, .. } if (at, named) == (offset, opcode)),
            "{error}"
        );
    };
    unsupported("emit\nend", 0, Opcode::Emit);
    unsupported("nop\nsetemit 0\nend", 1, Opcode::Setemit);
    unsupported("jmpc cmp.x, over\nover: end", 0, Opcode::Jmpc);
    unsupported("for i0\nbreakc cmp.x\nnop\n.end\nend", 1, Opcode::Breakc);
    unsupported("ifc cmp.x\nend\n.end\nend", 1, Opcode::End);
    unsupported("for i0\nifc cmp.x\nbreak\n.end\nnop\n.end\nend", 2, Opcode::Break);
    unsupported("break\nend", 0, Opcode::Break);
    unsupported("call 0, 1\nend", 0, Opcode::Call);
    unsupported("call 2, 2\nend\njmpu !b0, 0\nend", 2, Opcode::Jmpu);
    // Four loops of 256 within one another would be four thousand million instructions.
    let nested = "for i0\nfor i0\nfor i0\nadd r0, r0, r0\n.end\n.end\n.end\nend";
    let constants = Constants { booleans: 0, integers: [[255, 0, 0, 0]; 4] };
    assert!(matches!(refuse(nested, constants), LowerError::TooLong { .. }));
    assert!(matches!(refuse("jmpu !b0, 0\nend", Constants::default()), LowerError::TooLong { .. }));
    assert!(matches!(refuse("nop", Constants::default()), LowerError::NoEnd { offset: 1 }));
    assert!(matches!(refuse(".word 0x40000000", Constants::default()), LowerError::Decode { offset: 0, .. }));
    let nine = "ifc cmp.x\n".repeat(9) + "nop\n" + &".end\n".repeat(9) + "end";
    unsupported(&nine, 8, Opcode::Ifc);
    let binary = asm::assemble(".out place position.xyz\nend").expect("assembles");
    assert_eq!(OutputMap::of(&binary.executables[0]), Err(LowerError::Unmapped { name: "position" }));
}
