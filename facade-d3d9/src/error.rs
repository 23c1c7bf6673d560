//! Direct3D 9's errors with their HRESULT.

use retrograph_render::RenderError;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An argument, or the state of the object, does not allow the call (`D3DERR_INVALIDCALL`).
    #[error("invalid call")]
    InvalidCall,
    /// The device does not support what was asked (`D3DERR_NOTAVAILABLE`).
    #[error("not available")]
    NotAvailable,
    /// There is no such item (`D3DERR_NOTFOUND`).
    #[error("not found")]
    NotFound,
    /// No memory is left on the GPU (`D3DERR_OUTOFVIDEOMEMORY`).
    #[error("out of video memory")]
    OutOfVideoMemory,
    /// The GPU has not finished, and the call was told not to wait (`D3DERR_WASSTILLDRAWING`).
    #[error("was still drawing")]
    WasStillDrawing,
    /// The device is lost (`D3DERR_DEVICELOST`).
    #[error("device lost")]
    DeviceLost,
    /// The device is lost and can be reset (`D3DERR_DEVICENOTRESET`).
    #[error("device not reset")]
    DeviceNotReset,
    /// Something that has no better code (`E_FAIL`).
    #[error("failed")]
    Fail,
    /// The GPU refused (`D3DERR_DRIVERINTERNALERROR`), has no memory left, or is lost: never the guest's fault.
    #[error("internal error: {0}")]
    Render(#[from] RenderError),
}

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The HRESULT that Direct3D 9 returns for this error.
    #[must_use]
    pub const fn hresult(&self) -> u32 {
        match self {
            Self::InvalidCall => 0x8876_086C,
            Self::NotAvailable => 0x8876_086A,
            Self::NotFound => 0x8876_0866,
            Self::OutOfVideoMemory | Self::Render(RenderError::OutOfMemory(_)) => 0x8876_017C,
            Self::WasStillDrawing => 0x8876_021C,
            Self::DeviceLost | Self::Render(RenderError::DeviceLost(_)) => 0x8876_0868,
            Self::DeviceNotReset => 0x8876_0869,
            Self::Fail => 0x8000_4005,
            Self::Render(_) => 0x8876_0827,
        }
    }
}
