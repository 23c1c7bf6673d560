//! Locks: the bytes are the guest's while they last.

use super::Lock;
use super::desc;
use crate::core::Core;
use crate::dispatch::Call;
use crate::error::{Error, Result};
use crate::object::SurfaceId;

const READ_ONLY: u32 = 0x10;

/// `Lock(rectangle, desc, flags, event)`: the description gets the pitch and where the bytes are.
pub(super) fn lock(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    let version = call.version();
    desc::check(call.memory, call.args[1], version)?;
    let corner = match call.args[0] {
        0 => (0, 0),
        address => {
            let [left, top, right, bottom] = call.memory.words::<4>(address)?.map(u32::cast_signed);
            let size = call.core.surface(surface)?.size();
            let inside = left >= 0 && top >= 0 && right as u32 <= size.right && bottom as u32 <= size.bottom;
            if !inside || left > right || top > bottom {
                return Err(Error::InvalidParams);
            }
            (left as u32, top as u32)
        }
    };
    if call.core.surface(surface)?.lock.is_some() {
        return Err(Error::SurfaceBusy);
    }
    call.core.pull(surface)?;
    let target = call.core.surface(surface)?;
    let size = target.bytes.len() as u32;
    let mut desc = target.desc(call.core.level_count(surface));
    let offset = corner.1 * target.pitch + corner.0 * target.layout.texel().unwrap_or(0);
    let address = call.memory.allocate(size)?;
    desc.address = address.saturating_add(offset.min(size));
    let written = call.memory.write(address, &call.core.surface(surface)?.bytes);
    if let Err(error) =
        written.map_err(Error::from).and_then(|()| desc.write(call.memory, call.args[1], version))
    {
        call.memory.free(address);
        return Err(error);
    }
    let read_only = call.args[2] & READ_ONLY != 0;
    call.core.surface_mut(surface)?.lock = Some(Lock { address, read_only });
    Ok(0)
}

/// `Unlock(…)`: what the guest wrote is the surface's.
pub(super) fn unlock(call: &mut Call<'_>) -> Result<u32> {
    let surface = call.surface()?;
    let Lock { address, read_only } = call.core.surface_mut(surface)?.lock.take().ok_or(Error::NotLocked)?;
    let result = if read_only {
        Ok(())
    } else {
        let mut bytes = vec![0; call.core.surface(surface)?.bytes.len()];
        let read = call.memory.read(address, &mut bytes);
        read.map_err(Error::from).and_then(|()| {
            call.core.bytes_mut(surface)?.copy_from_slice(&bytes);
            Ok(())
        })
    };
    call.memory.free(address);
    result.map(|()| 0)
}

impl Core {
    /// Levels from a surface on.
    pub(crate) fn level_count(&self, id: SurfaceId) -> u32 {
        self.levels(id).len() as u32
    }
}
