//! Values that a state does not have: kept as they are, and drawn as the state's default. Each row says with which other
//! states that is seen, and a value that is drawn differently, so that the picture shows the state at all.

use retrograph_d3d9::types::{
    Fvf, LockFlags, Pool, PrimitiveType, RenderState as Rs, SamplerStateType as Ss, TextureStageState as Ts,
    Usage,
};
use retrograph_d3d9::{Device, Error, Format};

use super::support::{EDGE, Scene, depth};

/// Numbers that no state names anything with.
const WILD: [u32; 4] = [0x7777, 0x8000_0000, u32::MAX, 0x7FC0_0000];

/// A state, its default, a value that is drawn differently, values that mean nothing, and the states around it.
type Row = (Rs, u32, u32, &'static [u32], &'static [(Rs, u32)]);

const BLEND: [(Rs, u32); 3] = [(Rs::ALPHABLENDENABLE, 1), (Rs::SRCBLEND, 5), (Rs::DESTBLEND, 6)];
const APART: [(Rs, u32); 4] = [
    (Rs::ALPHABLENDENABLE, 1),
    (Rs::SEPARATEALPHABLENDENABLE, 1),
    (Rs::SRCBLENDALPHA, 5),
    (Rs::DESTBLENDALPHA, 7),
];
const STENCIL: [(Rs, u32); 3] = [(Rs::STENCILENABLE, 1), (Rs::STENCILPASS, 7), (Rs::STENCILFUNC, 3)];
const SIDES: [(Rs, u32); 5] = [
    (Rs::STENCILENABLE, 1),
    (Rs::TWOSIDEDSTENCILMODE, 1),
    (Rs::CCW_STENCILFUNC, 3),
    (Rs::CCW_STENCILPASS, 7),
    (Rs::CULLMODE, 1),
];
const FAILING: [(Rs, u32); 4] =
    [(Rs::STENCILENABLE, 1), (Rs::STENCILFUNC, 3), (Rs::STENCILREF, 1), (Rs::STENCILPASS, 7)];
const FAILING_SIDES: [(Rs, u32); 5] = [
    (Rs::STENCILENABLE, 1),
    (Rs::TWOSIDEDSTENCILMODE, 1),
    (Rs::CCW_STENCILFUNC, 3),
    (Rs::STENCILREF, 1),
    (Rs::CULLMODE, 1),
];
const HIDDEN: [(Rs, u32); 3] = [(Rs::STENCILENABLE, 1), (Rs::STENCILFUNC, 4), (Rs::ZFUNC, 5)];
const HIDDEN_SIDES: [(Rs, u32); 5] = [
    (Rs::STENCILENABLE, 1),
    (Rs::TWOSIDEDSTENCILMODE, 1),
    (Rs::CCW_STENCILFUNC, 4),
    (Rs::ZFUNC, 5),
    (Rs::CULLMODE, 1),
];

const ROWS: [Row; 24] = [
    (Rs::SHADEMODE, 2, 1, &[0, 4], &[]),
    (Rs::SRCBLEND, 2, 1, &[0, 18], &BLEND),
    (Rs::DESTBLEND, 1, 2, &[0, 18], &BLEND),
    (Rs::BLENDOP, 1, 3, &[0, 6], &BLEND),
    (Rs::SRCBLENDALPHA, 2, 1, &[0, 18], &APART),
    (Rs::DESTBLENDALPHA, 1, 2, &[0, 18], &APART),
    (Rs::BLENDOPALPHA, 1, 3, &[0, 6], &APART),
    (Rs::CULLMODE, 3, 1, &[0, 4], &[]),
    (Rs::ZFUNC, 4, 5, &[0, 9], &[]),
    (Rs::ALPHAFUNC, 8, 1, &[0, 9], &[(Rs::ALPHATESTENABLE, 1)]),
    (Rs::STENCILFUNC, 8, 1, &[0, 9], &[(Rs::STENCILENABLE, 1)]),
    (Rs::STENCILPASS, 1, 7, &[0, 9], &STENCIL),
    (Rs::STENCILFAIL, 1, 7, &[0, 9], &FAILING),
    (Rs::STENCILZFAIL, 1, 7, &[0, 9], &HIDDEN),
    (
        Rs::CCW_STENCILFUNC,
        8,
        1,
        &[0, 9],
        &[(Rs::STENCILENABLE, 1), (Rs::TWOSIDEDSTENCILMODE, 1), (Rs::CULLMODE, 1)],
    ),
    (Rs::CCW_STENCILPASS, 1, 7, &[0, 9], &SIDES),
    (Rs::CCW_STENCILFAIL, 1, 7, &[0, 9], &FAILING_SIDES),
    (Rs::CCW_STENCILZFAIL, 1, 7, &[0, 9], &HIDDEN_SIDES),
    // What is not a flag's 0 is on, whatever else it is.
    (Rs::ZENABLE, 1, 0, &[2, 3], &[]),
    (Rs::ZWRITEENABLE, 1, 0, &[2], &[]),
    (Rs::ALPHABLENDENABLE, 1, 0, &[2], &[(Rs::SRCBLEND, 5), (Rs::DESTBLEND, 6)]),
    (Rs::SCISSORTESTENABLE, 1, 0, &[2], &[]),
    (Rs::ALPHATESTENABLE, 1, 0, &[2], &[(Rs::ALPHAFUNC, 5), (Rs::ALPHAREF, 0x90)]),
    (Rs::STENCILENABLE, 1, 0, &[2], &[(Rs::STENCILFUNC, 1)]),
];

