//! Commands that move texels and bytes.

use retrograph_d3d9::types::{LockFlags, TextureFilter};

use super::names::{flags, variant};
use super::objects::Object;
use super::surfaces::rect;
use super::{Called, Runner, Stop};
use crate::battery::data::typed;
use crate::battery::error::BatteryError;
use crate::battery::script::{Command, Flags, Name, Number, TypedData};

impl Runner<'_> {
    /// Executes a command that moves texels or bytes; `None` when it is of another kind.
    pub(super) fn transfer(
        &mut self,
        command: &Command,
    ) -> Result<Option<retrograph_d3d9::Result<()>>, Stop> {
        use Command as C;
        Ok(Some(match command {
            C::StretchRect { src, src_rect, dst, dst_rect, filter } => {
                let (src, dst) = (self.surface(src)?.0, self.surface(dst)?.0);
                let filter: TextureFilter = variant("filter", filter)?;
                self.device.stretch_rect(src, src_rect.map(rect), dst, dst_rect.map(rect), filter)
            }
            C::ColorFill { surface, rect: edges, color } => {
                let surface = self.surface(surface)?.0;
                self.device.color_fill(surface, edges.map(rect), color.u32())
            }
            C::UpdateSurface { src, src_rect, dst, point } => {
                let (src, dst) = (self.surface(src)?.0, self.surface(dst)?.0);
                let point = point.map(|[x, y]| (x.i32(), y.i32()));
                self.device.update_surface(src, src_rect.map(rect), dst, point)
            }
            C::GetRenderTargetData { src, dst } => {
                let (src, dst) = (self.surface(src)?.0, self.surface(dst)?.0);
                self.device.get_render_target_data(src, dst)
            }
            C::WriteSurface { surface, rect, flags: lock, data } => {
                let lock = flags("lock flag", lock.as_ref())?;
                return self.write_surface(surface, *rect, lock, data).map(Some);
            }
            C::WriteVolume { volume, level, bounds, flags: lock, data } => {
                let lock = flags("lock flag", lock.as_ref())?;
                let (texture, _, shape) = self.objects.texture(volume)?;
                let shape = shape.clone();
                let level = level.map_or(0, Number::u32);
                return self.write_volume((texture, &shape), level, *bounds, lock, data).map(Some);
            }
            C::WriteBuffer { buffer, offset, size, flags, data } => {
                return self.write_buffer(buffer, [*offset, *size], flags.as_ref(), data).map(Some);
            }
            _ => return self.texture_call(command),
        }))
    }

    /// Calls on whole textures.
    fn texture_call(&mut self, command: &Command) -> Result<Option<retrograph_d3d9::Result<()>>, Stop> {
        use Command as C;
        Ok(Some(match command {
            C::UpdateTexture { src, dst } => {
                let (src, dst) = (self.objects.texture(src)?.0, self.objects.texture(dst)?.0);
                self.device.update_texture(src, dst)
            }
            C::GenerateMipSubLevels { texture } => {
                let texture = self.objects.texture(texture)?.0;
                self.device.generate_mip_sub_levels(texture)
            }
            C::SetAutoGenFilterType { texture, filter } => {
                let texture = self.objects.texture(texture)?.0;
                self.device.set_auto_gen_filter_type(texture, variant("filter", filter)?)
            }
            C::SetLod { texture, lod } => {
                let texture = self.objects.texture(texture)?.0;
                self.device.set_lod(texture, lod.u32());
                Ok(())
            }
            C::AddDirtyRect { texture, rect: edges, face } => {
                let texture = self.objects.texture(texture)?.0;
                let edges = edges.map(rect);
                match face {
                    None => self.device.add_dirty_rect(texture, edges),
                    Some(face) => {
                        let face = variant("cube face", &Name::Text(face.clone()))?;
                        self.device.add_dirty_cube_rect(texture, face, edges)
                    }
                }
            }
            _ => return Ok(None),
        }))
    }

    /// Locks a buffer, stores bytes and unlocks.
    fn write_buffer(
        &mut self,
        buffer: &str,
        [offset, size]: [Option<Number>; 2],
        lock: Option<&Flags>,
        data: &TypedData,
    ) -> Called {
        let bytes = typed(data)?;
        let lock: LockFlags = flags("lock flag", lock)?;
        let offset = offset.map_or(0, Number::u32);
        let size = size.map_or(u32::try_from(bytes.len()).unwrap_or(u32::MAX), Number::u32);
        match *self.objects.get(buffer)? {
            Object::VertexBuffer(id) => {
                let mut lock = match self.device.lock_vertex_buffer(id, offset, size, lock) {
                    Ok(lock) => lock,
                    Err(error) => return Ok(Err(error)),
                };
                store(lock.bytes_mut(), &bytes)?;
                Ok(self.device.unlock_vertex_buffer(lock))
            }
            Object::IndexBuffer(id) => {
                let mut lock = match self.device.lock_index_buffer(id, offset, size, lock) {
                    Ok(lock) => lock,
                    Err(error) => return Ok(Err(error)),
                };
                store(lock.bytes_mut(), &bytes)?;
                Ok(self.device.unlock_index_buffer(lock))
            }
            _ => Err(BatteryError::resource("buffer", buffer).into()),
        }
    }
}

/// Stores `bytes` at the start of a lock.
fn store(target: &mut [u8], bytes: &[u8]) -> Result<(), Stop> {
    let place = target.get_mut(..bytes.len());
    place
        .ok_or_else(|| Stop::Error(format!("{} bytes do not fit the lock", bytes.len())))?
        .copy_from_slice(bytes);
    Ok(())
}
