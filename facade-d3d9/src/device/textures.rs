//! Textures: creation, description, mip levels and what is uploaded for them.

use retrograph_render::frame::GenerateMips;
use retrograph_render::resource::TextureShape;
use retrograph_shaders::dxso::Lanes;
use slotmap::Key;

use super::Device;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::id::{SurfaceId, TextureId};
use crate::record::Dirty;
use crate::resource::{GuestLevel, Part, Region, Request, Role, Surface, Texture, VolumeDesc, store_region};
use crate::types::values::TextureFilter;
use crate::types::{Box3, CubeFace, Pool, Rect, Usage};

impl Device {
    /// Creates a two-dimensional texture. `levels` 0, or more than there are, is the full chain.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for sides of 0 or more than the device has, block formats whose sides are no whole
    /// blocks, formats that the device does not know, and usages that the pool or format does not allow;
    /// [`Error::OutOfVideoMemory`] for more than 2 GiB.
    pub fn create_texture(
        &mut self,
        width: u32,
        height: u32,
        levels: u32,
        usage: Usage,
        format: Format,
        pool: Pool,
    ) -> Result<TextureId> {
        let size = [width, height, 1];
        self.make(Request::texture(TextureShape::D2, size, levels, usage, format, pool)?)
    }

    /// Creates a cube texture.
    ///
    /// # Errors
    /// Those of [`Device::create_texture`]; depth formats are refused.
    pub fn create_cube_texture(
        &mut self,
        edge: u32,
        levels: u32,
        usage: Usage,
        format: Format,
        pool: Pool,
    ) -> Result<TextureId> {
        let size = [edge, edge, 1];
        self.make(Request::texture(TextureShape::Cube, size, levels, usage, format, pool)?)
    }

    /// Creates a volume texture.
    ///
    /// # Errors
    /// Those of [`Device::create_texture`]; render targets, depth formats and generated levels are refused.
    #[allow(clippy::too_many_arguments, reason = "Direct3D's own signature")]
    pub fn create_volume_texture(
        &mut self,
        width: u32,
        height: u32,
        depth: u32,
        levels: u32,
        usage: Usage,
        format: Format,
        pool: Pool,
    ) -> Result<TextureId> {
        let size = [width, height, depth];
        self.make(Request::texture(TextureShape::Volume, size, levels, usage, format, pool)?)
    }

    /// Forgets a texture and its surfaces. Where it is bound, nothing is bound from now on; locks of it that are
    /// still held can no longer be given back.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture.
    pub fn release_texture(&mut self, texture: TextureId) -> Result<()> {
        self.texture(texture)?;
        self.forget(texture);
        Ok(())
    }

    /// Removes a texture, hidden or not, with its surfaces.
    pub(super) fn forget(&mut self, texture: TextureId) {
        if let Some(found) = self.textures.remove(texture) {
            for surface in found.surfaces.into_iter().flatten() {
                self.surfaces.remove(surface);
            }
            if let Some(gpu) = found.gpu {
                self.context.recorder.release_texture(gpu);
            }
            self.invalidate();
        }
    }

    /// How many levels a texture has; 1 when they are generated.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture.
    pub fn get_level_count(&self, texture: TextureId) -> Result<u32> {
        Ok(self.texture(texture)?.public_levels)
    }

    /// What a level of a volume texture is.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture or level, or when it is no volume.
    pub fn get_volume_level_desc(&self, texture: TextureId, level: u32) -> Result<VolumeDesc> {
        let found = self.texture(texture)?;
        if found.shape != TextureShape::Volume || level >= found.public_levels {
            return Err(Error::InvalidCall);
        }
        let [width, height, depth] = found.level_size(level);
        let Texture { row, usage, pool, .. } = *found;
        Ok(VolumeDesc { format: row.format, usage, pool, width, height, depth })
    }

    /// The surface of a level of a two-dimensional texture: the same one at every call.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture or level, or when it has another shape.
    pub fn get_surface_level(&mut self, texture: TextureId, level: u32) -> Result<SurfaceId> {
        self.part_surface(Part { texture, level, layer: 0 }, TextureShape::D2)
    }

    /// The surface of a level of a face of a cube texture: the same one at every call.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture or level, or when it is no cube.
    pub fn get_cube_map_surface(
        &mut self,
        texture: TextureId,
        face: CubeFace,
        level: u32,
    ) -> Result<SurfaceId> {
        self.part_surface(Part { texture, level, layer: face as u32 }, TextureShape::Cube)
    }

    fn part_surface(&mut self, part: Part, shape: TextureShape) -> Result<SurfaceId> {
        let texture = self.texture_mut(part.texture)?;
        if texture.shape != shape || part.level >= texture.public_levels {
            return Err(Error::InvalidCall);
        }
        self.surface_of(part)
    }