fn corners(edges: [f32; 4], z: f32, colors: [u32; 4]) -> Vec<u8> {
    let [left, top, right, bottom] = edges;
    let places = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let vertex = |((x, y), color): ((f32, f32), u32)| {
        [(x - 0.5).to_bits(), (y - 0.5).to_bits(), z.to_bits(), 1f32.to_bits(), color]
    };
    places.into_iter().zip(colors).flat_map(vertex).flat_map(u32::to_le_bytes).collect()
}

/// Squares of both windings, near and far, translucent and shaded, over each other.
fn picture(around: &[(Rs, u32)], state: Rs, value: u32) -> Vec<u32> {
    let mut scene = Scene::new();
    let surface = depth(&mut scene.device, EDGE, Format::D24S8, 0);
    scene.bind_depth(surface);
    scene.clear(0x8040_80C0);
    scene.device.set_scissor_rect(retrograph_d3d9::types::Rect::new(0, 0, 8, 6)).expect("set");
    scene.set(&[(Rs::CULLMODE, 3)]);
    scene.set(around);
    scene.set(&[(state, value)]);
    assert_eq!(scene.device.get_render_state(state).expect("kept"), value);
    let draw = |scene: &mut Scene, edges: [f32; 4], z: f32, colors: [u32; 4]| {
        let bytes = corners(edges, z, colors);
        scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 20).expect("a draw");
    };
    let shaded = [0x80FF_0000, 0xFF00_FF00, 0x4000_00FF, 0xC0FF_FFFF];
    draw(&mut scene, [0.0, 0.0, 6.0, 6.0], 0.5, shaded);
    draw(&mut scene, [1.0, 1.0, 8.0, 8.0], 0.25, shaded);
    draw(&mut scene, [2.0, 2.0, 5.0, 7.0], 0.75, [0xA0FF_8000; 4]);
    // From right to left.
    draw(&mut scene, [8.0, 0.0, 3.0, 5.0], 0.125, shaded);
    draw(&mut scene, [8.0, 3.0, 4.0, 8.0], 0.875, shaded);
    // Stencil values show where they are told apart.
    let mut texels = scene.read(scene.target);
    scene.set(&[
        (Rs::STENCILENABLE, 1),
        (Rs::TWOSIDEDSTENCILMODE, 0),
        (Rs::STENCILFUNC, 3),
        (Rs::ZENABLE, 0),
        (Rs::ALPHABLENDENABLE, 0),
        (Rs::ALPHATESTENABLE, 0),
        (Rs::SCISSORTESTENABLE, 0),
        (Rs::CULLMODE, 1),
    ]);
    for (reference, color) in [(0, 0xFF00_0000), (1, 0xFF00_0001), (2, 0xFF00_0002), (3, 0xFF00_0003)] {
        scene.set(&[(Rs::STENCILREF, reference), (Rs::STENCILFAIL, 1), (Rs::STENCILPASS, 1)]);
        draw(&mut scene, [0.0, 0.0, 8.0, 8.0], 0.5, [color; 4]);
    }
    texels.extend(scene.read(scene.target));
    scene.finish();
    texels
}

#[test]
fn render_states_act_as_the_default_where_a_value_means_nothing() {
    for (state, default, other, wrong, around) in ROWS {
        let wanted = picture(around, state, default);
        assert!(wanted != picture(around, state, other), "{state:?} is not seen");
        for &value in wrong.iter().chain(&WILD) {
            assert!(wanted == picture(around, state, value), "{state:?} = {value:#x}");
        }
    }
}

