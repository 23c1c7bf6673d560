//! Draws by value: what is prepared, read as the GPU reads it, must equal a naive expansion.

mod cases;
mod property;
mod reference;

use slotmap::{KeyData, SlotMap};

use super::{Buffers, Geometry, GeometryError, Limits, PreparedDraw};
use crate::frame::{
    AttributeSource, Draw, IndexFormat, Indices, Topology, VertexAttribute, VertexInput, VertexStream,
};
use crate::resource::BufferId;

/// Buffers on the CPU.
#[derive(Clone, Debug, Default)]
struct World {
    buffers: SlotMap<BufferId, (Vec<u8>, u64)>,
    arena: Vec<u8>,
}

impl World {
    fn add(&mut self, bytes: &[u8]) -> BufferId {
        self.buffers.insert((bytes.to_vec(), 1))
    }

    fn indices16(&mut self, indices: &[u16]) -> BufferId {
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        self.add(&bytes)
    }

    /// Prepares a draw and returns what the GPU reads, after checking it against the naive expansion.
    fn check(&self, geometry: &mut Geometry, draw: &Draw, input: &VertexInput) -> PreparedDraw {
        let id = geometry.input(input, self);
        let prepared = geometry.prepare(draw, id, &self.arena, self).expect("a draw that fits");
        let wanted = reference::expand(self, draw, input);
        let found = reference::read(self, geometry, &prepared, input);
        assert_eq!(found, wanted, "{prepared:?}");
        prepared
    }
}

impl Buffers for World {
    fn bytes(&self, id: BufferId) -> Option<&[u8]> {
        self.buffers.get(id).map(|buffer| &buffer.0[..])
    }

    fn version(&self, id: BufferId) -> u64 {
        self.buffers.get(id).map_or(0, |buffer| buffer.1)
    }
}

fn geometry() -> Geometry {
    Geometry::new(Limits { buffers: 8, stride: 2048, transient: 1 << 24 })
}

fn draw(topology: Topology, first: u32, count: u32) -> Draw {
    Draw {
        raster: 0,
        input: 0,
        program: 0,
        viewport: 0,
        targets: 0,
        bindings: 0,
        blocks: 0,
        first,
        count,
        base_vertex: 0,
        instances: 1,
        user_vertices: 0,
        topology,
        indices: Indices::None,
    }
}

fn stream(buffer: BufferId, offset: u32, stride: u32) -> VertexStream {
    VertexStream { source: AttributeSource::Buffer(buffer), offset, stride, instance_step: None }
}

fn attribute(location: u8, stream: u8, offset: u16, format: wgpu::VertexFormat) -> VertexAttribute {
    VertexAttribute { location, stream, offset, format }
}

/// One stream of floats.
fn floats(buffer: BufferId, stride: u32) -> VertexInput {
    VertexInput {
        streams: smallvec::smallvec![stream(buffer, 0, stride)],
        attributes: smallvec::smallvec![attribute(0, 0, 0, wgpu::VertexFormat::Float32)],
        indices: None,
    }
}

fn ramp(count: usize) -> Vec<u8> {
    (0..count).map(|at| (at * 7 + at / 256 + 1) as u8).collect()
}
