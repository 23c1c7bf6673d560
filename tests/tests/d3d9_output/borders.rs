//! Borders of any colour: beside every filter and level, in both stages, and on adapters that have none at all. The
//! expected texels are worked out here, from the places that pixels read.

use retrograph_d3d9::types::{
    ClearFlags, Fvf, LockFlags, Pool, PrimitiveType, SamplerStateType as Ss, TextureStageState, Usage,
};
use retrograph_d3d9::{Direct3D9, Format, TextureId};
use retrograph_shaders::dxso::assemble;

use super::support::{EDGE, Scene, WHOLE, direct3d, plainest};

/// Each level of the texture has one colour.
const LEVELS: [u32; 4] = [0xFFFF_0000, 0x8000_FF00, 0x4000_00FF, 0xFFFF_FFFF];
const BORDER: u32 = 0x8040_2010;
/// The sampler of the vertex stage that is used.
const VERTEX: u32 = 257;

fn lanes(argb: u32) -> [f64; 4] {
    [16, 8, 0, 24].map(|shift| f64::from((argb >> shift) as u8) / 255.0)
}

/// A texture of 8x8 texels whose levels are of one colour each.
fn texture(scene: &mut Scene) -> TextureId {
    let device = &mut scene.device;
    let made = device.create_texture(8, 8, 4, Usage::empty(), Format::A8R8G8B8, Pool::Managed);
    let texture = made.expect("a texture");
    for (level, color) in (0..).zip(LEVELS) {
        let surface = device.get_surface_level(texture, level).expect("a level");
        let mut lock = device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
        lock.bytes_mut().chunks_exact_mut(4).for_each(|texel| texel.copy_from_slice(&color.to_le_bytes()));
        device.unlock_rect(lock).expect("an unlock");
    }
    texture
}

/// How a texture is read: filters (1 point, 2 linear; 0 for no levels), the first level, the bias.
#[derive(Clone, Copy, Debug)]
struct Filters {
    mag: u32,
    min: u32,
    mip: u32,
    first: u32,
    bias: f32,
}

fn every_filter() -> Vec<Filters> {
    let mut found = Vec::new();
    for (mag, min) in [(1, 1), (2, 2), (2, 1), (1, 2)] {
        let plain = |mip| Filters { mag, min, mip, first: 0, bias: 0.0 };
        found.extend([0, 1, 2].map(plain));
        found.push(Filters { first: 1, ..plain(2) });
        found.push(Filters { bias: 1.25, ..plain(2) });
    }
    found
}

fn set(scene: &mut Scene, sampler: u32, texture: TextureId, filters: Filters, border: u32) {
    scene.device.set_texture(sampler, Some(texture)).expect("set");
    for (state, value) in [
        (Ss::ADDRESSU, 4),
        (Ss::ADDRESSV, 4),
        (Ss::BORDERCOLOR, border),
        (Ss::MAGFILTER, filters.mag),
        (Ss::MINFILTER, filters.min),
        (Ss::MIPFILTER, filters.mip),
        (Ss::MAXMIPLEVEL, filters.first),
        (Ss::MIPMAPLODBIAS, filters.bias.to_bits()),
    ] {
        scene.device.set_sampler_state(sampler, state, value).expect("set");
    }
}

/// How much of what a filter reads at a place along an axis of so many texels is inside.
fn inside(place: f64, texels: f64, linear: bool) -> f64 {
    if !linear {
        return f64::from(u8::from((0.0..1.0).contains(&place)));
    }
    let position = place * texels - 0.5;
    let (first, part) = (position.floor(), position - position.floor());
    let is_texel = |index: f64| f64::from(u8::from(index >= 0.0 && index < texels));
    is_texel(first) * (1.0 - part) + is_texel(first + 1.0) * part
}

/// What a read at a place gives whose neighbours ask for a level of detail.
fn expected(filters: Filters, [u, v]: [f64; 2], detail: f64, border: u32) -> [f64; 4] {
    let (first, detail) = match filters.mip {
        0 => (0.0, detail),
        _ => (f64::from(filters.first), detail + f64::from(filters.bias)),
    };
    let detail = detail.clamp(first, 3.0);
    let linear = if detail <= 0.0 { filters.mag == 2 } else { filters.min == 2 };
    let read = |level: f64| {
        let texels = 8.0 / level.exp2();
        let share = inside(u, texels, linear) * inside(v, texels, linear);
        let (texel, around) = (lanes(LEVELS[level as usize]), lanes(border));
        [0, 1, 2, 3].map(|lane| texel[lane] * share + around[lane] * (1.0 - share))
    };
    let (low, high) = match filters.mip {
        0 => (read(0.0), read(0.0)),
        1 => (read(detail.round()), read(detail.round())),
        _ => (read(detail.floor()), read(detail.floor().min(2.0) + 1.0)),
    };
    let part = detail - detail.floor();
    [0, 1, 2, 3].map(|lane| low[lane] * (1.0 - part) + high[lane] * part)
}

