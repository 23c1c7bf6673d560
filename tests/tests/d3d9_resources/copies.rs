//! Copies and fills on the GPU.

use retrograph_d3d9::types::{ClearFlags, MultiSample, Pool, Rect, TextureFilter, Usage};
use retrograph_d3d9::{Device, Error, Format, SurfaceId};

use super::support::{NONE, device, finish, is_invalid, plain, read, read_gpu, read_target, target, words};
use super::support::{write, write_rect};

const ARGB: Format = Format::A8R8G8B8;
const ALL: TextureFilter = TextureFilter::None;

/// A plain surface of 2x2 texels: 1 2 / 3 4, in the blue channel's tens.
fn two_by_two(device: &mut Device) -> SurfaceId {
    let surface = plain(device, 2, 2, ARGB, Pool::Default);
    write(device, surface, &words(&[0xFF00_000A, 0xFF00_0014, 0xFF00_001E, 0xFF00_0028]));
    surface
}

fn blues(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks_exact(4).map(|texel| texel[0]).collect()
}

#[test]
fn a_point_copy_repeats_texels() {
    let mut device = device();
    let source = two_by_two(&mut device);
    let surface = target(&mut device, 4, 4, ARGB);
    device.stretch_rect(source, None, surface, None, TextureFilter::Point).expect("a copy");
    let expected = [10, 10, 20, 20, 10, 10, 20, 20, 30, 30, 40, 40, 30, 30, 40, 40];
    assert_eq!(blues(&read_target(&mut device, surface)), expected);
    finish(device);
}

#[test]
fn a_linear_copy_blends_texels() {
    let mut device = device();
    let source = two_by_two(&mut device);
    let surface = target(&mut device, 1, 1, ARGB);
    device.stretch_rect(source, None, surface, None, TextureFilter::Linear).expect("a copy");
    assert_eq!(blues(&read_target(&mut device, surface)), [25]);
    finish(device);
}

#[test]
fn rectangles_are_respected() {
    let mut device = device();
    let source = two_by_two(&mut device);
    let surface = target(&mut device, 4, 2, ARGB);
    device.color_fill(surface, None, 0xFF00_0001).expect("a fill");
    let (right, middle) = (Some(Rect::new(1, 0, 2, 2)), Some(Rect::new(1, 0, 3, 2)));
    device.stretch_rect(source, right, surface, middle, ALL).expect("a copy");
    assert_eq!(blues(&read_target(&mut device, surface)), [1, 20, 20, 1, 1, 40, 40, 1]);
    device
        .stretch_rect(source, Some(Rect::new(0, 1, 1, 2)), surface, Some(Rect::new(3, 1, 4, 2)), ALL)
        .expect("a copy");
    assert_eq!(blues(&read_target(&mut device, surface)), [1, 20, 20, 1, 1, 40, 40, 30]);
    finish(device);
}

#[test]
fn copies_convert_between_formats() {
    let mut device = device();
    let source = plain(&mut device, 1, 1, ARGB, Pool::Default);
    write(&mut device, source, &words(&[0x80FF_4020]));
    let cases: &[(Format, &[u8])] = &[
        (Format::A8B8G8R8, &[0xFF, 0x40, 0x20, 0x80]),
        (Format::R5G6B5, &(0xF800_u16 | 16 << 5 | 4).to_le_bytes()),
        (Format::A16B16G16R16, &[0xFF, 0xFF, 0x40, 0x40, 0x20, 0x20, 0x80, 0x80]),
    ];
    for &(format, texel) in cases {
        let surface = target(&mut device, 1, 1, format);
        device.stretch_rect(source, None, surface, None, ALL).expect("a copy");
        assert_eq!(read_target(&mut device, surface), texel, "{format:?}");
    }
    finish(device);
}

#[test]
fn only_the_copies_of_the_matrix_exist() {
    let mut device = device();
    let (flat, other) = (two_by_two(&mut device), two_by_two(&mut device));
    let drawn = target(&mut device, 2, 2, ARGB);
    let large = target(&mut device, 4, 4, ARGB);
    let found = device.create_texture(2, 2, 1, Usage::empty(), ARGB, Pool::Default).expect("a texture");
    let sampled = device.get_surface_level(found, 0).expect("a level");
    let memory = plain(&mut device, 2, 2, ARGB, Pool::SystemMem);
    let none = MultiSample::NONE;
    let depth = device.create_depth_stencil_surface(2, 2, Format::D24S8, none, 0, false).expect("depth");
    let mut copy = |from, to| device.stretch_rect(from, None, to, None, ALL);
    copy(flat, other).expect("plain to plain");
    copy(flat, drawn).expect("plain to target");
    copy(sampled, drawn).expect("texture to target");
    copy(large, flat).expect("target to plain, scaled");
    for (from, to) in [
        (flat, flat),
        (drawn, flat),
        (sampled, flat),
        (flat, sampled),
        (drawn, sampled),
        (memory, drawn),
        (drawn, memory),
        (depth, drawn),
        (drawn, depth),
    ] {
        assert!(is_invalid(copy(from, to)), "{from:?} to {to:?}");
    }
    finish(device);
}

