//! Writing.

use super::{Binary, Constant, Executable, GeometryMode, Kind, ShbinError};

/// A table's bytes so far, and where each table begins.
#[derive(Default)]
struct Tables {
    bytes: Vec<u8>,
}

impl Tables {
    fn put(&mut self, bytes: impl IntoIterator<Item = u8>) {
        self.bytes.extend(bytes);
    }

    fn u16(&mut self, value: u16) {
        self.put(value.to_le_bytes());
    }

    fn u32(&mut self, value: u32) {
        self.put(value.to_le_bytes());
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

fn count(what: &'static str, count: usize) -> Result<u32, ShbinError> {
    // A quarter of what 32 bits hold leaves room for the sizes of rows.
    u32::try_from(count).ok().filter(|&count| count < 1 << 26).ok_or(ShbinError::TooMany(what))
}

/// Writes a linked shader file. Symbol tables are made anew, in the order of labels and uniforms.
///
/// # Errors
/// [`ShbinError::TooMany`] for what the format cannot count.
pub fn write(binary: &Binary) -> Result<Vec<u8>, ShbinError> {
    let executables = binary.executables.iter().map(executable).collect::<Result<Vec<_>, _>>()?;
    let program = program(binary)?;
    let mut offset = 8 + 4 * executables.len() + program.len();
    let mut file = Tables::default();
    file.put(*b"DVLB");
    file.u32(count("executables", executables.len())?);
    for executable in &executables {
        file.u32(count("bytes", offset)?);
        offset += executable.len();
    }
    file.put(program);
    executables.into_iter().for_each(|executable| file.put(executable));
    Ok(file.bytes)
}

fn program(binary: &Binary) -> Result<Vec<u8>, ShbinError> {
    const HEADER: u32 = 0x28;
    let (words, descriptors) =
        (count("code words", binary.code.len())?, count("descriptors", binary.descriptors.len())?);
    let names = HEADER + words * 4 + descriptors * 8;
    let mut tables = Tables::default();
    tables.put(*b"DVLP");
    for value in [binary.version, HEADER, words, HEADER + words * 4, descriptors, names, 0, names] {
        tables.u32(value);
    }
    tables.u32(count("bytes of file names", binary.file_names.len())?);
    binary.code.iter().for_each(|&word| tables.u32(word));
    let usage = binary.usage.iter().copied().chain(std::iter::repeat(0));
    for (&descriptor, usage) in binary.descriptors.iter().zip(usage) {
        tables.u32(descriptor);
        tables.u32(usage);
    }
    tables.put(binary.file_names.iter().copied());
    tables.align();
    Ok(tables.bytes)
}

fn executable(executable: &Executable) -> Result<Vec<u8>, ShbinError> {
    const HEADER: usize = 0x40;
    let (mut tables, mut symbols) = (Tables::default(), Vec::new());
    let mut symbol = |name: &str| {
        let offset = count("bytes of symbols", symbols.len());
        symbols.extend(name.bytes().chain([0]));
        offset
    };
    let mut starts = Vec::new();
    let mut start = |tables: &Tables, rows: usize| {
        starts.push((count("bytes", HEADER + tables.bytes.len())?, count("rows", rows)?));
        Ok(())
    };
    start(&tables, executable.constants.len())?;
    executable.constants.iter().for_each(|&value| constant(&mut tables, value));
    start(&tables, executable.labels.len())?;
    for label in &executable.labels {
        tables.u16(label.id);
        tables.u16(1);
        [label.offset, label.size, symbol(&label.name)?].into_iter().for_each(|value| tables.u32(value));
    }
    start(&tables, executable.output_map.len())?;
    for output in &executable.output_map {
        [output.semantic.0, output.register, output.lanes, 0].into_iter().for_each(|value| tables.u16(value));
    }
    start(&tables, executable.uniforms.len())?;
    for uniform in &executable.uniforms {
        tables.u32(symbol(&uniform.name)?);
        tables.u16(uniform.first);
        tables.u16(uniform.last);
    }
    start(&tables, symbols.len())?;
    tables.put(symbols);
    tables.align();
    let mut file = header(executable);
    starts.into_iter().flat_map(|(offset, rows)| [offset, rows]).for_each(|value| file.u32(value));
    file.put(tables.bytes);
    Ok(file.bytes)
}

/// The header up to the tables' places.
fn header(executable: &Executable) -> Tables {
    let mut file = Tables::default();
    file.put(*b"DVLE");
    file.u16(executable.version);
    let (stage, geometry) = match executable.kind {
        Kind::Vertex => (0, [0; 4]),
        Kind::Geometry(GeometryMode::Point) => (1, [0; 4]),
        Kind::Geometry(GeometryMode::Variable { full }) => (1, [1, 0, full, 0]),
        Kind::Geometry(GeometryMode::Fixed { first, vertices }) => (1, [2, first, 0, vertices]),
    };
    file.put([stage, executable.merge_outputs.into()]);
    file.u32(executable.entry);
    file.u32(executable.end);
    file.u16(executable.inputs);
    file.u16(executable.outputs);
    file.put(geometry);
    file
}

fn constant(tables: &mut Tables, constant: Constant) {
    match constant {
        Constant::Boolean(register, value) => {
            [0, register].into_iter().for_each(|value| tables.u16(value));
            tables.u32(value.into());
            tables.put([0; 12]);
        }
        Constant::Integer(register, value) => {
            [1, register].into_iter().for_each(|value| tables.u16(value));
            tables.put(value);
            tables.put([0; 12]);
        }
        Constant::Float(register, value) => {
            [2, register].into_iter().for_each(|value| tables.u16(value));
            value.into_iter().for_each(|lane| tables.u32(lane.to_bits()));
        }
    }
}
