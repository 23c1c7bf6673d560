//! Locks.

use retrograph_d3d9::types::{Box3, LockFlags, MultiSample, Pool, Rect, Usage};
use retrograph_d3d9::{Device, Format, SurfaceId, TextureId};

use super::support::{NONE, device, finish, is_invalid, noise, plain, read, read_gpu, target, words, write};
use super::support::{read_target, write_rect};

const ARGB: Format = Format::A8R8G8B8;

fn texture(device: &mut Device, usage: Usage, format: Format, pool: Pool) -> (TextureId, SurfaceId) {
    let found = device.create_texture(8, 8, 1, usage, format, pool).expect("a texture");
    (found, device.get_surface_level(found, 0).expect("a level"))
}

#[test]
fn what_was_written_is_read_again_in_every_pool() {
    let mut device = device();
    for pool in [Pool::Managed, Pool::SystemMem, Pool::Scratch] {
        let (_, level) = texture(&mut device, Usage::empty(), Format::R5G6B5, pool);
        let bytes = noise(128);
        write(&mut device, level, &bytes);
        assert_eq!(read(&mut device, level), bytes);
    }
    let (_, level) = texture(&mut device, Usage::DYNAMIC, ARGB, Pool::Default);
    let bytes = noise(256);
    write(&mut device, level, &bytes);
    assert_eq!(read(&mut device, level), bytes);
    assert_eq!(read_gpu(&mut device, level), bytes);
    finish(device);
}

#[test]
fn a_rectangle_changes_only_its_texels() {
    let mut device = device();
    let (_, level) = texture(&mut device, Usage::DYNAMIC, ARGB, Pool::Default);
    write(&mut device, level, &words(&[1; 64]));
    write_rect(&mut device, level, Some(Rect::new(2, 3, 5, 5)), NONE, &words(&[9; 6]));
    let expected: Vec<u32> =
        (0..64).map(|i| if (2..5).contains(&(i % 8)) && (3..5).contains(&(i / 8)) { 9 } else { 1 }).collect();
    assert_eq!(read_gpu(&mut device, level), words(&expected));
    finish(device);
}

#[test]
fn pitches_are_multiples_of_four() {
    let mut device = device();
    for (format, width, pitch) in
        [(Format::R5G6B5, 5, 12), (Format::L8, 3, 4), (Format::DXT1, 8, 16), (Format::ATI1, 8, 8)]
    {
        let surface = plain(&mut device, width, 8, format, Pool::SystemMem);
        let lock = device.lock_rect(surface, None, NONE).expect("a lock");
        assert_eq!(lock.pitch(), pitch, "{format:?}");
        device.unlock_rect(lock).expect("an unlock");
    }
    finish(device);
}

#[test]
fn a_second_lock_is_invalid_and_the_first_stays_good() {
    let mut device = device();
    let (_, level) = texture(&mut device, Usage::empty(), ARGB, Pool::Managed);
    let mut lock = device.lock_rect(level, None, NONE).expect("a lock");
    assert!(is_invalid(device.lock_rect(level, None, NONE)));
    lock.bytes_mut()[0] = 77;
    device.unlock_rect(lock).expect("an unlock");
    assert_eq!(read(&mut device, level)[0], 77);
    finish(device);
}

#[test]
fn levels_that_only_the_gpu_has_cannot_be_locked() {
    let mut device = device();
    let (_, level) = texture(&mut device, Usage::empty(), ARGB, Pool::Default);
    assert!(is_invalid(device.lock_rect(level, None, NONE)));
    let (_, level) = texture(&mut device, Usage::RENDERTARGET, ARGB, Pool::Default);
    assert!(is_invalid(device.lock_rect(level, None, NONE)));
    let surface = target(&mut device, 4, 4, ARGB);
    assert!(is_invalid(device.lock_rect(surface, None, NONE)));
    let back = device.get_back_buffer(0).expect("a back buffer");
    assert!(is_invalid(device.lock_rect(back, None, NONE)));
    let none = MultiSample::NONE;
    let depth = device.create_depth_stencil_surface(4, 4, Format::D24S8, none, 0, false).expect("depth");
    assert!(is_invalid(device.lock_rect(depth, None, NONE)));
    finish(device);
}

#[test]
fn bad_rectangles_are_invalid_and_leave_the_surface_unlocked() {
    let mut device = device();
    let (_, level) = texture(&mut device, Usage::DYNAMIC, ARGB, Pool::Default);
    for rect in [
        Rect::new(-1, 0, 4, 4),
        Rect::new(0, 0, 9, 4),
        Rect::new(4, 4, 2, 6),
        Rect::new(2, 2, 2, 4),
        Rect::new(i32::MIN, 0, i32::MAX, 4),
    ] {
        assert!(is_invalid(device.lock_rect(level, Some(rect), NONE)), "{rect:?}");
    }
    let (_, managed) = texture(&mut device, Usage::empty(), ARGB, Pool::Managed);
    assert!(is_invalid(device.lock_rect(managed, Some(Rect::new(9, 9, 12, 12)), NONE)));
    write(&mut device, level, &noise(256));
    write(&mut device, managed, &noise(256));
    finish(device);
}

