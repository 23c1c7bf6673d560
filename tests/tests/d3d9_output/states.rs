//! Each state of rasterizer and output merger, against what its documentation says, worked out here.

use retrograph_d3d9::Format;
use retrograph_d3d9::types::{ClearFlags, Fvf, PrimitiveType, RenderState, Transform, Viewport};

use super::support::{BLACK, BLUE, EDGE, GREEN, RED, Scene, WHOLE, depth, direct3d, target};

const LEFT: [f32; 4] = [0.0, 0.0, 4.0, EDGE as f32];
const RIGHT: [f32; 4] = [4.0, 0.0, EDGE as f32, EDGE as f32];

fn lanes(argb: u32) -> [f64; 4] {
    [16, 8, 0, 24].map(|shift| f64::from((argb >> shift) as u8) / 255.0)
}

/// A blend factor in a lane: 0–2 colour, 3 alpha.
fn factor(code: u32, lane: usize, s: [f64; 4], d: [f64; 4], constant: [f64; 4]) -> f64 {
    match code {
        1 => 0.0,
        2 => 1.0,
        3 => s[lane],
        4 => 1.0 - s[lane],
        5 => s[3],
        6 => 1.0 - s[3],
        7 => d[3],
        8 => 1.0 - d[3],
        9 => d[lane],
        10 => 1.0 - d[lane],
        11 if lane == 3 => 1.0,
        11 => s[3].min(1.0 - d[3]),
        14 => constant[lane],
        15 => 1.0 - constant[lane],
        _ => panic!("no such factor"),
    }
}

/// What a blend of these factors and this operation leaves in a lane.
fn blended(lane: usize, [from, to, op]: [u32; 3], s: [f64; 4], d: [f64; 4], constant: [f64; 4]) -> f64 {
    let (from, to) = (factor(from, lane, s, d, constant), factor(to, lane, s, d, constant));
    match op {
        1 => s[lane] * from + d[lane] * to,
        2 => s[lane] * from - d[lane] * to,
        3 => d[lane] * to - s[lane] * from,
        4 => s[lane].min(d[lane]),
        _ => s[lane].max(d[lane]),
    }
}

const FACTORS: [u32; 13] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15];

fn check_blend(scene: &mut Scene, opaque: bool, color: [u32; 3], alpha: [u32; 3]) {
    let (source, below, constant) = (0x60E0_9030, 0xA010_C050, 0x4080_20C0);
    scene.set(&[
        (RenderState::SRCBLEND, color[0]),
        (RenderState::DESTBLEND, color[1]),
        (RenderState::BLENDOP, color[2]),
        (RenderState::SRCBLENDALPHA, alpha[0]),
        (RenderState::DESTBLENDALPHA, alpha[1]),
        (RenderState::BLENDOPALPHA, alpha[2]),
        (RenderState::BLENDFACTOR, constant),
    ]);
    scene.clear(below);
    scene.square(WHOLE, 0.5, source);
    let found = lanes(scene.pixel(3, 3));
    let mut under = lanes(below);
    if opaque {
        under[3] = 1.0;
    }
    for lane in 0..if opaque { 3 } else { 4 } {
        let codes = if lane == 3 { alpha } else { color };
        let wanted = blended(lane, codes, lanes(source), under, lanes(constant)).clamp(0.0, 1.0);
        // Results are rounded to one of 255 steps, by a rule that hardware chooses.
        assert!(
            (wanted - found[lane]).abs() * 255.0 < 1.0,
            "{color:?} {alpha:?}, lane {lane}: {found:?} not {wanted}"
        );
    }
}

#[test]
fn every_blend_factor_and_operation_with_alpha_apart() {
    for format in [Format::A8R8G8B8, Format::X8R8G8B8] {
        let opaque = format == Format::X8R8G8B8;
        let mut scene = Scene::of(&direct3d(), format);
        scene.set(&[(RenderState::ALPHABLENDENABLE, 1), (RenderState::SEPARATEALPHABLENDENABLE, 1)]);
        for (index, code) in FACTORS.into_iter().enumerate() {
            let other = FACTORS[(index + 5) % FACTORS.len()];
            let op = index as u32 % 5 + 1;
            check_blend(&mut scene, opaque, [code, other, 1], [other, code, 1]);
            check_blend(&mut scene, opaque, [other, code, op], [code, other, op % 5 + 1]);
        }
        scene.finish();
    }
}

