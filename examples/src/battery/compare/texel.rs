//! The test of one texel against another.

use crate::battery::layout::Layout;
use crate::battery::script::Tolerance;

/// Tests texels of one layout with one tolerance.
pub(super) struct TexelTest<'a> {
    layout: &'a Layout,
    tolerance: Tolerance,
}

impl<'a> TexelTest<'a> {
    pub(super) fn new(layout: &'a Layout, tolerance: Tolerance) -> Self {
        Self { layout, tolerance }
    }

    /// The largest difference of a channel as a multiple of what is allowed; above 1 is too much.
    pub(super) fn excess(&self, a: &[u8], b: &[u8]) -> f64 {
        if self.layout.float {
            let channels = self.floats(a).into_iter().zip(self.floats(b));
            return channels.map(|(a, b)| self.float_excess(a, b)).fold(0.0, f64::max);
        }
        let (a, b) = (bits(a), bits(b));
        let mut shift = 0;
        let mut excess = 0.0f64;
        for channel in &self.layout.channels {
            if channel.letter != 'X' {
                let top = (1u64 << channel.bits) - 1;
                let value = |texel: u128| u64::try_from(texel >> shift & u128::from(top)).unwrap_or(top);
                excess = excess.max(self.integer_excess(value(a).abs_diff(value(b)), top));
            }
            shift += channel.bits;
        }
        excess
    }

    #[allow(clippy::cast_precision_loss, reason = "channels have at most 32 bits")]
    fn integer_excess(&self, difference: u64, top: u64) -> f64 {
        let units = self.tolerance.units.unwrap_or(2.0);
        if difference == 0 {
            0.0
        } else if units == 0.0 {
            2.0
        } else {
            difference as f64 / (units * top as f64 / 255.0).max(1.0)
        }
    }

    fn float_excess(&self, a: f64, b: f64) -> f64 {
        if a == b || a.is_nan() && b.is_nan() {
            return 0.0;
        }
        if !a.is_finite() || !b.is_finite() {
            return 1e9;
        }
        let Tolerance { units, rel, abs, .. } = self.tolerance;
        let limit = abs.unwrap_or(1e-3) + rel.unwrap_or(1e-3) * a.abs().max(b.abs());
        let limit = units.map_or(limit, |units| limit.max(units / 255.0));
        (a - b).abs() / limit
    }

    /// The channels of a float texel.
    fn floats(&self, texel: &[u8]) -> Vec<f64> {
        let half = self.layout.channels.first().is_some_and(|channel| channel.bits == 16);
        if half {
            let halves = texel.chunks_exact(2).map(|bytes| [bytes[0], bytes[1]]);
            return halves.map(|bytes| half_to_f64(u16::from_le_bytes(bytes))).collect();
        }
        let singles = texel.chunks_exact(4).map(|bytes| [bytes[0], bytes[1], bytes[2], bytes[3]]);
        singles.map(|bytes| f64::from(f32::from_le_bytes(bytes))).collect()
    }

    /// The texel in words.
    pub(super) fn describe(&self, texel: &[u8]) -> String {
        if self.layout.float {
            let channels: Vec<String> =
                self.floats(texel).iter().map(|value| format!("{value:.5}")).collect();
            return format!("({})", channels.join(" "));
        }
        texel.iter().rev().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The texel as one little-endian number.
fn bits(texel: &[u8]) -> u128 {
    texel.iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte))
}

/// The value of a 16-bit float.
pub(crate) fn half_to_f64(half: u16) -> f64 {
    let sign = if half >> 15 == 0 { 1.0 } else { -1.0 };
    let mantissa = f64::from(half & 0x3ff);
    sign * match half >> 10 & 0x1f {
        0 => mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1.0 + mantissa / 1024.0) * 2f64.powi(i32::from(exponent) - 15),
    }
}
