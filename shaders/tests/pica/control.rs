//! Flow control, addressing, masks, and what stops a program.

use retrograph_shaders::pica::interp::{Emitter, ExecuteError, Machine, Options, Program};

use crate::machine::{assemble, result, run_vectors, run_with, try_run};

#[test]
fn nested_calls_return_through_the_ends_of_scopes() {
    let source = "call 2, 1\nend\ncall 4, 1\nend\nex2 o0, v0\nend";
    assert_eq!(result(source, &[0.0]), 1.0);
    let named = ".proc main\ncall outer\nend\n.end\n.proc outer\ncall inner\nadd o0, r0, r0\n.end\n.proc inner\nmov r0, v0\n.end";
    assert_eq!(result(named, &[3.0]), 6.0);
}

#[test]
fn uniforms_are_read_relative_to_the_truncated_address() {
    for index in 0..96u32 {
        let input = index as f32 + (index % 17) as f32 / 17.0;
        let machine = run_with("mova a0.x, v0.x\nmov o0, c0[a0.x]\nend", &[input], |machine| {
            (0..96).for_each(|index| machine.set_uniform(index, [index as f32 * 2.0; 4]));
        });
        assert_eq!(machine.outputs()[0], [index as f32 * 2.0; 4]);
    }
}

#[test]
fn addresses_wrap_at_seven_bits_and_past_the_last_uniform_are_ones() {
    let value = |index: usize| ((96 - index) as f32 * 2.0 / 255.0).powi(3);
    let ones = 1.0;
    for (input, expected) in [
        (0.0, value(40)),
        (13.0, value(53)),
        (50.0, value(90)),
        (60.0, ones),
        (74.0, ones),
        (87.0, ones),
        (88.0, value(0)),
        (128.0, value(40)),
        (-40.0, value(0)),
        (-42.0, ones),
        (-70.0, ones),
        (-73.0, value(95)),
        (-127.0, value(41)),
        (-129.0, value(40)),
        (f32::INFINITY, value(40)),
        (f32::NAN, value(40)),
    ] {
        let machine = run_with("mova a0.x, v0.x\nmov o0, c40[a0.x]\nend", &[input], |machine| {
            (0..96).for_each(|index| machine.set_uniform(index, [value(index); 4]));
        });
        assert_eq!(machine.outputs()[0][0], expected, "{input}");
    }
}

#[test]
fn address_registers_do_not_move_inputs_and_temporaries() {
    let source = "mova a0.xy, v0\nmov r1, v1\nend";
    let mut binary = assemble(source);
    // `mov r1, v1` with `a0.y`, which assembly cannot say.
    binary.code[1] |= 2 << 19;
    let mut machine = Machine::new();
    machine.set_input(0, [3.0, 5.0, 0.0, 0.0]);
    machine.set_input(1, [7.0; 4]);
    try_run(&binary, &mut machine, &Options::default(), None).expect("runs");
    assert_eq!((machine.temporaries()[1], machine.address()), ([7.0; 4], [3, 5, 0]));
}

#[test]
fn masks_and_swizzles() {
    let names = ["x", "y", "z", "w"];
    for mask in 1..16u32 {
        let lanes: String = (0..4).filter(|lane| mask >> lane & 1 != 0).map(|lane| names[lane]).collect();
        let machine = run_vectors(&format!("mov o0.{lanes}, v0\nend"), &[[1.0, 2.0, 3.0, 4.0]], |_| ());
        let expected: [f32; 4] =
            std::array::from_fn(|lane| if mask >> lane & 1 != 0 { lane as f32 + 1.0 } else { 0.0 });
        assert_eq!(machine.outputs()[0], expected, "{lanes}");
    }
    for selector in 0..256usize {
        let lanes: [usize; 4] = std::array::from_fn(|lane| selector >> (2 * lane) & 3);
        let text: String = lanes.into_iter().map(|lane| names[lane]).collect();
        let machine = run_vectors(&format!("mov o0, -v0.{text}\nend"), &[[1.0, 2.0, 3.0, 4.0]], |_| ());
        assert_eq!(machine.outputs()[0], lanes.map(|lane| -(lane as f32 + 1.0)), "{text}");
    }
}

