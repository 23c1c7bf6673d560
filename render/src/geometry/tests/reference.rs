//! The naive expansion, and a reader that behaves as a GPU and checks what wgpu checks.

use super::World;
use crate::frame::{AttributeSource, Draw, IndexFormat, Indices, Topology, VertexInput};
use crate::geometry::{Buffers, Geometry, PreparedDraw, Slice, Source};

/// For every instance, every vertex of every primitive: the bytes of each attribute by location.
pub(super) type Picture = Vec<Vec<(u32, Vec<u8>)>>;

/// What Direct3D draws.
pub(super) fn expand(world: &World, draw: &Draw, input: &VertexInput) -> Picture {
    let numbers: Vec<i64> = (0..draw.count)
        .map(|k| match draw.indices {
            Indices::None => i64::from(draw.first) + i64::from(k),
            Indices::Buffer => {
                let (id, format) = input.indices.expect("an index buffer");
                let bytes = world.bytes(id).expect("the index buffer");
                index(bytes, format, draw.first + k) + i64::from(draw.base_vertex)
            }
            Indices::Arena { offset, format } => {
                index(&world.arena[offset as usize..], format, draw.first + k) + i64::from(draw.base_vertex)
            }
        })
        .collect();
    let order = primitives(draw.topology, draw.count as usize);
    let mut picture = Picture::new();
    for instance in 0..draw.instances {
        for at in &order {
            let mut vertex: Vec<_> = input
                .attributes
                .iter()
                .map(|attribute| {
                    let bytes = input.streams.get(usize::from(attribute.stream)).map_or_else(
                        || vec![0; attribute.format.size() as usize],
                        |stream| fetch(world, draw, stream, attribute, numbers[*at], instance),
                    );
                    (u32::from(attribute.location), bytes)
                })
                .collect();
            vertex.sort();
            picture.push(vertex);
        }
    }
    picture
}

fn index(bytes: &[u8], format: IndexFormat, k: u32) -> i64 {
    let byte = |at: usize| i64::from(bytes.get(at).copied().unwrap_or(0));
    let k = k as usize;
    match format {
        IndexFormat::U16 if k * 2 + 2 <= bytes.len() => byte(k * 2) | byte(k * 2 + 1) << 8,
        IndexFormat::U32 if k * 4 + 4 <= bytes.len() => {
            (0..4).map(|part| byte(k * 4 + part) << (8 * part)).sum()
        }
        _ => 0,
    }
}

fn fetch(
    world: &World,
    draw: &Draw,
    stream: &crate::frame::VertexStream,
    attribute: &crate::frame::VertexAttribute,
    number: i64,
    instance: u32,
) -> Vec<u8> {
    let source: &[u8] = match stream.source {
        AttributeSource::Buffer(id) => world.bytes(id).unwrap_or(&[]),
        AttributeSource::Arena => world.arena.get(draw.user_vertices as usize..).unwrap_or(&[]),
    };
    let element = match stream.instance_step {
        None if stream.stride == 0 => 0,
        None => number,
        Some(0) => 0,
        Some(step) => i64::from(instance / step),
    };
    let start = i64::from(stream.offset) + element * i64::from(stream.stride) + i64::from(attribute.offset);
    (0..attribute.format.size() as i64)
        .map(|part| match usize::try_from(start + part) {
            Ok(at) if element >= 0 => source.get(at).copied().unwrap_or(0),
            _ => 0,
        })
        .collect()
}

/// The vertices of each primitive, first vertex first.
fn primitives(topology: Topology, count: usize) -> Vec<usize> {
    match topology {
        Topology::Points => (0..count).collect(),
        Topology::Lines => (0..count / 2 * 2).collect(),
        Topology::Triangles => (0..count / 3 * 3).collect(),
        Topology::LineStrip => (1..count).flat_map(|i| [i - 1, i]).collect(),
        Topology::TriangleStrip => (2..count)
            .map(|i| i - 2)
            .flat_map(|i| if i % 2 == 0 { [i, i + 1, i + 2] } else { [i, i + 2, i + 1] })
            .collect(),
        Topology::TriangleFan => (2..count).flat_map(|i| [i - 1, i, 0]).collect(),
    }
}

