//! The six combiner stages.

use super::color;
use crate::registers::{Register, Registers, Typed, table};

/// Where a stage's input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The interpolated colour.
    Primary,
    /// The diffuse result of fragment lighting.
    FragmentPrimary,
    /// The specular result of fragment lighting.
    FragmentSecondary,
    /// Texture unit 0 to 2, or the procedural texture as 3.
    Texture(u8),
    /// The combiner buffer.
    Buffer,
    /// The stage's constant.
    Constant,
    /// The result of the stage before.
    Previous,
    /// A number without a source: reads as zero.
    None,
}

impl Source {
    const fn from_number(number: u32) -> Self {
        match number {
            0 => Self::Primary,
            1 => Self::FragmentPrimary,
            2 => Self::FragmentSecondary,
            3..=6 => Self::Texture(number as u8 - 3),
            13 => Self::Buffer,
            14 => Self::Constant,
            15 => Self::Previous,
            _ => Self::None,
        }
    }
}

/// What is taken of a colour source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// Red, green and blue.
    Color,
    /// One lane (0 to 3 for red to alpha) for all three.
    Lane(u8),
    /// 255 less red, green and blue.
    InverseColor,
    /// 255 less one lane.
    InverseLane(u8),
}

impl Operand {
    const fn from_number(number: u32) -> Self {
        match number {
            1 => Self::InverseColor,
            2 => Self::Lane(3),
            3 => Self::InverseLane(3),
            4 => Self::Lane(0),
            5 => Self::InverseLane(0),
            8 => Self::Lane(1),
            9 => Self::InverseLane(1),
            12 => Self::Lane(2),
            13 => Self::InverseLane(2),
            _ => Self::Color,
        }
    }
}

/// What is taken of an alpha source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlphaOperand {
    /// 0 to 3 for red to alpha.
    pub lane: u8,
    /// Whether it is 255 less the lane.
    pub inverse: bool,
}

impl AlphaOperand {
    const fn from_number(number: u32) -> Self {
        Self { lane: [3, 0, 1, 2][(number >> 1 & 3) as usize], inverse: number & 1 != 0 }
    }
}

/// What a stage computes of its inputs `a`, `b` and `c`, on numbers from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// `a`.
    Replace,
    /// `a * b`.
    Modulate,
    /// `a + b`.
    Add,
    /// `a + b - 128`.
    AddSigned,
    /// `a * c + b * (255 - c)`.
    Interpolate,
    /// `a - b`.
    Subtract,
    /// The dot product of `a` and `b` as signed vectors, in red, green and blue.
    Dot3Rgb,
    /// The same in alpha too, whatever the alpha function.
    Dot3Rgba,
    /// `a * b + c`.
    MultiplyAdd,
    /// `(a + b) * c`.
    AddMultiply,
}

impl Function {
    /// Numbers without a function pass `a` on.
    const fn from_number(number: u32) -> Self {
        match number {
            1 => Self::Modulate,
            2 => Self::Add,
            3 => Self::AddSigned,
            4 => Self::Interpolate,
            5 => Self::Subtract,
            6 => Self::Dot3Rgb,
            7 => Self::Dot3Rgba,
            8 => Self::MultiplyAdd,
            9 => Self::AddMultiply,
            _ => Self::Replace,
        }
    }

    /// How many of the three inputs the function reads.
    #[must_use]
    pub const fn inputs(self) -> usize {
        match self {
            Self::Replace => 1,
            Self::Interpolate | Self::MultiplyAdd | Self::AddMultiply => 3,
            _ => 2,
        }
    }
}

/// A function with its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combiner<O> {
    /// What is computed.
    pub function: Function,
    /// The three inputs.
    pub inputs: [(Source, O); 3],
    /// What the result is multiplied by.
    pub scale: Scale,
}

/// A factor of a result: a shift of 0 to 2 bits.
pub type Scale = u8;