#[test]
fn bad_copies_change_nothing() {
    let mut device = device();
    let source = two_by_two(&mut device);
    let surface = target(&mut device, 2, 2, ARGB);
    device.color_fill(surface, None, 0xFF00_0001).expect("a fill");
    let outside = Some(Rect::new(0, 0, 3, 2));
    let inverted = Some(Rect::new(2, 0, 1, 2));
    for (from, to) in [(outside, None), (None, outside), (inverted, None), (None, inverted)] {
        assert!(is_invalid(device.stretch_rect(source, from, surface, to, ALL)));
    }
    let filter = TextureFilter::Anisotropic;
    assert!(is_invalid(device.stretch_rect(source, None, surface, None, filter)));
    let lock = device.lock_rect(source, None, NONE).expect("a lock");
    assert!(is_invalid(device.stretch_rect(source, None, surface, None, ALL)));
    device.unlock_rect(lock).expect("an unlock");
    let empty = Some(Rect::new(1, 1, 1, 1));
    device.stretch_rect(source, empty, surface, None, ALL).expect("nothing to do");
    assert_eq!(blues(&read_target(&mut device, surface)), [1; 4]);
    finish(device);
}

#[test]
fn levels_of_one_texture_are_copied_to_one_another() {
    let mut device = device();
    let found = device.create_texture(4, 4, 3, Usage::RENDERTARGET, ARGB, Pool::Default).expect("a texture");
    let levels: Vec<SurfaceId> =
        (0..3).map(|level| device.get_surface_level(found, level).expect("a level")).collect();
    device.color_fill(levels[0], None, 0xFF00_0014).expect("a fill");
    device.color_fill(levels[0], Some(Rect::new(0, 0, 2, 4)), 0xFF00_000A).expect("a fill");
    for pair in levels.windows(2) {
        device.stretch_rect(pair[0], None, pair[1], None, TextureFilter::Linear).expect("a copy");
    }
    assert_eq!(blues(&read_target(&mut device, levels[1])), [10, 20, 10, 20]);
    assert_eq!(blues(&read_target(&mut device, levels[2])), [15]);
    finish(device);
}

#[test]
fn depth_is_copied_whole_and_outside_scenes() {
    let mut device = device();
    let none = MultiSample::NONE;
    let mut make = |discard| {
        device.create_depth_stencil_surface(64, 64, Format::D24S8, none, 0, discard).expect("depth")
    };
    let (first, second, lost) = (make(false), make(false), make(true));
    device.set_depth_stencil_surface(Some(first)).expect("set");
    device.clear(None, ClearFlags::ZBUFFER, 0, 0.5, 0).expect("a clear");
    device.stretch_rect(first, None, second, None, ALL).expect("a copy");
    let part = Some(Rect::new(0, 0, 32, 64));
    assert!(is_invalid(device.stretch_rect(first, part, second, part, ALL)));
    assert!(is_invalid(device.stretch_rect(first, None, lost, None, ALL)));
    device.begin_scene().expect("a scene");
    assert!(is_invalid(device.stretch_rect(first, None, second, None, ALL)));
    device.end_scene().expect("a scene");
    finish(device);
}

#[test]
fn fills_reach_their_rectangle() {
    let mut device = device();
    let surface = plain(&mut device, 3, 2, ARGB, Pool::Default);
    device.color_fill(surface, None, 0x0102_0304).expect("a fill");
    device.color_fill(surface, Some(Rect::new(1, 0, 3, 1)), 0x0506_0708).expect("a fill");
    let (a, b) = (0x0102_0304, 0x0506_0708);
    assert_eq!(read(&mut device, surface), words(&[a, b, b, a, a, a]));
    assert_eq!(read_gpu(&mut device, surface), words(&[a, b, b, a, a, a]));
    finish(device);
}