/// The comparisons by their number (`D3DCMPFUNC`): whether a smaller, an equal and a larger value pass.
const COMPARISONS: [(u32, [bool; 3]); 8] = [
    (1, [false, false, false]),
    (2, [true, false, false]),
    (3, [false, true, false]),
    (4, [true, true, false]),
    (5, [false, false, true]),
    (6, [true, false, true]),
    (7, [false, true, true]),
    (8, [true, true, true]),
];

#[test]
fn depth_functions_compare_as_named() {
    // What is no function acts as the default.
    for (function, passes) in COMPARISONS.into_iter().chain([(99, [true, true, false])]) {
        let mut scene = Scene::new();
        let surface = depth(&mut scene.device, EDGE, Format::D24X8, 0);
        scene.bind_depth(surface);
        scene.device.clear(None, ClearFlags::ZBUFFER, 0, 0.5, 0).expect("a clear");
        scene.set(&[(RenderState::ZFUNC, function), (RenderState::ZWRITEENABLE, 0)]);
        for (x, z) in [(0.0, 0.25), (1.0, 0.5), (2.0, 0.75)] {
            scene.square([x, 0.0, x + 1.0, 1.0], z, GREEN);
        }
        let texels = scene.read(scene.target);
        assert_eq!([0, 1, 2].map(|x| texels[x] == GREEN), passes, "function {function}");
        scene.finish();
    }
}

#[test]
fn depth_bias_is_an_absolute_offset_in_every_format_and_moves_nothing_out_of_range() {
    for format in [Format::D16, Format::D24X8, Format::D24S8] {
        let mut scene = Scene::new();
        let surface = depth(&mut scene.device, EDGE, format, 0);
        scene.bind_depth(surface);
        scene.device.clear(None, ClearFlags::ZBUFFER, 0, 0.5, 0).expect("a clear");
        scene.set(&[(RenderState::ZFUNC, 2), (RenderState::ZWRITEENABLE, 0)]);
        let bias = |scene: &mut Scene, value: f32| scene.set(&[(RenderState::DEPTHBIAS, value.to_bits())]);
        // From 0.5004 and less to under 0.5 only with more than the difference.
        bias(&mut scene, -0.000_35);
        scene.square([0.0, 0.0, 1.0, 1.0], 0.5004, GREEN);
        bias(&mut scene, -0.000_45);
        scene.square([1.0, 0.0, 2.0, 1.0], 0.5004, GREEN);
        bias(&mut scene, 0.0);
        scene.square([2.0, 0.0, 3.0, 1.0], 0.5004, GREEN);
        let texels = scene.read(scene.target);
        assert_eq!(texels[..3], [BLACK, GREEN, BLACK], "{format:?}");
        // At the near and far plane nothing is cut off.
        scene.set(&[(RenderState::ZFUNC, 8)]);
        bias(&mut scene, -0.5);
        scene.square(LEFT, 0.0, RED);
        bias(&mut scene, 0.5);
        scene.square(RIGHT, 1.0, BLUE);
        assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [RED, BLUE], "{format:?}");
        scene.finish();
    }
}

#[test]
fn stencil_tells_windings_apart() {
    let mut scene = Scene::new();
    let surface = depth(&mut scene.device, EDGE, Format::D24S8, 0);
    scene.bind_depth(surface);
    scene.set(&[
        (RenderState::STENCILENABLE, 1),
        (RenderState::TWOSIDEDSTENCILMODE, 1),
        (RenderState::STENCILPASS, 7),
        (RenderState::CCW_STENCILPASS, 3),
        (RenderState::STENCILREF, 0x107),
        (RenderState::COLORWRITEENABLE, 0),
    ]);
    scene.square(LEFT, 0.5, RED);
    // Right to left: counterclockwise.
    scene.square([EDGE as f32, 0.0, 4.0, EDGE as f32], 0.5, RED);
    scene.set(&[
        (RenderState::TWOSIDEDSTENCILMODE, 0),
        (RenderState::STENCILPASS, 1),
        (RenderState::STENCILFUNC, 3),
        (RenderState::STENCILREF, 1),
        (RenderState::COLORWRITEENABLE, 15),
    ]);
    scene.square(WHOLE, 0.5, GREEN);
    scene.set(&[(RenderState::STENCILREF, 7)]);
    scene.square(WHOLE, 0.5, BLUE);
    assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)], [GREEN, BLUE]);
    scene.finish();
}

