//! Texture stages and what follows them: fog by a table, depth textures, and the bias of levels.

use retrograph_d3d9::types::{
    ClearFlags, Fvf, LockFlags, Matrix, Pool, PrimitiveType, RenderState, SamplerStateType,
    TextureStageState, Transform, Usage,
};
use retrograph_d3d9::{Format, TextureId};

use super::support::{IDENTITY, Probe, assemble, assert_near, words};

/// w is the eye's z, and depth between 0 and 1 from z 1 to 21.
const PERSPECTIVE: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.05, 1.0], [0.0, 0.0, -1.05, 0.0]];

/// A device with the fixed pixel stage, which shows `argument` of stage 0.
fn probe(argument: u32) -> Probe {
    let mut probe = Probe::new();
    probe.transform(Transform::PROJECTION, IDENTITY);
    stage(&mut probe, TextureStageState::COLOROP, 2);
    stage(&mut probe, TextureStageState::COLORARG1, argument);
    probe
}

fn stage(probe: &mut Probe, state: TextureStageState, value: u32) {
    probe.device.set_texture_stage_state(0, state, value).expect("set");
}

/// What a quad over the whole target shows at one pixel, with `coordinates` at every corner.
fn quad<const N: usize>(probe: &mut Probe, [width, z]: [f32; 2], coordinates: [[f32; N]; 4]) -> [f32; 4] {
    let corners = [[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    let corner = |([x, y], coordinates): ([f32; 2], [f32; N])| {
        [&words([x * width, y * width, z])[..], &words(coordinates)].concat()
    };
    let vertices: Vec<u32> = corners.into_iter().zip(coordinates).flat_map(corner).collect();
    let sets = if N == 0 { Fvf::empty() } else { Fvf::TEX1 | Fvf::with_texcoord_size(0, N as u32) };
    probe.device.set_fvf(Fvf::XYZ | sets).expect("set");
    probe.clear();
    probe.draw(PrimitiveType::TriangleStrip, 2, &vertices, 3 + N);
    probe.pixels()[27]
}

/// What fog leaves of white, on black.
fn left(probe: &mut Probe, place: [f32; 2]) -> f32 {
    quad(probe, place, [[]; 4])[0]
}

fn near(found: f32, expected: f32, what: &str) {
    assert!((found - expected).abs() < 1e-4, "{what}: {found} instead of {expected}");
}

fn fog(probe: &mut Probe, [start, end, density]: [f32; 3]) {
    probe.set(&[(RenderState::FOGENABLE, 1), (RenderState::FOGCOLOR, 0)]);
    probe.set_float(RenderState::FOGSTART, start);
    probe.set_float(RenderState::FOGEND, end);
    probe.set_float(RenderState::FOGDENSITY, density);
}

#[test]
fn tables_go_by_depth_without_perspective() {
    let mut probe = probe(0);
    fog(&mut probe, [0.125, 0.625, 2.0]);
    for z in [0.125f32, 0.25, 0.5, 0.75] {
        let product = z * 2.0;
        let factors = [(-product).exp(), (-product * product).exp(), ((0.625 - z) / 0.5).clamp(0.0, 1.0)];
        for (mode, factor) in (1..).zip(factors) {
            // The mode of vertices counts no more.
            probe.set(&[(RenderState::FOGTABLEMODE, mode), (RenderState::FOGVERTEXMODE, 4 - mode)]);
            near(left(&mut probe, [1.0, z]), factor, &format!("mode {mode} at {z}"));
        }
    }
    probe.finish();
}

#[test]
fn tables_go_by_w_with_perspective() {
    let mut probe = probe(0);
    probe.transform(Transform::PROJECTION, PERSPECTIVE);
    fog(&mut probe, [2.0, 10.0, 0.25]);
    for z in [1.5f32, 4.0, 9.0] {
        let product = z * 0.25;
        let factors = [(-product).exp(), (-product * product).exp(), ((10.0 - z) / 8.0).clamp(0.0, 1.0)];
        for (mode, factor) in (1..).zip(factors) {
            probe.set(&[(RenderState::FOGTABLEMODE, mode)]);
            near(left(&mut probe, [z, z]), factor, &format!("mode {mode} at {z}"));
        }
    }
    // Shaders of models 1 and 2 are fogged alike, those of model 3 are not.
    probe.set(&[(RenderState::FOGTABLEMODE, 3)]);
    for (text, factor) in [
        ("ps_1_4\nmov r0, v0", 0.75),
        ("ps_2_0\ndcl v0\nmov oC0, v0", 0.75),
        ("ps_3_0\ndcl_color v0\nmov oC0, v0", 1.0),
    ] {
        let shader = probe.device.create_pixel_shader(&assemble(text)).expect("a shader");
        probe.device.set_pixel_shader(Some(shader)).expect("set");
        near(left(&mut probe, [4.0, 4.0]), factor, text);
    }
    probe.finish();
}

#[test]
fn modes_of_fog_that_are_none_act_as_none_and_read_back() {
    let mut probe = probe(0);
    fog(&mut probe, [0.0, 1.0, 1.0]);
    for odd in [4, 77, u32::MAX] {
        probe.set(&[(RenderState::FOGTABLEMODE, odd), (RenderState::FOGVERTEXMODE, 3)]);
        near(left(&mut probe, [1.0, 0.25]), 0.75, "by vertex");
        assert_eq!(probe.device.get_render_state(RenderState::FOGTABLEMODE).expect("an answer"), odd);
        probe.set(&[(RenderState::FOGTABLEMODE, 3), (RenderState::FOGVERTEXMODE, odd)]);
        near(left(&mut probe, [1.0, 0.25]), 0.75, "by table");
        assert_eq!(probe.device.get_render_state(RenderState::FOGVERTEXMODE).expect("an answer"), odd);
        probe.set(&[(RenderState::FOGTABLEMODE, 0)]);
        near(left(&mut probe, [1.0, 0.25]), 1.0, "by the second colour, which is not there");
    }
    probe.finish();
}

#[test]
fn operations_and_arguments_that_are_none_act_as_the_default_and_read_back() {
    let mut probe = probe(0);
    // Alpha is that of the texture, which is not there.
    let factor = [0.25, 0.5, 0.75, 0.0];
    probe.set(&[(RenderState::TEXTUREFACTOR, 0xFF40_80BF)]);
    for odd in [0, 27, 1000, u32::MAX] {
        stage(&mut probe, TextureStageState::COLOROP, odd);
        stage(&mut probe, TextureStageState::COLORARG1, 3);
        let shown = quad(&mut probe, [1.0, 0.5], [[]; 4]);
        // MODULATE by the second argument, which is white.
        assert!(shown.iter().zip(factor).all(|(a, b)| (a - b).abs() < 3e-3), "{odd}: {shown:?}");
        let read = probe.device.get_texture_stage_state(0, TextureStageState::COLOROP);
        assert_eq!(read.expect("an answer"), odd);
    }
    for odd in [7, 0xF, 0xFFFF_FF0F] {
        stage(&mut probe, TextureStageState::COLOROP, 2);
        stage(&mut probe, TextureStageState::COLORARG1, odd & !0x30);
        // TEXTURE, of which there is none: the stage is off.
        assert_eq!(quad(&mut probe, [1.0, 0.5], [[]; 4]), [1.0; 4], "{odd:#x}");
        let read = probe.device.get_texture_stage_state(0, TextureStageState::COLORARG1);
        assert_eq!(read.expect("an answer"), odd & !0x30);
    }
    probe.finish();
}

/// A depth texture of one depth.
fn depth_texture(probe: &mut Probe, format: Format, depth: f32) -> TextureId {
    let device = &mut probe.device;
    let texture = device.create_texture(8, 8, 1, Usage::DEPTHSTENCIL, format, Pool::Default);
    let texture = texture.expect("a texture");
    let surface = device.get_surface_level(texture, 0).expect("a level");
    let before = device.get_depth_stencil_surface().ok();
    device.set_depth_stencil_surface(Some(surface)).expect("set");
    device.clear(None, ClearFlags::ZBUFFER, 0, depth, 0).expect("a clear");
    device.set_depth_stencil_surface(before).expect("set");
    texture
}

#[test]
fn depth_textures_are_compared_with_the_third_coordinate() {
    let mut probe = probe(2);
    for format in [Format::D16, Format::D24X8, Format::D24S8] {
        let texture = depth_texture(&mut probe, format, 0.5);
        probe.device.set_texture(0, Some(texture)).expect("set");
        for (reference, expected) in [(0.25, 1.0), (0.75, 0.0)] {
            stage(&mut probe, TextureStageState::TEXTURETRANSFORMFLAGS, 0);
            let shown = quad(&mut probe, [1.0, 0.5], [[0.5, 0.5, reference]; 4]);
            assert_near(shown, [expected; 4], &format!("{format:?} at {reference}"));
            // Projected: everything is divided by the last.
            stage(&mut probe, TextureStageState::TEXTURETRANSFORMFLAGS, 256);
            let shown = quad(&mut probe, [1.0, 0.5], [[2.0, 2.0, reference * 4.0, 4.0]; 4]);
            assert_near(shown, [expected; 4], &format!("{format:?} at {reference}, projected"));
        }
    }
    probe.finish();
}

#[test]
fn a_bias_moves_stages_to_other_levels() {
    let mut probe = probe(2);
    let levels = [0xFFFF_0000u32, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF];
    let colors = [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [1.0; 4]];
    let device = &mut probe.device;
    let texture = device.create_texture(8, 8, 4, Usage::empty(), Format::A8R8G8B8, Pool::Managed);
    let texture = texture.expect("a texture");
    for (level, color) in (0..).zip(levels) {
        let surface = device.get_surface_level(texture, level).expect("a level");
        let mut lock = device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
        lock.bytes_mut().chunks_exact_mut(4).for_each(|texel| texel.copy_from_slice(&color.to_le_bytes()));
        device.unlock_rect(lock).expect("an unlock");
    }
    device.set_texture(0, Some(texture)).expect("set");
    device.set_sampler_state(0, SamplerStateType::MIPFILTER, 1).expect("set");
    let over = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    for (bias, level) in [(0.0f32, 0), (1.0, 1), (2.0, 2), (3.0, 3), (9.0, 3), (-2.0, 0), (f32::NAN, 0)] {
        let device = &mut probe.device;
        device.set_sampler_state(0, SamplerStateType::MIPMAPLODBIAS, bias.to_bits()).expect("set");
        assert_eq!(quad(&mut probe, [1.0, 0.5], over), colors[level], "bias {bias}");
    }
    // A texture of half the size: one level more by itself.
    let device = &mut probe.device;
    device.set_sampler_state(0, SamplerStateType::MIPMAPLODBIAS, 0).expect("set");
    let twice = over.map(|place| place.map(|lane| lane * 2.0));
    assert_eq!(quad(&mut probe, [1.0, 0.5], twice), colors[1]);
    probe.finish();
}
