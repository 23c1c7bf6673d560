//! The table of formats.

use retrograph_render::caps::FormatCaps;
use retrograph_render::wgpu::TextureFormat;
use retrograph_shaders::dxso::Lanes;

use super::codec::{Codec, Field};
use super::{Format, Layout};

bitflags::bitflags! {
    /// What a format can be.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct Can: u16 {
        /// A texture that shaders read.
        const SAMPLED = 1;
        /// A colour render target.
        const TARGET = 1 << 1;
        /// A depth-stencil target.
        const DEPTH = 1 << 2;
        /// It has a stencil plane.
        const STENCIL = 1 << 3;
        /// Its texels can be seen by the CPU.
        const LOCKABLE = 1 << 4;
        /// Mip levels are made for it.
        const MIP_GENERATED = 1 << 5;
        /// Read and written through an sRGB twin.
        const SRGB = 1 << 6;
        /// A display or back buffer format.
        const DISPLAY = 1 << 7;
        /// Depth textures: sampled as they are, not compared.
        const RAW_DEPTH = 1 << 8;
        /// One channel, of which `GET4` reads four texels at once.
        const GATHER = 1 << 9;
    }
}

/// One format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The code.
    pub(crate) format: Format,
    /// The name without its prefix.
    pub(crate) name: &'static str,
    /// How texels lie in guest memory.
    pub(crate) layout: Layout,
    /// What the GPU holds, and how guest texels become that. `None`: it stays on the CPU.
    pub(crate) storage: Option<Storage>,
    /// What holds it where a GPU lacks that.
    pub(crate) fallback: Option<Storage>,
    /// What holds it where it is drawn to, if that is something else.
    pub(crate) drawn: Option<Storage>,
    /// The lanes that a shader reads.
    pub(crate) lanes: Lanes,
    /// Whether it has alpha. Without: alpha writes are masked and destination alpha is one.
    pub(crate) alpha: bool,
    /// What it can be.
    pub(crate) can: Can,
}

/// A wgpu format and how guest texels become it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Storage {
    /// The format, never the sRGB twin.
    pub(crate) format: TextureFormat,
    /// The conversion.
    pub(crate) codec: Codec,
}

/// What a format is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A texture that shaders read.
    Sampled,
    /// That, and a colour or depth attachment.
    Target,
    /// A volume that shaders read.
    Volume,
}

impl Row {
    const fn new(format: Format, name: &'static str) -> Self {
        Self {
            format,
            name,
            layout: Layout::Nothing,
            storage: None,
            fallback: None,
            drawn: None,
            lanes: Lanes::Rgba,
            alpha: true,
            can: Can::empty(),
        }
    }

    const fn texels(mut self, bytes: u8) -> Self {
        self.layout = Layout::Texels(bytes);
        self.can = self.can.union(Can::LOCKABLE);
        self
    }

    const fn blocks(mut self, bytes: u8) -> Self {
        self.layout = Layout::Blocks(bytes);
        self.can = self.can.union(Can::LOCKABLE);
        self
    }

    const fn quirky(mut self, bytes: u8) -> Self {
        self.layout = Layout::QuirkyBlocks(bytes);
        self.can = self.can.union(Can::LOCKABLE);
        self
    }

    const fn held(mut self, format: TextureFormat, codec: Codec) -> Self {
        self.storage = Some(Storage { format, codec });
        self.can = self.can.union(Can::SAMPLED);
        self
    }

    const fn or(mut self, format: TextureFormat, codec: Codec) -> Self {
        self.fallback = Some(Storage { format, codec });
        self
    }

    const fn drawn(mut self, format: TextureFormat, codec: Codec) -> Self {
        self.drawn = Some(Storage { format, codec });
        self.target()
    }

    const fn lanes(mut self, lanes: Lanes) -> Self {
        self.lanes = lanes;
        self
    }

    const fn no_alpha(mut self) -> Self {
        self.alpha = false;
        self
    }

    const fn target(mut self) -> Self {
        self.can = self.can.union(Can::TARGET).union(Can::MIP_GENERATED);
        self
    }

    const fn can(mut self, can: Can) -> Self {
        self.can = self.can.union(can);
        self
    }

    const fn depth(mut self, bytes: u8, format: TextureFormat) -> Self {
        self.layout = Layout::Texels(bytes);
        self.storage = Some(Storage { format, codec: Codec::Copy });
        self.can = Can::SAMPLED.union(Can::DEPTH);
        self
    }

    /// What holds this format, for this use, on a device that answers so about wgpu's formats.
    pub(crate) fn storage(&self, use_: Use, answer: impl Fn(TextureFormat) -> FormatCaps) -> Option<Storage> {
        let drawn = self.drawn.filter(|_| use_ == Use::Target);
        let held = drawn.is_none().then_some([self.storage, self.fallback]).into_iter().flatten();
        held.chain([drawn]).flatten().find(|storage| {
            let found = answer(storage.format);
            match use_ {
                Use::Sampled => found.sampled,
                Use::Target => found.sampled && found.renderable,
                // Compressed volumes need a feature of their own, which few devices have.
                Use::Volume => found.sampled && !storage.format.is_compressed(),
            }
        })
    }

