//! The portable upscaler against its definition on the CPU, and against a linear filter by quality.

use retrograph_render::present::{SpatialUpscaler, Upscaler};
use retrograph_render::{Gpu, wgpu};

type Color = [f32; 3];

/// A picture of colours.
#[derive(Clone)]
struct Picture {
    width: usize,
    height: usize,
    texels: Vec<Color>,
}

impl Picture {
    fn new(width: usize, height: usize, color: impl Fn(f32, f32) -> Color) -> Self {
        let at = |index: usize| color((index % width) as f32 + 0.5, (index / width) as f32 + 0.5);
        Self { width, height, texels: (0..width * height).map(at).collect() }
    }

    fn get(&self, x: i32, y: i32) -> Color {
        let x = x.clamp(0, self.width as i32 - 1) as usize;
        let y = y.clamp(0, self.height as i32 - 1) as usize;
        self.texels[y * self.width + x]
    }

    /// With the 8 bits a channel of a texture.
    fn quantised(self) -> Self {
        let round = |color: Color| color.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() / 255.0);
        Self { texels: self.texels.into_iter().map(round).collect(), ..self }
    }

    /// Peak signal to noise ratio in decibels.
    fn psnr(&self, truth: &Self) -> f64 {
        let errors = self.texels.iter().zip(&truth.texels).flat_map(|(a, b)| a.iter().zip(b));
        let sum: f64 = errors.map(|(a, b)| f64::from(a - b).powi(2)).sum();
        -10.0 * (sum / (3 * self.texels.len()) as f64).log10()
    }

    /// Structural similarity of the green channel over blocks of 8x8.
    fn ssim(&self, truth: &Self) -> f64 {
        let mut sum = 0.0;
        let mut count = 0.0;
        for top in (0..self.height - 7).step_by(4) {
            for left in (0..self.width - 7).step_by(4) {
                sum += block_similarity(self, truth, left, top);
                count += 1.0;
            }
        }
        sum / count
    }
}

fn block_similarity(first: &Picture, second: &Picture, left: usize, top: usize) -> f64 {
    let block = |picture: &Picture| -> Vec<f64> {
        let at = |index: usize| picture.texels[(top + index / 8) * picture.width + left + index % 8];
        (0..64).map(|index| f64::from(at(index)[1])).collect()
    };
    let (a, b) = (block(first), block(second));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / 64.0;
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    let product = |x: &[f64], mx: f64, y: &[f64], my: f64| {
        x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>() / 63.0
    };
    let (var_a, var_b) = (product(&a, mean_a, &a, mean_a), product(&b, mean_b, &b, mean_b));
    let shared = product(&a, mean_a, &b, mean_b);
    let (c1, c2) = (1e-4, 9e-4);
    (2.0 * mean_a * mean_b + c1) * (2.0 * shared + c2)
        / ((mean_a * mean_a + mean_b * mean_b + c1) * (var_a + var_b + c2))
}

/// One minus the window's weight grows with the squared distance: see the shader's words.
fn window(squared: f32) -> f32 {
    let d = squared.min(4.0);
    let base = 0.4 * d - 1.0;
    let tail = 0.25 * d - 1.0;
    (1.5625 * base * base - 0.5625) * tail * tail
}

fn luma([r, g, b]: Color) -> f32 {
    0.299 * r + 0.587 * g + 0.114 * b
}

/// The structure tensor of the four inner texels: xx, xy, yy.
fn tensor(level: &dyn Fn(i32, i32) -> f32, part: [f32; 2]) -> [f32; 3] {
    let mut sums = [0.0; 3];
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let along = |axis: usize, far: i32| if far == 1 { part[axis] } else { 1.0 - part[axis] };
        let weight = along(0, column) * along(1, row);
        let dx = 0.5 * (level(column + 1, row) - level(column - 1, row));
        let dy = 0.5 * (level(column, row + 1) - level(column, row - 1));
        sums[0] += weight * dx * dx;
        sums[1] += weight * dx * dy;
        sums[2] += weight * dy * dy;
    }
    sums
}

