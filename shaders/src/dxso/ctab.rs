//! The constant table that compilers leave in a comment: names for registers, for people and for tools.

use super::program::RegisterFile;

/// A named range of constant or sampler registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedConstant {
    /// The name in the source.
    pub name: String,
    /// [`RegisterFile::ConstBool`], [`RegisterFile::ConstInt`], [`RegisterFile::Const`] or
    /// [`RegisterFile::Sampler`].
    pub file: RegisterFile,
    /// The first register.
    pub register: u16,
    /// How many registers it spans.
    pub count: u16,
}

/// The first four bytes of a comment that holds a constant table.
pub(super) const FOURCC: [u8; 4] = *b"CTAB";

/// Longest name taken: many entries may share one long name, and memory must stay in proportion to the input.
const LONGEST_NAME: usize = 256;
/// Size of one entry.
const ENTRY: usize = 20;

/// Reads the table from `bytes`, the comment after its four-character code. Nothing depends on the table: one
/// that cannot be read is empty.
pub(super) fn parse(bytes: &[u8]) -> Vec<NamedConstant> {
    entries(bytes).unwrap_or_default()
}

fn entries(bytes: &[u8]) -> Option<Vec<NamedConstant>> {
    let count = usize::try_from(long(bytes, 12)?).ok()?;
    let first = usize::try_from(long(bytes, 16)?).ok()?;
    let end = first.checked_add(count.checked_mul(ENTRY)?)?;
    bytes.get(first..end)?.chunks_exact(ENTRY).map(|entry| named(bytes, entry)).collect()
}

fn named(bytes: &[u8], entry: &[u8]) -> Option<NamedConstant> {
    let file = match short(entry, 4)? {
        0 => RegisterFile::ConstBool,
        1 => RegisterFile::ConstInt,
        2 => RegisterFile::Const,
        3 => RegisterFile::Sampler,
        _ => return None,
    };
    let text = bytes.get(usize::try_from(long(entry, 0)?).ok()?..)?;
    let length = text.iter().take(LONGEST_NAME).position(|&byte| byte == 0)?;
    let name = std::str::from_utf8(&text[..length]).ok()?.to_owned();
    Some(NamedConstant { name, file, register: short(entry, 6)?, count: short(entry, 8)? })
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<u8> {
        let mut bytes: Vec<u8> =
            [28u32, 0, 0xFFFE_0300, 1, 28, 0, 0].iter().flat_map(|d| d.to_le_bytes()).collect();
        bytes.extend(48u32.to_le_bytes());
        bytes.extend([2u16, 4, 3, 0].iter().flat_map(|w| w.to_le_bytes()));
        bytes.extend([0u8; 8]);
        bytes.extend(b"world\0");
        bytes
    }

    #[test]
    fn a_table_names_registers() {
        let expected =
            NamedConstant { name: "world".to_owned(), file: RegisterFile::Const, register: 4, count: 3 };
        assert_eq!(parse(&table()), [expected]);
    }

    #[test]
    fn a_damaged_table_is_empty() {
        let whole = table();
        for length in 0..whole.len() {
            assert_eq!(parse(&whole[..length]), [], "{length} bytes");
        }
        let mut endless = whole;
        endless[12..16].fill(0xFF);
        assert_eq!(parse(&endless), []);
    }
}
