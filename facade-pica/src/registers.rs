//! The register file, and the one table of registers that every name and field comes from.
//!
//! [`table`] has a type for each register (`CullingConfig`) that wraps its 32 bits and reads its fields; the same rows
//! answer [`Register::info`], which the inspector prints from.

mod field;
mod file;
pub mod table;

pub use field::{Field, Kind};
pub use file::{Registers, merge};

/// How many registers there are: indices of 0x300 and above are written without effect.
pub const COUNT: usize = 0x300;

/// A register by its index in the command list's numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(pub u16);

impl Register {
    /// The row of the table and the element within it, if the register has a name.
    #[must_use]
    pub fn info(self) -> Option<(&'static Info, u16)> {
        let (row, element) = *file::index().get(usize::from(self.0))?;
        let info = table::ALL.get(usize::from(row))?;
        Some((info, u16::from(element)))
    }
}

/// The name, such as `SH_OUTMAP_O3`, or `0x2FE` for a register without one.
impl std::fmt::Display for Register {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.info() {
            None => write!(f, "{:#05X}", self.0),
            Some((info, element)) => match info.name.split_once('#') {
                None => f.write_str(info.name),
                Some((before, after)) => write!(f, "{before}{}{after}", element + info.first_number),
            },
        }
    }
}

/// A row of the table: a register, or several alike.
#[derive(Debug)]
pub struct Info {
    /// The name; `#` stands for the element's number.
    pub name: &'static str,
    /// The index of the first element.
    pub index: u16,
    /// How many elements there are.
    pub count: u16,
    /// The distance of indices between elements.
    pub stride: u16,
    /// The number of the first element in names.
    pub first_number: u16,
    /// What a write does.
    pub class: Class,
    /// The fields, from the lowest bit up; bits in no field mean nothing.
    pub fields: &'static [Field],
}

/// What a write to a register does beyond storing the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Nothing: state that draws read.
    Config,
    /// Appends a word to a stream; neighbouring ports feed the same one.
    Port,
    /// Starts something.
    Trigger,
}

/// A register as a type: 32 bits with fields.
pub trait Typed: Copy {
    /// The row of the table.
    const INFO: Info;
    /// The register of this type with these bits.
    fn from_bits(bits: u32) -> Self;
    /// All 32 bits.
    fn bits(self) -> u32;
    /// The register of element `element`, which is 0 where there is only one.
    #[must_use]
    fn register(element: u16) -> Register {
        debug_assert!(element < Self::INFO.count);
        Register(Self::INFO.index + element * Self::INFO.stride)
    }
}