/// One pixel of the enlarged picture, by the definition.
fn enlarged(source: &Picture, at: [f32; 2]) -> Color {
    let base = at.map(|coordinate| coordinate.floor() as i32);
    let part = [at[0] - at[0].floor(), at[1] - at[1].floor()];
    let texel = |x: i32, y: i32| source.get(base[0] + x, base[1] + y);
    let [xx, xy, yy] = tensor(&|x, y| luma(texel(x, y)), part);
    let difference = ((xx - yy).powi(2) + 4.0 * xy * xy).sqrt();
    let coherence = difference / (xx + yy).max(1e-6);
    let strength = ((xx + yy) * 64.0).clamp(0.0, 1.0) * coherence * coherence;
    let mut across = [2.0 * xy, yy - xx + difference];
    if across[0] * across[0] + across[1] * across[1] < 1e-12 {
        across = if xx >= yy { [1.0, 0.0] } else { [0.0, 1.0] };
    }
    let length = across[0].hypot(across[1]);
    let [ax, ay] = across.map(|part| part / length);
    let (mut color, mut total) = ([0.0; 3], 0.0);
    for y in -1..=2 {
        for x in -1..=2 {
            if (x == -1 || x == 2) && (y == -1 || y == 2) {
                continue;
            }
            let [dx, dy] = [x as f32 - part[0], y as f32 - part[1]];
            let turned =
                [(dx * ax + dy * ay) * (1.0 + 0.25 * strength), (dy * ax - dx * ay) * (1.0 - 0.5 * strength)];
            let weight = window(turned[0] * turned[0] + turned[1] * turned[1]);
            total += weight;
            let texel = texel(x, y);
            (0..3).for_each(|channel| color[channel] += weight * texel[channel]);
        }
    }
    let nearest = [texel(0, 0), texel(1, 0), texel(0, 1), texel(1, 1)];
    std::array::from_fn(|channel| {
        let of = nearest.map(|color| color[channel]);
        (color[channel] / total).clamp(of.into_iter().fold(1.0, f32::min), of.into_iter().fold(0.0, f32::max))
    })
}

fn sharpened(picture: &Picture, x: i32, y: i32, sharpness: f32) -> Color {
    let center = picture.get(x, y);
    let around = [picture.get(x, y - 1), picture.get(x, y + 1), picture.get(x - 1, y), picture.get(x + 1, y)];
    std::array::from_fn(|channel| {
        let of = around.map(|color| color[channel]);
        let detail = center[channel] - 0.25 * of.iter().sum::<f32>();
        let low = of.into_iter().fold(center[channel], f32::min);
        let high = of.into_iter().fold(center[channel], f32::max);
        (center[channel] + sharpness * detail).clamp(low, high)
    })
}

/// The whole of it, with the rounding of the 8-bit texture between the passes.
fn definition(source: &Picture, width: usize, height: usize, sharpness: f32) -> Picture {
    let scale = [source.width as f32 / width as f32, source.height as f32 / height as f32];
    let large =
        Picture::new(width, height, |x, y| enlarged(source, [x * scale[0] - 0.5, y * scale[1] - 0.5]))
            .quantised();
    Picture::new(width, height, |x, y| sharpened(&large, x as i32, y as i32, sharpness)).quantised()
}

fn linear(source: &Picture, width: usize, height: usize) -> Picture {
    let scale = [source.width as f32 / width as f32, source.height as f32 / height as f32];
    Picture::new(width, height, |x, y| {
        let at = [x * scale[0] - 0.5, y * scale[1] - 0.5];
        let [fx, fy] = at.map(|coordinate| coordinate - coordinate.floor());
        let [bx, by] = at.map(|coordinate| coordinate.floor() as i32);
        let mix = |a: Color, b: Color, part: f32| -> Color {
            std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * part)
        };
        let upper = mix(source.get(bx, by), source.get(bx + 1, by), fx);
        mix(upper, mix(source.get(bx, by + 1), source.get(bx + 1, by + 1), fx), fy)
    })
}

/// What the GPU makes of a picture.
fn on_gpu(gpu: &Gpu, source: &Picture, width: u32, height: u32, sharpness: f32) -> Picture {
    by(gpu, &mut SpatialUpscaler::new(sharpness), source, width, height)
}

/// What an upscaler makes of a picture.
fn by(gpu: &Gpu, upscaler: &mut dyn Upscaler, source: &Picture, width: u32, height: u32) -> Picture {
    let extent = |width: u32, height: u32| wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
    let texture = |label, size, usage| {
        gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage,
            view_formats: &[],
        })
    };
    let small = extent(source.width as u32, source.height as u32);
    let from = texture("small", small, wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST);
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT
        | wgpu::TextureUsages::TEXTURE_BINDING
        | wgpu::TextureUsages::COPY_SRC
        | wgpu::TextureUsages::COPY_DST;
    let to = texture("large", extent(width, height), usage);
    let bytes: Vec<u8> = source
        .texels
        .iter()
        .flat_map(|color| color.map(|part| (part * 255.0).round() as u8).into_iter().chain([255]))
        .collect();
    let layout =
        |row: u32| wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
    gpu.queue.write_texture(from.as_image_copy(), &bytes, layout(small.width * 4), small);
    let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read"),
        size: u64::from(row * height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let view = from.create_view(&wgpu::TextureViewDescriptor::default());
    assert!(upscaler.upscale(gpu, &mut encoder, &view, &to));
    let target = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout: layout(row) };
    encoder.copy_texture_to_buffer(to.as_image_copy(), target, to.size());
    gpu.queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("a mapped buffer"));
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the GPU answers");
    let view = buffer.get_mapped_range(..).expect("mapped bytes");
    let texels = view
        .chunks(row as usize)
        .flat_map(|line| line[..width as usize * 4].chunks(4))
        .map(|texel| [texel[0], texel[1], texel[2]].map(|part| f32::from(part) / 255.0))
        .collect();
    Picture { width: width as usize, height: height as usize, texels }
}

