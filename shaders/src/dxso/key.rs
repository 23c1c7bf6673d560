//! What changes the code of programmable shaders beside their bytes.

use std::num::NonZeroU8;

use crate::interface::{InputClass, Points, SamplerKind};
use crate::varyings::Varyings;

/// What changes a vertex shader's code beside its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VertexKey {
    /// How the attribute of each `v#` register arrives; entries of registers that are not read are
    /// [`InputClass::Float`].
    pub inputs: [InputClass; 16],
    /// What the fragment stage reads.
    pub varyings: Varyings,
    /// How points are made.
    pub points: Points,
    /// How many rows of [`crate::binding::DrawBlock::clip_planes`] cut primitives off, 0–6.
    pub clip_planes: u8,
    /// The samplers of the stage; entries of registers that are not read are the default. Bias, comparisons and gathers
    /// do not exist here.
    pub samplers: [SamplerKey; VERTEX_SAMPLERS],
}

/// Samplers of the vertex stage.
pub const VERTEX_SAMPLERS: usize = 4;

/// The most clip planes that there are.
pub const CLIP_PLANES: u8 = 6;

impl VertexKey {
    /// The key with what means the same set to one value. Keys are to be folded before they are looked up in a cache.
    #[must_use]
    pub fn folded(mut self) -> Self {
        self.clip_planes = match self.varyings.clip_planes {
            0 => self.clip_planes.min(CLIP_PLANES),
            carried => carried,
        };
        self
    }
}

/// Which lanes of a texture read as what: formats whose missing lanes are not what the GPU gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// As stored.
    #[default]
    Rgba,
    /// (r, g, b, 1)
    Rgb1,
    /// (r, g, 1, 1)
    Rg11,
    /// (r, 1, 1, 1)
    R111,
    /// (r, r, r, 1): luminance.
    Rrr1,
    /// (r, r, r, g): luminance and alpha.
    Rrrg,
    /// (0, 0, 0, r): alpha only.
    Zzzr,
    /// (0, 0, 0, a): alpha only, held with colours that do not count.
    Zzza,
    /// (g, r, 1, 1): `ATI2`.
    Gr11,
    /// (r, r, r, r): raw depth.
    Rrrr,
    /// (r, 0, 0, 1): `ATI1`.
    R001,
}

/// A comparison, as `D3DCMPFUNC` has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are Direct3D's own and say all there is to say")]
pub enum Compare {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    #[default]
    Always,
}

/// Where the factor of fixed-function fog comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fog {
    /// No fog.
    #[default]
    Off,
    /// The vertex stage: FOG0.
    Vertex,
    /// A function of this depth.
    Table(FogFunction, FogDepth),
}

/// How fog grows with depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FogFunction {
    /// From start to end.
    Linear,
    /// `e ^ -(density · depth)`
    Exp,
    /// `e ^ -(density · depth)²`
    Exp2,
}

/// The depth that fog grows with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FogDepth {
    /// The depth of the fragment, 0–1.
    Z,
    /// The w of its clip position.
    W,
    /// The z of its clip position, before the division by w: what stands in for w where a vertex shader decides whether
    /// there is perspective.
    Clip,
    /// What the vertex stage gives in FOG0: the depth of places in pixels, also where that is not tested.
    Vertex,
}

impl Fog {
    /// Whether the fragment stage reads FOG0.
    #[must_use]
    pub const fn is_carried(self) -> bool {
        matches!(self, Self::Vertex | Self::Table(_, FogDepth::Vertex))
    }
}

/// State of one fragment sampler that changes code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SamplerKey {
    /// The kind of the bound texture: only pixel shaders of model 1 take it from here; others declare it.
    /// [`SamplerKind::D2`] where it does not matter.
    pub kind: SamplerKind,
    /// The lanes of the bound format.
    pub lanes: Lanes,
    /// `D3DTTFF_PROJECTED` of the texture stage: coordinates are divided by their w. Only pixel shaders up to
    /// model 1.3 look at it.
    pub projected: bool,
    /// How the texture answers. Anything but [`Reading::Color`] needs a two-dimensional texture, and then lanes and
    /// bias do not matter.
    pub reading: Reading,
    /// Axes, a bit each, that are mirrored once (`D3DTADDRESS_MIRRORONCE`): the sampler clamps them.
    pub mirror_once: u8,
    /// What lies beyond the edge along some axes has a colour of [`crate::binding::DrawBlock::border`]: the sampler clamps
    /// there.
    pub border: Border,
    /// `D3DSAMP_MIPMAPLODBIAS` is not zero: [`crate::binding::DrawBlock::lod_bias`] is added to implicit levels.
    pub biased: bool,
}

/// Where a border colour shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Border {
    /// The axes, a bit each.
    pub axes: u8,
    /// Whether texels at the edge are blended with it: everywhere, or where they are magnified.
    pub linear: bool,
    /// What is different where texels are smaller than pixels.
    pub far: Option<FarBorder>,
}

