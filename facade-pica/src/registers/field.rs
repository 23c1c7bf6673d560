//! Fields of registers: where they are and how they are written down.

use std::fmt::{self, Display, Formatter};

/// A field: bits `low..=high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in lower case.
    pub name: &'static str,
    /// The lowest bit.
    pub low: u8,
    /// The highest bit.
    pub high: u8,
    /// What the bits mean.
    pub kind: Kind,
}

/// What the bits of a field mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An unsigned number.
    Number,
    /// A number in two's complement.
    Signed,
    /// Bits, best read in hexadecimal.
    Bits,
    /// A number that is one less than what it stands for.
    MinusOne,
    /// A physical address, or an offset, in units of this many bytes.
    Unit(u8),
    /// A float with these many bits of exponent and mantissa under a sign bit.
    Float(u8, u8),
    /// A signed fixed-point number with these many bits of fraction.
    Fixed(u8),
    /// A choice; numbers past the end have no name.
    Choice(&'static [&'static str]),
}

impl Field {
    /// The field's bits of a register's value.
    #[must_use]
    pub const fn of(self, value: u32) -> u32 {
        bits(value, self.low, self.high)
    }

    /// The field of a register's value, written as its kind says.
    #[must_use]
    pub fn show(self, value: u32) -> impl Display {
        Shown { field: self, bits: self.of(value) }
    }
}

/// Bits `low..=high` of a value.
pub(super) const fn bits(value: u32, low: u8, high: u8) -> u32 {
    let width = high - low + 1;
    (value >> low) & (u32::MAX >> (32 - width))
}

/// A field of two's complement as a number.
pub(super) const fn sign_extend(bits: u32, width: u8) -> i32 {
    let shift = 32 - width;
    ((bits << shift) as i32) >> shift
}

struct Shown {
    field: Field,
    bits: u32,
}

impl Display for Shown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let bits = self.bits;
        let width = self.field.high - self.field.low + 1;
        match self.field.kind {
            Kind::Number => write!(f, "{bits}"),
            Kind::Signed => write!(f, "{}", sign_extend(bits, width)),
            Kind::Bits => write!(f, "{bits:#X}"),
            Kind::MinusOne => write!(f, "{}", bits + 1),
            Kind::Unit(unit) => write!(f, "{:#X}", u64::from(bits) * u64::from(unit)),
            Kind::Float(exponent, mantissa) => write!(f, "{:?}", small_float(bits, exponent, mantissa)),
            Kind::Fixed(fraction) => {
                let scale = f64::from(1u32 << fraction);
                write!(f, "{:?}", f64::from(sign_extend(bits, width)) / scale)
            }
            Kind::Choice(names) => match names.get(bits as usize) {
                Some(name) => f.write_str(name),
                None => write!(f, "{bits}?"),
            },
        }
    }
}