/// A scene with edges of all directions, thin lines, a smooth part and a textured one; `size` pixels wide and high.
fn scene(size: usize) -> Picture {
    // Sampled like a picture that was drawn: four samples a pixel.
    Picture::new(size, size, |x, y| {
        let mut sum = [0.0; 3];
        for (dx, dy) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
            let color = sample((x + dx) / size as f32, (y + dy) / size as f32);
            (0..3).for_each(|channel| sum[channel] += 0.25 * color[channel]);
        }
        sum
    })
    .quantised()
}

fn sample(u: f32, v: f32) -> Color {
    let radius = (u - 0.5).hypot(v - 0.5);
    let spoke = ((v - 0.5).atan2(u - 0.5) * 7.0).sin() > 0.0;
    if radius < 0.18 {
        [0.9, 0.5 + radius, 0.2]
    } else if radius < 0.32 && spoke {
        [0.15, 0.2, 0.8 * (1.0 - radius)]
    } else if (u * 0.8 + v * 1.3).fract() < 0.06 {
        [0.95, 0.95, 0.9]
    } else {
        [0.3 + 0.4 * u, 0.35 + 0.1 * (u * 20.0).sin() * (v * 17.0).cos(), 0.3 + 0.3 * v]
    }
}

fn gpu() -> Gpu {
    Gpu::headless().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_gpu_does_what_the_definition_says() {
    let gpu = gpu();
    let source = scene(40);
    for (width, height, sharpness) in [(80, 80, 0.0), (80, 80, 0.35), (53, 71, 1.0), (41, 160, 0.5)] {
        let expected = definition(&source, width, height, sharpness);
        let found = on_gpu(&gpu, &source, width as u32, height as u32, sharpness);
        let steps = |a: f32, b: f32| ((a - b).abs() * 255.0).round() as u32;
        let differences: Vec<u32> = (found.texels.iter().zip(&expected.texels))
            .flat_map(|(a, b)| [0, 1, 2].map(|channel| steps(a[channel], b[channel])))
            .collect();
        let most = differences.iter().copied().max().unwrap_or_default();
        // One step of the texture between the passes may round the other way, and sharpening doubles it at most.
        assert!(most <= 2, "{width}x{height}: {most} steps apart");
    }
}

#[test]
fn constant_pictures_stay_as_they_are_and_nothing_rings() {
    let gpu = gpu();
    let grey = Picture::new(8, 8, |_, _| [0.5, 0.25, 0.75]).quantised();
    let large = on_gpu(&gpu, &grey, 20, 12, 1.0);
    assert!(large.texels.iter().all(|texel| *texel == grey.texels[0]));
    let edge = Picture::new(8, 8, |x, y| if x + y > 8.0 { [0.8; 3] } else { [0.2; 3] }).quantised();
    let (low, high) = (edge.get(0, 0)[0], edge.get(7, 7)[0]);
    let large = on_gpu(&gpu, &edge, 32, 32, 1.0);
    assert!(large.texels.iter().flatten().all(|part| (low..=high).contains(part)));
}

#[test]
fn it_is_better_than_a_linear_filter() {
    let (gpu, truth) = (gpu(), scene(192));
    let small = scene(96);
    let ours = on_gpu(&gpu, &small, 192, 192, SpatialUpscaler::default().sharpness());
    let plain = linear(&small, 192, 192).quantised();
    let [ours_psnr, plain_psnr] = [&ours, &plain].map(|picture| picture.psnr(&truth));
    let [ours_ssim, plain_ssim] = [&ours, &plain].map(|picture| picture.ssim(&truth));
    println!("PSNR {ours_psnr:.2} against {plain_psnr:.2} dB, SSIM {ours_ssim:.4} against {plain_ssim:.4}");
    assert!(ours_psnr > plain_psnr + 0.3, "{ours_psnr} {plain_psnr}");
    assert!(ours_ssim > plain_ssim, "{ours_ssim} {plain_ssim}");
}

/// MetalFX where there is one: a picture as good as a linear filter's, once the window has settled. Elsewhere the portable
/// upscaler stands in, and says so by its name.
#[cfg(all(feature = "metalfx", target_os = "macos"))]
#[test]
fn metalfx_enlarges_or_leaves_it_to_the_portable_one() {
    use retrograph_render::present::MetalFxUpscaler;

    let (gpu, truth) = (gpu(), scene(192));
    let small = scene(96);
    let mut upscaler = MetalFxUpscaler::default();
    let portable = on_gpu(&gpu, &small, 192, 192, SpatialUpscaler::default().sharpness());
    let plain = linear(&small, 192, 192).quantised().psnr(&truth);
    for frame in 0..5 {
        let found = by(&gpu, &mut upscaler, &small, 192, 192);
        println!("frame {frame}: {}, {:.2} dB, linear {plain:.2} dB", upscaler.name(), found.psnr(&truth));
        if upscaler.name() == "MetalFX" {
            assert!(frame >= 2, "the sizes had not lasted");
            assert!(found.psnr(&truth) > plain - 1.0);
        } else {
            assert!(found.texels == portable.texels, "the portable one's own picture");
        }
    }
}
