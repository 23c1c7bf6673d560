//! Updates from system memory.

use retrograph_d3d9::types::{Box3, CubeFace, LockFlags, Pool, Rect, Usage};
use retrograph_d3d9::{Device, Format, SurfaceId, TextureId};

use super::support::{NONE, device, finish, is_invalid, plain, read_gpu, words, write, write_rect};

const ARGB: Format = Format::A8R8G8B8;

fn texture(device: &mut Device, size: u32, levels: u32, pool: Pool) -> TextureId {
    device.create_texture(size, size, levels, Usage::empty(), ARGB, pool).expect("a texture")
}

fn level(device: &mut Device, texture: TextureId, level: u32) -> SurfaceId {
    device.get_surface_level(texture, level).expect("a level")
}

#[test]
fn a_surface_is_updated_at_a_point() {
    let mut device = device();
    let source = plain(&mut device, 4, 4, ARGB, Pool::SystemMem);
    write(&mut device, source, &words(&std::array::from_fn::<u32, 16, _>(|i| i as u32)));
    let surface = plain(&mut device, 4, 4, ARGB, Pool::Default);
    device.color_fill(surface, None, 0xFF).expect("a fill");
    let rect = Some(Rect::new(1, 1, 3, 3));
    device.update_surface(source, rect, surface, Some((2, 0))).expect("an update");
    let b = 0xFF;
    assert_eq!(read_gpu(&mut device, surface), words(&[b, b, 5, 6, b, b, 9, 10, b, b, b, b, b, b, b, b]));
    finish(device);
}

#[test]
fn bad_surface_updates_change_nothing() {
    let mut device = device();
    let source = plain(&mut device, 4, 4, ARGB, Pool::SystemMem);
    let other = plain(&mut device, 4, 4, Format::X8R8G8B8, Pool::SystemMem);
    let scratch = plain(&mut device, 4, 4, ARGB, Pool::Scratch);
    let surface = plain(&mut device, 4, 4, ARGB, Pool::Default);
    device.color_fill(surface, None, 0xFF).expect("a fill");
    let (inside, outside) = (Rect::new(0, 0, 2, 2), Rect::new(0, 0, 5, 2));
    assert!(is_invalid(device.update_surface(other, None, surface, None)));
    assert!(is_invalid(device.update_surface(scratch, None, surface, None)));
    assert!(is_invalid(device.update_surface(surface, None, source, None)));
    assert!(is_invalid(device.update_surface(source, Some(outside), surface, None)));
    assert!(is_invalid(device.update_surface(source, Some(inside), surface, Some((3, 0)))));
    assert!(is_invalid(device.update_surface(source, Some(inside), surface, Some((-1, 0)))));
    let lock = device.lock_rect(source, None, NONE).expect("a lock");
    assert!(is_invalid(device.update_surface(source, None, surface, None)));
    device.unlock_rect(lock).expect("an unlock");
    assert_eq!(read_gpu(&mut device, surface), words(&[0xFF; 16]));
    finish(device);
}

#[test]
fn block_updates_are_whole_blocks() {
    let mut device = device();
    let make = |device: &mut Device, pool| {
        device.create_texture(16, 8, 1, Usage::empty(), Format::DXT1, pool).expect("a texture")
    };
    let (source, found) = (make(&mut device, Pool::SystemMem), make(&mut device, Pool::Default));
    let (from, to) = (level(&mut device, source, 0), level(&mut device, found, 0));
    let update = |device: &mut Device, rect, point| device.update_surface(from, Some(rect), to, Some(point));
    assert!(is_invalid(update(&mut device, Rect::new(0, 0, 6, 4), (0, 0))));
    assert!(is_invalid(update(&mut device, Rect::new(0, 0, 4, 4), (2, 0))));
    update(&mut device, Rect::new(4, 4, 12, 8), (8, 0)).expect("an update");
    finish(device);
}

