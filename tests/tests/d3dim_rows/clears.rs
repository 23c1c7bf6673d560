//! Clears through viewports, and copies and fills of targets and depths.

use super::guest::{Guest, Screen, TLVERTEX, quad};
use super::tools::{OK, STRIP, X8R8G8B8, depth_desc, desc};
use retrograph_d3dim::Interface as I;

fn viewport(guest: &Guest) -> I {
    match guest.version {
        1 => I::Direct3DViewport,
        2 => I::Direct3DViewport2,
        _ => I::Direct3DViewport3,
    }
}

/// Another viewport on the device, of a rectangle.
fn another(guest: &mut Guest, rectangle: [u32; 4]) -> u32 {
    let d3d = guest.d3d;
    let made = guest.made(|guest, out| guest.call(d3d.0, "CreateViewport", d3d.1, &[out, 0]));
    assert_eq!(guest.device("AddViewport", &[made]), OK);
    let [x, y, width, height] = rectangle;
    let scale = 8.0f32.to_bits();
    let values = guest.put(&[44u32, x, y, width, height, scale, scale, 0, 0, 0, 0]);
    let interface = viewport(guest);
    assert_eq!(guest.call(interface, "SetViewport", made, &[values]), OK);
    made
}

/// Gives a viewport a background of a material's diffuse colour.
fn background(guest: &mut Guest, this: u32, diffuse: [f32; 3]) {
    let (d3d, device) = (guest.d3d, guest.device.1);
    let kind = match guest.version {
        1 => I::Direct3DMaterial,
        2 => I::Direct3DMaterial2,
        _ => I::Direct3DMaterial3,
    };
    let material = guest.made(|guest, out| guest.call(d3d.0, "CreateMaterial", d3d.1, &[out, 0]));
    let mut words = [0u32; 20];
    words[0] = 80;
    words[1..4].copy_from_slice(&diffuse.map(f32::to_bits));
    let words = guest.put(&words);
    assert_eq!(guest.call(kind, "SetMaterial", material, &[words]), OK);
    let handle = guest.made(|guest, out| guest.call(kind, "GetHandle", material, &[device, out]));
    let interface = viewport(guest);
    assert_eq!(guest.call(interface, "SetBackground", this, &[handle]), OK);
}

fn clear(guest: &mut Guest, this: u32, rects: &[[u32; 4]], flags: u32) -> u32 {
    let list = guest.put(rects);
    let interface = viewport(guest);
    guest.call(interface, "Clear", this, &[rects.len() as u32, list, flags])
}

#[test]
fn clears_stay_within_their_viewport_and_turned_rectangles_are_left_out() {
    for version in 1..=3 {
        let mut guest = Guest::new(version);
        guest.fill(0xFF_0000);
        let inner = another(&mut guest, [20, 20, 10, 10]);
        background(&mut guest, inner, [0.0, 1.0, 0.0]);
        assert_eq!(clear(&mut guest, inner, &[[15, 15, 25, 80], [29, 29, 28, 30]], 1), OK);
        let found = [(18, 22), (21, 19), (22, 22), (24, 29), (26, 22), (22, 31), (28, 29)]
            .map(|(x, y)| guest.pixel(x, y));
        let (red, green) = (0xFF_0000, 0x00_FF00);
        assert_eq!(found, [red, red, green, green, red, red, red], "version {version}");
        // The current viewport is what it was.
        guest.cover(0xFF00_00FF);
        assert_eq!([guest.pixel(2, 2), guest.pixel(60, 60)], [0x00_00FF; 2]);
    }
}

#[test]
fn no_rectangles_clear_nothing() {
    for version in 1..=3 {
        let mut guest = Guest::new(version);
        guest.fill(0x12_3456);
        let (this, interface) = (guest.viewport, viewport(&guest));
        let whole = guest.put(&[0u32, 0, 64, 64]);
        assert_eq!(guest.call(interface, "Clear", this, &[0, whole, 1]), OK);
        assert_eq!(guest.call(interface, "Clear", this, &[0, 0, 1]), OK);
        assert_eq!(guest.pixel(30, 30), 0x12_3456);
        // Without a material the background is black.
        assert_eq!(guest.call(interface, "Clear", this, &[1, whole, 1]), OK);
        assert_eq!(guest.pixel(30, 30), 0);
    }
}