#[test]
fn conditions_choose_the_branch() {
    type Rule = fn(bool, bool) -> bool;
    let rules: [(u32, Rule); 4] = [(0, |x, y| x || y), (1, |x, y| x && y), (2, |x, _| x), (3, |_, y| y)];
    for bits in 0..16u32 {
        let [x, y, reference_x, reference_y] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 != 0);
        for (combination, rule) in rules {
            let mut binary =
                assemble("cmp c0, eq, eq, v0\nifc cmp.x, 4, 2\nmov o0, c1\nend\nmov o0, r0\nend");
            binary.code[1] &= !(0xF << 22);
            binary.code[1] |= combination << 22 | u32::from(reference_y) << 24 | u32::from(reference_x) << 25;
            let mut machine = Machine::new();
            machine.set_uniform(0, [1.0; 4]);
            machine.set_uniform(1, [1.0; 4]);
            machine.set_input(0, [f32::from(u8::from(x)), f32::from(u8::from(y)), 0.0, 0.0]);
            try_run(&binary, &mut machine, &Options::default(), None).expect("runs");
            let expected = rule(x == reference_x, y == reference_y);
            assert_eq!(machine.outputs()[0][0] == 1.0, expected, "{bits:04b} {combination}");
        }
    }
}

#[test]
fn comparisons_set_the_flags() {
    for (first, second, a, b, flags) in [
        ("lt", "le", 1.0, 1.0, [false, true]),
        ("gt", "ge", 2.0, 1.0, [true, true]),
        ("eq", "ne", f32::NAN, f32::NAN, [false, true]),
        ("always6", "always7", f32::NAN, 0.0, [true, true]),
    ] {
        let source = format!("cmp v0.xx, {first}, {second}, v1.xx\nend");
        assert_eq!(run_with(&source, &[a, b], |_| ()).flags(), flags, "{first} {second}");
    }
}

#[test]
fn branches_and_jumps() {
    let branch = "ifu b3\nmov o0, c0\n.else\nmov o0, c1\n.end\nadd o0, c0, r0\nend";
    let nested = "ifu b0\nifu b1\nmov r0, c0\n.end\n.else\nmov r0, c1\n.end\nmov o0, r0\nend";
    let values = |machine: &mut Machine| {
        machine.set_uniform(0, [10.0; 4]);
        machine.set_uniform(1, [20.0; 4]);
    };
    let run = |source: &str, booleans: u16| {
        let machine = run_with(source, &[], |machine| {
            values(machine);
            machine.set_booleans(booleans);
        });
        machine.outputs()[0][0]
    };
    // Both ways meet after the blocks.
    assert_eq!((run(branch, 8), run(branch, 0)), (10.0, 10.0));
    assert_eq!([0, 1, 2, 3].map(|bits| run(nested, bits)), [20.0, 0.0, 20.0, 10.0]);
    let jump = "mov r0, c0\njmpu b2, over\nmov r0, c1\nover: mov o0, r0\nend";
    assert_eq!((run(jump, 4), run(jump, 0)), (10.0, 20.0));
    let inverted = "mov r0, c0\njmpu !b2, over\nmov r0, c1\nover: mov o0, r0\nend";
    assert_eq!((run(inverted, 4), run(inverted, 0)), (20.0, 10.0));
    let call = ".entry start\n.proc twice\nadd r0, r0, r0\n.end\nstart: mov r0, c0\ncallu b0, twice\ncmp r0, gt, gt, r1\ncallc cmp.x && cmp.y, twice\nmov o0, r0\nend";
    assert_eq!((run(call, 0), run(call, 1)), (20.0, 40.0));
}

#[test]
fn nested_loops_count_as_they_should() {
    let source = "mov r0, v0\nfor i0\nnop\nfor i1\nadd r0, v0, r0\n.end\nnop\n.end\nmov o0, r0\nend";
    for (outer, inner) in
        [([4, 0, 1, 0], [4, 0, 1, 0]), ([9, 0, 2, 0], [7, 0, 1, 0]), ([0, 5, 3, 0], [0, 9, 9, 0])]
    {
        let machine = run_with(source, &[1.0], |machine| {
            machine.set_integer(0, outer);
            machine.set_integer(1, inner);
        });
        let count = (u32::from(outer[0]) + 1) * (u32::from(inner[0]) + 1) + 1;
        assert_eq!(machine.outputs()[0][0], count as f32);
        let counter = i32::from(outer[1]) + (i32::from(outer[0]) + 1) * i32::from(outer[2]);
        assert_eq!(machine.address()[2], counter, "the outer counter survives");
    }
}

