//! JSON and the words and floats of guests.

use retrograph_d3dim::{DeviceKind, Guid, Interface};
use serde_json::Value;

use crate::battery::BatteryError;

/// The byte that memory is filled with before a call, so that what is not written shows.
pub(super) const POISON: u8 = 0xCC;

/// Something that makes no sense in a case.
pub(super) fn malformed(what: &str, value: &Value) -> BatteryError {
    BatteryError::Data(format!("{value} is no {what}"))
}

/// A whole number as 32 bits.
pub(super) fn word(value: &Value) -> Result<u32, BatteryError> {
    let fail = || malformed("32-bit number", value);
    match value {
        Value::Null => Ok(0),
        Value::Bool(flag) => Ok(u32::from(*flag)),
        Value::String(text) => {
            let digits = text.strip_prefix("0x").ok_or_else(fail)?;
            u32::from_str_radix(digits, 16).map_err(|_| fail())
        }
        Value::Number(number) => {
            let whole = number
                .as_i64()
                .or_else(|| number.as_f64().filter(|float| float.fract() == 0.0).map(|float| float as i64));
            let whole = whole.filter(|whole| (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(whole));
            Ok(whole.ok_or_else(fail)? as u32)
        }
        _ => Err(fail()),
    }
}

/// A float's bits.
pub(super) fn float_bits(value: &Value) -> Result<u32, BatteryError> {
    let float = match value {
        Value::Null => 0.0,
        Value::Number(number) => number.as_f64().unwrap_or(0.0) as f32,
        Value::String(text) => match text.as_str() {
            "nan" => f32::NAN,
            "inf" => f32::INFINITY,
            "-inf" => f32::NEG_INFINITY,
            _ => return word(value),
        },
        _ => return Err(malformed("float", value)),
    };
    Ok(float.to_bits())
}

/// A float as JSON.
pub(super) fn from_float(bits: u32) -> Value {
    let float = f32::from_bits(bits);
    match float {
        float if float.is_nan() => "nan".into(),
        f32::INFINITY => "inf".into(),
        f32::NEG_INFINITY => "-inf".into(),
        float if float.fract() == 0.0 && float.abs() < 1e9 => (float as i64).into(),
        float => f64::from(float).into(),
    }
}

/// The identifier with a name of the headers.
pub(super) fn guid(name: &str) -> Option<Guid> {
    let kind = DeviceKind::ALL.iter().find(|kind| kind.name() == name).map(|kind| kind.guid());
    kind.or_else(|| Interface::from_name(name).map(Interface::iid))
}

/// The name of a kind of device.
pub(super) fn device_name(guid: Guid) -> Value {
    DeviceKind::from_guid(guid).map_or(Value::Null, |kind| kind.name().into())
}

/// What a packed layout such as `["f32*4", "u32*2"]` repeats: kind and bytes of each value.
pub(super) fn layout(value: &Value) -> Result<Vec<(char, usize)>, BatteryError> {
    let fail = || malformed("layout", value);
    let mut values = Vec::new();
    for part in value.as_array().ok_or_else(fail)? {
        let text = part.as_str().ok_or_else(fail)?;
        let (kind, count) = text.split_once('*').unwrap_or((text, "1"));
        let count: usize = count.parse().map_err(|_| fail())?;
        let bytes = match kind {
            "f32" | "u32" | "i32" => 4,
            "u16" => 2,
            "u8" => 1,
            _ => return Err(fail()),
        };
        let letter = kind.chars().next().ok_or_else(fail)?;
        values.extend(std::iter::repeat_n((letter, bytes), count.min(4096)));
    }
    if values.is_empty() { Err(fail()) } else { Ok(values) }
}

/// Values in a packed layout, which repeats.
pub(super) fn pack(
    kinds: &[(char, usize)],
    values: &[Value],
    mut special: impl FnMut(&Value) -> Option<Result<u32, BatteryError>>,
) -> Result<Vec<u8>, BatteryError> {
    let mut bytes = Vec::new();
    for (value, &(kind, size)) in values.iter().zip(kinds.iter().cycle()) {
        let word = match special(value) {
            Some(word) => word?,
            None if kind == 'f' => float_bits(value)?,
            None => word(value)?,
        };
        bytes.extend_from_slice(&word.to_le_bytes()[..size]);
    }
    Ok(bytes)
}

/// Bytes in a packed layout as JSON.
pub(super) fn unpack(kinds: &[(char, usize)], mut bytes: &[u8]) -> Vec<Value> {
    let mut values = Vec::new();
    for &(kind, size) in kinds.iter().cycle() {
        let Some((first, rest)) = bytes.split_at_checked(size) else { break };
        let word = first.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        values.push(match kind {
            'f' => from_float(word),
            'i' => word.cast_signed().into(),
            _ => word.into(),
        });
        bytes = rest;
    }
    values
}
