//! Values that arithmetic gives, the special ones first.

use retrograph_shaders::pica::interp::Machine;
use retrograph_shaders::pica::{Float16, Float20, Float24, Float31};

use crate::machine::{assemble, result, rounding, run_vectors, try_run};

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

/// Equal, or both NaN.
fn same(actual: f32, expected: f32) -> bool {
    actual == expected || actual.is_nan() && expected.is_nan()
}

/// One operation of scalars, each in all lanes if `splat`.
fn check(instruction: &str, cases: &[(&[f32], f32)]) {
    for &(inputs, expected) in cases {
        let actual = result(&format!("{instruction}\nend"), inputs);
        assert!(same(actual, expected), "{instruction} {inputs:?}: {actual}, not {expected}");
    }
}

#[test]
fn small_floats_decode() {
    for (raw, bits) in [
        (0x3F_0000, 0x3F80_0000),
        (0xBF_0000, 0xBF80_0000),
        (0x3E_0000, 0x3F00_0000),
        (0xBD_0000, 0xBE80_0000),
        (0x40_8000, 0x4040_0000),
        (0x01_0000, 0x2080_0000),
        (0x7E_FFFF, 0x5F7F_FF80),
        (0x00_0000, 0),
        (0x80_0000, 0x8000_0000),
        (0x7F_0000, 0x7F80_0000),
        (0xFF_0000, 0xFF80_0000),
        (0x00_0001, 0x1880_0000),
        (0x00_FFFF, 0x207F_FF00),
        (0x7F_8000, 0x7FC0_0000),
        (0xFF_8000, 0xFFC0_0000),
    ] {
        assert_eq!(Float24::from_bits(raw).to_f32_bits(), bits, "{raw:06x}");
    }
    for (raw, bits) in [
        (0x3_F000, 0x3F80_0000),
        (0xB_E000, 0xBF00_0000),
        (0x4_0800, 0x4040_0000),
        (0x0_1000, 0x2080_0000),
        (0x7_EFFF, 0x5F7F_F800),
        (0x8_0000, 0x8000_0000),
        (0xF_F000, 0xFF80_0000),
        (0x0_0001, 0x1A80_0000),
        (0x0_0FFF, 0x207F_F000),
        (0x7_F800, 0x7FC0_0000),
        (0xF_FFFF, 0xFFFF_F800),
    ] {
        assert_eq!(Float20::from_bits(raw).to_f32_bits(), bits, "{raw:05x}");
    }
    for (raw, bits) in [
        (0x3C00, 0x3F80_0000),
        (0xB800, 0xBF00_0000),
        (0x4200, 0x4040_0000),
        (0x0400, 0x3880_0000),
        (0x7BFF, 0x477F_E000),
        (0x8000, 0x8000_0000),
        (0xFC00, 0xFF80_0000),
        (0x0001, 0x3380_0000),
        (0x03FF, 0x387F_C000),
        (0x7E00, 0x7FC0_0000),
        (0xFFFF, 0xFFFF_E000),
    ] {
        assert_eq!(Float16::from_bits(raw).to_f32_bits(), bits, "{raw:04x}");
    }
    assert_eq!(Float31::from_bits(0x3F << 23 | 1).to_f32(), 1.0 + f32::EPSILON);
    assert_eq!((Float16::BITS, Float20::BITS, Float24::BITS, Float31::BITS), (16, 20, 24, 31));
}

#[test]
fn conversion_for_uploads_cuts_off() {
    for (value, raw) in [
        (1.0, 0x3F_0000),
        (-1.5, 0xBF_8000),
        (1.0 + 2f32.powi(-17), 0x3F_0000),
        (-0.0, 0x80_0000),
        (2f32.powi(-64), 0x00_0000),
        (-2f32.powi(-70), 0x80_0000),
        (2f32.powi(65), 0x7F_0000),
        (-INF, 0xFF_0000),
    ] {
        assert_eq!(Float24::from_f32_truncated(value).to_bits(), raw, "{value}");
    }
}

