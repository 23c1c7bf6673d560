//! Devices of Direct3D Immediate Mode, versions 1 to 3, by what a guest sees: results and pixels.

#[path = "d3dim_devices/guest.rs"]
mod guest;

use guest::{Guest, LVERTEX, Lit, Plain, Screen, TLVERTEX, VERTEX, quad};
use retrograph_d3dim::Interface as I;

const CULL: u32 = 22;
const STRIP: u32 = 5;

#[test]
fn a_material_lights_only_what_has_a_normal_and_only_if_wanted() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        let material = guest.material([0.0; 4], [0.0, 0.5, 0.0, 0.0]);
        let plain: Vec<Plain> = quad(Plain::at);
        let lit: Vec<Lit> = quad(|x, y| Lit::at(x, y, 0xFF20_4060));
        guest.draw(STRIP, VERTEX, &plain, 0);
        assert_eq!(guest.pixel(32, 32), 0xFF_FFFF);
        guest.light_state(1, material);
        guest.draw(STRIP, VERTEX, &plain, 0);
        assert_eq!(guest.pixel(32, 32), 0x00_8000);
        guest.draw(STRIP, VERTEX, &plain, 0x10);
        assert_eq!(guest.pixel(32, 32), 0xFF_FFFF);
        guest.draw(STRIP, LVERTEX, &lit, 0);
        assert_eq!(guest.pixel(32, 32), 0x20_4060);
        assert_eq!(guest.state(137), 0xFFFF_FFFF);
    }
}

#[test]
fn a_new_device_adds_specular_in_version_2_only() {
    for (version, color) in [(2, 0x30_6020), (3, 0x20_4010)] {
        let mut guest = Guest::new(version);
        let list: Vec<Screen> =
            quad(|x, y| Screen { specular: 0x0010_2010, ..Screen::at(x, y, 0xFF20_4010) });
        guest.draw(STRIP, TLVERTEX, &list, 0);
        assert_eq!(guest.pixel(20, 40), color);
    }
}

#[test]
fn alpha_references_are_compared_by_their_low_byte() {
    let mut guest = Guest::new(3);
    for state in [(15, 1), (24, 0xFF70), (25, 5)] {
        guest.set(state.0, state.1);
    }
    for (alpha, shown) in [(0x6F, false), (0x70, false), (0x71, true)] {
        guest.fill(0x0000_00FF);
        let list: Vec<Screen> = quad(|x, y| Screen::at(x, y, alpha << 24 | 0x00FF_0000));
        guest.draw(STRIP, TLVERTEX, &list, 0);
        assert_eq!(guest.pixel(32, 32), if shown { 0xFF_0000 } else { 0x00_00FF });
    }
}

#[test]
fn flat_strips_have_the_first_corner_of_each_triangle() {
    let mut guest = Guest::new(3);
    guest.set(9, 1);
    let colors = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF];
    let mut list: Vec<Screen> = quad(|x, y| Screen::at(x, y, 0));
    list.iter_mut().zip(colors).for_each(|(vertex, color)| vertex.diffuse = color);
    guest.draw(STRIP, TLVERTEX, &list, 0);
    let found = [guest.pixel(8, 32), guest.pixel(56, 32)];
    assert_eq!(found, [0xFF_0000, 0x00_FF00]);
}

#[test]
fn pixel_centres_are_whole_numbers_and_edges_belong_to_the_right() {
    let mut guest = Guest::new(3);
    let list: Vec<Screen> =
        [(1.5, 5.5), (1.5, 1.5), (3.5, 5.5), (3.5, 1.5)].iter().map(|&(x, y)| Screen::at(x, y, !0)).collect();
    guest.draw(STRIP, TLVERTEX, &list, 0);
    let row = |guest: &mut Guest, y| (0..6).map(|x| u8::from(guest.pixel(x, y) != 0)).collect::<Vec<_>>();
    assert_eq!(row(&mut guest, 2), [0, 0, 1, 1, 0, 0]);
    let column: Vec<_> = (0..8).map(|y| u8::from(guest.pixel(2, y) != 0)).collect();
    assert_eq!(column, [0, 0, 1, 1, 1, 1, 0, 0]);
}

#[test]
fn vertices_that_are_no_numbers_are_left_out() {
    let mut guest = Guest::new(3);
    let mut list: Vec<Screen> = quad(|x, y| Screen::at(x, y, !0));
    list[3].x = f32::NAN;
    guest.draw(STRIP, TLVERTEX, &list, 0);
    assert_eq!([guest.pixel(8, 32), guest.pixel(56, 40)], [0xFF_FFFF, 0]);
}

#[test]
fn scenes_do_not_nest() {
    let mut guest = Guest::new(3);
    assert_eq!(guest.device("EndScene", &[]), 0x8876_02F9);
    assert_eq!([guest.device("BeginScene", &[]), guest.device("BeginScene", &[])], [0, 0x8876_02F8]);
    assert_eq!([guest.device("EndScene", &[]), guest.device("EndScene", &[])], [0, 0x8876_02F9]);
}

