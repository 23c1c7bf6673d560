//! Calls with arguments or state that do not allow them.

use retrograph_d3d9::types::{
    ClearFlags, DeclType, DeclUsage, Fvf, LockFlags, Pool, PrimitiveType, RenderState, Usage, VertexElement,
};
use retrograph_d3d9::{Device, Error, Format};

use super::support::{assert_unharmed, device, invalid, quad};

#[test]
fn constants_out_of_range_are_invalid_and_change_nothing() {
    let mut device = device();
    device.set_vertex_shader_constant_f(255, &[[1.0; 4]]).expect("the last register");
    // Registers that only software vertex processing has are taken and dropped.
    device.set_vertex_shader_constant_f(256, &[[2.0; 4]; 7936]).expect("registers that some devices have");
    invalid(device.set_vertex_shader_constant_f(255, &vec![[2.0; 4]; 7938]));
    invalid(device.get_vertex_shader_constant_f(255, 2));
    assert_eq!(device.get_vertex_shader_constant_f(255, 1).expect("a register"), [[1.0; 4]]);
    invalid(device.set_vertex_shader_constant_f(u32::MAX, &[[2.0; 4]; 2]));
    invalid(device.set_pixel_shader_constant_f(224, &[[2.0; 4]]));
    invalid(device.set_vertex_shader_constant_i(16, &[[2; 4]]));
    invalid(device.set_pixel_shader_constant_i(15, &[[2; 4]; 2]));
    invalid(device.set_vertex_shader_constant_b(16, &[true]));
    invalid(device.get_pixel_shader_constant_f(223, 2));
    assert_unharmed(&mut device);
}

#[test]
fn slots_out_of_range_are_invalid() {
    let mut device = device();
    let buffer =
        device.create_vertex_buffer(64, Usage::empty(), Fvf::empty(), Pool::Managed).expect("a buffer");
    invalid(device.set_stream_source(16, Some(buffer), 0, 16));
    invalid(device.set_stream_source_freq(16, 1));
    invalid(device.set_stream_source_freq(0, 0));
    let target = device.get_back_buffer(0).expect("a back buffer");
    invalid(device.set_render_target(4, Some(target)));
    invalid(device.set_render_target(0, None));
    invalid(device.get_back_buffer(7));
    assert_unharmed(&mut device);
}

#[test]
fn draws_with_nothing_bound_are_answered_and_draw_nothing() {
    let mut device = device();
    let draw = |device: &mut Device| {
        let plain = device.draw_primitive(PrimitiveType::TriangleList, 0, 1);
        let indexed = device.draw_indexed_primitive(PrimitiveType::TriangleList, 0, 0, 3, 0, 1);
        for result in [plain, indexed] {
            assert!(!matches!(result, Err(Error::Render(_))), "{result:?}");
        }
    };
    draw(&mut device);
    device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE).expect("a vertex format");
    draw(&mut device);
    device.set_vertex_declaration(None).expect("no declaration");
    draw(&mut device);
    invalid(device.draw_indexed_primitive(PrimitiveType::TriangleList, 0, 0, 3, 0, 1));
    device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE).expect("a vertex format");
    assert_unharmed(&mut device);
}

#[test]
fn user_vertices_that_are_too_few_are_invalid() {
    let mut device = device();
    let vertices = quad(0xffff_ffff);
    invalid(device.draw_primitive_up(PrimitiveType::TriangleStrip, 3, &vertices, 20));
    invalid(device.draw_primitive_up(PrimitiveType::TriangleStrip, u32::MAX, &vertices, 20));
    invalid(device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, u32::MAX));
    let indices = [0u8, 0, 1, 0, 2, 0];
    let list = PrimitiveType::TriangleList;
    invalid(device.draw_indexed_primitive_up(list, 0, 4, 2, &indices, Format::INDEX16, &vertices, 20));
    invalid(device.draw_indexed_primitive_up(list, 0, 4, 1, &indices, Format::INDEX32, &vertices, 20));
    invalid(device.draw_indexed_primitive_up(list, 0, 4, 1, &indices, Format::A8R8G8B8, &vertices, 20));
    assert_unharmed(&mut device);
}

