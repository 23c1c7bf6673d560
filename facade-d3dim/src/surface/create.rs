//! Making surfaces: what is refused, levels, back buffers.

use super::desc::{Desc, flags};
use super::format::{Layout, PixelFormat};
use super::{Newest, Surface, caps};
use crate::core::Core;
use crate::error::{Error, Result};
use crate::object::{DirectDrawId, SurfaceId, Target};

/// The largest side of a surface.
const MAX_SIDE: u32 = 8192;
/// Back buffers at most.
const MAX_BACK_BUFFERS: u32 = 16;
/// The mode that we say the display has.
pub(crate) const DISPLAY: (u32, u32) = (1024, 768);
pub(crate) const DISPLAY_FORMAT: PixelFormat = PixelFormat::rgb(32, [0xFF_0000, 0xFF00, 0xFF, 0]);

/// What a surface is made of, once it is known to be allowed.
#[derive(Clone, Copy)]
struct Plan {
    direct_draw: DirectDrawId,
    version: u8,
    format: PixelFormat,
    caps: [u32; 4],
    keys: [Option<super::ColorKey>; 4],
}

impl Core {
    /// Makes a surface as a description wants it, with levels or back buffers.
    pub(crate) fn create_surface_from(
        &mut self,
        direct_draw: DirectDrawId,
        version: u8,
        desc: &Desc,
    ) -> Result<SurfaceId> {
        check_caps(desc)?;
        let (width, height) = side_lengths(desc)?;
        let format = pixel_format(desc)?;
        // Depths of 32 bits were never in video memory.
        let deep = matches!(format.layout()?, Layout::Depth { bytes: 4, stencil: false, .. });
        if deep && desc.caps[0] & caps::VIDEO_MEMORY != 0 {
            return Err(Error::InvalidPixelFormat);
        }
        let levels = level_count(desc, version, width, height)?;
        let mut surface_caps = desc.caps;
        let memory = caps::SYSTEM_MEMORY | caps::VIDEO_MEMORY;
        let managed = surface_caps[1] & caps::TEXTURE_MANAGE != 0;
        if surface_caps[0] & memory == 0 {
            surface_caps[0] |= if managed || deep { caps::SYSTEM_MEMORY } else { caps::VIDEO_MEMORY };
        }
        if surface_caps[0] & caps::VIDEO_MEMORY != 0 {
            surface_caps[0] |= caps::LOCAL_VIDEO_MEMORY;
        }
        if desc.caps[0] & (caps::TEXTURE | caps::ZBUFFER | caps::PRIMARY | caps::DEVICE_3D | caps::FLIP) == 0
        {
            surface_caps[0] |= caps::OFFSCREEN_PLAIN;
        }
        let keys = checked_keys(desc)?;
        let plan = Plan { direct_draw, version, format, caps: surface_caps, keys };
        let back_buffers = if desc.flags & flags::BACK_BUFFER_COUNT != 0 { desc.back_buffers } else { 0 };
        if !self.objects.has_room((levels + back_buffers) as usize) {
            return Err(Error::OutOfMemory);
        }
        let root = self.create_plain(&plan, width, height)?;
        let rest = self
            .create_levels(&plan, root, levels)
            .and_then(|()| self.create_back_buffers(&plan, root, back_buffers));
        if let Err(error) = rest {
            self.end_surface(root);
            return Err(error);
        }
        Ok(root)
    }

    fn create_plain(&mut self, plan: &Plan, width: u32, height: u32) -> Result<SurfaceId> {
        let layout = plan.format.layout()?;
        let pitch = layout.pitch(width).ok_or(Error::OutOfMemory)?;
        let size = u64::from(pitch) * u64::from(layout.rows(height));
        self.charge(size)?;
        let interface = match plan.version {
            7 => crate::identity::Interface::DirectDrawSurface7,
            4 => crate::identity::Interface::DirectDrawSurface4,
            _ => crate::identity::Interface::DirectDrawSurface,
        };
        let Self { objects, surfaces, .. } = self;
        let mut made = SurfaceId::default();
        let inserted = objects.insert(interface, |slot| {
            made = surfaces.insert(Surface {
                slot,
                direct_draw: plan.direct_draw,
                version: plan.version,
                width,
                height,
                pitch,
                caps: plan.caps,
                format: plan.format,
                layout,
                bytes: vec![0; size as usize],
                newest: Newest::Cpu,
                texture: None,
                uploaded_palette: None,
                root: None,
                next_level: None,
                front: None,
                back_buffers: Vec::new(),
                attached: Vec::new(),
                keys: plan.keys,
                palette: None,
                lock: None,
                device: None,
            });
            Target::Surface(made)
        });
        if inserted.is_err() {
            self.refund(size);
        }
        inserted.map(|_| made)
    }