#[test]
fn rounding_is_to_nearest_and_flushes() {
    let step = 2f32.powi(-16);
    for (value, rounded) in [
        (1.0 + step / 4.0, 1.0),
        (1.0 + step / 2.0, 1.0),
        (1.0 + step * 0.75, 1.0 + step),
        (1.0 + step * 1.5, 1.0 + step * 2.0),
        (2f32.powi(-62), 2f32.powi(-62)),
        (2f32.powi(-63), 0.0),
        (-2f32.powi(-63), 0.0),
        (2f32.powi(64), INF),
        (-f32::MAX, -INF),
        (INF, INF),
    ] {
        assert_eq!(Float24::rounded(value), rounded, "{value}");
        assert!(Float24::from_f32_exact(rounded).is_ok() || rounded.is_infinite());
    }
    assert!(Float24::rounded(NAN).is_nan());
    assert!(Float24::rounded(-0.0).is_sign_negative());
}

#[test]
fn sums_and_products() {
    check(
        "add o0, v0, v1",
        &[
            (&[1.0, -1.0], 0.0),
            (&[0.0, -0.0], 0.0),
            (&[INF, -INF], NAN),
            (&[INF, -1.0], INF),
            (&[INF, 1.0], INF),
        ],
    );
    check(
        "mul o0, v0, v1",
        &[
            (&[1.0, -1.0], -1.0),
            (&[-1.0, 1.0], -1.0),
            (&[INF, 0.0], 0.0),
            (&[0.0, -INF], 0.0),
            (&[NAN, 0.0], NAN),
            (&[0.0, NAN], NAN),
            (&[INF, INF], INF),
            (&[INF, -INF], -INF),
        ],
    );
    check(
        "mad o0, v0, v1, v2",
        &[
            (&[0.0, 0.0, 0.0], 0.0),
            (&[1.0, 1.0, 1.0], 2.0),
            (&[INF, 0.0, 0.0], 0.0),
            (&[NAN, 0.0, 0.0], NAN),
            (&[3.0, -2.0, 7.0], 1.0),
        ],
    );
}

#[test]
fn dot_products() {
    for (instruction, ones) in [("dp3", 3.0), ("dp4", 4.0), ("dph", 4.0)] {
        let source = format!("{instruction} o0, v0, v1\nend");
        for (a, b, expected) in [(INF, 0.0, 0.0), (NAN, 0.0, NAN), (1.0, 1.0, ones)] {
            let outputs = *run_vectors(&source, &[[a; 4], [b; 4]], |_| ()).outputs();
            assert!(
                outputs[0].iter().all(|&lane| same(lane, expected)),
                "{instruction} {a} {b}: {outputs:?}"
            );
        }
    }
    let outputs = *run_vectors("dph o0, v0, v1\nend", &[[0.0; 4], [1.0; 4]], |_| ()).outputs();
    assert_eq!(outputs[0], [1.0; 4]);
    // The wide second source has a form of its own.
    let wide = run_vectors("dph o0, v0, c7\nend", &[[1.0, 2.0, 3.0, 50.0]], |machine| {
        machine.set_uniform(7, [1.0, 10.0, 100.0, 1000.0]);
    });
    assert_eq!(wide.outputs()[0], [1321.0; 4]);
}

