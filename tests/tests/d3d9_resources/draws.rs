//! What draws see of resources that change between them.

use retrograph_d3d9::types::values::{TA_TEXTURE, TextureOp};
use retrograph_d3d9::types::{
    CubeFace, Fvf, LockFlags, Pool, PrimitiveType, Rect, RenderState, SamplerStateType, TextureFilter,
    TextureStageState, Usage, Viewport,
};
use retrograph_d3d9::{Device, Format, SurfaceId, TextureId};

use super::support::{NONE, device, finish, plainest_device, read_target, target, words, write, write_rect};

const ARGB: Format = Format::A8R8G8B8;
const RED: u32 = 0xFFFF_0000;
const GREEN: u32 = 0xFF00_FF00;
const BLUE: u32 = 0xFF00_00FF;

/// A device that draws texture 0, unfiltered, to a target of `width` pixels in a row.
fn scene(width: u32) -> (Device, SurfaceId) {
    scene_on(device(), width)
}

fn scene_on(mut device: Device, width: u32) -> (Device, SurfaceId) {
    let surface = target(&mut device, width, 1, ARGB);
    device.set_render_target(0, Some(surface)).expect("set");
    device.set_render_state(RenderState::LIGHTING, 0).expect("set");
    device.set_render_state(RenderState::CULLMODE, 1).expect("set");
    device.set_fvf(Fvf::XYZRHW | Fvf::TEX1).expect("set");
    let select = u32::from(TextureOp::SelectArg1);
    for (state, value) in [
        (TextureStageState::COLOROP, select),
        (TextureStageState::COLORARG1, TA_TEXTURE),
        (TextureStageState::ALPHAOP, select),
        (TextureStageState::ALPHAARG1, TA_TEXTURE),
    ] {
        device.set_texture_stage_state(0, state, value).expect("set");
    }
    (device, surface)
}

/// Vertices of a square of `side` pixels from pixel `x` of row 0: x, y, z, rhw, u, v.
fn square(x: f32, side: f32) -> Vec<u8> {
    let corner =
        |right: f32, bottom: f32| [x - 0.5 + right * side, bottom * side - 0.5, 0.0, 1.0, right, bottom];
    let corners = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0)];
    corners.concat().iter().flat_map(|lane| lane.to_le_bytes()).collect()
}

/// Draws the texture over pixel `x`.
fn draw(device: &mut Device, x: u32) {
    draw_square(device, x as f32, 1.0);
}

/// Draws the texture over a square from pixel `x` of row 0.
fn draw_square(device: &mut Device, x: f32, side: f32) {
    let vertices = square(x, side);
    device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &vertices, 24).expect("a draw");
}

fn texture(device: &mut Device, levels: u32, usage: Usage, pool: Pool) -> (TextureId, SurfaceId) {
    let found = device.create_texture(4, 4, levels, usage, ARGB, pool).expect("a texture");
    (found, device.get_surface_level(found, 0).expect("a level"))
}

fn solid(device: &mut Device, surface: SurfaceId, flags: LockFlags, texel: u32) {
    let desc = device.get_surface_desc(surface).expect("a surface");
    let texels = vec![texel; (desc.width * desc.height) as usize];
    write_rect(device, surface, None, flags, &words(&texels));
}

fn check(mut device: Device, surface: SurfaceId, expected: &[u32]) {
    assert_eq!(read_target(&mut device, surface), words(expected));
    finish(device);
}

#[test]
fn a_texture_that_stays_bound_is_uploaded_at_the_next_draw() {
    for (usage, pool) in [(Usage::empty(), Pool::Managed), (Usage::DYNAMIC, Pool::Default)] {
        let (mut device, surface) = scene(3);
        let (found, level) = texture(&mut device, 1, usage, pool);
        device.set_texture(0, Some(found)).expect("set");
        for (x, texel) in [(0, RED), (1, GREEN), (2, BLUE)] {
            solid(&mut device, level, NONE, texel);
            draw(&mut device, x);
        }
        check(device, surface, &[RED, GREEN, BLUE]);
    }
}

#[test]
fn dynamic_levels_are_discarded_between_draws() {
    let (mut device, surface) = scene(3);
    let (found, level) = texture(&mut device, 1, Usage::DYNAMIC, Pool::Default);
    device.set_texture(0, Some(found)).expect("set");
    for (x, texel) in [(0, RED), (1, GREEN), (2, BLUE)] {
        solid(&mut device, level, LockFlags::DISCARD, texel);
        draw(&mut device, x);
    }
    check(device, surface, &[RED, GREEN, BLUE]);
}

