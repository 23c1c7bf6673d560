//! Arguments: JSON to words, with what they point to laid out in guest memory.

use retrograph_d3dim::GuestMemory as _;
use retrograph_d3dim::layout::{Field, FieldKind, Structure, structure};
use serde_json::{Map, Value};

use super::outputs::Output;
use super::run::Runner;
use super::value::{POISON, float_bits, guid, layout, malformed, pack, word};
use crate::battery::BatteryError;

/// The function that every enumeration gets.
pub(super) const CALLBACK: u32 = 0x00CA_11BC;

impl Runner {
    /// The word of an argument; what it points to is laid out, and what it may answer is noted under `path`.
    pub(super) fn argument(
        &mut self,
        path: &str,
        value: &Value,
        outputs: &mut Vec<Output>,
    ) -> Result<u32, BatteryError> {
        match value {
            Value::String(text) if text.starts_with('@') => self.handle(&text[1..]),
            Value::Object(map) => self.pointer(path, map, value, outputs),
            _ => word(value),
        }
    }

    fn pointer(
        &mut self,
        path: &str,
        map: &Map<String, Value>,
        value: &Value,
        outputs: &mut Vec<Output>,
    ) -> Result<u32, BatteryError> {
        let text = |key: &str| map.get(key).and_then(Value::as_str);
        let wants_out = map.get("out") == Some(&Value::Bool(true));
        if let Some(float) = map.get("f32") {
            return float_bits(float);
        }
        if let Some(name) = text("new") {
            let address = self.place(&[POISON; 4])?;
            outputs.push(Output::Object { path: path.to_owned(), address, name: name.to_owned() });
            return Ok(address);
        }
        if let Some(name) = text("guid") {
            let guid = guid(name).ok_or_else(|| malformed("identifier", value))?;
            return self.place(&guid.0);
        }
        if let Some(name) = text("var") {
            return Ok(self.variables.get(name).copied().unwrap_or(0));
        }
        if map.contains_key("callback") {
            return Ok(CALLBACK);
        }
        if let Some(name) = text("struct") {
            let shape = structure(name).ok_or_else(|| malformed("structure", value))?;
            let fill = map.get("fill").map_or(Ok(0), word)? as u8;
            let mut bytes = vec![fill; shape.size as usize];
            self.fill(path, shape, map.get("v").unwrap_or(&Value::Null), &mut bytes, outputs)?;
            let address = self.place(&bytes)?;
            if wants_out {
                outputs.push(Output::Structure { path: path.to_owned(), address, shape });
            }
            return Ok(address);
        }
        if let Some(name) = text("structs") {
            let shape = structure(name).ok_or_else(|| malformed("structure", value))?;
            let mut bytes = Vec::new();
            for fields in map.get("v").and_then(Value::as_array).into_iter().flatten() {
                let mut one = vec![0; shape.size as usize];
                self.fill(path, shape, fields, &mut one, outputs)?;
                bytes.extend(one);
            }
            return self.place(&bytes);
        }
        if let Some(kinds) = map.get("layout") {
            let kinds = layout(kinds)?;
            let values = map.get("values").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let bytes = pack(&kinds, values, |value| self.variable(value))?;
            let address = self.place(&bytes)?;
            if wants_out {
                outputs.push(Output::Packed { path: path.to_owned(), address, kinds, size: bytes.len() });
            }
            return Ok(address);
        }
        self.scalar(path, map, value, outputs)
    }

    /// Memory for numbers or a handle that a call writes.
    fn scalar(
        &mut self,
        path: &str,
        map: &Map<String, Value>,
        value: &Value,
        outputs: &mut Vec<Output>,
    ) -> Result<u32, BatteryError> {
        let kind = map.get("out").and_then(Value::as_str).ok_or_else(|| malformed("argument", value))?;
        let path = path.to_owned();
        if kind == "handle" {
            let address = self.place(&[POISON; 4])?;
            let name = map.get("as").and_then(Value::as_str).unwrap_or_default().to_owned();
            outputs.push(Output::Handle { path, address, name });
            return Ok(address);
        }
        let kinds = layout(&Value::Array(vec![kind.into()]))?;
        let count = map.get("n").map_or(Ok(1), word)?.min(1 << 16) as usize;
        let fill = map.get("fill").map_or(Ok(u32::from(POISON)), word)? as u8;
        let size = kinds[0].1 * count;
        let address = self.place(&vec![fill; size])?;
        outputs.push(Output::Numbers { path, address, kinds, size });
        Ok(address)
    }

    /// Writes fields given by name or in order.
    fn fill(
        &mut self,
        path: &str,
        shape: &Structure,
        value: &Value,
        bytes: &mut [u8],
        outputs: &mut Vec<Output>,
    ) -> Result<(), BatteryError> {
        let given: Vec<(&Field, &Value)> = match value {
            Value::Null => Vec::new(),
            Value::Array(list) => shape.fields.iter().zip(list).collect(),
            Value::Object(map) => map
                .iter()
                .map(|(name, value)| {
                    let field = shape.field(name).ok_or_else(|| malformed("field", &name.as_str().into()))?;
                    Ok((field, value))
                })
                .collect::<Result<_, BatteryError>>()?,
            _ => return Err(malformed("structure", value)),
        };
        for (field, value) in given {
            let range = field.offset as usize..(field.offset + field.size) as usize;
            let path = format!("{path}.{}", field.name);
            self.fill_field(&path, shape.size, field, value, &mut bytes[range], outputs)?;
        }
        Ok(())
    }

    fn fill_field(
        &mut self,
        path: &str,
        size: u32,
        field: &Field,
        value: &Value,
        bytes: &mut [u8],
        outputs: &mut Vec<Output>,
    ) -> Result<(), BatteryError> {
        if let FieldKind::Structure(name) = field.kind {
            let shape = structure(name).ok_or_else(|| malformed("structure", &name.into()))?;
            return self.fill(path, shape, value, bytes, outputs);
        }
        let element = bytes.len() / field.count.unwrap_or(1).max(1) as usize;
        let values = match value {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        for (value, out) in values.iter().zip(bytes.chunks_exact_mut(element.max(1))) {
            let word = match (value, field.kind) {
                (Value::String(text), _) if text.starts_with("sizeof") => match text.as_str() {
                    "sizeof-1" => size - 1,
                    "sizeof+1" => size + 1,
                    _ => size,
                },
                (Value::Object(_), _) | (Value::String(_), FieldKind::Pointer | FieldKind::Unsigned) => {
                    self.argument(path, value, outputs)?
                }
                (_, FieldKind::Float) => float_bits(value)?,
                _ => word(value)?,
            };
            out.copy_from_slice(&word.to_le_bytes()[..out.len()]);
        }
        Ok(())
    }

    /// The value of `{"var": name}` and `"@name"`, which stand anywhere.
    pub(super) fn variable(&self, value: &Value) -> Option<Result<u32, BatteryError>> {
        match value {
            Value::Object(map) => {
                let name = map.get("var")?.as_str()?;
                Some(Ok(self.variables.get(name).copied().unwrap_or(0)))
            }
            Value::String(text) => text.strip_prefix('@').map(|name| self.handle(name)),
            _ => None,
        }
    }

    /// Bytes in guest memory of their own.
    pub(super) fn place(&mut self, bytes: &[u8]) -> Result<u32, BatteryError> {
        let fault = |fault: retrograph_d3dim::Fault| BatteryError::Data(fault.to_string());
        let address = self.memory.allocate(bytes.len() as u32).map_err(fault)?;
        self.memory.write(address, bytes).map_err(fault)?;
        self.placed.push(address);
        Ok(address)
    }
}
