//! Reading results back.

use retrograph_d3d9::types::{LockFlags, Pool};

use super::{Runner, Stop, names};
use crate::battery::error::BatteryError;
use crate::battery::script::Read;

impl Runner<'_> {
    /// The bytes of one read: tight rows, as in memory of the format.
    pub(super) fn read(&mut self, read: &Read) -> Result<Vec<u8>, Stop> {
        let Some(reference) = &read.surface else {
            return Err(match &read.query {
                Some(query) => Stop::Unsupported(format!("query {query}")),
                None => BatteryError::data("a read names neither a surface nor a query").into(),
            });
        };
        let failed = |what: &'static str| move |error: retrograph_d3d9::Error| Stop::failed(what, &error);
        let (mut surface, shape) = self.surface(reference)?;
        let [width, height, _] = shape.size;
        if shape.target {
            let copy = self
                .device
                .create_offscreen_plain_surface(
                    width,
                    height,
                    names::format(Some(&shape.format))?,
                    Pool::SystemMem,
                )
                .map_err(failed("readback surface"))?;
            self.device.get_render_target_data(surface, copy).map_err(failed("GetRenderTargetData"))?;
            surface = copy;
        }
        let lock =
            self.device.lock_rect(surface, None, LockFlags::READONLY).map_err(failed("readback lock"))?;
        let row = shape.layout.size(width, 1);
        let rows = shape.layout.units(width, height)[1];
        let mut bytes = Vec::with_capacity(row * rows);
        for y in 0..rows {
            let start = y * lock.pitch() as usize;
            let source = lock.bytes().get(start..start + row);
            let source =
                source.ok_or_else(|| Stop::Error("a lock is smaller than its surface".to_owned()))?;
            bytes.extend_from_slice(source);
        }
        self.device.unlock_rect(lock).map_err(failed("readback unlock"))?;
        Ok(bytes)
    }
}
