//! Vertices on the CPU against their bare transform, and a frame of draws against one of plain Direct3D 9.
//!
//! Goals: lit vertices at 0.4 of the throughput of `Mat4 * Vec4` alone; a textured draw of twenty vertices within six times
//! the cost of `direct3d 9`, which records and drops as many draws of four vertices from a buffer.

#[path = "../tests/viewports/guest.rs"]
#[allow(dead_code, reason = "tests and benches share this file, and each uses a part of it")]
mod guest;
#[path = "../../facade-d3d9/tests/support/scene.rs"]
mod scene;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::{Mat4, Vec4};
use guest::{Device, Guest, Placement, usual};
use retrograph_d3d9::render::Threading;
use retrograph_d3d9::types::PrimitiveType;
use retrograph_d3dim::Interface as I;

/// Vertices of a buffer.
const VERTICES: u32 = 4096;
/// Draws of a frame, and vertices of a draw.
const DRAWS: u64 = 750;
const CORNERS: u32 = 20;

/// A device of version 3 with a viewport of its whole target.
fn device() -> (Guest, Device, u32) {
    let mut guest = Guest::new();
    let device = guest.device(3, 256, 256);
    let viewport = guest.added(&device);
    assert_eq!(guest.set2(viewport, &usual([0, 0, 256, 256])), 0);
    assert_eq!(guest.call(device.interface, "SetCurrentViewport", device.device, &[viewport]), 0);
    (guest, device, viewport)
}

/// A white material, and a light from one direction.
fn light(guest: &mut Guest, device: &Device, viewport: u32) {
    let (factory, this) = (device.factory_interface, device.factory);
    let material = guest.make(factory, "CreateMaterial", this, &[0], 0);
    let mut words = [0u32; 20];
    words[0] = 80;
    words[1..9].fill(1.0f32.to_bits());
    let words = guest.place_words(&words, Placement::Plain);
    assert_eq!(guest.call(I::Direct3DMaterial3, "SetMaterial", material, &[words]), 0);
    let handle = guest.make(I::Direct3DMaterial3, "GetHandle", material, &[device.device], 1);
    assert_eq!(guest.call(device.interface, "SetLightState", device.device, &[1, handle]), 0);
    let light = guest.make(factory, "CreateLight", this, &[0], 0);
    let mut words = [0u32; 20];
    (words[0], words[1], words[19]) = (80, 3, 1);
    words[2..6].fill(0.75f32.to_bits());
    words[9..12].copy_from_slice(&[0.2f32, -0.4, 0.9].map(f32::to_bits));
    let words = guest.place_words(&words, Placement::Plain);
    assert_eq!(guest.call(I::Direct3DLight, "SetLight", light, &[words]), 0);
    assert_eq!(guest.call(I::Direct3DViewport3, "AddLight", viewport, &[light]), 0);
}

/// `D3DVERTEX`s on a sphere.
fn vertices(count: u32) -> Vec<u32> {
    let vertex = |index: u32| {
        let (sin, cos) = (index as f32 * 0.37).sin_cos();
        let height = index as f32 / count as f32 * 1.6 - 0.8;
        let around = (1.0 - height * height).sqrt();
        let normal = [around * cos, height, around * sin];
        let place = [normal[0] * 0.5, normal[1] * 0.5, normal[2] * 0.3 + 0.5];
        [place[0], place[1], place[2], normal[0], normal[1], normal[2], cos, sin].map(f32::to_bits)
    };
    (0..count).flat_map(vertex).collect()
}

fn vertex_buffer(guest: &mut Guest, device: &Device, format: u32, words: &[u32]) -> u32 {
    let desc = guest.place_words(&[16, 0x800, format, VERTICES], Placement::Plain);
    let args = [desc, 0, 0];
    let buffer = guest.make(device.factory_interface, "CreateVertexBuffer", device.factory, &args, 1);
    let address = guest.make(I::Direct3DVertexBuffer, "Lock", buffer, &[0, 0], 1);
    guest.write(address, words);
    assert_eq!(guest.call(I::Direct3DVertexBuffer, "Unlock", buffer, &[]), 0);
    buffer
}