/// A combiner stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// Red, green and blue.
    pub rgb: Combiner<Operand>,
    /// Alpha.
    pub alpha: Combiner<AlphaOperand>,
    /// The constant, RGBA.
    pub constant: [u8; 4],
    /// Whether the next buffer takes red, green and blue of this stage's result.
    pub updates_rgb: bool,
    /// Whether the next buffer takes this stage's alpha.
    pub updates_alpha: bool,
}

impl Stage {
    /// Whether the result is what the stage before gave.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        self.rgb.function == Function::Replace
            && self.rgb.inputs[0] == (Source::Previous, Operand::Color)
            && self.rgb.scale == 0
            && self.alpha.function == Function::Replace
            && self.alpha.inputs[0] == (Source::Previous, AlphaOperand { lane: 3, inverse: false })
            && self.alpha.scale == 0
    }
}

/// The combiners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combiners {
    /// The stages in order.
    pub stages: [Stage; 6],
    /// What stage 1 reads as the buffer, RGBA. Stage 0 reads zeros; stage k from 2 on reads what stages up to k - 2 left.
    pub buffer: [u8; 4],
}

impl Combiners {
    pub(super) fn decode(registers: &Registers) -> Self {
        let config = registers.get::<table::CombinerBuffer>();
        let stage = |index: usize| {
            let first = [0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8][index];
            let updates = |mask: u32| index < 4 && mask >> index & 1 != 0;
            let words = [0, 1, 2, 3, 4].map(|step| registers.value(Register(first + step)));
            read(words, updates(config.rgb_updates()), updates(config.alpha_updates()))
        };
        Self {
            stages: std::array::from_fn(stage),
            buffer: color(registers.get::<table::CombinerBufferColor>().bits()),
        }
    }

    /// Whether any stage reads a source in a way that matters.
    #[must_use]
    pub fn reads(&self, source: Source) -> bool {
        self.stages.iter().enumerate().any(|(index, stage)| {
            stage.rgb.reads(source, index == 0)
                || stage.rgb.function != Function::Dot3Rgba && stage.alpha.reads(source, index == 0)
        })
    }
}

impl<O> Combiner<O> {
    /// Whether it reads a source. The first stage's previous result is its own third source.
    fn reads(&self, source: Source, is_first: bool) -> bool {
        self.inputs[..self.function.inputs()].iter().any(|(input, _)| {
            let replaced = is_first && *input == Source::Previous;
            if replaced { self.inputs[2].0 == source } else { *input == source }
        })
    }
}

fn read(words: [u32; 5], updates_rgb: bool, updates_alpha: bool) -> Stage {
    let sources = table::CombinerSource::from_bits(words[0]);
    let operands = table::CombinerOperand::from_bits(words[1]);
    let functions = table::CombinerFunction::from_bits(words[2]);
    let scales = table::CombinerScale::from_bits(words[4]);
    let rgb = |source, operand| (Source::from_number(source), Operand::from_number(operand));
    let alpha = |source, operand| (Source::from_number(source), AlphaOperand::from_number(operand));
    // Alpha has no dot products.
    let alpha_function = match Function::from_number(functions.alpha()) {
        Function::Dot3Rgb | Function::Dot3Rgba => Function::Replace,
        function => function,
    };
    let shift = |number: u32| if number == 3 { 0 } else { number as u8 };
    Stage {
        rgb: Combiner {
            function: Function::from_number(functions.rgb()),
            inputs: [
                rgb(sources.rgb0(), operands.rgb0()),
                rgb(sources.rgb1(), operands.rgb1()),
                rgb(sources.rgb2(), operands.rgb2()),
            ],
            scale: shift(scales.rgb()),
        },
        alpha: Combiner {
            function: alpha_function,
            inputs: [
                alpha(sources.alpha0(), operands.alpha0()),
                alpha(sources.alpha1(), operands.alpha1()),
                alpha(sources.alpha2(), operands.alpha2()),
            ],
            scale: shift(scales.alpha()),
        },
        constant: color(words[3]),
        updates_rgb,
        updates_alpha,
    }
}
