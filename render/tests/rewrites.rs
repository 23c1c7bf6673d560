//! Ordered writes between the draws of one frame: each draw sees the bytes of its time, in one pass.

use retrograph_render::frame::{
    AttributeSource, IndexFormat, Indices, Program, Topology, VertexAttribute, VertexInput, VertexStream,
};
use retrograph_render::resource::{BufferId, TextureId};
use retrograph_render::{Context, DrawCall, WriteOrder, wgpu};

use super::common::{begin, buffer, color, context, draw, pixels, shader, target, viewport};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// A row shows this many vertices.
const WIDTH: u32 = 4;

/// Vertex `x` of a draw is pixel `x` of the viewport's row, whatever vertex of the buffer that is.
const VERTEX: &str = "
    struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
    @vertex fn vertex_main(@location(0) color: vec4f, @location(1) x: f32) -> Out {
        return Out(vec4f((x + 0.5) * 0.5 - 1.0, 0.0, 0.0, 1.0), color);
    }";
const FRAGMENT: &str = "
    @fragment fn fragment_main(@location(0) color: vec4f) -> @location(0) vec4f { return color; }";

/// A screen of rows, and where colours come from; columns come from a buffer of their own.
struct Bench {
    context: Context,
    screen: TextureId,
    rows: u32,
    columns: BufferId,
}

impl Bench {
    fn new(rows: u32) -> Self {
        let mut context = context();
        let screen = context.recorder.create_texture(target(WIDTH, rows, RGBA));
        let program = Program {
            vertex: shader(&mut context, VERTEX, true, [0; 5], &[]),
            fragment: shader(&mut context, FRAGMENT, false, [0; 5], &[]),
        };
        let columns: Vec<f32> = (0..WIDTH * 8).map(|x| (x % WIDTH) as f32).collect();
        let columns = buffer(&mut context, &super::common::bytes(&columns));
        begin(&mut context, screen, program);
        context.recorder.clear(color([0.0; 4]), None);
        Self { context, screen, rows, columns }
    }

    /// Reads colours from a buffer with a stride, and indices from another.
    fn input(&mut self, colors: BufferId, stride: u32, indices: Option<(BufferId, IndexFormat)>) {
        let stream = |source, stride| VertexStream {
            source: AttributeSource::Buffer(source),
            offset: 0,
            stride,
            instance_step: None,
        };
        let attribute = |location, format| VertexAttribute { location, stream: location, offset: 0, format };
        self.context.recorder.set_input(VertexInput {
            streams: [stream(colors, stride), stream(self.columns, 4)].into_iter().collect(),
            attributes: [
                attribute(0, wgpu::VertexFormat::Unorm8x4),
                attribute(1, wgpu::VertexFormat::Float32),
            ]
            .into_iter()
            .collect(),
            indices,
        });
    }

    /// Draws points into a row.
    fn draw(&mut self, row: u32, call: DrawCall) {
        let mut viewport = viewport(WIDTH, 1);
        viewport.y = row as f32;
        viewport.scissor.y = row;
        self.context.recorder.set_viewport(viewport);
        self.context.recorder.draw(call);
    }

    /// The rows, which one pass has drawn.
    fn rows(&mut self) -> Vec<Vec<[u8; 4]>> {
        let before = self.context.counters();
        let pixels = pixels(&mut self.context, self.screen);
        let after = self.context.counters();
        assert_eq!(after.passes - before.passes, 1, "{}", self.context.graph_dump());
        assert_eq!((after.draws_dropped, after.transfers_dropped), (0, 0));
        assert_eq!(pixels.len() as u32, WIDTH * self.rows);
        pixels.chunks(WIDTH as usize).map(<[_]>::to_vec).collect()
    }
}

fn points(first: u32, count: u32) -> DrawCall {
    DrawCall { topology: Topology::Points, first, ..draw(count) }
}

fn indexed(first: u32, count: u32) -> DrawCall {
    DrawCall { indices: Indices::Buffer, ..points(first, count) }
}

/// Four colours that no other row has.
fn colors(row: u32) -> [[u8; 4]; 4] {
    std::array::from_fn(|x| [row as u8, x as u8 + 1, 255 - row as u8, 255])
}

#[test]
fn a_buffer_refilled_between_many_draws_shows_each_its_own_bytes_in_one_pass() {
    const ROWS: u32 = 64;
    let mut bench = Bench::new(ROWS);
    let vertices = buffer(&mut bench.context, &[0; 16]);
    bench.input(vertices, 4, None);
    for row in 0..ROWS {
        let bytes = colors(row);
        bench.context.recorder.write_buffer(vertices, 0, bytes.as_flattened(), WriteOrder::Ordered);
        bench.draw(row, points(0, 4));
    }
    let rows = bench.rows();
    for row in 0..ROWS {
        assert_eq!(rows[row as usize], colors(row), "row {row}");
    }
    let counters = bench.context.counters();
    assert_eq!(counters.renames, u64::from(ROWS) - 1, "the first write comes before every draw");
    assert_eq!(counters.backings, counters.renames);
    // The newest bytes are those of the next frame.
    bench.draw(0, points(0, 4));
    assert_eq!(bench.rows()[0], colors(ROWS - 1));
}

