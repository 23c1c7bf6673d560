//! Vertex input that wgpu refuses, by its pixels.

use retrograph_render::frame::{
    AttributeSource, IndexFormat, Indices, Program, Topology, VertexAttribute, VertexInput, VertexStream,
};
use retrograph_render::resource::{BufferId, TextureId};
use retrograph_render::{Context, DrawCall, wgpu};

use super::common::{begin, buffer, color, context, draw, pixels, shader, target};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const WIDTH: u32 = 8;

/// A point in pixel `x` of a row of eight.
const POINT: &str = "
    struct Out { @builtin(position) position: vec4f, @location(0) @interpolate(flat) color: vec4f }
    @vertex fn vertex_main(@location(0) x: f32, @location(1) color: vec4f) -> Out {
        return Out(vec4f((x + 0.5) / 4.0 - 1.0, 0.0, 0.0, 1.0), color);
    }";

/// A corner of a triangle.
const CORNER: &str = "
    struct Out { @builtin(position) position: vec4f, @location(0) @interpolate(flat) color: vec4f }
    @vertex fn vertex_main(@location(0) at: vec2f, @location(1) color: vec4f) -> Out {
        return Out(vec4f(at, 0.0, 1.0), color);
    }";

const FLAT: &str = "
    @fragment fn fragment_main(@location(0) @interpolate(flat) color: vec4f) -> @location(0) vec4f {
        return color;
    }";

/// The colour of vertex `i`; never black.
fn shade(i: u8) -> [u8; 4] {
    [i * 10 + 5, 255 - i * 9, i * 30 % 250, 255]
}

struct Row {
    context: Context,
    screen: TextureId,
}

impl Row {
    fn new(vertex: &str, height: u32) -> Self {
        let mut context = context();
        let screen = context.recorder.create_texture(target(WIDTH, height, RGBA));
        let program = Program {
            vertex: shader(&mut context, vertex, true, [0; 5], &[]),
            fragment: shader(&mut context, FLAT, false, [0; 5], &[]),
        };
        begin(&mut context, screen, program);
        context.recorder.clear(color([0.0; 4]), None);
        Self { context, screen }
    }

    fn buffer(&mut self, content: &[u8]) -> BufferId {
        buffer(&mut self.context, content)
    }

    fn show(mut self, input: VertexInput, call: DrawCall) -> Vec<[u8; 4]> {
        self.context.recorder.set_input(input);
        self.context.recorder.draw(call);
        let shown = pixels(&mut self.context, self.screen);
        assert_eq!(self.context.counters().draws, 1);
        shown
    }
}

fn stream(buffer: BufferId, offset: u32, stride: u32) -> VertexStream {
    VertexStream { source: AttributeSource::Buffer(buffer), offset, stride, instance_step: None }
}

/// Position at `position` and colour at `color`, each (stream, offset).
fn input(streams: &[VertexStream], position: (u8, u16), color: (u8, u16)) -> VertexInput {
    let attribute = |location, (stream, offset), format| VertexAttribute { location, stream, offset, format };
    VertexInput {
        streams: streams.iter().copied().collect(),
        attributes: [
            attribute(0, position, wgpu::VertexFormat::Float32),
            attribute(1, color, wgpu::VertexFormat::Unorm8x4),
        ]
        .into_iter()
        .collect(),
        indices: None,
    }
}

/// `count` vertices: x as a float, then padding, then the colour at `at`, then up to the stride.
fn vertices(count: u8, stride: usize, at: usize) -> Vec<u8> {
    let mut bytes = vec![0xEE; usize::from(count) * stride];
    for (i, vertex) in (0u8..).zip(bytes.chunks_mut(stride)) {
        vertex[..4].copy_from_slice(&f32::from(i).to_le_bytes());
        vertex[at..at + 4].copy_from_slice(&shade(i));
    }
    bytes
}

fn points(count: u32) -> DrawCall {
    DrawCall { topology: Topology::Points, ..draw(count) }
}

fn shades(range: std::ops::Range<u8>) -> Vec<[u8; 4]> {
    range.map(shade).collect()
}

#[test]
fn strides_and_offsets_need_no_alignment() {
    for (stride, at) in [(18, 4), (19, 4), (30, 14), (8, 4), (9, 5)] {
        let mut row = Row::new(POINT, 1);
        let buffer = row.buffer(&[&[7, 7], &vertices(8, stride, at)[..]].concat());
        let input = input(&[stream(buffer, 2, stride as u32)], (0, 0), (0, at as u16));
        assert_eq!(row.show(input, points(8)), shades(0..8), "stride {stride}");
    }
}

