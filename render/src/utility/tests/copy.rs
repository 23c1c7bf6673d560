//! Scaled copies and mip levels against their arithmetic.

use wgpu::TextureFormat as Format;

use super::Bench;
use crate::frame::{StretchTexture, TextureLocation};
use crate::resource::TextureId;

fn location(texture: u64, level: u32, origin: [u32; 3]) -> TextureLocation {
    TextureLocation { texture: TextureId::from(slotmap::KeyData::from_ffi(texture)), level, origin }
}

fn stretch(from: [u32; 4], to: [u32; 4], linear: bool) -> StretchTexture {
    StretchTexture {
        source: location(1 << 32 | 1, 0, [from[0], from[1], 0]),
        source_size: [from[2], from[3]],
        destination: location(1 << 32 | 2, 0, [to[0], to[1], 0]),
        destination_size: [to[2], to[3]],
        linear,
        alpha: true,
    }
}

/// Texel (x, y) of a 4x4 source.
fn texel(x: u32, y: u32) -> [u8; 4] {
    [(x * 60) as u8, (y * 60) as u8, (x * 16 + y) as u8, 255]
}

fn source(bench: &Bench) -> wgpu::Texture {
    let texture = bench.texture([4, 4, 1], 1, 1, Format::Rgba8Unorm);
    let bytes: Vec<u8> = (0..16).flat_map(|at| texel(at % 4, at / 4)).collect();
    bench.write(&texture, 0, 0, [4, 4, 1], &bytes);
    texture
}

#[test]
fn a_copy_of_the_same_size_is_exact_and_keeps_what_is_around() {
    let mut bench = Bench::new();
    let source = source(&bench);
    for linear in [false, true] {
        let target = bench.texture([8, 8, 1], 1, 1, Format::Bgra8Unorm);
        bench.write(&target, 0, 0, [8, 8, 1], &[9; 256]);
        let copy = stretch([1, 0, 3, 4], [5, 2, 3, 4], linear);
        bench.run(|bench, encoder| bench.utility.stretch(&bench.gpu, encoder, &source, &target, &copy));
        let pixels = bench.read(&target, [0, 0], [8, 8], wgpu::TextureAspect::All);
        for (at, pixel) in (0u32..).zip(pixels.chunks(4)) {
            let (x, y) = (at % 8, at / 8);
            if x >= 5 && (2..6).contains(&y) {
                let [r, g, b, a] = texel(x - 4, y - 2);
                assert_eq!(pixel, [b, g, r, a], "{x},{y}");
            } else {
                assert_eq!(pixel, [9; 4], "{x},{y}");
            }
        }
    }
}

#[test]
fn nearest_repeats_texels() {
    let mut bench = Bench::new();
    let source = source(&bench);
    let target = bench.texture([8, 12, 1], 1, 1, Format::Rgba8Unorm);
    let copy = stretch([0, 0, 4, 4], [0, 0, 8, 12], false);
    bench.run(|bench, encoder| bench.utility.stretch(&bench.gpu, encoder, &source, &target, &copy));
    let pixels = bench.read(&target, [0, 0], [8, 12], wgpu::TextureAspect::All);
    for (at, pixel) in (0u32..).zip(pixels.chunks(4)) {
        assert_eq!(pixel, texel(at % 8 / 2, at / 8 / 3), "{at}");
    }
}

#[test]
fn formats_are_converted_both_ways() {
    let mut bench = Bench::new();
    let float = bench.texture([1, 1, 1], 1, 1, Format::Rgba32Float);
    let fixed = bench.texture([1, 1, 1], 1, 1, Format::Bgra8Unorm);
    let copy = stretch([0, 0, 1, 1], [0, 0, 1, 1], true);
    let value: [f32; 4] = [0.2, 1.5, -1.0, 0.6];
    bench.write(&float, 0, 0, [1, 1, 1], bytemuck::cast_slice(&value));
    bench.run(|bench, encoder| bench.utility.stretch(&bench.gpu, encoder, &float, &fixed, &copy));
    assert_eq!(bench.read(&fixed, [0, 0], [1, 1], wgpu::TextureAspect::All), [0, 255, 51, 153]);
    bench.write(&fixed, 0, 0, [1, 1, 1], &[255, 0, 255, 0]);
    bench.run(|bench, encoder| bench.utility.stretch(&bench.gpu, encoder, &fixed, &float, &copy));
    let pixel = bench.read(&float, [0, 0], [1, 1], wgpu::TextureAspect::All);
    assert_eq!(bytemuck::cast_slice::<u8, f32>(&pixel), [1.0, 0.0, 1.0, 0.0]);
}

#[test]
fn linear_halves_by_the_mean_of_four_within_the_rectangle() {
    let mut bench = Bench::new();
    let source = bench.texture([4, 4, 1], 1, 1, Format::R32Float);
    let values: Vec<f32> = (0..16).map(|at| (at * at) as f32).collect();
    bench.write(&source, 0, 0, [4, 4, 1], bytemuck::cast_slice(&values));
    let target = bench.texture([2, 2, 1], 1, 1, Format::R32Float);
    let copy = stretch([0, 0, 4, 4], [0, 0, 2, 2], true);
    bench.run(|bench, encoder| bench.utility.stretch(&bench.gpu, encoder, &source, &target, &copy));
    let pixels = bench.read(&target, [0, 0], [2, 2], wgpu::TextureAspect::All);
    let pixels: &[f32] = bytemuck::cast_slice(&pixels);
    let mean = |x: usize, y: usize| {
        let at = y * 8 + x * 2;
        (values[at] + values[at + 1] + values[at + 4] + values[at + 5]) / 4.0
    };
    assert_eq!(pixels, [mean(0, 0), mean(1, 0), mean(0, 1), mean(1, 1)]);
    let enlarged = bench.texture([4, 1, 1], 1, 1, Format::R32Float);
    let copy = stretch([1, 1, 2, 1], [0, 0, 4, 1], true);
    bench.run(|bench, encoder| bench.utility.stretch(&bench.gpu, encoder, &source, &enlarged, &copy));
    let pixels = bench.read(&enlarged, [0, 0], [4, 1], wgpu::TextureAspect::All);
    let pixels: &[f32] = bytemuck::cast_slice(&pixels);
    // Texels 5 and 6 hold 25 and 36; what is beside them is never read.
    assert_eq!(pixels, [25.0, 25.0 + 11.0 * 0.25, 25.0 + 11.0 * 0.75, 36.0]);
}

