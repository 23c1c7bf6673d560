//! Arbitrary draws.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

const FORMATS: [wgpu::VertexFormat; 7] = [
    wgpu::VertexFormat::Float32,
    wgpu::VertexFormat::Float32x3,
    wgpu::VertexFormat::Float32x4,
    wgpu::VertexFormat::Unorm8x4Bgra,
    wgpu::VertexFormat::Sint16x2,
    wgpu::VertexFormat::Float16x4,
    wgpu::VertexFormat::Uint8x2,
];

const TOPOLOGIES: [Topology; 6] = [
    Topology::Points,
    Topology::Lines,
    Topology::LineStrip,
    Topology::Triangles,
    Topology::TriangleStrip,
    Topology::TriangleFan,
];

#[derive(Clone, Debug)]
struct StreamSeed {
    size: usize,
    offset: u32,
    stride: u32,
    step: Option<u32>,
    arena: bool,
}

/// Mostly what games do: multiples of 4, and buffers that are large enough.
fn stream_seed() -> impl Strategy<Value = StreamSeed> {
    let size = prop_oneof![9 => Just(4096), 1 => Just(270_000)];
    let tidy = (size, (0u32..4).prop_map(|n| n * 4), (0u32..12).prop_map(|n| n * 4));
    let wild = (0usize..400, 0u32..20, 0u32..44);
    let step = prop_oneof![4 => Just(None), 1 => (0u32..4).prop_map(Some)];
    (prop_oneof![tidy, wild], step, prop::bool::weighted(0.2))
        .prop_map(|((size, offset, stride), step, arena)| StreamSeed { size, offset, stride, step, arena })
}

fn index_value() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0u32..40, 2 => Just(0xFFFFu32), 1 => Just(u32::MAX), 1 => 0u32..100_000]
}

/// Half of all index lists stay near zero, as those of games do.
fn index_values() -> impl Strategy<Value = Vec<u32>> {
    let most = prop_oneof![9 => 0u32..40, 1 => Just(0xFFFFu32)];
    prop_oneof![vec(0u32..40, 0..40), vec(most, 0..12), vec(index_value(), 0..40)]
}

/// Where indices come from: 0 none, 1 buffer, 2 arena.
type IndexSeed = (u8, bool, Vec<u32>);

fn world(
    streams: &[StreamSeed],
    attributes: &[(u8, u16, usize)],
    indices: &IndexSeed,
) -> (World, VertexInput, Indices) {
    let mut world = World { arena: ramp(700), ..World::default() };
    let mut input = VertexInput::default();
    for seed in streams {
        let source = if seed.arena {
            AttributeSource::Arena
        } else {
            AttributeSource::Buffer(world.add(&ramp(seed.size)))
        };
        let StreamSeed { offset, stride, step, .. } = *seed;
        input.streams.push(VertexStream { source, offset, stride, instance_step: step });
    }
    for (location, (stream, offset, format)) in (0u8..).zip(attributes) {
        input.attributes.push(attribute(location, *stream, *offset, FORMATS[*format]));
    }
    let (kind, wide, values) = indices;
    let bytes: Vec<u8> =
        values.iter().flat_map(|value| value.to_le_bytes()[..if *wide { 4 } else { 2 }].to_vec()).collect();
    let format = if *wide { IndexFormat::U32 } else { IndexFormat::U16 };
    let source = match kind {
        0 => Indices::None,
        1 => {
            input.indices = Some((world.add(&bytes), format));
            Indices::Buffer
        }
        _ => {
            let offset = world.arena.len() as u32;
            world.arena.extend(bytes);
            Indices::Arena { offset, format }
        }
    };
    (world, input, source)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn any_draw_equals_its_naive_expansion(
        streams in vec(stream_seed(), 0..4),
        attributes in vec((0u8..4, prop_oneof![(0u16..8).prop_map(|n| n * 4), 0u16..30], 0usize..7), 0..5),
        indices in (0u8..3, any::<bool>(), index_values()),
        topology in 0usize..6,
        (first, count) in (0u32..20, 0u32..30),
        base_vertex in -12i32..30,
        instances in 0u32..5,
        user_vertices in (0u32..30).prop_map(|n| n * 4),
    ) {
        let (world, input, indices) = world(&streams, &attributes, &indices);
        let mut geometry = geometry();
        let draw = Draw {
            base_vertex,
            instances,
            user_vertices,
            indices,
            ..draw(TOPOLOGIES[topology], first, count)
        };
        // Twice: the second time everything may come from the caches.
        world.check(&mut geometry, &draw, &input);
        let transient = geometry.transient().len();
        world.check(&mut geometry, &draw, &input);
        if !matches!(indices, Indices::Arena { .. }) {
            prop_assert_eq!(geometry.transient().len(), transient, "the second draw packs nothing again");
        }
    }
}
