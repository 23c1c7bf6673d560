//! Round trips, processed and transformed vertices with their numbers.

use glam::{Mat4, Vec3};
use retrograph_d3dim::Interface;

use super::guest::*;

const OFFSCREEN: u32 = 0x1234_5678;

fn floats(words: &[u32]) -> Vec<f32> {
    words.iter().map(|&word| f32::from_bits(word)).collect()
}

/// A device of version 3 whose current viewport is the answer.
fn current() -> (Guest, Device, u32) {
    let mut guest = Guest::new();
    let device = guest.device(3, 640, 480);
    let viewport = guest.added(&device);
    assert_eq!(guest.call(device.interface, "SetCurrentViewport", device.device, &[viewport]), OK);
    (guest, device, viewport)
}

fn set1(guest: &mut Guest, viewport: u32, words: &[u32; 11]) {
    let address = guest.place_words(words, Placement::Split);
    assert_eq!(guest.call(VIEWPORTS[0], "SetViewport", viewport, &[address]), OK);
}

fn get1(guest: &mut Guest, viewport: u32) -> Vec<f32> {
    let address = guest.place_words(&poisoned(), Placement::Split);
    assert_eq!(guest.call(VIEWPORTS[0], "GetViewport", viewport, &[address]), OK);
    floats(&guest.words(address, 11)[5..])
}

fn transform(guest: &mut Guest, device: &Device, which: u32, matrix: Mat4) {
    let words = guest.place_words(&matrix.to_cols_array().map(f32::to_bits), Placement::Split);
    assert_eq!(guest.call(device.interface, "SetTransform", device.device, &[which, words]), OK);
}

fn close(found: &[f32], expected: &[f32]) {
    let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 2e-5 * b.abs().max(1.0);
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(near),
        "{found:?}, not {expected:?}"
    );
}

#[test]
fn round_trips_have_their_numbers() {
    let (mut guest, _, viewport) = current();
    let rectangle = [160, 120, 480, 360];
    // Scales, maxima and depths of the first form.
    assert_eq!(guest.set2(viewport, &record(rectangle, [2.0, -1.75, 2.5, -1.5, 0.5, 2.0])), OK);
    close(&get1(&mut guest, viewport), &[192.0, -240.0, 4.5, -1.75, 0.0, 1.0]);
    assert_eq!(guest.set2(viewport, &record(rectangle, [-1.5, 1.75, -1.5, 2.0, 2.0, 0.5])), OK);
    close(&get1(&mut guest, viewport), &[-320.0, 180.0, -3.0, 1.75, 0.0, 1.0]);
    // What was read is set: the box is symmetric from then on.
    set1(&mut guest, viewport, &record(rectangle, [-320.0, 180.0, -3.0, 1.75, 0.5, 2.0]));
    let record2 = guest.get2(viewport).expect("a record");
    close(&floats(&record2[5..]), &[0.75, 1.0, -1.5, 2.0, 0.0, 1.0]);
    set1(&mut guest, viewport, &record(rectangle, [192.0, -240.0, 4.5, -1.75, 0.5, 2.0]));
    let record2 = guest.get2(viewport).expect("a record");
    close(&floats(&record2[5..]), &[-1.25, -0.75, 2.5, -1.5, 0.0, 1.0]);
}