/// A state of which some bits count, a value, another that is the same, and the states around it.
type Same = (Rs, u32, u32, &'static [(Rs, u32)]);

#[test]
fn bits_that_a_state_does_not_have_do_not_count() {
    let rows: [Same; 6] = [
        (Rs::COLORWRITEENABLE, 5, 0xFFFF_FFF5, &[]),
        (Rs::ALPHAREF, 0x90, 0xABCD_0090, &[(Rs::ALPHATESTENABLE, 1), (Rs::ALPHAFUNC, 5)]),
        (Rs::STENCILREF, 1, 0x701, &STENCIL),
        (Rs::STENCILMASK, 0xFF, u32::MAX, &STENCIL),
        (Rs::STENCILWRITEMASK, 1, 0xFFFF_FF01, &STENCIL),
        (Rs::CLIPPLANEENABLE, 0, 0xFFFF_FFC0, &[]),
    ];
    for (state, value, same, around) in rows {
        assert!(picture(around, state, value) == picture(around, state, same), "{state:?}");
    }
}

/// A texture of two levels, 4x4 texels of all colours, read with these states on a quarter of a texel a pixel or on four.
fn sampled(states: &[(Ss, u32)], texels: f32) -> Vec<u32> {
    let mut scene = Scene::new();
    let device = &mut scene.device;
    let made = device.create_texture(4, 4, 2, Usage::empty(), Format::A8R8G8B8, Pool::Managed);
    let texture = made.expect("a texture");
    for level in 0..2 {
        let surface = device.get_surface_level(texture, level).expect("a level");
        let mut lock = device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
        for (index, byte) in lock.bytes_mut().iter_mut().enumerate() {
            *byte = (index as u8).wrapping_mul(37).wrapping_add(level as u8 * 101);
        }
        device.unlock_rect(lock).expect("an unlock");
    }
    device.set_texture(0, Some(texture)).expect("set");
    for &(state, value) in states {
        device.set_sampler_state(0, state, value).expect("any value is taken");
        assert_eq!(device.get_sampler_state(0, state).expect("kept"), value);
    }
    for state in [Ts::COLOROP, Ts::ALPHAOP] {
        device.set_texture_stage_state(0, state, 2).expect("set");
    }
    device.set_fvf(Fvf::XYZRHW | Fvf::TEX1).expect("set");
    let (low, high) = (-0.4f32, -0.4 + texels * EDGE as f32 / 4.0);
    let end = EDGE as f32 - 0.5;
    let places =
        [(-0.5, -0.5, low, low), (end, -0.5, high, low), (-0.5, end, low, high), (end, end, high, high)];
    let floats = places.into_iter().flat_map(|(x, y, u, v): (f32, f32, f32, f32)| [x, y, 0.25, 1.0, u, v]);
    let bytes: Vec<u8> = floats.flat_map(f32::to_le_bytes).collect();
    device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 24).expect("a draw");
    let texels = scene.read(scene.target);
    scene.finish();
    texels
}

#[test]
fn sampler_states_act_as_the_default_where_a_value_means_nothing() {
    // A state, its default, a value that is drawn differently, values that mean nothing, the states around it, and how
    // many texels a pixel there are.
    type Row = (Ss, u32, u32, &'static [u32], &'static [(Ss, u32)], f32);
    let rows: [Row; 9] = [
        (Ss::ADDRESSU, 1, 3, &[0, 6], &[], 0.25),
        (Ss::ADDRESSV, 1, 3, &[0, 6], &[], 0.25),
        (Ss::MAGFILTER, 1, 2, &[0, 9], &[], 0.25),
        (Ss::MINFILTER, 1, 2, &[0, 9], &[], 1.7),
        (Ss::MIPFILTER, 0, 1, &[9], &[], 4.0),
        (Ss::MIPMAPLODBIAS, 0, 0x40A0_0000, &[0x7F80_0000, 0xFF80_0000], &[(Ss::MIPFILTER, 1)], 0.25),
        // What is past the last level is the last level.
        (Ss::MAXMIPLEVEL, 1, 0, &[2, 15, 16], &[(Ss::MIPFILTER, 1)], 0.25),
        // Of a flag only the lowest bit counts.
        (Ss::SRGBTEXTURE, 0, 1, &[2, 0x10], &[], 0.25),
        (Ss::SRGBTEXTURE, 1, 0, &[3, 0x11], &[], 0.25),
    ];
    for (state, default, other, wrong, around, texels) in rows {
        let with = |value| sampled(&[around, &[(state, value)]].concat(), texels);
        let wanted = with(default);
        if state != Ss::SRGBTEXTURE || super::support::direct3d().gpu().caps.srgb_views {
            assert!(wanted != with(other), "{state:?} is not seen");
        }
        let odd = state == Ss::SRGBTEXTURE && default == 1;
        let wild = WILD.into_iter().filter(|value| match state {
            // A number too is a bias.
            Ss::MIPMAPLODBIAS => !f32::from_bits(*value).is_finite(),
            Ss::SRGBTEXTURE => (value & 1 == 1) == odd,
            _ => true,
        });
        for value in wrong.iter().copied().chain(wild) {
            assert!(wanted == with(value), "{state:?} = {value:#x}");
        }
    }
}

