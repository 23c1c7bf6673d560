//! Sums and products as integers.

use crate::pica::error::NumericError;
use crate::pica::float::Float24;

/// Bits of a significand, with the hidden one.
const SIGNIFICANT: u32 = 17;

/// A non-zero number as `significand * 2^(exponent - 79)`, both unsigned; the significand's top bit is bit 16.
fn significand(value: Float24) -> u64 {
    u64::from(0x1_0000 | value.fraction())
}

/// The number `magnitude * 2^(exponent - 79)` if the format has it. `magnitude` is not zero.
fn assemble(negative: bool, exponent: i32, magnitude: u64) -> Result<Float24, NumericError> {
    let shift = (63 - magnitude.leading_zeros()) as i32 - (SIGNIFICANT as i32 - 1);
    let exponent = exponent + shift;
    if exponent < 1 {
        return Err(NumericError::Underflow);
    }
    if exponent >= Float24::EXPONENT_MAX as i32 {
        return Err(NumericError::Overflow);
    }
    let significand = if shift <= 0 {
        magnitude << -shift
    } else if magnitude.trailing_zeros() as i32 >= shift {
        magnitude >> shift
    } else {
        return Err(NumericError::Inexact);
    };
    Ok(Float24::from_parts(negative, exponent as u32, significand as u32))
}

/// The exact sum.
///
/// Opposite numbers give +0; two negative zeros give −0.
///
/// # Errors
/// Operands that are not normal and not zero, and sums that the format does not have.
pub fn add(a: Float24, b: Float24) -> Result<Float24, NumericError> {
    let (a, b) = (a.normal()?, b.normal()?);
    match (a.is_zero(), b.is_zero()) {
        (true, true) => return Ok(Float24::from_parts(a.is_negative() && b.is_negative(), 0, 0)),
        (true, false) => return Ok(b),
        (false, true) => return Ok(a),
        (false, false) => {}
    }
    let (high, low) = if a.exponent() >= b.exponent() { (a, b) } else { (b, a) };
    let distance = high.exponent() - low.exponent();
    // From here on the sum's highest bit and its lowest are more than a significand apart, whatever the operands are.
    if distance > SIGNIFICANT {
        return Err(NumericError::Inexact);
    }
    let (high_magnitude, low_magnitude) = (significand(high) << distance, significand(low));
    let (negative, magnitude) = if a.is_negative() == b.is_negative() {
        (a.is_negative(), high_magnitude + low_magnitude)
    } else if high_magnitude >= low_magnitude {
        (high.is_negative(), high_magnitude - low_magnitude)
    } else {
        (low.is_negative(), low_magnitude - high_magnitude)
    };
    if magnitude == 0 {
        return Ok(Float24::default());
    }
    assemble(negative, low.exponent() as i32, magnitude)
}

/// The exact product. Its sign is the exclusive or of the operands' signs, zeros included.
///
/// # Errors
/// Operands that are not normal and not zero, even beside a zero, and products that the format does not have.
pub fn multiply(a: Float24, b: Float24) -> Result<Float24, NumericError> {
    let (a, b) = (a.normal()?, b.normal()?);
    let negative = a.is_negative() != b.is_negative();
    if a.is_zero() || b.is_zero() {
        return Ok(Float24::from_parts(negative, 0, 0));
    }
    let exponent = (a.exponent() + b.exponent()) as i32 - Float24::BIAS - (SIGNIFICANT as i32 - 1);
    assemble(negative, exponent, significand(a) * significand(b))
}
