//! Kinds of resources, primitives and memory.

use num_enum::{IntoPrimitive, TryFromPrimitive};

/// How vertices form primitives (`D3DPRIMITIVETYPE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TryFromPrimitive, IntoPrimitive)]
#[repr(u32)]
pub enum PrimitiveType {
    /// Points.
    PointList = 1,
    /// Separate lines.
    LineList = 2,
    /// Connected lines.
    LineStrip = 3,
    /// Separate triangles.
    TriangleList = 4,
    /// A triangle strip.
    TriangleStrip = 5,
    /// A triangle fan.
    TriangleFan = 6,
}

impl PrimitiveType {
    /// The most primitives that a draw may have (`MaxPrimitiveCount`).
    pub const MOST: u32 = 0x0055_5555;

    /// Whether these are triangles, which have an inside.
    #[inline]
    pub(crate) const fn is_filled(self) -> bool {
        matches!(self, Self::TriangleList | Self::TriangleStrip | Self::TriangleFan)
    }

    /// How many vertices (or indices) `primitives` of this type take; `None` for more than [`Self::MOST`].
    #[inline]
    #[must_use]
    pub const fn vertices(self, primitives: u32) -> Option<u32> {
        if primitives == 0 {
            return Some(0);
        }
        if primitives > Self::MOST {
            return None;
        }
        Some(match self {
            Self::PointList => primitives,
            Self::LineList => primitives * 2,
            Self::LineStrip => primitives + 1,
            Self::TriangleList => primitives * 3,
            Self::TriangleStrip | Self::TriangleFan => primitives + 2,
        })
    }
}

/// Where a resource lives (`D3DPOOL`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, TryFromPrimitive, IntoPrimitive)]
#[repr(u32)]
pub enum Pool {
    /// On the GPU.
    #[default]
    Default = 0,
    /// On the CPU, with a copy on the GPU that is brought up to date at use.
    Managed = 1,
    /// On the CPU.
    SystemMem = 2,
    /// On the CPU, never usable by the device.
    Scratch = 3,
}

/// Samples a pixel (`D3DMULTISAMPLE_TYPE`): 0 none, 1 not maskable (by quality), 2–16 samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MultiSample(pub u32);

impl MultiSample {
    /// One sample a pixel.
    pub const NONE: Self = Self(0);
    /// As many samples as the quality level says.
    pub const NONMASKABLE: Self = Self(1);
}

/// What happens to the back buffer at a present (`D3DSWAPEFFECT`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, TryFromPrimitive, IntoPrimitive)]
#[repr(u32)]
pub enum SwapEffect {
    /// Its content is undefined afterwards.
    #[default]
    Discard = 1,
    /// Buffers rotate.
    Flip = 2,
    /// It is copied.
    Copy = 3,
}

/// How many refreshes of the display a frame stays (`D3DPRESENT_INTERVAL`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, TryFromPrimitive, IntoPrimitive)]
#[repr(u32)]
pub enum PresentInterval {
    /// One.
    #[default]
    Default = 0,
    /// One.
    One = 1,
    /// Two; full-screen devices alone.
    Two = 2,
    /// Three; full-screen devices alone.
    Three = 4,
    /// Four; full-screen devices alone.
    Four = 8,
    /// None: frames are shown at once.
    Immediate = 0x8000_0000,
}

/// The kind of device (`D3DDEVTYPE`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, TryFromPrimitive, IntoPrimitive)]
#[repr(u32)]
pub enum DeviceType {
    /// The GPU.
    #[default]
    Hal = 1,
    /// The reference rasterizer.
    Ref = 2,
}

/// The kind of a resource (`D3DRESOURCETYPE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TryFromPrimitive, IntoPrimitive)]
#[repr(u32)]
pub enum ResourceType {
    /// A surface.
    Surface = 1,
    /// A level of a volume texture.
    Volume = 2,
    /// A two-dimensional texture.
    Texture = 3,
    /// A volume texture.
    VolumeTexture = 4,
    /// A cube texture.
    CubeTexture = 5,
    /// A vertex buffer.
    VertexBuffer = 6,
    /// An index buffer.
    IndexBuffer = 7,
}
