//! Colour keys of textures.

use super::guest::{Guest, Screen, quad};
use super::tools::{A4R4G4B4, A8R8G8B8, INVALID_PARAMS, OK, R5G6B5, X8R8G8B8};
use retrograph_d3dim::Interface as I;

const KEYS: u32 = 41;

fn textured(x: f32, y: f32) -> Screen {
    Screen { coordinates: [(x + 1.0) * 0.5, (1.0 - y) * 0.5], ..Screen::at(x, y, !0) }
}

#[test]
fn keys_are_on_from_the_start_in_version_1_only() {
    let blue = vec![0x0000_00FF; 64];
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        let texture = guest.texture(8, X8R8G8B8, &blue);
        assert_eq!(guest.set_key(texture, 0xFF, 0xFF), OK);
        guest.bind(0, texture);
        for (on, expected) in [(0, 0x00_00FF), (1, 0x00_FF00)] {
            assert_eq!(guest.state(KEYS), 0);
            guest.set(KEYS, on);
            guest.fill(0x00_FF00);
            guest.cover(!0);
            assert_eq!(guest.pixel(20, 20), expected, "version {version}, {on}");
            guest.set(KEYS, 0);
        }
    }
    let mut guest = Guest::new(1);
    let texture = guest.texture(8, X8R8G8B8, &blue);
    assert_eq!(guest.set_key(texture, 0xFF, 0xFF), OK);
    let handle = guest.texture_handle(texture);
    let list: Vec<Screen> = quad(textured);
    // On at first; once off it is off in the next buffer as well.
    for (states, expected) in [
        (vec![(1, handle)], 0x00_FF00),
        (vec![(1, handle), (KEYS, 0)], 0x00_00FF),
        (vec![(1, handle)], 0x00_00FF),
        (vec![(1, handle), (KEYS, 1)], 0x00_FF00),
    ] {
        guest.fill(0x00_FF00);
        guest.run(&states, &list);
        assert_eq!(guest.pixel(20, 20), expected, "{states:?}");
    }
}

#[test]
fn alpha_is_part_of_the_key() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        let mut texels = vec![0xFF20_8040u32; 64];
        texels[32..].fill(0x7F20_8040);
        let texture = guest.texture(8, A8R8G8B8, &texels);
        assert_eq!(guest.set_key(texture, 0xFF20_8040, 0xFF20_8040), OK);
        guest.bind(0, texture);
        guest.set(KEYS, 1);
        guest.fill(0x00_0055);
        guest.cover(!0);
        assert_eq!([guest.pixel(30, 10), guest.pixel(30, 50)], [0x00_0055, 0x20_8040], "version {version}");
        // With blending keyed texels are left out all the same.
        for (state, value) in [(27, 1), (19, 5), (20, 6)] {
            guest.set(state, value);
        }
        guest.fill(0x00_0000);
        guest.cover(!0);
        assert_eq!(guest.pixel(30, 10), 0);
        guest.near(30, 50, 0x10_4020, 1);
    }
}

#[test]
fn keys_are_exact_in_every_format() {
    // The keyed texel, and neighbours by the smallest step of each channel.
    let steps = [
        (X8R8G8B8, 0x0040_5060u32, vec![0x1_0000, 0x100, 1]),
        (R5G6B5, 0x8410, vec![0x800, 0x20, 1]),
        (A4R4G4B4, 0xF888, vec![0x100, 0x10, 1]),
    ];
    for (format, key, steps) in steps {
        let mut guest = Guest::new(3);
        let mut texels = vec![key; 64];
        for (index, step) in steps.iter().enumerate() {
            texels[8 * (index + 1)] = key + step;
            texels[8 * (index + 1) + 1] = key - step;
        }
        let texture = guest.texture(8, format, &texels);
        assert_eq!(guest.set_key(texture, key, key), OK);
        guest.bind(0, texture);
        guest.set(KEYS, 1);
        guest.fill(0x12_3456);
        guest.cover(!0);
        for y in 0..8 {
            for x in 0..8 {
                let keyed = texels[(y * 8 + x) as usize] == key;
                let found = guest.pixel(x * 8 + 4, y * 8 + 4) == 0x12_3456;
                assert_eq!(found, keyed, "{format:x?} ({x}, {y})");
            }
        }
    }
}