#[test]
fn a_face_changes_between_copies() {
    let mut device = device();
    let found = device.create_cube_texture(1, 1, Usage::RENDERTARGET, ARGB, Pool::Default).expect("a cube");
    let face = device.get_cube_map_surface(found, CubeFace::PositiveZ, 0).expect("a face");
    let surface = target(&mut device, 2, 1, ARGB);
    for (x, texel) in [(0, RED), (1, BLUE)] {
        device.color_fill(face, None, texel).expect("a fill");
        let rect = Some(Rect::new(x, 0, x + 1, 1));
        device.stretch_rect(face, None, surface, rect, TextureFilter::None).expect("a copy");
    }
    check(device, surface, &[RED, BLUE]);
}

#[test]
fn quiet_writes_show_after_they_are_marked_dirty() {
    let (mut device, surface) = scene(4);
    let (found, level) = texture(&mut device, 1, Usage::empty(), Pool::Managed);
    device.set_texture(0, Some(found)).expect("set");
    let quiet = LockFlags::NO_DIRTY_UPDATE;
    solid(&mut device, level, quiet, RED);
    draw(&mut device, 0); // The first content always shows.
    solid(&mut device, level, quiet, GREEN);
    draw(&mut device, 1);
    device.add_dirty_rect(found, None).expect("marked");
    draw(&mut device, 2);
    solid(&mut device, level, quiet, BLUE);
    draw(&mut device, 3);
    check(device, surface, &[RED, RED, GREEN, GREEN]);
}

#[test]
fn draws_while_a_texture_is_locked_see_its_old_content() {
    let (mut device, surface) = scene(3);
    let (found, level) = texture(&mut device, 1, Usage::empty(), Pool::Managed);
    device.set_texture(0, Some(found)).expect("set");
    solid(&mut device, level, NONE, RED);
    draw(&mut device, 0);
    let mut lock = device.lock_rect(level, None, NONE).expect("a lock");
    lock.bytes_mut().copy_from_slice(&words(&[GREEN; 16]));
    draw(&mut device, 1);
    device.unlock_rect(lock).expect("an unlock");
    draw(&mut device, 2);
    check(device, surface, &[RED, RED, GREEN]);
}

#[test]
fn generated_levels_follow_level_0() {
    let (mut device, surface) = scene(3);
    let (found, level) = texture(&mut device, 0, Usage::AUTOGENMIPMAP, Pool::Managed);
    device.set_texture(0, Some(found)).expect("set");
    device.set_sampler_state(0, SamplerStateType::MIPFILTER, TextureFilter::Point.into()).expect("set");
    device.set_sampler_state(0, SamplerStateType::MAXMIPLEVEL, 2).expect("set");
    for (x, texel) in [(0, RED), (1, GREEN)] {
        solid(&mut device, level, NONE, texel);
        draw(&mut device, x);
    }
    device.generate_mip_sub_levels(found).expect("made");
    draw(&mut device, 2);
    check(device, surface, &[RED, GREEN, GREEN]);
}

#[test]
fn generated_levels_follow_what_is_drawn() {
    let (mut device, surface) = scene(2);
    let (found, level) = texture(&mut device, 0, Usage::AUTOGENMIPMAP | Usage::RENDERTARGET, Pool::Default);
    device.set_sampler_state(0, SamplerStateType::MIPFILTER, TextureFilter::Point.into()).expect("set");
    device.set_sampler_state(0, SamplerStateType::MAXMIPLEVEL, 2).expect("set");
    let clear = retrograph_d3d9::types::ClearFlags::TARGET;
    for (x, texel) in [(0, RED), (1, GREEN)] {
        device.set_texture(0, None).expect("set");
        device.set_render_target(0, Some(level)).expect("set");
        device.clear(None, clear, texel, 1.0, 0).expect("a clear");
        device.set_render_target(0, Some(surface)).expect("set");
        device.set_texture(0, Some(found)).expect("set");
        draw(&mut device, x);
    }
    check(device, surface, &[RED, GREEN]);
}

#[test]
fn an_lod_hides_the_largest_levels() {
    let (mut device, surface) = scene(3);
    let (found, level) = texture(&mut device, 2, Usage::empty(), Pool::Managed);
    let second = device.get_surface_level(found, 1).expect("a level");
    solid(&mut device, level, NONE, RED);
    solid(&mut device, second, NONE, GREEN);
    device.set_texture(0, Some(found)).expect("set");
    device.set_viewport(&Viewport { width: 3, height: 1, max_z: 1.0, ..Viewport::default() }).expect("set");
    draw(&mut device, 0);
    assert_eq!(device.set_lod(found, 1), 0);
    draw(&mut device, 1);
    assert_eq!(device.set_lod(found, 0), 1);
    draw(&mut device, 2);
    check(device, surface, &[RED, GREEN, RED]);
}

#[test]
fn lanes_read_as_their_format_says() {
    check_lanes(device());
}

