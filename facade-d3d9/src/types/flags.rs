//! Bit sets.

bitflags::bitflags! {
    /// What a resource is for (`D3DUSAGE`).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Usage: u32 {
        /// Can be drawn to.
        const RENDERTARGET = 0x1;
        /// Can be a depth-stencil surface.
        const DEPTHSTENCIL = 0x2;
        /// The program never reads it.
        const WRITEONLY = 0x8;
        /// For software vertex processing.
        const SOFTWAREPROCESSING = 0x10;
        /// Never clipped.
        const DONOTCLIP = 0x20;
        /// For points.
        const POINTS = 0x40;
        /// For patches.
        const RTPATCHES = 0x80;
        /// For N-patches.
        const NPATCHES = 0x100;
        /// Written often.
        const DYNAMIC = 0x200;
        /// Mip levels are generated.
        const AUTOGENMIPMAP = 0x400;
        /// A displacement map.
        const DMAP = 0x4000;
        /// Asks for legacy bump mapping (queries only).
        const QUERY_LEGACYBUMPMAP = 0x8000;
        /// Asks for reading as sRGB (queries only).
        const QUERY_SRGBREAD = 0x1_0000;
        /// Asks for filtering (queries only).
        const QUERY_FILTER = 0x2_0000;
        /// Asks for writing as sRGB (queries only).
        const QUERY_SRGBWRITE = 0x4_0000;
        /// Asks for blending after the pixel shader (queries only).
        const QUERY_POSTPIXELSHADER_BLENDING = 0x8_0000;
        /// Asks for reads in the vertex stage (queries only).
        const QUERY_VERTEXTEXTURE = 0x10_0000;
        /// Asks for wrapping with mip levels (queries only).
        const QUERY_WRAPANDMIP = 0x20_0000;
        const _ = !0;
    }
}

bitflags::bitflags! {
    /// How a resource is locked (`D3DLOCK`).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct LockFlags: u32 {
        /// Nothing will be written.
        const READONLY = 0x10;
        /// No system-wide critical section.
        const NOSYSLOCK = 0x800;
        /// Nothing that earlier draws use will be written.
        const NOOVERWRITE = 0x1000;
        /// The old content may be lost.
        const DISCARD = 0x2000;
        /// Do not wait for the GPU.
        const DONOTWAIT = 0x4000;
        /// Do not mark the region dirty.
        const NO_DIRTY_UPDATE = 0x8000;
        const _ = !0;
    }
}

bitflags::bitflags! {
    /// How [`Device::process_vertices`](crate::Device::process_vertices) writes (`D3DPV`).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct ProcessFlags: u32 {
        /// What processing does not change is left as it was in the buffer.
        const DONOTCOPYDATA = 1;
        const _ = !0;
    }
}

bitflags::bitflags! {
    /// The planes that a clear touches (`D3DCLEAR`).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct ClearFlags: u32 {
        /// Colour.
        const TARGET = 1;
        /// Depth.
        const ZBUFFER = 2;
        /// Stencil.
        const STENCIL = 4;
        const _ = !0;
    }
}

bitflags::bitflags! {
    /// How a device is made (`D3DCREATE`).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct CreateFlags: u32 {
        /// Leave the floating-point unit alone.
        const FPU_PRESERVE = 0x2;
        /// Calls come from several threads.
        const MULTITHREADED = 0x4;
        /// State is never read back.
        const PUREDEVICE = 0x10;
        /// Vertices are processed by the CPU.
        const SOFTWARE_VERTEXPROCESSING = 0x20;
        /// Vertices are processed by the GPU.
        const HARDWARE_VERTEXPROCESSING = 0x40;
        /// Either, by call.
        const MIXED_VERTEXPROCESSING = 0x80;
        const _ = !0;
    }
}

bitflags::bitflags! {
    /// The channels of `COLORWRITEENABLE` (`D3DCOLORWRITEENABLE`).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct ColorWrite: u32 {
        /// Red.
        const RED = 1;
        /// Green.
        const GREEN = 2;
        /// Blue.
        const BLUE = 4;
        /// Alpha.
        const ALPHA = 8;
    }
}

bitflags::bitflags! {
    /// A flexible vertex format (`D3DFVF`). The position is a number, not a bit: compare with
    /// [`Fvf::POSITION_MASK`] applied.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Fvf: u32 {
        /// The bits that tell the kind of position.
        const POSITION_MASK = 0x400E;
        /// Untransformed position.
        const XYZ = 0x2;
        /// Transformed position.
        const XYZRHW = 0x4;
        /// Position and 1 weight.
        const XYZB1 = 0x6;
        /// Position and 2 weights.
        const XYZB2 = 0x8;
        /// Position and 3 weights.
        const XYZB3 = 0xA;
        /// Position and 4 weights.
        const XYZB4 = 0xC;
        /// Position and 5 weights.
        const XYZB5 = 0xE;
        /// Untransformed position of four components.
        const XYZW = 0x4002;
        /// Normal.
        const NORMAL = 0x10;
        /// Point size.
        const PSIZE = 0x20;
        /// Diffuse colour.
        const DIFFUSE = 0x40;
        /// Specular colour.
        const SPECULAR = 0x80;
        /// One set of texture coordinates.
        const TEX1 = 0x100;
        /// Two sets.
        const TEX2 = 0x200;
        /// Three sets.
        const TEX3 = 0x300;
        /// Four sets.
        const TEX4 = 0x400;
        /// Five sets.
        const TEX5 = 0x500;
        /// Six sets.
        const TEX6 = 0x600;
        /// Seven sets.
        const TEX7 = 0x700;
        /// Eight sets.
        const TEX8 = 0x800;
        /// The last weight is four bytes of matrix indices.
        const LASTBETA_UBYTE4 = 0x1000;
        /// The last weight is a colour of matrix indices.
        const LASTBETA_D3DCOLOR = 0x8000;
        const _ = !0;
    }
}

impl Fvf {
    /// How many sets of texture coordinates there are (0–8; larger numbers count as 8).
    #[must_use]
    pub const fn texcoords(self) -> u32 {
        let count = (self.bits() >> 8) & 0xF;
        if count > 8 { 8 } else { count }
    }

    /// How many floats set `set` of texture coordinates has.
    #[must_use]
    pub const fn texcoord_size(self, set: u32) -> u32 {
        match (self.bits() >> (16 + 2 * (set & 7))) & 3 {
            0 => 2,
            1 => 3,
            2 => 4,
            _ => 1,
        }
    }

    /// The bits that give set `set` `size` floats (`D3DFVF_TEXCOORDSIZE1` to `4`); other sizes count as 2.
    #[must_use]
    pub const fn with_texcoord_size(set: u32, size: u32) -> Self {
        let code = match size {
            1 => 3,
            3 => 1,
            4 => 2,
            _ => 0,
        };
        Self::from_bits_retain(code << (16 + 2 * (set & 7)))
    }
}
