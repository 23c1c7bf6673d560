//! The small floating-point formats of the PICA200: sign, exponent, mantissa; an all-ones exponent is infinite or NaN.

use super::error::NumericError;

/// A float of one sign bit, `EXPONENT` exponent bits and `MANTISSA` mantissa bits, kept as raw bits.
///
/// The exponent's bias is `2^(EXPONENT - 1) - 1`. Bits above the format are always clear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Float<const EXPONENT: u32, const MANTISSA: u32>(u32);

/// Shader registers, uniforms, fixed attributes, the viewport: s1 e7 m16.
pub type Float24 = Float<7, 16>;
/// Distance attenuation of lights: s1 e7 m12.
pub type Float20 = Float<7, 12>;
/// Light positions, gas, procedural textures: s1 e5 m10.
pub type Float16 = Float<5, 10>;
/// The inverse size of the viewport: s1 e7 m23.
pub type Float31 = Float<7, 23>;

impl<const EXPONENT: u32, const MANTISSA: u32> Float<EXPONENT, MANTISSA> {
    /// How many bits the format has.
    pub const BITS: u32 = 1 + EXPONENT + MANTISSA;
    /// What the stored exponent lies above the true one.
    pub const BIAS: i32 = (1 << (EXPONENT - 1)) - 1;
    /// The all-ones exponent of infinities and NaNs.
    pub const EXPONENT_MAX: u32 = (1 << EXPONENT) - 1;
    const FRACTION: u32 = (1 << MANTISSA) - 1;
    const SIGN: u32 = 1 << (EXPONENT + MANTISSA);

    /// The value with these raw bits; bits above the format are dropped.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & (Self::SIGN | (Self::SIGN - 1)))
    }

    /// A value by its fields, each reduced to its width.
    pub const fn from_parts(negative: bool, exponent: u32, fraction: u32) -> Self {
        let sign = if negative { Self::SIGN } else { 0 };
        Self(sign | (exponent & Self::EXPONENT_MAX) << MANTISSA | fraction & Self::FRACTION)
    }

    /// The raw bits.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Whether the sign bit is set, which zeros and NaNs have too.
    pub const fn is_negative(self) -> bool {
        self.0 & Self::SIGN != 0
    }

    /// The exponent field.
    pub const fn exponent(self) -> u32 {
        self.0 >> MANTISSA & Self::EXPONENT_MAX
    }

    /// The mantissa field, without the hidden bit.
    pub const fn fraction(self) -> u32 {
        self.0 & Self::FRACTION
    }

    /// Whether this is a zero of either sign.
    pub const fn is_zero(self) -> bool {
        self.0 & !Self::SIGN == 0
    }

    /// The value with the other sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(self.0 ^ Self::SIGN)
    }

    /// The bits of the equal 32-bit float; every value of the format has one, subnormals and NaNs included.
    pub fn to_f32_bits(self) -> u32 {
        let sign = u32::from(self.is_negative()) << 31;
        let fraction = self.fraction() << (23 - MANTISSA);
        let magnitude = match self.exponent() {
            0 => {
                // At most 23 bits times a power of two that 32-bit floats have as a normal value: exact.
                let unit = f32::from_bits(((128 - Self::BIAS) as u32 - MANTISSA) << 23);
                (self.fraction() as f32 * unit).to_bits()
            }
            exponent if exponent == Self::EXPONENT_MAX => 0x7F80_0000 | fraction,
            exponent => (exponent.wrapping_add_signed(127 - Self::BIAS)) << 23 | fraction,
        };
        sign | magnitude
    }

    /// The equal 32-bit float.
    pub fn to_f32(self) -> f32 {
        f32::from_bits(self.to_f32_bits())
    }

    /// Converts as programs for the console do before they upload a value: excess mantissa bits are cut off, too
    /// small exponents give a zero of the sign, too large ones an infinity.
    ///
    /// A stored exponent that comes out as 0 or all ones keeps its mantissa, as it does there.
    pub fn from_f32_truncated(value: f32) -> Self {
        let bits = value.to_bits();
        let negative = bits >> 31 != 0;
        let exponent = (bits >> 23 & 0xFF) as i32 - 127 + Self::BIAS;
        let fraction = (bits & 0x7F_FFFF) >> (23 - MANTISSA);
        if bits & 0x7FFF_FFFF == 0 || exponent < 0 {
            Self::from_parts(negative, 0, 0)
        } else if exponent as u32 > Self::EXPONENT_MAX {
            Self::from_parts(negative, Self::EXPONENT_MAX, 0)
        } else {
            Self::from_parts(negative, exponent as u32, fraction)
        }
    }

    /// The value equal to a 32-bit float, which must be a normal value of the format or a signed zero.
    ///
    /// # Errors
    /// Infinities, NaNs, subnormals of either format, exponents outside the format and values that would be rounded.
    pub fn from_f32_exact(value: f32) -> Result<Self, NumericError> {
        let bits = value.to_bits();
        let negative = bits >> 31 != 0;
        if bits & 0x7FFF_FFFF == 0 {
            return Ok(Self::from_parts(negative, 0, 0));
        }
        let exponent = match bits >> 23 & 0xFF {
            0 => return Err(NumericError::Denormal),
            0xFF => return Err(NumericError::NotFinite),
            stored => stored as i32 - 127 + Self::BIAS,
        };
        if exponent < 1 {
            return Err(NumericError::Underflow);
        }
        if exponent as u32 >= Self::EXPONENT_MAX {
            return Err(NumericError::Overflow);
        }
        if bits & ((1 << (23 - MANTISSA)) - 1) != 0 {
            return Err(NumericError::Inexact);
        }
        Ok(Self::from_parts(negative, exponent as u32, (bits & 0x7F_FFFF) >> (23 - MANTISSA)))
    }

    /// The value itself if it is normal or a signed zero.
    ///
    /// # Errors
    /// [`NumericError::NotFinite`] for infinities and NaNs, [`NumericError::Denormal`] for subnormals.
    pub const fn normal(self) -> Result<Self, NumericError> {
        match self.exponent() {
            0 if self.fraction() != 0 => Err(NumericError::Denormal),
            exponent if exponent == Self::EXPONENT_MAX => Err(NumericError::NotFinite),
            _ => Ok(self),
        }
    }
}

impl Float24 {
    /// A 32-bit float rounded to the nearest value of this format, ties to even; what lies below the smallest normal
    /// value becomes +0, what lies beyond the largest an infinity.
    pub fn rounded(value: f32) -> f32 {
        let bits = value.to_bits();
        if value.is_nan() || value.is_infinite() || bits & 0x7FFF_FFFF == 0 {
            return value;
        }
        let even = bits >> 7 & 1;
        let rounded = bits.wrapping_add(0x3F + even) & !0x7F;
        match (rounded >> 23 & 0xFF) as i32 - 127 + Self::BIAS {
            ..=0 => 0.0,
            127.. => f32::INFINITY.copysign(value),
            _ => f32::from_bits(rounded),
        }
    }
}

impl<const EXPONENT: u32, const MANTISSA: u32> std::fmt::Debug for Float<EXPONENT, MANTISSA> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:#x} ({})", self.0, self.to_f32())
    }
}