fn assert_near(found: u32, wanted: [f64; 4], what: &dyn std::fmt::Debug) {
    let found = lanes(found).map(|lane| lane * 255.0);
    let wanted = wanted.map(|lane| lane * 255.0);
    // Logarithms of drivers are good to some hundredth of a level.
    let near = (0..4).all(|lane| (found[lane] - wanted[lane]).abs() < 4.0);
    assert!(near, "{what:?}: {found:?}, not {wanted:?}");
}

/// Draws the texture with so many texels a pixel in both directions, and compares every pixel.
fn check_pixels(scene: &mut Scene, filters: Filters, texels: f64, border: u32) {
    let step = texels / 8.0;
    let from = 0.5 - step * 3.71;
    let place = |pixel: u32| from + step * f64::from(pixel);
    // From the upper left corner of the first pixel to the lower right of the last.
    let (low, high) = ((from - step / 2.0) as f32, (from + step * 7.5) as f32);
    let (start, end) = (-0.5, EDGE as f32 - 0.5);
    let corners =
        [(start, start, low, low), (end, start, high, low), (start, end, low, high), (end, end, high, high)];
    let floats = corners.into_iter().flat_map(|(x, y, u, v): (f32, f32, f32, f32)| [x, y, 0.25, 1.0, u, v]);
    let bytes: Vec<u8> = floats.flat_map(f32::to_le_bytes).collect();
    scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 24).expect("a draw");
    let found = scene.read(scene.target);
    for y in 0..EDGE {
        for x in 0..EDGE {
            let wanted = expected(filters, [place(x), place(y)], texels.log2(), border);
            let what = (filters, texels, x, y);
            assert_near(found[(y * EDGE + x) as usize], wanted, &what);
        }
    }
}

fn check_fragments(direct3d: &Direct3D9, border: u32) {
    let mut scene = Scene::of(direct3d, Format::A8R8G8B8);
    let texture = texture(&mut scene);
    scene.device.set_fvf(Fvf::XYZRHW | Fvf::TEX1).expect("set");
    for (state, value) in [(TextureStageState::COLOROP, 2), (TextureStageState::ALPHAOP, 2)] {
        scene.device.set_texture_stage_state(0, state, value).expect("set");
    }
    for filters in every_filter() {
        set(&mut scene, 0, texture, filters, border);
        for texels in [0.25, 1.5, 4.0, 5.0] {
            check_pixels(&mut scene, filters, texels, border);
        }
    }
    scene.finish();
}

#[test]
fn borders_of_any_colour_beside_every_filter_and_level() {
    check_fragments(&direct3d(), BORDER);
}

#[test]
fn borders_where_the_adapter_has_none() {
    for border in [BORDER, 0xFFFF_FFFF] {
        check_fragments(&plainest(), border);
    }
}

#[test]
fn the_first_level_in_sight_is_that_of_the_texture() {
    let mut scene = Scene::new();
    let texture = texture(&mut scene);
    scene.device.set_fvf(Fvf::XYZRHW | Fvf::TEX1).expect("set");
    scene.device.set_texture_stage_state(0, TextureStageState::COLOROP, 2).expect("set");
    scene.device.set_texture_stage_state(0, TextureStageState::ALPHAOP, 2).expect("set");
    let filters = Filters { mag: 2, min: 2, mip: 2, first: 1, bias: 0.0 };
    set(&mut scene, 0, texture, filters, BORDER);
    for lod in [2, 0] {
        scene.device.set_lod(texture, lod);
        check_pixels(&mut scene, Filters { first: lod.max(1), ..filters }, 1.5, BORDER);
    }
    scene.finish();
}

