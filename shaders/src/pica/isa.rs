//! Instructions as data, free of bit positions.

mod descriptor;
mod opcode;

pub use descriptor::{Descriptor, Selector};
pub use opcode::{Form, Opcode};

/// Words of code that a vertex shader may have.
pub const VERTEX_WORDS: usize = 512;
/// Words of code that a geometry shader may have when its unit stands alone.
pub const GEOMETRY_WORDS: usize = 4096;
/// Operand descriptors of a shader unit.
pub const DESCRIPTORS: usize = 128;
/// Float uniforms of a shader unit.
pub const UNIFORMS: usize = 96;

/// A register that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Register {
    /// Input `v0`–`v15`.
    Input(u8),
    /// Temporary `r0`–`r15`.
    Temporary(u8),
    /// Float uniform `c0`–`c95`.
    Uniform(u8),
}

impl Register {
    /// The register with this seven-bit number.
    pub const fn from_number(number: u8) -> Self {
        match number & 0x7F {
            input @ 0..=0x0F => Self::Input(input),
            temporary @ 0x10..=0x1F => Self::Temporary(temporary - 0x10),
            uniform => Self::Uniform(uniform - 0x20),
        }
    }

    /// The seven-bit number, or `None` if the index is out of range.
    pub const fn number(self) -> Option<u8> {
        match self {
            Self::Input(index) if index < 16 => Some(index),
            Self::Temporary(index) if index < 16 => Some(index + 0x10),
            Self::Uniform(index) if index < 96 => Some(index + 0x20),
            _ => None,
        }
    }
}

impl std::fmt::Display for Register {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(index) => write!(formatter, "v{index}"),
            Self::Temporary(index) => write!(formatter, "r{index}"),
            Self::Uniform(index) => write!(formatter, "c{index}"),
        }
    }
}

/// A register that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// Output `o0`–`o15`.
    Output(u8),
    /// Temporary `r0`–`r15`.
    Temporary(u8),
}

impl Destination {
    /// The register with this five-bit number.
    pub const fn from_number(number: u8) -> Self {
        match number & 0x1F {
            output @ 0..=0x0F => Self::Output(output),
            temporary => Self::Temporary(temporary - 0x10),
        }
    }

    /// The five-bit number, or `None` if the index is out of range.
    pub const fn number(self) -> Option<u8> {
        match self {
            Self::Output(index) if index < 16 => Some(index),
            Self::Temporary(index) if index < 16 => Some(index + 0x10),
            _ => None,
        }
    }
}

impl std::fmt::Display for Destination {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Output(index) => write!(formatter, "o{index}"),
            Self::Temporary(index) => write!(formatter, "r{index}"),
        }
    }
}

/// What is added to a uniform's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Relative {
    /// Nothing.
    #[default]
    None,
    /// The first address register, `a0.x`.
    AddressX,
    /// The second address register, `a0.y`.
    AddressY,
    /// The loop counter, `aL`.
    Loop,
}

impl Relative {
    /// By the two-bit field.
    pub const fn from_number(number: u8) -> Self {
        match number & 3 {
            0 => Self::None,
            1 => Self::AddressX,
            2 => Self::AddressY,
            _ => Self::Loop,
        }
    }

    /// The two-bit field.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// One comparison of a CMP instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// True whatever is compared: number 6.
    Always6,
    /// True whatever is compared: number 7.
    Always7,
}

impl Comparison {
    /// By the three-bit field.
    pub const fn from_number(number: u8) -> Self {
        match number & 7 {
            0 => Self::Eq,
            1 => Self::Ne,
            2 => Self::Lt,
            3 => Self::Le,
            4 => Self::Gt,
            5 => Self::Ge,
            6 => Self::Always6,
            _ => Self::Always7,
        }
    }

    /// The three-bit field.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Compares; an unordered pair is only unequal.
    pub fn test(self, a: f32, b: f32) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
            Self::Always6 | Self::Always7 => true,
        }
    }
}

/// How the two flags of CMP make one condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combination {
    /// Either flag is as its reference.
    Or,
    /// Both are.
    And,
    /// The first is.
    X,
    /// The second is.
    Y,
}

impl Combination {
    /// By the two-bit field.
    pub const fn from_number(number: u8) -> Self {
        match number & 3 {
            0 => Self::Or,
            1 => Self::And,
            2 => Self::X,
            _ => Self::Y,
        }
    }

    /// The two-bit field.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// A condition on the two flags of CMP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// How the two tests are combined.
    pub combination: Combination,
    /// What the first flag is tested against.
    pub x: bool,
    /// What the second flag is tested against.
    pub y: bool,
}

impl Condition {
    /// Whether the flags meet the condition.
    pub fn holds(self, flags: [bool; 2]) -> bool {
        let (x, y) = (flags[0] == self.x, flags[1] == self.y);
        match self.combination {
            Combination::Or => x || y,
            Combination::And => x && y,
            Combination::X => x,
            Combination::Y => y,
        }
    }
}

/// The operands of an instruction, by form. `wide` sources reach uniforms and relative addressing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operands {
    /// None at all.
    None,
    /// A destination and up to two sources.
    Arithmetic {
        /// Index of the operand descriptor.
        descriptor: u8,
        /// What is written; MOVA ignores it.
        destination: Destination,
        /// The sources in their order; the second is `None` where the instruction has one.
        sources: [Option<Register>; 2],
        /// What is added to the wide source's index.
        relative: Relative,
    },
    /// CMP: two sources and two comparisons.
    Compare {
        /// Index of the operand descriptor.
        descriptor: u8,
        /// The sources in their order.
        sources: [Register; 2],
        /// What is added to the first source's index.
        relative: Relative,
        /// The comparisons of lanes x and y.
        comparisons: [Comparison; 2],
    },
    /// MAD and MADI: a destination and three sources.
    MultiplyAdd {
        /// Index of the operand descriptor, 0 to 31.
        descriptor: u8,
        /// What is written.
        destination: Destination,
        /// The sources in their order.
        sources: [Register; 3],
        /// What is added to the wide source's index.
        relative: Relative,
    },
    /// A jump, call or branch on the flags of CMP.
    Conditional {
        /// The condition.
        condition: Condition,
        /// A code word.
        target: u16,
        /// A number of code words.
        count: u8,
    },
    /// A jump, call or branch on a boolean uniform.
    Boolean {
        /// The uniform `b0`–`b15`.
        uniform: u8,
        /// A code word.
        target: u16,
        /// A number of code words; bit 0 inverts JMPU.
        count: u8,
    },
    /// LOOP.
    Loop {
        /// The integer uniform `i0`–`i3`.
        uniform: u8,
        /// The last code word of the body.
        target: u16,
        /// Has no meaning.
        count: u8,
    },
    /// SETEMIT.
    SetEmit {
        /// Which vertex of the triangle EMIT writes.
        vertex: u8,
        /// Whether EMIT completes a triangle.
        primitive: bool,
        /// Whether the triangle's first two vertices are swapped.
        winding: bool,
    },
}

/// One instruction. `spare` holds the bits of the word that have no meaning, in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What it does.
    pub opcode: Opcode,
    /// What it does it with.
    pub operands: Operands,
    /// Bits of the word without meaning.
    pub spare: u32,
}
