//! A texture stage as a value, and how the numbers of Direct3D become one.

use crate::dxso::SamplerKey;

/// The operation of a texture stage on colour or on alpha: the numbers of `D3DTEXTUREOP`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    num_enum::TryFromPrimitive,
    num_enum::IntoPrimitive,
)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are Direct3D's own; `combine.rs` has the formulas")]
pub enum Operation {
    #[default]
    Disable = 1,
    SelectArg1 = 2,
    SelectArg2 = 3,
    Modulate = 4,
    Modulate2x = 5,
    Modulate4x = 6,
    Add = 7,
    AddSigned = 8,
    AddSigned2x = 9,
    Subtract = 10,
    AddSmooth = 11,
    BlendDiffuseAlpha = 12,
    BlendTextureAlpha = 13,
    BlendFactorAlpha = 14,
    BlendTextureAlphaPm = 15,
    BlendCurrentAlpha = 16,
    Premodulate = 17,
    ModulateAlphaAddColor = 18,
    ModulateColorAddAlpha = 19,
    ModulateInvAlphaAddColor = 20,
    ModulateInvColorAddAlpha = 21,
    BumpEnvMap = 22,
    BumpEnvMapLuminance = 23,
    DotProduct3 = 24,
    MultiplyAdd = 25,
    Lerp = 26,
}

impl Operation {
    /// Which of the arguments 0–2 it reads, a bit each.
    #[must_use]
    pub const fn reads(self) -> u8 {
        match self {
            Self::Disable | Self::BumpEnvMap | Self::BumpEnvMapLuminance => 0,
            // Premodulation does nothing with its argument, which can end the stages all the same.
            Self::SelectArg1 | Self::Premodulate => 0b010,
            Self::SelectArg2 => 0b100,
            Self::MultiplyAdd | Self::Lerp => 0b111,
            _ => 0b110,
        }
    }

    /// Whether it leaves the result as it was.
    pub(super) const fn keeps(self) -> bool {
        self.is_bump() || matches!(self, Self::Premodulate)
    }

    /// Whether it moves the coordinates of the next stage.
    #[must_use]
    pub const fn is_bump(self) -> bool {
        matches!(self, Self::BumpEnvMap | Self::BumpEnvMapLuminance)
    }

    /// Whether it blends by the alpha of the texture, whatever its arguments.
    pub(super) const fn blends_by_texture(self) -> bool {
        matches!(self, Self::BlendTextureAlpha | Self::BlendTextureAlphaPm)
    }

    /// Whether it reads the colour and the alpha of argument 1 for its colour.
    pub(super) const fn blends_by_first(self) -> bool {
        matches!(
            self,
            Self::ModulateAlphaAddColor
                | Self::ModulateColorAddAlpha
                | Self::ModulateInvAlphaAddColor
                | Self::ModulateInvColorAddAlpha
        )
    }

    /// Whether its arguments 1 and 2 can change places.
    const fn commutes(self) -> bool {
        matches!(
            self,
            Self::Modulate
                | Self::Modulate2x
                | Self::Modulate4x
                | Self::Add
                | Self::AddSigned
                | Self::AddSigned2x
                | Self::AddSmooth
                | Self::DotProduct3
                | Self::MultiplyAdd
        )
    }
}

/// What an argument of a texture stage reads, before its modifiers: the numbers of `D3DTA_*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, num_enum::TryFromPrimitive)]
#[repr(u8)]
pub enum ArgumentSource {
    /// `D3DTA_DIFFUSE`
    Diffuse = 0,
    /// `D3DTA_CURRENT`: the result so far, which starts as the diffuse colour.
    Current = 1,
    /// `D3DTA_TEXTURE`
    Texture = 2,
    /// `D3DTA_TFACTOR`
    Factor = 3,
    /// `D3DTA_SPECULAR`
    Specular = 4,
    /// `D3DTA_TEMP`: the other result, which starts as 0.
    Temp = 5,
    /// `D3DTA_CONSTANT`: the stage's own.
    Constant = 6,
}

/// An argument of a texture stage, in one byte: a source with modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Argument(u8);

impl Argument {
    const COMPLEMENT: u8 = 0x10;
    const ALPHA_REPLICATE: u8 = 0x20;

    /// An argument without modifiers.
    #[must_use]
    pub const fn new(source: ArgumentSource) -> Self {
        Self(source as u8)
    }

    /// What a `D3DTA_*` value means as argument 0, 1 or 2. A source that does not exist acts as the default of its place.
    #[must_use]
    pub fn from_word(word: u32, place: usize) -> Self {
        let default = if place == 1 { ArgumentSource::Texture } else { ArgumentSource::Current };
        let source = ArgumentSource::try_from((word & 0xF) as u8).unwrap_or(default);
        Self(source as u8 | (word as u8 & (Self::COMPLEMENT | Self::ALPHA_REPLICATE)))
    }

    /// The same with `D3DTA_COMPLEMENT`: 1 − x, before the alpha is replicated.
    #[must_use]
    pub const fn complemented(self) -> Self {
        Self(self.0 | Self::COMPLEMENT)
    }

    /// The same with `D3DTA_ALPHAREPLICATE`: alpha in every lane.
    #[must_use]
    pub const fn replicated(self) -> Self {
        Self(self.0 | Self::ALPHA_REPLICATE)
    }

    /// What it reads.
    #[must_use]
    pub fn source(self) -> ArgumentSource {
        ArgumentSource::try_from(self.0 & 0xF).unwrap_or(ArgumentSource::Current)
    }

    /// Whether it is 1 − x.
    #[must_use]
    pub const fn is_complement(self) -> bool {
        self.0 & Self::COMPLEMENT != 0
    }