/// The value of a float of `exponent` and `mantissa` bits, whose bias is half of the exponents' range.
fn small_float(bits: u32, exponent: u8, mantissa: u8) -> f64 {
    let bias = (1i32 << (exponent - 1)) - 1;
    let fraction = f64::from(bits & ((1 << mantissa) - 1)) / f64::from(1u32 << mantissa);
    let power = ((bits >> mantissa) & ((1 << exponent) - 1)) as i32;
    let magnitude = if power == (1 << exponent) - 1 {
        if fraction == 0.0 { f64::INFINITY } else { f64::NAN }
    } else if power == 0 {
        fraction * 2f64.powi(1 - bias)
    } else {
        (1.0 + fraction) * 2f64.powi(power - bias)
    };
    if bits >> (exponent + mantissa) & 1 != 0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The decode table of the four float widths: one, a half, the limits, infinities, and what lies under the
    /// smallest normal.
    #[test]
    fn floats_of_every_width_decode() {
        for (bits, exponent, mantissa, expected) in [
            (0x3F_0000, 7, 16, 1.0f64),
            (0xBF_0000, 7, 16, -1.0),
            (0x3E_0000, 7, 16, 0.5),
            (0xBE_0000, 7, 16, -0.5),
            (0x3D_0000, 7, 16, 0.25),
            (0xBD_0000, 7, 16, -0.25),
            (0x00_0000, 7, 16, 0.0),
            (0x40_8000, 7, 16, 3.0),
            (0x01_0000, 7, 16, f64::from(f32::from_bits(0x2080_0000))),
            (0x7E_FFFF, 7, 16, f64::from(f32::from_bits(0x5F7F_FF80))),
            (0x00_0001, 7, 16, f64::from(f32::from_bits(0x1880_0000))),
            (0x00_FFFF, 7, 16, f64::from(f32::from_bits(0x207F_FF00))),
            (0x7F_0000, 7, 16, f64::INFINITY),
            (0xFF_0000, 7, 16, f64::NEG_INFINITY),
            (0x3_F000, 7, 12, 1.0),
            (0xB_F000, 7, 12, -1.0),
            (0x3_E000, 7, 12, 0.5),
            (0xB_E000, 7, 12, -0.5),
            (0x3_D000, 7, 12, 0.25),
            (0x7_F000, 7, 12, f64::INFINITY),
            (0xF_F000, 7, 12, f64::NEG_INFINITY),
            (0x4_0800, 7, 12, 3.0),
            (0x0_1000, 7, 12, f64::from(f32::from_bits(0x2080_0000))),
            (0x7_EFFF, 7, 12, f64::from(f32::from_bits(0x5F7F_F800))),
            (0x0_0001, 7, 12, f64::from(f32::from_bits(0x1A80_0000))),
            (0x0_0FFF, 7, 12, f64::from(f32::from_bits(0x207F_F000))),
            (0x3C00, 5, 10, 1.0),
            (0xBC00, 5, 10, -1.0),
            (0x3800, 5, 10, 0.5),
            (0xB800, 5, 10, -0.5),
            (0x3400, 5, 10, 0.25),
            (0xB400, 5, 10, -0.25),
            (0x7C00, 5, 10, f64::INFINITY),
            (0x4200, 5, 10, 3.0),
            (0x0400, 5, 10, f64::from(f32::from_bits(0x3880_0000))),
            (0x7BFF, 5, 10, f64::from(f32::from_bits(0x477F_E000))),
            (0x0001, 5, 10, f64::from(f32::from_bits(0x3380_0000))),
            (0x03FF, 5, 10, f64::from(f32::from_bits(0x387F_C000))),
            (0xFC00, 5, 10, f64::NEG_INFINITY),
            (0x1F80_0000, 7, 23, 1.0),
        ] {
            assert_eq!(small_float(bits, exponent, mantissa), expected, "{bits:#X}");
        }
        for (bits, exponent, mantissa) in [
            (0x7F_8000, 7, 16),
            (0xFF_8000, 7, 16),
            (0x7_F800, 7, 12),
            (0xF_FFFF, 7, 12),
            (0x7E00, 5, 10),
            (0xFFFF, 5, 10),
        ] {
            assert!(small_float(bits, exponent, mantissa).is_nan(), "{bits:#X}");
        }
        assert!(small_float(0x80_0000, 7, 16).is_sign_negative());
    }

    #[test]
    fn fields_read_the_right_bits() {
        assert_eq!(bits(0xFFFF_FFFF, 0, 31), 0xFFFF_FFFF);
        assert_eq!(bits(0x1234_5678, 8, 15), 0x56);
        assert_eq!(sign_extend(0x3FF, 10), -1);
        assert_eq!(sign_extend(0x1FF, 10), 511);
        let field = Field { name: "x", low: 4, high: 6, kind: Kind::Choice(&["a", "b"]) };
        assert_eq!(field.show(0x10).to_string(), "b");
        assert_eq!(field.show(0x70).to_string(), "7?");
    }
}