    /// The surface of a part, made at the first call.
    pub(super) fn surface_of(&mut self, part: Part) -> Result<SurfaceId> {
        let texture = self.textures.get_mut(part.texture).ok_or(Error::InvalidCall)?;
        let index = texture.index(part.level, part.layer).ok_or(Error::InvalidCall)?;
        if let Some(surface) = texture.surfaces[index] {
            return Ok(surface);
        }
        let [width, height, _] = texture.level_size(part.level);
        let (format, multisample) = (texture.row.format, texture.multisample);
        let surface = self.surfaces.insert(Surface { part, width, height, format, multisample });
        texture.surfaces[index] = Some(surface);
        Ok(surface)
    }

    /// Makes the most detailed levels of a managed texture unused, and answers how many were. Of other textures all
    /// levels stay in use, and the answer is 0.
    pub fn set_lod(&mut self, texture: TextureId, lod: u32) -> u32 {
        let Some(found) = self.textures.get_mut(texture).filter(|found| found.pool == Pool::Managed) else {
            return 0;
        };
        let lod = lod.min(found.levels - 1);
        let old = std::mem::replace(&mut found.lod, lod);
        self.texture_changed(texture);
        old
    }

    /// How many of the most detailed levels are unused.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture.
    pub fn get_lod(&self, texture: TextureId) -> Result<u32> {
        Ok(self.texture(texture)?.lod)
    }

    /// Marks a rectangle of level 0 of a two-dimensional texture dirty; `None` is all of it. What was written with
    /// [`NO_DIRTY_UPDATE`](crate::types::LockFlags::NO_DIRTY_UPDATE) there counts from now on, on every level.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture, when it has another shape, and for rectangles that are
    /// empty, inverted or outside.
    pub fn add_dirty_rect(&mut self, texture: TextureId, rect: Option<Rect>) -> Result<()> {
        self.add_dirty(texture, TextureShape::D2, 0, |size| match rect {
            Some(rect) => Region::from_rect(rect, size),
            None => Some(Region::whole(size)),
        })
    }

    /// [`Device::add_dirty_rect`] for a face of a cube texture.
    ///
    /// # Errors
    /// Those of [`Device::add_dirty_rect`].
    pub fn add_dirty_cube_rect(
        &mut self,
        texture: TextureId,
        face: CubeFace,
        rect: Option<Rect>,
    ) -> Result<()> {
        self.add_dirty(texture, TextureShape::Cube, face as u32, |size| match rect {
            Some(rect) => Region::from_rect(rect, size),
            None => Some(Region::whole(size)),
        })
    }

    /// [`Device::add_dirty_rect`] for a box of a volume texture.
    ///
    /// # Errors
    /// Those of [`Device::add_dirty_rect`].
    pub fn add_dirty_box(&mut self, texture: TextureId, area: Option<Box3>) -> Result<()> {
        self.add_dirty(texture, TextureShape::Volume, 0, |size| match area {
            Some(area) => Region::from_box(area, size),
            None => Some(Region::whole(size)),
        })
    }

    fn add_dirty(
        &mut self,
        texture: TextureId,
        shape: TextureShape,
        layer: u32,
        region: impl Fn([u32; 3]) -> Option<Region>,
    ) -> Result<()> {
        let found = self.texture_mut(texture)?;
        let region = region(found.size).filter(|region| !region.is_empty()).ok_or(Error::InvalidCall)?;
        if found.shape != shape {
            return Err(Error::InvalidCall);
        }
        found.add_dirty(layer, region);
        if found.pool == Pool::Managed {
            let block = found.row.layout.block();
            for level in 0..found.levels {
                let size = found.level_size(level);
                found.part_mut(level, layer).mark(region.at_level(level, size).in_blocks(block, size));
            }
            found.pending = true;
            found.level_changed(0);
            self.dirty |= Dirty::RESOURCES;
        }
        Ok(())
    }

    /// Makes the levels below level 0 anew where the texture was created for that; does nothing elsewhere.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture.
    pub fn generate_mip_sub_levels(&mut self, texture: TextureId) -> Result<()> {
        self.texture_mut(texture)?.level_changed(0);
        self.upload_texture(texture);
        Ok(())
    }

    /// Chooses the filter that generates mip levels.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for [`TextureFilter::None`] and when there is no such texture.
    pub fn set_auto_gen_filter_type(&mut self, texture: TextureId, filter: TextureFilter) -> Result<()> {
        let found = self.texture_mut(texture)?;
        if filter == TextureFilter::None {
            return Err(Error::InvalidCall);
        }
        found.filter = filter;
        Ok(())
    }

    /// The filter that generates mip levels.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture.
    pub fn get_auto_gen_filter_type(&self, texture: TextureId) -> Result<TextureFilter> {
        Ok(self.texture(texture)?.filter)
    }

    /// A texture that the guest knows.
    pub(super) fn texture(&self, texture: TextureId) -> Result<&Texture> {
        self.textures.get(texture).filter(|found| found.role == Role::Texture).ok_or(Error::InvalidCall)
    }

