//! Surface references, and storing texels through locks.

use retrograph_d3d9::types::{Box3, CubeFace, LockFlags, Rect};
use retrograph_d3d9::{SurfaceId, TextureId};

use super::names::variant;
use super::objects::{Object, Shape, TextureKind};
use super::{Called, Runner, Stop};
use crate::battery::data::texels;
use crate::battery::error::BatteryError;
use crate::battery::layout::Layout;
use crate::battery::script::{Name, Number, Texels};

/// A rectangle of a script.
pub(super) fn rect(edges: [Number; 4]) -> Rect {
    let [left, top, right, bottom] = edges.map(Number::i32);
    Rect::new(left, top, right, bottom)
}

/// A box of a script.
pub(super) fn box3(edges: [Number; 6]) -> Box3 {
    let [left, top, right, bottom, front, back] = edges.map(Number::u32);
    Box3 { left, top, right, bottom, front, back }
}

impl Runner<'_> {
    /// The surface behind `"id"`, `"id/LEVEL"`, `"id/FACE/LEVEL"` or `"backbuffer"`.
    pub(super) fn surface(&mut self, reference: &str) -> Result<(SurfaceId, Shape), Stop> {
        let missing = || BatteryError::resource("surface", reference);
        let failed = |error: retrograph_d3d9::Error| Stop::failed(&format!("surface {reference}"), &error);
        let mut parts = reference.split('/');
        let id = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        if id == "backbuffer" {
            let shape = Shape {
                format: "X8R8G8B8".to_owned(),
                layout: Layout::of("X8R8G8B8")?,
                size: [64, 64, 1],
                target: true,
            };
            return Ok((self.device.get_back_buffer(0).map_err(failed)?, shape));
        }
        let level =
            |text: Option<&&str>| text.map_or(Ok(0), |text| text.parse::<u32>().map_err(|_| missing()));
        match self.objects.get(id)?.clone() {
            Object::Surface { id, shape } => Ok((id, shape)),
            Object::Texture { id, kind: TextureKind::Flat, shape } => {
                let level = level(rest.first())?;
                Ok((self.device.get_surface_level(id, level).map_err(failed)?, shape.level(level)))
            }
            Object::Texture { id, kind: TextureKind::Cube, shape } => {
                let face = rest.first().ok_or_else(missing)?;
                let face: CubeFace = variant("cube face", &Name::Text((*face).to_owned()))?;
                let level = level(rest.get(1))?;
                let surface = self.device.get_cube_map_surface(id, face, level).map_err(failed)?;
                Ok((surface, shape.level(level)))
            }
            _ => Err(missing().into()),
        }
    }

    /// Locks a surface, stores texels and unlocks.
    pub(super) fn write_surface(
        &mut self,
        reference: &str,
        edges: Option<[Number; 4]>,
        flags: LockFlags,
        data: &Texels,
    ) -> Called {
        let (surface, shape) = self.surface(reference)?;
        let part = edges.map(rect);
        let mut lock = match self.device.lock_rect(surface, part, flags) {
            Ok(lock) => lock,
            Err(error) => return Ok(Err(error)),
        };
        let [width, height] = part.map_or([shape.size[0], shape.size[1]], |rect| {
            let edge = |from: i32, to: i32| u32::try_from(to.saturating_sub(from)).unwrap_or(0);
            [edge(rect.left, rect.right), edge(rect.top, rect.bottom)]
        });
        let bytes = texels(data, &shape.layout, [width, height, 1])?;
        let row = shape.layout.size(width, 1);
        let pitch = match shape.format.as_str() {
            "ATI1" | "ATI2" => shape.layout.size(shape.size[0], 1),
            _ => lock.pitch() as usize,
        };
        store_rows(lock.bytes_mut(), &bytes, row, pitch)?;
        Ok(self.device.unlock_rect(lock))
    }

    /// Locks a level of a volume texture, stores texels and unlocks.
    pub(super) fn write_volume(
        &mut self,
        (texture, shape): (TextureId, &Shape),
        level: u32,
        edges: Option<[Number; 6]>,
        flags: LockFlags,
        data: &Texels,
    ) -> Called {
        let part = edges.map(box3);
        let mut lock = match self.device.lock_box(texture, level, part, flags) {
            Ok(lock) => lock,
            Err(error) => return Ok(Err(error)),
        };
        let size = part.map_or(shape.level(level).size, |part| {
            [(part.left, part.right), (part.top, part.bottom), (part.front, part.back)]
                .map(|(from, to)| to.saturating_sub(from))
        });
        let bytes = texels(data, &shape.layout, size)?;
        let row = shape.layout.size(size[0], 1);
        let slice = shape.layout.size(size[0], size[1]).max(1);
        let (row_pitch, slice_pitch) = (lock.row_pitch() as usize, lock.slice_pitch() as usize);
        for (z, bytes) in bytes.chunks(slice).enumerate() {
            let target = lock.bytes_mut().get_mut(z * slice_pitch..).unwrap_or_default();
            store_rows(target, bytes, row, row_pitch)?;
        }
        Ok(self.device.unlock_box(lock))
    }
}

/// Copies tight rows of `row` bytes to rows `pitch` bytes apart.
fn store_rows(target: &mut [u8], bytes: &[u8], row: usize, pitch: usize) -> Result<(), Stop> {
    for (y, bytes) in bytes.chunks(row.max(1)).enumerate() {
        let start = y * pitch;
        let place = target.get_mut(start..start + bytes.len());
        place
            .ok_or_else(|| Stop::Error("a lock is smaller than its rectangle".to_owned()))?
            .copy_from_slice(bytes);
    }
    Ok(())
}
