//! Scene folders: `scene.json`, the memory that it lays down, its events, and what it expects.

use std::path::{Path, PathBuf};

use retrograph_pica::front::Fill;
use retrograph_pica::list::{Span, words};
use serde::Deserialize;

use crate::demo::Result;

/// A scene folder, read.
#[derive(Debug)]
pub struct SceneFolder {
    /// Command lists in the order of their events.
    pub lists: Vec<List>,
    /// What happens, in order.
    pub events: Vec<Event>,
    /// Bytes at physical addresses.
    pub pieces: Vec<(u32, Vec<u8>)>,
    /// What is expected.
    pub expect: Expect,
    path: PathBuf,
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

/// Something that happens in a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The units of a memory fill that are started.
    Fill(Vec<Fill>),
    /// A command list, by its place among the lists.
    List(usize),
}

/// What a scene leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// The picture of the colour buffer.
    pub color: String,
    /// The physical address of the colour buffer.
    pub color_address: u32,
    /// The number of its format.
    pub color_format: u32,
    /// The bytes of the depth buffer, if they are expected.
    pub depth: Option<String>,
    /// The physical address of the depth buffer.
    pub depth_address: u32,
    /// The number of its format.
    pub depth_format: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

#[derive(Deserialize)]
struct Description {
    #[serde(default)]
    memory: Vec<Piece>,
    events: Vec<EventText>,
    expect: Option<ExpectText>,
}

#[derive(Deserialize)]
struct Piece {
    file: String,
    base: String,
}

#[derive(Deserialize)]
struct EventText {
    #[serde(rename = "type")]
    kind: String,
    file: Option<String>,
    address: Option<String>,
    #[serde(default)]
    units: Vec<FillText>,
}

#[derive(Deserialize)]
struct FillText {
    start: String,
    end: String,
    value: String,
    control: u32,
}

#[derive(Deserialize)]
struct ExpectText {
    color: String,
    color_address: String,
    color_format: u32,
    depth: Option<String>,
    depth_address: String,
    depth_format: u32,
    width: u32,
    height: u32,
}

/// A number in hexadecimal with `0x` before it.
fn hexadecimal(text: &str) -> Result<u64> {
    let digits =
        text.strip_prefix("0x").ok_or_else(|| format!("{text}: not a number that begins with 0x"))?;
    Ok(u64::from_str_radix(digits, 16).map_err(|error| format!("{text}: {error}"))?)
}

fn word(text: &str) -> Result<u32> {
    Ok(u32::try_from(hexadecimal(text)?).map_err(|error| format!("{text}: {error}"))?)
}

fn file(folder: &Path, name: &str) -> Result<Vec<u8>> {
    if Path::new(name).file_name() != Some(name.as_ref()) {
        return Err(format!("{name}: not a file of the folder").into());
    }
    let file = folder.join(name);
    Ok(std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?)
}

impl SceneFolder {
    /// Reads a folder. Events that are neither fills nor command lists are left out.
    ///
    /// # Errors
    /// Files that are missing or malformed, names that lead out of the folder.
    pub fn open(path: &Path) -> Result<Self> {
        let description: Description = serde_json::from_slice(&file(path, "scene.json")?)?;
        let (mut memory, mut pieces) = (Vec::new(), Vec::new());
        for Piece { file: name, base } in description.memory {
            let bytes = file(path, &name)?;
            // Jumps lead to whole words.
            memory.push((hexadecimal(&base)?, words(&bytes[..bytes.len() / 4 * 4])?));
            pieces.push((word(&base)?, bytes));
        }
        let (mut lists, mut events) = (Vec::new(), Vec::new());
        for event in description.events {
            match (&*event.kind, event.file, event.address) {
                ("command_list", Some(name), Some(address)) => {
                    let (address, words) = (hexadecimal(&address)?, words(&file(path, &name)?)?);
                    events.push(Event::List(lists.len()));
                    lists.push(List { name, address, words });
                }
                ("memory_fill", ..) => events.push(Event::Fill(fills(&event.units)?)),
                _ => {}
            }
        }
        let expect = description.expect.map(expect).transpose()?.unwrap_or_default();
        Ok(Self { lists, events, pieces, expect, path: path.to_owned(), memory })
    }

    /// Everything that jumps may lead to: the lists, then the memory.
    #[must_use]
    pub fn spans(&self) -> Vec<Span<'_>> {
        let lists = self.lists.iter().map(|list| Span { base: list.address, words: &list.words });
        lists.chain(self.memory.iter().map(|(base, words)| Span { base: *base, words })).collect()
    }

    /// The bytes of a file of the folder.
    ///
    /// # Errors
    /// A file that is missing, a name that leads out of the folder.
    pub fn read(&self, name: &str) -> Result<Vec<u8>> {
        file(&self.path, name)
    }
}

fn fills(units: &[FillText]) -> Result<Vec<Fill>> {
    let mut fills = Vec::new();
    for unit in units {
        fills.extend(Fill::from_registers(
            word(&unit.start)?,
            word(&unit.end)?,
            word(&unit.value)?,
            unit.control,
        ));
    }
    Ok(fills)
}

fn expect(text: ExpectText) -> Result<Expect> {
    let fits = |side: u32| (1..=1024).contains(&side);
    if !fits(text.width) || !fits(text.height) {
        return Err("a picture has 1 to 1024 columns and rows".into());
    }
    Ok(Expect {
        color: text.color,
        color_address: word(&text.color_address)?,
        color_format: text.color_format,
        depth: text.depth,
        depth_address: word(&text.depth_address)?,
        depth_format: text.depth_format,
        width: text.width,
        height: text.height,
    })
}
