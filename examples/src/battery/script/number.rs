//! Numbers as scripts write them: JSON numbers, or strings `"0x…"`, `"inf"`, `"-inf"`, `"nan"`.

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A number of a script, before the position it stands in decides its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(f64);

impl Number {
    /// The number as a float of single precision.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "a float position holds a 32-bit float")]
    pub fn f32(self) -> f32 {
        self.0 as f32
    }

    /// The number as a signed integer; its fraction is dropped and it saturates.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "scripts are written for C, which truncates")]
    pub fn i64(self) -> i64 {
        self.0 as i64
    }

    /// The low 32 bits of the number: negative numbers are in two's complement.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "scripts are written for C, whose conversions to DWORD wrap"
    )]
    pub fn u32(self) -> u32 {
        if self.0 < 0.0 { self.i64() as u32 } else { self.0 as u64 as u32 }
    }

    /// The number as a signed 32-bit integer, wrapping.
    #[must_use]
    pub fn i32(self) -> i32 {
        self.u32().cast_signed()
    }

    /// Reads a number from a string of a script.
    fn parse(text: &str) -> Option<Self> {
        if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            #[allow(clippy::cast_precision_loss, reason = "scripts hold 32-bit values")]
            return u64::from_str_radix(digits, 16).ok().map(|value| Self(value as f64));
        }
        match text {
            "inf" => Some(Self(f64::INFINITY)),
            "-inf" => Some(Self(f64::NEG_INFINITY)),
            "nan" => Some(Self(f64::NAN)),
            _ => None,
        }
    }
}

impl From<u32> for Number {
    fn from(value: u32) -> Self {
        Self(f64::from(value))
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a number, or a string \"0x…\", \"inf\", \"-inf\" or \"nan\"")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Number, E> {
        Ok(Number(f64::from(u8::from(value))))
    }

    #[allow(clippy::cast_precision_loss, reason = "scripts hold 32-bit values")]
    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    #[allow(clippy::cast_precision_loss, reason = "scripts hold 32-bit values")]
    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        Number::parse(text).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}

/// Reads a number where only its 32-bit value is wanted.
pub(super) fn as_u32<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Number::deserialize(deserializer).map(Number::u32)
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(json: &str) -> Number {
        serde_json::from_str(json).expect("a number")
    }

    #[test]
    fn every_spelling_reads_as_its_value() {
        assert_eq!(number("7").u32(), 7);
        assert_eq!(number("-1").u32(), u32::MAX);
        assert_eq!(number("-1").i32(), -1);
        assert_eq!(number("\"0xff203040\"").u32(), 0xff20_3040);
        assert_eq!(number("1.5").f32().to_bits(), 1.5f32.to_bits());
        assert_eq!(number("\"-inf\"").f32().to_bits(), f32::NEG_INFINITY.to_bits());
        assert!(number("\"nan\"").f32().is_nan());
    }

    #[test]
    fn other_strings_are_refused() {
        for text in ["\"\"", "\"0x\"", "\"0xfffffffffffffffff\"", "\"12\"", "null", "[]"] {
            assert!(serde_json::from_str::<Number>(text).is_err(), "{text}");
        }
    }
}