#[test]
fn borders_in_the_vertex_stage() {
    for direct3d in [direct3d(), plainest()] {
        let mut scene = Scene::of(&direct3d, Format::A8R8G8B8);
        let texture = texture(&mut scene);
        let vertex = assemble(
            "vs_3_0\ndcl_2d s0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\ntexldl o1, c0, s0",
        );
        let pixel = assemble("ps_3_0\ndcl_texcoord v0\nmov oC0, v0");
        let vertex = scene.device.create_vertex_shader(&vertex.expect("assembles")).expect("a shader");
        let pixel = scene.device.create_pixel_shader(&pixel.expect("assembles")).expect("a shader");
        scene.device.set_fvf(Fvf::XYZ).expect("set");
        scene.device.set_vertex_shader(Some(vertex)).expect("set");
        scene.device.set_pixel_shader(Some(pixel)).expect("set");
        let corners = [(-1.0f32, 1.0f32), (1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        let bytes: Vec<u8> =
            corners.into_iter().flat_map(|(x, y)| [x, y, 0.5]).flat_map(f32::to_le_bytes).collect();
        for filters in every_filter().into_iter().filter(|filters| filters.bias == 0.0) {
            set(&mut scene, VERTEX, texture, filters, BORDER);
            for (place, level) in
                [([-0.3, 0.5], 0.0), ([0.02, 0.97], 0.0), ([0.98, 0.4], 1.25), ([1.1, 0.5], 2.25)]
            {
                let [u, v] = place;
                scene.device.set_vertex_shader_constant_f(0, &[[u, v, 0.0, level]]).expect("set");
                scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 12).expect("a draw");
                let wanted = expected(filters, place.map(f64::from), f64::from(level), BORDER);
                assert_near(scene.pixel(3, 3), wanted, &(filters, place, level));
            }
        }
        scene.finish();
    }
}

#[test]
fn borders_beside_depths_that_are_compared() {
    for direct3d in [direct3d(), plainest()] {
        let mut scene = Scene::of(&direct3d, Format::A8R8G8B8);
        let made = scene.device.create_texture(8, 8, 1, Usage::DEPTHSTENCIL, Format::D24X8, Pool::Default);
        let texture = made.expect("a texture");
        let surface = scene.device.get_surface_level(texture, 0).expect("a level");
        scene.device.set_depth_stencil_surface(Some(surface)).expect("set");
        scene.device.clear(None, ClearFlags::ZBUFFER, 0, 0.25, 0).expect("a clear");
        scene.device.set_depth_stencil_surface(None).expect("set");
        let shader = assemble("ps_2_0\ndcl_2d s0\nmov r0, c0\ntexld r0, r0, s0\nmov oC0, r0");
        let shader = scene.device.create_pixel_shader(&shader.expect("assembles")).expect("a shader");
        scene.device.set_pixel_shader(Some(shader)).expect("set");
        let filters = Filters { mag: 1, min: 1, mip: 0, first: 0, bias: 0.0 };
        // Half of the range in red: the other channels do not count.
        set(&mut scene, 0, texture, filters, 0x0080_FFFF);
        for (place, reference, passes) in [
            (0.5, 0.125, true),
            (0.5, 0.375, false),
            (1.5, 0.375, true),
            (1.5, 0.75, false),
            (-0.5, 0.375, true),
        ] {
            scene.device.set_pixel_shader_constant_f(0, &[[place, 0.5, reference, 1.0]]).expect("set");
            scene.square(WHOLE, 0.5, 0);
            let wanted = if passes { u32::MAX } else { 0 };
            assert_eq!(scene.pixel(3, 3), wanted, "at {place} with {reference}");
        }
        scene.finish();
    }
}

#[test]
fn lanes_that_a_format_lacks_read_one_in_the_vertex_stage_too() {
    let mut scene = Scene::new();
    let made = scene.device.create_texture(1, 1, 1, Usage::empty(), Format::R32F, Pool::Managed);
    let texture = made.expect("a texture");
    let surface = scene.device.get_surface_level(texture, 0).expect("a level");
    let mut lock = scene.device.lock_rect(surface, None, LockFlags::empty()).expect("a lock");
    lock.bytes_mut()[..4].copy_from_slice(&0.2f32.to_le_bytes());
    scene.device.unlock_rect(lock).expect("an unlock");
    scene.device.set_texture(VERTEX, Some(texture)).expect("set");
    let vertex = assemble(
        "vs_3_0\ndcl_2d s0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\ntexldl o1, c0, s0",
    );
    let pixel = assemble("ps_3_0\ndcl_texcoord v0\nmov oC0, v0");
    let vertex = scene.device.create_vertex_shader(&vertex.expect("assembles")).expect("a shader");
    let pixel = scene.device.create_pixel_shader(&pixel.expect("assembles")).expect("a shader");
    scene.device.set_fvf(Fvf::XYZ).expect("set");
    scene.device.set_vertex_shader(Some(vertex)).expect("set");
    scene.device.set_pixel_shader(Some(pixel)).expect("set");
    let corners = [(-1.0f32, 1.0f32), (1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let bytes: Vec<u8> =
        corners.into_iter().flat_map(|(x, y)| [x, y, 0.5]).flat_map(f32::to_le_bytes).collect();
    scene.device.draw_primitive_up(PrimitiveType::TriangleStrip, 2, &bytes, 12).expect("a draw");
    assert_eq!(scene.pixel(3, 3), 0xFF33_FFFF);
    scene.finish();
}
