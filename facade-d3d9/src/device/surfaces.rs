//! Surfaces: creation and description, and locks of surfaces and volumes.

use retrograph_render::resource::{TextureId as GpuTexture, TextureShape};

use super::Device;
use super::textures::Upload;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::id::{SurfaceId, TextureId};
use crate::record::Dirty;
use crate::resource::{
    GuestLevel, LockedBox, LockedRect, LockedTexels, Part, Region, Request, Role, Surface, SurfaceDesc,
    Texture, load_region,
};
use crate::types::{Box3, LockFlags, MultiSample, Pool, Rect, ResourceType, Usage};

impl Device {
    /// Creates a render target.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for sides of 0 or more than the device has, formats that cannot be drawn to, and
    /// lockable multisampled targets; [`Error::NotAvailable`] for numbers of samples that the device lacks;
    /// [`Error::OutOfVideoMemory`] for more than 2 GiB.
    pub fn create_render_target(
        &mut self,
        width: u32,
        height: u32,
        format: Format,
        multisample: MultiSample,
        quality: u32,
        lockable: bool,
    ) -> Result<SurfaceId> {
        let role = Role::RenderTarget { lockable };
        let request = Request::surface(role, [width, height], format, Pool::Default)?;
        self.make_surface(Request { multisample, ..request }, quality)
    }

    /// Creates a depth-stencil surface; with `discard` its content may be lost when it is unbound.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for sides of 0 or more than the device has and for formats without depth;
    /// [`Error::NotAvailable`] for numbers of samples that the device lacks; [`Error::OutOfVideoMemory`] for more
    /// than 2 GiB.
    pub fn create_depth_stencil_surface(
        &mut self,
        width: u32,
        height: u32,
        format: Format,
        multisample: MultiSample,
        quality: u32,
        discard: bool,
    ) -> Result<SurfaceId> {
        let role = Role::DepthStencil { discard };
        let request = Request::surface(role, [width, height], format, Pool::Default)?;
        self.make_surface(Request { multisample, ..request }, quality)
    }

    /// Creates a surface that is neither texture nor target, and that can always be locked.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for sides of 0 or more than the device has, [`Pool::Managed`], depth formats and
    /// formats that the pool cannot hold; [`Error::OutOfVideoMemory`] for more than 2 GiB.
    pub fn create_offscreen_plain_surface(
        &mut self,
        width: u32,
        height: u32,
        format: Format,
        pool: Pool,
    ) -> Result<SurfaceId> {
        self.make_surface(Request::surface(Role::Plain, [width, height], format, pool)?, 0)
    }

    fn make_surface(&mut self, request: Request, quality: u32) -> Result<SurfaceId> {
        if request.multisample != MultiSample::NONE && quality > 0 {
            return Err(Error::NotAvailable);
        }
        let texture = self.make(request)?;
        self.surface_of(Part { texture, level: 0, layer: 0 })
    }

    /// Forgets a surface: one of its own with its content, one of a texture only as an id. Where it is bound, nothing
    /// is bound from now on.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such surface, and for back buffers.
    pub fn release_surface(&mut self, surface: SurfaceId) -> Result<()> {
        let Part { texture, level, layer } = self.surface(surface)?.part;
        if self.implicit.back_buffers.contains(&surface) {
            return Err(Error::InvalidCall);
        }
        let found = self.textures.get_mut(texture).ok_or(Error::InvalidCall)?;
        if found.role == Role::Texture {
            if let Some(index) = found.index(level, layer) {
                found.surfaces[index] = None;
            }
            self.surfaces.remove(surface);
            self.invalidate();
        } else {
            self.forget(texture);
        }
        Ok(())
    }

    /// What a surface is.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such surface.
    pub fn get_surface_desc(&self, surface: SurfaceId) -> Result<SurfaceDesc> {
        let Surface { part, width, height, format, multisample } = *self.surface(surface)?;
        let Texture { usage, pool, .. } = *self.textures.get(part.texture).ok_or(Error::InvalidCall)?;
        let kind = ResourceType::Surface;
        Ok(SurfaceDesc { format, usage, pool, multisample, width, height, kind })
    }