/// What a GPU reads, with wgpu's rules asserted.
pub(super) fn read(world: &World, geometry: &Geometry, draw: &PreparedDraw, input: &VertexInput) -> Picture {
    if draw.count == 0 || draw.instances == 0 {
        assert!(geometry.slots(draw).is_empty());
        return Picture::new();
    }
    let layout = geometry.layout(draw.layout);
    assert_eq!(layout.slots.len(), geometry.slots(draw).len());
    let locations: usize = layout.slots.iter().map(|slot| slot.attributes.len()).sum();
    assert_eq!(locations, input.attributes.len());
    let numbers = numbers(world, geometry, draw);
    let topology = match draw.topology {
        wgpu::PrimitiveTopology::PointList => Topology::Points,
        wgpu::PrimitiveTopology::LineList => Topology::Lines,
        wgpu::PrimitiveTopology::LineStrip => Topology::LineStrip,
        wgpu::PrimitiveTopology::TriangleList => Topology::Triangles,
        wgpu::PrimitiveTopology::TriangleStrip => Topology::TriangleStrip,
    };
    let order = primitives(topology, numbers.len());
    let mut picture = Picture::new();
    for instance in 0..draw.instances {
        for at in &order {
            let mut vertex = Vec::new();
            for (slot, slice) in layout.slots.iter().zip(geometry.slots(draw)) {
                let bytes = bytes(world, geometry, *slice);
                let element = match slot.step {
                    wgpu::VertexStepMode::Vertex => numbers[*at],
                    wgpu::VertexStepMode::Instance => i64::from(instance),
                };
                assert!(slot.stride.is_multiple_of(4) && slot.stride <= 2048);
                for attribute in &slot.attributes {
                    let size = attribute.format.size();
                    assert!(slot.stride == 0 || u64::from(attribute.offset) + size <= slot.stride.into());
                    assert!(u64::from(attribute.offset).is_multiple_of(size.min(4)));
                    let element = if slot.stride == 0 { 0 } else { element };
                    let element = usize::try_from(element).expect("no element before the first");
                    let start = element * slot.stride as usize + attribute.offset as usize;
                    let value = bytes.get(start..start + size as usize).expect("within the buffer");
                    vertex.push((attribute.location, value.to_vec()));
                }
            }
            vertex.sort();
            picture.push(vertex);
        }
    }
    picture
}

fn numbers(world: &World, geometry: &Geometry, draw: &PreparedDraw) -> Vec<i64> {
    let Some((slice, format)) = draw.indices else {
        assert_eq!(draw.strip_index_format, None);
        return (0..draw.count).map(|k| i64::from(draw.first + k)).collect();
    };
    let bytes = bytes(world, geometry, slice);
    let size = if format == wgpu::IndexFormat::Uint16 { 2 } else { 4 };
    assert!((draw.first + draw.count) as usize * size <= bytes.len(), "indices within their buffer");
    let strip =
        matches!(draw.topology, wgpu::PrimitiveTopology::TriangleStrip | wgpu::PrimitiveTopology::LineStrip);
    assert_eq!(draw.strip_index_format, strip.then_some(format));
    let kind = if size == 2 { IndexFormat::U16 } else { IndexFormat::U32 };
    (0..draw.count)
        .map(|k| {
            let index = index(bytes, kind, draw.first + k);
            let restart = if size == 2 { 0xFFFF } else { 0xFFFF_FFFF };
            assert!(!strip || index != restart, "a restart value in a strip");
            index + i64::from(draw.base_vertex)
        })
        .collect()
}

fn bytes<'a>(world: &'a World, geometry: &'a Geometry, slice: Slice) -> &'a [u8] {
    assert!(slice.offset.is_multiple_of(4));
    let source = match slice.source {
        Source::Buffer(id) | Source::Backing(id, _) => world.bytes(id).expect("a buffer"),
        Source::Arena => &world.arena[..],
        Source::Transient => geometry.transient(),
    };
    &source[slice.offset as usize..]
}