#[test]
fn an_attribute_may_reach_past_the_stride() {
    let mut row = Row::new(POINT, 1);
    let mut bytes: Vec<u8> = (0..8u8).flat_map(|i| f32::from(i).to_le_bytes()).collect();
    bytes.extend([9; 8]);
    let buffer = row.buffer(&bytes);
    // The colour is the next vertex's position, and past it what follows.
    let shown = row.show(input(&[stream(buffer, 0, 4)], (0, 0), (0, 4)), points(8));
    let words: Vec<[u8; 4]> = bytes.as_chunks().0[1..9].to_vec();
    assert_eq!(shown, words);
}

#[test]
fn a_stride_of_zero_repeats_one_element() {
    let mut row = Row::new(POINT, 1);
    let positions = row.buffer(&vertices(8, 8, 4));
    let colors = row.buffer(&[[1; 4], shade(3), [2; 4]].concat());
    let input = input(&[stream(positions, 0, 8), stream(colors, 4, 0)], (0, 0), (1, 0));
    assert_eq!(row.show(input, points(8)), [shade(3); 8]);
}

#[test]
fn bytes_past_the_end_are_zero() {
    let mut row = Row::new(POINT, 1);
    let positions = row.buffer(&vertices(8, 8, 4));
    // Two colours and the first two channels of a third.
    let colors = row.buffer(&[&shade(0)[..], &shade(1), &shade(2)[..2]].concat());
    let input = input(&[stream(positions, 0, 8), stream(colors, 0, 4)], (0, 0), (1, 0));
    let shown = row.show(input, points(8));
    let [r, g, ..] = shade(2);
    assert_eq!(shown, [&[shade(0), shade(1), [r, g, 0, 0]][..], &[[0; 4]; 5]].concat());
}

#[test]
fn a_negative_base_reads_zeros_before_the_first_vertex() {
    let mut row = Row::new(POINT, 1);
    let positions = row.buffer(&vertices(8, 8, 4));
    let indices: Vec<u8> = [2u16, 3, 4, 9, 0].iter().flat_map(|index| index.to_le_bytes()).collect();
    let indices = row.buffer(&indices);
    let input = VertexInput {
        indices: Some((indices, IndexFormat::U16)),
        ..input(&[stream(positions, 0, 8)], (0, 0), (0, 4))
    };
    let shown = row.show(input, DrawCall { base_vertex: -2, indices: Indices::Buffer, ..points(5) });
    // The last index is vertex -2: position 0 and no colour, over the first.
    let mut expected = vec![[0; 4]; 8];
    for i in [1, 2, 7] {
        expected[i] = shade(i as u8);
    }
    assert_eq!(shown, expected);
}

#[test]
fn instances_step_by_any_number() {
    for (step, expected) in
        [(0, [0; 6]), (1, [0, 1, 2, 3, 4, 5]), (2, [0, 0, 1, 1, 2, 2]), (4, [0, 0, 0, 0, 1, 1])]
    {
        let mut row = Row::new(POINT, 1);
        let positions = row.buffer(&vertices(6, 8, 4));
        let colors: Vec<u8> = (0..6).flat_map(shade).collect();
        let colors = row.buffer(&colors);
        let per_instance =
            |buffer, stride, step| VertexStream { instance_step: Some(step), ..stream(buffer, 0, stride) };
        let input = input(&[per_instance(positions, 8, 1), per_instance(colors, 4, step)], (0, 0), (1, 0));
        let shown = row.show(input, DrawCall { instances: 6, ..points(1) });
        assert_eq!(shown[..6], expected.map(shade), "step {step}");
        assert_eq!(shown[6..], [[0; 4]; 2]);
    }
}

/// Corners of an 8x8 picture as (x, y) and colour.
fn corners(at: &[(f32, f32)]) -> Vec<u8> {
    (0u8..).zip(at).flat_map(|(i, (x, y))| [x.to_le_bytes(), y.to_le_bytes(), shade(i)].concat()).collect()
}

fn corner_input(buffer: BufferId) -> VertexInput {
    let mut input = input(&[stream(buffer, 0, 12)], (0, 0), (0, 8));
    input.attributes[0].format = wgpu::VertexFormat::Float32x2;
    input
}

const FAN: [(f32, f32); 4] = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];

