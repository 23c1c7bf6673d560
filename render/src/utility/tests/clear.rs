//! A clear quad must write exactly what a load operation writes.

use wgpu::TextureFormat as Format;

use super::Bench;
use crate::frame::{ClearPlanes, Rect};
use crate::utility::{PassFormats, load_color};

const SIZE: u32 = 8;
const WHOLE: Rect = Rect { x: 0, y: 0, width: SIZE, height: SIZE };

/// A pass on `views`: everything cleared to `load`, then quads.
fn pass(
    bench: &mut Bench,
    color: &[(&wgpu::Texture, Format)],
    depth: Option<&wgpu::Texture>,
    resolve: Option<&wgpu::Texture>,
    load: &ClearPlanes,
    quads: &[(ClearPlanes, Rect)],
) {
    let views: Vec<_> = color
        .iter()
        .map(|(texture, format)| {
            texture.create_view(&wgpu::TextureViewDescriptor { format: Some(*format), ..Default::default() })
        })
        .collect();
    let depth_view = depth.map(|texture| texture.create_view(&wgpu::TextureViewDescriptor::default()));
    let resolve_view = resolve.map(|texture| {
        let format = color.first().map(|(_, format)| *format);
        texture.create_view(&wgpu::TextureViewDescriptor { format, ..Default::default() })
    });
    let attachments: Vec<_> = views
        .iter()
        .zip(color)
        .map(|(view, (_, format))| {
            let [r, g, b, a] = load_color(*format, load.color.unwrap_or_default()).map(f64::from);
            Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: resolve_view.as_ref(),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a }),
                    store: wgpu::StoreOp::Store,
                },
            })
        })
        .collect();
    let formats = formats(color, depth);
    bench.run(|bench, encoder| {
        let attachment =
            depth_view.as_ref().zip(formats.depth).map(|(view, format)| depth_attachment(view, format, load));
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("test"),
            color_attachments: &attachments,
            depth_stencil_attachment: attachment,
            ..Default::default()
        });
        for (planes, rect) in quads {
            bench.utility.clear_quad(&bench.gpu, &mut pass, &formats, planes, *rect);
        }
    });
}

fn formats(color: &[(&wgpu::Texture, Format)], depth: Option<&wgpu::Texture>) -> PassFormats {
    let mut formats = PassFormats {
        depth: depth.map(wgpu::Texture::format),
        samples: color.first().map(|c| c.0).or(depth).map_or(1, wgpu::Texture::sample_count),
        ..PassFormats::default()
    };
    for (slot, (_, format)) in color.iter().enumerate() {
        formats.color[slot] = Some(*format);
    }
    formats
}

fn depth_attachment<'a>(
    view: &'a wgpu::TextureView,
    format: Format,
    load: &ClearPlanes,
) -> wgpu::RenderPassDepthStencilAttachment<'a> {
    let depth_ops = wgpu::Operations {
        load: wgpu::LoadOp::Clear(load.depth.unwrap_or_default()),
        store: wgpu::StoreOp::Store,
    };
    let stencil_ops = wgpu::Operations {
        load: wgpu::LoadOp::Clear(load.stencil.unwrap_or_default().into()),
        store: wgpu::StoreOp::Store,
    };
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: format.has_depth_aspect().then_some(depth_ops),
        stencil_ops: format.has_stencil_aspect().then_some(stencil_ops),
    }
}

fn color_planes(color: [f32; 4]) -> ClearPlanes {
    ClearPlanes { color: Some(color), ..ClearPlanes::default() }
}

/// The bytes after a load operation, and after a quad over everything.
fn both(bench: &mut Bench, base: Format, view: Format, samples: u32, color: [f32; 4]) -> [Vec<u8>; 2] {
    let other = color_planes([0.25, 0.5, 0.75, 1.0]);
    let planes = color_planes(color);
    let runs: [(&ClearPlanes, &[(ClearPlanes, Rect)]); 2] = [(&planes, &[]), (&other, &[(planes, WHOLE)])];
    runs.map(|(load, quads)| {
        let target = bench.texture([SIZE, SIZE, 1], 1, samples, base);
        let resolved = (samples > 1).then(|| bench.texture([SIZE, SIZE, 1], 1, 1, base));
        pass(bench, &[(&target, view)], None, resolved.as_ref(), load, quads);
        bench.read(resolved.as_ref().unwrap_or(&target), [0, 0], [SIZE, SIZE], wgpu::TextureAspect::All)
    })
}

