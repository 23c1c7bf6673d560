//! Lights, materials and fog by value.

use super::guest::{Guest, Lit, Plain, VERTEX, quad};
use super::tools::{INVALID_PARAMS, OK, STRIP};
use retrograph_d3dim::Interface as I;

fn viewport(guest: &Guest) -> (I, u32) {
    let interface = if guest.version == 2 { I::Direct3DViewport2 } else { I::Direct3DViewport3 };
    (interface, guest.viewport)
}

/// `D3DLIGHT2` of a kind and colour, on.
fn light(kind: u32, color: [f32; 3]) -> [u32; 20] {
    let mut words = [0; 20];
    (words[0], words[1], words[19]) = (80, kind, 1);
    words[2..5].copy_from_slice(&color.map(f32::to_bits));
    words
}

fn add(guest: &mut Guest, words: &[u32]) -> u32 {
    let d3d = guest.d3d;
    let made = guest.made(|guest, out| guest.call(d3d.0, "CreateLight", d3d.1, &[out, 0]));
    let words = guest.put(words);
    assert_eq!(guest.call(I::Direct3DLight, "SetLight", made, &[words]), OK);
    let (interface, viewport) = viewport(guest);
    assert_eq!(guest.call(interface, "AddLight", viewport, &[made]), OK);
    made
}

#[test]
fn a_light_from_one_direction_and_ambient_light() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        let mut words = light(3, [0.0, 0.25, 1.0]);
        words[11] = 1.0f32.to_bits();
        let made = add(&mut guest, &words);
        let material = guest.material([1.0, 1.0, 1.0, 1.0], [0.125, 0.0, 0.0, 0.0]);
        guest.light_state(1, material);
        let list: Vec<Plain> = quad(Plain::at);
        guest.draw(STRIP, VERTEX, &list, 0);
        // Emitted red, a quarter of green, all of blue.
        guest.near(32, 32, 0x20_40FF, 1);
        words[19] = 0;
        let off = guest.put(&words);
        assert_eq!(guest.call(I::Direct3DLight, "SetLight", made, &[off]), OK);
        guest.draw(STRIP, VERTEX, &list, 0);
        guest.near(32, 32, 0x20_0000, 1);
    }
}

#[test]
fn any_number_of_lights_shines() {
    let mut guest = Guest::new(3);
    let mut words = light(3, [0.0; 3]);
    words[11] = 1.0f32.to_bits();
    for _ in 0..64 {
        add(&mut guest, &words);
    }
    words[3] = 1.0f32.to_bits();
    add(&mut guest, &words);
    let material = guest.material([1.0; 4], [0.0; 4]);
    guest.light_state(1, material);
    let list: Vec<Plain> = quad(Plain::at);
    guest.draw(STRIP, VERTEX, &list, 0);
    assert_eq!(guest.pixel(32, 32), 0x00_FF00);
}

/// What reaches a place within the range of a point is a polynomial of the rest of the range, and is multiplied.
#[test]
fn points_light_by_the_rest_of_their_range() {
    let mut guest = Guest::new(3);
    let mut words = light(1, [1.0, 1.0, 1.0]);
    // In front of the middle by 2, with a range of 4, and 0.1 + 0.5·d + 0.25·d² of it.
    words[8] = (-1.5f32).to_bits();
    words[12] = 4.0f32.to_bits();
    words[14..17].copy_from_slice(&[0.1f32, 0.5, 0.25].map(f32::to_bits));
    add(&mut guest, &words);
    let material = guest.material([1.0; 4], [0.0; 4]);
    guest.light_state(1, material);
    // All four vertices are at the same distance: √(2² + 1² + 1²).
    let list: Vec<Plain> = quad(Plain::at);
    guest.draw(STRIP, VERTEX, &list, 0);
    let distance = 6.0f64.sqrt();
    let rest = (4.0 - distance) / 4.0;
    let value = (0.1 + 0.5 * rest + 0.25 * rest * rest) * 2.0 / distance;
    let byte = (value * 255.0).round() as u32;
    guest.near(32, 32, byte << 16 | byte << 8 | byte, 1);
}

#[test]
fn highlights_need_a_power_and_specular_to_be_on() {
    for (power, on, expected) in [(10.0f32, 1, 0xFF_0000), (0.0, 1, 0), (10.0, 0, 0)] {
        let mut guest = Guest::new(3);
        let mut words = light(3, [1.0, 0.0, 0.0]);
        words[11] = 1.0f32.to_bits();
        add(&mut guest, &words);
        let material = material(&mut guest, power);
        guest.light_state(1, material);
        guest.set(29, on);
        // Vertices straight in front of the eye: light comes back where it came from.
        let mut list: Vec<Plain> = quad(|x, y| Plain::at(x * 0.01, y * 0.01));
        list.truncate(4);
        guest.draw(STRIP, VERTEX, &list, 0);
        guest.near(32, 32, expected, 2);
    }
}

