//! Draws: vertices through the CPU, primitives put together, clipped where they must be, and recorded.

use glam::Mat4;
use retrograph_render::frame::Topology;

use super::raster;
use super::record::Order;
use super::state::{States, rs};
use crate::core::Core;
use crate::error::{Error, Result};
use crate::object::DeviceId;
use crate::vertex::clip::{self, plane};
use crate::vertex::format::{Format, Streams};
use crate::vertex::lighting::{LightValues, Lighting, MaterialColors, Model};
use crate::vertex::process::{Job, VertexFog};
use crate::viewport::View;

/// Vertices of one draw at most.
pub(crate) const MAX_VERTICES: u32 = 1 << 20;

/// `D3DDP_DONOTLIGHT`
const DO_NOT_LIGHT: u32 = 0x10;

/// How vertices form primitives: `D3DPRIMITIVETYPE`.
pub(crate) fn topology(number: u32) -> Result<Topology> {
    Ok(match number {
        1 => Topology::Points,
        2 => Topology::Lines,
        3 => Topology::LineStrip,
        4 => Topology::Triangles,
        5 => Topology::TriangleStrip,
        6 => Topology::TriangleFan,
        _ => return Err(Error::InvalidPrimitiveType),
    })
}

/// Primitives that so many vertices or indices form.
fn primitives(topology: Topology, count: usize) -> usize {
    match topology {
        Topology::Points => count,
        Topology::Lines => count / 2,
        Topology::LineStrip => count.saturating_sub(1),
        Topology::Triangles => count / 3,
        Topology::TriangleStrip | Topology::TriangleFan => count.saturating_sub(2),
    }
}

/// The places of a primitive's corners; points and lines repeat their last. The first one's colour is that of flat shading.
fn corners(topology: Topology, primitive: usize) -> [usize; 3] {
    let at = primitive;
    match topology {
        Topology::Points => [at; 3],
        Topology::Lines => [2 * at, 2 * at + 1, 2 * at + 1],
        Topology::LineStrip => [at, at + 1, at + 1],
        Topology::Triangles => [3 * at, 3 * at + 1, 3 * at + 2],
        Topology::TriangleStrip if at % 2 == 1 => [at, at + 2, at + 1],
        Topology::TriangleStrip => [at, at + 1, at + 2],
        Topology::TriangleFan => [at + 1, at + 2, 0],
    }
}

/// What is drawn.
pub(crate) struct Primitives<'a> {
    pub(crate) topology: Topology,
    pub(crate) streams: Streams<'a>,
    pub(crate) count: usize,
    pub(crate) indices: Option<&'a [u16]>,
    /// `D3DDP_*`
    pub(crate) flags: u32,
}

impl Core {
    /// Draws primitives of a device.
    pub(crate) fn draw(&mut self, device: DeviceId, call: &Primitives<'_>) -> Result<()> {
        let view = self.device(device)?.view;
        let format = call.streams.format;
        let total = call.indices.map_or(call.count, <[u16]>::len);
        if primitives(call.topology, total) == 0 {
            return Ok(());
        }
        let mut batch = std::mem::take(&mut self.draws.batch);
        batch.start(&format, view);
        let mut fogged = true;
        if format.transformed {
            batch.push_transformed(&call.streams, 0..call.count);
        } else {
            let lighting = self.lighting(device, &format, call.flags & DO_NOT_LIGHT == 0)?;
            let found = self.device(device)?;
            let fog = vertex_fog(&found.states);
            fogged = fog.is_some() || (format.specular.is_some() && lighting.is_none());
            let [world, view_matrix, projection] = found.transforms;
            let world_view = view_matrix * world;
            let job = Job { world_view, projection, view, lighting: lighting.as_ref(), fog };
            job.run(&call.streams, 0..call.count, &mut batch);
        }
        self.draws.batch = batch;
        self.device_mut(device)?.stats[4] += call.count as u32;
        self.draw_batch(device, view, &format, fogged, call.topology, call.indices)
    }

    /// Draws the batch: as it is, or clipped primitive by primitive.
    pub(crate) fn draw_batch(
        &mut self,
        device: DeviceId,
        view: View,
        format: &Format,
        fogged: bool,
        topology: Topology,
        indices: Option<&[u16]>,
    ) -> Result<()> {
        let total = indices.map_or(self.draws.batch.len(), <[u16]>::len);
        let stats = &mut self.device_mut(device)?.stats;
        let drawn = primitives(topology, total);
        let counter = match topology {
            Topology::Points => 2,
            Topology::Lines | Topology::LineStrip => 1,
            _ => 0,
        };
        stats[counter] = stats[counter].wrapping_add(drawn as u32);
        let batch = &self.draws.batch;
        let largest = indices.and_then(|list| list.iter().max()).copied();
        let whole = largest.is_none_or(|largest| usize::from(largest) < batch.len());
        let clipped = batch.any & (plane::GUARD | plane::NONE) != 0;
        if whole && !clipped {
            let order = indices.map_or(Order::None, Order::Short);
            return self.record(device, view, format, fogged, topology, order);
        }
        let flat = self.device(device)?.states.get(rs::SHADEMODE) == 1;
        let (topology, list) = self.assemble(topology, indices, total, flat);
        if list.is_empty() {
            Ok(())
        } else {
            self.record(device, view, format, fogged, topology, Order::Long(&list))
        }
    }

