//! What a draw costs the API thread: 10,000 draws are recorded and dropped.
//!
//! `push` is the yardstick: a record of 64 bytes pushed into a reserved vector.

#[path = "../tests/support/scene.rs"]
mod scene;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_d3d9::render::Threading;
use retrograph_d3d9::types::{PrimitiveType, Rect, RenderState, SamplerStateType, Viewport};

use scene::{QUAD, STRIDE, Scene};

/// What the constant changes to and fro: it stands in memory, as a program's does.
static ROWS: [[[f32; 4]; 1]; 2] = [[[0.0; 4]], [[0.5; 4]]];

/// Draws a frame.
const DRAWS: u64 = 10_000;

/// The vertices of a user-pointer draw.
fn user_vertices() -> Vec<u8> {
    scene::bytes(&QUAD)
}

impl Scene {
    fn draw(&mut self) {
        self.device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
    }

    fn constant(&mut self, i: u64) {
        self.device.set_vertex_shader_constant_f(0, &ROWS[(i & 1) as usize]).expect("a constant");
    }

    fn texture(&mut self, i: u64) {
        let texture = self.textures[(i & 1) as usize];
        self.device.set_texture(0, Some(texture)).expect("a texture");
    }

    fn states(&mut self, i: u64) {
        let value = (i & 1) as u32;
        self.device.set_render_state(RenderState::ZWRITEENABLE, value).expect("a state");
        self.device.set_render_state(RenderState::ALPHABLENDENABLE, value).expect("a state");
    }
}

/// A change before a draw, and the draw.
type Step = fn(&mut Scene, u64);

/// A draw after a change of one state group.
const GROUPS: [(&str, Step); 9] = [
    ("g raster state", |scene, i| {
        scene.device.set_render_state(RenderState::ZFUNC, 4 + (i & 1) as u32).expect("a state");
        scene.draw();
    }),
    ("h draw block state", |scene, i| {
        scene.device.set_render_state(RenderState::ALPHAREF, (i & 1) as u32).expect("a state");
        scene.draw();
    }),
    ("i viewport", |scene, i| {
        let side = 32 + (i & 1) as u32;
        let viewport = Viewport { x: 0, y: 0, width: side, height: side, min_z: 0.0, max_z: 1.0 };
        scene.device.set_viewport(&viewport).expect("a viewport");
        scene.draw();
    }),
    ("j scissor", |scene, i| {
        scene.device.set_render_state(RenderState::SCISSORTESTENABLE, 1).expect("a state");
        scene.device.set_scissor_rect(Rect::new(0, 0, 32 + (i & 1) as i32, 32)).expect("a scissor");
        scene.draw();
    }),
    ("k sampler state", |scene, i| {
        scene.device.set_sampler_state(0, SamplerStateType::MAGFILTER, 1 + (i & 1) as u32).expect("a state");
        scene.draw();
    }),
    ("l streams", |scene, i| {
        let buffer = scene.buffers[(i & 1) as usize];
        scene.device.set_stream_source(0, Some(buffer), 0, STRIDE).expect("a stream");
        scene.draw();
    }),
    ("m pixel shader", |scene, i| {
        scene.device.set_pixel_shader(Some(scene.pixel[(i & 1) as usize])).expect("a shader");
        scene.draw();
    }),
    ("n vertex shader", |scene, i| {
        scene.device.set_vertex_shader(Some(scene.vertex[(i & 1) as usize])).expect("a shader");
        scene.draw();
    }),
    ("o targets", |scene, i| {
        scene.device.set_render_target(0, Some(scene.targets[(i & 1) as usize])).expect("a target");
        scene.draw();
    }),
];

/// Times frames of draws; dropping a frame is not part of it.
fn frames(scene: &mut Scene, rounds: u64, mut draw: impl FnMut(&mut Scene, u64)) -> Duration {
    let mut time = Duration::ZERO;
    for _ in 0..rounds {
        let start = Instant::now();
        for i in 0..DRAWS {
            draw(scene, black_box(i));
        }
        time += start.elapsed();
        scene.device.discard().expect("a dropped frame");
    }
    time
}

fn draws(criterion: &mut Criterion) {
    for threading in scene::MODES {
        draws_in(threading, criterion);
    }
}

fn draws_in(threading: Threading, criterion: &mut Criterion) {
    let mut scene = Scene::new(threading);
    scene.device.present().expect("a first frame");
    let name = match threading {
        Threading::Inline => "draws",
        Threading::Pipelined => "draws, pipelined",
    };
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(DRAWS));

    let mut records: Vec<[u64; 8]> = Vec::with_capacity(DRAWS as usize);
    group.bench_function("push", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut time = Duration::ZERO;
            for _ in 0..rounds {
                records.clear();
                let start = Instant::now();
                for i in 0..DRAWS {
                    records.push(black_box([i; 8]));
                }
                time += start.elapsed();
                black_box(&records);
            }
            time
        });
    });

    let steps: [(&str, Step); 5] = [
        ("a draw only", |scene, _| scene.draw()),
        ("b constant", |scene, i| {
            scene.constant(i);
            scene.draw();
        }),
        ("c texture", |scene, i| {
            scene.texture(i);
            scene.draw();
        }),
        ("d constant and texture", |scene, i| {
            scene.constant(i);
            scene.texture(i);
            scene.draw();
        }),
        ("e constant, texture and two states", |scene, i| {
            scene.constant(i);
            scene.texture(i);
            scene.states(i);
            scene.draw();
        }),
    ];
    for (name, step) in steps.into_iter().chain(GROUPS) {
        group.bench_function(name, |bencher| bencher.iter_custom(|rounds| frames(&mut scene, rounds, step)));
    }

    let vertices = user_vertices();
    group.bench_function("f user pointer", |bencher| {
        bencher.iter_custom(|rounds| {
            frames(&mut scene, rounds, |scene, _| {
                let device = &mut scene.device;
                device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, STRIDE).expect("a draw");
            })
        });
    });
    group.finish();
}

criterion_group!(benches, draws);
criterion_main!(benches);
