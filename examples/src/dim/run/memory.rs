//! Operations on the bytes of surfaces and buffers: lock, copy, unlock.

use retrograph_d3dim::GuestMemory as _;
use retrograph_d3dim::layout::structure;
use serde_json::{Map, Value};

use super::{Runner, answer, number};
use crate::battery::BatteryError;
use crate::dim::instructions::hex;
use crate::dim::value::{layout, malformed, unpack};

/// `DDLOCK_WAIT`, and `DDLOCK_READONLY` beside it.
const WAIT: u32 = 1;
const READ_ONLY: u32 = 0x10;

impl Runner {
    /// An operation that is no method.
    pub(super) fn transfer(&mut self, op: &str, command: &Map<String, Value>) -> Result<Value, BatteryError> {
        let object = command.get("this").and_then(Value::as_str).unwrap_or_default().to_owned();
        match op {
            "Surface.Write" => self.write_surface(&object, command),
            "ExecuteBuffer.Write" | "VertexBuffer.Write" => self.write_buffer(&object, op, command),
            "ExecuteBuffer.Read" | "VertexBuffer.Read" => self.read_buffer(&object, op, command),
            _ => Err(malformed("command", &op.into())),
        }
    }

    /// HRESULT, pitch and address of a locked surface.
    pub(super) fn lock_surface(
        &mut self,
        object: &str,
        read_only: bool,
    ) -> Result<(u32, u32, u32), BatteryError> {
        let version = self.interface(object)?.version();
        let name = if version >= 4 { "DDSURFACEDESC2" } else { "DDSURFACEDESC" };
        let size = structure(name).map_or(0, |shape| shape.size);
        let mut bytes = vec![0; size as usize];
        bytes[..4].copy_from_slice(&size.to_le_bytes());
        let desc = self.place(&bytes)?;
        let flags = if read_only { WAIT | READ_ONLY } else { WAIT };
        let value = self.call(object, "Lock", &[0, desc, flags, 0])?;
        let words = unpack(&[('u', 4)], &self.bytes(desc, size as usize));
        let word = |index: usize| words.get(index).and_then(Value::as_u64).unwrap_or(0) as u32;
        Ok((value, word(4), word(9)))
    }

    fn write_surface(&mut self, object: &str, command: &Map<String, Value>) -> Result<Value, BatteryError> {
        let texels = hex(command.get("hex").and_then(Value::as_str).unwrap_or_default())?;
        let row = number(command, "row_bytes")?.max(1) as usize;
        let (value, pitch, start) = self.lock_surface(object, false)?;
        if value == 0 {
            for (index, row) in (0u32..).zip(texels.chunks(row)) {
                self.store(start.wrapping_add(index.wrapping_mul(pitch)), row)?;
            }
            self.call(object, "Unlock", &[0])?;
        }
        Ok(answer(value, false, Map::new(), None))
    }

    fn store(&mut self, address: u32, bytes: &[u8]) -> Result<(), BatteryError> {
        self.memory.write(address, bytes).map_err(|fault| BatteryError::Data(fault.to_string()))
    }

    /// HRESULT and address of a locked buffer.
    fn lock_buffer(&mut self, object: &str, op: &str) -> Result<(u32, u32), BatteryError> {
        if op.starts_with("ExecuteBuffer") {
            let mut bytes = [0; 20];
            bytes[0] = 20;
            let desc = self.place(&bytes)?;
            let value = self.call(object, "Lock", &[desc])?;
            let bytes = self.bytes(desc + 16, 4);
            return Ok((value, bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))));
        }
        let out = self.place(&[0; 8])?;
        let value = self.call(object, "Lock", &[WAIT, out, out + 4])?;
        let bytes = self.bytes(out, 4);
        Ok((value, bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))))
    }

    fn write_buffer(
        &mut self,
        object: &str,
        op: &str,
        command: &Map<String, Value>,
    ) -> Result<Value, BatteryError> {
        let whole = Value::Object(command.clone());
        let list = command
            .get("parts")
            .and_then(Value::as_array)
            .map_or(std::slice::from_ref(&whole), Vec::as_slice);
        let mut parts = Vec::new();
        for part in list.iter().filter_map(Value::as_object) {
            parts.push((number(part, "offset")?, self.part(part)?));
        }
        let (value, start) = self.lock_buffer(object, op)?;
        if value == 0 {
            for (offset, bytes) in parts {
                self.store(start.wrapping_add(offset), &bytes)?;
            }
            self.call(object, "Unlock", &[])?;
        }
        Ok(answer(value, false, Map::new(), None))
    }

    fn read_buffer(
        &mut self,
        object: &str,
        op: &str,
        command: &Map<String, Value>,
    ) -> Result<Value, BatteryError> {
        let kinds = layout(command.get("layout").unwrap_or(&Value::Null))?;
        let (offset, size) = (number(command, "offset")?, number(command, "bytes")?.min(1 << 20));
        let (value, start) = self.lock_buffer(object, op)?;
        let mut out = Map::new();
        if value == 0 {
            let bytes = self.bytes(start.wrapping_add(offset), size as usize);
            out.insert("data".into(), unpack(&kinds, &bytes).into());
            self.call(object, "Unlock", &[])?;
        }
        Ok(answer(value, false, out, None))
    }
}
