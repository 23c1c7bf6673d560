//! What may be created, and what becomes of ids.

use retrograph_d3d9::types::{CubeFace, Fvf, LockFlags, MultiSample, Pool, Usage};
use retrograph_d3d9::{Device, Error, Format, TextureId};

use super::support::{NONE, device, finish, is_invalid, plain, read, read_gpu, words, write};

const ARGB: Format = Format::A8R8G8B8;

fn texture(device: &mut Device, usage: Usage, format: Format, pool: Pool) -> Result<TextureId, Error> {
    device.create_texture(16, 8, 1, usage, format, pool)
}

#[test]
fn sizes_of_zero_and_beyond_the_device_are_invalid() {
    let mut device = device();
    let none = Usage::empty();
    assert!(is_invalid(device.create_texture(0, 8, 1, none, ARGB, Pool::Managed)));
    assert!(is_invalid(device.create_texture(8, 0, 1, none, ARGB, Pool::Managed)));
    assert!(is_invalid(device.create_texture(u32::MAX, 8, 1, none, ARGB, Pool::SystemMem)));
    assert!(is_invalid(device.create_cube_texture(0, 1, none, ARGB, Pool::Default)));
    assert!(is_invalid(device.create_volume_texture(4, 4, 0, 1, none, ARGB, Pool::Default)));
    assert!(is_invalid(device.create_vertex_buffer(0, none, Fvf::empty(), Pool::Default)));
    let wide = Format::A32B32G32R32F;
    let huge = device.create_volume_texture(2048, 2048, 2048, 1, none, wide, Pool::SystemMem);
    assert!(matches!(huge, Err(Error::OutOfVideoMemory)));
    finish(device);
}

#[test]
fn usages_must_suit_pool_and_format() {
    let mut device = device();
    let cases = [
        (Usage::WRITEONLY, ARGB, Pool::Default),
        (Usage::DYNAMIC, ARGB, Pool::Managed),
        (Usage::RENDERTARGET, ARGB, Pool::Managed),
        (Usage::RENDERTARGET | Usage::DYNAMIC, ARGB, Pool::Default),
        (Usage::RENDERTARGET, Format::D24S8, Pool::Default),
        (Usage::RENDERTARGET, Format::ATI2, Pool::Default),
        (Usage::DEPTHSTENCIL, ARGB, Pool::Default),
        (Usage::DEPTHSTENCIL, Format::D24S8, Pool::SystemMem),
        (Usage::empty(), Format::D24S8, Pool::Managed),
        (Usage::AUTOGENMIPMAP, ARGB, Pool::SystemMem),
        (Usage::empty(), Format::P8, Pool::Managed),
        (Usage::empty(), Format(12345), Pool::Managed),
        (Usage::empty(), Format::R8G8B8, Pool::Default),
    ];
    for (usage, format, pool) in cases {
        assert!(is_invalid(texture(&mut device, usage, format, pool)), "{usage:?} {format:?} {pool:?}");
    }
    assert!(texture(&mut device, Usage::empty(), Format::R8G8B8, Pool::Scratch).is_ok());
    assert!(texture(&mut device, Usage::DEPTHSTENCIL, Format::INTZ, Pool::Default).is_ok());
    let depth = Usage::DEPTHSTENCIL;
    assert!(is_invalid(device.create_cube_texture(8, 1, depth, Format::D16, Pool::Default)));
    let target = Usage::RENDERTARGET;
    assert!(is_invalid(device.create_volume_texture(4, 4, 4, 1, target, ARGB, Pool::Default)));
    assert!(is_invalid(device.create_offscreen_plain_surface(4, 4, ARGB, Pool::Managed)));
    finish(device);
}

#[test]
fn block_textures_are_whole_blocks_at_level_0() {
    let mut device = device();
    for pool in [Pool::Default, Pool::Managed, Pool::SystemMem] {
        assert!(is_invalid(device.create_texture(6, 8, 1, Usage::empty(), Format::DXT1, pool)));
    }
    let found = device.create_texture(8, 4, 0, Usage::empty(), Format::DXT5, Pool::Managed);
    let found = found.expect("a texture");
    assert_eq!(device.get_level_count(found).expect("levels"), 4);
    let level = device.get_surface_level(found, 3).expect("a level");
    write(&mut device, level, &[7; 16]);
    assert_eq!(read(&mut device, level), [7; 16]);
    finish(device);
}