    /// Levels have no reference of their own: they live as long as the first one.
    fn create_levels(&mut self, plan: &Plan, root: SurfaceId, levels: u32) -> Result<()> {
        let (width, height) = (self.surface(root)?.width, self.surface(root)?.height);
        let mut above = root;
        for level in 1..levels {
            let mut plan = *plan;
            if plan.version == 7 {
                plan.caps[1] |= caps::MIPMAP_SUBLEVEL;
            }
            let made = self.create_plain(&plan, (width >> level).max(1), (height >> level).max(1))?;
            self.surface_mut(made)?.root = Some((root, level));
            self.make_implicit(made)?;
            self.surface_mut(above)?.next_level = Some(made);
            above = made;
        }
        Ok(())
    }

    fn create_back_buffers(&mut self, plan: &Plan, front: SurfaceId, count: u32) -> Result<()> {
        let (width, height) = (self.surface(front)?.width, self.surface(front)?.height);
        for index in 0..count {
            let mut plan = *plan;
            plan.caps[0] &= !(caps::FRONT_BUFFER | caps::VISIBLE | caps::PRIMARY);
            plan.caps[0] |= if index == 0 { caps::BACK_BUFFER } else { 0 };
            let made = self.create_plain(&plan, width, height)?;
            self.surface_mut(made)?.front = Some(front);
            self.make_implicit(made)?;
            self.surface_mut(front)?.back_buffers.push(made);
        }
        if count > 0 {
            self.surface_mut(front)?.caps[0] |= caps::FRONT_BUFFER;
        }
        Ok(())
    }

    /// Takes the reference that a surface was made with.
    fn make_implicit(&mut self, id: SurfaceId) -> Result<()> {
        let surface = self.surface(id)?;
        let (slot, interface) = (surface.slot, surface.first_interface());
        self.objects.release(slot, interface);
        Ok(())
    }
}

fn check_caps(desc: &Desc) -> Result<()> {
    let [first, second, ..] = desc.caps;
    let has = |bits: u32| first & bits != 0;
    let all = |bits: u32| first & bits == bits;
    let counted = desc.flags & flags::BACK_BUFFER_COUNT != 0;
    let managed = second & caps::TEXTURE_MANAGE != 0;
    let refused = all(caps::SYSTEM_MEMORY | caps::VIDEO_MEMORY)
        || all(caps::PRIMARY | caps::TEXTURE)
        || has(caps::FLIP) && (!has(caps::COMPLEX) || !counted || desc.back_buffers == 0)
        || counted && !has(caps::FLIP)
        || has(caps::MIPMAP | caps::ALLOC_ON_LOAD) && !has(caps::TEXTURE)
        || managed && (!has(caps::TEXTURE) || has(caps::SYSTEM_MEMORY | caps::VIDEO_MEMORY));
    if refused || desc.back_buffers > MAX_BACK_BUFFERS && counted {
        return Err(Error::InvalidCaps);
    }
    Ok(())
}

fn side_lengths(desc: &Desc) -> Result<(u32, u32)> {
    let given = desc.flags & (flags::WIDTH | flags::HEIGHT);
    let (width, height) = match given {
        _ if desc.caps[0] & caps::PRIMARY != 0 => DISPLAY,
        0x6 => (desc.width, desc.height),
        _ => return Err(Error::InvalidParams),
    };
    if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
        return Err(Error::InvalidParams);
    }
    Ok((width, height))
}

fn pixel_format(desc: &Desc) -> Result<PixelFormat> {
    if desc.flags & flags::PIXEL_FORMAT != 0 {
        return Ok(desc.format);
    }
    if desc.caps[0] & caps::ZBUFFER != 0 {
        let bits = if desc.flags & flags::ZBUFFER_BIT_DEPTH != 0 { desc.levels } else { 16 };
        return match bits {
            16 | 24 | 32 => Ok(PixelFormat::depth(bits)),
            _ => Err(Error::InvalidPixelFormat),
        };
    }
    Ok(DISPLAY_FORMAT)
}

fn level_count(desc: &Desc, version: u8, width: u32, height: u32) -> Result<u32> {
    let most = 32 - width.max(height).leading_zeros();
    let has = |bits: u32| desc.caps[0] & bits == bits;
    if desc.flags & flags::MIP_COUNT != 0 && has(caps::MIPMAP) {
        return if desc.levels == 0 { Err(Error::InvalidParams) } else { Ok(desc.levels.min(most)) };
    }
    if !has(caps::MIPMAP | caps::COMPLEX) {
        return Ok(1);
    }
    // Version 7 goes down to 1×1, the others until one side is 1.
    Ok(if version == 7 { most } else { 32 - width.min(height).leading_zeros() })
}

/// Ranges of keys are not for copies on hardware.
fn checked_keys(desc: &Desc) -> Result<[Option<super::ColorKey>; 4]> {
    let source = desc.keys[super::KeyKind::SourceBlt as usize];
    if source.is_some_and(|key| key.low != key.high) {
        return Err(Error::NoColorKeyHardware);
    }
    Ok(desc.keys)
}