#[test]
fn lanes_read_the_same_without_optional_features() {
    check_lanes(plainest_device());
}

fn check_lanes(device: Device) {
    let half = |value: f32| half_bits(value).to_le_bytes();
    let cases: Vec<(Format, Vec<u8>, u32)> = vec![
        (Format::L8, vec![0x40], 0xFF40_4040),
        (Format::A8, vec![0x40], 0x4000_0000),
        (Format::A8L8, vec![0x20, 0x80], 0x8020_2020),
        (Format::A4L4, vec![0x8F], 0x88FF_FFFF),
        (Format::L16, vec![0x40, 0x40], 0xFF40_4040),
        (Format::X8R8G8B8, vec![1, 2, 3, 0], 0xFF03_0201),
        (Format::X8B8G8R8, vec![1, 2, 3, 0], 0xFF01_0203),
        (Format::R5G6B5, 0xF800_u16.to_le_bytes().to_vec(), 0xFFFF_0000),
        (Format::X1R5G5B5, 0x001F_u16.to_le_bytes().to_vec(), 0xFF00_00FF),
        (Format::A1R5G5B5, 0x03E0_u16.to_le_bytes().to_vec(), 0x0000_FF00),
        (Format::A4R4G4B4, 0x8F0F_u16.to_le_bytes().to_vec(), 0x88FF_00FF),
        (Format::A2R10G10B10, (3_u32 << 30 | 1023 << 20).to_le_bytes().to_vec(), 0xFFFF_0000),
        (Format::A2B10G10R10, (3_u32 << 30 | 1023 << 20).to_le_bytes().to_vec(), 0xFF00_00FF),
        (Format::G16R16, vec![0, 0, 0x40, 0x40], 0xFF00_40FF),
        (Format::A16B16G16R16, vec![1, 1, 2, 2, 3, 3, 4, 4], 0x0401_0203),
        (Format::R16F, half(1.0).to_vec(), 0xFFFF_FFFF),
        (Format::R16F, half(0.0).to_vec(), 0xFF00_FFFF),
        (Format::R32F, 0.0_f32.to_le_bytes().to_vec(), 0xFF00_FFFF),
        (Format::V8U8, vec![127, 0], 0xFFFF_00FF),
        (Format::L6V5U5, (63_u16 << 10).to_le_bytes().to_vec(), 0xFF00_00FF),
        (Format::X8L8V8U8, vec![127, 0, 0x40, 9], 0xFFFF_0040),
        (Format::Q8W8V8U8, vec![127, 0, 0x80, 127], 0xFFFF_0000),
    ];
    let (mut device, surface) = scene_on(device, 1);
    for (format, texel, expected) in cases {
        let found = device.create_texture(1, 1, 1, Usage::empty(), format, Pool::Managed).expect("a texture");
        let level = device.get_surface_level(found, 0).expect("a level");
        write(&mut device, level, &texel);
        device.set_texture(0, Some(found)).expect("set");
        draw(&mut device, 0);
        assert_eq!(read_target(&mut device, surface), words(&[expected]), "{format:?}");
    }
    finish(device);
}

/// The bits of a half float that is 0 or 1.
fn half_bits(value: f32) -> u16 {
    if value == 0.0 { 0 } else { 0x3C00 }
}

#[test]
fn blocks_read_by_value() {
    check_blocks(device());
}

#[test]
fn blocks_read_the_same_without_optional_features() {
    check_blocks(plainest_device());
}

fn check_blocks(device: Device) {
    let color = [0x00, 0xF8, 0x00, 0xF8, 0, 0, 0, 0];
    let cases: [(Format, Vec<u8>, u32); 5] = [
        (Format::DXT1, color.to_vec(), 0xFFFF_0000),
        (Format::DXT3, [[0x88; 8], color].concat(), 0x88FF_0000),
        (Format::DXT5, [[0x40, 0x40, 0, 0, 0, 0, 0, 0], color].concat(), 0x40FF_0000),
        (Format::ATI1, vec![0x40, 0x40, 0, 0, 0, 0, 0, 0], 0xFF40_0000),
        (
            Format::ATI2,
            [[0x40, 0x40, 0, 0, 0, 0, 0, 0], [0x80, 0x80, 0, 0, 0, 0, 0, 0]].concat(),
            0xFF80_40FF,
        ),
    ];
    let (mut device, surface) = scene_on(device, 1);
    for (format, block, expected) in cases {
        let found = device.create_texture(4, 4, 1, Usage::empty(), format, Pool::Managed).expect("a texture");
        let level = device.get_surface_level(found, 0).expect("a level");
        write(&mut device, level, &block);
        device.set_texture(0, Some(found)).expect("set");
        draw(&mut device, 0);
        assert_eq!(read_target(&mut device, surface), words(&[expected]), "{format:?}");
    }
    finish(device);
}

