//! Named facts.

use super::*;
use crate::geometry::{Slice, Source};

#[test]
fn a_tidy_draw_is_bound_as_it_is() {
    let mut world = World::default();
    let buffer = world.add(&ramp(160));
    let mut geometry = geometry();
    let prepared = world.check(&mut geometry, &draw(Topology::TriangleStrip, 2, 8), &floats(buffer, 16));
    assert_eq!(geometry.slots(&prepared), [Slice { source: Source::Buffer(buffer), offset: 0 }]);
    assert_eq!((prepared.first, prepared.count), (2, 8));
    assert_eq!(prepared.topology, wgpu::PrimitiveTopology::TriangleStrip);
    assert!(geometry.transient().is_empty());
}

#[test]
fn an_indexed_draw_is_bound_as_it_is_and_counts_its_first_index() {
    let mut world = World::default();
    let buffer = world.add(&ramp(160));
    let indices = world.indices16(&[9, 9, 0, 1, 2]);
    let mut geometry = geometry();
    let input = VertexInput { indices: Some((indices, IndexFormat::U16)), ..floats(buffer, 16) };
    let draw = Draw { indices: Indices::Buffer, base_vertex: 3, ..draw(Topology::Triangles, 2, 3) };
    let prepared = world.check(&mut geometry, &draw, &input);
    assert_eq!((prepared.first, prepared.count, prepared.base_vertex), (2, 3, 3));
    assert!(geometry.transient().is_empty());
}

#[test]
fn a_fan_becomes_a_list_that_starts_at_its_second_vertex() {
    let mut world = World::default();
    let buffer = world.add(&ramp(160));
    let mut geometry = geometry();
    let prepared = world.check(&mut geometry, &draw(Topology::TriangleFan, 1, 5), &floats(buffer, 16));
    assert_eq!((prepared.count, prepared.base_vertex), (9, 1));
    let list: Vec<u16> = bytemuck::pod_collect_to_vec(&geometry.transient()[..18]);
    assert_eq!(list, [1, 2, 0, 2, 3, 0, 3, 4, 0]);
}

#[test]
fn a_strip_that_holds_the_restart_value_becomes_a_list() {
    let mut world = World::default();
    let buffer = world.add(&ramp(4 * 0x1_0000));
    let indices = world.indices16(&[0, 1, 0xFFFF, 3]);
    let mut geometry = geometry();
    let input = VertexInput { indices: Some((indices, IndexFormat::U16)), ..floats(buffer, 4) };
    let draw = Draw { indices: Indices::Buffer, ..draw(Topology::TriangleStrip, 0, 4) };
    let prepared = world.check(&mut geometry, &draw, &input);
    assert_eq!(prepared.topology, wgpu::PrimitiveTopology::TriangleList);
    let list: Vec<u16> = bytemuck::pod_collect_to_vec(&geometry.transient()[..12]);
    assert_eq!(list, [0, 1, 0xFFFF, 1, 3, 0xFFFF]);
}

#[test]
fn far_apart_indices_cost_their_number_not_their_distance() {
    let mut world = World::default();
    let buffer = world.add(&ramp(64));
    let bytes: Vec<u8> = [0u32, u32::MAX, 2_000_000_000].iter().flat_map(|i| i.to_le_bytes()).collect();
    let indices = world.add(&bytes);
    let mut geometry = geometry();
    let input = VertexInput { indices: Some((indices, IndexFormat::U32)), ..floats(buffer, 16) };
    let draw = Draw { indices: Indices::Buffer, ..draw(Topology::Triangles, 0, 3) };
    world.check(&mut geometry, &draw, &input);
    assert!(geometry.transient().len() <= 64);
}

#[test]
fn absurd_counts_are_refused_before_any_allocation() {
    let mut world = World::default();
    let buffer = world.add(&ramp(64));
    let indices = world.indices16(&[0, 1, 2]);
    let mut geometry = geometry();
    let input = VertexInput { indices: Some((indices, IndexFormat::U16)), ..floats(buffer, 18) };
    let id = geometry.input(&input, &world);
    for topology in [Topology::Triangles, Topology::TriangleFan, Topology::LineStrip] {
        for indices in [Indices::None, Indices::Buffer] {
            let draw = Draw { indices, instances: u32::MAX, ..draw(topology, u32::MAX - 5, u32::MAX) };
            let refused = geometry.prepare(&draw, id, &[], &world);
            assert!(matches!(refused, Err(GeometryError::TooLarge { .. })), "{refused:?}");
        }
    }
    assert!(geometry.transient().is_empty());
}

#[test]
fn a_write_to_the_buffer_packs_again() {
    let mut world = World::default();
    let buffer = world.add(&ramp(90));
    let mut geometry = geometry();
    let (draw, input) = (draw(Topology::Triangles, 0, 3), floats(buffer, 30));
    world.check(&mut geometry, &draw, &input);
    let (bytes, version) = &mut world.buffers[buffer];
    bytes[0] ^= 0xFF;
    *version += 1;
    world.check(&mut geometry, &draw, &input);
}

#[test]
fn an_instance_step_of_two_is_replicated() {
    let mut world = World::default();
    let buffer = world.add(&ramp(160));
    let mut input = floats(buffer, 16);
    input.streams.push(VertexStream { instance_step: Some(2), ..stream(buffer, 0, 4) });
    input.attributes.push(attribute(1, 1, 0, wgpu::VertexFormat::Float32));
    let draw = Draw { instances: 5, ..draw(Topology::Points, 0, 1) };
    let mut geometry = geometry();
    let prepared = world.check(&mut geometry, &draw, &input);
    // The vertices are bound as they are: only the instances are packed.
    assert_eq!(geometry.slots(&prepared)[0], Slice { source: Source::Buffer(buffer), offset: 0 });
    assert_eq!(geometry.slots(&prepared)[1].source, Source::Transient);
}

#[test]
fn more_streams_than_the_device_has_are_merged() {
    let mut world = World::default();
    let mut input = VertexInput::default();
    for at in 0..10 {
        input.streams.push(stream(world.add(&ramp(160 + usize::from(at))), 0, 16));
        input.attributes.push(attribute(at, at, 4, wgpu::VertexFormat::Float32x3));
    }
    let mut geometry = geometry();
    let prepared = world.check(&mut geometry, &draw(Topology::Triangles, 0, 9), &input);
    assert_eq!(geometry.slots(&prepared).len(), 1);
}

#[test]
fn an_indexed_draw_without_an_index_buffer_is_refused() {
    let mut world = World::default();
    let input = floats(world.add(&ramp(64)), 16);
    let mut geometry = geometry();
    let id = geometry.input(&input, &world);
    let draw = Draw { indices: Indices::Buffer, ..draw(Topology::Triangles, 0, 3) };
    assert_eq!(geometry.prepare(&draw, id, &[], &world), Err(GeometryError::NoIndices));
    let unknown = BufferId::from(KeyData::from_ffi(77 << 32 | 9));
    let gone = VertexInput { indices: Some((unknown, IndexFormat::U16)), ..input };
    let id = geometry.input(&gone, &world);
    assert_eq!(geometry.prepare(&draw, id, &[], &world), Err(GeometryError::NoIndices));
}