fn colors() -> Vec<[f32; 4]> {
    let byte = |value: u32| (value & 0xFF) as f32 / 255.0;
    let mut all: Vec<_> =
        (0..64).map(|i| [byte(i * 4 + 1), byte(255 - i * 3), byte(i * 37), byte(i * 11 + 7)]).collect();
    all.push([0.0, 1.0, 0.5, 0.3]);
    all
}

#[test]
fn a_quad_equals_a_load_operation_in_unorm_and_float_formats() {
    let mut bench = Bench::new();
    let mut formats = vec![
        Format::R8Unorm,
        Format::Rg8Unorm,
        Format::Rgba8Unorm,
        Format::Bgra8Unorm,
        Format::Rgb10a2Unorm,
        Format::R16Float,
        Format::Rg16Float,
        Format::Rgba16Float,
        Format::R32Float,
        Format::Rg32Float,
        Format::Rgba32Float,
    ];
    if bench.gpu.caps.has(wgpu::Features::TEXTURE_FORMAT_16BIT_NORM) {
        formats.extend([Format::R16Unorm, Format::Rg16Unorm, Format::Rgba16Unorm]);
    }
    for format in formats {
        for color in colors() {
            let [load, quad] = both(&mut bench, format, format, 1, color);
            assert_eq!(load, quad, "{format:?} {color:?}");
        }
    }
}

#[test]
fn a_quad_equals_a_load_operation_through_srgb_views() {
    let mut bench = Bench::new();
    for (base, view) in
        [(Format::Bgra8Unorm, Format::Bgra8UnormSrgb), (Format::Rgba8Unorm, Format::Rgba8UnormSrgb)]
    {
        for color in colors() {
            let [load, quad] = both(&mut bench, base, view, 1, color);
            assert_eq!(load, quad, "{view:?} {color:?}");
        }
    }
}

#[test]
fn a_quad_reaches_every_sample() {
    let mut bench = Bench::new();
    for format in [Format::Rgba8Unorm, Format::Rgba16Float] {
        for color in [[1.0, 0.0, 0.2, 0.6], [0.0, 0.4, 1.0, 0.0]] {
            let [load, quad] = both(&mut bench, format, format, 4, color);
            assert_eq!(load, quad, "{format:?} {color:?}");
        }
    }
}

#[test]
fn a_rectangle_of_two_targets_is_cleared_and_nothing_else() {
    let mut bench = Bench::new();
    let a = bench.texture([SIZE, SIZE, 1], 1, 1, Format::Rgba8Unorm);
    let b = bench.texture([SIZE, SIZE, 1], 1, 1, Format::R32Float);
    let rect = Rect { x: 2, y: 1, width: 3, height: 5 };
    let planes = color_planes([1.0, 0.0, 0.0, 1.0]);
    let load = color_planes([0.0, 1.0, 0.0, 0.0]);
    pass(&mut bench, &[(&a, a.format()), (&b, b.format())], None, None, &load, &[(planes, rect)]);
    let a = bench.read(&a, [0, 0], [SIZE, SIZE], wgpu::TextureAspect::All);
    let b = bench.read(&b, [0, 0], [SIZE, SIZE], wgpu::TextureAspect::All);
    for y in 0..SIZE {
        for x in 0..SIZE {
            let inside = (2..5).contains(&x) && (1..6).contains(&y);
            let at = (y * SIZE + x) as usize * 4;
            assert_eq!(a[at..at + 4], if inside { [255, 0, 0, 255] } else { [0, 255, 0, 0] }, "{x},{y}");
            let want: f32 = if inside { 1.0 } else { 0.0 };
            assert_eq!(b[at..at + 4], want.to_le_bytes(), "{x},{y}");
        }
    }
}

