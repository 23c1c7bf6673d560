//! Copies and fills on the GPU.

use retrograph_render::frame::{
    Attachment, ClearPlanes, CopyTexture, Rect as Area, StretchTexture, Targets, TextureLocation,
};
use retrograph_shaders::dxso::Lanes;

use super::Device;
use crate::error::{Error, Result};
use crate::format::Layout;
use crate::id::SurfaceId;
use crate::record::{Dirty, unpack};
use crate::resource::{Part, Region, Role, Texture};
use crate::types::values::TextureFilter;
use crate::types::{Pool, Rect};

/// What a surface is to a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Plain,
    Texture,
    Target,
    Depth,
}

/// A checked copy between rectangles.
struct Copy {
    source: Part,
    source_region: Region,
    destination: Part,
    region: Region,
    filter: TextureFilter,
}

impl Device {
    /// Copies a rectangle of one surface to another in [`Pool::Default`]: scaled, converted and resolved as needed.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such surface, for other pools, for a surface to itself, for filters
    /// other than none, point and linear, for rectangles that are inverted or outside, for locked surfaces, and where
    /// Direct3D 9 has no such copy: to textures that are no render targets, between depth and colour, of parts of
    /// depth surfaces or within a scene, unscaled to plain surfaces from others, and scaled to block formats.
    /// [`Error::NotAvailable`] for conversions that are not supported.
    pub fn stretch_rect(
        &mut self,
        source: SurfaceId,
        source_rect: Option<Rect>,
        destination: SurfaceId,
        rect: Option<Rect>,
        filter: TextureFilter,
    ) -> Result<()> {
        let known = matches!(filter, TextureFilter::None | TextureFilter::Point | TextureFilter::Linear);
        let (source, destination) = (self.surface(source)?.part, self.surface(destination)?.part);
        if source == destination || !known {
            return Err(Error::InvalidCall);
        }
        let (from, to) = (self.part(source)?, self.part(destination)?);
        let source_region = region(from, source.level, source_rect)?;
        let region = region(to, destination.level, rect)?;
        let scaled = source_region.size != region.size;
        let (from_side, to_side) = (side(from)?, side(to)?);
        let locked = from.part(source.level, source.layer).locked
            || to.part(destination.level, destination.layer).locked;
        if locked || !allowed(from_side, to_side, scaled) {
            return Err(Error::InvalidCall);
        }
        let copy = Copy { source, source_region, destination, region, filter };
        if from_side == Side::Depth {
            return self.copy_depth(&copy);
        }
        if source_region.is_empty() || region.is_empty() {
            return Ok(());
        }
        self.copy_color(&copy)
    }

    fn copy_depth(&mut self, copy: &Copy) -> Result<()> {
        let (from, to) = (self.part(copy.source)?, self.part(copy.destination)?);
        let whole = Region::whole(from.level_size(copy.source.level));
        let same = whole == Region::whole(to.level_size(copy.destination.level))
            && (copy.source_region, copy.region) == (whole, whole)
            && (from.row.format, from.multisample) == (to.row.format, to.multisample);
        let lost = [from, to].iter().any(|side| side.role == Role::DepthStencil { discard: true });
        if !same || lost || self.in_scene {
            return Err(Error::InvalidCall);
        }
        self.copy_texels(copy)
    }

    fn copy_color(&mut self, copy: &Copy) -> Result<()> {
        let (from, to) = (self.part(copy.source)?, self.part(copy.destination)?);
        let block = from.row.layout.block().max(to.row.layout.block());
        let scaled = copy.source_region.size != copy.region.size;
        let single = from.multisample.0 <= 1 && to.multisample.0 <= 1;
        if block > 1 {
            let aligned = copy.source_region.is_aligned(block, from.level_size(copy.source.level))
                && copy.region.is_aligned(block, to.level_size(copy.destination.level));
            if scaled || from.row.format != to.row.format || !aligned {
                return Err(Error::InvalidCall);
            }
        }
        let stored = |texture: &Texture| texture.storage.map(|storage| storage.format);
        // Formats without alpha hold a one there, which a copy of alpha would lose.
        let keeps_alpha = to.row.lanes != Lanes::Rgb1 || from.row.lanes == Lanes::Rgb1;
        if !scaled && single && stored(from) == stored(to) && lanes_match(from, to) && keeps_alpha {
            return self.copy_texels(copy);
        }
        let format = stored(to);
        let renderable = format.is_some_and(|format| self.context.gpu().caps.format(format).renderable);
        if !lanes_match(from, to) || !renderable {
            return Err(self.refuse("stretch_rect.conversion"));
        }
        self.stretch(copy)
    }

    /// A copy of texels as they are. Formats without memory have nothing to copy.
    fn copy_texels(&mut self, copy: &Copy) -> Result<()> {
        if let Some((source, destination)) = self.locations(copy)? {
            let size = copy.region.size;
            self.context.recorder.copy(CopyTexture { source, destination, size });
            self.written(copy.destination);
        }
        Ok(())
    }

    fn stretch(&mut self, copy: &Copy) -> Result<()> {
        let alpha = self.part(copy.destination)?.row.lanes != Lanes::Rgb1;
        if let Some((source, destination)) = self.locations(copy)? {
            let rectangle = |region: Region| [region.size[0], region.size[1]];
            self.context.recorder.stretch(StretchTexture {
                source,
                source_size: rectangle(copy.source_region),
                destination,
                destination_size: rectangle(copy.region),
                linear: copy.filter == TextureFilter::Linear,
                alpha,
            });
            self.written(copy.destination);
        }
        Ok(())
    }

