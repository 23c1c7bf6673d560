//! Textures.

use retrograph_render::frame::TextureLocation;
use retrograph_render::resource::{TextureDesc, TextureId as GpuTexture, TextureShape};
use retrograph_shaders::dxso::Lanes;
use smallvec::SmallVec;

use super::region::{self, Region};
use super::{Level, Request};
use crate::format::{Can, Row, Storage};
use crate::id::SurfaceId;
use crate::record::Code;
use crate::types::values::TextureFilter;
use crate::types::{MultiSample, Pool, Usage};

/// What a texture was created as: surfaces of their own are hidden textures of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A texture.
    Texture,
    /// A render target, perhaps one that can be locked; back buffers are such.
    RenderTarget {
        /// Whether it can be locked.
        lockable: bool,
    },
    /// A depth-stencil surface.
    DepthStencil {
        /// Whether its content may be lost when it is unbound.
        discard: bool,
    },
    /// An offscreen plain surface.
    Plain,
}

/// A texture of any shape.
#[derive(Debug)]
pub(crate) struct Texture {
    /// What the GPU holds. `None` outside the pools that have such, and for formats without memory.
    pub(crate) gpu: Option<GpuTexture>,
    /// The shape.
    pub(crate) shape: TextureShape,
    /// What it was created as.
    pub(crate) role: Role,
    /// Width, height and depth of level 0.
    pub(crate) size: [u32; 3],
    /// How many levels there are.
    pub(crate) levels: u32,
    /// How many levels the guest sees.
    pub(crate) public_levels: u32,
    /// The format.
    pub(crate) row: &'static Row,
    /// What holds it on the GPU.
    pub(crate) storage: Option<Storage>,
    /// The pool.
    pub(crate) pool: Pool,
    /// The usage.
    pub(crate) usage: Usage,
    /// Samples a texel.
    pub(crate) multisample: MultiSample,
    /// The lanes that a shader reads.
    pub(crate) lanes: Lanes,
    /// Whether it can be read as sRGB.
    pub(crate) srgb_twin: bool,
    /// Whether it is a depth texture that reads as a comparison.
    pub(crate) depth: bool,
    /// What a switch to it may leave out of account.
    pub(crate) code: Code,
    /// The most detailed level that is used.
    pub(crate) lod: u32,
    /// The filter that makes its mip levels.
    pub(crate) filter: TextureFilter,
    /// The levels: all of a face, then those of the next.
    pub(crate) parts: Vec<Level>,
    /// The dirty box of level 0, for each face.
    pub(crate) dirty: SmallVec<[Option<Region>; 1]>,
    /// The surfaces made so far, by part.
    pub(crate) surfaces: Vec<Option<SurfaceId>>,
    /// Whether some level has something to upload, or mip levels are to be made.
    pub(crate) pending: bool,
    /// Whether mip levels are older than level 0.
    pub(crate) stale_mips: bool,
}

impl Texture {
    /// The texture that a valid request asks for, without its GPU side.
    pub(crate) fn new(request: &Request) -> Self {
        let Request { shape, role, size, levels, row, storage, pool, usage, multisample, .. } = *request;
        let layers = if shape == TextureShape::Cube { 6 } else { 1 };
        let count = (layers * levels) as usize;
        let lanes = row.lanes_of(storage);
        let (srgb_twin, depth) = (row.is(Can::SRGB), row.is(Can::DEPTH) && !row.is(Can::RAW_DEPTH));
        Self {
            gpu: None,
            shape,
            role,
            size,
            levels,
            public_levels: if usage.contains(Usage::AUTOGENMIPMAP) { 1 } else { levels },
            row,
            storage,
            pool,
            usage,
            multisample,
            lanes,
            srgb_twin,
            depth,
            code: Code::new(shape, lanes, srgb_twin, depth),
            lod: 0,
            filter: TextureFilter::Linear,
            parts: std::iter::repeat_with(Level::default).take(count).collect(),
            dirty: SmallVec::from_elem(Some(Region::whole(size)), layers as usize),
            surfaces: vec![None; count],
            pending: false,
            stale_mips: false,
        }
    }