#[test]
fn loops_break_and_index_uniforms() {
    let source = "for i0\nadd r0, c8[aL], r0\ncmp r0, ge, ge, v0\nbreakc cmp.x\nnop\n.end\nmov o0, r0\nend";
    let machine = run_with(source, &[5.0], |machine| {
        (0..96).for_each(|index| machine.set_uniform(index, [index as f32 - 8.0; 4]));
        machine.set_integer(0, [99, 1, 2, 0]);
    });
    // 1 + 3 + 5: the third sum is the first of at least five.
    assert_eq!(machine.outputs()[0][0], 9.0);
}

#[test]
fn setemit_reaches_the_emitter() {
    for vertex in 0..4 {
        for (text, primitive, winding) in
            [("", false, false), (", prim", true, false), (", inv", false, true), (", prim, inv", true, true)]
        {
            let binary = assemble(&format!(".gsh point\nsetemit {vertex}{text}\nend"));
            let mut emitter = Emitter::new(1);
            try_run(&binary, &mut Machine::new(), &Options::default(), Some(&mut emitter)).expect("runs");
            assert_eq!(emitter.state(), (vertex, primitive, winding));
        }
    }
}

#[test]
fn geometry_shaders_emit_triangles() {
    let source = ".gsh point\nmov o0, v0\nsetemit 0\nemit\nmov o0, v1\nsetemit 1\nemit\nmov o0, v2\nsetemit 2, prim\nemit\nmov o0, v0\nsetemit 1, prim, inv\nemit\nend";
    let binary = assemble(source);
    let mut machine = Machine::new();
    (0..3).for_each(|index| machine.set_input(index, [index as f32; 4]));
    let mut emitter = Emitter::new(2);
    try_run(&binary, &mut machine, &Options::default(), Some(&mut emitter)).expect("runs");
    let firsts: Vec<_> =
        emitter.triangles.iter().map(|triangle| triangle.map(|vertex| vertex[0][0])).collect();
    assert_eq!(firsts, [[0.0, 1.0, 2.0], [0.0, 0.0, 2.0]]);
    let error = try_run(&binary, &mut machine, &Options::default(), Some(&mut emitter));
    assert_eq!(error, Err(ExecuteError::Triangles { offset: 8, limit: 2 }));
    assert_eq!(emitter.triangles.len(), 2);
    let error = try_run(&binary, &mut machine, &Options::default(), None);
    assert_eq!(error, Err(ExecuteError::NoEmitter { offset: 1 }));
    let binary = assemble("setemit 3\nemit\nend");
    let error = try_run(&binary, &mut machine, &Options::default(), Some(&mut Emitter::new(2)));
    assert_eq!(error, Err(ExecuteError::Vertex { offset: 1, vertex: 3 }));
}

#[test]
fn programs_without_an_end_stop() {
    let run = |code: &[u32], entry| {
        let options = Options { instructions: 1000, ..Options::default() };
        Machine::new().run(&Program::new(code, &[]), entry, &options, None)
    };
    let nop = 0x8400_0000;
    assert_eq!(run(&[nop, nop], 0), Err(ExecuteError::NoEnd { offset: 2 }));
    assert_eq!(run(&[], 4000), Err(ExecuteError::NoEnd { offset: 4000 }));
    assert_eq!(run(&[0x8800_0000], 0), Ok(1));
    // `jmpu !b0, 0` for ever.
    let forever = run(&[0xB400_0001], 0);
    assert_eq!(forever, Err(ExecuteError::Budget { offset: 0, limit: 1000 }));
    assert_eq!(run(&[0x8000_0000], 0), Err(ExecuteError::BreakOutsideLoop { offset: 0 }));
    assert!(matches!(run(&[nop, 0x4000_0000], 0), Err(ExecuteError::Decode { offset: 1, .. })));
    assert_eq!(run(&[0x4C00_0005], 0), Err(ExecuteError::MissingDescriptor { offset: 0, descriptor: 5 }));
    // A geometry shader's memory is executed to its last word, and no further.
    let memory = vec![nop; 4096];
    let options = Options::default();
    let executed = Machine::new().run(&Program::new(&memory, &[]), 4090, &options, None);
    assert_eq!(executed, Ok(6));
}

#[test]
fn the_fourth_scope_that_ends_at_once_does_not_return() {
    // Four calls whose scopes all end at word 5 or where the inner one returns to.
    let calls = "call 1, 1\ncall 2, 1\ncall 3, 1\ncall 4, 1\nmov o0, v0\nend\nend";
    let machine = run_with(calls, &[2.0], |_| ());
    assert_eq!(machine.outputs()[0][0], 2.0);
}
