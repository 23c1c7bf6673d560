//! The values that states take.

#![allow(missing_docs, reason = "the names are Direct3D's own and say all there is to say")]

use num_enum::{IntoPrimitive, TryFromPrimitive};

/// Defines an enumeration of state values.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $value:expr),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TryFromPrimitive, IntoPrimitive)]
        #[repr(u32)]
        pub enum $name { $($variant = $value),* }
    )*};
}

values! {
    /// `D3DCMPFUNC`.
    CompareFunc {
        Never = 1, Less = 2, Equal = 3, LessEqual = 4, Greater = 5, NotEqual = 6, GreaterEqual = 7, Always = 8,
    }
    /// `D3DSTENCILOP`.
    StencilOp {
        Keep = 1, Zero = 2, Replace = 3, IncrSat = 4, DecrSat = 5, Invert = 6, Incr = 7, Decr = 8,
    }
    /// `D3DBLENDOP`.
    BlendOp { Add = 1, Subtract = 2, RevSubtract = 3, Min = 4, Max = 5 }
    /// `D3DBLEND`.
    Blend {
        Zero = 1, One = 2, SrcColor = 3, InvSrcColor = 4, SrcAlpha = 5, InvSrcAlpha = 6, DestAlpha = 7,
        InvDestAlpha = 8, DestColor = 9, InvDestColor = 10, SrcAlphaSat = 11, BothSrcAlpha = 12,
        BothInvSrcAlpha = 13, BlendFactor = 14, InvBlendFactor = 15, SrcColor2 = 16, InvSrcColor2 = 17,
    }
    /// `D3DCULL`: the winding that is dropped.
    CullMode { None = 1, Cw = 2, Ccw = 3 }
    /// `D3DFILLMODE`.
    FillMode { Point = 1, Wireframe = 2, Solid = 3 }
    /// `D3DSHADEMODE`.
    ShadeMode { Flat = 1, Gouraud = 2, Phong = 3 }
    /// `D3DZBUFFERTYPE`.
    ZBufferType { False = 0, True = 1, UseW = 2 }
    /// `D3DFOGMODE`.
    FogMode { None = 0, Exp = 1, Exp2 = 2, Linear = 3 }
    /// `D3DMATERIALCOLORSOURCE`.
    MaterialColorSource { Material = 0, Color1 = 1, Color2 = 2 }
    /// `D3DTEXTUREADDRESS`.
    TextureAddress { Wrap = 1, Mirror = 2, Clamp = 3, Border = 4, MirrorOnce = 5 }
    /// `D3DTEXTUREFILTERTYPE`.
    TextureFilter {
        None = 0, Point = 1, Linear = 2, Anisotropic = 3, PyramidalQuad = 6, GaussianQuad = 7,
    }
    /// `D3DTEXTUREOP`.
    TextureOp {
        Disable = 1, SelectArg1 = 2, SelectArg2 = 3, Modulate = 4, Modulate2X = 5, Modulate4X = 6, Add = 7,
        AddSigned = 8, AddSigned2X = 9, Subtract = 10, AddSmooth = 11, BlendDiffuseAlpha = 12,
        BlendTextureAlpha = 13, BlendFactorAlpha = 14, BlendTextureAlphaPm = 15, BlendCurrentAlpha = 16,
        Premodulate = 17, ModulateAlphaAddColor = 18, ModulateColorAddAlpha = 19, ModulateInvAlphaAddColor = 20,
        ModulateInvColorAddAlpha = 21, BumpEnvMap = 22, BumpEnvMapLuminance = 23, DotProduct3 = 24,
        MultiplyAdd = 25, Lerp = 26,
    }
}

/// The selector of a texture argument (`D3DTA`), to which [`TA_COMPLEMENT`] and [`TA_ALPHAREPLICATE`] add.
pub const TA_DIFFUSE: u32 = 0;
/// The result of the stage before.
pub const TA_CURRENT: u32 = 1;
/// The stage's texture.
pub const TA_TEXTURE: u32 = 2;
/// The render state TEXTUREFACTOR.
pub const TA_TFACTOR: u32 = 3;
/// The specular colour.
pub const TA_SPECULAR: u32 = 4;
/// The temporary register.
pub const TA_TEMP: u32 = 5;
/// The stage's constant.
pub const TA_CONSTANT: u32 = 6;
/// One minus the argument.
pub const TA_COMPLEMENT: u32 = 0x10;
/// Alpha in all channels.
pub const TA_ALPHAREPLICATE: u32 = 0x20;

/// The flag of `TEXTURETRANSFORMFLAGS` that divides coordinates by the last one counted (`D3DTTFF_PROJECTED`).
pub const TTFF_PROJECTED: u32 = 0x100;

/// Marks stream 0 of an instanced draw, with the number of instances (`D3DSTREAMSOURCE_INDEXEDDATA`).
pub const STREAMSOURCE_INDEXEDDATA: u32 = 1 << 30;
/// Marks a stream of instance data, with its divider (`D3DSTREAMSOURCE_INSTANCEDATA`).
pub const STREAMSOURCE_INSTANCEDATA: u32 = 2 << 30;
