//! Values worked out by hand from the formulas.

mod pixels;
mod vertices;

/// Asserts equality but for the last few bits.
fn close<const N: usize>(got: [f64; N], expected: [f64; N]) {
    let same = got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-6);
    assert!(same, "got {got:?}, expected {expected:?}");
}
