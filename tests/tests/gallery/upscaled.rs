//! Enlarged pictures of demos beside those that were drawn at full size.

use image::{Rgb, RgbImage};
use retrograph_render::present::{SpatialUpscaler, Upscaler as _};
use retrograph_render::{Gpu, wgpu};

/// A picture whose pixels are the means of blocks of `by` by `by`: what drawing it smaller with that many samples gives.
pub(crate) fn reduced(picture: &RgbImage, by: u32) -> RgbImage {
    RgbImage::from_fn(picture.width() / by, picture.height() / by, |x, y| {
        let block = (0..by * by).map(|at| picture.get_pixel(x * by + at % by, y * by + at / by).0);
        let sum = block.fold([0; 3], |sum: [u32; 3], pixel| {
            std::array::from_fn(|channel| sum[channel] + u32::from(pixel[channel]))
        });
        Rgb(sum.map(|channel| ((channel + by * by / 2) / (by * by)) as u8))
    })
}

/// Twice as large each way by a linear filter between the centres of pixels.
pub(crate) fn linear(picture: &RgbImage) -> RgbImage {
    let [width, height] = [picture.width(), picture.height()];
    RgbImage::from_fn(width * 2, height * 2, |x, y| {
        // Twice the way from the centre of a pixel to the next is 1/4 or 3/4.
        let taps = |at: u32, side: u32| {
            let near = at / 2;
            let far = if at.is_multiple_of(2) { near.saturating_sub(1) } else { (near + 1).min(side - 1) };
            [(near, 3), (far, 1)]
        };
        let mut sum = [0; 3];
        for (column, across) in taps(x, width) {
            for (row, down) in taps(y, height) {
                let pixel = picture.get_pixel(column, row).0;
                (0..3).for_each(|channel| sum[channel] += u32::from(pixel[channel]) * across * down);
            }
        }
        Rgb(sum.map(|channel| ((channel + 8) / 16) as u8))
    })
}

/// Peak signal to noise ratio in decibels.
pub(crate) fn psnr(picture: &RgbImage, truth: &RgbImage) -> f64 {
    let errors = picture.as_raw().iter().zip(truth.as_raw()).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2));
    let mean = errors.sum::<f64>() / picture.as_raw().len() as f64;
    10.0 * (255.0 * 255.0 / mean).log10()
}

/// Structural similarity of brightness, the mean over blocks of 8x8 that overlap by half.
pub(crate) fn ssim(picture: &RgbImage, truth: &RgbImage) -> f64 {
    let corners = |side: u32| (0..side - 7).step_by(4);
    let mut sum = 0.0;
    let mut count = 0.0;
    for top in corners(truth.height()) {
        for left in corners(truth.width()) {
            sum += similarity(&block(picture, left, top), &block(truth, left, top));
            count += 1.0;
        }
    }
    sum / count
}

fn block(picture: &RgbImage, left: u32, top: u32) -> [f64; 64] {
    std::array::from_fn(|at| {
        let [r, g, b] = picture.get_pixel(left + at as u32 % 8, top + at as u32 / 8).0.map(f64::from);
        0.299 * r + 0.587 * g + 0.114 * b
    })
}

fn similarity(first: &[f64; 64], second: &[f64; 64]) -> f64 {
    let mean = |of: &[f64; 64]| of.iter().sum::<f64>() / 64.0;
    let (a, b) = (mean(first), mean(second));
    let product = |x: &[f64; 64], x_mean: f64, y: &[f64; 64], y_mean: f64| {
        x.iter().zip(y).map(|(x, y)| (x - x_mean) * (y - y_mean)).sum::<f64>() / 63.0
    };
    let (a_spread, b_spread) = (product(first, a, first, a), product(second, b, second, b));
    let shared = product(first, a, second, b);
    let (c1, c2) = ((0.01f64 * 255.0).powi(2), (0.03f64 * 255.0).powi(2));
    (2.0 * a * b + c1) * (2.0 * shared + c2) / ((a * a + b * b + c1) * (a_spread + b_spread + c2))
}

/// What the portable upscaler makes of a picture, twice as large each way.
pub(crate) fn upscaled(gpu: &Gpu, picture: &RgbImage) -> RgbImage {
    let texture = |label, width, height, usage| {
        gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage,
            view_formats: &[],
        })
    };
    let [width, height] = [picture.width(), picture.height()];
    let from = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
    let small = texture("small", width, height, from);
    let to = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC;
    let large = texture("large", width * 2, height * 2, to);
    let layout =
        |row: u32| wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
    let texels: Vec<u8> = picture.pixels().flat_map(|Rgb([r, g, b])| [*r, *g, *b, 255]).collect();
    gpu.queue.write_texture(small.as_image_copy(), &texels, layout(width * 4), small.size());
    let row = (width * 8).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read"),
        size: u64::from(row * height * 2),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let view = small.create_view(&wgpu::TextureViewDescriptor::default());
    assert!(SpatialUpscaler::default().upscale(gpu, &mut encoder, &view, &large));
    let read = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout: layout(row) };
    encoder.copy_texture_to_buffer(large.as_image_copy(), read, large.size());
    gpu.queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("a mapped buffer"));
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the GPU answers");
    let bytes = buffer.get_mapped_range(..).expect("mapped bytes");
    RgbImage::from_fn(width * 2, height * 2, |x, y| {
        let at = (y * row + x * 4) as usize;
        Rgb([bytes[at], bytes[at + 1], bytes[at + 2]])
    })
}
