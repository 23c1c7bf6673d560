//! What may be created.

use retrograph_render::Caps;
use retrograph_render::resource::TextureShape;

use super::Role;
use crate::error::{Error, Result};
use crate::format::{Can, Format, Layout, Row, Storage, Use};
use crate::types::{MultiSample, Pool, Usage};

/// The most bytes that one resource may have.
const LARGEST: u64 = 1 << 31;

/// A texture or surface as it is asked for; the checks turn it into what is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    /// The shape.
    pub(crate) shape: TextureShape,
    /// What it is created as.
    pub(crate) role: Role,
    /// Width, height and depth.
    pub(crate) size: [u32; 3],
    /// Mip levels; what is asked for may be 0 or too many.
    pub(crate) levels: u32,
    /// The format.
    pub(crate) row: &'static Row,
    /// What holds it.
    pub(crate) storage: Option<Storage>,
    /// The pool.
    pub(crate) pool: Pool,
    /// The usage.
    pub(crate) usage: Usage,
    /// Samples a texel.
    pub(crate) multisample: MultiSample,
}

impl Request {
    /// A request for a texture, yet to be checked. Fails for formats that are not known.
    pub(crate) fn texture(
        shape: TextureShape,
        size: [u32; 3],
        levels: u32,
        usage: Usage,
        format: Format,
        pool: Pool,
    ) -> Result<Self> {
        let row = format.row().ok_or(Error::InvalidCall)?;
        let (role, multisample) = (Role::Texture, MultiSample::NONE);
        Ok(Self { shape, role, size, levels, row, storage: None, pool, usage, multisample })
    }

    /// A request for a surface of its own, yet to be checked. Fails for formats that are not known.
    pub(crate) fn surface(role: Role, size: [u32; 2], format: Format, pool: Pool) -> Result<Self> {
        let usage = match role {
            Role::RenderTarget { .. } => Usage::RENDERTARGET,
            Role::DepthStencil { .. } => Usage::DEPTHSTENCIL,
            Role::Texture | Role::Plain => Usage::empty(),
        };
        let size = [size[0], size[1], 1];
        Ok(Self { role, ..Self::texture(TextureShape::D2, size, 1, usage, format, pool)? })
    }

    /// Checks everything, chooses the storage and settles the number of levels.
    pub(crate) fn check(mut self, caps: &Caps) -> Result<Self> {
        self.check_size(caps)?;
        self.check_usage()?;
        self.check_pool()?;
        self.check_multisample(caps)?;
        self.storage = self.row.storage(self.wanted(), |format| caps.format(format));
        let known = match (self.row.layout, self.pool, self.role) {
            (Layout::Nothing, ..) => self.is_target(),
            (_, Pool::Scratch, _) | (_, Pool::SystemMem, Role::Plain) => true,
            _ => self.storage.is_some(),
        };
        if !known {
            return Err(Error::InvalidCall);
        }
        self.settle_levels()?;
        self.check_bytes()?;
        Ok(self)
    }

    fn is_target(&self) -> bool {
        self.usage.contains(Usage::RENDERTARGET)
    }

    fn wanted(&self) -> Use {
        if self.shape == TextureShape::Volume {
            Use::Volume
        } else if self.usage.intersects(Usage::RENDERTARGET | Usage::DEPTHSTENCIL) {
            Use::Target
        } else {
            Use::Sampled
        }
    }

    fn check_size(&self, caps: &Caps) -> Result<()> {
        let limit = match self.shape {
            TextureShape::Volume => caps.limits.max_texture_dimension_3d,
            _ => caps.limits.max_texture_dimension_2d,
        };
        let block = self.row.layout.block();
        let [width, height, _] = self.size;
        let aligned = width.is_multiple_of(block) && height.is_multiple_of(block);
        // Plain surfaces on the CPU hold blocks of any size; the GPU wants whole ones.
        let lenient = self.role == Role::Plain && self.pool != Pool::Default;
        let fits = self.size.iter().all(|&side| side > 0 && side <= limit);
        valid(fits && (aligned || lenient))
    }

    fn check_usage(&self) -> Result<()> {
        let Self { usage, row, shape, .. } = self;
        let (target, depth) = (self.is_target(), usage.contains(Usage::DEPTHSTENCIL));
        valid(!usage.contains(Usage::WRITEONLY))?;
        valid(!(target && depth))?;
        valid(!target || row.is(Can::TARGET))?;
        valid(depth == row.is(Can::DEPTH))?;
        valid(!(target || depth) || !usage.contains(Usage::DYNAMIC))?;
        match shape {
            TextureShape::D2 => Ok(()),
            TextureShape::Cube => valid(!depth),
            TextureShape::Volume => {
                valid(!target && !depth && !usage.contains(Usage::AUTOGENMIPMAP))?;
                valid(self.pool != Pool::Scratch || !usage.contains(Usage::DYNAMIC))
            }
        }
    }

    fn check_pool(&self) -> Result<()> {
        let Self { usage, pool, role, .. } = *self;
        if usage.intersects(Usage::RENDERTARGET | Usage::DEPTHSTENCIL) {
            valid(pool == Pool::Default)?;
        }
        valid(!(usage.contains(Usage::DYNAMIC) && pool == Pool::Managed))?;
        valid(!(role == Role::Plain && pool == Pool::Managed))?;
        let on_cpu = matches!(pool, Pool::SystemMem | Pool::Scratch);
        valid(!(usage.contains(Usage::AUTOGENMIPMAP) && on_cpu))
    }

    fn check_multisample(&self, caps: &Caps) -> Result<()> {
        let samples = self.multisample.0;
        if samples == 0 {
            return Ok(());
        }
        valid(!matches!(self.role, Role::RenderTarget { lockable: true }) && samples <= 16)?;
        let storage = self.row.storage(Use::Target, |format| caps.format(format));
        let offered = storage.map_or(0, |storage| caps.format(storage.format).samples);
        if samples.is_power_of_two() && samples > 1 && u32::from(offered) & 1 << samples.ilog2() != 0 {
            Ok(())
        } else {
            Err(Error::NotAvailable)
        }
    }

    fn settle_levels(&mut self) -> Result<()> {
        let longest = self.size.iter().max().map_or(1, |side| side.ilog2() + 1);
        if self.usage.contains(Usage::AUTOGENMIPMAP) {
            valid(self.levels <= 1)?;
            self.levels = if self.row.is(Can::MIP_GENERATED) { longest } else { 1 };
        } else if self.levels == 0 || self.levels > longest {
            self.levels = longest;
        }
        Ok(())
    }

    fn check_bytes(&self) -> Result<()> {
        let [width, height, depth] = self.size.map(u64::from);
        let texel = self.storage.and_then(|storage| storage.format.block_copy_size(None)).unwrap_or(4);
        let layers = if self.shape == TextureShape::Cube { 6 } else { 1 };
        // At least as much as either side has, and mip levels take no more than level 0 once again.
        let guest = u64::from(self.row.layout.unit_bytes());
        let texels = (width * height).saturating_mul(depth * layers * 2);
        let samples = u64::from(self.multisample.0.max(1));
        if texels.saturating_mul(guest.max(u64::from(texel)) * samples) > LARGEST {
            return Err(Error::OutOfVideoMemory);
        }
        Ok(())
    }
}

fn valid(condition: bool) -> Result<()> {
    if condition { Ok(()) } else { Err(Error::InvalidCall) }
}
