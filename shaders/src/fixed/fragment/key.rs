//! What changes the code of the fixed fragment stage.

use crate::dxso::{Compare, SamplerKey};

/// What an argument of a texture stage reads, before its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentSource {
    /// `D3DTA_DIFFUSE`
    Diffuse,
    /// `D3DTA_CURRENT`: in stage 0 the same as diffuse.
    Current,
    /// `D3DTA_TEXTURE`
    Texture,
    /// `D3DTA_TFACTOR`
    Factor,
}

/// An argument of a texture stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Argument {
    /// What is read.
    pub source: ArgumentSource,
    /// `D3DTA_COMPLEMENT`: 1 − x, before the alpha is replicated.
    pub complement: bool,
    /// `D3DTA_ALPHAREPLICATE`: alpha in every lane.
    pub alpha_replicate: bool,
}

impl Argument {
    /// An argument without modifiers.
    #[must_use]
    pub const fn new(source: ArgumentSource) -> Self {
        Self { source, complement: false, alpha_replicate: false }
    }

    fn folded(mut self, is_alpha: bool) -> Self {
        if self.source == ArgumentSource::Current {
            self.source = ArgumentSource::Diffuse;
        }
        self.alpha_replicate &= !is_alpha;
        self
    }
}

/// The operation of a texture stage on colour or on alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Combine {
    /// `D3DTOP_DISABLE`: of colour, the whole stage is off; of alpha, alpha stays diffuse.
    #[default]
    Disable,
    /// `D3DTOP_SELECTARG1`, or `D3DTOP_SELECTARG2` with that argument.
    Select(Argument),
    /// `D3DTOP_MODULATE`, clamped to 0–1.
    Modulate(Argument, Argument),
}

impl Combine {
    /// Whether the texture is among the arguments.
    #[must_use]
    pub fn reads_texture(self) -> bool {
        self.arguments().into_iter().flatten().any(|argument| argument.source == ArgumentSource::Texture)
    }

    pub(super) const fn arguments(self) -> [Option<Argument>; 2] {
        match self {
            Self::Disable => [None, None],
            Self::Select(argument) => [Some(argument), None],
            Self::Modulate(first, second) => [Some(first), Some(second)],
        }
    }

    fn folded(self, is_alpha: bool) -> Self {
        match self {
            Self::Disable => self,
            Self::Select(argument) => Self::Select(argument.folded(is_alpha)),
            Self::Modulate(first, second) => Self::Modulate(first.folded(is_alpha), second.folded(is_alpha)),
        }
    }
}

/// What changes the code of the fixed fragment stage: texture stage 0 and the tests behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FragmentKey {
    /// The operation on colour.
    pub color: Combine,
    /// The operation on alpha.
    pub alpha: Combine,
    /// The bound texture; `None` without one. A colour argument that needs it then turns the stage off, an alpha
    /// argument reads 0.
    pub texture: Option<SamplerKey>,
    /// `D3DRS_SHADEMODE` is FLAT: colours are those of the first vertex.
    pub flat_colors: bool,
    /// The alpha test; [`Compare::Always`] when it is off. The reference is in the draw block.
    pub alpha_test: Compare,
    /// Colours are encoded as sRGB by the shader: for targets that have no sRGB view.
    pub srgb_write: bool,
}

impl FragmentKey {
    /// The key with everything that the code does not depend on set to its default. Keys are to be folded
    /// before they are looked up in a cache.
    #[must_use]
    pub fn folded(mut self) -> Self {
        self.color = self.color.folded(false);
        if self.texture.is_none() && self.color.reads_texture() {
            self.color = Combine::Disable;
        }
        self.alpha = if self.color == Combine::Disable { Combine::Disable } else { self.alpha.folded(true) };
        if !self.color.reads_texture() && !self.alpha.reads_texture() {
            self.texture = None;
        }
        if !self.reads_diffuse() {
            self.flat_colors = false;
        }
        self
    }

    /// Whether a folded key reads the diffuse colour.
    pub(super) fn reads_diffuse(self) -> bool {
        let arguments = [self.color.arguments(), self.alpha.arguments()];
        let mut arguments = arguments.as_flattened().iter().flatten();
        // A disabled operation passes diffuse on.
        [self.color, self.alpha].contains(&Combine::Disable)
            || arguments.any(|argument| argument.source == ArgumentSource::Diffuse)
    }
}
