//! Tests, blending and masks.

use super::color;
use crate::registers::{Registers, Typed, table};

/// A comparison: the new value or reference left, the stored one right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Compare {
    Never,
    Always,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Compare {
    const fn from_number(number: u32) -> Self {
        match number & 7 {
            0 => Self::Never,
            1 => Self::Always,
            2 => Self::Equal,
            3 => Self::NotEqual,
            4 => Self::Less,
            5 => Self::LessEqual,
            6 => Self::Greater,
            _ => Self::GreaterEqual,
        }
    }

    /// Whether the comparison holds.
    #[inline]
    #[must_use]
    pub const fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }
}

/// The alpha test: alpha against a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlphaTest {
    /// The comparison.
    pub function: Compare,
    /// The reference.
    pub reference: u8,
}

/// What happens to a stored stencil value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StencilOperation {
    /// It stays.
    Keep,
    /// Zero.
    Zero,
    /// The reference.
    Replace,
    /// One more, up to 255.
    Increment,
    /// One less, down to 0.
    Decrement,
    /// All bits inverted.
    Invert,
    /// One more, 0 after 255.
    IncrementWrap,
    /// One less, 255 after 0.
    DecrementWrap,
}

impl StencilOperation {
    const fn from_number(number: u32) -> Self {
        match number & 7 {
            0 => Self::Keep,
            1 => Self::Zero,
            2 => Self::Replace,
            3 => Self::Increment,
            4 => Self::Decrement,
            5 => Self::Invert,
            6 => Self::IncrementWrap,
            _ => Self::DecrementWrap,
        }
    }
}

/// The stencil test: the masked reference left, the masked stored value right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stencil {
    /// The comparison.
    pub function: Compare,
    /// The reference.
    pub reference: u8,
    /// Which bits are compared.
    pub input_mask: u8,
    /// Which bits are written.
    pub write_mask: u8,
    /// Where the stencil test fails.
    pub fail: StencilOperation,
    /// Where the depth test fails.
    pub depth_fail: StencilOperation,
    /// Where both pass.
    pub pass: StencilOperation,
}

/// Depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Depth {
    /// The test; `None` passes always, and still writes.
    pub test: Option<Compare>,
    /// Whether depth is written, if the framebuffer allows it.
    pub write: bool,
}

/// How the two products of blending become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Equation {
    /// Source and destination.
    Add,
    /// Source less destination.
    Subtract,
    /// Destination less source.
    ReverseSubtract,
    /// The smaller product.
    Min,
    /// The larger product.
    Max,
}

impl Equation {
    const fn from_number(number: u32) -> Self {
        match number & 7 {
            1 => Self::Subtract,
            2 => Self::ReverseSubtract,
            3 => Self::Min,
            4 => Self::Max,
            _ => Self::Add,
        }
    }
}

/// A factor of blending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Factor {
    Zero,
    One,
    Source,
    InverseSource,
    Destination,
    InverseDestination,
    SourceAlpha,
    InverseSourceAlpha,
    DestinationAlpha,
    InverseDestinationAlpha,
    Constant,
    InverseConstant,
    ConstantAlpha,
    InverseConstantAlpha,
    /// The smaller of source alpha and 1 less destination alpha; one for alpha.
    SourceAlphaSaturate,
}

impl Factor {
    const ALL: [Self; 16] = [
        Self::Zero,
        Self::One,
        Self::Source,
        Self::InverseSource,
        Self::Destination,
        Self::InverseDestination,
        Self::SourceAlpha,
        Self::InverseSourceAlpha,
        Self::DestinationAlpha,
        Self::InverseDestinationAlpha,
        Self::Constant,
        Self::InverseConstant,
        Self::ConstantAlpha,
        Self::InverseConstantAlpha,
        Self::SourceAlphaSaturate,
        // The last number has no name and acts as the source's colour.
        Self::Source,
    ];

    const fn from_number(number: u32) -> Self {
        Self::ALL[(number & 15) as usize]
    }
}

