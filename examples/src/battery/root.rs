//! A battery root: its scripts, its index and its references.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::data::{case_folder, parse_json, read_bounded, read_packed};
use super::error::BatteryError;
use super::script::Case;

/// What the index says of a case.
#[derive(Clone, Debug, Deserialize)]
pub struct IndexEntry {
    /// The case.
    pub name: String,
    /// Its group.
    pub area: String,
    /// The references that count as correct.
    pub accept: Vec<String>,
    /// The commands expected to fail, as `"index op hresult"`.
    #[serde(default)]
    pub calls: Option<Vec<String>>,
}

/// A folder of scripts with expected results.
#[derive(Clone, Debug)]
pub struct Battery {
    root: PathBuf,
    index: BTreeMap<String, IndexEntry>,
}

impl Battery {
    /// Opens the battery in the folder `root`: reads its index, no script.
    ///
    /// # Errors
    /// When the index cannot be read or is malformed.
    pub fn open(root: &Path) -> Result<Self, BatteryError> {
        let path = root.join("index.json");
        let entries: Vec<IndexEntry> = parse_json(&path, &read_bounded(&path)?)?;
        let index = entries.into_iter().map(|entry| (entry.name.clone(), entry)).collect();
        Ok(Self { root: root.to_owned(), index })
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The cases of the index in the order of their names.
    pub fn cases(&self) -> impl Iterator<Item = &IndexEntry> {
        self.index.values()
    }

    /// What the index says of the case called `name`.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&IndexEntry> {
        self.index.get(name)
    }

    /// Reads the script of the case called `name`.
    ///
    /// # Errors
    /// When it is not there or is malformed.
    pub fn case(&self, name: &str) -> Result<Case, BatteryError> {
        let path = case_folder(&self.root, name)?.join("case.json");
        let case = Case::parse(&read_bounded(&path)?)
            .map_err(|source| BatteryError::Json { path: path.clone(), source })?;
        if case.version != 1 {
            return Err(BatteryError::data(format!("{name}: version {} is not 1", case.version)));
        }
        Ok(case)
    }

    /// The result of the reference `reference` for the case called `name`, if it has one.
    ///
    /// # Errors
    /// When the file cannot be read or unpacked.
    pub fn expected(&self, name: &str, reference: &str) -> Result<Option<Vec<u8>>, BatteryError> {
        let path = case_folder(&self.root, name)?.join(format!("expected.{reference}.bin.z"));
        if !path.exists() {
            return Ok(None);
        }
        read_packed(&path).map(Some)
    }
}
