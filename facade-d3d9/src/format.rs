//! Formats: one table, one row a format, and every answer derived from it.
//!
//! ```text
//! D3DFORMAT code -> Row -> pitch, size            (layout)
//!                      -> wgpu format and codec   (storage, upload, read-back)
//!                      -> lanes, alpha            (sampling and blending)
//!                      -> check_device_format     (answer)
//! ```

mod answer;
mod block;
mod codec;
mod layout;
mod table;

pub use answer::FormatSupport;
pub(crate) use codec::Codec;
pub(crate) use layout::Layout;
pub(crate) use table::{Can, Row, Storage, Use};

/// A `D3DFORMAT` code. Any value is legal; most of them name no format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Format(pub u32);

/// Not textures: they have no row in the table.
impl Format {
    /// No format: a windowed back buffer takes that of the desktop.
    pub const UNKNOWN: Self = Self(0);
    /// The format that a vertex buffer's description names.
    pub const VERTEXDATA: Self = Self(100);
    /// 16-bit indices.
    pub const INDEX16: Self = Self(101);
    /// 32-bit indices.
    pub const INDEX32: Self = Self(102);
}

impl Format {
    /// The format of a four-letter code.
    #[must_use]
    pub const fn fourcc(letters: &[u8; 4]) -> Self {
        Self(u32::from_le_bytes(*letters))
    }

    /// The format of a name without its prefix: `A8R8G8B8`, `INTZ`. `None` for formats that are not known.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "UNKNOWN" => Some(Self::UNKNOWN),
            "VERTEXDATA" => Some(Self::VERTEXDATA),
            "INDEX16" => Some(Self::INDEX16),
            "INDEX32" => Some(Self::INDEX32),
            _ => table::TABLE.iter().find(|row| row.name == name).map(|row| row.format),
        }
    }

    /// The name without its prefix, where it is known.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::UNKNOWN => Some("UNKNOWN"),
            Self::VERTEXDATA => Some("VERTEXDATA"),
            Self::INDEX16 => Some("INDEX16"),
            Self::INDEX32 => Some("INDEX32"),
            _ => self.row().map(|row| row.name),
        }
    }

    /// Its row of the table.
    pub(crate) fn row(self) -> Option<&'static Row> {
        table::TABLE.iter().find(|row| row.format == self)
    }

    /// Whether it has an alpha channel. Formats without mask alpha writes, and their destination alpha is one.
    #[must_use]
    pub fn has_alpha(self) -> bool {
        self.row().is_none_or(|row| row.alpha)
    }

    /// How many steps from 0 to 1 an alpha test tells apart on a target of this format; 0 for as many as there are.
    pub(crate) fn alpha_steps(self) -> f32 {
        match self {
            Self::A2R10G10B10 | Self::A2B10G10R10 => 1023.0,
            Self::A16B16G16R16 | Self::G16R16 | Self::L16 => 65535.0,
            Self::R16F
            | Self::G16R16F
            | Self::A16B16G16R16F
            | Self::R32F
            | Self::G32R32F
            | Self::A32B32G32R32F => 0.0,
            _ => 255.0,
        }
    }

    /// Whether it is a depth format with a stencil plane.
    #[must_use]
    pub fn has_stencil(self) -> bool {
        self.row().is_some_and(|row| row.is(Can::STENCIL))
    }

    /// Whether it is read and written as sRGB where a program asks for it.
    #[must_use]
    pub fn has_srgb_twin(self) -> bool {
        self.row().is_some_and(|row| row.is(Can::SRGB))
    }

    /// Bytes of a tightly packed row of texels or blocks; 0 for formats without memory.
    #[must_use]
    pub fn row_bytes(self, width: u32) -> u32 {
        self.row().map_or(0, |row| row.layout.row_bytes(width))
    }

    /// Rows of texels or blocks in this many rows of texels; 0 for formats without memory.
    #[must_use]
    pub fn rows(self, height: u32) -> u32 {
        self.row().map_or(0, |row| row.layout.rows(height))
    }
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "Format({:#x})", self.0),
        }
    }
}