#[test]
fn a_partial_overwrite_keeps_the_rest() {
    let mut bench = Bench::new(3);
    let vertices = buffer(&mut bench.context, colors(0).as_flattened());
    bench.input(vertices, 4, None);
    bench.draw(0, points(0, 4));
    // From the middle of one vertex to the middle of the next: neither end is a multiple of 4.
    bench.context.recorder.write_buffer(vertices, 5, &[90, 91, 92, 93, 94], WriteOrder::Ordered);
    bench.draw(1, points(0, 4));
    bench.context.recorder.write_buffer(vertices, 15, &[77], WriteOrder::Ordered);
    bench.draw(2, points(0, 4));
    let mut expected = colors(0);
    let mut rows = vec![expected.to_vec()];
    expected.as_flattened_mut()[5..10].copy_from_slice(&[90, 91, 92, 93, 94]);
    rows.push(expected.to_vec());
    expected.as_flattened_mut()[15] = 77;
    rows.push(expected.to_vec());
    assert_eq!(bench.rows(), rows);
}

#[test]
fn bytes_that_no_draw_has_read_are_written_in_place() {
    let mut bench = Bench::new(4);
    let vertices = buffer(&mut bench.context, &[0; 64]);
    bench.input(vertices, 4, None);
    for row in 0..4 {
        let bytes = colors(row);
        bench.context.recorder.write_buffer(vertices, row * 16, bytes.as_flattened(), WriteOrder::Ordered);
        bench.draw(row, points(row * 4, 4));
    }
    assert_eq!(bench.rows(), (0..4).map(|row| colors(row).to_vec()).collect::<Vec<_>>());
    assert_eq!(bench.context.counters().renames, 0);
}

#[test]
fn writes_that_overwrite_nothing_belong_to_the_refill_before_them() {
    let mut bench = Bench::new(4);
    let vertices = buffer(&mut bench.context, &[0; 32]);
    bench.input(vertices, 4, None);
    for round in [0, 2] {
        // A whole refill, then more of it where no draw has read: what dynamic buffers do all day.
        let (first, second) = (colors(round), colors(round + 1));
        let refill = [first, [[0; 4]; 4]].concat();
        bench.context.recorder.write_buffer(vertices, 0, refill.as_flattened(), WriteOrder::Ordered);
        bench.draw(round, points(0, 4));
        bench.context.recorder.write_buffer(vertices, 16, second.as_flattened(), WriteOrder::NoOverwrite);
        bench.draw(round + 1, points(4, 4));
    }
    assert_eq!(bench.rows(), (0..4).map(|row| colors(row).to_vec()).collect::<Vec<_>>());
    assert_eq!(bench.context.counters().renames, 1);
}

#[test]
fn index_buffers_are_renamed_too() {
    for format in [IndexFormat::U16, IndexFormat::U32] {
        let mut bench = Bench::new(4);
        let all: Vec<[u8; 4]> = (0..4).flat_map(colors).collect();
        let vertices = buffer(&mut bench.context, all.as_flattened());
        let indices = buffer(&mut bench.context, &[0; 16]);
        bench.input(vertices, 4, Some((indices, format)));
        for row in 0..4u32 {
            let bytes: Vec<u8> = (row * 4..row * 4 + 4)
                .flat_map(|index| match format {
                    IndexFormat::U16 => (index as u16).to_le_bytes().to_vec(),
                    IndexFormat::U32 => index.to_le_bytes().to_vec(),
                })
                .collect();
            bench.context.recorder.write_buffer(indices, 0, &bytes, WriteOrder::Ordered);
            bench.draw(row, indexed(0, 4));
        }
        assert_eq!(bench.rows(), (0..4).map(|row| colors(row).to_vec()).collect::<Vec<_>>());
        assert_eq!(bench.context.counters().renames, 3);
    }
}

#[test]
fn rewritten_geometry_sees_the_bytes_of_its_draw() {
    let mut bench = Bench::new(3);
    // A stride of 5 is none that the GPU can read: the vertices are packed from the shadow.
    let spread = |row| colors(row).iter().flat_map(|texel| [&texel[..], &[9]].concat()).collect::<Vec<u8>>();
    let vertices = buffer(&mut bench.context, &spread(0));
    bench.input(vertices, 5, None);
    for row in 0..3 {
        bench.context.recorder.write_buffer(vertices, 0, &spread(row), WriteOrder::Ordered);
        bench.draw(row, points(0, 4));
    }
    assert_eq!(bench.rows(), (0..3).map(|row| colors(row).to_vec()).collect::<Vec<_>>());
}

#[test]
fn random_writes_and_draws_equal_a_plain_array() {
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) % below
    };
    for _ in 0..8 {
        const ROWS: u32 = 48;
        let mut bench = Bench::new(ROWS);
        let mut model: Vec<u8> = (0..128).map(|at| at as u8).collect();
        let vertices = buffer(&mut bench.context, &model);
        bench.input(vertices, 4, None);
        let mut read = [false; 32];
        let mut expected = Vec::new();
        for row in 0..ROWS {
            for _ in 0..random(3) {
                let (start, order) = if random(2) == 0 {
                    (random(128) as usize, WriteOrder::Ordered)
                } else {
                    (
                        read.iter().rposition(|read| *read).map_or(0, |last| (last + 1) * 4),
                        WriteOrder::NoOverwrite,
                    )
                };
                let length = (random(40) as usize).min(128 - start);
                let (start, length) = if order == WriteOrder::Ordered && random(4) == 0 {
                    read = [false; 32];
                    (0, 128)
                } else {
                    (start, length)
                };
                let bytes: Vec<u8> = (0..length).map(|_| random(256) as u8).collect();
                model[start..start + length].copy_from_slice(&bytes);
                bench.context.recorder.write_buffer(vertices, start as u32, &bytes, order);
            }
            let first = random(8) as usize * 4;
            read[first..first + 4].fill(true);
            expected.push(model[first * 4..][..16].as_chunks::<4>().0.to_vec());
            bench.draw(row, points(first as u32, 4));
        }
        assert_eq!(bench.rows(), expected);
    }
}
