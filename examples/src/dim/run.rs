//! The executor: one case on a new core, over the guest dispatcher alone.

mod memory;

use std::collections::BTreeMap;

use retrograph_d3dim::{Core, GuestMemory as _, Interface, PagedMemory, Reply};
use serde_json::{Map, Value};

use super::case::{Case, Read};
use super::value::{malformed, word};
use crate::battery::BatteryError;

/// What a case answered and drew.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// An answer a command, in the shape of `expect`.
    pub answers: Vec<Value>,
    /// The surfaces read, one after the other.
    pub bytes: Vec<u8>,
    /// Why it could not go on, if it could not.
    pub error: Option<String>,
    /// What it asked for that is not supported.
    pub unsupported: Vec<&'static str>,
}

/// A case being executed.
pub(super) struct Runner {
    pub(super) core: Core,
    pub(super) memory: PagedMemory,
    /// In the order in which they came about.
    pub(super) objects: Vec<(String, u32)>,
    interfaces: BTreeMap<String, String>,
    pub(super) variables: BTreeMap<String, u32>,
    /// What was placed in memory for the command.
    pub(super) placed: Vec<u32>,
}

/// Runs a case on a core without objects.
#[must_use]
pub fn run(core: Core, case: &Case) -> Outcome {
    let mut runner = Runner {
        core,
        memory: PagedMemory::new(),
        objects: Vec::new(),
        interfaces: case.objects.clone(),
        variables: BTreeMap::new(),
        placed: Vec::new(),
    };
    let mut outcome = Outcome::default();
    for (index, command) in case.commands.iter().enumerate() {
        match runner.command(command) {
            Ok(answer) => outcome.answers.push(answer),
            Err(error) => {
                outcome.error = Some(format!("command {index}: {error}"));
                return outcome;
            }
        }
    }
    for read in case.read.iter().filter(|read| read.error.is_none()) {
        outcome.bytes.extend(runner.read(read));
    }
    outcome.error = runner.core.context().finish().err().map(|error| error.to_string());
    outcome.unsupported = runner.core.unsupported().into_iter().map(|entry| entry.0).collect();
    outcome
}

impl Runner {
    /// The handle of an object by name.
    pub(super) fn handle(&self, name: &str) -> Result<u32, BatteryError> {
        // An object whose creation failed is null.
        let found = self.objects.iter().rev().find(|object| object.0 == name);
        match found {
            Some(object) => Ok(object.1),
            None if self.interfaces.contains_key(name) => Ok(0),
            None => Err(malformed("object", &name.into())),
        }
    }

    pub(super) fn name(&mut self, name: &str, word: u32) {
        self.objects.push((name.to_owned(), word));
    }

    /// The interface that an object is known by.
    pub(super) fn interface(&self, name: &str) -> Result<Interface, BatteryError> {
        let interface = self.interfaces.get(name).and_then(|interface| Interface::from_name(interface));
        interface.ok_or_else(|| malformed("object", &name.into()))
    }

    fn command(&mut self, command: &Map<String, Value>) -> Result<Value, BatteryError> {
        let op = command.get("op").and_then(Value::as_str).unwrap_or_default();
        let (owner, method) = op.split_once('.').ok_or_else(|| malformed("command", &op.into()))?;
        let answer = match owner {
            "Global" => self.enter(method, command),
            "Surface" | "ExecuteBuffer" | "VertexBuffer" => self.transfer(op, command),
            _ => self.method(owner, method, command),
        };
        for address in std::mem::take(&mut self.placed) {
            self.memory.free(address);
        }
        answer
    }

    fn arguments(command: &Map<String, Value>) -> &[Value] {
        command.get("args").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The entry points.
    fn enter(&mut self, name: &str, command: &Map<String, Value>) -> Result<Value, BatteryError> {
        let mut outputs = Vec::new();
        let names = ["guid", "ddraw", "iid", "outer"];
        let mut words = Vec::new();
        for (path, value) in names.iter().zip(Self::arguments(command)) {
            words.push(self.argument(path, value, &mut outputs)?);
        }
        words.resize(4, 0);
        let reply = if name == "DirectDrawCreateEx" {
            self.core.direct_draw_create_ex(words[1], words[2], words[3], &mut self.memory)
        } else {
            self.core.direct_draw_create(words[1], words[2], &mut self.memory)
        };
        Ok(answer(reply.value, false, self.collect(outputs), None))
    }

    fn method(
        &mut self,
        interface: &str,
        name: &str,
        command: &Map<String, Value>,
    ) -> Result<Value, BatteryError> {
        let fail = || malformed("method", &format!("{interface}.{name}").into());
        let interface = Interface::from_name(interface).ok_or_else(fail)?;
        let slot = interface.slot(name).ok_or_else(fail)?;
        let method = interface.methods()[slot as usize];
        let this = match command.get("this") {
            Some(Value::String(name)) => self.handle(name)?,
            _ => 0,
        };
        let given = Self::arguments(command);
        let mut outputs = Vec::new();
        let mut words = Vec::new();
        for (index, (path, _)) in method.arguments().enumerate() {
            let value = given.get(index).unwrap_or(&Value::Null);
            words.push(self.argument(path, value, &mut outputs)?);
        }
        let Reply { value, enumeration } = self.core.call(interface, slot, this, &words, &mut self.memory);
        let calls = enumeration.map(|enumeration| self.enumerate(&enumeration, enumeration.context));
        Ok(answer(value, method.counts(), self.collect(outputs), calls))
    }

    /// A call by name with plain words, of an object by name.
    pub(super) fn call(&mut self, object: &str, method: &str, words: &[u32]) -> Result<u32, BatteryError> {
        let interface = self.interface(object)?;
        let slot = interface.slot(method).ok_or_else(|| malformed("method", &method.into()))?;
        let this = self.handle(object)?;
        let count = interface.methods()[slot as usize].arguments().count();
        let mut words = words.to_vec();
        words.resize(count.max(words.len()), 0);
        Ok(self.core.call(interface, slot, this, &words, &mut self.memory).value)
    }

    /// The texels of a surface; zeros where it cannot be read.
    fn read(&mut self, read: &Read) -> Vec<u8> {
        let row = (u64::from(read.width) * u64::from(read.bits) / 8).min(1 << 16) as usize;
        let rows = read.height.min(1 << 14) as usize;
        let mut bytes = Vec::with_capacity(row * rows);
        let locked = self.lock_surface(&read.surface, true);
        for index in 0..rows {
            bytes.extend(match &locked {
                Ok((0, pitch, start)) => self.bytes(start.wrapping_add(index as u32 * pitch), row),
                _ => vec![0; row],
            });
        }
        if matches!(locked, Ok((0, ..))) {
            // It was locked just before.
            let _unlocked = self.call(&read.surface, "Unlock", &[0]);
        }
        bytes
    }
}

/// An answer in the shape of `expect`.
fn answer(value: u32, counts: bool, out: Map<String, Value>, calls: Option<Vec<Value>>) -> Value {
    let mut answer = Map::new();
    if counts {
        answer.insert("ret".into(), value.into());
    } else {
        answer.insert("hr".into(), format!("{value:#010x}").into());
    }
    if !out.is_empty() {
        answer.insert("out".into(), out.into());
    }
    if let Some(calls) = calls {
        answer.insert("calls".into(), calls.into());
    }
    answer.into()
}

/// The number of a command's key; 0 where there is none.
fn number(command: &Map<String, Value>, key: &str) -> Result<u32, BatteryError> {
    command.get(key).map_or(Ok(0), word)
}