#[test]
fn block_levels_smaller_than_a_block_are_uploaded() {
    for device in [device(), plainest_device()] {
        let (mut device, surface) = scene_on(device, 4);
        let found = device.create_texture(8, 8, 0, Usage::empty(), Format::DXT1, Pool::Managed);
        let found = found.expect("a texture");
        let codes: [u16; 4] = [0xF800, 0x07E0, 0x001F, 0xFFFF];
        for (level, code) in (0..4).zip(codes) {
            let [low, high] = code.to_le_bytes();
            let block = [low, high, low, high, 0, 0, 0, 0];
            let blocks = if level == 0 { block.repeat(4) } else { block.to_vec() };
            let part = device.get_surface_level(found, level).expect("a level");
            write(&mut device, part, &blocks);
        }
        device.set_texture(0, Some(found)).expect("set");
        device.set_sampler_state(0, SamplerStateType::MIPFILTER, TextureFilter::Point.into()).expect("set");
        device.set_render_state(RenderState::SCISSORTESTENABLE, 1).expect("set");
        for level in 0..4_u32 {
            device.set_sampler_state(0, SamplerStateType::MAXMIPLEVEL, level).expect("set");
            // Larger than its 8 texels, so that it is magnified and the largest level that is left is taken.
            let left = i32::try_from(level).expect("small");
            device.set_scissor_rect(Rect::new(left, 0, left + 1, 1)).expect("set");
            draw_square(&mut device, 0.0, 64.0);
        }
        check(device, surface, &[RED, GREEN, BLUE, 0xFFFF_FFFF]);
    }
}

/// Draws with a vertex buffer of one quad that moves to the right between draws.
fn moving(usage: Usage, pool: Pool, flags: LockFlags) {
    let (mut device, surface) = scene(3);
    let (found, level) = texture(&mut device, 1, Usage::empty(), Pool::Managed);
    device.set_texture(0, Some(found)).expect("set");
    let buffer = device.create_vertex_buffer(96, usage, Fvf::empty(), pool).expect("a buffer");
    device.set_stream_source(0, Some(buffer), 0, 24).expect("set");
    for (x, texel) in [(0, RED), (1, GREEN), (2, BLUE)] {
        solid(&mut device, level, NONE, texel);
        let mut lock = device.lock_vertex_buffer(buffer, 0, 0, flags).expect("a lock");
        lock.bytes_mut().copy_from_slice(&square(x as f32, 1.0));
        device.unlock_vertex_buffer(lock).expect("an unlock");
        device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
    }
    check(device, surface, &[RED, GREEN, BLUE]);
}

#[test]
fn vertices_change_between_draws() {
    moving(Usage::empty(), Pool::Managed, NONE);
    moving(Usage::empty(), Pool::SystemMem, NONE);
    moving(Usage::empty(), Pool::Default, NONE);
    moving(Usage::DYNAMIC, Pool::Default, LockFlags::DISCARD);
    // Managed buffers keep their order whatever a lock promises.
    moving(Usage::empty(), Pool::Managed, LockFlags::NOOVERWRITE);
}

#[test]
fn vertices_are_appended_without_overwriting() {
    let (mut device, surface) = scene(2);
    let (found, level) = texture(&mut device, 1, Usage::empty(), Pool::Managed);
    device.set_texture(0, Some(found)).expect("set");
    solid(&mut device, level, NONE, RED);
    let buffer = device.create_vertex_buffer(192, Usage::DYNAMIC, Fvf::empty(), Pool::Default);
    let buffer = buffer.expect("a buffer");
    device.set_stream_source(0, Some(buffer), 0, 24).expect("set");
    for x in 0..2 {
        let flags = if x == 0 { LockFlags::DISCARD } else { LockFlags::NOOVERWRITE };
        let mut lock = device.lock_vertex_buffer(buffer, x * 96, 96, flags).expect("a lock");
        lock.bytes_mut().copy_from_slice(&square(x as f32, 1.0));
        device.unlock_vertex_buffer(lock).expect("an unlock");
        device.draw_primitive(PrimitiveType::TriangleStrip, x * 4, 2).expect("a draw");
    }
    check(device, surface, &[RED, RED]);
}

#[test]
fn a_released_texture_is_unbound() {
    let (mut device, surface) = scene(2);
    let (found, level) = texture(&mut device, 1, Usage::empty(), Pool::Managed);
    device.set_texture(0, Some(found)).expect("set");
    solid(&mut device, level, NONE, RED);
    draw(&mut device, 0);
    device.release_texture(found).expect("released");
    device.color_fill(surface, Some(Rect::new(1, 0, 2, 1)), BLUE).expect("a fill");
    assert_eq!(read_target(&mut device, surface), words(&[RED, BLUE]));
    finish(device);
}
