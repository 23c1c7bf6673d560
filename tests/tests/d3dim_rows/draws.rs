//! Draws: where they land, what they leave out, vertex buffers.

use super::guest::{Guest, LVERTEX, Lit, Screen, TLVERTEX, quad};
use super::tools::{INVALID_PARAMS, OK, STRIP, X8R8G8B8, desc};
use retrograph_d3dim::Interface as I;

/// The first and one past the last column and row that are not black.
fn bounds(guest: &mut Guest, size: u32) -> [u32; 4] {
    let mut found = [u32::MAX, u32::MAX, 0, 0];
    for y in 0..size {
        for x in [4, 12, 20, 28, 36, 44, 52, 60].into_iter().filter(|&x| x < size) {
            if guest.pixel(x, y) != 0 {
                (found[1], found[3]) = (found[1].min(y), found[3].max(y + 1));
            }
        }
    }
    let row = if found[3] == 0 { 0 } else { (found[1] + found[3]) / 2 };
    for x in 0..size {
        if guest.pixel(x, row) != 0 {
            (found[0], found[2]) = (found[0].min(x), found[2].max(x + 1));
        }
    }
    found
}

fn set_viewport(guest: &mut Guest, [x, y, width, height]: [u32; 4]) -> u32 {
    // Half of the size: the box is from −1 to 1.
    let scale = [width, height].map(|side| (side as f32 * 0.5).to_bits());
    let values = guest.put(&[44u32, x, y, width, height, scale[0], scale[1], 0, 0, 0, 0]);
    let interface = [I::Direct3DViewport, I::Direct3DViewport2, I::Direct3DViewport3];
    let (interface, this) = (interface[guest.version as usize - 1], guest.viewport);
    guest.call(interface, "SetViewport", this, &[values])
}

#[test]
fn viewports_place_and_cut_what_is_drawn() {
    let list: Vec<Lit> = quad(|x, y| Lit::at(x - 0.5, y * 0.5, !0));
    for (rectangle, expected) in [
        ([0, 0, 64, 64], [0, 16, 48, 48]),
        ([0, 0, 32, 32], [0, 8, 24, 24]),
        ([16, 16, 48, 48], [16, 28, 52, 52]),
    ] {
        let mut guest = Guest::new(3);
        assert_eq!(set_viewport(&mut guest, rectangle), OK);
        guest.draw(STRIP, LVERTEX, &list, 0);
        assert_eq!(bounds(&mut guest, 64), expected, "{rectangle:?}");
    }
}

#[test]
fn viewports_beyond_the_target_are_version_1s_own() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        assert_eq!(set_viewport(&mut guest, [0, 0, 128, 64]), INVALID_PARAMS);
    }
    let mut guest = Guest::new(1);
    assert_eq!(set_viewport(&mut guest, [0, 0, 128, 128]), OK);
}

#[test]
fn flat_lists_have_their_first_corner_and_phong_is_gouraud() {
    let colors = [0xFFFF_0000u32, 0xFF00_FF00, 0xFF00_00FF, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF];
    let places = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let list: Vec<Screen> =
        places.iter().zip(colors).map(|(&(x, y), color)| Screen::at(x, y, color)).collect();
    let mut shown = Vec::new();
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        guest.set(9, 1);
        guest.draw(4, TLVERTEX, &list, 0);
        assert_eq!([guest.pixel(8, 32), guest.pixel(56, 32)], [0xFF_0000, 0x00_00FF]);
        for mode in [2, 3] {
            guest.set(9, mode);
            guest.draw(4, TLVERTEX, &list, 0);
            shown.push([guest.pixel(8, 32), guest.pixel(56, 32), guest.pixel(20, 50)]);
        }
    }
    assert!(shown.iter().all(|found| found == &shown[0]), "{shown:x?}");
    assert_ne!(shown[0][0], 0xFF_0000);
}

#[test]
fn nothing_to_draw_is_no_error() {
    for version in [2, 3] {
        let mut guest = Guest::new(version);
        let format = if version == 2 { TLVERTEX } else { 0x1C4 };
        let list: Vec<Screen> = quad(|x, y| Screen::at(x, y, !0));
        let vertices = guest.put(&list);
        assert_eq!(guest.device("DrawPrimitive", &[4, format, 0, 0, 0]), OK);
        assert_eq!(guest.device("DrawIndexedPrimitive", &[4, format, vertices, 4, 0, 0, 0]), OK);
        assert_eq!(guest.device("DrawIndexedPrimitive", &[4, format, 0, 0, 0, 0, 0]), OK);
        assert_eq!(guest.pixel(30, 30), 0);
        // D3DERR_INVALIDPRIMITIVETYPE, whichever way it is said.
        assert_ne!(guest.device("DrawPrimitive", &[7, format, vertices, 4, 0]), OK);
    }
}

#[test]
fn one_over_w_of_zero_is_drawn() {
    let mut guest = Guest::new(3);
    let list: Vec<Screen> = quad(|x, y| Screen { w: 0.0, ..Screen::at(x, y, 0xFFFF_FFFF) });
    guest.draw(STRIP, TLVERTEX, &list, 0);
    assert_eq!(guest.pixel(5, 5), 0xFF_FFFF);
}

#[test]
fn indexed_draws_leave_out_what_is_not_there() {
    let mut guest = Guest::new(3);
    let list: Vec<Screen> = quad(|x, y| Screen::at(x, y, 0xFF00_FF00));
    let vertices = guest.put(&list);
    let indices = guest.put(&[0u16, 1, 2, 2, 1, 9]);
    assert_eq!(guest.device("DrawIndexedPrimitive", &[4, 0x1C4, vertices, 4, indices, 6, 0]), OK);
    assert_eq!([guest.pixel(8, 40), guest.pixel(60, 20)], [0x00_FF00, 0]);
}