#[test]
fn levels_are_the_full_chain_when_zero_or_too_many() {
    let mut device = device();
    for levels in [0, 99] {
        let found = device.create_texture(16, 5, levels, Usage::empty(), ARGB, Pool::Managed);
        let found = found.expect("a texture");
        assert_eq!(device.get_level_count(found).expect("levels"), 5);
        let desc = device.get_level_desc(found, 2).expect("a level");
        assert_eq!((desc.width, desc.height, desc.format), (4, 1, ARGB));
        assert!(is_invalid(device.get_surface_level(found, 5)));
    }
    let auto = Usage::AUTOGENMIPMAP;
    let found = device.create_texture(16, 16, 0, auto, ARGB, Pool::Managed).expect("a texture");
    assert_eq!(device.get_level_count(found).expect("levels"), 1);
    assert!(is_invalid(device.create_texture(16, 16, 2, auto, ARGB, Pool::Managed)));
    finish(device);
}

#[test]
fn surfaces_of_a_level_are_one_surface() {
    let mut device = device();
    let found = device.create_cube_texture(4, 2, Usage::empty(), ARGB, Pool::Managed).expect("a cube");
    let first = device.get_cube_map_surface(found, CubeFace::NegativeY, 1).expect("a face");
    assert_eq!(device.get_cube_map_surface(found, CubeFace::NegativeY, 1).expect("a face"), first);
    assert_ne!(device.get_cube_map_surface(found, CubeFace::PositiveY, 1).expect("a face"), first);
    assert!(is_invalid(device.get_surface_level(found, 0)));
    finish(device);
}

#[test]
fn released_ids_name_nothing() {
    let mut device = device();
    let found = texture(&mut device, Usage::empty(), ARGB, Pool::Managed).expect("a texture");
    let level = device.get_surface_level(found, 0).expect("a level");
    let lock = device.lock_rect(level, None, NONE).expect("a lock");
    device.release_texture(found).expect("released");
    assert!(is_invalid(device.release_texture(found)));
    assert!(is_invalid(device.get_surface_desc(level)));
    assert!(is_invalid(device.unlock_rect(lock)));
    let back = device.get_back_buffer(0).expect("a back buffer");
    assert!(is_invalid(device.release_surface(back)));
    let buffer = device.create_vertex_buffer(8, Usage::empty(), Fvf::empty(), Pool::Default);
    let buffer = buffer.expect("a buffer");
    device.release_vertex_buffer(buffer).expect("released");
    assert!(is_invalid(device.lock_vertex_buffer(buffer, 0, 0, NONE)));
    finish(device);
}

#[test]
fn multisampled_targets_are_resolved_by_a_copy() {
    let mut device = device();
    let four = MultiSample(4);
    assert!(is_invalid(device.create_render_target(4, 4, ARGB, four, 0, true)));
    let odd = device.create_render_target(4, 4, ARGB, MultiSample(3), 0, false);
    assert!(matches!(odd, Err(Error::NotAvailable)));
    let samples = device.create_render_target(4, 4, ARGB, four, 0, false).expect("a target");
    device.color_fill(samples, None, 0x1122_3344).expect("a fill");
    assert_eq!(read_gpu(&mut device, samples), words(&[0x1122_3344; 16]));
    let copy = plain(&mut device, 4, 4, ARGB, Pool::SystemMem);
    assert!(is_invalid(device.get_render_target_data(samples, copy)));
    finish(device);
}

#[test]
fn buffers_keep_their_bytes() {
    let mut device = device();
    let buffer =
        device.create_index_buffer(6, Usage::empty(), Format::INDEX16, Pool::Managed).expect("a buffer");
    assert!(is_invalid(device.create_index_buffer(6, Usage::empty(), ARGB, Pool::Managed)));
    let mut lock = device.lock_index_buffer(buffer, 2, 0, NONE).expect("a lock");
    assert_eq!(lock.bytes().len(), 4);
    lock.bytes_mut().copy_from_slice(&[1, 2, 3, 4]);
    assert!(matches!(device.get_index_buffer_desc(buffer), Ok(desc) if desc.size == 6));
    device.unlock_index_buffer(lock).expect("an unlock");
    let lock = device.lock_index_buffer(buffer, 0, 5, LockFlags::READONLY).expect("a lock");
    assert_eq!(lock.bytes(), [0, 0, 1, 2, 3]);
    assert!(is_invalid(device.unlock_vertex_buffer(lock)));
    finish(device);
}
