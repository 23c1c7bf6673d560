//! Commands that clear and draw.

use retrograph_d3d9::types::{ClearFlags, PrimitiveType, Rect};

use super::names::{flags, variant};
use super::setup::{index_bytes, index_format};
use super::surfaces::rect;
use super::{Runner, Stop};
use crate::battery::data::typed;
use crate::battery::error::BatteryError;
use crate::battery::script::{Command, Name, Number};

fn primitive(name: &Name) -> Result<PrimitiveType, BatteryError> {
    variant("primitive type", name)
}

impl Runner<'_> {
    /// Executes a command that clears or draws; `None` when it is of another kind.
    pub(super) fn draw(&mut self, command: &Command) -> Result<Option<retrograph_d3d9::Result<()>>, Stop> {
        use Command as C;
        let device = &mut self.device;
        Ok(Some(match command {
            C::Clear { flags: planes, rects, color, z, stencil } => {
                let rects: Option<Vec<Rect>> =
                    rects.as_ref().map(|rects| rects.iter().map(|edges| rect(*edges)).collect());
                device.clear(
                    rects.as_deref().filter(|rects| !rects.is_empty()),
                    flags::<ClearFlags>("clear flag", planes.as_ref())?,
                    color.map_or(0, Number::u32),
                    z.map_or(1.0, Number::f32),
                    stencil.map_or(0, Number::u32),
                )
            }
            C::BeginScene => device.begin_scene(),
            C::EndScene => device.end_scene(),
            C::DrawPrimitive { kind, start, count } => {
                device.draw_primitive(primitive(kind)?, start.map_or(0, Number::u32), count.u32())
            }
            C::DrawIndexedPrimitive { kind, base_vertex, min_vertex, num_vertices, start_index, count } => {
                device.draw_indexed_primitive(
                    primitive(kind)?,
                    base_vertex.i32(),
                    min_vertex.u32(),
                    num_vertices.u32(),
                    start_index.u32(),
                    count.u32(),
                )
            }
            C::DrawPrimitiveUp { kind, count, stride, vertices } => {
                device.draw_primitive_up(primitive(kind)?, count.u32(), &typed(vertices)?, stride.u32())
            }
            C::DrawIndexedPrimitiveUp { .. } => return self.draw_indexed_up(command),
            _ => return Ok(None),
        }))
    }

    fn draw_indexed_up(&mut self, command: &Command) -> Result<Option<retrograph_d3d9::Result<()>>, Stop> {
        let Command::DrawIndexedPrimitiveUp {
            kind,
            min_vertex,
            num_vertices,
            count,
            stride,
            indices,
            index_format: name,
            vertices,
        } = command
        else {
            return Ok(None);
        };
        let format = index_format(name.as_deref())?;
        Ok(Some(self.device.draw_indexed_primitive_up(
            primitive(kind)?,
            min_vertex.u32(),
            num_vertices.u32(),
            count.u32(),
            &index_bytes(indices, format),
            format,
            &typed(vertices)?,
            stride.u32(),
        )))
    }
}
