//! A battery root: cases, their index and their references.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::battery::BatteryError;
use crate::battery::data::{case_folder, parse_json, read_bounded, read_packed};

/// What the index says of a case.
#[derive(Clone, Debug, Deserialize)]
pub struct IndexEntry {
    /// The case.
    pub name: String,
    /// Its group.
    pub area: String,
    /// Who decides what is right; cases of `open` are run and not judged.
    pub trust: String,
}

/// A surface that is read at the end.
#[derive(Clone, Debug, Deserialize)]
pub struct Read {
    /// Its name.
    pub surface: String,
    /// The format's name.
    pub format: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Bits of a texel.
    pub bits: u32,
    /// Why the reference could not be read.
    #[serde(default)]
    pub error: Option<Value>,
}

/// How far texels may be off.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Tolerance {
    /// Steps of a channel of 8 bits.
    pub units: f64,
    /// The share of texels that may be further off.
    pub outliers: f64,
}

/// A case.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// Of the format.
    pub version: u32,
    /// The case.
    pub name: String,
    /// Its group.
    pub area: String,
    /// Who decides what is right.
    pub trust: String,
    /// Of the reads.
    pub tolerance: Tolerance,
    /// Whether the reads are not judged.
    #[serde(default)]
    pub open_pixels: bool,
    /// Every object and its interface.
    pub objects: BTreeMap<String, String>,
    /// What is done.
    pub commands: Vec<Map<String, Value>>,
    /// What is read then.
    #[serde(default)]
    pub read: Vec<Read>,
}

/// A folder of cases with expected results.
#[derive(Clone, Debug)]
pub struct Battery {
    root: PathBuf,
    index: Vec<IndexEntry>,
}

impl Battery {
    /// Opens the battery in the folder `root`: reads its index, no case.
    ///
    /// # Errors
    /// When the index cannot be read or is malformed.
    pub fn open(root: &Path) -> Result<Self, BatteryError> {
        let path = root.join("index.json");
        let mut index: Vec<IndexEntry> = parse_json(&path, &read_bounded(&path)?)?;
        index.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self { root: root.to_owned(), index })
    }

    /// The cases in the order of their names.
    #[must_use]
    pub fn cases(&self) -> &[IndexEntry] {
        &self.index
    }

    /// Reads a case.
    ///
    /// # Errors
    /// When it is not there or is malformed.
    pub fn case(&self, name: &str) -> Result<Case, BatteryError> {
        let path = case_folder(&self.root, name)?.join("case.json");
        let case: Case = parse_json(&path, &read_bounded(&path)?)?;
        if case.version != 1 {
            return Err(BatteryError::Data(format!("{name}: version {} is not 1", case.version)));
        }
        Ok(case)
    }

    /// The texels that a case should read: the seed's before Wine's.
    ///
    /// # Errors
    /// When a file cannot be read or unpacked.
    pub fn expected(&self, name: &str) -> Result<Option<Vec<u8>>, BatteryError> {
        let folder = case_folder(&self.root, name)?;
        for reference in ["seed", "wine"] {
            let plain = folder.join(format!("expected.{reference}.bin"));
            if plain.exists() {
                return read_bounded(&plain).map(Some);
            }
            let path = folder.join(format!("expected.{reference}.bin.z"));
            if path.exists() {
                return read_packed(&path).map(Some);
            }
        }
        Ok(None)
    }
}