#[test]
fn culling_and_fill_modes() {
    for (cull, shown) in [(1, [true, true]), (2, [false, true]), (3, [true, false]), (0, [true, false])] {
        let mut scene = Scene::new();
        scene.set(&[(RenderState::CULLMODE, cull)]);
        scene.square(LEFT, 0.5, GREEN);
        scene.square([EDGE as f32, 0.0, 4.0, EDGE as f32], 0.5, GREEN);
        assert_eq!([scene.pixel(0, 0), scene.pixel(7, 7)].map(|pixel| pixel == GREEN), shown, "{cull}");
        scene.finish();
    }
    for (fill, pixels) in [(3, 36), (2, 20), (1, 4)] {
        let mut scene = Scene::new();
        scene.set(&[(RenderState::FILLMODE, fill)]);
        let corners = [(1.0f32, 1.0f32), (6.0, 1.0), (1.0, 6.0), (6.0, 6.0)];
        let vertex = |(x, y): (f32, f32)| [x.to_bits(), y.to_bits(), 0, 1f32.to_bits(), GREEN];
        let bytes: Vec<u8> = corners.into_iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect();
        if scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 20).is_err() {
            assert_eq!(scene.device.unsupported().len(), 1);
            continue;
        }
        let drawn = scene.read(scene.target).iter().filter(|texel| **texel == GREEN).count();
        // Of a square between pixel centres the right and lower edge are not inside; lines draw all four and a
        // diagonal, give or take an end.
        let near = match fill {
            3 => drawn == 25,
            2 => (20..=26).contains(&drawn),
            _ => drawn == pixels,
        };
        assert!(near, "fill mode {fill}: {drawn} pixels");
        scene.finish();
    }
}

#[test]
fn the_alpha_test_compares_eight_bits() {
    for (function, passes) in COMPARISONS.into_iter().chain([(0, [true, true, true])]) {
        let mut scene = Scene::new();
        // Only the low eight bits of the reference count.
        scene.set(&[
            (RenderState::ALPHATESTENABLE, 1),
            (RenderState::ALPHAFUNC, function),
            (RenderState::ALPHAREF, 0xAB80),
        ]);
        for (x, alpha) in [(0.0, 0x7F), (1.0, 0x80), (2.0, 0x81)] {
            scene.square([x, 0.0, x + 1.0, 1.0], 0.5, alpha << 24 | 0xFF00);
        }
        let texels = scene.read(scene.target);
        assert_eq!([0, 1, 2].map(|x| texels[x] != BLACK), passes, "function {function}");
        scene.finish();
    }
}

#[test]
fn write_masks_hold_channels_back_and_dithering_changes_nothing() {
    for mask in 0..16u32 {
        let mut scene = Scene::new();
        scene.clear(0x1020_3040);
        scene.set(&[(RenderState::COLORWRITEENABLE, mask), (RenderState::DITHERENABLE, mask & 1)]);
        scene.square(WHOLE, 0.5, 0xF0E0_D0C0);
        let lane = |bit: u32, shift: u32| {
            let from = if mask & bit != 0 { 0xF0E0_D0C0u32 } else { 0x1020_3040 };
            from & 0xFF << shift
        };
        assert_eq!(scene.pixel(3, 3), lane(1, 16) | lane(2, 8) | lane(4, 0) | lane(8, 24), "mask {mask}");
        scene.finish();
    }
}

#[test]
fn the_multisample_mask_writes_half_of_the_samples() {
    let mut scene = Scene::new();
    let many = target(&mut scene.device, EDGE, Format::A8R8G8B8, 4);
    scene.device.set_render_target(0, Some(many)).expect("set");
    scene.clear(BLACK);
    scene.set(&[(RenderState::MULTISAMPLEMASK, 0xFFFF_FFF5)]);
    scene.square(LEFT, 0.5, 0xFFFF_FFFF);
    scene.set(&[(RenderState::MULTISAMPLEMASK, 0xFFFF_FFF0)]);
    scene.square(RIGHT, 0.5, 0xFFFF_FFFF);
    let texels = scene.resolve(many);
    assert!([0xFF7F_7F7F, 0xFF80_8080].contains(&texels[0]), "{:x}", texels[0]);
    assert_eq!(texels[7], BLACK, "no sample is written");
    scene.finish();
}

