//! What a draw of the fixed-function pipeline costs the API thread: 10,000 draws are recorded and dropped.
//!
//! The goal is that a draw after a change of a transform, a light and a texture costs at most three times `a draw only`.

#[path = "../tests/support/scene.rs"]
mod scene;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_d3d9::render::Threading;
use retrograph_d3d9::types::{
    Fvf, Light, LightType, LockFlags, Material, Matrix, Pool, PrimitiveType, RenderState, Transform, Usage,
};

use scene::Scene;

const DRAWS: u64 = 10_000;

/// Positions, normals and texture coordinates of a quad.
const QUAD: [[f32; 8]; 4] = [
    [-1.0, 1.0, 0.5, 0.0, 0.0, -1.0, 0.0, 0.0],
    [1.0, 1.0, 0.5, 0.0, 0.0, -1.0, 1.0, 0.0],
    [-1.0, -1.0, 0.5, 0.0, 0.0, -1.0, 0.0, 1.0],
    [1.0, -1.0, 0.5, 0.0, 0.0, -1.0, 1.0, 1.0],
];

const fn world(x: f32) -> Matrix {
    [[0.5, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 0.5, 0.0], [x, 0.0, 0.0, 1.0]]
}

/// What the transform changes to and fro.
static WORLDS: [Matrix; 2] = [world(0.0), world(0.25)];

const fn light(x: f32) -> Light {
    Light {
        kind: LightType::POINT,
        diffuse: [1.0; 4],
        specular: [0.5; 4],
        ambient: [0.0; 4],
        position: [x, 2.0, -3.0],
        direction: [0.0; 3],
        range: 100.0,
        falloff: 0.0,
        attenuation: [1.0, 0.0, 0.0],
        theta: 0.0,
        phi: 0.0,
    }
}

/// What the light changes to and fro.
static LIGHTS: [Light; 2] = [light(0.0), light(1.0)];

/// The scene, lit and without shaders.
fn lit(threading: Threading) -> Scene {
    let mut scene = Scene::new(threading);
    let device = &mut scene.device;
    device.set_vertex_shader(None).expect("set");
    device.set_pixel_shader(None).expect("set");
    let fvf = Fvf::XYZ | Fvf::NORMAL | Fvf::from_bits_retain(1 << 8);
    device.set_fvf(fvf).expect("set");
    let buffer = device.create_vertex_buffer(128, Usage::empty(), fvf, Pool::Managed).expect("a buffer");
    let mut lock = device.lock_vertex_buffer(buffer, 0, 0, LockFlags::empty()).expect("a lock");
    lock.bytes_mut().copy_from_slice(&scene::bytes(&QUAD));
    device.unlock_vertex_buffer(lock).expect("an unlock");
    device.set_stream_source(0, Some(buffer), 0, 32).expect("set");
    let material = Material { diffuse: [1.0; 4], ..Material::default() };
    device.set_material(&material).expect("set");
    device.set_light(0, &LIGHTS[0]).expect("set");
    device.light_enable(0, true).expect("set");
    device.set_render_state(RenderState::AMBIENT, 0x0020_2020).expect("set");
    scene
}

impl Scene {
    fn draw(&mut self) {
        self.device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
    }

    fn world(&mut self, i: u64) {
        self.device.set_transform(Transform::WORLD, &WORLDS[(i & 1) as usize]).expect("a transform");
    }

    fn light(&mut self, i: u64) {
        self.device.set_light(0, &LIGHTS[(i & 1) as usize]).expect("a light");
    }

    fn texture(&mut self, i: u64) {
        let texture = self.textures[(i & 1) as usize];
        self.device.set_texture(0, Some(texture)).expect("a texture");
    }
}

/// A change before a draw, and the draw.
type Step = fn(&mut Scene, u64);

const STEPS: [(&str, Step); 5] = [
    ("a draw only", |scene, _| scene.draw()),
    ("b transform", |scene, i| {
        scene.world(i);
        scene.draw();
    }),
    ("c light", |scene, i| {
        scene.light(i);
        scene.draw();
    }),
    ("d texture", |scene, i| {
        scene.texture(i);
        scene.draw();
    }),
    ("e transform, light and texture", |scene, i| {
        scene.world(i);
        scene.light(i);
        scene.texture(i);
        scene.draw();
    }),
];

/// Times frames of draws; dropping a frame is not part of it.
fn frames(scene: &mut Scene, rounds: u64, draw: Step) -> Duration {
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

fn fixed(criterion: &mut Criterion) {
    let mut scene = lit(Threading::Inline);
    scene.draw();
    scene.device.present().expect("a first frame");
    let mut group = criterion.benchmark_group("fixed draws");
    group.throughput(Throughput::Elements(DRAWS));
    for (name, step) in STEPS {
        group.bench_function(name, |bencher| bencher.iter_custom(|rounds| frames(&mut scene, rounds, step)));
    }
    group.finish();
    assert_eq!(scene.device.unsupported(), []);
}

criterion_group!(benches, fixed);
criterion_main!(benches);
