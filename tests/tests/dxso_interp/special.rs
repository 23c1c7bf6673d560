//! Zeros, infinities and NaNs by the conventions table. Denormals are left out: hardware flushes them.

use retrograph_shaders::dxso;
use retrograph_shaders::varyings::{Semantic, Usage};

use super::compute::{VERTICES, VertexCase};
use super::gpu::Bench;
use super::world::{Constants, Dice, same};

const VALUES: [f32; 12] =
    [0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 4096.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN];

/// Bodies of `vs_2_x` shaders of `v1`, `v2` and `v3`, whose results must be right for all values.
const EVERYWHERE: &[&str] = &[
    "mov oT0, v1",
    "mul oT0, v1, v2",
    "mul oT0, v1, v1",
    "mul oT0, v1, -v2.wzyx",
    "mul oT0, v1, c20",
    "mad oT0, v1, v2, v3",
    "add oT0, v1, v2",
    "sub oT0, v1, v2",
    "dp3 oT0, v1, v2",
    "dp4 oT0, v1, v2",
    "lrp oT0, v1, v2, v3",
    "min oT0, v1, v2",
    "max oT0, v1, v2",
    "slt oT0, v1, v2",
    "sge oT0, v1, v2",
    "abs oT0, v1",
    "sgn oT0, v1, r10, r11",
    "dst oT0, v1, v2",
    "crs oT0.xyz, v1, v2",
    "m3x3 oT0.xyz, v1, c0",
    "mov oD0, v1",
    "setp_gt p0, v1, v2\n(p0) mov oT0, v3",
    "setp_eq p0, v1, v2\n(p0) mov oT0, v3",
    "setp_ge p0, v1, v2\n(p0) mov oT0, v3",
    "setp_lt p0, v1, v2\n(p0) mov oT0, v3",
    "setp_ne p0, v1, v2\n(p0) mov oT0, v3",
    "setp_le p0, v1, v2\n(!p0) mov oT0, v3",
    "if_lt v1.x, v2.x\nmov oT0, v3\nelse\nmov oT0, -v3\nendif",
];
/// Functions, and arguments for which their value is one of the table's.
const FUNCTIONS: &[(&str, &[f32])] = &[
    ("rcp oT0, v1.x", &[0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY]),
    ("rsq oT0, v1.x", &[0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY]),
    ("log oT0, v1.x", &[0.0, -0.0]),
    ("exp oT0, v1.x", &[128.0, 4096.0, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN]),
    ("pow oT0, v1.x, v2.z", &[0.0, -0.0, 1.0, -7.5, f32::INFINITY, f32::NEG_INFINITY, f32::MAX]),
    ("pow oT0, v1.x, v2.w", &[0.0, -0.0]),
    ("nrm oT0, v2.z", &[0.0]),
    ("lit oT0, v1.xzxx", &[1.0, 0.0, -0.0, -1.0, f32::NEG_INFINITY, f32::NAN]),
];

/// Runs a body on `inputs` and compares everything.
fn check(bench: &Bench, body: &str, inputs: &[[[f32; 4]; 16]; VERTICES]) {
    let inputs_declared = "dcl_position v0\ndcl_texcoord v1\ndcl_normal v2\ndcl_tangent v3";
    let text = format!(
        "vs_2_x\n{inputs_declared}\ndef c20, 0, 1, 0, -0\nmov oT0, c20\nmov oD0, c20\n{body}\nmov oPos, v0"
    );
    let bytes = dxso::assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = dxso::parse(&bytes).expect("what is assembled parses");
    let mut dice = Dice(3);
    let constants = Constants::new(&mut dice, 2);
    let case = VertexCase { program: &program, constants: &constants, inputs };
    let interpreted = case.interpret(bench);
    let compared = case.compare(bench, &interpreted).expect("translates");
    let seen = [Semantic::new(Usage::Texcoord, 0), Semantic::new(Usage::Color, 0)];
    for one in compared.iter().filter(|one| seen.contains(&one.semantic)) {
        let equal = one.found.iter().zip(one.expected).all(|(a, b)| same(*a, b));
        let given = &inputs[one.vertex][1..4];
        assert!(equal, "{body}: {:?}, not {:?}, of {given:?}", one.found, one.expected);
    }
}

#[test]
fn instructions_follow_the_conventions_on_special_values() {
    let bench = Bench::new();
    for (seed, body) in (0..).zip(EVERYWHERE) {
        let mut dice = Dice(seed);
        for _ in 0..4 {
            let mut value = || VALUES[dice.below(VALUES.len() as u64) as usize];
            let inputs = std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| value())));
            check(&bench, body, &inputs);
        }
    }
}

#[test]
fn functions_follow_the_conventions_on_special_values() {
    let bench = Bench::new();
    for (body, arguments) in FUNCTIONS {
        let inputs = std::array::from_fn(|vertex| {
            let mut registers = [[0.0; 4]; 16];
            registers[1] = [arguments[vertex % arguments.len()]; 4];
            registers[2] = [1.0, 1.0, 0.0, 3.0];
            registers
        });
        check(&bench, body, &inputs);
    }
}
