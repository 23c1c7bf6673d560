//! What calls fail with, and the one table of HRESULTs.

use retrograph_render::RenderError;

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! errors {
    ($($name:ident = $code:literal, $text:literal;)*) => {
        /// Why a call failed.
        #[derive(Clone, Debug, PartialEq, thiserror::Error)]
        #[non_exhaustive]
        pub enum Error {
            $(#[doc = concat!($text, " (`", stringify!($code), "`).")] #[error($text)] $name,)*
            /// The GPU refused, has no memory left, or is lost: never the guest's fault (`E_FAIL`).
            #[error("internal error: {0}")]
            Render(#[from] RenderError),
        }

        impl Error {
            /// The HRESULT that guests see.
            #[must_use]
            pub const fn hresult(&self) -> u32 {
                match self {
                    $(Self::$name => $code,)*
                    Self::Render(RenderError::OutOfMemory(_)) => 0x8876_017C,
                    Self::Render(RenderError::DeviceLost(_)) => 0x8876_01C2,
                    Self::Render(_) => 0x8000_4005,
                }
            }
        }

        #[cfg(test)]
        const CODES: &[(Error, u32)] = &[$((Error::$name, $code),)*];
    };
}

errors! {
    Unsupported = 0x8000_4001, "unsupported";
    NoInterface = 0x8000_4002, "no such interface";
    Fail = 0x8000_4005, "failed";
    NoAggregation = 0x8004_0110, "class cannot be aggregated";
    OutOfMemory = 0x8007_000E, "out of memory";
    InvalidParams = 0x8007_0057, "invalid parameters";
    AlreadyInitialized = 0x8876_0005, "already initialised";
    CannotAttachSurface = 0x8876_000A, "surface cannot be attached";
    CannotDetachSurface = 0x8876_0014, "surface cannot be detached";
    InvalidCaps = 0x8876_0064, "invalid capabilities";
    InvalidObject = 0x8876_0082, "invalid object";
    InvalidPixelFormat = 0x8876_0091, "invalid pixel format";
    InvalidRect = 0x8876_0096, "invalid rectangle";
    LockedSurfaces = 0x8876_00A0, "surfaces are locked";
    No3d = 0x8876_00AA, "no 3D";
    NoColorKey = 0x8876_00D7, "no colour key";
    NoColorKeyHardware = 0x8876_00DC, "no colour key hardware";
    NoExclusiveMode = 0x8876_00E1, "no exclusive mode";
    NotFound = 0x8876_00FF, "not found";
    ColorKeyNotSet = 0x8876_0190, "colour key not set";
    SurfaceAlreadyAttached = 0x8876_019A, "surface already attached";
    SurfaceBusy = 0x8876_01AE, "surface busy";
    SurfaceLost = 0x8876_01C2, "surface lost";
    SurfaceNotAttached = 0x8876_01CC, "surface not attached";
    UnsupportedFormat = 0x8876_01FE, "unsupported format";
    NoPaletteAttached = 0x8876_023C, "no palette attached";
    NotLocked = 0x8876_0248, "not locked";
    NotFlippable = 0x8876_0246, "not flippable";
    NotOnMipmapSublevel = 0x8876_025B, "not on a mip level";
    InvalidSurfaceType = 0x8876_0250, "invalid surface type";
    InvalidDevice = 0x8876_02C1, "invalid device";
    ExecuteLocked = 0x8876_02CA, "execute buffer locked";
    ExecuteNotLocked = 0x8876_02CB, "execute buffer not locked";
    ExecuteFailed = 0x8876_02CC, "execution failed";
    TextureLoadFailed = 0x8876_02D5, "texture load failed";
    TextureLocked = 0x8876_02D7, "texture locked";
    MatrixCreateFailed = 0x8876_02DA, "matrix creation failed";
    InvalidCurrentViewport = 0x8876_02DF, "invalid current viewport";
    InvalidPrimitiveType = 0x8876_02E0, "invalid primitive type";
    InvalidVertexType = 0x8876_02E1, "invalid vertex type";
    SurfaceNotInVideoMemory = 0x8876_02EB, "surface not in video memory";
    LightSetFailed = 0x8876_02EE, "light set failed";
    LightHasViewport = 0x8876_02EF, "light has a viewport";
    LightNotInThisViewport = 0x8876_02F0, "light not in this viewport";
    SceneInScene = 0x8876_02F8, "scene in scene";
    SceneNotInScene = 0x8876_02F9, "no scene";
    InBegin = 0x8876_0302, "between Begin and End";
    NotInBegin = 0x8876_0303, "not between Begin and End";
    NoViewports = 0x8876_0304, "no viewports";
    ViewportDataNotSet = 0x8876_0305, "viewport data not set";
    ViewportHasNoDevice = 0x8876_0306, "viewport has no device";
    NoCurrentViewport = 0x8876_0307, "no current viewport";
    InvalidVertexFormat = 0x8876_0800, "invalid vertex format";
    ColorKeyAttached = 0x8876_0802, "colour key attached";
    VertexBufferOptimized = 0x8876_080C, "vertex buffer optimised";
    VertexBufferCreateFailed = 0x8876_080D, "vertex buffer creation failed";
    VertexBufferLocked = 0x8876_080E, "vertex buffer locked";
    VertexBufferUnlockFailed = 0x8876_080F, "vertex buffer not locked";
    ZBufferNotPresent = 0x8876_0816, "no z-buffer";
    StencilBufferNotPresent = 0x8876_0817, "no stencil buffer";
    InvalidMatrix = 0x8876_0824, "invalid matrix";
    InvalidCall = 0x8876_086C, "invalid call";
    InvalidStateBlock = 0x8876_0834, "invalid state block";
    InBeginStateBlock = 0x8876_0835, "recording a state block";
    NotInBeginStateBlock = 0x8876_0836, "not recording a state block";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_failures_and_differ() {
        let mut seen = std::collections::BTreeSet::new();
        for (error, code) in CODES {
            assert_eq!(error.hresult(), *code);
            assert!(code >> 31 == 1 && seen.insert(code), "{error:?}");
        }
    }

    #[test]
    fn direct3d_codes_count_from_700() {
        let code = |error: Error| error.hresult() - 0x8876_0000;
        assert_eq!(code(Error::ExecuteLocked), 714);
        assert_eq!(code(Error::LightHasViewport), 751);
        assert_eq!(code(Error::SceneNotInScene), 761);
        assert_eq!(code(Error::NoCurrentViewport), 775);
        assert_eq!(code(Error::VertexBufferOptimized), 2060);
        assert_eq!(code(Error::NotInBeginStateBlock), 2102);
    }
}