/// A material that is nothing but highlights.
fn material(guest: &mut Guest, power: f32) -> u32 {
    let (d3d, device) = (guest.d3d, guest.device.1);
    let made = guest.made(|guest, out| guest.call(d3d.0, "CreateMaterial", d3d.1, &[out, 0]));
    let mut words = [0u32; 20];
    words[0] = 80;
    words[9..13].fill(1.0f32.to_bits());
    words[17] = power.to_bits();
    let words = guest.put(&words);
    assert_eq!(guest.call(I::Direct3DMaterial3, "SetMaterial", made, &[words]), OK);
    guest.made(|guest, out| guest.call(I::Direct3DMaterial3, "GetHandle", made, &[device, out]))
}

#[test]
fn lights_belong_to_one_viewport_and_are_counted() {
    let mut guest = Guest::new(3);
    let made = add(&mut guest, &light(3, [1.0; 3]));
    let (interface, this) = viewport(&guest);
    let mut call = |name, args: &[u32]| guest.call(interface, name, this, args);
    // D3DERR_LIGHTHASVIEWPORT
    assert_eq!(call("AddLight", &[made]), 0x8876_02EF);
    assert_eq!(call("AddLight", &[0]), INVALID_PARAMS);
    let out = guest.put(&[7u32]);
    assert_eq!(guest.call(interface, "NextLight", this, &[0, out, 2]), OK);
    assert_eq!(guest.get::<1>(out), [made]);
    assert_eq!(guest.call(I::Direct3DLight, "AddRef", made, &[]), 4);
    assert_eq!(guest.call(interface, "NextLight", this, &[made, out, 1]), INVALID_PARAMS);
    assert_eq!(guest.get::<1>(out), [0]);
    assert_eq!(guest.call(interface, "DeleteLight", this, &[made]), OK);
    assert_eq!(guest.call(interface, "DeleteLight", this, &[made]), INVALID_PARAMS);
    assert_eq!(guest.call(I::Direct3DLight, "Release", made, &[]), 2);
}

#[test]
fn lights_are_of_four_kinds_and_two_sizes() {
    let mut guest = Guest::new(3);
    let made = add(&mut guest, &light(3, [1.0; 3]));
    for (kind, size, expected) in [
        (0, 80, INVALID_PARAMS),
        (1, 80, OK),
        (4, 76, OK),
        (5, 80, INVALID_PARAMS),
        (2, 75, INVALID_PARAMS),
        (2, 81, INVALID_PARAMS),
    ] {
        let mut words = light(kind, [0.5; 3]);
        words[0] = size;
        let words = guest.put(&words);
        assert_eq!(guest.call(I::Direct3DLight, "SetLight", made, &[words]), expected, "{kind} {size}");
    }
}

#[test]
fn light_states_are_eight() {
    let mut guest = Guest::new(3);
    let out = guest.put(&[0u32]);
    for state in [0, 9, 100] {
        assert_eq!(guest.device("SetLightState", &[state, 0]), INVALID_PARAMS);
        assert_eq!(guest.device("GetLightState", &[state, out]), INVALID_PARAMS);
    }
    let material = guest.material([1.0; 4], [0.0; 4]);
    assert_eq!(guest.device("SetLightState", &[1, material + 77]), INVALID_PARAMS);
    guest.light_state(1, material);
    assert_eq!(guest.device("GetLightState", &[1, out]), OK);
    assert_eq!(guest.get::<1>(out), [material]);
}

/// Linear fog by the depth of vertices.
#[test]
fn vertices_are_fogged_by_their_depth() {
    let mut guest = Guest::new(3);
    guest.set(28, 1);
    guest.set(34, 0x0000_FF00);
    for (state, value) in [(4, 3), (5, 0.0f32.to_bits()), (6, 1.0f32.to_bits())] {
        guest.light_state(state, value);
    }
    // At a depth of a half.
    let list: Vec<Lit> = quad(|x, y| Lit::at(x, y, 0xFFFF_0000));
    guest.draw(STRIP, super::guest::LVERTEX, &list, 0);
    guest.near(32, 32, 0x80_7F00, 2);
    // All is fog where start and end are the same.
    guest.light_state(6, 0.0f32.to_bits());
    guest.draw(STRIP, super::guest::LVERTEX, &list, 0);
    assert_eq!(guest.pixel(32, 32), 0x00_FF00);
}

/// Places in pixels have their factor in the second colour, unless fog is by pixel: then depth decides.
#[test]
fn places_in_pixels_have_their_own_fog() {
    let mut guest = Guest::new(3);
    guest.set(28, 1);
    guest.set(34, 0x0000_FF00);
    guest.light_state(4, 3);
    guest.square(0.25, 0xFFFF_0000, 0x4000_0000);
    guest.near(32, 32, 0x40_BF00, 2);
    for (state, value) in [(35, 3), (36, 0.0f32.to_bits()), (37, 1.0f32.to_bits())] {
        guest.set(state, value);
    }
    for (depth, expected) in [(0.7, 0x4C_B200), (0.3, 0xB2_4C00), (0.0, 0xFF_0000)] {
        guest.square(depth, 0xFFFF_0000, 0x4000_0000);
        guest.near(32, 32, expected, 2);
    }
}
