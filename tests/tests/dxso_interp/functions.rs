//! Functions that hardware approximates, one at a time, within the accuracy that the WGSL specification demands.

use retrograph_shaders::dxso;
use retrograph_shaders::varyings::{Semantic, Usage};

use super::compute::VertexCase;
use super::gpu::Bench;
use super::world::{Constants, Dice};

/// Rounds of arguments for each function, one a vertex.
const ROUNDS: usize = 16;

/// The distance of floats around a value.
fn ulp(value: f64) -> f64 {
    let magnitude = value.abs().max(f64::from(f32::MIN_POSITIVE));
    2f64.powi(magnitude.log2().floor() as i32 - 23)
}

/// How far `log2` may be off: an absolute error around 1, else three units in the last place.
fn log_error(x: f64) -> f64 {
    if (0.5..=2.0).contains(&x.abs()) { 2f64.powi(-21) } else { 3.0 * ulp(x.abs().log2()) }
}

/// How far `exp2` of an exponent that is off by `error` may be.
fn exp_error(x: f64, error: f64) -> f64 {
    let value = x.exp2();
    value * (error.exp2() - 1.0) + (3.0 + 2.0 * x.abs()) * ulp(value)
}

/// How far `|x| ^ y` may be: `exp2(y * log2(x))`.
fn pow_error(x: f64, y: f64) -> f64 {
    let exponent = y * x.abs().log2();
    exp_error(exponent, y.abs() * log_error(x) + ulp(exponent))
}

/// A lane's value and its greatest error.
type Expected = [(f64, f64); 4];

/// Runs `body` (from `v1` and `v2` to `oT0`), and compares with `expected`.
fn check(
    model: &str,
    body: &str,
    mut argument: impl FnMut(&mut Dice) -> [f32; 4],
    expected: impl Fn([f64; 4], [f64; 4]) -> Expected,
) {
    let bench = Bench::new();
    let text = format!("{model}\ndcl_position v0\ndcl_texcoord v1\ndcl_normal v2\n{body}\nmov oPos, v0");
    let bytes = dxso::assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = dxso::parse(&bytes).expect("what is assembled parses");
    let mut dice = Dice(9);
    let constants = Constants::new(&mut dice, 2);
    for _ in 0..ROUNDS {
        let inputs = std::array::from_fn(|_| {
            let mut registers = [[0.0; 4]; 16];
            registers[1] = argument(&mut dice);
            registers[2] = argument(&mut dice);
            registers
        });
        let case = VertexCase { program: &program, constants: &constants, inputs: &inputs };
        let interpreted = case.interpret(&bench);
        let compared = case.compare(&bench, &interpreted).expect("translates");
        for one in compared.iter().filter(|one| one.semantic == Semantic::new(Usage::Texcoord, 0)) {
            let [a, b] = [1, 2].map(|register: usize| inputs[one.vertex][register].map(f64::from));
            for (lane, (value, error)) in expected(a, b).into_iter().enumerate() {
                let found = f64::from(one.found[lane]);
                assert!(
                    (found - value).abs() <= error,
                    "{body}: {found}, not {value} ± {error:e}, of {a:?} {b:?}"
                );
                // The interpreter rounds the true value.
                let ours = f64::from(one.expected[lane]);
                let rounding = if body.starts_with("nrm") { 4.0 } else { 1.0 };
                assert!(
                    (ours - value).abs() <= rounding * ulp(value),
                    "{body}: {ours}, not {value}, of {a:?} {b:?}"
                );
            }
        }
    }
}

/// A number between 2^-12 and 2^12 of any sign.
fn any(dice: &mut Dice) -> f32 {
    let mantissa = 1.0 + dice.below(1 << 23) as f32 / (1 << 23) as f32;
    let exponent = i32::try_from(dice.below(24)).expect("small") - 12;
    let sign = if dice.below(2) == 0 { 1.0 } else { -1.0 };
    sign * mantissa * 2f32.powi(exponent)
}

