//! What a loop of equal frames makes anew: nothing.

use retrograph_render::frame::{
    AttributeSource, Program, Topology, VertexAttribute, VertexInput, VertexStream,
};
use retrograph_render::resource::{BufferId, TextureId};
use retrograph_render::{Context, Counters, DrawCall, WriteOrder, wgpu};

use super::common::{
    begin, buffer, bytes, color, context, corner, draw, pixels, plain_program, shader, target,
};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

const VERTEX: &str = "
    @vertex fn vertex_main(@location(0) position: vec4f) -> @builtin(position) vec4f { return position; }";
const RED: &str = "@fragment fn fragment_main() -> @location(0) vec4f { return vec4f(1.0, 0.0, 0.0, 1.0); }";

/// A frame with texture uploads, uniform blocks, and a buffer that is refilled between draws.
struct Scene {
    screen: TextureId,
    picture: TextureId,
    vertices: BufferId,
    plain: Program,
    program: Program,
}

impl Scene {
    fn new(context: &mut Context) -> Self {
        Self {
            screen: context.recorder.create_texture(target(8, 8, RGBA)),
            picture: context.recorder.create_texture(target(64, 64, RGBA)),
            vertices: buffer(context, &[0; 48]),
            plain: plain_program(context),
            program: Program {
                vertex: shader(context, VERTEX, true, [0; 5], &[]),
                fragment: shader(context, RED, false, [0; 5], &[]),
            },
        }
    }

    fn record(&self, context: &mut Context, frame: u8) {
        begin(context, self.screen, self.plain);
        context.recorder.clear(color([0.0; 4]), None);
        context.recorder.write_texture(corner(self.picture), [64, 64, 1], &vec![frame; 64 * 64 * 4]);
        context.recorder.write_block(1, 0, &bytes(&[0.0, 1.0, 0.0, 1.0]));
        context.recorder.draw(draw(3));
        let stream = VertexStream {
            source: AttributeSource::Buffer(self.vertices),
            offset: 0,
            stride: 16,
            instance_step: None,
        };
        let format = wgpu::VertexFormat::Float32x4;
        context.recorder.set_program(self.program);
        context.recorder.set_input(VertexInput {
            streams: [stream].into_iter().collect(),
            attributes: [VertexAttribute { location: 0, stream: 0, offset: 0, format }].into_iter().collect(),
            indices: None,
        });
        for x in [-1.0f32, 0.0, 0.5] {
            let corners = [x, -1.0, 0.0, 1.0, x + 0.5, -1.0, 0.0, 1.0, x, 1.0, 0.0, 1.0];
            context.recorder.write_buffer(self.vertices, 0, &bytes(&corners), WriteOrder::Ordered);
            context.recorder.draw(DrawCall { topology: Topology::Triangles, ..draw(3) });
        }
    }
}

/// What a renderer has made so far.
fn made(counters: Counters) -> [u64; 5] {
    let Counters { pipelines, samplers, bind_groups, staging_buffers, backings, .. } = counters;
    [pipelines, samplers, bind_groups, staging_buffers, backings]
}

#[test]
fn a_loop_of_equal_frames_makes_no_objects() {
    let mut context = context();
    let scene = Scene::new(&mut context);
    let mut known = None;
    for frame in 0..40 {
        scene.record(&mut context, frame);
        // A read waits for the GPU, so what may be free is free.
        let picture = pixels(&mut context, scene.screen);
        assert_eq!((picture[7 * 8], picture[3]), ([255, 0, 0, 255], [0, 255, 0, 255]));
        let counters = context.counters();
        match known {
            None if frame == 3 => known = Some((made(counters), counters.retained_bytes)),
            Some(known) => assert_eq!((made(counters), counters.retained_bytes), known, "frame {frame}"),
            None => {}
        }
    }
    assert_eq!(context.counters().renames, 40 * 2, "each frame's first write precedes all its draws");
}

#[test]
fn frames_that_nobody_waits_for_stay_few() {
    let mut context = context();
    let scene = Scene::new(&mut context);
    for frame in 0..200 {
        scene.record(&mut context, frame);
        context.submit().expect("no validation error");
    }
    let counters = context.counters();
    // Three submissions may be under way, beside the one that is recorded; each has one staging buffer.
    assert!(counters.staging_buffers <= 4, "{}", counters.staging_buffers);
    assert!(counters.backings <= 4 * 3, "{}", counters.backings);
    // And each has a staging buffer, backings, and a chunk of uniform blocks.
    let most = 4 * ((1 << 16) + 3 * 48) + (4 << 16) + (4 << 20);
    assert!(counters.retained_bytes <= most, "{}", counters.retained_bytes);
}