/// How a border goes on where texels are smaller than pixels. The sampler takes the nearest level.
///
/// In two bytes, since there is one in every sampler's key: levels and one, filter, first level; last level. The last is
/// here because OpenGL ES has no question for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FarBorder(NonZeroU8, u8);

impl FarBorder {
    /// Whether texels at the edge are blended with it, which levels are read, and the largest and the smallest of them,
    /// 0–15, counted from the one that the view starts at.
    #[must_use]
    pub fn new(linear: bool, levels: Levels, first: u8, last: u8) -> Self {
        let bits = (levels as u8 + 1) | u8::from(linear) << 2 | first.min(15) << 3;
        Self(NonZeroU8::new(bits).unwrap_or(NonZeroU8::MIN), last.min(15))
    }

    /// Whether texels at the edge are blended with it.
    #[must_use]
    pub const fn linear(self) -> bool {
        self.0.get() & 4 != 0
    }

    /// Which levels are read.
    #[must_use]
    pub const fn levels(self) -> Levels {
        match self.0.get() & 3 {
            2 => Levels::Nearest,
            3 => Levels::Blended,
            _ => Levels::First,
        }
    }

    /// The largest level that is read, from the one on that the view starts at.
    #[must_use]
    pub const fn first(self) -> u8 {
        self.0.get() >> 3
    }

    /// The smallest level that there is, from the same one on.
    #[must_use]
    pub const fn last(self) -> u8 {
        self.1
    }
}

/// Which levels of a texture are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Levels {
    /// The largest.
    #[default]
    First,
    /// The nearest.
    Nearest,
    /// The two around.
    Blended,
}

/// How a texture answers a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// With its filtered texels. Raw depth (`INTZ`, `DF16`, `DF24`) is this with [`Lanes::Rrrr`].
    #[default]
    Color,
    /// A depth texture (`D16`, `D24X8`, `D24S8`): in all lanes, how much of it is not nearer than the third lane of
    /// the coordinate. The module declares a depth texture and a comparison sampler.
    Compare,
    /// `GET4`: the first lane of the four texels around, as blue, red, green, alpha of the gathered order.
    Gather,
}

/// What changes a fragment shader's code beside its bytes. Tests that are off are folded to one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FragmentKey {
    /// `D3DRS_SHADEMODE` is FLAT: colours are those of the first vertex.
    pub flat_colors: bool,
    /// The alpha test; [`Compare::Always`] when it is off. The reference is in the draw block.
    pub alpha_test: Compare,
    /// The fixed-function fog over the first colour; model 3 has none. Its state is in the draw block.
    pub fog: Fog,
    /// Colours are encoded as sRGB by the shader: for targets that have no sRGB view.
    pub srgb_write: bool,
    /// How many clip planes the vertex stage gives distances to: fragments behind one are discarded. For adapters that do
    /// not clip by them.
    pub clip_planes: u8,
    /// The second colour goes to the blender as another source of the first target.
    pub dual_source: bool,
    /// The samplers; entries of registers that are not read are the default.
    pub samplers: [SamplerKey; 16],
}

impl SamplerKey {
    /// The key with what cannot matter set to its default, for a shader of model `major`.`minor`.
    #[must_use]
    pub fn folded(mut self, (major, minor): (u8, u8)) -> Self {
        self.projected &= (major, minor) < (1, 4);
        if major == 1 && self.kind != SamplerKind::D2 {
            self.reading = Reading::Color;
        }
        if self.reading != Reading::Color {
            self.lanes = Lanes::default();
            self.biased = false;
        }
        if self.reading == Reading::Gather {
            (self.mirror_once, self.border) = (0, Border::default());
        }
        if major > 1 {
            self.kind = SamplerKind::default();
        }
        self
    }
}

impl FragmentKey {
    /// The key with what a shader cannot depend on set to its default. Keys are to be folded before they are looked up
    /// in a cache. `samplers` has a bit for each sampler that the shader reads.
    #[must_use]
    pub fn folded(mut self, model: (u8, u8), samplers: u32) -> Self {
        if model.0 >= 3 {
            self.fog = Fog::Off;
        }
        self.clip_planes = self.clip_planes.min(CLIP_PLANES);
        for (slot, sampler) in self.samplers.iter_mut().enumerate() {
            let read = samplers & 1 << slot != 0;
            *sampler = if read { sampler.folded(model) } else { SamplerKey::default() };
        }
        self
    }
}

/// How to translate, beside what the key says; the default is right for drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `0 · x = 0` for infinities and NaNs too. Without it products are those of today's hardware, to measure what the
    /// rule costs.
    pub zero_products: bool,
    /// Whether the module goes through naga's validator before it is returned. Whoever leaves it out must validate
    /// the module before its use, as wgpu does.
    pub validate: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { zero_products: true, validate: true }
    }
}