fn processing(criterion: &mut Criterion) {
    let (mut guest, device, viewport) = device();
    light(&mut guest, &device, viewport);
    let words = vertices(VERTICES);
    let source = vertex_buffer(&mut guest, &device, 0x112, &words);
    let destination = vertex_buffer(&mut guest, &device, 0x1C4, &[]);
    let mut group = criterion.benchmark_group("vertices");
    group.throughput(Throughput::Elements(VERTICES.into()));
    let places: Vec<[f32; 8]> = bytemuck::cast_slice(&words).to_vec();
    let matrix = Mat4::from_cols_array(&std::array::from_fn(|lane| lane as f32 * 0.1 + 0.3));
    let mut out = vec![Vec4::ZERO; VERTICES as usize];
    group.bench_function("matrix alone", |bencher| {
        bencher.iter(|| {
            let matrix = black_box(matrix);
            for (out, place) in out.iter_mut().zip(black_box(&places)) {
                *out = matrix * Vec4::new(place[0], place[1], place[2], 1.0);
            }
            black_box(&mut out);
        });
    });
    for (name, operation) in [("transformed", 1), ("lit by one", 0x401)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let args = [operation, 0, VERTICES, source, 0, device.device, 0];
                assert_eq!(guest.call(I::Direct3DVertexBuffer, "ProcessVertices", destination, &args), 0);
            });
        });
    }
    group.finish();
}

/// A texture of 64 by 64 texels.
fn texture(guest: &mut Guest, device: &Device) -> u32 {
    let draw = guest.query(device.factory_interface, device.factory, I::DirectDraw4.iid().0);
    let mut desc = [0u32; 31];
    (desc[0], desc[1], desc[2], desc[3], desc[26]) = (124, 0x1007, 64, 64, 0x1000);
    desc[18..25].copy_from_slice(&[32, 0x40, 0, 32, 0xFF_0000, 0xFF00, 0xFF]);
    let desc = guest.place_words(&desc, Placement::Plain);
    let surface = guest.make(I::DirectDraw4, "CreateSurface", draw, &[desc, 0], 1);
    guest.query(I::DirectDrawSurface4, surface, I::Direct3DTexture2.iid().0)
}

/// Times frames of draws; dropping a frame is not part of it.
fn frames(guest: &mut Guest, rounds: u64, mut step: impl FnMut(&mut Guest, u64)) -> Duration {
    let mut time = Duration::ZERO;
    for _ in 0..rounds {
        let start = Instant::now();
        for draw in 0..DRAWS {
            step(guest, black_box(draw));
        }
        time += start.elapsed();
        guest.core.context().discard().expect("a dropped frame");
    }
    time
}

fn draws(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("frame");
    group.throughput(Throughput::Elements(DRAWS));
    let mut plain = scene::Scene::new(Threading::Inline);
    plain.device.present().expect("a first frame");
    group.bench_function("direct3d 9", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut time = Duration::ZERO;
            for _ in 0..rounds {
                let start = Instant::now();
                for _ in 0..DRAWS {
                    plain.device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
                }
                time += start.elapsed();
                plain.device.discard().expect("a dropped frame");
            }
            time
        });
    });
    let (mut guest, device, viewport) = device();
    light(&mut guest, &device, viewport);
    let textures = [texture(&mut guest, &device), texture(&mut guest, &device)];
    let address = guest.place_words(&vertices(CORNERS), Placement::Plain);
    // Slots are known to a guest.
    let slot = |name| device.interface.slot(name).expect("a slot");
    let (draw_slot, bind_slot) = (slot("DrawPrimitive"), slot("SetTexture"));
    let call = |guest: &mut Guest, slot: u32, args: &[u32]| {
        let Guest { core, memory, .. } = guest;
        assert_eq!(core.call(device.interface, slot, device.device, args, memory).value, 0);
    };
    let draw = |guest: &mut Guest, format: u32| call(guest, draw_slot, &[5, format, address, CORNERS, 0]);
    let bind = |guest: &mut Guest, texture: u32| call(guest, bind_slot, &[0, texture]);
    for texture in textures {
        bind(&mut guest, texture);
        draw(&mut guest, 0x112);
    }
    guest.core.context().finish().expect("a first frame");
    for (name, format) in [("TLVERTEX", 0x1C4), ("LVERTEX", 0x1E2), ("VERTEX, lit", 0x112)] {
        group.bench_function(BenchmarkId::new("draws", name), |bencher| {
            bencher.iter_custom(|rounds| frames(&mut guest, rounds, |guest, _| draw(guest, format)));
        });
        group.bench_function(BenchmarkId::new("textures in turn", name), |bencher| {
            bencher.iter_custom(|rounds| {
                frames(&mut guest, rounds, |guest, index| {
                    bind(guest, textures[(index & 1) as usize]);
                    draw(guest, format);
                })
            });
        });
    }
    group.finish();
}

criterion_group!(benches, processing, draws);
criterion_main!(benches);
