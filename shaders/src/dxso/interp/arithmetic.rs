//! Arithmetic on single lanes by the conventions of Direct3D 9.

/// The rules in force, and whether they mattered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arithmetic {
    zero_products: bool,
    /// Whether every result so far was exact, whatever the order of sums and whether products are rounded.
    pub(super) exact: bool,
}

/// `NaN` and infinities have no digits to lose.
fn special(value: f32) -> bool {
    !value.is_finite()
}

impl Arithmetic {
    pub(super) const fn new(zero_products: bool) -> Self {
        Self { zero_products, exact: true }
    }

    /// Notes a result that was rounded or is not represented in full.
    fn note(&mut self, operands: [f32; 2], result: f32, wide: f64) {
        if operands.into_iter().any(special) {
            return;
        }
        let normal = result == 0.0 || result.is_normal();
        self.exact &= normal && f64::from(result) == wide;
    }

    pub(super) fn add(&mut self, a: f32, b: f32) -> f32 {
        let sum = a + b;
        self.note([a, b], sum, f64::from(a) + f64::from(b));
        sum
    }

    pub(super) fn sub(&mut self, a: f32, b: f32) -> f32 {
        self.add(a, -b)
    }

    /// A product: zero if a factor is zero.
    pub(super) fn mul(&mut self, a: f32, b: f32) -> f32 {
        if self.zero_products && (a == 0.0 || b == 0.0) {
            return 0.0;
        }
        let product = a * b;
        self.note([a, b], product, f64::from(a) * f64::from(b));
        product
    }

    pub(super) fn mad(&mut self, a: f32, b: f32, c: f32) -> f32 {
        let product = self.mul(a, b);
        self.add(product, c)
    }

    /// The sum of products, from the first lane to the last.
    pub(super) fn dot(&mut self, a: &[f32], b: &[f32]) -> f32 {
        let mut sum = 0.0;
        let mut magnitudes = 0.0;
        for (index, (&a, &b)) in a.iter().zip(b).enumerate() {
            let product = self.mul(a, b);
            sum = if index == 0 { product } else { self.add(sum, product) };
            // In another order partial sums are other ones, none of them larger than this.
            magnitudes = self.add(magnitudes, product.abs());
        }
        sum
    }

    /// `a / b`; division by zero is multiplication with the largest float.
    pub(super) fn divide(&mut self, a: f32, b: f32) -> f32 {
        if b == 0.0 {
            return self.mul(a, f32::MAX.copysign(b));
        }
        let quotient = a / b;
        // Hardware multiplies with a reciprocal, which is sure to be exact for powers of two only.
        let power_of_two = b.to_bits() & 0x007F_FFFF == 0;
        self.exact &= power_of_two || special(b);
        self.note([a, b], quotient, f64::from(a) / f64::from(b));
        quotient
    }

    pub(super) fn fraction(&mut self, value: f32) -> f32 {
        self.sub(value, value.floor())
    }

    /// Rounds a result that was computed with more digits; hardware gives it with fewer.
    #[allow(clippy::cast_possible_truncation, reason = "rounding is meant")]
    fn approximate(&mut self, wide: f64) -> f32 {
        self.exact = false;
        wide as f32
    }

    /// `1 / x`; zero gives the largest float, with its sign.
    pub(super) fn reciprocal(&mut self, x: f32) -> f32 {
        if x == 0.0 { f32::MAX.copysign(x) } else { self.approximate(1.0 / f64::from(x)) }
    }

    /// `1 / sqrt(|x|)`; zero gives the largest float.
    pub(super) fn reciprocal_root(&mut self, x: f32) -> f32 {
        if x == 0.0 { f32::MAX } else { self.approximate(1.0 / f64::from(x).abs().sqrt()) }
    }

    /// `log2 |x|`; zero gives the lowest float.
    pub(super) fn logarithm(&mut self, x: f32) -> f32 {
        if x == 0.0 { f32::MIN } else { self.approximate(f64::from(x).abs().log2()) }
    }

    /// `2 ^ x`, at most the largest float.
    pub(super) fn exponential(&mut self, x: f32) -> f32 {
        let power = self.approximate(f64::from(x).exp2());
        if power == f32::INFINITY { f32::MAX } else { power }
    }

    /// `|x| ^ y`, at most the largest float; 1 for `y = 0`.
    pub(super) fn power(&mut self, x: f32, y: f32) -> f32 {
        if y == 0.0 {
            return 1.0;
        }
        let power = self.approximate(f64::from(x).abs().powf(f64::from(y)));
        if power == f32::INFINITY { f32::MAX } else { power }
    }

    pub(super) fn sine(&mut self, x: f32) -> f32 {
        self.approximate(f64::from(x).sin())
    }

    pub(super) fn cosine(&mut self, x: f32) -> f32 {
        self.approximate(f64::from(x).cos())
    }
}

/// `a < b ? a : b`
pub(super) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// `a >= b ? a : b`
pub(super) fn max(a: f32, b: f32) -> f32 {
    if a >= b { a } else { b }
}

/// Clamps to 0–1; NaN gives 0.
pub(super) fn saturate(value: f32) -> f32 {
    if value > 0.0 { min(value, 1.0) } else { 0.0 }
}

/// -1, 0 or 1; 0 for NaN.
pub(super) fn sign(value: f32) -> f32 {
    f32::from(u8::from(value > 0.0)) - f32::from(u8::from(value < 0.0))
}

/// The comparison that a control field names, false for NaNs; `None` if it names none.
pub(super) fn compare(control: u8, a: f32, b: f32) -> Option<bool> {
    Some(match control {
        1 => a > b,
        2 => a == b,
        3 => a >= b,
        4 => a < b,
        5 => !a.is_nan() && !b.is_nan() && a != b,
        6 => a <= b,
        _ => return None,
    })
}