/// Blending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blend {
    /// The equation of red, green and blue.
    pub rgb: Equation,
    /// The equation of alpha.
    pub alpha: Equation,
    /// The source's factor for red, green and blue.
    pub source_rgb: Factor,
    /// The destination's factor for red, green and blue.
    pub destination_rgb: Factor,
    /// The source's factor for alpha.
    pub source_alpha: Factor,
    /// The destination's factor for alpha.
    pub destination_alpha: Factor,
    /// The constant, RGBA.
    pub constant: [u8; 4],
}

/// A logic operation of source `s` and destination `d`, bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum LogicOperation {
    Clear,
    And,
    AndReverse,
    Copy,
    Set,
    CopyInverted,
    Noop,
    Invert,
    Nand,
    Or,
    Nor,
    Xor,
    Equivalent,
    AndInverted,
    OrReverse,
    OrInverted,
}

impl LogicOperation {
    const ALL: [Self; 16] = [
        Self::Clear,
        Self::And,
        Self::AndReverse,
        Self::Copy,
        Self::Set,
        Self::CopyInverted,
        Self::Noop,
        Self::Invert,
        Self::Nand,
        Self::Or,
        Self::Nor,
        Self::Xor,
        Self::Equivalent,
        Self::AndInverted,
        Self::OrReverse,
        Self::OrInverted,
    ];
}

/// How a colour meets the stored one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorOutput {
    /// Blending.
    Blend(Blend),
    /// A logic operation; [`LogicOperation::Copy`] is the plain case.
    Logic(LogicOperation),
}

/// State of the output merger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Merger {
    /// The alpha test; `None` is off.
    pub alpha_test: Option<AlphaTest>,
    /// The stencil test; `None` is off, as it is without stencil bits.
    pub stencil: Option<Stencil>,
    /// Depth test and writing.
    pub depth: Depth,
    /// Blending or logic.
    pub color: ColorOutput,
    /// Which of R, G, B, A are written.
    pub color_mask: [bool; 4],
}

impl Merger {
    pub(super) fn decode(registers: &Registers) -> Self {
        let alpha = registers.get::<table::AlphaTest>();
        let depth = registers.get::<table::DepthColorMask>();
        let has_stencil = registers.get::<table::DepthFormat>().format() == 3;
        let is_on = registers.get::<table::StencilTest>().enable() != 0;
        Self {
            alpha_test: (alpha.enable() != 0).then(|| AlphaTest {
                function: Compare::from_number(alpha.function()),
                reference: alpha.reference() as u8,
            }),
            stencil: (is_on && has_stencil).then(|| stencil(registers)),
            depth: Depth {
                test: (depth.depth_test() != 0).then(|| Compare::from_number(depth.function())),
                write: depth.depth_write() != 0,
            },
            color: if registers.get::<table::ColorOperation>().blend() != 0 {
                ColorOutput::Blend(blend(registers))
            } else {
                let operation = registers.get::<table::LogicOperation>().operation();
                ColorOutput::Logic(LogicOperation::ALL[(operation & 15) as usize])
            },
            color_mask: std::array::from_fn(|lane| depth.color_write() >> lane & 1 != 0),
        }
    }
}

fn stencil(registers: &Registers) -> Stencil {
    let (test, operation) =
        (registers.get::<table::StencilTest>(), registers.get::<table::StencilOperation>());
    Stencil {
        function: Compare::from_number(test.function()),
        reference: test.reference() as u8,
        input_mask: test.input_mask() as u8,
        write_mask: test.write_mask() as u8,
        fail: StencilOperation::from_number(operation.stencil_fail()),
        depth_fail: StencilOperation::from_number(operation.depth_fail()),
        pass: StencilOperation::from_number(operation.pass()),
    }
}

fn blend(registers: &Registers) -> Blend {
    let function = registers.get::<table::BlendFunction>();
    Blend {
        rgb: Equation::from_number(function.rgb()),
        alpha: Equation::from_number(function.alpha()),
        source_rgb: Factor::from_number(function.src_rgb()),
        destination_rgb: Factor::from_number(function.dst_rgb()),
        source_alpha: Factor::from_number(function.src_alpha()),
        destination_alpha: Factor::from_number(function.dst_alpha()),
        constant: color(registers.get::<table::BlendColor>().bits()),
    }
}