#[test]
fn depth_and_stencil_are_cleared_each_on_its_own() {
    let mut bench = Bench::new();
    let rect = Rect { x: 4, y: 0, width: 4, height: 8 };
    let load = ClearPlanes { color: None, depth: Some(1.0), stencil: Some(7) };
    let cases = [(Some(0.3), None), (None, Some(200)), (Some(0.0), Some(1)), (Some(0.987_654_3), Some(255))];
    let mut formats = vec![Format::Depth24PlusStencil8];
    if bench.gpu.caps.has(wgpu::Features::DEPTH32FLOAT_STENCIL8) {
        formats.push(Format::Depth32FloatStencil8);
    }
    for format in formats {
        for (depth, stencil) in cases {
            let target = bench.texture([SIZE, SIZE, 1], 1, 1, format);
            let planes = ClearPlanes { color: None, depth, stencil };
            pass(&mut bench, &[], Some(&target), None, &load, &[(planes, rect)]);
            let stencils = bench.read(&target, [0, 0], [SIZE, SIZE], wgpu::TextureAspect::StencilOnly);
            for (at, value) in stencils.iter().enumerate() {
                let inside = at % 8 >= 4;
                assert_eq!(*value, if inside { stencil.unwrap_or(7) } else { 7 }, "{format:?} {at}");
            }
            if format == Format::Depth32FloatStencil8 {
                let depths = bench.read(&target, [0, 0], [SIZE, SIZE], wgpu::TextureAspect::DepthOnly);
                for (at, value) in depths.chunks(4).enumerate() {
                    let want: f32 = if at % 8 >= 4 { depth.unwrap_or(1.0) } else { 1.0 };
                    assert_eq!(value, want.to_le_bytes(), "{at}");
                }
            }
        }
    }
}

#[test]
fn a_quad_equals_a_load_operation_in_depth_formats() {
    let mut bench = Bench::new();
    for format in [Format::Depth32Float, Format::Depth16Unorm] {
        for step in 0..=32 {
            let value = step as f32 / 32.0 * 0.999;
            let planes = ClearPlanes { depth: Some(value), ..ClearPlanes::default() };
            let other = ClearPlanes { depth: Some(0.5), ..ClearPlanes::default() };
            let runs: [(&ClearPlanes, &[(ClearPlanes, Rect)]); 2] =
                [(&planes, &[]), (&other, &[(planes, WHOLE)])];
            let [load, quad] = runs.map(|(load, quads)| {
                let target = bench.texture([SIZE, SIZE, 1], 1, 1, format);
                pass(&mut bench, &[], Some(&target), None, load, quads);
                bench.read(&target, [0, 0], [SIZE, SIZE], wgpu::TextureAspect::DepthOnly)
            });
            assert_eq!(load, quad, "{format:?} {value}");
        }
    }
}

#[test]
fn color_and_depth_are_cleared_by_one_quad() {
    let mut bench = Bench::new();
    let color = bench.texture([SIZE, SIZE, 1], 1, 1, Format::Rgba8Unorm);
    let depth = bench.texture([SIZE, SIZE, 1], 1, 1, Format::Depth32Float);
    let planes = ClearPlanes { color: Some([0.0, 0.0, 1.0, 1.0]), depth: Some(0.25), stencil: Some(9) };
    let load = ClearPlanes { color: Some([0.0; 4]), depth: Some(1.0), stencil: None };
    pass(&mut bench, &[(&color, color.format())], Some(&depth), None, &load, &[(planes, WHOLE)]);
    let pixels = bench.read(&color, [0, 0], [SIZE, SIZE], wgpu::TextureAspect::All);
    assert!(pixels.chunks(4).all(|pixel| pixel == [0, 0, 255, 255]));
    let depths = bench.read(&depth, [0, 0], [SIZE, SIZE], wgpu::TextureAspect::DepthOnly);
    assert!(depths.chunks(4).all(|value| value == 0.25f32.to_le_bytes()));
}
