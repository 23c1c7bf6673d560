//! Reading.

use super::{Binary, Constant, Executable, GeometryMode, Kind, Label, Output, Semantic, ShbinError, Uniform};
use crate::pica::Float24;

/// Bytes of a name: many rows may share one place in the symbols, and all are copied.
const MAX_NAME: usize = 512;

/// Bytes with a base that offsets are relative to.
#[derive(Clone, Copy)]
struct View<'a> {
    bytes: &'a [u8],
    base: u64,
}

impl<'a> View<'a> {
    fn range(self, what: &'static str, offset: u64, len: u64) -> Result<&'a [u8], ShbinError> {
        let offset = self.base + offset;
        let end = offset.checked_add(len).filter(|&end| end <= self.bytes.len() as u64);
        let end = end.ok_or(ShbinError::Outside { what, offset })?;
        Ok(&self.bytes[offset as usize..end as usize])
    }

    fn u32(self, what: &'static str, offset: u64) -> Result<u32, ShbinError> {
        let bytes = self.range(what, offset, 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn u16(self, what: &'static str, offset: u64) -> Result<u16, ShbinError> {
        let bytes = self.range(what, offset, 2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u8(self, what: &'static str, offset: u64) -> Result<u8, ShbinError> {
        Ok(self.range(what, offset, 1)?[0])
    }

    /// The views of a table's rows; the table's offset and count stand at `header` and after it.
    fn table(
        self,
        what: &'static str,
        header: u64,
        row: u64,
    ) -> Result<impl Iterator<Item = Self>, ShbinError> {
        let (offset, count) = (u64::from(self.u32(what, header)?), u64::from(self.u32(what, header + 4)?));
        self.range(what, offset, count * row)?;
        let base = self.base + offset;
        Ok((0..count).map(move |index| View { bytes: self.bytes, base: base + index * row }))
    }

    fn magic(self, what: &'static str, magic: [u8; 4]) -> Result<(), ShbinError> {
        match self.u32(what, 0)? {
            found if found == u32::from_le_bytes(magic) => Ok(()),
            found => Err(ShbinError::Magic { what, offset: self.base, found }),
        }
    }
}

/// Reads a linked shader file.
///
/// # Errors
/// Tables outside of the file, wrong magics, values without meaning, names without end.
pub fn read(bytes: &[u8]) -> Result<Binary, ShbinError> {
    let file = View { bytes, base: 0 };
    file.magic("the file", *b"DVLB")?;
    let count = file.u32("the number of executables", 4)?;
    file.range("the list of executables", 8, u64::from(count) * 4)?;
    let program = View { bytes, base: 8 + u64::from(count) * 4 };
    program.magic("the program", *b"DVLP")?;
    let code =
        program.table("the code", 0x08, 4)?.map(|row| row.u32("the code", 0)).collect::<Result<_, _>>()?;
    let mut binary = Binary { version: program.u32("the version", 4)?, code, ..Binary::default() };
    for row in program.table("the operand descriptors", 0x10, 8)? {
        binary.descriptors.push(row.u32("an operand descriptor", 0)?);
        binary.usage.push(row.u32("an operand descriptor", 4)?);
    }
    let (names, size) = (program.u32("the file names", 0x20)?, program.u32("the file names", 0x24)?);
    binary.file_names = program.range("the file names", names.into(), size.into())?.to_vec();
    for index in 0..u64::from(count) {
        let base = file.u32("the list of executables", 8 + index * 4)?.into();
        binary.executables.push(executable(View { bytes, base })?);
    }
    Ok(binary)
}

fn executable(view: View<'_>) -> Result<Executable, ShbinError> {
    view.magic("an executable", *b"DVLE")?;
    let (symbols, size) = (view.u32("the symbols", 0x38)?.into(), view.u32("the symbols", 0x3C)?.into());
    view.range("the symbols", symbols, size)?;
    let name = |offset: u32| {
        let at = view.base + symbols + u64::from(offset);
        let error = ShbinError::Name { offset: at };
        let rest = size.checked_sub(offset.into()).ok_or(error)?;
        let bytes = view.range("a name", symbols + u64::from(offset), rest)?;
        let end = bytes.iter().take(MAX_NAME).position(|&byte| byte == 0).ok_or(error)?;
        String::from_utf8(bytes[..end].to_vec()).map_err(|_| error)
    };
    let mut constants = Vec::new();
    for row in view.table("the constants", 0x18, 20)? {
        constants.push(constant(row)?);
    }
    let mut labels = Vec::new();
    for row in view.table("the labels", 0x20, 16)? {
        labels.push(Label {
            id: row.u16("a label", 0)?,
            offset: row.u32("a label", 4)?,
            size: row.u32("a label", 8)?,
            name: name(row.u32("a label", 12)?)?,
        });
    }
    let mut output_map = Vec::new();
    for row in view.table("the outputs", 0x28, 8)? {
        output_map.push(Output {
            semantic: Semantic(row.u16("an output", 0)?),
            register: row.u16("an output", 2)?,
            lanes: row.u16("an output", 4)?,
        });
    }
    let mut uniforms = Vec::new();
    for row in view.table("the uniforms", 0x30, 8)? {
        uniforms.push(Uniform {
            name: name(row.u32("a uniform", 0)?)?,
            first: row.u16("a uniform", 4)?,
            last: row.u16("a uniform", 6)?,
        });
    }
    Ok(Executable {
        version: view.u16("the version", 4)?,
        kind: kind(view)?,
        merge_outputs: view.u8("the merge flag", 7)? != 0,
        entry: view.u32("the entry", 8)?,
        end: view.u32("the end", 0x0C)?,
        inputs: view.u16("the input mask", 0x10)?,
        outputs: view.u16("the output mask", 0x12)?,
        constants,
        labels,
        output_map,
        uniforms,
    })
}

fn kind(view: View<'_>) -> Result<Kind, ShbinError> {
    let value =
        |what, offset, value: u8| ShbinError::Value { what, offset: view.base + offset, value: value.into() };
    match view.u8("the stage", 6)? {
        0 => Ok(Kind::Vertex),
        1 => Ok(Kind::Geometry(match view.u8("the geometry mode", 0x14)? {
            0 => GeometryMode::Point,
            1 => GeometryMode::Variable { full: view.u8("the full vertices", 0x16)? },
            2 => GeometryMode::Fixed {
                first: view.u8("the first uniform", 0x15)?,
                vertices: view.u8("the fixed vertices", 0x17)?,
            },
            other => return Err(value("the geometry mode", 0x14, other)),
        })),
        other => Err(value("the stage", 6, other)),
    }
}

fn constant(row: View<'_>) -> Result<Constant, ShbinError> {
    let register = row.u16("a constant", 2)?;
    let what = "a constant";
    let in_range = |limit: u16, constant| match register {
        register if register < limit => Ok(constant),
        other => Err(ShbinError::Value {
            what: "a constant's register",
            offset: row.base + 2,
            value: other.into(),
        }),
    };
    match row.u16(what, 0)? {
        0 => in_range(16, Constant::Boolean(register, row.u8(what, 4)? != 0)),
        1 => {
            let value = row.range(what, 4, 4)?;
            in_range(4, Constant::Integer(register, [value[0], value[1], value[2], value[3]]))
        }
        2 => {
            let mut value = [Float24::default(); 4];
            for (lane, offset) in value.iter_mut().zip([4, 8, 12, 16]) {
                *lane = Float24::from_bits(row.u32(what, offset)?);
            }
            in_range(96, Constant::Float(register, value))
        }
        other => Err(ShbinError::Value { what: "a constant's type", offset: row.base, value: other.into() }),
    }
}