    /// A list of primitives of which nothing needs clipping any more. What is not a number somewhere, or has corners that
    /// are not there, is left out.
    fn assemble(
        &mut self,
        topology: Topology,
        indices: Option<&[u16]>,
        total: usize,
        flat: bool,
    ) -> (Topology, Vec<u32>) {
        let batch = &mut self.draws.batch;
        let there = batch.len();
        let at = |place: usize| match indices {
            Some(list) => list.get(place).map(|&index| usize::from(index)),
            None => Some(place),
        };
        let mut list = Vec::new();
        let kind = match topology {
            Topology::Points => Topology::Points,
            Topology::Lines | Topology::LineStrip => Topology::Lines,
            _ => Topology::Triangles,
        };
        for primitive in 0..primitives(topology, total) {
            let found = corners(topology, primitive).map(|place| at(place).filter(|&index| index < there));
            let [Some(a), Some(b), Some(c)] = found else { continue };
            let flags = [a, b, c].map(|index| batch.flags[index]);
            let [any, every] = [flags[0] | flags[1] | flags[2], flags[0] & flags[1] & flags[2]];
            if any & plane::NONE != 0 || every & 0x3F != 0 {
                continue;
            }
            let corners = [a, b, c].map(|index| index as u32);
            let clips = any & plane::GUARD != 0;
            match kind {
                Topology::Points if !clips => list.push(corners[0]),
                Topology::Points => {}
                Topology::Lines if clips => {
                    list.extend(clip::line(batch, [corners[0], corners[1]], flat).into_iter().flatten());
                }
                Topology::Lines => list.extend(&corners[..2]),
                _ if clips => {
                    let polygon = clip::triangle(batch, corners, flat);
                    for side in polygon.windows(2).skip(1) {
                        list.extend([polygon[0], side[0], side[1]]);
                    }
                }
                _ => list.extend(corners),
            }
        }
        (kind, list)
    }

    /// The lights of the device's current viewport and its material, for vertices that are lit.
    pub(crate) fn lighting(
        &self,
        device: DeviceId,
        format: &Format,
        wanted: bool,
    ) -> Result<Option<Lighting>> {
        let found = self.device(device)?;
        let states = &found.states;
        let seven = found.version == 7;
        let material = states.light(1).and_then(|handle| self.material_of(Some(device), handle));
        let lit = if seven {
            states.on(rs::LIGHTING)
        } else {
            wanted && material.is_some() && format.normal.is_some()
        };
        if !lit || format.transformed {
            return Ok(None);
        }
        let colors = match material {
            Some(material) => self.material_colors(material),
            None => found.material,
        };
        let lights: Vec<LightValues> = match found.current {
            Some(viewport) if !seven => self.viewport_lights(viewport),
            _ => found.lights.values().filter(|light| light.1).map(|light| light.0).collect(),
        };
        Ok(Some(self.prepare(found.transforms, states, seven, colors, &lights)))
    }

    pub(crate) fn prepare(
        &self,
        [world, view, _]: [Mat4; 3],
        states: &States,
        seven: bool,
        colors: MaterialColors,
        lights: &[LightValues],
    ) -> Lighting {
        let model = if seven {
            Model::Seven {
                normalize: states.on(rs::NORMALIZENORMALS),
                local_viewer: states.on(rs::LOCALVIEWER),
            }
        } else {
            Model::Legacy
        };
        let sources = if states.on(rs::COLORVERTEX) {
            [0, 1, 2, 3].map(|source| states.get(rs::DIFFUSESOURCE + source) as u8)
        } else {
            [0; 4]
        };
        let ambient = raster::unpack(states.get(rs::AMBIENT));
        Lighting::new(model, [world, view], colors, ambient, sources, lights)
    }
}

/// Fog by vertex, if states say so. Fog by pixel goes before.
pub(crate) fn vertex_fog(states: &States) -> Option<VertexFog> {
    let mode = states.get(rs::FOGVERTEXMODE);
    let on = states.on(rs::FOGENABLE) && matches!(mode, 1..=3) && states.get(rs::FOGTABLEMODE) == 0;
    on.then(|| VertexFog {
        mode,
        start: states.float(rs::FOGSTART),
        end: states.float(rs::FOGEND),
        density: states.float(rs::FOGDENSITY),
        range: states.on(rs::RANGEFOGENABLE),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_turn_every_second_triangle() {
        assert_eq!(
            [corners(Topology::TriangleStrip, 0), corners(Topology::TriangleStrip, 1)],
            [[0, 1, 2], [1, 3, 2]]
        );
        assert_eq!(corners(Topology::TriangleFan, 1), [2, 3, 0]);
        assert_eq!([primitives(Topology::Triangles, 8), primitives(Topology::TriangleFan, 1)], [2, 0]);
        assert_eq!(topology(7), Err(Error::InvalidPrimitiveType));
    }
}