    fn locations(&self, copy: &Copy) -> Result<Option<(TextureLocation, TextureLocation)>> {
        let Copy { source, destination, .. } = *copy;
        let from = self.part(source)?.location(source.level, source.layer, copy.source_region.origin);
        let to = self.part(destination)?.location(destination.level, destination.layer, copy.region.origin);
        Ok(from.zip(to))
    }

    /// Fills a rectangle of a render target or plain surface in [`Pool::Default`] with a colour `0xAARRGGBB`; `None`
    /// is all of it.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is no such surface, for other pools, depth surfaces, textures that are no
    /// render targets, locked surfaces, and rectangles that are inverted, outside or not whole in blocks.
    /// [`Error::NotAvailable`] for plain surfaces of formats that cannot be drawn to.
    pub fn color_fill(&mut self, surface: SurfaceId, rect: Option<Rect>, color: u32) -> Result<()> {
        let part = self.surface(surface)?.part;
        let texture = self.part(part)?;
        let region = region(texture, part.level, rect)?;
        let locked = texture.part(part.level, part.layer).locked;
        let aligned = region.is_aligned(texture.row.layout.block(), texture.level_size(part.level));
        if !matches!(side(texture)?, Side::Plain | Side::Target) || locked || !aligned {
            return Err(Error::InvalidCall);
        }
        if region.is_empty() {
            return Ok(());
        }
        let format = texture.storage.map(|storage| storage.format);
        let renderable = format.is_some_and(|format| self.context.gpu().caps.format(format).renderable);
        if !renderable && texture.row.layout != Layout::Nothing {
            return Err(self.refuse("color_fill.format"));
        }
        let [r, g, b, a] = unpack(color);
        let alpha = if texture.row.alpha { a } else { 1.0 };
        let stored = match texture.row.lanes {
            Lanes::Zzzr => [a; 4],
            Lanes::Rrrg => [r, a, 0.0, 1.0],
            _ => [r, g, b, alpha],
        };
        self.fill_target(part, stored, Some(region));
        Ok(())
    }

    /// Fills a part that can be a render target with stored lanes.
    pub(super) fn fill_target(&mut self, part: Part, color: [f32; 4], region: Option<Region>) {
        let Some(texture) = self.textures.get(part.texture).and_then(|texture| texture.gpu) else { return };
        let attachment =
            Attachment { texture, level: part.level as u8, layer: part.layer as u16, srgb: false };
        let mut targets = Targets::default();
        targets.color[0] = Some(attachment);
        let planes = ClearPlanes { color: Some(color), ..ClearPlanes::default() };
        let area = region.map(|region| Area {
            x: region.origin[0],
            y: region.origin[1],
            width: region.size[0],
            height: region.size[1],
        });
        let recorder = &mut self.context.recorder;
        recorder.set_targets(targets);
        recorder.clear(planes, area.as_ref().map(std::slice::from_ref));
        self.dirty |= Dirty::TARGETS;
        self.written(part);
    }
}

/// What a surface is to a copy; other pools than [`Pool::Default`] have none.
fn side(texture: &Texture) -> Result<Side> {
    if texture.pool != Pool::Default {
        return Err(Error::InvalidCall);
    }
    Ok(if texture.is_depth() {
        Side::Depth
    } else if texture.is_target() {
        Side::Target
    } else if texture.role == Role::Plain {
        Side::Plain
    } else {
        Side::Texture
    })
}

/// Whether Direct3D 9 has such a copy.
const fn allowed(from: Side, to: Side, scaled: bool) -> bool {
    match (from, to) {
        (Side::Depth, Side::Depth) | (Side::Plain, Side::Plain) => true,
        (Side::Depth, _) | (_, Side::Depth | Side::Texture) => false,
        (_, Side::Plain) => scaled,
        (_, Side::Target) => true,
    }
}

/// Whether the lanes that the GPU holds mean the same in both.
fn lanes_match(from: &Texture, to: &Texture) -> bool {
    let plain = |lanes| matches!(lanes, Lanes::Rgba | Lanes::Rgb1);
    from.lanes == to.lanes || (plain(from.lanes) && plain(to.lanes))
}

fn region(texture: &Texture, level: u32, rect: Option<Rect>) -> Result<Region> {
    let size = texture.level_size(level);
    match rect {
        None => Ok(Region::whole(size)),
        Some(rect) => Region::from_rect(rect, size).ok_or(Error::InvalidCall),
    }
}

#[cfg(test)]
mod tests {
    use super::{Side, allowed};

    #[test]
    fn copies_are_those_of_the_matrix() {
        use Side::{Depth, Plain, Target, Texture};
        for from in [Plain, Texture, Target] {
            for scaled in [false, true] {
                assert!(allowed(from, Target, scaled));
                assert!(!allowed(from, Texture, scaled));
                assert!(!allowed(from, Depth, scaled) && !allowed(Depth, from, scaled));
                assert_eq!(allowed(from, Plain, scaled), scaled || from == Plain);
            }
        }
        assert!(allowed(Depth, Depth, false));
    }
}