#[test]
fn ranges_are_refused_and_turned_ones_are_one_colour() {
    let mut guest = Guest::new(2);
    let texture = guest.texture(8, X8R8G8B8, &[0; 64]);
    let out = guest.put(&[7u32, 7]);
    let get = |guest: &mut Guest| guest.call(I::DirectDrawSurface, "GetColorKey", texture, &[8, out]);
    // DDERR_NOCOLORKEY
    assert_eq!(get(&mut guest), 0x8876_00D7);
    // A range that is called one is refused; one that is not is its lower end.
    let range = guest.put(&[1u32, 2]);
    assert_eq!(guest.call(I::DirectDrawSurface, "SetColorKey", texture, &[9, range]), 0x8876_00DC);
    for (low, high) in [(9, 3), (5, 8), (4, 4)] {
        assert_eq!(guest.set_key(texture, low, high), OK);
        assert_eq!(get(&mut guest), OK);
        assert_eq!(guest.get::<2>(out), [low; 2]);
    }
    assert_eq!(guest.call(I::DirectDrawSurface, "SetColorKey", texture, &[8, 0]), OK);
    assert_eq!(get(&mut guest), 0x8876_00D7);
}

#[test]
fn load_brings_texels_and_the_key() {
    let mut guest = Guest::new(2);
    let [source, destination] = [0x00AA_5511, 0].map(|texel| guest.texture(8, X8R8G8B8, &[texel; 64]));
    assert_eq!(guest.set_key(source, 0x33, 0x33), OK);
    let [from, to] = [source, destination]
        .map(|surface| guest.query((I::DirectDrawSurface, surface), super::guest::guid(I::Direct3DTexture2)));
    assert_eq!(guest.call(I::Direct3DTexture2, "Load", to, &[from]), OK);
    let out = guest.put(&[0u32; 2]);
    assert_eq!(guest.call(I::DirectDrawSurface, "GetColorKey", destination, &[8, out]), OK);
    assert_eq!(guest.get::<2>(out), [0x33, 0x33]);
    guest.bind(0, destination);
    guest.cover(!0);
    assert_eq!(guest.pixel(9, 9), 0xAA_5511);
    // Without a source nothing is loaded.
    assert_eq!(guest.call(I::Direct3DTexture2, "Load", to, &[0]), INVALID_PARAMS);
}

#[test]
fn textures_are_loaded_within_a_buffer() {
    let mut guest = Guest::new(1);
    let source = guest.texture(8, X8R8G8B8, &[0x0012_3456; 64]);
    let destination = guest.texture(8, X8R8G8B8, &[0; 64]);
    let handles = [guest.texture_handle(destination), guest.texture_handle(source)];
    let list: Vec<Screen> = quad(textured);
    let buffer = guest.buffer(1024);
    let mut bytes: Vec<u8> = bytemuck::cast_slice(&list).to_vec();
    let words = [
        [10 | 8 << 8 | 1 << 16, handles[0], handles[1]].as_slice(),
        &[8 | 8 << 8 | 2 << 16, 22, 1, 1, handles[0]],
        &[9 | 16 << 8 | 1 << 16, 2, 0, 4, 0],
        &[3 | 8 << 8 | 2 << 16, 1 << 16, 2, 2 | 1 << 16, 3, 11],
    ]
    .concat();
    bytes.extend_from_slice(bytemuck::cast_slice(&words));
    guest.store(buffer, &bytes);
    let data = guest.put(&[48u32, 0, 4, 128, words.len() as u32 * 4, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(guest.call(I::Direct3DExecuteBuffer, "SetExecuteData", buffer, &[data]), OK);
    for color in [0x12_3456, 0xAB_CDEF] {
        guest.paint(source, 8, 4, &[color; 64]);
        assert_eq!(guest.execute(buffer), OK);
        assert_eq!(guest.pixel(40, 40), color);
    }
}