    /// What a level of a texture that is no volume is.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture or level, and for volumes.
    pub fn get_level_desc(&self, texture: TextureId, level: u32) -> Result<SurfaceDesc> {
        let found = self.texture(texture)?;
        if found.shape == TextureShape::Volume || level >= found.public_levels {
            return Err(Error::InvalidCall);
        }
        let [width, height, _] = found.level_size(level);
        let Texture { row, usage, pool, multisample, .. } = *found;
        let kind = ResourceType::Surface;
        Ok(SurfaceDesc { format: row.format, usage, pool, multisample, width, height, kind })
    }

    /// The texture of the render crate behind a surface, with the level and the layer that it shows; `None` when
    /// nothing is on the GPU.
    pub(crate) fn surface_attachment(&self, surface: SurfaceId) -> Option<(GpuTexture, u8, u16)> {
        let Part { texture, level, layer } = self.surfaces.get(surface)?.part;
        Some((self.textures.get(texture)?.gpu?, level as u8, layer as u16))
    }

    /// Notes that draws may write a surface, or may have written it until now. Called when a target is bound and
    /// again when it is unbound.
    pub(crate) fn target_changed(&mut self, surface: SurfaceId) {
        let Some(Part { texture, level, layer }) = self.surfaces.get(surface).map(|found| found.part) else {
            return;
        };
        if let Some(found) = self.textures.get_mut(texture) {
            found.written_by_gpu(level, layer);
            if found.pending {
                self.dirty |= Dirty::RESOURCES;
            }
        }
    }

    /// A surface.
    pub(super) fn surface(&self, surface: SurfaceId) -> Result<&Surface> {
        self.surfaces.get(surface).ok_or(Error::InvalidCall)
    }

    /// Locks a rectangle of a surface; `None` is all of it.
    ///
    /// A surface that the GPU wrote is read back first, which waits for the GPU. Rectangles that reach outside are
    /// cut to the surface, except in [`Pool::Default`].
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such surface, when it is locked already or cannot be locked, for
    /// rectangles that are empty, inverted, outside or (in [`Pool::Default`]) not whole in blocks, and for
    /// DISCARD with READONLY or without DYNAMIC.
    pub fn lock_rect(
        &mut self,
        surface: SurfaceId,
        rect: Option<Rect>,
        flags: LockFlags,
    ) -> Result<LockedRect> {
        let part = self.surface(surface)?.part;
        let region = |size, strict| match rect {
            None => Some(Region::whole(size)),
            Some(rect) if strict => Region::from_rect(rect, size),
            Some(rect) => Some(Region::from_rect_clamped(rect, size)),
        };
        self.lock(part, region, flags).map(LockedRect)
    }

    /// Gives a locked rectangle back: what was written counts from now on.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when its surface is gone.
    pub fn unlock_rect(&mut self, locked: LockedRect) -> Result<()> {
        self.unlock(locked.0)
    }

    /// Locks a box of a level of a volume texture; `None` is all of it.
    ///
    /// # Errors
    /// Those of [`Device::lock_rect`].
    pub fn lock_box(
        &mut self,
        texture: TextureId,
        level: u32,
        area: Option<Box3>,
        flags: LockFlags,
    ) -> Result<LockedBox> {
        let found = self.texture(texture)?;
        if found.shape != TextureShape::Volume || level >= found.levels {
            return Err(Error::InvalidCall);
        }
        let region = |size, strict| match area {
            None => Some(Region::whole(size)),
            Some(area) if strict => Region::from_box(area, size),
            Some(area) => Some(Region::from_box_clamped(area, size)),
        };
        self.lock(Part { texture, level, layer: 0 }, region, flags).map(LockedBox)
    }

    /// Gives a locked box back: what was written counts from now on.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when its texture is gone.
    pub fn unlock_box(&mut self, locked: LockedBox) -> Result<()> {
        self.unlock(locked.0)
    }