#[test]
fn vertices_one_by_one_are_drawn_at_the_end() {
    let mut guest = Guest::new(2);
    let list: Vec<Screen> = quad(|x, y| Screen::at(x, y, 0xFF12_3456));
    assert_eq!(guest.device("Vertex", &[4]), 0x8876_0303);
    assert_eq!(
        [guest.device("Begin", &[STRIP, 3, 0]), guest.device("Begin", &[STRIP, 3, 0])],
        [0, 0x8876_0302]
    );
    for vertex in &list {
        let at = guest.put(std::slice::from_ref(vertex));
        assert_eq!(guest.device("Vertex", &[at]), 0);
    }
    assert_eq!(guest.pixel(32, 32), 0);
    assert_eq!([guest.device("End", &[0]), guest.device("End", &[0])], [0, 0x8876_0303]);
    assert_eq!(guest.pixel(32, 32), 0x12_3456);
}

#[test]
fn strided_draws_read_only_what_the_format_names() {
    let mut guest = Guest::new(3);
    let positions = guest.put(&[[-1.0f32, -1.0, 0.5], [-1.0, 1.0, 0.5], [1.0, -1.0, 0.5], [1.0, 1.0, 0.5]]);
    let colors = guest.put(&[0xFF65_4321u32; 4]);
    let mut data = [0xDEAD_0000u32; 24];
    (data[0], data[1], data[4], data[5]) = (positions, 12, colors, 4);
    let data = guest.put(&data);
    assert_eq!(guest.device("DrawPrimitiveStrided", &[STRIP, 0x42, data, 4, 0]), 0);
    assert_eq!(guest.pixel(32, 32), 0x65_4321);
    assert_eq!(guest.device("DrawPrimitiveStrided", &[STRIP, 0x82, data, 4, 0]), 0x8007_0057);
}

#[test]
fn spheres_meet_planes() {
    let mut guest = Guest::new(3);
    let centers = guest.put(&[[0.25f32, 0.0, 0.5], [-30.0, 0.0, 0.5], [0.0, 0.0, 30.0]]);
    let radii = guest.put(&[0.125f32, 2.0, 2.0]);
    let answers = guest.put(&[0u32; 3]);
    assert_eq!(guest.device("ComputeSphereVisibility", &[centers, radii, 3, 0, answers]), 0);
    assert_eq!(guest.get::<3>(answers), [0, 0x154A, 0x2156]);
}

#[test]
fn matrices_have_handles() {
    let mut guest = Guest::new(1);
    let out = guest.put(&[0u32]);
    assert_eq!(guest.device("CreateMatrix", &[out]), 0);
    let [handle] = guest.get::<1>(out);
    let values: [f32; 16] = std::array::from_fn(|index| index as f32 * 0.25);
    let values = guest.put(&values);
    assert_eq!(guest.device("SetMatrix", &[handle, values]), 0);
    let back = guest.put(&[0u32; 16]);
    assert_eq!(guest.device("GetMatrix", &[handle, back]), 0);
    assert_eq!(guest.get::<16>(back), guest.get::<16>(values));
    assert_eq!(
        [guest.device("DeleteMatrix", &[handle]), guest.device("SetMatrix", &[handle, values])],
        [0, 0x8007_0057]
    );
    assert_eq!(guest.device("GetMatrix", &[0, back]), 0x8007_0057);
}

#[test]
fn execute_data_is_checked_by_its_size_alone() {
    let mut guest = Guest::new(1);
    let buffer = guest.buffer(256);
    for (size, result) in [(47u32, 0x8007_0057), (48, 0), (49, 0x8007_0057)] {
        let data = guest.put(&[size, 5_000_000, 77_777, 123_456_789, 1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(guest.call(I::Direct3DExecuteBuffer, "SetExecuteData", buffer, &[data]), result);
    }
    assert_eq!(guest.execute(buffer), 0);
}

#[test]
fn a_buffer_transforms_from_its_source_every_time() {
    let mut guest = Guest::new(1);
    let buffer = guest.buffer(512);
    let list: Vec<Lit> = quad(|x, y| Lit::at(x * 0.5, y * 0.5, 0xFF00_00FF));
    let mut bytes = bytemuck::cast_slice(&list).to_vec();
    let mut push = |words: &[u32]| bytes.extend_from_slice(bytemuck::cast_slice(words));
    push(&[8 | 8 << 8 | 1 << 16, CULL, 1]);
    push(&[9 | 16 << 8 | 1 << 16, 1, 0, 4, 0]);
    push(&[3 | 8 << 8 | 2 << 16, 1 << 16, 2, 2 | 1 << 16, 3]);
    push(&[11]);
    guest.store(buffer, &bytes);
    let data = guest.put(&[48u32, 0, 4, 128, 64, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(guest.call(I::Direct3DExecuteBuffer, "SetExecuteData", buffer, &[data]), 0);
    for _ in 0..3 {
        guest.fill(0);
        assert_eq!(guest.execute(buffer), 0);
        let found = [guest.pixel(20, 32), guest.pixel(44, 32), guest.pixel(12, 32), guest.pixel(52, 32)];
        assert_eq!(found, [0x00_00FF, 0x00_00FF, 0, 0]);
    }
}

#[test]
fn buffers_of_anything_end() {
    let mut guest = Guest::new(1);
    let buffer = guest.buffer(1024);
    let data = guest.put(&[48u32, 0, 40, 0, 1024, 0, 0, 0, 0, 0, 0, 0]);
    guest.call(I::Direct3DExecuteBuffer, "SetExecuteData", buffer, &[data]);
    let mut seed = 1u32;
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..1024)
            .map(|index| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if index % 4 == 0 { (seed >> 24) as u8 % 16 } else { (seed >> 24) as u8 }
            })
            .collect();
        guest.store(buffer, &bytes);
        assert_eq!(guest.execute(buffer), 0);
    }
    guest.pixel(0, 0);
}