#[test]
fn indices_beyond_the_vertices_are_harmless() {
    let mut device = device();
    let size = 80;
    let buffer =
        device.create_vertex_buffer(size, Usage::empty(), Fvf::empty(), Pool::Managed).expect("a buffer");
    let indices =
        device.create_index_buffer(12, Usage::empty(), Format::INDEX16, Pool::Managed).expect("a buffer");
    let mut lock = device.lock_index_buffer(indices, 0, 0, LockFlags::empty()).expect("a lock");
    lock.bytes_mut().fill(0xff);
    device.unlock_index_buffer(lock).expect("an unlock");
    device.set_stream_source(0, Some(buffer), 0, 20).expect("a stream");
    device.set_indices(Some(indices)).expect("indices");
    for (base, start, count) in
        [(0, 0, 2), (i32::MIN, 0, 2), (i32::MAX, 0, 2), (0, u32::MAX, 2), (0, 0, 60_000)]
    {
        let result = device.draw_indexed_primitive(PrimitiveType::TriangleList, base, 0, 4, start, count);
        assert!(!matches!(result, Err(Error::Render(_))), "{base} {start} {count}: {result:?}");
    }
    for (start, count) in [(0, 60_000), (u32::MAX, 1), (1 << 30, 1)] {
        let result = device.draw_primitive(PrimitiveType::TriangleList, start, count);
        assert!(!matches!(result, Err(Error::Render(_))), "{start} {count}: {result:?}");
    }
    assert_unharmed(&mut device);
}

#[test]
fn draws_from_locked_buffers_read_the_old_content() {
    let mut device = device();
    let buffer =
        device.create_vertex_buffer(80, Usage::empty(), Fvf::empty(), Pool::Managed).expect("a buffer");
    let mut lock = device.lock_vertex_buffer(buffer, 0, 0, LockFlags::empty()).expect("a lock");
    lock.bytes_mut().copy_from_slice(&quad(0xffff_8000));
    device.unlock_vertex_buffer(lock).expect("an unlock");
    let mut lock = device.lock_vertex_buffer(buffer, 0, 0, LockFlags::empty()).expect("a lock");
    lock.bytes_mut().fill(0xff);
    device.set_stream_source(0, Some(buffer), 0, 20).expect("a stream");
    device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
    device.unlock_vertex_buffer(lock).expect("an unlock");
    assert_unharmed(&mut device);
}

#[test]
fn released_ids_are_invalid_everywhere() {
    let mut device = device();
    let empty = Usage::empty();
    let texture = device.create_texture(4, 4, 1, empty, Format::A8R8G8B8, Pool::Managed).expect("a texture");
    let buffer = device.create_vertex_buffer(64, empty, Fvf::empty(), Pool::Managed).expect("a buffer");
    let element = VertexElement::new(0, 0, DeclType::Float3, DeclUsage::Position, 0);
    let declaration = device.create_vertex_declaration(&[element]).expect("a declaration");
    device.release_texture(texture).expect("a release");
    device.release_vertex_buffer(buffer).expect("a release");
    device.release_vertex_declaration(declaration).expect("a release");
    invalid(device.release_texture(texture));
    invalid(device.set_texture(0, Some(texture)));
    invalid(device.get_surface_level(texture, 0));
    invalid(device.set_stream_source(0, Some(buffer), 0, 16));
    invalid(device.lock_vertex_buffer(buffer, 0, 0, LockFlags::empty()));
    invalid(device.set_vertex_declaration(Some(declaration)));
    assert_unharmed(&mut device);
}

#[test]
fn wrong_sizes_of_buffers_and_locks_are_invalid() {
    let mut device = device();
    let empty = Usage::empty();
    invalid(device.create_vertex_buffer(0, empty, Fvf::empty(), Pool::Managed));
    invalid(device.create_index_buffer(16, empty, Format::A8R8G8B8, Pool::Managed));
    let buffer = device.create_vertex_buffer(64, empty, Fvf::empty(), Pool::Managed).expect("a buffer");
    invalid(device.lock_vertex_buffer(buffer, 65, 1, LockFlags::empty()));
    invalid(device.lock_vertex_buffer(buffer, u32::MAX, u32::MAX, LockFlags::empty()));
    // What reaches past the end is cut.
    let lock = device.lock_vertex_buffer(buffer, 60, u32::MAX, LockFlags::empty()).expect("a lock");
    assert_eq!(lock.bytes().len(), 4);
    device.unlock_vertex_buffer(lock).expect("an unlock");
    assert_unharmed(&mut device);
}

#[test]
fn clears_of_planes_that_are_not_there_are_invalid() {
    let mut device = device();
    invalid(device.clear(None, ClearFlags::ZBUFFER, 0, 1.0, 0));
    invalid(device.clear(None, ClearFlags::TARGET | ClearFlags::STENCIL, 0xffff_ffff, 1.0, 0));
    assert_unharmed(&mut device);
}

#[test]
fn states_take_any_value_and_draws_stay_legal() {
    let mut device = device();
    let states: Vec<RenderState> = RenderState::NAMES.iter().map(|(_, state)| *state).collect();
    for state in states {
        let old = device.get_render_state(state).expect("a state");
        for value in [0, 1, 0x7fff_ffff, u32::MAX, 0x7fc0_0000] {
            device.set_render_state(state, value).expect("any value");
            let drawn = device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &quad(0), 20);
            assert!(!matches!(drawn, Err(Error::Render(_))), "{state:?} = {value:#x}: {drawn:?}");
        }
        device.set_render_state(state, old).expect("a state");
        assert_unharmed(&mut device);
    }
}