    fn lock(
        &mut self,
        part: Part,
        region: impl Fn([u32; 3], bool) -> Option<Region>,
        flags: LockFlags,
    ) -> Result<LockedTexels> {
        let texture = self.textures.get(part.texture).ok_or(Error::InvalidCall)?;
        let size = texture.level_size(part.level);
        let strict = texture.pool == Pool::Default;
        let region = region(size, strict).filter(|region| !region.is_empty()).ok_or(Error::InvalidCall)?;
        let block = texture.row.layout.block();
        let allowed = texture.is_lockable()
            && !texture.part(part.level, part.layer).locked
            && (!strict || region.is_aligned(block, size));
        let discard = flags.contains(LockFlags::DISCARD) && strict;
        let dynamic = texture.usage.contains(Usage::DYNAMIC);
        if !allowed || (discard && (!dynamic || flags.contains(LockFlags::READONLY))) {
            return Err(Error::InvalidCall);
        }
        let region = region.in_blocks(block, size);
        if !(discard && region == Region::whole(size)) {
            self.fetch(part)?;
        }
        let texture = self.textures.get_mut(part.texture).ok_or(Error::InvalidCall)?;
        let length = texture.level_bytes(part.level);
        let layout = texture.row.layout;
        let level = texture.part_mut(part.level, part.layer);
        level.locked = true;
        level.gpu_newest = false;
        let bytes = level.bytes.take().unwrap_or_else(|| vec![0; length].into());
        let span = GuestLevel { layout, size }.span(region);
        let pitch = layout.reported_pitch(size[0]);
        let slice_pitch = layout.slice(size[0], size[1]) as u32;
        Ok(LockedTexels { part, flags, region, bytes, start: span.start, end: span.end, pitch, slice_pitch })
    }

    fn unlock(&mut self, locked: LockedTexels) -> Result<()> {
        let LockedTexels { part, flags, region, bytes, .. } = locked;
        let Part { level, layer, .. } = part;
        let texture = self.textures.get_mut(part.texture).ok_or(Error::InvalidCall)?;
        let found = texture.part_mut(level, layer);
        found.locked = false;
        found.bytes = Some(bytes);
        let marked = found.upload.is_some();
        texture.pending |= marked;
        if !flags.contains(LockFlags::READONLY) {
            let quiet = flags.contains(LockFlags::NO_DIRTY_UPDATE);
            match texture.pool {
                Pool::Default => {
                    self.context.upload(texture, level, layer, Some(region));
                    texture.level_changed(level);
                }
                Pool::Managed if !quiet => {
                    texture.part_mut(level, layer).mark(region);
                    texture.pending = true;
                    texture.level_changed(level);
                }
                _ => {}
            }
            if level == 0 && !quiet {
                texture.add_dirty(layer, region);
            }
        }
        if texture.pending {
            self.dirty |= Dirty::RESOURCES;
        }
        self.relieve()
    }

    /// Brings the CPU's bytes of a part up to date, if the GPU's are newer.
    fn fetch(&mut self, part: Part) -> Result<()> {
        let texture = self.textures.get(part.texture).ok_or(Error::InvalidCall)?;
        let newest = texture.part(part.level, part.layer).gpu_newest || texture.is_target();
        if newest && texture.gpu.is_some() {
            let bytes = self.read_part(part)?;
            self.put_bytes(part, bytes);
        }
        Ok(())
    }

    /// Replaces the CPU's bytes of a part, which are now the newest.
    pub(super) fn put_bytes(&mut self, part: Part, bytes: Box<[u8]>) {
        if let Some(texture) = self.textures.get_mut(part.texture) {
            let level = texture.part_mut(part.level, part.layer);
            level.bytes = Some(bytes);
            level.gpu_newest = false;
        }
    }

    /// Reads a part back from the GPU, in the guest's format and with its pitch.
    pub(super) fn read_part(&mut self, part: Part) -> Result<Box<[u8]>> {
        let Part { texture: id, level, layer } = part;
        let texture = self.textures.get(id).ok_or(Error::InvalidCall)?;
        let storage = texture.storage.ok_or(Error::InvalidCall)?;
        if storage.codec.is_block_decoder() {
            return Err(self.refuse("read.decoded_blocks"));
        }
        let size = texture.level_size(level);
        let guest = GuestLevel { layout: texture.row.layout, size };
        let mut bytes = vec![0; texture.level_bytes(level)].into_boxed_slice();
        let location = texture.location(level, layer, [0; 3]).ok_or(Error::InvalidCall)?;
        for z in 0..size[2] {
            let mut slice = location;
            slice.origin[2] += z;
            let stored = self.context.read_texture(slice, [size[0], size[1]])?;
            let region = Region { origin: [0, 0, z], size: [size[0], size[1], 1] };
            load_region(guest, storage.codec, &stored, region, &mut bytes);
        }
        Ok(bytes)
    }

    /// Submits a frame that has grown too large.
    pub(super) fn relieve(&mut self) -> Result<()> {
        if self.context.recorder.is_full() {
            self.context.submit()?;
        }
        Ok(())
    }
}
