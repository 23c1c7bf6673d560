//! Kinds of state.

/// Defines a number with named constants and a table of the names.
macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($constant:ident = $value:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        #[allow(missing_docs, reason = "the names are Direct3D's own and say all there is to say")]
        impl $name {
            $(pub const $constant: Self = Self($value);)*

            /// Every name with its number.
            pub const NAMES: &[(&str, Self)] = &[$((stringify!($constant), Self($value))),*];

            /// The state of this name, without Direct3D's prefix.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::NAMES.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            }

            /// The name, without Direct3D's prefix.
            #[must_use]
            pub fn name(self) -> Option<&'static str> {
                Self::NAMES.iter().find(|entry| entry.1 == self).map(|entry| entry.0)
            }
        }
    };
}

names! {
    /// A render state (`D3DRENDERSTATETYPE`).
    RenderState {
        ZENABLE = 7, FILLMODE = 8, SHADEMODE = 9, ZWRITEENABLE = 14, ALPHATESTENABLE = 15, LASTPIXEL = 16,
        SRCBLEND = 19, DESTBLEND = 20, CULLMODE = 22, ZFUNC = 23, ALPHAREF = 24, ALPHAFUNC = 25,
        DITHERENABLE = 26, ALPHABLENDENABLE = 27, FOGENABLE = 28, SPECULARENABLE = 29, FOGCOLOR = 34,
        FOGTABLEMODE = 35, FOGSTART = 36, FOGEND = 37, FOGDENSITY = 38, RANGEFOGENABLE = 48,
        STENCILENABLE = 52, STENCILFAIL = 53, STENCILZFAIL = 54, STENCILPASS = 55, STENCILFUNC = 56,
        STENCILREF = 57, STENCILMASK = 58, STENCILWRITEMASK = 59, TEXTUREFACTOR = 60, WRAP0 = 128, WRAP1 = 129,
        WRAP2 = 130, WRAP3 = 131, WRAP4 = 132, WRAP5 = 133, WRAP6 = 134, WRAP7 = 135, CLIPPING = 136,
        LIGHTING = 137, AMBIENT = 139, FOGVERTEXMODE = 140, COLORVERTEX = 141, LOCALVIEWER = 142,
        NORMALIZENORMALS = 143, DIFFUSEMATERIALSOURCE = 145, SPECULARMATERIALSOURCE = 146,
        AMBIENTMATERIALSOURCE = 147, EMISSIVEMATERIALSOURCE = 148, VERTEXBLEND = 151, CLIPPLANEENABLE = 152,
        POINTSIZE = 154, POINTSIZE_MIN = 155, POINTSPRITEENABLE = 156, POINTSCALEENABLE = 157,
        POINTSCALE_A = 158, POINTSCALE_B = 159, POINTSCALE_C = 160, MULTISAMPLEANTIALIAS = 161,
        MULTISAMPLEMASK = 162, PATCHEDGESTYLE = 163, DEBUGMONITORTOKEN = 165, POINTSIZE_MAX = 166,
        INDEXEDVERTEXBLENDENABLE = 167, COLORWRITEENABLE = 168, TWEENFACTOR = 170, BLENDOP = 171,
        POSITIONDEGREE = 172, NORMALDEGREE = 173, SCISSORTESTENABLE = 174, SLOPESCALEDEPTHBIAS = 175,
        ANTIALIASEDLINEENABLE = 176, MINTESSELLATIONLEVEL = 178, MAXTESSELLATIONLEVEL = 179,
        ADAPTIVETESS_X = 180, ADAPTIVETESS_Y = 181, ADAPTIVETESS_Z = 182, ADAPTIVETESS_W = 183,
        ENABLEADAPTIVETESSELLATION = 184, TWOSIDEDSTENCILMODE = 185, CCW_STENCILFAIL = 186,
        CCW_STENCILZFAIL = 187, CCW_STENCILPASS = 188, CCW_STENCILFUNC = 189, COLORWRITEENABLE1 = 190,
        COLORWRITEENABLE2 = 191, COLORWRITEENABLE3 = 192, BLENDFACTOR = 193, SRGBWRITEENABLE = 194,
        DEPTHBIAS = 195, WRAP8 = 198, WRAP9 = 199, WRAP10 = 200, WRAP11 = 201, WRAP12 = 202, WRAP13 = 203,
        WRAP14 = 204, WRAP15 = 205, SEPARATEALPHABLENDENABLE = 206, SRCBLENDALPHA = 207, DESTBLENDALPHA = 208,
        BLENDOPALPHA = 209,
    }
}

names! {
    /// A sampler state (`D3DSAMPLERSTATETYPE`).
    SamplerStateType {
        ADDRESSU = 1, ADDRESSV = 2, ADDRESSW = 3, BORDERCOLOR = 4, MAGFILTER = 5, MINFILTER = 6, MIPFILTER = 7,
        MIPMAPLODBIAS = 8, MAXMIPLEVEL = 9, MAXANISOTROPY = 10, SRGBTEXTURE = 11, ELEMENTINDEX = 12,
        DMAPOFFSET = 13,
    }
}

names! {
    /// A texture stage state (`D3DTEXTURESTAGESTATETYPE`).
    TextureStageState {
        COLOROP = 1, COLORARG1 = 2, COLORARG2 = 3, ALPHAOP = 4, ALPHAARG1 = 5, ALPHAARG2 = 6, BUMPENVMAT00 = 7,
        BUMPENVMAT01 = 8, BUMPENVMAT10 = 9, BUMPENVMAT11 = 10, TEXCOORDINDEX = 11, BUMPENVLSCALE = 22,
        BUMPENVLOFFSET = 23, TEXTURETRANSFORMFLAGS = 24, COLORARG0 = 26, ALPHAARG0 = 27, RESULTARG = 28,
        CONSTANT = 32,
    }
}

names! {
    /// A transform (`D3DTRANSFORMSTATETYPE`): see also [`Transform::world`].
    Transform {
        VIEW = 2, PROJECTION = 3, TEXTURE0 = 16, TEXTURE1 = 17, TEXTURE2 = 18, TEXTURE3 = 19, TEXTURE4 = 20,
        TEXTURE5 = 21, TEXTURE6 = 22, TEXTURE7 = 23, WORLD = 256,
    }
}

impl Transform {
    /// World matrix `index`, 0–255 (`D3DTS_WORLDMATRIX`).
    #[must_use]
    pub const fn world(index: u8) -> Self {
        Self(256 + index as u32)
    }

    /// The matrix of texture stage `stage`, 0–7.
    #[must_use]
    pub const fn texture(stage: u8) -> Self {
        Self(16 + stage as u32)
    }
}