#[test]
fn an_update_copies_dirty_boxes_once() {
    let mut device = device();
    let source = texture(&mut device, 4, 1, Pool::SystemMem);
    let found = texture(&mut device, 4, 1, Pool::Default);
    let (from, to) = (level(&mut device, source, 0), level(&mut device, found, 0));
    write(&mut device, from, &words(&[1; 16]));
    device.update_texture(source, found).expect("an update");
    assert_eq!(read_gpu(&mut device, to), words(&[1; 16]));

    write_rect(&mut device, from, None, LockFlags::NO_DIRTY_UPDATE, &words(&[2; 16]));
    device.update_texture(source, found).expect("an update");
    assert_eq!(read_gpu(&mut device, to), words(&[1; 16]), "clean texels stay");

    write_rect(&mut device, from, Some(Rect::new(1, 1, 2, 2)), NONE, &words(&[3]));
    write_rect(&mut device, from, Some(Rect::new(2, 3, 3, 4)), NONE, &words(&[4]));
    device.update_texture(source, found).expect("an update");
    // The union of both: columns 1 and 2, rows 1 to 3.
    let expected = [1, 1, 1, 1, 1, 3, 2, 1, 1, 2, 2, 1, 1, 2, 4, 1];
    assert_eq!(read_gpu(&mut device, to), words(&expected));

    device.add_dirty_rect(source, Some(Rect::new(0, 0, 4, 1))).expect("marked");
    device.update_texture(source, found).expect("an update");
    let expected = [[2, 2, 2, 2], [1, 3, 2, 1], [1, 2, 2, 1], [1, 2, 4, 1]].concat();
    assert_eq!(read_gpu(&mut device, to), words(&expected));
    finish(device);
}

#[test]
fn a_dirty_box_reaches_every_level() {
    let mut device = device();
    let source = texture(&mut device, 4, 0, Pool::SystemMem);
    let found = texture(&mut device, 4, 0, Pool::Default);
    device.update_texture(source, found).expect("an update");
    for (number, side) in [(0, 4), (1, 2), (2, 1)] {
        let surface = level(&mut device, source, number);
        let texels = vec![number + 1; side * side];
        write_rect(&mut device, surface, None, LockFlags::NO_DIRTY_UPDATE, &words(&texels));
    }
    device.add_dirty_rect(source, Some(Rect::new(2, 0, 3, 1))).expect("marked");
    device.update_texture(source, found).expect("an update");
    let levels: Vec<Vec<u8>> = (0..3)
        .map(|number| {
            let surface = level(&mut device, found, number);
            read_gpu(&mut device, surface)
        })
        .collect();
    let mut top = [0; 16];
    top[2] = 1;
    assert_eq!(levels[0], words(&top));
    assert_eq!(levels[1], words(&[0, 2, 0, 0]));
    assert_eq!(levels[2], words(&[3]));
    finish(device);
}

#[test]
fn fewer_levels_match_from_the_smallest() {
    let mut device = device();
    let source = texture(&mut device, 8, 0, Pool::SystemMem);
    let found = texture(&mut device, 4, 0, Pool::Default);
    let surface = level(&mut device, source, 1);
    write(&mut device, surface, &words(&[7; 16]));
    device.update_texture(source, found).expect("an update");
    let surface = level(&mut device, found, 0);
    assert_eq!(read_gpu(&mut device, surface), words(&[7; 16]));
    assert!(is_invalid(device.update_texture(found, source)));
    let short = texture(&mut device, 8, 1, Pool::SystemMem);
    assert!(is_invalid(device.update_texture(short, found)), "the source has fewer levels");
    let odd = texture(&mut device, 4, 2, Pool::Default);
    assert!(is_invalid(device.update_texture(source, odd)), "sizes do not match from the smallest");
    finish(device);
}

#[test]
fn shapes_and_formats_must_be_the_same() {
    let mut device = device();
    let source = texture(&mut device, 4, 1, Pool::SystemMem);
    let cube = device.create_cube_texture(4, 1, Usage::empty(), ARGB, Pool::Default).expect("a cube");
    assert!(is_invalid(device.update_texture(source, cube)));
    let other = device.create_texture(4, 4, 1, Usage::empty(), Format::A8B8G8R8, Pool::Default);
    assert!(is_invalid(device.update_texture(source, other.expect("a texture"))));
    let managed = texture(&mut device, 4, 1, Pool::Managed);
    assert!(is_invalid(device.update_texture(source, managed)));
    finish(device);
}

