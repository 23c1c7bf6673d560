//! What a device is made from.

use super::{MultiSample, PresentInterval, SwapEffect};
use crate::format::Format;

/// The back buffer and depth surface that a device starts with (`D3DPRESENT_PARAMETERS`, without the window).
#[derive(Clone, Debug, PartialEq)]
pub struct PresentParameters {
    /// Width of the back buffer in pixels.
    pub back_buffer_width: u32,
    /// Height of the back buffer in pixels.
    pub back_buffer_height: u32,
    /// Its format.
    pub back_buffer_format: Format,
    /// How many back buffers; 0 counts as 1.
    pub back_buffer_count: u32,
    /// Its samples.
    pub multi_sample_type: MultiSample,
    /// Its quality level.
    pub multi_sample_quality: u32,
    /// What a present does to it.
    pub swap_effect: SwapEffect,
    /// Whether the device makes and binds a depth-stencil surface.
    pub enable_auto_depth_stencil: bool,
    /// That surface's format.
    pub auto_depth_stencil_format: Format,
    /// Whether the back buffer can be locked (`D3DPRESENTFLAG_LOCKABLE_BACKBUFFER`).
    pub lockable_back_buffer: bool,
    /// Whether the device shares its display with others: intervals of several refreshes and gamma ramps are for
    /// full-screen devices.
    pub windowed: bool,
    /// How many refreshes a frame stays.
    pub presentation_interval: PresentInterval,
}

impl Default for PresentParameters {
    fn default() -> Self {
        Self {
            back_buffer_width: 640,
            back_buffer_height: 480,
            back_buffer_format: Format::X8R8G8B8,
            back_buffer_count: 1,
            multi_sample_type: MultiSample::NONE,
            multi_sample_quality: 0,
            swap_effect: SwapEffect::Discard,
            enable_auto_depth_stencil: false,
            auto_depth_stencil_format: Format::D24S8,
            lockable_back_buffer: false,
            windowed: true,
            presentation_interval: PresentInterval::Default,
        }
    }
}
