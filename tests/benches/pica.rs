//! What the PICA200 facade costs, each beside its yardstick.
//!
//! `draws`: 10,000 draws with unchanged state are recorded and dropped, from a command list and by Direct3D 9. `vertices`: bytes
//! of records of three types, loaded and copied. `software`: pixels of a textured rectangle times a colour, by the renderer on
//! the CPU and by a bare loop that samples, modulates and stores.

#[path = "../../facade-d3d9/tests/support/scene.rs"]
mod scene;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_d3d9::types::PrimitiveType;
use retrograph_pica::front::{Backend, Draw, Front, PicaError};
use retrograph_pica::gpu::GpuBackend;
use retrograph_pica::list::ListBuilder;
use retrograph_pica::memory::{PhysicalMemory, Regions};
use retrograph_pica::reference::TexelFormat;
use retrograph_pica::registers::Registers;
use retrograph_pica::scenes::commands::{self, Surface};
use retrograph_pica::scenes::textured;
use retrograph_pica::software::Software;
use retrograph_pica::state::VertexState;
use retrograph_pica::vertex::load;
use retrograph_render::{Context, Gpu, Threading};

const DRAWS: u64 = 10_000;
const VERTICES: u32 = 100_000;
const SIDE: u32 = 512;

/// A backend whose frames are dropped instead of executed.
struct Dropped(GpuBackend);

impl Backend for Dropped {
    fn draw(&mut self, draw: &Draw<'_>, memory: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        self.0.draw(draw, memory)
    }

    fn reading(&mut self, at: u32, bytes: u32, memory: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        self.0.reading(at, bytes, memory)
    }
}

/// A textured rectangle, in memory, with the list that draws it.
fn rectangle() -> (Vec<u32>, Regions) {
    let surface = Surface { base: 0x1800_0000, width: SIDE, height: SIDE };
    let texels: Vec<u8> = (0..256 * 256 * 4u32).map(|at| ((at * 7) >> 3) as u8).collect();
    let size = [256, 256];
    let uv = [[0.0, 0.0], [2.0, 2.0]];
    let scene = textured(surface, TexelFormat::Rgba8, size, texels, 2 << 8 | 2 << 12, uv, true);
    let mut memory = Regions::new();
    memory.insert(0x1800_0000, vec![0; (SIDE * SIDE * 4) as usize]);
    for (base, bytes) in std::iter::once(scene.geometry).chain(scene.textures) {
        memory.insert(base as u32, bytes);
    }
    (scene.words, memory)
}

fn draws(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pica draws");
    group.throughput(Throughput::Elements(DRAWS)).sample_size(20);
    let mut scene = scene::Scene::new(Threading::Inline);
    scene.device.present().expect("a first frame");
    group.bench_function("direct3d 9", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut time = Duration::ZERO;
            for _ in 0..rounds {
                let start = Instant::now();
                for _ in 0..DRAWS {
                    scene.device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
                }
                time += start.elapsed();
                scene.device.discard().expect("a dropped frame");
            }
            time
        });
    });
    let (words, mut memory) = rectangle();
    let context = Context::new(Gpu::headless().expect("an adapter"));
    let (mut front, mut backend) = (Front::default(), Dropped(GpuBackend::new(context)));
    front.submit(&words, &mut memory, &mut backend).expect("draws");
    backend.0.context().submit().expect("a first frame");
    let mut list = ListBuilder::new();
    (0..DRAWS).for_each(|_| commands::draw_arrays(&mut list, 0, 6));
    let words = list.finish();
    group.bench_function("pica", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut time = Duration::ZERO;
            for _ in 0..rounds {
                let start = Instant::now();
                front.submit(black_box(&words), &mut memory, &mut backend).expect("draws");
                time += start.elapsed();
                backend.0.context().discard().expect("a dropped frame");
            }
            time
        });
    });
    assert_eq!((front.unsupported(), backend.0.unsupported()), (Vec::new(), Vec::new()));
    group.finish();
}

/// Positions in floats, colours in bytes, coordinates in halfwords: 20 bytes a vertex.
fn vertex_state() -> VertexState {
    let mut list = ListBuilder::new();
    commands::attributes(&mut list, 0x2000_0000, 0, &[(3, 3), (1, 4), (2, 2)]);
    let mut registers = Registers::default();
    for command in retrograph_pica::list::Commands::new(&list.finish()).map_while(Result::ok) {
        command.writes().for_each(|write| registers.write(write.register, write.mask, write.value));
    }
    VertexState::decode(&registers)
}

fn vertices(criterion: &mut Criterion) {
    let bytes: Vec<u8> = (0..VERTICES * 20).map(|at| ((at * 13) >> 2) as u8).collect();
    let mut group = criterion.benchmark_group("pica vertices");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    let mut copy = vec![0; bytes.len()];
    group.bench_function("copy", |bencher| {
        bencher.iter(|| black_box(&mut copy[..]).copy_from_slice(black_box(&bytes)));
    });
    let (state, numbers) = (vertex_state(), (0..VERTICES).collect::<Vec<u32>>());
    let mut memory = Regions::new();
    memory.insert(0x2000_0000, bytes);
    group.bench_function("load", |bencher| {
        bencher.iter(|| {
            load(&state, &[[0.0; 4]; 16], black_box(&numbers), &mut memory, |_, _, _| ()).expect("vertices")
        });
    });
    group.finish();
}

fn software(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pica software");
    group.throughput(Throughput::Elements(u64::from(SIDE * SIDE)));
    let texels: Vec<[u8; 4]> = (0..256 * 256u32).map(|at| (at * 77).to_le_bytes()).collect();
    let mut target = vec![[0u8; 4]; (SIDE * SIDE) as usize];
    group.bench_function("bare loop", |bencher| {
        bencher.iter(|| {
            let (texels, color) = (black_box(&texels), black_box([255u32, 255, 0, 255]));
            for (y, row) in target.chunks_exact_mut(SIDE as usize).enumerate() {
                let v = (y as f32 + 0.5) / SIDE as f32 * 2.0;
                for (x, pixel) in row.iter_mut().enumerate() {
                    let u = (x as f32 + 0.5) / SIDE as f32 * 2.0;
                    let column = (u * 256.0).floor() as i32 as usize & 255;
                    let texel = texels[((v * 256.0).floor() as i32 as usize & 255) * 256 + column];
                    *pixel = std::array::from_fn(|lane| (u32::from(texel[lane]) * color[lane] / 255) as u8);
                }
            }
            black_box(&target);
        });
    });
    let (words, mut memory) = rectangle();
    let (mut front, mut backend) = (Front::default(), Software::new());
    group.bench_function("renderer", |bencher| {
        bencher.iter(|| front.submit(black_box(&words), &mut memory, &mut backend).expect("draws"));
    });
    assert!(backend.unsupported().is_empty());
    group.finish();
}

criterion_group!(benches, draws, vertices, software);
criterion_main!(benches);
