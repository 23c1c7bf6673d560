//! Command lists as text.

use std::fmt::Write as _;

use crate::list::{Limits, ListError, ListMemory, Walk, Write, walk};
use crate::registers::{Class, Register, Registers};

/// Writes down lists: a line a write, with the register's name and the fields of the value that it has then.
///
/// ```text
///     66  0x050  SH_OUTMAP_O0                 03020100 x=pos.x y=pos.y z=pos.z w=pos.w
/// ```
///
/// The first number is the value's offset in its list in words. A mask follows the value where it is not all four bytes,
/// and the fields are those of the merged value.
#[derive(Clone, Debug, Default)]
pub struct Inspector {
    registers: Registers,
}

impl Inspector {
    /// An inspector at power-on.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The registers after all that was inspected.
    #[must_use]
    pub const fn registers(&self) -> &Registers {
        &self.registers
    }

    /// Follows a list and appends its lines to a text. A list that fails leaves the lines up to there.
    ///
    /// # Errors
    /// A malformed list, or jumps to nowhere or without end.
    pub fn list(
        &mut self,
        words: &[u32],
        memory: &(impl ListMemory + ?Sized),
        text: &mut String,
    ) -> Result<Walk, ListError> {
        let start = self.registers.clone();
        walk(words, &start, memory, Limits::default(), |write| {
            text.push_str(&self.line(write));
            text.push('\n');
            Ok(())
        })
    }

    /// One write as a line.
    pub fn line(&mut self, write: Write) -> String {
        let Write { offset, register, mask, value } = write;
        self.registers.write(register, mask, value);
        let mut line = format!("{offset:6}  {:#05X}  {:<28} {value:08X}", register.0, register.to_string());
        if mask != 0xF {
            let _ = write!(line, " /{mask:X}");
        }
        let merged = if register.class() == Class::Port { value } else { self.registers.value(register) };
        for field in register.info().map_or(&[][..], |(info, _)| info.fields) {
            let _ = write!(line, " {}={}", field.name, field.show(merged));
        }
        if let channel @ 0x23C..=0x23D = register.0 {
            let at = |index: u16| self.registers.value(Register(index + channel - 0x23C));
            let (size, address) = (u64::from(at(0x238)) * 8, u64::from(at(0x23A)) * 8);
            let _ = write!(line, " -> {address:#010X}, {size} bytes");
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::ListBuilder;

    #[test]
    fn lines_have_names_and_fields() {
        let mut list = ListBuilder::new();
        list.write(0x050, 0x1F02_0100)
            .write(0x041, 0x45_0000)
            .masked(0x107, 2, 0xFFFF_FFFF)
            .write(0x2CC, 0x8800_0000);
        list.write(0x068, 0x0010_03FF).write(0x2FE, 7);
        let mut text = String::new();
        let nowhere: &[crate::list::Span<'_>] = &[];
        let end = Inspector::new().list(&list.finish(), nowhere, &mut text).expect("a list");
        assert!(end.finalized);
        let expected = "     0  0x050  SH_OUTMAP_O0                 1F020100 x=pos.x y=pos.y z=pos.z w=-
     2  0x041  VIEWPORT_WIDTH               00450000 half=64.0
     4  0x107  DEPTH_COLOR_MASK             FFFFFFFF /2 depth_test=off function=never color_write=0xF depth_write=on
     6  0x2CC  VSH_CODETRANSFER_DATA0       88000000 value=0x88000000
     8  0x068  VIEWPORT_XY                  001003FF x=-1 y=16
    10  0x2FE  0x2FE                        00000007
    12  0x010  FINALIZE                     12345678 value=0x12345678
";
        assert_eq!(text, expected);
    }
}
