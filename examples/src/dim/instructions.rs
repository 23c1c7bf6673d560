//! The bytes of an execute buffer's parts.

use retrograph_d3dim::layout::structure;
use serde_json::{Map, Value};

use super::run::Runner;
use super::value::{layout, malformed, pack, word};
use crate::battery::BatteryError;

/// Opcodes with the structures of their items.
const OPCODES: [(&str, u8, &str); 14] = [
    ("POINT", 1, "D3DPOINT"),
    ("LINE", 2, "D3DLINE"),
    ("TRIANGLE", 3, "D3DTRIANGLE"),
    ("MATRIXLOAD", 4, "D3DMATRIXLOAD"),
    ("MATRIXMULTIPLY", 5, "D3DMATRIXMULTIPLY"),
    ("STATETRANSFORM", 6, "D3DSTATE"),
    ("STATELIGHT", 7, "D3DSTATE"),
    ("STATERENDER", 8, "D3DSTATE"),
    ("PROCESSVERTICES", 9, "D3DPROCESSVERTICES"),
    ("TEXTURELOAD", 10, "D3DTEXTURELOAD"),
    ("EXIT", 11, ""),
    ("BRANCHFORWARD", 12, "D3DBRANCH"),
    ("SPAN", 13, "D3DSPAN"),
    ("SETSTATUS", 14, "D3DSTATUS"),
];

impl Runner {
    /// The bytes that a part of a buffer gets.
    pub(super) fn part(&self, part: &Map<String, Value>) -> Result<Vec<u8>, BatteryError> {
        if let Some(kinds) = part.get("layout") {
            let values = part.get("values").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            return pack(&layout(kinds)?, values, |value| self.variable(value));
        }
        if let Some(digits) = part.get("hex").and_then(Value::as_str) {
            return hex(digits);
        }
        let mut bytes = Vec::new();
        for instruction in part.get("instructions").and_then(Value::as_array).into_iter().flatten() {
            self.instruction(instruction, &mut bytes)?;
        }
        Ok(bytes)
    }

    fn instruction(&self, instruction: &Value, bytes: &mut Vec<u8>) -> Result<(), BatteryError> {
        let fail = || malformed("instruction", instruction);
        let op = instruction.get("op").ok_or_else(fail)?;
        let row = match op {
            Value::String(name) => *OPCODES.iter().find(|row| row.0 == name).ok_or_else(fail)?,
            number => {
                let code = word(number)? as u8;
                OPCODES.iter().find(|row| row.1 == code).copied().unwrap_or(("", code, ""))
            }
        };
        let items = instruction.get("items").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let shape = structure(row.2);
        let default = shape.map_or(0, |shape| shape.size);
        let size = instruction.get("size").map_or(Ok(default), word)?;
        let count = instruction.get("count").map_or(Ok(items.len() as u32), word)?;
        bytes.extend([row.1, size as u8]);
        bytes.extend_from_slice(&(count as u16).to_le_bytes());
        for item in items {
            let mut one = self.item(row.2, item)?;
            one.resize(one.len().max(size as usize), 0);
            bytes.extend(one);
        }
        Ok(())
    }

    /// A structure of words, shorts and variables alone.
    fn item(&self, name: &str, item: &Value) -> Result<Vec<u8>, BatteryError> {
        let fail = || malformed("item", item);
        let shape = structure(name).ok_or_else(fail)?;
        let mut bytes = vec![0; shape.size as usize];
        for (name, value) in item.as_object().ok_or_else(fail)? {
            let field = shape.field(name).ok_or_else(fail)?;
            let values = match value {
                Value::Array(list) => list.as_slice(),
                one => std::slice::from_ref(one),
            };
            let size = (field.size / field.count.unwrap_or(1).max(1)) as usize;
            let at = &mut bytes[field.offset as usize..(field.offset + field.size) as usize];
            for (value, out) in values.iter().zip(at.chunks_exact_mut(size.max(1))) {
                let word = self.word(value)?;
                out.copy_from_slice(&word.to_le_bytes()[..out.len()]);
            }
        }
        Ok(bytes)
    }

    fn word(&self, value: &Value) -> Result<u32, BatteryError> {
        if let Some(float) = value.get("f32") {
            return super::value::float_bits(float);
        }
        self.variable(value).unwrap_or_else(|| word(value))
    }
}

/// Bytes in hexadecimal digits.
pub(super) fn hex(digits: &str) -> Result<Vec<u8>, BatteryError> {
    let fail = || malformed("row of hexadecimal digits", &digits.into());
    let digit = |byte: u8| char::from(byte).to_digit(16).ok_or_else(fail);
    let pairs = digits.as_bytes().chunks_exact(2);
    pairs.map(|pair| Ok((digit(pair[0])? << 4 | digit(pair[1])?) as u8)).collect()
}
