//! What decides the code of generated stages, and nothing else: state that is only read at run time is in uniforms.

mod fold;

use crate::dxso::Compare;
use crate::varyings::Varyings;

/// How many semantics an output lane can have.
pub const SEMANTICS: usize = 24;
/// The mark of a semantic that no output lane has: it reads as 1.
pub const UNMAPPED: u8 = u8::MAX;
/// How many combiner stages there are.
pub const STAGES: usize = 6;
/// How many texture units deliver texels to the combiners.
pub const UNITS: usize = 3;

/// Which lane of which output register each semantic reads: `4 · register + lane`, or [`UNMAPPED`].
///
/// Semantics 0–3 are the position, 4–7 the quaternion, 8–11 the colour, 12–13, 14–15 and 22–23 the three sets of texture
/// coordinates, 16 the first set's w, 18–20 the view vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutputMap(pub [u8; SEMANTICS]);

impl Default for OutputMap {
    fn default() -> Self {
        Self([UNMAPPED; SEMANTICS])
    }
}

impl OutputMap {
    /// The map of the first `total` slots: enabled registers fill them in ascending order, a slot has four semantics in
    /// its bytes, and a later slot counts before an earlier one.
    #[must_use]
    pub fn new(enabled: u16, total: usize, slots: &[u32]) -> Self {
        let mut map = Self::default();
        let registers = (0..16u8).filter(|register| enabled >> register & 1 != 0);
        for (register, slot) in registers.zip(slots.iter().take(total)) {
            for lane in 0..4 {
                let semantic = (slot >> (8 * lane) & 0x1F) as usize;
                if let Some(entry) = map.0.get_mut(semantic) {
                    *entry = 4 * register + lane as u8;
                }
            }
        }
        map
    }
}

/// The key of a vertex stage: see [`super::vertex`] and [`super::processed`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VertexKey {
    /// What the fragment stage reads.
    pub varyings: Varyings,
    /// Where the semantics come from. Stages whose vertices are already processed do not look at it.
    pub outputs: OutputMap,
}

impl VertexKey {
    /// The key with what has no effect left out: semantics that nothing reads.
    #[must_use]
    pub fn folded(mut self) -> Self {
        let read = super::link::semantics_read(&self.varyings);
        for (semantic, entry) in self.outputs.0.iter_mut().enumerate() {
            if read >> semantic & 1 == 0 {
                *entry = UNMAPPED;
            }
        }
        self
    }
}

/// What an argument of a combiner reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Source {
    /// The interpolated colour.
    Primary,
    /// A texture unit, 0 to 2.
    Texture(u8),
    /// The combiner buffer.
    Buffer,
    /// The stage's constant.
    Constant,
    /// The result of the stage before.
    #[default]
    Previous,
    /// Zero: what the first stage sees where nothing comes before it, and what a disabled unit delivers.
    Zero,
}

/// The lanes of a source that an argument takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pick {
    /// Red, green and blue as they are; of an alpha argument the alpha.
    #[default]
    Own,
    /// Alpha in all lanes.
    Alpha,
    /// Red in all lanes.
    Red,
    /// Green in all lanes.
    Green,
    /// Blue in all lanes.
    Blue,
}

/// An argument of a combiner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Argument {
    /// What is read.
    pub source: Source,
    /// Which lanes of it.
    pub pick: Pick,
    /// Whether it is subtracted from one.
    pub invert: bool,
}

/// What a combiner does with its arguments a, b and c.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Operation {
    /// a
    #[default]
    Replace,
    /// a · b
    Modulate,
    /// a + b
    Add,
    /// a + b − ½
    AddSigned,
    /// a · c + b · (1 − c)
    Interpolate,
    /// a − b
    Subtract,
    /// The dot product of a and b as signed vectors, in the colour's lanes.
    Dot3Rgb,
    /// The same in all lanes: the alpha combiner does nothing.
    Dot3Rgba,
    /// a · b + c
    MultiplyAdd,
    /// (a + b) · c, the sum held to one
    AddMultiply,
}

impl Operation {
    /// How many arguments count.
    #[must_use]
    pub const fn arguments(self) -> usize {
        match self {
            Self::Replace => 1,
            Self::Interpolate | Self::MultiplyAdd | Self::AddMultiply => 3,
            _ => 2,
        }
    }
}

/// Half a combiner stage: for the colour, or for alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Combiner {
    /// What is done.
    pub operation: Operation,
    /// With what.
    pub arguments: [Argument; 3],
    /// The binary logarithm of what the result is multiplied with: 0 to 2.
    pub scale: u8,
}

/// A combiner stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stage {
    /// For red, green and blue.
    pub color: Combiner,
    /// For alpha.
    pub alpha: Combiner,
    /// Whether the colour goes to the combiner buffer; only of stages 0 to 3.
    pub buffers_color: bool,
    /// Whether alpha goes there.
    pub buffers_alpha: bool,
}