    /// The render texture to make for it.
    pub(crate) fn desc(&self, label: String, render_target: bool) -> Option<TextureDesc> {
        let [width, height, depth] = self.size;
        Some(TextureDesc {
            label,
            shape: self.shape,
            width,
            height,
            depth,
            levels: self.levels,
            samples: self.multisample.0.max(1),
            format: self.storage?.format,
            render_target,
        })
    }

    /// Faces, or 1.
    pub(crate) fn layers(&self) -> u32 {
        if self.shape == TextureShape::Cube { 6 } else { 1 }
    }

    /// Width, height and depth of a level.
    pub(crate) fn level_size(&self, level: u32) -> [u32; 3] {
        self.size.map(|side| side.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Bytes of a level in the guest's format.
    pub(crate) fn level_bytes(&self, level: u32) -> usize {
        let [width, height, depth] = self.level_size(level);
        // Requests of more than 2 GiB are refused.
        (self.row.layout.slice(width, height) * u64::from(depth)) as usize
    }

    /// The place of a level of a face in [`Texture::parts`], if there is one.
    pub(crate) fn index(&self, level: u32, layer: u32) -> Option<usize> {
        (level < self.levels && layer < self.layers()).then(|| (layer * self.levels + level) as usize)
    }

    /// A level of a face; `level` and `layer` exist.
    pub(crate) fn part(&self, level: u32, layer: u32) -> &Level {
        &self.parts[(layer * self.levels + level) as usize]
    }

    /// A level of a face; `level` and `layer` exist.
    pub(crate) fn part_mut(&mut self, level: u32, layer: u32) -> &mut Level {
        &mut self.parts[(layer * self.levels + level) as usize]
    }

    /// Where a box of a level of a face is on the GPU.
    pub(crate) fn location(&self, level: u32, layer: u32, origin: [u32; 3]) -> Option<TextureLocation> {
        let [x, y, z] = origin;
        Some(TextureLocation { texture: self.gpu?, level, origin: [x, y, z + layer] })
    }

    /// Whether it is drawn to, filled or copied to as a target.
    pub(crate) fn is_target(&self) -> bool {
        self.usage.contains(Usage::RENDERTARGET) || matches!(self.role, Role::RenderTarget { .. })
    }

    /// Whether it is a depth-stencil surface or texture.
    pub(crate) fn is_depth(&self) -> bool {
        self.usage.contains(Usage::DEPTHSTENCIL) || matches!(self.role, Role::DepthStencil { .. })
    }

    /// Whether its mip levels are made for it.
    pub(crate) fn is_auto_generated(&self) -> bool {
        self.usage.contains(Usage::AUTOGENMIPMAP) && self.levels > 1
    }

    /// Whether its levels can be locked.
    pub(crate) fn is_lockable(&self) -> bool {
        self.row.is(Can::LOCKABLE)
            && match (self.role, self.pool) {
                (Role::RenderTarget { lockable }, _) => lockable,
                (Role::DepthStencil { .. }, _) => false,
                (Role::Plain, _) => true,
                (Role::Texture, Pool::Default) => self.usage.contains(Usage::DYNAMIC),
                (Role::Texture, _) => true,
            }
    }

    /// Adds to the dirty box of a face.
    pub(crate) fn add_dirty(&mut self, layer: u32, region: Region) {
        if let Some(dirty) = self.dirty.get_mut(layer as usize) {
            region::add(dirty, region);
        }
    }

    /// Notes that the GPU wrote a level.
    pub(crate) fn written_by_gpu(&mut self, level: u32, layer: u32) {
        self.part_mut(level, layer).gpu_newest = true;
        self.level_changed(level);
    }

    /// Notes that a level has new texels, by whichever way.
    pub(crate) fn level_changed(&mut self, level: u32) {
        if level == 0 && self.is_auto_generated() {
            self.stale_mips = true;
            self.pending = true;
        }
    }
}