fn check_two_triangles(shown: &[[u8; 4]], upper: [u8; 4], lower: [u8; 4]) {
    for (at, pixel) in shown.iter().enumerate() {
        let (x, y) = (at % 8, at / 8);
        if x > y {
            assert_eq!(*pixel, upper, "{x},{y}");
        } else if x < y {
            assert_eq!(*pixel, lower, "{x},{y}");
        }
    }
}

#[test]
fn a_fan_takes_flat_colours_from_its_second_vertices() {
    let mut row = Row::new(CORNER, 8);
    let buffer = row.buffer(&corners(&FAN));
    let call = DrawCall { topology: Topology::TriangleFan, ..draw(4) };
    check_two_triangles(&row.show(corner_input(buffer), call), shade(1), shade(2));
}

#[test]
fn an_indexed_fan_of_the_arena_is_a_fan() {
    let mut row = Row::new(CORNER, 8);
    let user_vertices = row.context.recorder.push_user_data(&corners(&FAN));
    let indices: Vec<u8> = [3u32, 0, 1, 2].iter().flat_map(|index| index.to_le_bytes()).collect();
    let offset = row.context.recorder.push_user_data(&indices);
    let mut input = corner_input(BufferId::default());
    input.streams[0].source = AttributeSource::Arena;
    let indices = Indices::Arena { offset, format: IndexFormat::U32 };
    let call = DrawCall { topology: Topology::TriangleFan, indices, user_vertices, ..draw(4) };
    // Triangles (0, 1, 3) and (1, 2, 3): cut along the other diagonal.
    let shown = row.show(input, call);
    for (at, pixel) in shown.iter().enumerate() {
        let (x, y) = (at % 8, at / 8);
        if x + y < 7 {
            assert_eq!(*pixel, shade(0), "{x},{y}");
        } else if x + y > 7 {
            assert_eq!(*pixel, shade(1), "{x},{y}");
        }
    }
}

#[test]
fn index_0xffff_is_a_vertex_in_a_strip() {
    let mut row = Row::new(CORNER, 8);
    // The last corner of the strip is vertex 0xFFFF; the rest of the large buffer is degenerate.
    let mut bytes = corners(&[(1.0, -1.0), (1.0, 1.0), (-1.0, -1.0)]);
    bytes.resize(0xFFFF * 12, 0);
    bytes.extend(corners(&[(-1.0, 1.0)]));
    let buffer = row.buffer(&bytes);
    let indices: Vec<u8> = [1u16, 0, 0xFFFF, 2].iter().flat_map(|index| index.to_le_bytes()).collect();
    let indices = row.buffer(&indices);
    let input = VertexInput { indices: Some((indices, IndexFormat::U16)), ..corner_input(buffer) };
    let call = DrawCall { topology: Topology::TriangleStrip, indices: Indices::Buffer, ..draw(4) };
    // (1, 0, 0xFFFF) is the upper triangle, (0, 2, 0xFFFF) the lower one.
    check_two_triangles(&row.show(input, call), shade(1), shade(0));
}

#[test]
fn sixteen_streams_are_read() {
    let sum: String = (2..16).map(|i| format!("@location({i}) v{i}: f32, ")).collect();
    let terms: String = (2..16).map(|i| format!(" + v{i}")).collect();
    let source = format!(
        "struct Out {{ @builtin(position) position: vec4f, @location(0) @interpolate(flat) color: vec4f }}
        @vertex fn vertex_main(@location(0) x: f32, @location(1) color: vec4f, {sum}) -> Out {{
            return Out(vec4f((x{terms} + 0.5) / 4.0 - 1.0, 0.0, 0.0, 1.0), color);
        }}"
    );
    let mut row = Row::new(&source, 1);
    let mut streams = Vec::new();
    for at in 0..16u8 {
        // Streams 2 and 3 move every point by one pixel to the right, and one back.
        let value = [0.0, 0.0, 1.0, -1.0f32].get(usize::from(at)).copied().unwrap_or(0.0);
        let content = match at {
            0 => (0..8u8).flat_map(|i| f32::from(i).to_le_bytes()).collect(),
            1 => (0..8).flat_map(shade).collect(),
            _ => value.to_le_bytes().repeat(8),
        };
        streams.push(stream(row.buffer(&content), 0, 4));
    }
    let mut input = input(&streams, (0, 0), (1, 0));
    for at in 2..16 {
        let format = wgpu::VertexFormat::Float32;
        input.attributes.push(VertexAttribute { location: at, stream: at, offset: 0, format });
    }
    assert_eq!(row.show(input, points(8)), shades(0..8));
}