    /// Whether it is alpha in every lane.
    #[must_use]
    pub const fn is_replicated(self) -> bool {
        self.0 & Self::ALPHA_REPLICATE != 0
    }

    pub(super) fn with_source(self, source: ArgumentSource) -> Self {
        Self(self.0 & !0xF | source as u8)
    }

    fn unreplicated(self) -> Self {
        Self(self.0 & !Self::ALPHA_REPLICATE)
    }
}

impl std::fmt::Debug for Argument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.source())?;
        if self.is_complement() {
            f.write_str(".complement")?;
        }
        if self.is_replicated() {
            f.write_str(".alpha")?;
        }
        Ok(())
    }
}

/// What arguments that are not read are set to.
const UNREAD: Argument = Argument::new(ArgumentSource::Diffuse);

/// An operation with its arguments 0, 1 and 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combine {
    /// What is done.
    pub operation: Operation,
    /// With what: `D3DTSS_COLORARG0`, 1, 2 (or those of alpha).
    pub arguments: [Argument; 3],
}

impl Default for Combine {
    fn default() -> Self {
        Self { operation: Operation::Disable, arguments: [UNREAD; 3] }
    }
}

impl Combine {
    /// An operation of two arguments.
    #[must_use]
    pub const fn of(operation: Operation, first: Argument, second: Argument) -> Self {
        Self { operation, arguments: [UNREAD, first, second] }
    }

    /// `D3DTOP_SELECTARG1`
    #[must_use]
    pub const fn select(argument: Argument) -> Self {
        Self::of(Operation::SelectArg1, argument, UNREAD)
    }

    /// `D3DTOP_MODULATE`
    #[must_use]
    pub const fn modulate(first: Argument, second: Argument) -> Self {
        Self::of(Operation::Modulate, first, second)
    }

    /// The arguments that are read.
    fn read(&self) -> impl Iterator<Item = Argument> + '_ {
        let reads = self.operation.reads();
        self.arguments.iter().enumerate().filter(move |(place, _)| reads >> place & 1 == 1).map(|(_, at)| *at)
    }

    /// Whether an argument that is read has this source.
    #[must_use]
    pub fn reads(&self, source: ArgumentSource) -> bool {
        self.read().any(|argument| argument.source() == source)
    }

    /// The same with arguments that are not read, modifiers without effect and orders without meaning set to one value.
    pub(super) fn folded(mut self, is_alpha: bool) -> Self {
        let reads = self.operation.reads();
        for (place, argument) in self.arguments.iter_mut().enumerate() {
            if reads >> place & 1 == 0 || self.operation.keeps() {
                *argument = UNREAD;
            } else if is_alpha {
                *argument = argument.unreplicated();
            }
        }
        self.operation = match self.operation {
            Operation::SelectArg2 => return Self::select(self.arguments[2]),
            // To alpha, its own replicate is the same.
            Operation::ModulateColorAddAlpha if is_alpha => Operation::ModulateAlphaAddColor,
            Operation::ModulateInvColorAddAlpha if is_alpha => Operation::ModulateInvAlphaAddColor,
            operation => operation,
        };
        if self.operation.commutes() && self.arguments[1] > self.arguments[2] {
            self.arguments.swap(1, 2);
        }
        self
    }
}

/// The states of a texture stage as they were set (`D3DTSS_*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageWords {
    /// `D3DTSS_COLOROP`
    pub color_operation: u32,
    /// `D3DTSS_COLORARG0`, 1 and 2.
    pub color_arguments: [u32; 3],
    /// `D3DTSS_ALPHAOP`
    pub alpha_operation: u32,
    /// `D3DTSS_ALPHAARG0`, 1 and 2.
    pub alpha_arguments: [u32; 3],
    /// `D3DTSS_RESULTARG`
    pub result: u32,
}

impl StageWords {
    /// What a new device has in stage `index`.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        let (color_operation, alpha_operation) = if index == 0 { (4, 2) } else { (1, 1) };
        let arguments = [1, 2, 1];
        Self {
            color_operation,
            color_arguments: arguments,
            alpha_operation,
            alpha_arguments: arguments,
            result: 1,
        }
    }
}

/// A texture stage. `Default` is one that is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The operation on colour. [`Operation::Disable`] ends the stages.
    pub color: Combine,
    /// The operation on alpha. [`Operation::Disable`] keeps the alpha of what the stage writes to; in stage 0 that is
    /// the diffuse one.
    pub alpha: Combine,
    /// `D3DTSS_RESULTARG` is TEMP. The last stage writes CURRENT all the same.
    pub to_temp: bool,
    /// The bound texture; `None` without one. An argument of colour that is the texture then ends the stages, all else
    /// reads 0.
    pub texture: Option<SamplerKey>,
    /// Texels that are the stage's constant, all four lanes, are not drawn: the colour key of older interfaces.
    pub keyed: bool,
}

impl Stage {
    /// What the states of stage `index` mean. Numbers that mean nothing act as the default of their state.
    #[must_use]
    pub fn from_words(index: usize, words: &StageWords, texture: Option<SamplerKey>) -> Self {
        let default = StageWords::new(index);
        let combine = |operation: u32, otherwise: u32, arguments: [u32; 3]| {
            let known = |word: u32| Operation::try_from(u8::try_from(word).unwrap_or(0)).ok();
            let operation = known(operation).or(known(otherwise)).unwrap_or_default();
            Combine { operation, arguments: [0, 1, 2].map(|at| Argument::from_word(arguments[at], at)) }
        };
        Self {
            color: combine(words.color_operation, default.color_operation, words.color_arguments),
            alpha: combine(words.alpha_operation, default.alpha_operation, words.alpha_arguments),
            to_temp: words.result == 5,
            texture,
            keyed: false,
        }
    }
}