/// A number within `limit`.
fn within(dice: &mut Dice, limit: f32) -> f32 {
    (dice.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * limit
}

#[test]
fn reciprocals_are_within_bounds() {
    let spread = |dice: &mut Dice| [any(dice); 4];
    check("vs_2_0", "rcp oT0, v1.x", spread, |[x, ..], _| [(1.0 / x, 2.5 * ulp(1.0 / x)); 4]);
    check("vs_2_0", "rsq oT0, v1.x", spread, |[x, ..], _| {
        let value = 1.0 / x.abs().sqrt();
        [(value, 2.0 * ulp(value)); 4]
    });
}

#[test]
fn exponentials_are_within_bounds() {
    let exponents = |dice: &mut Dice| [within(dice, 40.0); 4];
    check("vs_2_0", "exp oT0, v1.x", exponents, |[x, ..], _| [(x.exp2(), exp_error(x, 0.0)); 4]);
    check("vs_2_0", "expp oT0, v1.x", exponents, |[x, ..], _| [(x.exp2(), exp_error(x, 0.0)); 4]);
    check("vs_1_1", "expp oT0, v1.x", exponents, |[x, ..], _| {
        let floor = x.floor();
        [
            (floor.exp2(), exp_error(floor, 0.0)),
            (x - floor, ulp(x)),
            (x.exp2(), exp_error(x, 0.0)),
            (1.0, 0.0),
        ]
    });
}

#[test]
fn logarithms_are_within_bounds() {
    let spread = |dice: &mut Dice| [any(dice); 4];
    for (model, body) in
        [("vs_2_0", "log oT0, v1.x"), ("vs_2_0", "logp oT0, v1.x"), ("vs_1_1", "logp oT0, v1.x")]
    {
        check(model, body, spread, |[x, ..], _| [(x.abs().log2(), log_error(x)); 4]);
    }
}

#[test]
fn powers_are_within_bounds() {
    let spread = |dice: &mut Dice| [any(dice), within(dice, 4.0), 0.0, 0.0];
    check("vs_2_0", "pow oT0, v1.x, v2.y", spread, |[x, ..], [_, y, ..]| {
        [(x.abs().powf(y), pow_error(x, y)); 4]
    });
    let lights = |dice: &mut Dice| [within(dice, 1.0).abs() + 0.01, any(dice).abs(), 0.0, within(dice, 4.0)];
    check("vs_2_0", "lit oT0, v1", lights, |[x, y, _, w], _| {
        [(1.0, 0.0), (x, 0.0), (y.powf(w), pow_error(y, w)), (1.0, 0.0)]
    });
}

#[test]
fn sines_are_within_bounds() {
    let angles = |dice: &mut Dice| [within(dice, std::f32::consts::PI); 4];
    let body = "def c18, -1.5500992e-6, -2.1701389e-5, 0.0026041667, 0.00026041668
        def c19, -0.020833334, -0.125, 1, 0.5
        mov oT0, v2.x
        sincos r0.xy, v1.x, c18, c19
        mov oT0.xy, r0";
    let error = 2f64.powi(-11);
    check("vs_2_0", body, angles, |[x, ..], [y, ..]| {
        [(x.cos(), error), (x.sin(), error), (y, 0.0), (y, 0.0)]
    });
}

#[test]
fn unit_vectors_are_within_bounds() {
    let vectors = |dice: &mut Dice| [any(dice), any(dice), any(dice), 0.0];
    check("vs_2_0", "nrm oT0, v1", vectors, |[x, y, z, _], _| {
        let scale = 1.0 / (x * x + y * y + z * z).sqrt();
        // Three squares and two sums, of which half counts; two units of the root, one of the product.
        let lane = |value: f64| (value * scale, 6.0 * ulp(value * scale));
        [lane(x), lane(y), lane(z), (0.0, 0.0)]
    });
}
