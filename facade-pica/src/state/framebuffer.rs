//! Where colours and depths are, and in what form.

use crate::registers::{Registers, table};

/// How a colour is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ColorFormat {
    /// Bytes A, B, G, R.
    Rgba8,
    /// Bytes B, G, R.
    Rgb8,
    /// 16 bits: five each and one of alpha, red on top.
    Rgb5A1,
    /// 16 bits: five, six, five, red on top.
    Rgb565,
    /// 16 bits: four each, red on top.
    Rgba4,
}

impl ColorFormat {
    /// The format of a register's number; numbers without one are four bytes each.
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        match number {
            1 => Self::Rgb8,
            2 => Self::Rgb5A1,
            3 => Self::Rgb565,
            4 => Self::Rgba4,
            _ => Self::Rgba8,
        }
    }

    /// Bytes of a pixel.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Rgba8 => 4,
            Self::Rgb8 => 3,
            _ => 2,
        }
    }
}

/// How depth and stencil are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DepthFormat {
    /// 16 bits of depth.
    D16,
    /// Three bytes of depth.
    D24,
    /// Three bytes of depth, one of stencil.
    D24S8,
}

impl DepthFormat {
    /// The format of a register's number; 1 has no meaning and is taken for 16 bits.
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        match number {
            2 => Self::D24,
            3 => Self::D24S8,
            _ => Self::D16,
        }
    }

    /// Bytes of a pixel.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        match self {
            Self::D16 => 2,
            Self::D24 => 3,
            Self::D24S8 => 4,
        }
    }

    /// The largest depth.
    #[must_use]
    pub const fn max(self) -> u32 {
        match self {
            Self::D16 => 0xFFFF,
            _ => 0xFF_FFFF,
        }
    }
}

/// The framebuffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Framebuffer {
    /// Physical address of the colours.
    pub color_address: u32,
    /// Physical address of the depths.
    pub depth_address: u32,
    /// How colours are kept.
    pub color_format: ColorFormat,
    /// How depths are kept.
    pub depth_format: DepthFormat,
    /// Width in pixels, 0 to 2047.
    pub width: u32,
    /// Height in pixels, 1 to 1024.
    pub height: u32,
    /// Whether tiles are grouped in blocks of 32x32 pixels.
    pub block32: bool,
    /// Whether stored colours are read; they read as zero otherwise.
    pub color_read: bool,
    /// Whether colours are written.
    pub color_write: bool,
    /// Whether stored depth and stencil are read; they read as zero otherwise.
    pub depth_read: bool,
    /// Whether depth and stencil are written.
    pub depth_write: bool,
}

impl Framebuffer {
    pub(super) fn decode(registers: &Registers) -> Self {
        let dim = registers.get::<table::FramebufferDim>();
        Self {
            color_address: registers.get::<table::ColorLocation>().address().wrapping_mul(8),
            depth_address: registers.get::<table::DepthLocation>().address().wrapping_mul(8),
            color_format: ColorFormat::from_number(registers.get::<table::ColorFormat>().format()),
            depth_format: DepthFormat::from_number(registers.get::<table::DepthFormat>().format()),
            width: dim.width(),
            height: dim.height() + 1,
            block32: registers.get::<table::Block32>().blocks() != 0,
            color_read: registers.get::<table::ColorRead>().read() != 0,
            color_write: registers.get::<table::ColorWrite>().write() != 0,
            depth_read: registers.get::<table::DepthRead>().read() != 0,
            depth_write: registers.get::<table::DepthWrite>().write() != 0,
        }
    }
}