#[test]
fn alpha_to_coverage_takes_the_place_of_the_alpha_test() {
    let mut scene = Scene::new();
    let many = target(&mut scene.device, EDGE, Format::A8R8G8B8, 4);
    scene.device.set_render_target(0, Some(many)).expect("set");
    scene.clear(BLACK);
    scene.set(&[
        (RenderState::ALPHATESTENABLE, 1),
        (RenderState::ALPHAFUNC, 1),
        (RenderState::ADAPTIVETESS_Y, u32::from_le_bytes(*b"ATOC")),
    ]);
    scene.square(LEFT, 0.5, 0x80FF_FFFF);
    scene.square(RIGHT, 0.5, 0xFFFF_FFFF);
    let texels = scene.resolve(many);
    assert!((0x40..0xC0).contains(&(texels[0] & 0xFF)), "{:x}", texels[0]);
    assert_eq!(texels[7], 0xFFFF_FFFF);
    scene.finish();
}

#[test]
fn clip_planes_of_the_world_cut_what_is_behind_any_of_them() {
    let mut scene = Scene::new();
    scene.device.set_fvf(Fvf::XYZ | Fvf::DIFFUSE).expect("set");
    // The view moves the world to the left by half the target: x = 1 of the world is its middle.
    let view = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 1.0]];
    scene.device.set_transform(Transform::VIEW, &view).expect("set");
    scene.device.set_clip_plane(0, [1.0, 0.0, 0.0, -1.0]).expect("set");
    scene.device.set_clip_plane(1, [0.0, f32::NAN, 0.0, 0.0]).expect("set");
    scene.device.set_clip_plane(3, [0.0, 1.0, 0.0, 0.0]).expect("set");
    let draw = |scene: &mut Scene, enabled: u32, color: u32| {
        scene.set(&[(RenderState::CLIPPLANEENABLE, enabled)]);
        let corners = [(0.0f32, 1.0f32), (2.0, 1.0), (0.0, -1.0), (2.0, -1.0)];
        let vertex = |(x, y): (f32, f32)| [x.to_bits(), y.to_bits(), 0.5f32.to_bits(), color];
        let bytes: Vec<u8> = corners.into_iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect();
        scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 16).expect("a draw");
    };
    draw(&mut scene, 1, GREEN);
    assert_eq!([scene.pixel(1, 1), scene.pixel(6, 1)], [BLACK, GREEN]);
    draw(&mut scene, 0b1001, RED);
    assert_eq!([scene.pixel(6, 1), scene.pixel(6, 6)], [RED, GREEN]);
    scene.set(&[(RenderState::CLIPPING, 0)]);
    draw(&mut scene, 1, BLUE);
    assert_eq!(scene.pixel(1, 1), BLUE);
    scene.finish();
}

#[test]
fn depth_ranges_scale_what_is_transformed_and_srgb_is_written_encoded() {
    let mut scene = Scene::new();
    let surface = depth(&mut scene.device, EDGE, Format::D24S8, 0);
    scene.bind_depth(surface);
    // Pre-transformed vertices have their depth already.
    let narrow = Viewport { x: 0, y: 0, width: EDGE, height: EDGE, min_z: 0.75, max_z: 1.0 };
    scene.device.set_viewport(&narrow).expect("set");
    scene.square(WHOLE, 0.5, RED);
    scene.set(&[(RenderState::ZFUNC, 2)]);
    scene.square(LEFT, 0.6, GREEN);
    assert_eq!(scene.pixel(0, 0), RED);
    scene.set(&[(RenderState::ZENABLE, 0), (RenderState::SRGBWRITEENABLE, 1)]);
    scene.square(WHOLE, 0.5, 0xFF80_8080);
    // 0.502 linear is 0.737 encoded; OpenGL has no such views.
    let found = scene.pixel(3, 3);
    let views = direct3d().gpu().caps.srgb_views;
    assert_eq!(found, if views { 0xFFBC_BCBC } else { 0xFF80_8080 }, "{found:x}");
    scene.finish();
}
