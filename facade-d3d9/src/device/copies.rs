//! Copies between the CPU and the GPU: updates and read-backs.

use super::Device;
use crate::error::{Error, Result};
use crate::format::Layout;
use crate::id::{SurfaceId, TextureId};
use crate::record::Dirty;
use crate::resource::{GuestLevel, Part, Region, Texture, store_region};
use crate::types::values::TextureFilter;
use crate::types::{Pool, Rect, Usage};

/// A part of a texture in system memory, and where it goes.
struct Update {
    source: Part,
    region: Region,
    destination: Part,
    origin: [u32; 3],
}

impl Device {
    /// Copies a render target to a surface in system memory, which may be a level of a texture. Waits for the GPU.
    ///
    /// A destination in [`Pool::Default`] makes this a [`Device::stretch_rect`] of everything.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such surface, when the source is no render target or is multisampled,
    /// when the destination is locked or in another pool, and when sizes or formats differ.
    pub fn get_render_target_data(&mut self, source: SurfaceId, destination: SurfaceId) -> Result<()> {
        let from = *self.surface(source)?;
        let to = *self.surface(destination)?;
        if source == destination {
            return Ok(());
        }
        let (read, written) = (self.part(from.part)?, self.part(to.part)?);
        if written.pool == Pool::Default {
            return self.stretch_rect(source, None, destination, None, TextureFilter::None);
        }
        let same = (from.format, from.width, from.height) == (to.format, to.width, to.height);
        let locked = written.part(to.part.level, to.part.layer).locked;
        let memory = read.row.layout != Layout::Nothing;
        if !(same && read.is_target() && read.multisample.0 == 0 && memory)
            || locked
            || written.pool != Pool::SystemMem
        {
            return Err(Error::InvalidCall);
        }
        let bytes = self.read_part(from.part)?;
        self.put_bytes(to.part, bytes);
        if let Some(texture) = self.textures.get_mut(to.part.texture).filter(|_| to.part.level == 0) {
            texture.add_dirty(to.part.layer, Region::whole([to.width, to.height, 1]));
        }
        Ok(())
    }

    /// Copies a rectangle of a surface in system memory to a surface in [`Pool::Default`]; `None` is all of it, to
    /// the corner at (0, 0).
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such surface, for other pools, different formats, depth or
    /// multisampled destinations, locked surfaces, and rectangles that do not fit or are not whole in blocks.
    pub fn update_surface(
        &mut self,
        source: SurfaceId,
        rect: Option<Rect>,
        destination: SurfaceId,
        point: Option<(i32, i32)>,
    ) -> Result<()> {
        let (source, destination) = (self.surface(source)?.part, self.surface(destination)?.part);
        let (from, to) = (self.part(source)?, self.part(destination)?);
        let pools = from.pool == Pool::SystemMem && to.pool == Pool::Default;
        let kinds = from.row.format == to.row.format && !to.is_depth() && to.multisample.0 == 0;
        let locked = from.part(source.level, source.layer).locked
            || to.part(destination.level, destination.layer).locked;
        if !(pools && kinds) || locked || from.row.layout == Layout::Nothing {
            return Err(Error::InvalidCall);
        }
        let (size, to_size) = (from.level_size(source.level), to.level_size(destination.level));
        let region = rect.map_or(Some(Region::whole(size)), |rect| Region::from_rect(rect, size));
        let region = region.ok_or(Error::InvalidCall)?;
        let (x, y) = point.unwrap_or_default();
        let edge = |value: i32| u32::try_from(value).map_err(|_| Error::InvalidCall);
        let target = Region { origin: [edge(x)?, edge(y)?, 0], size: region.size };
        let block = from.row.layout.block();
        let fits = target.is_within(to_size) && target.is_aligned(block, to_size);
        if !fits || !region.is_aligned(block, size) {
            return Err(Error::InvalidCall);
        }
        if !region.is_empty() {
            self.update(&Update { source, region, destination, origin: target.origin });
        }
        self.relieve()
    }

