//! Presenting: the pace of frames behind a slow display, and what enlarging a frame costs.
//!
//! `cadence`: a display that takes a frame every 16 ms, with a program that needs part of that for each frame. `enlarge`: the
//! upscaler beside a linear filter, on the adapter that the environment names.

#[path = "present/linear.rs"]
mod linear;

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrograph_render::frame::{Attachment, ClearPlanes, Targets, TextureLocation};
use retrograph_render::present::{PresentedFrame, Presenter, SpatialUpscaler, Upscaler as _};
use retrograph_render::resource::{TextureDesc, TextureShape};
use retrograph_render::{Context, Gpu, Threading, wgpu};

use linear::Linear;

/// From one frame of the display to the next.
const CADENCE: Duration = Duration::from_millis(16);
/// What the program computes for a frame.
const WORK: Duration = Duration::from_millis(8);

const SMALL: [u32; 2] = [960, 540];
const LARGE: [u32; 2] = [1920, 1080];

fn gpu() -> Gpu {
    Gpu::headless().unwrap_or_else(|error| panic!("{error}"))
}

/// A hook that returns when the display takes the frame.
fn gate() -> impl FnMut(&wgpu::Device, &wgpu::Queue, &PresentedFrame) + Send {
    let start = Instant::now();
    move |_: &wgpu::Device, _: &wgpu::Queue, _: &PresentedFrame| {
        let passed = start.elapsed().as_nanos();
        let left = CADENCE.as_nanos() - passed % CADENCE.as_nanos();
        std::thread::sleep(Duration::from_nanos(left as u64));
    }
}

fn cadence(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cadence");
    for (name, threading) in [("inline", Threading::Inline), ("pipelined", Threading::Pipelined)] {
        let mut context = Context::with_threading(gpu(), threading);
        let presenter = Presenter::hook(context.gpu(), gate()).expect("a thread");
        let id = context.attach(presenter.clone()).expect("a presenter");
        let texture = context.recorder.create_texture(TextureDesc {
            label: "back buffer".into(),
            shape: TextureShape::D2,
            width: 64,
            height: 64,
            depth: 1,
            levels: 1,
            samples: 1,
            format: wgpu::TextureFormat::Rgba8Unorm,
            render_target: true,
        });
        let attachment = Attachment { texture, level: 0, layer: 0, srgb: false };
        let targets = Targets { color: [Some(attachment), None, None, None], depth: None };
        let source = TextureLocation { texture, level: 0, origin: [0; 3] };
        let mut longest = Duration::ZERO;
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| {
                let start = Instant::now();
                for _ in 0..rounds {
                    std::thread::sleep(WORK);
                    context.recorder.set_targets(targets);
                    let black = ClearPlanes { color: Some([0.0; 4]), ..ClearPlanes::default() };
                    context.recorder.clear(black, None);
                    let before = Instant::now();
                    context.present(id, source, [64, 64]).expect("a frame");
                    longest = longest.max(before.elapsed());
                }
                start.elapsed()
            });
        });
        context.settle().expect("no error");
        println!("cadence/{name}: a present waited {longest:?} at most; {:?}", presenter.stats());
    }
    group.finish();
}

fn enlarge(criterion: &mut Criterion) {
    let gpu = gpu();
    let texture = |label, [width, height]: [u32; 2]| {
        gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::RENDER_ATTACHMENT
                | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        })
    };
    let (small, large) = (texture("small", SMALL), texture("large", LARGE));
    fill(&gpu, &small);
    let view = small.create_view(&wgpu::TextureViewDescriptor::default());
    let mut group = criterion.benchmark_group("enlarge");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(LARGE[0] * LARGE[1])));
    let linear = Linear::new(&gpu, &view);
    let timed = |encode: &mut dyn FnMut(&mut wgpu::CommandEncoder)| {
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encode(&mut encoder);
        gpu.queue.submit([encoder.finish()]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the GPU answers");
    };
    group.bench_function("linear", |bencher| {
        bencher.iter(|| timed(&mut |encoder| linear.draw(encoder, &large)));
    });
    for (name, sharpness) in [("upscaled", 0.0), ("upscaled and sharpened", 0.35)] {
        let mut upscaler = SpatialUpscaler::new(sharpness);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                timed(&mut |encoder| assert!(upscaler.upscale(&gpu, encoder, &view, &large)));
            });
        });
    }
    group.finish();
}

/// Edges and slopes everywhere.
fn fill(gpu: &Gpu, texture: &wgpu::Texture) {
    let [width, height] = SMALL;
    let texel = |at: u32| {
        let [x, y] = [at % width, at / width];
        [(x * 7 + y * 3) as u8, if (x / 9 + y / 5) % 2 == 0 { 200 } else { 40 }, (x ^ y) as u8, 255]
    };
    let texels: Vec<u8> = (0..width * height).flat_map(texel).collect();
    let layout =
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width * 4), rows_per_image: None };
    gpu.queue.write_texture(texture.as_image_copy(), &texels, layout, texture.size());
}

criterion_group!(benches, cadence, enlarge);
criterion_main!(benches);