    /// The lanes that a shader reads of what is held so.
    pub(crate) fn lanes_of(&self, storage: Option<Storage>) -> Lanes {
        match storage {
            Some(Storage { codec: Codec::Alpha, .. }) => Lanes::Zzza,
            _ => self.lanes,
        }
    }

    /// Whether it can be all of these.
    pub(crate) const fn is(&self, can: Can) -> bool {
        self.can.contains(can)
    }
}

macro_rules! formats {
    ($($name:ident = $code:expr => $($build:ident($($argument:expr),*)).+;)*) => {
        impl Format {
            $(
                #[doc = concat!("`D3DFMT_", stringify!($name), "`, or the four-letter code.")]
                pub const $name: Self = $code;
            )*
        }

        /// The table: every format that has texels.
        pub(crate) static TABLE: &[Row] =
            &[$(Row::new(Format::$name, stringify!($name)).$($build($($argument),*)).+),*];
    };
}

const fn code(value: u32) -> Format {
    Format(value)
}

const fn letters(value: &[u8; 4]) -> Format {
    Format::fourcc(value)
}

/// A field of a 16-bit texel: its lowest bit and its width.
const fn at(shift: u8, bits: u8) -> Field {
    Field { shift, bits }
}

/// No field: reads as one.
const ONE: Field = at(0, 0);

use Lanes::{R001, R111, Rg11, Rgb1, Rrr1, Rrrg, Rrrr, Zzzr};
use TextureFormat as T;

