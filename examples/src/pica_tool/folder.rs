//! Scene folders: `scene.json`, the memory that it lays down, and its command lists.

use std::path::Path;

use retrograph_pica::list::{Span, words};
use serde::Deserialize;

use crate::demo::Result;

/// A scene folder, read.
#[derive(Debug)]
pub struct SceneFolder {
    /// Command lists in the order of their events.
    pub lists: Vec<List>,
    memory: Vec<(u64, Vec<u32>)>,
}

/// A command list of a scene.
#[derive(Debug)]
pub struct List {
    /// The file's name.
    pub name: String,
    /// The physical address.
    pub address: u64,
    /// The words.
    pub words: Vec<u32>,
}

#[derive(Deserialize)]
struct Description {
    #[serde(default)]
    memory: Vec<Piece>,
    events: Vec<Event>,
}

#[derive(Deserialize)]
struct Piece {
    file: String,
    base: String,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    file: Option<String>,
    address: Option<String>,
}

/// A number in hexadecimal with `0x` before it.
fn hexadecimal(text: &str) -> Result<u64> {
    let digits =
        text.strip_prefix("0x").ok_or_else(|| format!("{text}: not a number that begins with 0x"))?;
    Ok(u64::from_str_radix(digits, 16).map_err(|error| format!("{text}: {error}"))?)
}

impl SceneFolder {
    /// Reads a folder. Events other than command lists are left out.
    ///
    /// # Errors
    /// Files that are missing or malformed, names that lead out of the folder.
    pub fn open(path: &Path) -> Result<Self> {
        let read = |name: &str| -> Result<Vec<u8>> {
            if Path::new(name).file_name() != Some(name.as_ref()) {
                return Err(format!("{name}: not a file of the folder").into());
            }
            let file = path.join(name);
            Ok(std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?)
        };
        let description: Description = serde_json::from_slice(&read("scene.json")?)?;
        let mut memory = Vec::new();
        for Piece { file, base } in description.memory {
            let mut bytes = read(&file)?;
            // Only lists are read here, and lists are whole words.
            bytes.truncate(bytes.len() / 4 * 4);
            memory.push((hexadecimal(&base)?, words(&bytes)?));
        }
        let mut lists = Vec::new();
        for event in description.events {
            let ("command_list", Some(name), Some(address)) = (&*event.kind, event.file, event.address)
            else {
                continue;
            };
            let (address, words) = (hexadecimal(&address)?, words(&read(&name)?)?);
            lists.push(List { name, address, words });
        }
        Ok(Self { lists, memory })
    }

    /// Everything that jumps may lead to: the lists, then the memory.
    #[must_use]
    pub fn spans(&self) -> Vec<Span<'_>> {
        let lists = self.lists.iter().map(|list| Span { base: list.address, words: &list.words });
        lists.chain(self.memory.iter().map(|(base, words)| Span { base: *base, words })).collect()
    }
}
