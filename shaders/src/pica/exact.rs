//! The exact, bounded subset: linear programs of MOV, ADD, MUL, NOP and END without any rounding.
//!
//! Numbers are the finite normal values of [`Float24`] and the signed zeros. Sums and products are computed as integers,
//! and a result that is no such number is an error. A zero does not excuse the other operand; masked-off lanes read
//! neither operand.

mod arithmetic;
mod program;

pub use arithmetic::{add, multiply};
pub use program::{Lane, LinearProgram, Operation, Outcome, Read, Step, UNDEFINED, Vector};

use super::float::Float24;

/// Converts a 32-bit float to the number of the exact arithmetic that it equals.
///
/// # Errors
/// See [`Float24::from_f32_exact`].
pub fn number(value: f32) -> Result<Float24, super::NumericError> {
    Float24::from_f32_exact(value)
}