    /// Copies the dirty regions of a texture in system memory to one in [`Pool::Default`]; the source is clean
    /// afterwards. Levels are matched from the largest when both have the same size, else from the smallest.
    ///
    /// Levels of the source that are locked are not copied; their texture stays dirty.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such texture, for other pools, different shapes or formats, sources
    /// with fewer levels (unless those of the destination are generated), levels whose sizes do not match, and locked
    /// destinations.
    pub fn update_texture(&mut self, source: TextureId, destination: TextureId) -> Result<()> {
        let (from, to) = (self.texture(source)?, self.texture(destination)?);
        let skipped = matched(from, to)?;
        let levels = to.public_levels;
        let dirty = from.dirty.clone();
        for (layer, dirty) in (0..).zip(dirty) {
            let Some(dirty) = dirty else { continue };
            let mut held = false;
            for level in 0..levels {
                let source = Part { texture: source, level: level + skipped, layer };
                let destination = Part { texture: destination, level, layer };
                held |= !self.update_level(source, dirty, destination)?;
            }
            if !held && let Some(from) = self.textures.get_mut(source) {
                from.dirty[layer as usize] = None;
            }
        }
        self.relieve()
    }

    /// Copies what a dirty box of level 0 reaches of one level; answers whether the level was not locked.
    fn update_level(&mut self, source: Part, dirty: Region, destination: Part) -> Result<bool> {
        let (from, to) = (self.part(source)?, self.part(destination)?);
        if from.part(source.level, source.layer).locked {
            return Ok(false);
        }
        let (size, to_size) = (from.level_size(source.level), to.level_size(destination.level));
        let block = from.row.layout.block();
        let region = dirty.at_level(source.level, size).in_blocks(block, size);
        // A single level may differ in size: what both have is copied.
        let common: [u32; 3] = std::array::from_fn(|axis| size[axis].min(to_size[axis]));
        let end = region.end();
        let origin = region.origin;
        let kept =
            std::array::from_fn(|axis: usize| end[axis].min(common[axis]).saturating_sub(origin[axis]));
        let region = Region { origin, size: kept };
        if !region.is_empty() && region.is_aligned(block, to_size) {
            self.update(&Update { source, region, destination, origin });
        }
        Ok(true)
    }

    /// Uploads a region of a part in system memory to a part on the GPU.
    fn update(&mut self, update: &Update) {
        let Update { source, region, destination, origin } = *update;
        let (Some(from), Some(to)) =
            (self.textures.get(source.texture), self.textures.get(destination.texture))
        else {
            return;
        };
        let location = to.location(destination.level, destination.layer, origin);
        let (Some(location), Some(storage)) = (location, to.storage) else { return };
        let guest = GuestLevel { layout: from.row.layout, size: from.level_size(source.level) };
        let mut stored = Vec::new();
        match &from.part(source.level, source.layer).bytes {
            Some(bytes) => store_region(guest, storage.codec, bytes, region, &mut stored),
            None => {
                let zeros = vec![0; from.level_bytes(source.level)];
                store_region(guest, storage.codec, &zeros, region, &mut stored);
            }
        }
        self.context.recorder.write_texture(location, region.size, &stored);
        self.written(destination);
    }

    /// Notes that the GPU's texels of a part are the newest.
    pub(super) fn written(&mut self, part: Part) {
        if let Some(texture) = self.textures.get_mut(part.texture) {
            texture.written_by_gpu(part.level, part.layer);
            if texture.pending {
                self.dirty |= Dirty::RESOURCES;
            }
        }
    }

    /// The texture of a part.
    pub(super) fn part(&self, part: Part) -> Result<&Texture> {
        self.textures.get(part.texture).ok_or(Error::InvalidCall)
    }
}

/// How many of the source's largest levels an update skips.
fn matched(from: &Texture, to: &Texture) -> Result<u32> {
    let pools = from.pool == Pool::SystemMem && to.pool == Pool::Default;
    let locked = to.parts.iter().any(|part| part.locked);
    if !pools || (from.shape, from.row.format) != (to.shape, to.row.format) || locked {
        return Err(Error::InvalidCall);
    }
    if from.usage.contains(Usage::AUTOGENMIPMAP) && !to.usage.contains(Usage::AUTOGENMIPMAP) {
        return Err(Error::InvalidCall);
    }
    let missing = to.public_levels.checked_sub(from.levels).is_some_and(|missing| missing > 0);
    if missing {
        return Err(Error::InvalidCall);
    }
    if from.size == to.size || to.is_auto_generated() {
        return Ok(0);
    }
    let skipped = from.levels - to.public_levels;
    if to.public_levels > 1 && from.level_size(skipped) != to.size {
        return Err(Error::InvalidCall);
    }
    Ok(skipped)
}
