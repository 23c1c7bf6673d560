//! The reference for exact arithmetic: rationals of unbounded size, which share nothing with what they check.

use num_bigint::BigInt;
use num_rational::BigRational;

/// A number, or why there is none. Zeros have a sign beside their value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Zero { negative: bool },
    Value(BigRational),
    Rejected(Rejection),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    NotFinite,
    Denormal,
    Underflow,
    Overflow,
    Inexact,
}

fn zero() -> BigRational {
    BigRational::from_integer(BigInt::from(0))
}

/// Two to a power.
fn power(exponent: i32) -> BigRational {
    let magnitude = BigInt::from(1) << exponent.unsigned_abs();
    if exponent < 0 {
        BigRational::new(BigInt::from(1), magnitude)
    } else {
        BigRational::from_integer(magnitude)
    }
}

fn magnitude(value: &BigRational) -> BigRational {
    if *value < zero() { -value.clone() } else { value.clone() }
}

/// What 24 raw bits mean.
pub(crate) fn decode(raw: u32) -> Number {
    let negative = raw / (1 << 23) % 2 == 1;
    let exponent = (raw / (1 << 16) % 128) as i32;
    let fraction = raw % (1 << 16);
    match (exponent, fraction) {
        (0, 0) => Number::Zero { negative },
        (0, _) => Number::Rejected(Rejection::Denormal),
        (127, _) => Number::Rejected(Rejection::NotFinite),
        _ => {
            let value = BigRational::from_integer(BigInt::from(65536 + fraction)) * power(exponent - 63 - 16);
            Number::Value(if negative { -value } else { value })
        }
    }
}

/// The raw bits of a value that the format has.
pub(crate) fn encode(number: &Number) -> Option<u32> {
    let value = match number {
        Number::Rejected(_) => return None,
        Number::Zero { negative } => return Some(u32::from(*negative) * 0x80_0000),
        Number::Value(value) => value,
    };
    let size = magnitude(value);
    let estimate = size.numer().bits() as i32 - size.denom().bits() as i32;
    let exponent = (estimate - 1..=estimate).find(|&exponent| size < power(exponent + 1))?;
    let fraction = (size / power(exponent) - BigRational::from_integer(BigInt::from(1))) * power(16);
    assert!(fraction.is_integer(), "only checked values are encoded");
    let fraction: u32 = fraction.to_integer().try_into().expect("below one");
    let sign = if *value < zero() { 0x80_0000 } else { 0 };
    Some(sign + ((exponent + 63) as u32) * 0x1_0000 + fraction)
}

/// A value if the format has it as a normal number.
fn check(value: BigRational) -> Number {
    let size = magnitude(&value);
    if size < power(-62) {
        return Number::Rejected(Rejection::Underflow);
    }
    if size >= power(64) {
        return Number::Rejected(Rejection::Overflow);
    }
    // Dyadic: an odd numerator over, or times, a power of two. What is left is its number of bits.
    let odd_bits = size.numer().bits() - size.numer().trailing_zeros().unwrap_or(0);
    if odd_bits > 17 { Number::Rejected(Rejection::Inexact) } else { Number::Value(value) }
}

/// The sum, by the rules of the exact subset.
pub(crate) fn add(a: &Number, b: &Number) -> Number {
    match (a, b) {
        (Number::Rejected(_), _) => a.clone(),
        (_, Number::Rejected(_)) => b.clone(),
        (Number::Zero { negative: a }, Number::Zero { negative: b }) => Number::Zero { negative: *a && *b },
        (Number::Zero { .. }, value) | (value, Number::Zero { .. }) => value.clone(),
        (Number::Value(a), Number::Value(b)) => {
            let sum = a + b;
            if sum == zero() { Number::Zero { negative: false } } else { check(sum) }
        }
    }
}

/// The product, by the rules of the exact subset.
pub(crate) fn multiply(a: &Number, b: &Number) -> Number {
    let negative = |number: &Number| match number {
        Number::Zero { negative } => *negative,
        Number::Value(value) => *value < zero(),
        Number::Rejected(_) => false,
    };
    match (a, b) {
        (Number::Rejected(_), _) => a.clone(),
        (_, Number::Rejected(_)) => b.clone(),
        (Number::Value(a), Number::Value(b)) => check(a * b),
        _ => Number::Zero { negative: negative(a) != negative(b) },
    }
}

/// What a finite 32-bit float means.
pub(crate) fn of_f32(value: f32) -> Number {
    if value == 0.0 {
        return Number::Zero { negative: value.is_sign_negative() };
    }
    Number::Value(BigRational::from_float(value).expect("finite"))
}