formats! {
    R8G8B8 = code(20) => texels(3).no_alpha().lanes(Rgb1);
    A8R8G8B8 = code(21) => texels(4).held(T::Bgra8Unorm, Codec::Copy)
        .target().can(Can::SRGB.union(Can::DISPLAY));
    X8R8G8B8 = code(22) => texels(4).held(T::Bgra8Unorm, Codec::Opaque).no_alpha().lanes(Rgb1).target()
        .can(Can::SRGB.union(Can::DISPLAY));
    R5G6B5 = code(23) => texels(2).held(T::Bgra8Unorm, Codec::Packed([at(11, 5), at(5, 6), at(0, 5), ONE]))
        .no_alpha().lanes(Rgb1).target().can(Can::DISPLAY);
    X1R5G5B5 = code(24) => texels(2).held(T::Bgra8Unorm, Codec::Packed([at(10, 5), at(5, 5), at(0, 5), ONE]))
        .no_alpha().lanes(Rgb1).target().can(Can::DISPLAY);
    A1R5G5B5 = code(25) => texels(2)
        .held(T::Bgra8Unorm, Codec::Packed([at(10, 5), at(5, 5), at(0, 5), at(15, 1)]))
        .target().can(Can::DISPLAY);
    A4R4G4B4 = code(26) => texels(2)
        .held(T::Bgra8Unorm, Codec::Packed([at(8, 4), at(4, 4), at(0, 4), at(12, 4)])).target();
    R3G3B2 = code(27) => texels(1).no_alpha().lanes(Rgb1);
    A8 = code(28) => texels(1).held(T::R8Unorm, Codec::Copy).lanes(Zzzr)
        .drawn(T::Bgra8Unorm, Codec::Alpha);
    A8R3G3B2 = code(29) => texels(2);
    X4R4G4B4 = code(30) => texels(2).held(T::Bgra8Unorm, Codec::Packed([at(8, 4), at(4, 4), at(0, 4), ONE]))
        .no_alpha().lanes(Rgb1);
    A2B10G10R10 = code(31) => texels(4).held(T::Rgb10a2Unorm, Codec::Copy).target();
    A8B8G8R8 = code(32) => texels(4).held(T::Rgba8Unorm, Codec::Copy).target().can(Can::SRGB);
    X8B8G8R8 = code(33) => texels(4).held(T::Rgba8Unorm, Codec::Opaque).no_alpha().lanes(Rgb1).target()
        .can(Can::SRGB);
    G16R16 = code(34) => texels(4).held(T::Rg16Unorm, Codec::Copy).or(T::Rg32Float, Codec::Unorm16)
        .no_alpha().lanes(Rg11).target();
    A2R10G10B10 = code(35) => texels(4).held(T::Rgb10a2Unorm, Codec::SwapTens).target().can(Can::DISPLAY);
    A16B16G16R16 = code(36) => texels(8).held(T::Rgba16Unorm, Codec::Copy).or(T::Rgba32Float, Codec::Unorm16)
        .target();
    A8P8 = code(40) => texels(2);
    P8 = code(41) => texels(1);
    L8 = code(50) => texels(1).held(T::R8Unorm, Codec::Copy).no_alpha().lanes(Rrr1).target().can(Can::GATHER);
    A8L8 = code(51) => texels(2).held(T::Rg8Unorm, Codec::Copy).lanes(Rrrg);
    A4L4 = code(52) => texels(1).held(T::Rg8Unorm, Codec::Nibbles).lanes(Rrrg);
    V8U8 = code(60) => texels(2).held(T::Rg8Snorm, Codec::Copy).no_alpha().lanes(Rg11);
    L6V5U5 = code(61) => texels(2).held(T::Rgba16Float, Codec::L6V5U5).no_alpha();
    X8L8V8U8 = code(62) => texels(4).held(T::Rgba16Float, Codec::X8L8V8U8).no_alpha();
    Q8W8V8U8 = code(63) => texels(4).held(T::Rgba8Snorm, Codec::Copy);
    V16U16 = code(64) => texels(4).held(T::Rg16Snorm, Codec::Copy).or(T::Rg32Float, Codec::Snorm16)
        .no_alpha().lanes(Rg11);
    A2W10V10U10 = code(67) => texels(4).held(T::Rgba16Float, Codec::A2W10V10U10);
    D16_LOCKABLE = code(70) => texels(2).can(Can::DEPTH);
    D32 = code(71) => texels(4).can(Can::DEPTH);
    D15S1 = code(73) => texels(2).can(Can::DEPTH);
    D24S8 = code(75) => depth(4, T::Depth24PlusStencil8).can(Can::STENCIL);
    D24X8 = code(77) => depth(4, T::Depth24Plus);
    D24X4S4 = code(79) => texels(4).can(Can::DEPTH);
    D16 = code(80) => depth(2, T::Depth16Unorm);
    L16 = code(81) => texels(2).held(T::R16Unorm, Codec::Copy)
        .or(T::R32Float, Codec::Unorm16).no_alpha().lanes(Rrr1).can(Can::GATHER);
    D32F_LOCKABLE = code(82) => texels(4).can(Can::DEPTH);
    D24FS8 = code(83) => texels(4).can(Can::DEPTH);
    Q16W16V16U16 = code(110) => texels(8).held(T::Rgba16Snorm, Codec::Copy).or(T::Rgba32Float, Codec::Snorm16)
        ;
    R16F = code(111) => texels(2).held(T::R16Float, Codec::Copy).no_alpha().lanes(R111).target().can(Can::GATHER);
    G16R16F = code(112) => texels(4).held(T::Rg16Float, Codec::Copy).no_alpha().lanes(Rg11).target();
    A16B16G16R16F = code(113) => texels(8).held(T::Rgba16Float, Codec::Copy).target();
    R32F = code(114) => texels(4).held(T::R32Float, Codec::Copy).no_alpha().lanes(R111).target().can(Can::GATHER);
    G32R32F = code(115) => texels(8).held(T::Rg32Float, Codec::Copy).no_alpha().lanes(Rg11).target();
    A32B32G32R32F = code(116) => texels(16).held(T::Rgba32Float, Codec::Copy).target();
    CXV8U8 = code(117) => texels(2);
    DXT1 = letters(b"DXT1") => blocks(8).held(T::Bc1RgbaUnorm, Codec::Copy)
        .or(T::Rgba8Unorm, Codec::Bc1).can(Can::SRGB);
    DXT2 = letters(b"DXT2") => blocks(16).held(T::Bc2RgbaUnorm, Codec::Copy)
        .or(T::Rgba8Unorm, Codec::Bc2).can(Can::SRGB);
    DXT3 = letters(b"DXT3") => blocks(16).held(T::Bc2RgbaUnorm, Codec::Copy)
        .or(T::Rgba8Unorm, Codec::Bc2).can(Can::SRGB);
    DXT4 = letters(b"DXT4") => blocks(16).held(T::Bc3RgbaUnorm, Codec::Copy)
        .or(T::Rgba8Unorm, Codec::Bc3).can(Can::SRGB);
    DXT5 = letters(b"DXT5") => blocks(16).held(T::Bc3RgbaUnorm, Codec::Copy)
        .or(T::Rgba8Unorm, Codec::Bc3).can(Can::SRGB);
    ATI1 = letters(b"ATI1") => quirky(8).held(T::Bc4RUnorm, Codec::Copy)
        .or(T::R8Unorm, Codec::Bc4).no_alpha().lanes(R001);
    ATI2 = letters(b"ATI2") => quirky(16).held(T::Bc5RgUnorm, Codec::Copy)
        .or(T::Rg8Unorm, Codec::Bc5).no_alpha()
        .lanes(Lanes::Gr11);
    INTZ = letters(b"INTZ") => depth(4, T::Depth24PlusStencil8)
        .can(Can::STENCIL.union(Can::RAW_DEPTH)).lanes(Rrrr);
    DF16 = letters(b"DF16") => depth(2, T::Depth16Unorm).can(Can::RAW_DEPTH.union(Can::GATHER)).lanes(R001);
    DF24 = letters(b"DF24") => depth(4, T::Depth24Plus).can(Can::RAW_DEPTH.union(Can::GATHER)).lanes(R001);
    NULL = letters(b"NULL") => no_alpha().can(Can::TARGET);
}

#[cfg(test)]
mod tests;