#[test]
fn managed_rectangles_are_cut_to_the_level() {
    let mut device = device();
    let (_, level) = texture(&mut device, Usage::empty(), ARGB, Pool::Managed);
    let lock = device.lock_rect(level, Some(Rect::new(6, 7, 12, 99)), NONE).expect("a lock");
    assert_eq!(lock.bytes().len(), 8);
    device.unlock_rect(lock).expect("an unlock");
    finish(device);
}

#[test]
fn block_rectangles_are_whole_blocks_in_the_default_pool() {
    let mut device = device();
    let (_, level) = texture(&mut device, Usage::DYNAMIC, Format::DXT1, Pool::Default);
    assert!(is_invalid(device.lock_rect(level, Some(Rect::new(0, 0, 3, 4)), NONE)));
    assert!(is_invalid(device.lock_rect(level, Some(Rect::new(2, 0, 8, 4)), NONE)));
    let lock = device.lock_rect(level, Some(Rect::new(4, 4, 8, 8)), NONE).expect("a lock");
    assert_eq!(lock.bytes().len(), 8);
    device.unlock_rect(lock).expect("an unlock");
    let (_, managed) = texture(&mut device, Usage::empty(), Format::DXT1, Pool::Managed);
    let lock = device.lock_rect(managed, Some(Rect::new(2, 2, 3, 3)), NONE).expect("a lock");
    assert_eq!(lock.bytes().len(), 8);
    device.unlock_rect(lock).expect("an unlock");
    finish(device);
}

#[test]
fn discard_is_for_dynamic_levels() {
    let mut device = device();
    let discard = LockFlags::DISCARD;
    let (_, level) = texture(&mut device, Usage::DYNAMIC, ARGB, Pool::Default);
    assert!(is_invalid(device.lock_rect(level, None, discard | LockFlags::READONLY)));
    write_rect(&mut device, level, None, discard, &words(&[5; 64]));
    assert_eq!(read_gpu(&mut device, level), words(&[5; 64]));
    let surface = plain(&mut device, 4, 4, ARGB, Pool::Default);
    assert!(is_invalid(device.lock_rect(surface, None, discard)));
    let (_, managed) = texture(&mut device, Usage::empty(), ARGB, Pool::Managed);
    write(&mut device, managed, &words(&[6; 64]));
    let lock = device.lock_rect(managed, None, discard).expect("a lock");
    assert_eq!(lock.bytes()[..4], [6, 0, 0, 0], "managed levels keep their content");
    device.unlock_rect(lock).expect("an unlock");
    finish(device);
}

#[test]
fn a_lock_sees_what_the_gpu_wrote() {
    let mut device = device();
    let none = MultiSample::NONE;
    let surface = device.create_render_target(4, 4, Format::R5G6B5, none, 0, true).expect("a target");
    device.color_fill(surface, None, 0xFFFF_0000).expect("a fill");
    assert_eq!(read(&mut device, surface), 0xF800_u16.to_le_bytes().repeat(16));
    let rect = Some(Rect::new(0, 0, 2, 1));
    write_rect(&mut device, surface, rect, NONE, &[0x1F, 0, 0x1F, 0]);
    let found = read_target(&mut device, surface);
    assert_eq!(found[..6], [0x1F, 0, 0x1F, 0, 0, 0xF8]);
    finish(device);
}

#[test]
fn a_readonly_lock_publishes_nothing() {
    let mut device = device();
    let surface = plain(&mut device, 2, 2, ARGB, Pool::Default);
    write(&mut device, surface, &words(&[1, 2, 3, 4]));
    let mut lock = device.lock_rect(surface, None, LockFlags::READONLY).expect("a lock");
    lock.bytes_mut().fill(0xEE);
    device.unlock_rect(lock).expect("an unlock");
    assert_eq!(read_gpu(&mut device, surface), words(&[1, 2, 3, 4]));
    finish(device);
}

#[test]
fn boxes_of_volumes() {
    let mut device = device();
    for (usage, pool) in [(Usage::empty(), Pool::Managed), (Usage::DYNAMIC, Pool::Default)] {
        let found = device.create_volume_texture(4, 4, 4, 0, usage, ARGB, pool).expect("a volume");
        let desc = device.get_volume_level_desc(found, 1).expect("a level");
        assert_eq!((desc.width, desc.height, desc.depth), (2, 2, 2));
        let area = Box3 { left: 1, top: 2, right: 3, bottom: 4, front: 1, back: 3 };
        let mut lock = device.lock_box(found, 0, Some(area), NONE).expect("a lock");
        assert_eq!((lock.row_pitch(), lock.slice_pitch()), (16, 64));
        assert_eq!(lock.bytes().len(), 64 + 16 + 8);
        lock.bytes_mut()[64 + 16] = 99;
        assert!(is_invalid(device.lock_box(found, 0, None, NONE)));
        device.unlock_box(lock).expect("an unlock");
        let lock = device.lock_box(found, 0, None, LockFlags::READONLY).expect("a lock");
        assert_eq!(lock.bytes()[2 * 64 + 3 * 16 + 4], 99);
        device.unlock_box(lock).expect("an unlock");
        let outside = Box3 { back: 5, ..area };
        assert_eq!(is_invalid(device.lock_box(found, 0, Some(outside), NONE)), pool == Pool::Default);
        assert!(is_invalid(device.lock_box(found, 3, None, NONE)));
    }
    device.finish().expect("no error on the GPU");
}
