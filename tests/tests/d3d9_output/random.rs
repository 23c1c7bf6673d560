//! Any sequence of states, targets, clears and draws: no error on the GPU, and the picture of a device that merges no
//! passes, folds no clears and sets all state for each draw.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograph_d3d9::types::{ClearFlags, Fvf, PrimitiveType, Rect, RenderState, Usage, Viewport};
use retrograph_d3d9::{Direct3D9, Format, SurfaceId, TextureId};

use super::support::{EDGE, Scene, depth, direct3d, target};

/// States with the values that they are set to.
const STATES: [(RenderState, &[u32]); 30] = [
    (RenderState::ZENABLE, &[0, 1]),
    (RenderState::ZWRITEENABLE, &[0, 1]),
    (RenderState::ZFUNC, &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    (RenderState::FILLMODE, &[2, 3]),
    (RenderState::SHADEMODE, &[1, 2]),
    (RenderState::ALPHATESTENABLE, &[0, 1]),
    (RenderState::ALPHAREF, &[0, 0x40, 0x80, 0xFF]),
    (RenderState::ALPHAFUNC, &[1, 2, 3, 4, 5, 6, 7, 8]),
    (RenderState::ALPHABLENDENABLE, &[0, 1]),
    (RenderState::SRCBLEND, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
    (RenderState::DESTBLEND, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 15, 99]),
    (RenderState::BLENDOP, &[1, 2, 3, 4, 5]),
    (RenderState::SEPARATEALPHABLENDENABLE, &[0, 1]),
    (RenderState::SRCBLENDALPHA, &[1, 2, 5, 7, 14]),
    (RenderState::DESTBLENDALPHA, &[1, 2, 6, 8, 15]),
    (RenderState::BLENDOPALPHA, &[1, 2, 3, 4, 5]),
    (RenderState::BLENDFACTOR, &[0, 0x8040_C020, u32::MAX]),
    (RenderState::CULLMODE, &[1, 2, 3]),
    (RenderState::STENCILENABLE, &[0, 1]),
    (RenderState::STENCILFUNC, &[1, 2, 3, 5, 8]),
    (RenderState::STENCILPASS, &[1, 2, 3, 4, 5, 6, 7, 8]),
    (RenderState::STENCILZFAIL, &[1, 3, 7]),
    (RenderState::STENCILREF, &[0, 1, 2]),
    (RenderState::STENCILWRITEMASK, &[0, 1, 0xFF]),
    (RenderState::TWOSIDEDSTENCILMODE, &[0, 1]),
    (RenderState::COLORWRITEENABLE, &[0, 1, 7, 8, 15]),
    (RenderState::SCISSORTESTENABLE, &[0, 1]),
    (RenderState::DEPTHBIAS, &[0, 0x3A83_126F, 0xBA83_126F]),
    (RenderState::SRGBWRITEENABLE, &[0, 1]),
    (RenderState::MULTISAMPLEMASK, &[0, 5, u32::MAX]),
];

#[derive(Clone, Debug)]
enum Act {
    State(usize, usize),
    Square([u8; 4], u8, u32),
    Primitives(u8, Vec<(u8, u8, u32)>),
    Clear(u8, u32, u8, Option<[u8; 4]>),
    Target(u8),
    Second(u8),
    Depth(u8),
    Texture(u8),
    Scissor([u8; 4]),
    Viewport([u8; 4]),
    Present,
}

fn act() -> impl Strategy<Value = Act> {
    let place = || prop::array::uniform4(0..=EDGE as u8);
    prop_oneof![
        8 => (0..STATES.len(), any::<usize>()).prop_map(|(state, value)| Act::State(state, value)),
        6 => (place(), 0..5u8, any::<u32>()).prop_map(|(place, z, color)| Act::Square(place, z, color)),
        2 => (0..6u8, prop::collection::vec((0..9u8, 0..9u8, any::<u32>()), 3..7))
            .prop_map(|(kind, corners)| Act::Primitives(kind, corners)),
        2 => (1..8u8, any::<u32>(), 0..5u8, prop::option::of(place()))
            .prop_map(|(planes, color, z, place)| Act::Clear(planes, color, z, place)),
        2 => (0..4u8).prop_map(Act::Target),
        1 => (0..4u8).prop_map(Act::Second),
        1 => (0..5u8).prop_map(Act::Depth),
        2 => (0..3u8).prop_map(Act::Texture),
        1 => place().prop_map(Act::Scissor),
        1 => place().prop_map(Act::Viewport),
        1 => Just(Act::Present),
    ]
}

/// A scene with all that acts pick from.
struct World {
    scene: Scene,
    targets: [SurfaceId; 4],
    depths: [SurfaceId; 4],
    textures: [TextureId; 2],
}

impl World {
    fn new(direct3d: &Direct3D9) -> Self {
        let mut scene = Scene::of(direct3d, Format::A8R8G8B8);
        let device = &mut scene.device;
        let textures = [Format::A8R8G8B8, Format::X8R8G8B8].map(|format| {
            let made = device.create_texture(
                EDGE,
                EDGE,
                1,
                Usage::RENDERTARGET,
                format,
                retrograph_d3d9::types::Pool::Default,
            );
            made.expect("a texture")
        });
        let [first, second] = textures.map(|texture| device.get_surface_level(texture, 0).expect("a level"));
        let many = target(device, EDGE, Format::A8R8G8B8, 4);
        let large = target(device, EDGE * 2, Format::A8R8G8B8, 0);
        let depths = [(EDGE, 0), (EDGE + 5, 0), (EDGE, 4), (EDGE * 2, 4)]
            .map(|(edge, samples)| depth(device, edge, Format::D24S8, samples));
        device.set_fvf(Fvf::XYZRHW | Fvf::DIFFUSE | Fvf::TEX1).expect("set");
        Self { scene, targets: [first, second, many, large], depths, textures }
    }

    /// Draws corners in pixels.
    fn draw(&mut self, kind: PrimitiveType, corners: &[(f32, f32, u32)], z: u8) {
        let z = f32::from(z) / 4.0;
        let edge = EDGE as f32;
        let vertex = |(x, y, color): &(f32, f32, u32)| {
            [
                (x - 0.5).to_bits(),
                (y - 0.5).to_bits(),
                z.to_bits(),
                1f32.to_bits(),
                *color,
                (x / edge).to_bits(),
                (y / edge).to_bits(),
            ]
        };
        let bytes: Vec<u8> = corners.iter().flat_map(vertex).flat_map(u32::to_le_bytes).collect();
        let number = corners.len() as u32;
        let count = match kind {
            PrimitiveType::PointList => number,
            PrimitiveType::LineList => number / 2,
            PrimitiveType::LineStrip => number - 1,
            PrimitiveType::TriangleList => number / 3,
            PrimitiveType::TriangleStrip | PrimitiveType::TriangleFan => number - 2,
        };
        self.scene.device.draw_primitive_up(kind, count, &bytes, 28).expect("a draw");
    }

    fn primitives(&mut self, kind: u8, corners: &[(u8, u8, u32)]) {
        use PrimitiveType::{LineList, LineStrip, PointList, TriangleFan, TriangleList, TriangleStrip};
        let kinds = [PointList, LineList, LineStrip, TriangleList, TriangleStrip, TriangleFan];
        let place = |(x, y, color): &(u8, u8, u32)| (f32::from(*x), f32::from(*y), *color);
        let corners: Vec<_> = corners.iter().map(place).collect();
        self.draw(kinds[usize::from(kind)], &corners, 2);
    }

    fn act(&mut self, act: &Act) {
        let [left, top, right, bottom] = match act {
            Act::Square(place, ..) | Act::Scissor(place) | Act::Viewport(place) => place.map(f32::from),
            _ => [0.0; 4],
        };
        let device = &mut self.scene.device;
        let rect = |place: &[u8; 4]| {
            let [left, top, right, bottom] = place.map(i32::from);
            Rect::new(left, top, right, bottom)
        };
        let pick = |list: &[SurfaceId; 4], index: u8| list.get(usize::from(index)).copied();
        match act {
            Act::State(state, value) => {
                let (state, values) = STATES[*state];
                device.set_render_state(state, values[value % values.len()]).expect("set");
            }
            Act::Square(_, z, color) => {
                let corners = [
                    (left, top, *color),
                    (right, top, !*color),
                    (left, bottom, *color),
                    (right, bottom, *color),
                ];
                self.draw(PrimitiveType::TriangleStrip, &corners, *z);
            }
            Act::Primitives(kind, corners) => self.primitives(*kind, corners),
            Act::Clear(planes, color, z, place) => {
                let flags = ClearFlags::from_bits_truncate(u32::from(*planes));
                let rects = place.as_ref().map(|place| [rect(place)]);
                // Without depth this is invalid, on every device alike.
                let _ = device.clear(
                    rects.as_ref().map(|rects| &rects[..]),
                    flags,
                    *color,
                    f32::from(*z) / 4.0,
                    1,
                );
            }
            Act::Target(index) => device.set_render_target(0, pick(&self.targets, *index)).expect("set"),
            Act::Second(index) => {
                let surface = pick(&self.targets, *index).filter(|_| *index != 2);
                device.set_render_target(1, surface).expect("set");
            }
            Act::Depth(index) => device.set_depth_stencil_surface(pick(&self.depths, *index)).expect("set"),
            Act::Texture(index) => {
                let texture = self.textures.get(usize::from(*index)).copied();
                device.set_texture(0, texture).expect("set");
            }
            Act::Scissor(place) => device.set_scissor_rect(rect(place)).expect("set"),
            Act::Viewport(place) => {
                let [x, y, width, height] = place.map(u32::from);
                let view = Viewport { x, y, width, height, min_z: 0.0, max_z: 1.0 };
                device.set_viewport(&view).expect("set");
            }
            Act::Present => device.present().expect("presented"),
        }
    }

    /// Every texel of every target.
    fn texels(mut self) -> Vec<Vec<u32>> {
        let [first, second, many, large] = self.targets;
        let target = self.scene.target;
        let mut texels: Vec<Vec<u32>> =
            [target, first, second, large].into_iter().map(|surface| self.scene.read(surface)).collect();
        texels.push(self.scene.resolve(many));
        self.scene.finish();
        texels
    }
}

fn run(direct3d: &Direct3D9, acts: &[Act]) -> Vec<Vec<u32>> {
    let mut world = World::new(direct3d);
    for act in acts {
        world.act(act);
    }
    world.texels()
}

#[test]
fn optimizing_changes_no_pixel() {
    let direct3d = direct3d();
    let plain = Direct3D9::from_gpu(direct3d.gpu().unoptimized()).with_threading(super::THREADING);
    let usual = ProptestConfig::default();
    let config = ProptestConfig {
        cases: usual.cases / 8,
        rng_seed: RngSeed::Fixed(41),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..usual
    };
    let sequences = prop::collection::vec(act(), 1..50);
    let result = TestRunner::new(config).run(&sequences, |acts| {
        prop_assert_eq!(run(&direct3d, &acts), run(&plain, &acts));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