#[test]
fn faces_are_dirty_by_themselves() {
    let mut device = device();
    let make = |device: &mut Device, pool| {
        device.create_cube_texture(2, 1, Usage::empty(), ARGB, pool).expect("a cube")
    };
    let (source, found) = (make(&mut device, Pool::SystemMem), make(&mut device, Pool::Default));
    device.update_texture(source, found).expect("an update");
    for (face, texel) in [(CubeFace::NegativeX, 1), (CubeFace::PositiveZ, 2)] {
        let surface = device.get_cube_map_surface(source, face, 0).expect("a face");
        write_rect(&mut device, surface, None, LockFlags::NO_DIRTY_UPDATE, &words(&[texel; 4]));
    }
    device.add_dirty_cube_rect(source, CubeFace::PositiveZ, None).expect("marked");
    device.update_texture(source, found).expect("an update");
    for (face, texel) in [(CubeFace::NegativeX, 0), (CubeFace::PositiveZ, 2)] {
        let surface = device.get_cube_map_surface(found, face, 0).expect("a face");
        assert_eq!(read_gpu(&mut device, surface), words(&[texel; 4]), "{face:?}");
    }
    finish(device);
}

#[test]
fn a_locked_source_stays_dirty_for_the_next_update() {
    let mut device = device();
    let source = texture(&mut device, 2, 1, Pool::SystemMem);
    let found = texture(&mut device, 2, 1, Pool::Default);
    let (from, to) = (level(&mut device, source, 0), level(&mut device, found, 0));
    let mut lock = device.lock_rect(from, None, NONE).expect("a lock");
    lock.bytes_mut().copy_from_slice(&words(&[8; 4]));
    device.update_texture(source, found).expect("accepted");
    device.unlock_rect(lock).expect("an unlock");
    device.update_texture(source, found).expect("an update");
    assert_eq!(read_gpu(&mut device, to), words(&[8; 4]));
    finish(device);
}

#[test]
fn only_managed_textures_have_an_lod() {
    let mut device = device();
    let managed = texture(&mut device, 4, 0, Pool::Managed);
    assert_eq!(device.set_lod(managed, 9), 0);
    assert_eq!(device.set_lod(managed, 1), 2);
    assert_eq!(device.get_lod(managed).expect("a texture"), 1);
    let other = texture(&mut device, 4, 0, Pool::Default);
    assert_eq!(device.set_lod(other, 1), 0);
    assert_eq!(device.get_lod(other).expect("a texture"), 0);
    finish(device);
}

#[test]
fn boxes_of_volumes_are_updated() {
    let mut device = device();
    let mut make =
        |usage, pool| device.create_volume_texture(4, 2, 2, 0, usage, ARGB, pool).expect("a volume");
    let source = make(Usage::empty(), Pool::SystemMem);
    let found = make(Usage::DYNAMIC, Pool::Default);
    device.update_texture(source, found).expect("an update");
    for level in 0..2 {
        let mut lock = device.lock_box(source, level, None, LockFlags::NO_DIRTY_UPDATE).expect("a lock");
        lock.bytes_mut().fill(level as u8 + 1);
        device.unlock_box(lock).expect("an unlock");
    }
    let area = Box3 { left: 3, top: 0, right: 4, bottom: 2, front: 1, back: 2 };
    device.add_dirty_box(source, Some(area)).expect("marked");
    device.update_texture(source, found).expect("an update");
    let mut content = |level| {
        let lock = device.lock_box(found, level, None, LockFlags::READONLY).expect("a lock");
        let bytes = lock.bytes().to_vec();
        device.unlock_box(lock).expect("an unlock");
        bytes
    };
    let mut expected = [0; 16];
    (expected[11], expected[15]) = (0x0101_0101, 0x0101_0101);
    assert_eq!(content(0), words(&expected));
    // Level 1 is 2x1x1: the box reaches its right texel.
    assert_eq!(content(1), words(&[0, 0x0202_0202]));
    finish(device);
}