    /// A texture that the guest knows.
    pub(super) fn texture_mut(&mut self, texture: TextureId) -> Result<&mut Texture> {
        self.textures.get_mut(texture).filter(|found| found.role == Role::Texture).ok_or(Error::InvalidCall)
    }

    /// Checks a request and makes what it asks for.
    pub(super) fn make(&mut self, request: Request) -> Result<TextureId> {
        let caps = &self.context.gpu().caps;
        let request = request.check(caps)?;
        let texture = Texture::new(&request);
        let attachable = request.storage.is_some_and(|storage| caps.format(storage.format).renderable);
        let target = texture.is_target() || texture.is_depth() || (request.role == Role::Plain && attachable);
        let on_gpu = matches!(request.pool, Pool::Default | Pool::Managed);
        let Self { textures, context, .. } = self;
        let id = textures.insert_with_key(|key| {
            let mut texture = texture;
            let [width, height, depth] = texture.size;
            let format = request.row.name;
            let label = format!("{:?} {format} {width}x{height}x{depth} {:?}", request.role, key.data());
            if on_gpu && let Some(desc) = texture.desc(label, target && attachable) {
                texture.gpu = Some(context.recorder.create_texture(desc));
            }
            texture
        });
        self.start(id);
        Ok(id)
    }

    /// Gives a new texture its first content: managed ones have everything to upload, and what can be drawn to and
    /// has no alpha is opaque.
    fn start(&mut self, id: TextureId) {
        let Some(texture) = self.textures.get_mut(id) else { return };
        if texture.pool == Pool::Managed {
            for layer in 0..texture.layers() {
                for level in 0..texture.levels {
                    let whole = Region::whole(texture.level_size(level));
                    texture.part_mut(level, layer).mark(whole);
                }
            }
            texture.pending = true;
        }
        let drawn = texture.is_target() || texture.role == Role::Plain;
        if drawn && texture.row.lanes == Lanes::Rgb1 {
            let (layers, levels) = (texture.layers(), texture.levels);
            for layer in 0..layers {
                for level in 0..levels {
                    self.fill_target(Part { texture: id, level, layer }, [0.0, 0.0, 0.0, 1.0], None);
                }
            }
            // Zeros on the CPU are the same texels: a first lock of a plain surface reads nothing back.
            if let Some(texture) = self.textures.get_mut(id) {
                texture.parts.iter_mut().for_each(|part| part.gpu_newest = false);
            }
        }
    }

    /// Notes that a texture that may be bound has another content or view.
    pub(super) fn texture_changed(&mut self, texture: TextureId) {
        for (sampler, bound) in self.state.textures.iter().enumerate() {
            if *bound == Some(texture) {
                self.record.touch_sampler(sampler);
                self.dirty |= Dirty::TEXTURES;
            }
        }
        self.dirty |= Dirty::RESOURCES;
    }

    /// Brings a texture up to date on the GPU.
    #[inline]
    pub(crate) fn upload_texture(&mut self, texture: TextureId) {
        if self.textures.get(texture).is_some_and(|found| found.pending) {
            self.upload_pending(texture);
        }
    }

    #[cold]
    fn upload_pending(&mut self, id: TextureId) {
        let Some(texture) = self.textures.get_mut(id) else { return };
        texture.pending = false;
        for layer in 0..texture.layers() {
            for level in 0..texture.levels {
                let part = texture.part_mut(level, layer);
                // What is locked keeps its mark: it is uploaded after it was given back.
                if part.upload.is_some() && !part.locked {
                    let region = part.upload.take();
                    self.context.upload(texture, level, layer, region);
                }
            }
        }
        if let (true, Some(gpu)) = (texture.stale_mips, texture.gpu) {
            texture.stale_mips = false;
            let linear = texture.filter != TextureFilter::Point;
            self.context.recorder.generate_mips(GenerateMips { texture: gpu, linear });
        }
    }
}

/// Uploads by way of a context's recorder.
pub(super) trait Upload {
    /// Uploads a region of a level of a face from its CPU bytes; those that were never touched are zeros on both
    /// sides.
    fn upload(&mut self, texture: &Texture, level: u32, layer: u32, region: Option<Region>);
}

impl Upload for retrograph_render::Context {
    fn upload(&mut self, texture: &Texture, level: u32, layer: u32, region: Option<Region>) {
        let part = texture.part(level, layer);
        let (Some(region), Some(bytes), Some(storage)) = (region, &part.bytes, texture.storage) else {
            return;
        };
        let Some(location) = texture.location(level, layer, region.origin) else { return };
        let guest = GuestLevel { layout: texture.row.layout, size: texture.level_size(level) };
        let mut stored = Vec::new();
        store_region(guest, storage.codec, bytes, region, &mut stored);
        self.recorder.write_texture(location, region.size, &stored);
    }
}