#[test]
fn the_second_clear_says_what_to_clear_to() {
    let mut guest = Guest::new(3);
    let (this, whole) = (guest.viewport, guest.put(&[0u32, 0, 64, 64]));
    let clear2 = |guest: &mut Guest, flags: u32, z: f32| {
        let args = [1, whole, flags, 0xFF12_3456, z.to_bits(), 0];
        guest.call(I::Direct3DViewport3, "Clear2", this, &args)
    };
    assert_eq!(clear2(&mut guest, 1, 0.0), OK);
    assert_eq!(guest.pixel(7, 50), 0x12_3456);
    // D3DERR_INVALIDCALL: there is neither depth nor stencil.
    assert_eq!([clear2(&mut guest, 2, 1.0), clear2(&mut guest, 4, 1.0)], [0x8876_086C; 2]);
    guest.attach_depth(0xFFFF);
    assert_eq!(clear2(&mut guest, 2, 0.25), OK);
    guest.square(0.5, 0xFF00_FF00, 0);
    assert_eq!(guest.pixel(7, 50), 0x12_3456);
    guest.square(0.2, 0xFF00_FF00, 0);
    assert_eq!(guest.pixel(7, 50), 0x00_FF00);
}

#[test]
fn without_depth_tests_everything_is_drawn() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        guest.attach_depth(0x4000);
        guest.set(7, 0);
        let list: Vec<Screen> = quad(|x, y| Screen { z: 0.5 + x, ..Screen::at(x, y, 0xFF00_FF00) });
        guest.draw(STRIP, TLVERTEX, &list, 0);
        for place in [(2, 2), (30, 30), (62, 2), (62, 62)] {
            assert_eq!(guest.pixel(place.0, place.1), 0x00_FF00, "version {version} {place:?}");
        }
    }
}

#[test]
fn copied_depths_reject_what_lies_behind() {
    let mut guest = Guest::new(2);
    let depth = guest.attach_depth(0xFFFF);
    let near = guest.new_surface(&depth_desc(64, 16, 0x2_0000));
    guest.fill_depth(near, 0);
    guest.fill(0xFF_0000);
    let corner = guest.put(&[0u32, 0, 32, 32]);
    assert_eq!(guest.call(I::DirectDrawSurface, "Blt", depth, &[corner, near, corner, 0x0100_0000, 0]), OK);
    guest.square(0.5, 0xFF00_FF00, 0);
    let found = [(8, 8), (30, 30), (40, 8), (8, 40), (60, 60)].map(|(x, y)| guest.pixel(x, y));
    assert_eq!(found, [0xFF_0000, 0xFF_0000, 0x00_FF00, 0x00_FF00, 0x00_FF00]);
}

#[test]
fn depths_read_back_are_those_that_were_drawn() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        let depth = guest.attach_depth(0xFFFF);
        // 0.9 from left to right, and 0.1 from above.
        let list: Vec<Screen> = quad(|x, y| {
            let z = (x + 1.0) * 0.45 + (1.0 - y) * 0.05;
            Screen { z, ..Screen::at(x, y, !0) }
        });
        guest.draw(STRIP, TLVERTEX, &list, 0);
        let [address, pitch] = guest.lock(depth);
        for (x, y) in [(0u32, 0u32), (10, 3), (33, 40), (63, 63)] {
            let word = guest.get::<1>(address + y * pitch + (x & !1) * 2)[0];
            let found = if x % 2 == 0 { word & 0xFFFF } else { word >> 16 };
            let expected = (f64::from(x) * 0.9 / 64.0 + f64::from(y) * 0.1 / 64.0) * 65535.0;
            // Half a step, and the last bits of interpolation.
            assert!((f64::from(found) - expected).abs() <= 2.0, "({x}, {y}): {found}, not {expected}");
        }
        guest.unlock(depth);
    }
}

#[test]
fn fills_are_of_the_surface_format() {
    let mut guest = Guest::new(3);
    let texture = guest.new_surface(&desc(8, X8R8G8B8, 0x1000));
    let mut effects = [0u32; 25];
    (effects[0], effects[20]) = (100, 0x0055_AA77);
    let effects = guest.put(&effects);
    let part = guest.put(&[2u32, 2, 5, 8]);
    assert_eq!(guest.call(I::DirectDrawSurface, "Blt", texture, &[part, 0, 0, 0x0100_0400, effects]), OK);
    let [address, pitch] = guest.lock(texture);
    let texel = |guest: &mut Guest, x: u32, y: u32| guest.get::<1>(address + y * pitch + x * 4)[0];
    let found = [(1, 2), (2, 2), (4, 7), (5, 4), (3, 1)].map(|(x, y)| texel(&mut guest, x, y) & 0xFF_FFFF);
    assert_eq!(found, [0, 0x55_AA77, 0x55_AA77, 0, 0]);
}