#[test]
fn bad_fills_are_refused() {
    let mut device = device();
    let found = device.create_texture(4, 4, 1, Usage::empty(), ARGB, Pool::Default).expect("a texture");
    let sampled = device.get_surface_level(found, 0).expect("a level");
    assert!(is_invalid(device.color_fill(sampled, None, 0)));
    let memory = plain(&mut device, 2, 2, ARGB, Pool::SystemMem);
    assert!(is_invalid(device.color_fill(memory, None, 0)));
    let none = MultiSample::NONE;
    let depth = device.create_depth_stencil_surface(2, 2, Format::D16, none, 0, false).expect("depth");
    assert!(is_invalid(device.color_fill(depth, None, 0)));
    let surface = target(&mut device, 2, 2, ARGB);
    assert!(is_invalid(device.color_fill(surface, Some(Rect::new(0, 0, 3, 1)), 0)));
    device.finish().expect("no error on the GPU");
    let blocks = plain(&mut device, 4, 4, Format::DXT1, Pool::Default);
    assert!(matches!(device.color_fill(blocks, None, 0), Err(Error::NotAvailable)));
    assert_eq!(device.unsupported(), [("color_fill.format", 1)]);
}

#[test]
fn a_fill_leaves_the_bound_targets_bound() {
    let mut device = device();
    let (bound, other) = (target(&mut device, 2, 1, ARGB), target(&mut device, 2, 1, ARGB));
    device.set_render_target(0, Some(bound)).expect("set");
    device.color_fill(other, None, 0x11).expect("a fill");
    device.clear(None, ClearFlags::TARGET, 0x22, 1.0, 0).expect("a clear");
    assert_eq!(read_target(&mut device, bound), words(&[0x22; 2]));
    assert_eq!(read_target(&mut device, other), words(&[0x11; 2]));
    finish(device);
}

#[test]
fn read_backs_want_the_same_size_and_format() {
    let mut device = device();
    let surface = target(&mut device, 3, 2, Format::R5G6B5);
    device.color_fill(surface, None, 0xFF00_FF00).expect("a fill");
    let wrong = [
        plain(&mut device, 2, 2, Format::R5G6B5, Pool::SystemMem),
        plain(&mut device, 3, 2, Format::X1R5G5B5, Pool::SystemMem),
        plain(&mut device, 3, 2, Format::R5G6B5, Pool::Scratch),
    ];
    for surface_in_memory in wrong {
        assert!(is_invalid(device.get_render_target_data(surface, surface_in_memory)));
    }
    let flat = plain(&mut device, 3, 2, Format::R5G6B5, Pool::Default);
    let memory = plain(&mut device, 3, 2, Format::R5G6B5, Pool::SystemMem);
    assert!(is_invalid(device.get_render_target_data(flat, memory)), "not a render target");
    let lock = device.lock_rect(memory, None, NONE).expect("a lock");
    assert!(is_invalid(device.get_render_target_data(surface, memory)), "locked");
    device.unlock_rect(lock).expect("an unlock");
    device.get_render_target_data(surface, surface).expect("nothing to do");
    device.get_render_target_data(surface, memory).expect("a read-back");
    let lock = device.lock_rect(memory, None, NONE).expect("a lock");
    let g = 0x07E0_u16.to_le_bytes();
    assert_eq!(lock.pitch(), 8);
    assert_eq!(lock.bytes(), [&g[..], &g, &g, &[0, 0], &g, &g, &g].concat());
    device.unlock_rect(lock).expect("an unlock");
    finish(device);
}

#[test]
fn a_read_back_into_a_texture_level_is_dirty() {
    let mut device = device();
    let make = |device: &mut Device, pool| {
        let found = device.create_texture(2, 2, 1, Usage::empty(), ARGB, pool).expect("a texture");
        (found, device.get_surface_level(found, 0).expect("a level"))
    };
    let (source, from) = make(&mut device, Pool::SystemMem);
    let (found, to) = make(&mut device, Pool::Default);
    device.update_texture(source, found).expect("an update");
    let surface = target(&mut device, 2, 2, ARGB);
    device.color_fill(surface, None, 0xABCD).expect("a fill");
    device.get_render_target_data(surface, from).expect("a read-back");
    device.update_texture(source, found).expect("an update");
    assert_eq!(read_gpu(&mut device, to), words(&[0xABCD; 4]));
    finish(device);
}

#[test]
fn what_is_recorded_first_is_seen_first() {
    let mut device = device();
    let surface = plain(&mut device, 2, 1, ARGB, Pool::Default);
    let (first, second) = (target(&mut device, 2, 1, ARGB), target(&mut device, 2, 1, ARGB));
    write(&mut device, surface, &words(&[1, 1]));
    device.stretch_rect(surface, None, first, None, ALL).expect("a copy");
    write_rect(&mut device, surface, Some(Rect::new(1, 0, 2, 1)), NONE, &words(&[2]));
    device.stretch_rect(surface, None, second, None, ALL).expect("a copy");
    assert_eq!(read_target(&mut device, first), words(&[1, 1]));
    assert_eq!(read_target(&mut device, second), words(&[1, 2]));
    finish(device);
}