#[test]
fn a_copy_within_one_level_reads_what_was_there_before() {
    let mut bench = Bench::new();
    let texture = source(&bench);
    let mut copy = stretch([0, 0, 3, 4], [1, 0, 3, 4], false);
    copy.destination.texture = copy.source.texture;
    bench.run(|bench, encoder| bench.utility.stretch(&bench.gpu, encoder, &texture, &texture, &copy));
    let pixels = bench.read(&texture, [0, 0], [4, 4], wgpu::TextureAspect::All);
    for (at, pixel) in (0u32..).zip(pixels.chunks(4)) {
        assert_eq!(pixel, texel((at % 4).saturating_sub(1), at / 4), "{at}");
    }
}

#[test]
fn a_multisampled_source_is_resolved() {
    let mut bench = Bench::new();
    let source = bench.texture([4, 4, 1], 1, 4, Format::Rgba8Unorm);
    let target = bench.texture([4, 4, 1], 1, 1, Format::Rgba8Unorm);
    let copy = stretch([0, 0, 4, 4], [0, 0, 4, 4], false);
    bench.run(|bench, encoder| {
        let view = source.create_view(&wgpu::TextureViewDescriptor::default());
        let color = wgpu::Color { r: 1.0, g: 0.2, b: 0.0, a: 0.4 };
        drop(encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("test"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(color), store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        }));
        bench.utility.stretch(&bench.gpu, encoder, &source, &target, &copy);
    });
    let pixels = bench.read(&target, [0, 0], [4, 4], wgpu::TextureAspect::All);
    assert!(pixels.chunks(4).all(|pixel| pixel == [255, 51, 0, 102]));
}

#[test]
fn mips_of_every_face_are_means_or_texels_of_the_level_above() {
    let mut bench = Bench::new();
    for linear in [true, false] {
        let texture = bench.texture([4, 4, 6], 3, 1, Format::R32Float);
        let values: Vec<f32> = (0..96).map(|at| (at * 4) as f32).collect();
        bench.write(&texture, 0, 0, [4, 4, 6], bytemuck::cast_slice(&values));
        bench.run(|bench, encoder| bench.utility.generate_mips(&bench.gpu, encoder, &texture, linear));
        for face in 0..6 {
            let one = bench.read(&texture, [1, face], [2, 2], wgpu::TextureAspect::All);
            let two = bench.read(&texture, [2, face], [1, 1], wgpu::TextureAspect::All);
            let (one, two): (&[f32], &[f32]) = (bytemuck::cast_slice(&one), bytemuck::cast_slice(&two));
            let base = face as f32 * 64.0;
            // Texel (x, y) of level 0 is base + 4 (x + 4 y).
            let offset = if linear { 10.0 } else { 20.0 };
            assert_eq!(one, [0.0, 8.0, 32.0, 40.0].map(|corner| base + corner + offset));
            assert_eq!(two, [if linear { base + 30.0 } else { base + 60.0 }]);
        }
    }
}

#[test]
fn mips_of_a_volume_halve_all_three_sides() {
    let mut bench = Bench::new();
    for linear in [true, false] {
        let texture = bench.shaped([4, 2, 4], 3, 1, Format::R32Float, wgpu::TextureDimension::D3);
        let values: Vec<f32> = (0..32).map(|at| at as f32).collect();
        bench.write(&texture, 0, 0, [4, 2, 4], bytemuck::cast_slice(&values));
        bench.run(|bench, encoder| bench.utility.generate_mips(&bench.gpu, encoder, &texture, linear));
        let corner = if linear { 6.5 } else { 13.0 };
        for slice in 0..2 {
            let one = bench.read(&texture, [1, slice], [2, 1], wgpu::TextureAspect::All);
            let base = slice as f32 * 16.0 + corner;
            assert_eq!(bytemuck::cast_slice::<u8, f32>(&one), [base, base + 2.0], "slice {slice}");
        }
        let two = bench.read(&texture, [2, 0], [1, 1], wgpu::TextureAspect::All);
        assert_eq!(bytemuck::cast_slice::<u8, f32>(&two), [if linear { 15.5 } else { 31.0 }]);
    }
}

#[test]
fn a_texture_that_is_no_render_target_gets_mips_too() {
    let mut bench = Bench::new();
    let usage =
        wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::COPY_DST;
    let texture = bench.gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("test"),
        size: wgpu::Extent3d { width: 2, height: 2, depth_or_array_layers: 1 },
        mip_level_count: 2,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: Format::Rgba8Unorm,
        usage,
        view_formats: &[],
    });
    bench.write(&texture, 0, 0, [2, 2, 1], &[0, 4, 8, 255, 4, 4, 8, 255, 8, 4, 8, 255, 12, 4, 8, 255]);
    bench.run(|bench, encoder| bench.utility.generate_mips(&bench.gpu, encoder, &texture, true));
    assert_eq!(bench.read(&texture, [1, 0], [1, 1], wgpu::TextureAspect::All), [6, 4, 8, 255]);
}