#[test]
fn transcendental_values() {
    check("lg2 o0, v0", &[(&[NAN], NAN), (&[-1.0], NAN), (&[0.0], -INF), (&[4.0], 2.0), (&[64.0], 6.0)]);
    check(
        "ex2 o0, v0",
        &[(&[NAN], NAN), (&[-800.0], 0.0), (&[0.0], 1.0), (&[2.0], 4.0), (&[6.0], 64.0), (&[800.0], INF)],
    );
    assert!((result("lg2 o0, v0\nend", &[1e24]) - 79.726_27).abs() < 1e-4);
    assert!((result("ex2 o0, v0\nend", &[79.726_27]) / 1e24 - 1.0).abs() < 1e-5);
    check(
        "rcp o0, v0",
        &[(&[0.0], INF), (&[-0.0], INF), (&[INF], 0.0), (&[NAN], NAN), (&[16.0], 0.0625), (&[0.125], 8.0)],
    );
    check(
        "rsq o0, v0",
        &[
            (&[0.0], INF),
            (&[-0.0], INF),
            (&[-2.0], NAN),
            (&[INF], 0.0),
            (&[-INF], NAN),
            (&[NAN], NAN),
            (&[16.0], 0.25),
            (&[0.0625], 4.0),
        ],
    );
    assert!((result("rsq o0, v0\nend", &[2.0]) - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
}

#[test]
fn comparisons_and_choices() {
    let pairs: [(&[f32], [f32; 4]); 13] = [
        // SGE, SLT, MAX, MIN
        (&[INF, 0.0], [1.0, 0.0, INF, 0.0]),
        (&[0.0, INF], [0.0, 1.0, INF, 0.0]),
        (&[NAN, 0.0], [0.0, 0.0, 0.0, 0.0]),
        (&[0.0, NAN], [0.0, 0.0, NAN, NAN]),
        (&[INF, INF], [1.0, 0.0, INF, INF]),
        (&[INF, -INF], [1.0, 0.0, INF, -INF]),
        (&[-INF, INF], [0.0, 1.0, INF, -INF]),
        (&[1.0, -1.0], [1.0, 0.0, 1.0, -1.0]),
        (&[-1.0, 1.0], [0.0, 1.0, 1.0, -1.0]),
        (&[1.0, 0.0], [1.0, 0.0, 1.0, 0.0]),
        (&[0.0, 1.0], [0.0, 1.0, 1.0, 0.0]),
        (&[0.0, 0.0], [1.0, 0.0, 0.0, 0.0]),
        (&[2.5, 2.5], [1.0, 0.0, 2.5, 2.5]),
    ];
    for (inputs, expected) in pairs {
        for (instruction, expected) in ["sge", "slt", "max", "min"].into_iter().zip(expected) {
            check(&format!("{instruction} o0, v0, v1"), &[(inputs, expected)]);
        }
    }
    check(
        "flr o0, v0",
        &[(&[0.5], 0.0), (&[-0.5], -1.0), (&[1.5], 1.0), (&[-1.5], -2.0), (&[NAN], NAN), (&[INF], INF)],
    );
}

#[test]
fn lighting_powers_are_clamped() {
    for (input, expected, flags) in [
        ([-1.0, 64.0, 0.0, -1.0], [0.0, 64.0, 0.0, 0.0], [false, false]),
        ([-1.0, 256.0, 1.0, -1.0], [0.0, 127.9961, 0.0, 0.0], [false, false]),
        ([0.5, -256.0, 1.0, 2.0], [0.5, -127.9961, 0.0, 2.0], [true, true]),
        ([0.0, 0.0, 0.5, -0.0], [0.0, 0.0, 0.0, 0.0], [true, true]),
    ] {
        let machine = run_vectors("litp o0, v0\nend", &[input], |_| ());
        assert_eq!((machine.outputs()[0], machine.flags()), (expected, flags), "{input:?}");
    }
    let inputs = [[2.0, 3.0, 4.0, 5.0], [7.0, 8.0, 9.0, 10.0]];
    assert_eq!(run_vectors("dst o0, v0, v1\nend", &inputs, |_| ()).outputs()[0], [1.0, 24.0, 4.0, 10.0]);
}

#[test]
fn halving_reaches_zero_after_as_many_steps_as_there_are_exponents() {
    let source = "mov r0, v0\nfor i0\nmul r0, v1, r0\n.end\nmov o0, r0\nend";
    let binary = assemble(source);
    for (steps, zero) in [(62, false), (63, true)] {
        let mut machine = Machine::new();
        machine.set_input(0, [1.0; 4]);
        machine.set_input(1, [0.5; 4]);
        machine.set_integer(0, [steps - 1, 0, 0, 0]);
        try_run(&binary, &mut machine, &rounding(), None).expect("runs");
        assert_eq!(machine.outputs()[0] == [0.0; 4], zero, "{steps}: {:?}", machine.outputs()[0]);
    }
}

#[test]
fn rounding_touches_arithmetic_and_leaves_moves_alone() {
    let binary = assemble("mov o0, v0\nadd o1, v0, v1\nmul o2, v0, v2\nmax o3, v0, v1\nend");
    let fine = 1.0 + 2f32.powi(-20);
    let mut machine = Machine::new();
    machine.set_input(0, [fine; 4]);
    machine.set_input(2, [1.0; 4]);
    try_run(&binary, &mut machine, &rounding(), None).expect("runs");
    assert_eq!(machine.outputs()[..4], [[fine; 4], [1.0; 4], [1.0; 4], [fine; 4]]);
}