/// What a texture coordinate beyond the texture reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// What the sampler does: the edge, or the picture again, mirrored or not.
    #[default]
    Sampler,
    /// The border colour.
    Border,
    /// Beyond the end the edge, before the start the picture again.
    EdgeOrRepeat,
    /// Beyond the end the border colour, before the start the picture again.
    BorderOrRepeat,
}

/// A texture unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Along s and t.
    pub wrap: [Wrap; 2],
    /// Whether texels, and border colours with them, are filtered: the unit's magnification filter is linear.
    pub linear: bool,
    /// Which set of texture coordinates it reads, 0 to 2.
    pub set: u8,
    /// Whether a bias moves the level.
    pub biased: bool,
}

/// What is stored of depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DepthFormat {
    /// 16 bits.
    D16,
    /// 24 bits, with or without stencil beside them.
    D24,
}

impl DepthFormat {
    /// The largest stored value.
    #[must_use]
    pub const fn largest(self) -> u32 {
        match self {
            Self::D16 => 0xFFFF,
            Self::D24 => 0xFF_FFFF,
        }
    }

    /// The power of two that stored values are divided by in depth attachments: so each is a float exactly.
    #[must_use]
    pub const fn unit(self) -> f32 {
        (self.largest() + 1) as f32
    }
}

/// What is stored of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorFormat {
    /// Eight bits a channel.
    #[default]
    Rgba8,
    /// Eight bits a channel, without alpha.
    Rgb8,
    /// Five bits a channel, one of alpha.
    Rgb5a1,
    /// Five, six and five bits, without alpha.
    Rgb565,
    /// Four bits a channel.
    Rgba4,
}

impl ColorFormat {
    /// The bits of red, green, blue and alpha.
    #[must_use]
    pub const fn bits(self) -> [u8; 4] {
        match self {
            Self::Rgba8 => [8; 4],
            Self::Rgb8 => [8, 8, 8, 0],
            Self::Rgb5a1 => [5, 5, 5, 1],
            Self::Rgb565 => [5, 6, 5, 0],
            Self::Rgba4 => [4; 4],
        }
    }

    /// Whether alpha is stored.
    #[must_use]
    pub const fn has_alpha(self) -> bool {
        self.bits()[3] != 0
    }
}

/// What weighs a side of blending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say all there is to say")]
pub enum Factor {
    Zero,
    #[default]
    One,
    Source,
    OneMinusSource,
    Destination,
    OneMinusDestination,
    SourceAlpha,
    OneMinusSourceAlpha,
    DestinationAlpha,
    OneMinusDestinationAlpha,
    Constant,
    OneMinusConstant,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SourceAlphaSaturated,
}

/// How weighed sides are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Equation {
    /// The sum.
    #[default]
    Add,
    /// Source less destination.
    Subtract,
    /// Destination less source.
    ReverseSubtract,
    /// The lesser, weighed.
    Min,
    /// The greater, weighed.
    Max,
}

/// Blending of the colour, or of alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blend {
    /// How the sides are joined.
    pub equation: Equation,
    /// What weighs the new value.
    pub source: Factor,
    /// What weighs the stored value.
    pub destination: Factor,
}

/// How the stage's colour meets the stored one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Merge {
    /// It goes out as it is: it replaces the stored one, or is blended behind the stage.
    #[default]
    Direct,
    /// The stage blends it with a copy of what is stored.
    Blend {
        /// Red, green and blue.
        color: Blend,
        /// Alpha.
        alpha: Blend,
    },
    /// The stage applies a logic operation, 0 to 15, to it and a copy of what is stored.
    Logic(u8),
}

/// Fog by a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fog {
    /// None.
    #[default]
    Off,
    /// By depth.
    Depth,
    /// By one less depth.
    Flipped,
}

/// The key of a fragment stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FragmentKey {
    /// The combiner stages.
    pub stages: [Stage; STAGES],
    /// The texture units that are on.
    pub units: [Option<Unit>; UNITS],
    /// The comparison of alpha with the reference.
    pub alpha_test: Compare,
    /// Fog.
    pub fog: Fog,
    /// Whether depth is linear in z, and not in z and w.
    pub linear_depth: bool,
    /// What is stored of depth, if there is a depth buffer.
    pub depth: Option<DepthFormat>,
    /// What is stored of colours.
    pub format: ColorFormat,
    /// How the colour meets the stored one.
    pub merge: Merge,
    /// Whether fragments within the scissor rectangle are dropped.
    pub excludes: bool,
    /// Whether the user's clip plane counts.
    pub clips: bool,
}

impl Default for FragmentKey {
    fn default() -> Self {
        Self {
            stages: [Stage::default(); STAGES],
            units: [None; UNITS],
            alpha_test: Compare::Always,
            fog: Fog::Off,
            linear_depth: true,
            depth: None,
            format: ColorFormat::Rgba8,
            merge: Merge::Direct,
            excludes: false,
            clips: false,
        }
    }
}
