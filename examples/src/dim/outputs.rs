//! What a call wrote, as JSON.

use retrograph_d3dim::layout::{Field, FieldKind, Structure, structure};
use retrograph_d3dim::{Enumeration, GuestMemory as _, Guid, Interface, Item};
use serde_json::{Map, Value};

use super::run::Runner;
use super::value::{POISON, device_name, from_float, unpack};

/// Where a call may write.
pub(super) enum Output {
    /// An object, which gets a name.
    Object { path: String, address: u32, name: String },
    /// A handle that is no object, which gets a name.
    Handle { path: String, address: u32, name: String },
    /// A structure.
    Structure { path: String, address: u32, shape: &'static Structure },
    /// Values of a repeated layout.
    Packed { path: String, address: u32, kinds: Vec<(char, usize)>, size: usize },
    /// Numbers of one kind.
    Numbers { path: String, address: u32, kinds: Vec<(char, usize)>, size: usize },
}

/// Structures that are of another size where pointers have 64 bits: their sizes are told by word.
const OF_ANY_SIZE: [&str; 5] =
    ["DDSURFACEDESC", "DDSURFACEDESC2", "DDBLTFX", "D3DEXECUTEBUFFERDESC", "D3DTRANSFORMDATA"];

impl Runner {
    /// What stands at an address; unmapped memory reads as zeros.
    pub(super) fn bytes(&mut self, address: u32, size: usize) -> Vec<u8> {
        let mut bytes = vec![0; size];
        if self.memory.read(address, &mut bytes).is_err() {
            bytes.fill(0);
        }
        bytes
    }

    fn word_at(&mut self, address: u32) -> u32 {
        let bytes = self.bytes(address, 4);
        bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
    }

    /// What a call wrote, by path; objects and handles get their names.
    pub(super) fn collect(&mut self, outputs: Vec<Output>) -> Map<String, Value> {
        let mut out = Map::new();
        for output in outputs {
            let (path, value) = match output {
                Output::Object { path, address, name } => {
                    let word = self.word_at(address);
                    (path, self.name_object(word, &name))
                }
                Output::Handle { path, address, name } => {
                    let word = self.word_at(address);
                    self.variables.insert(name, word);
                    let text = match word {
                        0 => Value::from(0),
                        0xCCCC_CCCC => "poison".into(),
                        _ => "nonzero".into(),
                    };
                    (path, text)
                }
                Output::Structure { path, address, shape } => {
                    let bytes = self.bytes(address, shape.size as usize);
                    (path, fields(shape, &bytes))
                }
                Output::Packed { path, address, kinds, size } => {
                    (path, unpack(&kinds, &self.bytes(address, size)).into())
                }
                Output::Numbers { path, address, kinds, size } => {
                    let bytes = self.bytes(address, size);
                    (path, numbers(&kinds, &bytes))
                }
            };
            out.insert(path, value);
        }
        out
    }

    /// An object by the name that it has, or `"new"`, which gives it one.
    fn name_object(&mut self, word: u32, name: &str) -> Value {
        let known = self.known(word);
        match word {
            0 => return Value::Null,
            0xCCCC_CCCC => return "untouched".into(),
            _ => {}
        }
        self.name(name, word);
        known.unwrap_or_else(|| "new".into())
    }

    /// `"@x"`, when an object has a name.
    fn known(&self, word: u32) -> Option<Value> {
        let named = self.objects.iter().find(|object| object.1 == word);
        named.map(|object| format!("@{}", object.0).into())
    }

    /// Makes the calls of an enumeration; `cancel` is the number of the one that is answered with cancel, 0 for none.
    pub(super) fn enumerate(&mut self, enumeration: &Enumeration, cancel: u32) -> Vec<Value> {
        let mut calls = Vec::new();
        for (index, items) in (1..).zip(&enumeration.calls) {
            calls.push(self.enumerated(items));
            if index == cancel {
                break;
            }
        }
        calls
    }

    fn enumerated(&mut self, items: &[Item]) -> Value {
        for item in items {
            match item {
                Item::Guid(guid) => return device_name(*guid),
                Item::Structure { name: "D3DDEVICEDESC7", bytes } => {
                    let guid = bytes.get(196..212).and_then(|bytes| bytes.try_into().ok());
                    return guid.map_or(Value::Null, |bytes| device_name(Guid(bytes)));
                }
                Item::Object(handle) => {
                    self.core.hand_out(*handle);
                    let name = self.known(handle.0).unwrap_or_else(|| "new".into());
                    for interface in [Interface::DirectDrawSurface, Interface::DirectDrawSurface7] {
                        self.core.call(interface, 2, handle.0, &[], &mut self.memory);
                    }
                    return name;
                }
                Item::Structure { name, bytes } if items.len() == 1 => {
                    return structure(name).map_or(Value::Null, |shape| fields(shape, bytes));
                }
                Item::Structure { .. } | Item::Text(_) => {}
            }
        }
        Value::Null
    }
}

fn numbers(kinds: &[(char, usize)], bytes: &[u8]) -> Value {
    if bytes.iter().all(|&byte| byte == POISON) {
        return "poison".into();
    }
    let mut values = unpack(kinds, bytes);
    if values.len() == 1 { values.remove(0) } else { values.into() }
}

/// The fields of a structure by name; a matrix is its numbers.
fn fields(shape: &Structure, bytes: &[u8]) -> Value {
    if let ("D3DMATRIX", [numbers]) = (shape.name, &*shape.fields) {
        return if bytes.iter().all(|&byte| byte == POISON) {
            "poison".into()
        } else {
            plain(shape, numbers, numbers.kind, bytes)
        };
    }
    let field = |field: &Field| {
        let bytes = &bytes[field.offset as usize..(field.offset + field.size) as usize];
        let value = match field.kind {
            FieldKind::Structure(name) => structure(name).map_or(Value::Null, |inner| fields(inner, bytes)),
            _ if bytes.iter().all(|&byte| byte == POISON) => "poison".into(),
            kind => plain(shape, field, kind, bytes),
        };
        (field.name.to_owned(), value)
    };
    Value::Object(shape.fields.iter().map(field).collect())
}

fn plain(shape: &Structure, field: &Field, kind: FieldKind, bytes: &[u8]) -> Value {
    let size = bytes.len() / field.count.unwrap_or(1).max(1) as usize;
    let one = |bytes: &[u8]| {
        let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        match kind {
            FieldKind::Float => from_float(word),
            FieldKind::Signed => word.cast_signed().into(),
            FieldKind::Pointer if word == 0 => Value::Null,
            FieldKind::Pointer => "ptr".into(),
            _ if field.name == "dwSize" && OF_ANY_SIZE.contains(&shape.name) => {
                match i64::from(word) - i64::from(shape.size) {
                    0 => "sizeof".into(),
                    -1 => "sizeof-1".into(),
                    1 => "sizeof+1".into(),
                    _ => word.into(),
                }
            }
            _ => word.into(),
        }
    };
    if field.count.is_some() {
        return bytes.chunks_exact(size.max(1)).map(one).collect();
    }
    one(bytes)
}
