//! Reading the corpus.

use std::fs;
use std::path::{Path, PathBuf};

/// The corpus: `bin` has the shaders, `asm` the sources of those that were assembled.
fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name)
}

/// Names (without `.dxso`) and bytes of all shaders, by name.
pub(crate) fn binaries() -> Vec<(String, Vec<u8>)> {
    let directory = directory("bin");
    let entries = fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut shaders: Vec<_> = entries
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "dxso"))
        .map(|path| {
            let name = path.file_stem().expect("a file name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a readable shader"))
        })
        .collect();
    shaders.sort();
    shaders
}

/// The assembly source of shader `name`, if it was assembled.
pub(crate) fn source(name: &str) -> Option<String> {
    fs::read_to_string(directory("asm").join(name).with_extension("asm")).ok()
}

/// The bytes of shader `name`.
pub(crate) fn shader(name: &str) -> Vec<u8> {
    let path = directory("bin").join(format!("{name}.dxso"));
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