#[test]
fn how_much_anisotropy_there_may_be_has_ends() {
    let with = |value: u32| {
        sampled(
            &[(Ss::MINFILTER, 3), (Ss::MAGFILTER, 3), (Ss::MIPFILTER, 2), (Ss::MAXANISOTROPY, value)],
            1.7,
        )
    };
    assert!(with(0) == with(1));
    assert!(with(17) == with(16) && with(u32::MAX) == with(16));
}

/// All that a program can ask about the states.
fn seen(device: &Device) -> Vec<u32> {
    let render = (0..256).map(|state| device.get_render_state(Rs(state)).expect("a state"));
    let samplers = (0..16).chain(257..261);
    let sampler = samplers.flat_map(|index| (1..14).map(move |state| (index, state)));
    let sampler = sampler.map(|(index, state)| device.get_sampler_state(index, Ss(state)).expect("a state"));
    let stage = (0..8).flat_map(|index| (1..33).map(move |state| (index, state)));
    let stage =
        stage.map(|(index, state)| device.get_texture_stage_state(index, Ts(state)).expect("a state"));
    let planes = (0..6).flat_map(|index| device.get_clip_plane(index).expect("a plane").map(f32::to_bits));
    render.chain(sampler).chain(stage).chain(planes).collect()
}

#[test]
fn calls_about_what_is_not_there_change_nothing() {
    let mut scene = Scene::new();
    let device = &mut scene.device;
    device.set_clip_plane(5, [1.0, 2.0, 3.0, 4.0]).expect("set");
    let before = seen(device);
    // Set: taken and ignored.
    for state in [256, 1000, u32::MAX] {
        device.set_render_state(Rs(state), 1).expect("ignored");
    }
    for sampler in [16, 17, 255, 256, 261, u32::MAX] {
        device.set_sampler_state(sampler, Ss::MAGFILTER, 2).expect("ignored");
        device.set_texture(sampler, None).expect("ignored");
    }
    for state in [14, 100, u32::MAX] {
        device.set_sampler_state(0, Ss(state), 2).expect("ignored");
    }
    for (stage, state) in [(8, 1), (u32::MAX, 1), (0, 33), (0, u32::MAX)] {
        device.set_texture_stage_state(stage, Ts(state), 2).expect("ignored");
    }
    assert!(seen(device) == before);
    // Get: invalid.
    let answers = [
        device.get_render_state(Rs(256)),
        device.get_render_state(Rs(u32::MAX)),
        device.get_sampler_state(16, Ss::MAGFILTER),
        device.get_sampler_state(255, Ss::MAGFILTER),
        device.get_sampler_state(261, Ss::MAGFILTER),
        device.get_sampler_state(u32::MAX, Ss::MAGFILTER),
        device.get_sampler_state(0, Ss(14)),
        device.get_texture_stage_state(8, Ts::COLOROP),
        device.get_texture_stage_state(0, Ts(33)),
    ];
    for (index, answer) in answers.into_iter().enumerate() {
        assert!(matches!(answer, Err(Error::InvalidCall)), "call {index}: {answer:?}");
    }
    // The number of a plane is held to the last.
    assert_eq!(device.get_clip_plane(77).expect("the last"), [1.0, 2.0, 3.0, 4.0]);
    device.set_clip_plane(u32::MAX, [4.0, 3.0, 2.0, 1.0]).expect("the last");
    assert_eq!(device.get_clip_plane(5).expect("a plane"), [4.0, 3.0, 2.0, 1.0]);
    scene.finish();
}

#[test]
fn states_that_only_have_a_value_keep_any() {
    let mut scene = Scene::new();
    // Numbers that are listed nowhere are kept too.
    for state in [1u32, 10, 50, 61, 127, 149, 197, 210, 255] {
        for value in WILD {
            scene.device.set_render_state(Rs(state), value).expect("set");
            assert_eq!(scene.device.get_render_state(Rs(state)).expect("kept"), value, "state {state}");
        }
    }
    scene.finish();
}
