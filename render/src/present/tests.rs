//! What reaches a surface of each kind, by value.

use super::compose::{Composer, Composition};
use super::output::Output;
use crate::gpu::Gpu;

const WIDTH: u32 = 8;

/// Draws one row of colours to a surface of 32-bit floats.
fn composed(colors: &[[f32; 3]], output: Output, headroom: f32) -> Vec<[f32; 3]> {
    let gpu = Gpu::headless().unwrap_or_else(|error| panic!("{error}"));
    let size = wgpu::Extent3d { width: WIDTH, height: 1, depth_or_array_layers: 1 };
    let format = wgpu::TextureFormat::Rgba32Float;
    let usage = wgpu::TextureUsages::COPY_DST
        | wgpu::TextureUsages::COPY_SRC
        | wgpu::TextureUsages::TEXTURE_BINDING
        | wgpu::TextureUsages::RENDER_ATTACHMENT;
    let [source, target] =
        ["source", "target"].map(|label| gpu.create_scratch(label, size, format, 1, usage));
    let row = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;
    let mut texels = vec![[0f32; 4]; row as usize / 16];
    texels.iter_mut().zip(colors).for_each(|(to, [r, g, b])| *to = [*r, *g, *b, 1.0]);
    let buffer = gpu.create_filled("source", bytemuck::cast_slice(&texels), wgpu::BufferUsages::COPY_SRC);
    let read = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
    let back = gpu.create_buffer("target", u64::from(row), read);
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
    let mut encoder = gpu.create_encoder("test");
    let from = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
    encoder.copy_buffer_to_texture(from, source.as_image_copy(), size);
    let view =
        |texture: &wgpu::Texture| gpu.create_view("view", texture, &wgpu::TextureViewDescriptor::default());
    let composition = Composition {
        source: &view(&source),
        rect: [0, 0, WIDTH, 1],
        frame: [WIDTH, 1],
        surface: [WIDTH, 1],
        region: super::place::Region::whole([WIDTH, 1]),
        keep: false,
        filter: false,
        cursor: None,
        gamma: None,
        overlay: None,
        output,
        headroom,
    };
    Composer::new(&gpu).draw(&gpu, &mut encoder, (&view(&target), format), &composition);
    let to = wgpu::TexelCopyBufferInfo { buffer: &back, layout };
    encoder.copy_texture_to_buffer(target.as_image_copy(), to, size);
    gpu.submit([encoder.finish()]);
    back.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("a mapped buffer"));
    gpu.wait().expect("the GPU answers");
    let bytes = back.get_mapped_range(..).expect("mapped bytes").to_vec();
    let floats: &[[f32; 4]] = bytemuck::cast_slice(&bytes);
    floats.iter().take(colors.len()).map(|[r, g, b, _]| [*r, *g, *b]).collect()
}

fn linear(encoded: f32) -> f64 {
    let x = f64::from(encoded);
    if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
}

/// The forward tone map of BT.2446 method A, from `peak` to 100 nits, on luminance of 0–1 of each.
fn compress(hdr: f64, peak: f64) -> f64 {
    let rho = |nits: f64| 1.0 + 32.0 * (nits / 10000.0).powf(1.0 / 2.4);
    let (bright, white) = (rho(peak), rho(100.0));
    let p = (1.0 + (bright - 1.0) * hdr.powf(1.0 / 2.4)).ln() / bright.ln();
    let c = match p {
        _ if p <= 0.7399 => 1.077 * p,
        _ if p < 0.9909 => -1.151 * p * p + 2.7811 * p - 0.6302,
        _ => 0.5 * p + 0.5,
    };
    ((white.powf(c) - 1.0) / (white - 1.0)).powf(2.4)
}

#[test]
fn colours_are_written_as_the_surface_wants_them() {
    let colors = [[0.0, 0.02, 0.5], [1.0, 0.25, 0.75]];
    assert_eq!(composed(&colors, Output::Encoded, 1.0), colors);
    // Without headroom both linear kinds are the same.
    for output in [Output::Decoded, Output::Extended] {
        for (found, color) in composed(&colors, output, 1.0).iter().zip(colors) {
            for (found, part) in found.iter().zip(color) {
                assert!((f64::from(*found) - linear(part)).abs() < 2e-5, "{found} {part}");
            }
        }
    }
}

#[test]
fn greys_go_beyond_white_by_the_inverse_of_the_published_tone_map() {
    let headroom = 8.0;
    let levels = [0.02, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97, 1.0];
    let found = composed(&levels.map(|level| [level; 3]), Output::Extended, headroom as f32);
    for (level, [r, g, b]) in levels.into_iter().zip(found) {
        assert!((r - g).abs() < 4e-3 * r && (b - g).abs() < 4e-3 * r, "grey stays grey: {r} {g} {b}");
        // Compressed again it is what it was.
        let back = compress(f64::from(g) / headroom, 100.0 * headroom);
        let wanted = linear(level);
        assert!((back - wanted).abs() < 0.01 * wanted + 1e-3, "{level}: {g} gives {back} and not {wanted}");
    }
}

#[test]
fn brighter_stays_brighter_and_hues_keep_their_order() {
    let colors = [[0.9, 0.3, 0.1], [0.95, 0.35, 0.15], [0.1, 0.8, 0.3], [0.2, 0.3, 1.0]];
    let found = composed(&colors, Output::Extended, 4.0);
    assert!(found[1][1] > found[0][1]);
    for (found, color) in found.iter().zip(colors) {
        let order = |color: &[f32; 3]| {
            let mut channels = [0, 1, 2];
            channels.sort_by(|a, b| color[*a].total_cmp(&color[*b]));
            channels
        };
        assert_eq!(order(found), order(&color), "{found:?}");
    }
}