#[test]
fn permissive_devices_have_boxes_of_nothing() {
    let mut guest = Guest::new();
    let device = guest.device(1, 640, 480);
    let viewport = guest.added(&device);
    set1(&mut guest, viewport, &record([0, 0, 256, 257], [0.0; 6]));
    assert_eq!(get1(&mut guest, viewport), [f32::INFINITY, f32::INFINITY, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(floats(&guest.get2(viewport).expect("a record")[7..9]), [0.0, 0.0]);
    let empty = record([0, 0, 258, 259], [0.0; 6]);
    assert_eq!(guest.set2(viewport, &empty), OK);
    assert_eq!(guest.get2(viewport).as_deref(), Ok(&empty[..]));
    assert_eq!(get1(&mut guest, viewport)[..2], [f32::INFINITY; 2]);
}

/// The three corners of a cube's diagonal, processed into a buffer: place and 1/w of each.
fn process(guest: &mut Guest, device: &Device) -> Vec<f32> {
    let points = [[-1.0f32; 3], [0.0; 3], [1.0; 3]];
    let words: Vec<u32> = points.concat().into_iter().map(f32::to_bits).collect();
    let [source, destination] = [0x2, 0x4].map(|format| {
        let desc = guest.place_words(&[16, 0x800, format, 3], Placement::Split);
        let args = [desc, 0, 0];
        guest.make(device.factory_interface, "CreateVertexBuffer", device.factory, &args, 1)
    });
    let buffer = Interface::Direct3DVertexBuffer;
    let address = guest.make(buffer, "Lock", source, &[0, 0], 1);
    guest.write(address, &words);
    assert_eq!(guest.call(buffer, "Unlock", source, &[]), OK);
    let args = [1, 0, 3, source, 0, device.device, 0];
    assert_eq!(guest.call(buffer, "ProcessVertices", destination, &args), OK);
    assert_eq!(
        guest.call(buffer, "ProcessVertices", destination, &[0, 0, 3, source, 0, device.device, 0]),
        INVALID_PARAMS
    );
    let address = guest.make(buffer, "Lock", destination, &[0x10, 0], 1);
    floats(&guest.words(address, 12))
}

#[test]
fn processed_vertices_have_their_numbers() {
    let (mut guest, device, viewport) = current();
    assert_eq!(guest.set2(viewport, &record([10, 20, 100, 200], [2.0, 3.0, 4.0, 5.0, -2.0, 3.0])), OK);
    let expected = [-65.0, 180.0, 0.2, 1.0, -40.0, 140.0, 0.4, 1.0, -15.0, 100.0, 0.6, 1.0];
    close(&process(&mut guest, &device), &expected);
    let moved = Mat4::from_translation(Vec3::new(6.0, 7.0, 8.0));
    let words = guest.place_words(&moved.to_cols_array().map(f32::to_bits), Placement::Plain);
    assert_eq!(guest.call(device.interface, "MultiplyTransform", device.device, &[3, words]), OK);
    let expected = [85.0, -100.0, 1.8, 1.0, 110.0, -140.0, 2.0, 1.0, 135.0, -180.0, 2.2, 1.0];
    close(&process(&mut guest, &device), &expected);
    assert_eq!(guest.set2(viewport, &record([30, 40, 90, 80], [4.0, 6.0, 2.0, 4.0, 3.0, -2.0])), OK);
    let expected = [75.0, 40.0, -0.8, 1.0, 120.0, 20.0, -1.0, 1.0, 165.0, 0.0, -1.2, 1.0];
    close(&process(&mut guest, &device), &expected);
    set1(&mut guest, viewport, &record([30, 40, 90, 80], [7.0, 2.0, 3.0, 5.0, -2.0, 9.0]));
    let expected = [110.0, 68.0, 7.0, 1.0, 117.0, 66.0, 8.0, 1.0, 124.0, 64.0, 9.0, 1.0];
    close(&process(&mut guest, &device), &expected);
}

/// A vertex through `TransformVertices`: its place, its flags, and those that all vertices have.
fn one(guest: &mut Guest, viewport: u32, position: [f32; 3]) -> ([f32; 3], u32, u32) {
    let mut vertex = position.map(f32::to_bits).to_vec();
    vertex.resize(8, 0);
    let input = guest.place_words(&vertex, Placement::Plain);
    let output = guest.place_words(&[0; 8], Placement::Plain);
    let homogeneous = guest.place_words(&[0; 4], Placement::Plain);
    let mut place = [0.0; 3];
    let mut answers = [0; 2];
    for flags in [2, 1] {
        let mut data = vec![52, input, 32, output, 32, if flags == 1 { homogeneous } else { 0 }];
        data.resize(13, 0);
        let data = guest.place_words(&data, Placement::Split);
        let offscreen = guest.place_words(&[OFFSCREEN], Placement::Plain);
        assert_eq!(guest.call(VIEWPORTS[2], "TransformVertices", viewport, &[1, data, flags, offscreen]), OK);
        if flags == 2 {
            place.copy_from_slice(&floats(&guest.words(output, 3)));
            assert_eq!(guest.words(offscreen, 1), [0]);
        } else {
            answers = [guest.words(homogeneous, 1)[0], guest.words(offscreen, 1)[0]];
        }
    }
    (place, answers[0], answers[1])
}

#[test]
fn transformed_vertices_have_their_numbers() {
    let (mut guest, device, viewport) = current();
    let mut at = |rectangle, scale: f32, position| {
        set1(&mut guest, viewport, &record(rectangle, [scale, scale, 0.0, 0.0, 0.0, 1.0]));
        one(&mut guest, viewport, position)
    };
    let whole = [0, 0, 256, 256];
    assert_eq!(at(whole, 1.0, [1.0; 3]).0, [129.0, 127.0, 1.0]);
    assert_eq!(at(whole, 5.0, [1.0; 3]).0, [133.0, 123.0, 1.0]);
    assert_eq!(at([10, 20, 256, 256], 5.0, [1.0; 3]).0, [143.0, 143.0, 1.0]);
    assert_eq!(at(whole, 5.0, [25.59, 25.59, 1.0]).1, 0);
    assert_eq!(at(whole, 5.0, [25.61, 25.61, 1.0]).1, 6);
    assert_eq!(at(whole, 5.0, [-25.61, -25.61, 0.0]).1, 9);
    assert_eq!([at(whole, 5.0, [0.0, 0.0, 1.01]).1, at(whole, 5.0, [0.0, 0.0, -0.01]).1], [0x20, 0x10]);
    assert_eq!(at([0, 0, 10, 480], 5.0, [1.1, 1.1, 0.5]).1, 2);
    assert_eq!(at([0, 0, 5, 5], 10_000.0, [1.0, 1.0, 0.5]).2, 6);
    assert_eq!(at([0, 0, 257, 257], 1.0, [128.1, 0.0, 0.0]).1, 0);
    assert_eq!(at(whole, 1.0, [128.1, 0.0, 0.0]).1, 2);
    transform(&mut guest, &device, 1, Mat4::from_translation(Vec3::X));
    transform(&mut guest, &device, 2, Mat4::from_scale(Vec3::splat(2.0)));
    transform(&mut guest, &device, 3, Mat4::from_translation(Vec3::Y));
    set1(&mut guest, viewport, &record(whole, [5.0, 5.0, 0.0, 0.0, 0.0, 1.0]));
    for (position, expected) in
        [(0.0, [138.0, 123.0, 0.0]), (1.0, [148.0, 113.0, 2.0]), (-1.0, [128.0, 133.0, -2.0])]
    {
        close(&one(&mut guest, viewport, [position; 3]).0, &expected);
    }
}

#[test]
fn what_is_wrong_with_transforms_leaves_everything() {
    let (mut guest, _, viewport) = current();
    assert_eq!(guest.set2(viewport, &usual([0, 0, 64, 64])), OK);
    let offscreen = guest.place_words(&[OFFSCREEN], Placement::Plain);
    let mut call = |data: &[u32], count, flags| {
        let mut data = data.to_vec();
        data.resize(13, 0);
        let data = if data[0] == 0 { 0 } else { guest.place_words(&data, Placement::Split) };
        let result =
            guest.call(VIEWPORTS[2], "TransformVertices", viewport, &[count, data, flags, offscreen]);
        (result, guest.words(offscreen, 1)[0])
    };
    for (data, flags) in [([0], 2), ([51], 2), ([53], 2), ([52], 0)] {
        assert_eq!(call(&data, 1, flags), (INVALID_PARAMS, OFFSCREEN));
    }
    assert_eq!(call(&[52], 0, 1), (OK, u32::MAX));
    assert_eq!(call(&[52], 0, 2), (OK, 0));
}

/// What is a place in pixels already goes through no map.
#[test]
fn places_in_pixels_are_not_transformed() {
    let (mut guest, device, viewport) = current();
    assert_eq!(guest.set2(viewport, &record([0, 0, 640, 480], [1.0, 2.0, 2.0, 2.0, 0.25, 0.75])), OK);
    let vertex = |x: f32, y: f32| [x.to_bits(), y.to_bits(), 0, 1.0f32.to_bits(), 0xFF00_FF00, 0, 0, 0];
    let list = [vertex(10.0, 10.0), vertex(20.0, 10.0), vertex(10.0, 20.0)].concat();
    let address = guest.place_words(&list, Placement::Split);
    let draw = [4, 0x1C4, address, 3, 0];
    assert_eq!(guest.call(device.interface, "DrawPrimitive", device.device, &draw), OK);
    let found = [guest.pixel(&device, 11, 11), guest.pixel(&device, 19, 19), guest.pixel(&device, 9, 9)];
    assert_eq!(found, [0x00_FF00, 0, 0]);
}

#[test]
fn the_example_of_projection_is_drawn_where_it_lands() {
    let mut guest = Guest::new();
    let device = guest.device(3, 8, 8);
    let viewport = guest.added(&device);
    assert_eq!(guest.set2(viewport, &record([0, 0, 8, 8], [1.0, 2.0, 2.0, 2.0, 0.25, 0.75])), OK);
    assert_eq!(guest.call(device.interface, "SetCurrentViewport", device.device, &[viewport]), OK);
    let mut vertex = [2.0f32, 1.0, 0.375].map(f32::to_bits).to_vec();
    vertex.extend([0, 0xFF12_3456, 0, 0, 0]);
    let address = guest.place_words(&vertex, Placement::SplitWord);
    assert_eq!(guest.call(device.interface, "DrawPrimitive", device.device, &[1, 0x1E2, address, 1, 0]), OK);
    let drawn: Vec<_> = (0..64)
        .map(|index| (index % 8, index / 8))
        .filter(|&(x, y)| guest.pixel(&device, x, y) != 0)
        .collect();
    assert_eq!(drawn, [(4, 4)]);
    assert_eq!(guest.pixel(&device, 4, 4), 0x12_3456);
}
