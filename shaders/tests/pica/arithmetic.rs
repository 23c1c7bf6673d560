//! Exact sums and products against rationals, over a fixed set of cases.

use retrograph_shaders::pica::exact;
use retrograph_shaders::pica::{Float24, NumericError};

use crate::rational::{self, Number, Rejection};

/// Mantissas that carry, borrow, cancel, and multiply exactly or not.
const FRACTIONS: [u32; 17] = [
    0x0000, 0x0001, 0x0002, 0x0003, 0x0100, 0x0101, 0x2000, 0x4000, 0x5555, 0x7FFF, 0x8000, 0x8001, 0xAAAA,
    0xC000, 0xFF00, 0xFFFE, 0xFFFF,
];

/// Exponents' distances of the mantissas above: around what still adds exactly, and far beyond.
const DISTANCES: [i32; 21] =
    [-62, -33, -18, -17, -16, -9, -8, -2, -1, 0, 1, 2, 3, 7, 8, 15, 16, 17, 18, 31, 62];

/// Values at the borders of the format.
const SPECIAL: [u32; 14] = [
    0x00_0000, 0x00_0001, 0x00_8000, 0x00_FFFF, 0x01_0000, 0x01_0001, 0x01_FFFF, 0x3E_FFFF, 0x3F_0000,
    0x3F_0001, 0x7E_0000, 0x7E_FFFF, 0x7F_0000, 0x7F_8000,
];

const SIGN: u32 = 0x80_0000;

/// Every pair of operands.
fn pairs() -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    let mut signed =
        |a: u32, b: u32| pairs.extend([(a, b), (a, b ^ SIGN), (a ^ SIGN, b), (a ^ SIGN, b ^ SIGN)]);
    for a in 1..127 {
        for b in 1..127 {
            signed(a << 16, b << 16);
        }
    }
    for a in SPECIAL {
        SPECIAL.into_iter().for_each(|b| signed(a, b));
    }
    for distance in DISTANCES {
        let (a, b) = ((63 + distance / 2) as u32, (63 + distance / 2 - distance) as u32);
        for x in FRACTIONS {
            FRACTIONS.into_iter().for_each(|y| signed(a << 16 | x, b << 16 | y));
        }
    }
    // Cancellation at every exponent: to nothing, to the last bit, and across the border of two exponents.
    for exponent in 1..127 {
        for (x, y) in [(0x1234, 0x1234), (0x1235, 0x1234), (0x0000, 0x0001), (0x8000, 0x7FFF)] {
            signed(exponent << 16 | x, exponent << 16 | y);
        }
        signed(exponent << 16, (exponent - 1) << 16 | 0xFFFF);
    }
    pairs
}

fn reason(error: NumericError) -> Option<Rejection> {
    Some(match error {
        NumericError::NotFinite => Rejection::NotFinite,
        NumericError::Denormal => Rejection::Denormal,
        NumericError::Underflow => Rejection::Underflow,
        NumericError::Overflow => Rejection::Overflow,
        NumericError::Inexact => Rejection::Inexact,
        _ => return None,
    })
}

#[test]
fn sums_and_products_equal_rationals() {
    type Ours = fn(Float24, Float24) -> Result<Float24, NumericError>;
    type Theirs = fn(&Number, &Number) -> Number;
    let operations: [(&str, Ours, Theirs); 2] =
        [("ADD", exact::add, rational::add), ("MUL", exact::multiply, rational::multiply)];
    let (mut accepted, mut rejected) = (0, 0);
    for (a, b) in pairs() {
        let (left, right) = (rational::decode(a), rational::decode(b));
        for (name, ours, theirs) in operations {
            let expected = theirs(&left, &right);
            let case = format!("{name} {a:06x} {b:06x}: {expected:?}");
            match ours(Float24::from_bits(a), Float24::from_bits(b)) {
                Ok(value) => {
                    assert_eq!(Some(value.to_bits()), rational::encode(&expected), "{case}");
                    accepted += 1;
                }
                Err(error) => {
                    assert_eq!(reason(error).map(Number::Rejected), Some(expected), "{case}");
                    rejected += 1;
                }
            }
        }
    }
    println!("{} cases: {accepted} accepted, {rejected} rejected", accepted + rejected);
    assert!(accepted + rejected >= 167_730, "{}", accepted + rejected);
}

fn number(value: f32) -> Float24 {
    exact::number(value).expect("the format has it")
}

#[test]
fn a_sum_is_exact_or_refused() {
    let tiny = 2f32.powi(-62);
    assert_eq!(exact::add(number(1.0), number(tiny)), Err(NumericError::Inexact));
    let small = number(2f32.powi(-17));
    assert_eq!(exact::add(number(1.0), small.negated()).map(|sum| sum.to_f32()), Ok(1.0 - 2f32.powi(-17)));
    assert_eq!(exact::add(number(1.0), small), Err(NumericError::Inexact));
}

#[test]
fn zeros_keep_their_rules() {
    let (plus, minus) = (number(0.0), number(-0.0));
    let bits = |result: Result<Float24, NumericError>| result.map(|value| value.to_bits());
    assert_eq!(bits(exact::add(minus, minus)), Ok(SIGN));
    assert_eq!(bits(exact::add(plus, minus)), Ok(0));
    assert_eq!(bits(exact::add(number(3.0), number(-3.0))), Ok(0));
    assert_eq!(bits(exact::add(number(-3.0), number(3.0))), Ok(0));
    assert_eq!(bits(exact::multiply(minus, number(2.0))), Ok(SIGN));
    assert_eq!(bits(exact::multiply(minus, number(-2.0))), Ok(0));
    let (infinite, denormal) = (Float24::from_bits(0x7F_0000), Float24::from_bits(1));
    assert_eq!(exact::multiply(plus, infinite), Err(NumericError::NotFinite));
    assert_eq!(exact::multiply(denormal, plus), Err(NumericError::Denormal));
    assert_eq!(exact::add(plus, infinite), Err(NumericError::NotFinite));
}

#[test]
fn every_raw_value_converts_as_a_rational() {
    // All 2^24 values would take long; every exponent and sign with the mantissas that matter do not.
    for exponent in 0..128 {
        for raw in FRACTIONS
            .into_iter()
            .flat_map(|fraction| [exponent << 16 | fraction, SIGN | exponent << 16 | fraction])
        {
            let value = Float24::from_bits(raw);
            let back = Float24::from_f32_exact(value.to_f32());
            match rational::decode(raw) {
                Number::Rejected(Rejection::NotFinite) => assert_eq!(back, Err(NumericError::NotFinite)),
                // A subnormal value is a normal 32-bit float below the format's range.
                Number::Rejected(_) => assert_eq!(back, Err(NumericError::Underflow), "{raw:06x}"),
                number => {
                    assert_eq!(back, Ok(value));
                    assert_eq!(rational::encode(&number), Some(raw));
                    assert_eq!(number, rational::of_f32(value.to_f32()), "{raw:06x}");
                }
            }
        }
    }
}