/// A buffer of vertices on the screen, with a colour each.
fn buffer(guest: &mut Guest, caps: u32, color: u32) -> u32 {
    let d3d = guest.d3d;
    let desc = guest.put(&[16u32, caps, 0x1C4, 4]);
    let made = guest.made(|guest, out| guest.call(d3d.0, "CreateVertexBuffer", d3d.1, &[desc, out, 0, 0]));
    fill(guest, made, 0, color);
    made
}

fn fill(guest: &mut Guest, buffer: u32, flags: u32, color: u32) {
    let list: Vec<Screen> = quad(|x, y| Screen::at(x, y, color));
    let out = guest.put(&[0u32]);
    assert_eq!(guest.call(I::Direct3DVertexBuffer, "Lock", buffer, &[flags, out, 0]), OK);
    let [address] = guest.get::<1>(out);
    guest.write(address, bytemuck::cast_slice(&list));
    assert_eq!(guest.call(I::Direct3DVertexBuffer, "Unlock", buffer, &[]), OK);
}

#[test]
fn buffers_keep_what_was_written_whatever_the_flags() {
    let mut guest = Guest::new(3);
    // In system memory, write only, or neither.
    for caps in [0, 0x800, 0x1_0000] {
        let made = buffer(&mut guest, caps, 0xFF00_7F7F);
        assert_eq!(guest.device("DrawPrimitiveVB", &[STRIP, made, 0, 4, 0]), OK);
        assert_eq!(guest.pixel(30, 30), 0x00_7F7F);
        // Discarded, and to be read: the vertices are there still.
        for flags in [0x2000, 0x10, 0xDEAD] {
            let out = guest.put(&[0u32]);
            assert_eq!(guest.call(I::Direct3DVertexBuffer, "Lock", made, &[flags, out, 0]), OK);
            let [address] = guest.get::<1>(out);
            assert_eq!(guest.get::<1>(address + 16), [0xFF00_7F7F]);
            assert_eq!(guest.call(I::Direct3DVertexBuffer, "Unlock", made, &[]), OK);
        }
        let desc = guest.put(&[99u32, 0, 0, 0]);
        assert_eq!(guest.call(I::Direct3DVertexBuffer, "GetVertexBufferDesc", made, &[desc]), OK);
        assert_eq!(guest.get::<4>(desc), [99, caps, 0x1C4, 4]);
    }
}

/// What a draw was given stays what it draws, though nothing has been drawn yet.
#[test]
fn writing_a_buffer_again_leaves_earlier_draws() {
    let mut guest = Guest::new(3);
    let made = buffer(&mut guest, 0, 0xFFFF_0000);
    for flags in [0, 0x2000] {
        assert_eq!(guest.device("DrawPrimitiveVB", &[STRIP, made, 0, 4, 0]), OK);
        fill(&mut guest, made, flags, 0xFF00_FF00);
        assert_eq!(guest.pixel(30, 30), 0xFF_0000);
        assert_eq!(guest.device("DrawPrimitiveVB", &[STRIP, made, 0, 4, 0]), OK);
        assert_eq!(guest.pixel(30, 30), 0x00_FF00);
        fill(&mut guest, made, 0, 0xFFFF_0000);
    }
}

#[test]
fn stages_choose_their_coordinates() {
    let mut guest = Guest::new(3);
    let textures = [[0x00FF_0000, 0x0000_FF00], [0x0000_00FF, 0x0000_0000]]
        .map(|[left, right]| guest.texture(2, X8R8G8B8, &[left, right, left, right]));
    for (stage, texture) in (0u32..).zip(textures) {
        guest.bind(stage, texture);
    }
    // Stage 0 by set 1, stage 1 adds by set 0.
    for (stage, kind, value) in [(0, 11, 1), (1, 11, 0), (1, 1, 7), (1, 2, 2), (1, 3, 1)] {
        assert_eq!(guest.device("SetTextureStageState", &[stage, kind, value]), OK);
    }
    let vertex = |x: f32, y: f32, first: f32, second: f32| {
        let [x, y] = [32.0 + x * 32.0, 32.0 - y * 32.0];
        [x, y, 0.5, 1.0, f32::from_bits(u32::MAX), first, 0.5, second, 0.5].map(f32::to_bits)
    };
    // The first set runs to the right, the second to the left.
    let list: Vec<u32> = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)]
        .into_iter()
        .flat_map(|(x, y)| vertex(x, y, (x + 1.0) * 0.5, (1.0 - x) * 0.5))
        .collect();
    let vertices = guest.put(&list);
    assert_eq!(guest.device("DrawPrimitive", &[STRIP, 0x244, vertices, 4, 0]), OK);
    assert_eq!([guest.pixel(10, 30), guest.pixel(50, 30)], [0x00_FFFF, 0xFF_0000]);
}

#[test]
fn textures_are_targets_and_textures_again() {
    let mut guest = Guest::new(2);
    let target = guest.new_surface(&desc(64, X8R8G8B8, 0x1000 | 0x2000));
    let (_, old) = guest.surface;
    assert_eq!(guest.device("SetRenderTarget", &[target, 0]), OK);
    guest.cover(0xFFAA_00CC);
    assert_eq!(guest.device("SetRenderTarget", &[old, 0]), OK);
    assert_eq!(guest.pixel(30, 30), 0);
    guest.bind(0, target);
    guest.cover(!0);
    assert_eq!(guest.pixel(30, 30), 0xAA_00CC);
}

#[test]
fn multisampling_states_draw_as_before() {
    let mut guest = Guest::new(3);
    guest.set(2, 1);
    guest.cover(0xFF12_3456);
    assert_eq!(guest.pixel(30, 30), 0x12_3456);
}
