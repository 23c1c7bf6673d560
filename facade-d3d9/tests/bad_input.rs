//! Calls with arguments of any kind: documented errors, state unchanged after them, no panic, and nothing that the
//! GPU refuses.

#[path = "support/scene.rs"]
mod scene;

use proptest::prelude::*;
use retrograph_d3d9::render::Threading;
use retrograph_d3d9::types::{
    ClearFlags, Fvf, LockFlags, Pool, PrimitiveType, Rect, RenderState, SamplerStateType, TextureStageState,
    Transform, Usage, Viewport,
};
use retrograph_d3d9::{Device, Error, Format, Result};
use scene::{MODES, Scene};

/// One call. Numbers are arguments of whatever kind the call takes, and mostly wrong.
#[derive(Clone, Debug)]
enum Call {
    RenderState(u32, u32),
    StageState(u32, u32, u32),
    SamplerState(u32, u32, u32),
    Texture(u32, usize),
    Stream(u32, bool, u32, u32),
    Frequency(u32, u32),
    Fvf(u32),
    Floats(u32, usize),
    Integers(u32, usize),
    Transform(u32),
    Viewport([u32; 4], f32, f32),
    Scissor([i32; 4]),
    Target(u32, usize),
    Depth(usize),
    Clear(u32, Option<Vec<[i32; 4]>>, f32),
    Draw(u32, u32, u32),
    DrawIndexed(u32, i32, u32, u32),
    DrawUser(u32, u32, usize, u32),
    Shader(bool, Vec<u8>),
    Buffer(u32, u32),
    Present,
}

/// Small and large numbers, and those on a border.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0..40u32, 250..270u32, Just(u32::MAX), any::<u32>()]
}

/// Counts of primitives: mostly such that a frame stays small.
fn count() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..50u32, 1 => Just(u32::MAX), 1 => Just(0x5555_5556)]
}

fn call() -> impl Strategy<Value = Call> {
    let edge = || prop_oneof![-10..100i32, any::<i32>()];
    let rect = move || [edge(), edge(), edge(), edge()];
    let float = || prop_oneof![any::<f32>(), 0f32..1f32];
    prop_oneof![
        4 => (number(), number()).prop_map(|(a, b)| Call::RenderState(a, b)),
        1 => (number(), number(), number()).prop_map(|(a, b, c)| Call::StageState(a, b, c)),
        2 => (number(), 0..16u32, number()).prop_map(|(a, b, c)| Call::SamplerState(a, b, c)),
        1 => (number(), 0..4usize).prop_map(|(a, b)| Call::Texture(a, b)),
        2 => (0..20u32, any::<bool>(), number(), number()).prop_map(|(a, b, c, d)| Call::Stream(a, b, c, d)),
        1 => (0..20u32, number()).prop_map(|(a, b)| Call::Frequency(a, b)),
        1 => any::<u32>().prop_map(Call::Fvf),
        1 => (number(), 0..300usize).prop_map(|(a, b)| Call::Floats(a, b)),
        1 => (number(), 0..20usize).prop_map(|(a, b)| Call::Integers(a, b)),
        1 => number().prop_map(Call::Transform),
        2 => ([number(), number(), number(), number()], float(), float())
            .prop_map(|(a, b, c)| Call::Viewport(a, b, c)),
        2 => rect().prop_map(Call::Scissor),
        1 => (0..6u32, 0..5usize).prop_map(|(a, b)| Call::Target(a, b)),
        1 => (0..5usize).prop_map(Call::Depth),
        2 => (0..8u32, proptest::option::of(proptest::collection::vec(rect(), 0..3)), float())
            .prop_map(|(a, b, c)| Call::Clear(a, b, c)),
        4 => (1..7u32, prop_oneof![0..50u32, any::<u32>()], count()).prop_map(|(a, b, c)| Call::Draw(a, b, c)),
        1 => (1..7u32, any::<i32>(), number(), count()).prop_map(|(a, b, c, d)| Call::DrawIndexed(a, b, c, d)),
        2 => (1..7u32, count(), 0..400usize, number()).prop_map(|(a, b, c, d)| Call::DrawUser(a, b, c, d)),
        1 => (any::<bool>(), proptest::collection::vec(any::<u8>(), 0..64)).prop_map(|(a, b)| Call::Shader(a, b)),
        1 => (number(), number()).prop_map(|(a, b)| Call::Buffer(a, b)),
        1 => Just(Call::Present),
    ]
}

/// What must not change when a call fails.
#[derive(Debug, PartialEq)]
struct Seen {
    states: Vec<u32>,
    samplers: Vec<u32>,
    stages: Vec<u32>,
    streams: Vec<(retrograph_d3d9::StreamSource, u32)>,
    fvf: Fvf,
    viewport: Viewport,
    scissor: Rect,
    constants: Vec<u32>,
    targets: String,
}

fn seen(device: &Device) -> Seen {
    let stage = |i: u32| device.get_texture_stage_state(i / 33, TextureStageState(i % 33)).expect("in range");
    let sampler = |i: u32| device.get_sampler_state(i / 14, SamplerStateType(i % 14)).expect("in range");
    let stream = |i| {
        let source = device.get_stream_source(i).expect("in range");
        (source, device.get_stream_source_freq(i).expect("in range"))
    };
    let floats = device.get_vertex_shader_constant_f(0, 256).expect("in range").as_flattened();
    let targets = (0..4).map(|i| device.get_render_target(i).ok()).collect::<Vec<_>>();
    Seen {
        states: (0..256).map(|i| device.get_render_state(RenderState(i)).expect("in range")).collect(),
        samplers: (0..16 * 14).map(sampler).collect(),
        stages: (0..8 * 33).map(stage).collect(),
        streams: (0..16).map(stream).collect(),
        fvf: device.get_fvf(),
        viewport: device.get_viewport(),
        scissor: device.get_scissor_rect(),
        constants: floats.iter().map(|value| value.to_bits()).collect(),
        targets: format!("{targets:?} {:?}", device.get_depth_stencil_surface().ok()),
    }
}

/// The objects that calls may name by number; the last number is an id that is gone.
struct World {
    scene: Scene,
    targets: Vec<retrograph_d3d9::SurfaceId>,
    textures: Vec<retrograph_d3d9::TextureId>,
}

impl World {
    fn new(threading: Threading) -> Self {
        let mut scene = Scene::new(threading);
        let device = &mut scene.device;
        let render_target = device
            .create_texture(32, 16, 1, Usage::RENDERTARGET, Format::A8R8G8B8, Pool::Default)
            .expect("a target");
        let level = device.get_surface_level(render_target, 0).expect("a level");
        let plain = device
            .create_offscreen_plain_surface(8, 8, Format::A8R8G8B8, Pool::SystemMem)
            .expect("a surface");
        let depth = device
            .create_depth_stencil_surface(
                64,
                64,
                Format::D24S8,
                retrograph_d3d9::types::MultiSample::NONE,
                0,
                false,
            )
            .expect("a depth surface");
        let gone = device
            .create_texture(4, 4, 1, Usage::empty(), Format::A8R8G8B8, Pool::Managed)
            .expect("a texture");
        device.release_texture(gone).expect("a release");
        let back = device.get_back_buffer(0).expect("a back buffer");
        let textures = vec![scene.textures[0], render_target, gone];
        Self { scene, targets: vec![back, level, plain, depth], textures }
    }

    fn run(&mut self, call: &Call) -> Result<()> {
        let buffer = self.scene.buffer;
        let target = |i: usize| self.targets.get(i).copied();
        let device = &mut self.scene.device;
        let rect = |[left, top, right, bottom]: [i32; 4]| Rect { left, top, right, bottom };
        let kind = |kind: u32| PrimitiveType::try_from(kind).expect("1 to 6");
        match call.clone() {
            Call::RenderState(state, value) => device.set_render_state(RenderState(state), value),
            Call::StageState(stage, state, value) => {
                device.set_texture_stage_state(stage, TextureStageState(state), value)
            }
            Call::SamplerState(sampler, state, value) => {
                device.set_sampler_state(sampler, SamplerStateType(state), value)
            }
            Call::Texture(sampler, i) => device.set_texture(sampler, self.textures.get(i).copied()),
            Call::Stream(stream, bound, offset, stride) => {
                device.set_stream_source(stream, bound.then_some(buffer), offset, stride)
            }
            Call::Frequency(stream, value) => device.set_stream_source_freq(stream, value),
            Call::Fvf(bits) => device.set_fvf(Fvf::from_bits_retain(bits)),
            Call::Floats(start, count) => {
                device.set_vertex_shader_constant_f(start, &vec![[f32::NAN; 4]; count])
            }
            Call::Integers(start, count) => device.set_pixel_shader_constant_i(start, &vec![[-1; 4]; count]),
            Call::Transform(number) => device.set_transform(Transform(number), &[[2.0; 4]; 4]),
            Call::Viewport([x, y, width, height], min_z, max_z) => {
                device.set_viewport(&Viewport { x, y, width, height, min_z, max_z })
            }
            Call::Scissor(edges) => device.set_scissor_rect(rect(edges)),
            Call::Target(index, i) => device.set_render_target(index, target(i)),
            Call::Depth(i) => device.set_depth_stencil_surface(target(i)),
            Call::Clear(flags, rects, z) => {
                let rects = rects.map(|rects| rects.into_iter().map(rect).collect::<Vec<_>>());
                device.clear(rects.as_deref(), ClearFlags::from_bits_retain(flags), 0x1234_5678, z, 300)
            }
            Call::Draw(primitive, start, count) => device.draw_primitive(kind(primitive), start, count),
            Call::DrawIndexed(primitive, base, start, count) => {
                device.draw_indexed_primitive(kind(primitive), base, 0, 4, start, count)
            }
            Call::DrawUser(primitive, count, size, stride) => {
                device.draw_primitive_up(kind(primitive), count, &vec![0x3F; size], stride)
            }
            Call::Shader(vertex, code) if vertex => device.create_vertex_shader(&code).map(|_| ()),
            Call::Shader(_, code) => device.create_pixel_shader(&code).map(|_| ()),
            Call::Buffer(offset, size) => {
                let lock = device.lock_vertex_buffer(buffer, offset, size, LockFlags::empty())?;
                device.unlock_vertex_buffer(lock)
            }
            Call::Present => device.present(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn calls_of_any_kind_are_answered(mode in 0..MODES.len(), calls in proptest::collection::vec(call(), 1..80)) {
        let mut world = World::new(MODES[mode]);
        for call in &calls {
            let before = seen(&world.scene.device);
            match world.run(call) {
                Ok(()) => {}
                Err(Error::Render(error)) => panic!("{call:?}: {error}"),
                Err(_) => prop_assert_eq!(&before, &seen(&world.scene.device), "{:?}", call),
            }
        }
        if let Err(error) = world.scene.device.finish() {
            panic!("{calls:?}: {error}");
        }
    }
}

#[test]
fn draws_with_nothing_bound_are_refused() {
    MODES.map(Scene::new).into_iter().for_each(draws_with_nothing_bound_are_refused_in);
}

fn draws_with_nothing_bound_are_refused_in(mut scene: Scene) {
    let device = &mut scene.device;
    let list = PrimitiveType::TriangleList;
    assert!(matches!(device.draw_indexed_primitive(list, 0, 0, 3, 0, 1), Err(Error::InvalidCall)));
    assert!(matches!(device.draw_primitive_up(list, 0, &[], 0), Err(Error::InvalidCall)));
    assert!(matches!(device.draw_primitive_up(list, 1, &[0; 59], 20), Err(Error::InvalidCall)));
    let mut index_up =
        |format| device.draw_indexed_primitive_up(list, 0, 3, 1, &[0; 6], format, &[0; 60], 20);
    assert!(matches!(index_up(Format::A8R8G8B8), Err(Error::InvalidCall)));
    assert!(matches!(index_up(Format::INDEX32), Err(Error::InvalidCall)));
    assert!(index_up(Format::INDEX16).is_ok());
    device.set_vertex_declaration(None).expect("set");
    assert!(matches!(device.draw_primitive(list, 0, 1), Err(Error::InvalidCall)));
    assert!(matches!(device.draw_primitive(list, 0, 0), Err(Error::InvalidCall)));
    device.finish().expect("a frame");
}

#[test]
fn what_is_not_supported_is_counted_and_not_drawn() {
    MODES.map(Scene::new).into_iter().for_each(what_is_not_supported_is_counted_and_not_drawn_in);
}

fn what_is_not_supported_is_counted_and_not_drawn_in(mut scene: Scene) {
    let device = &mut scene.device;
    device.set_render_state(RenderState::WRAP0, 1).expect("set");
    for _ in 0..2 {
        let drawn = device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2);
        assert!(matches!(drawn, Err(Error::NotAvailable)));
    }
    assert_eq!(device.unsupported(), [("texture_wrap", 2)]);
    device.set_render_state(RenderState::WRAP0, 0).expect("set");
    device.draw_primitive(PrimitiveType::TriangleStrip, 0, 2).expect("a draw");
}

#[test]
fn frequencies_have_their_errors() {
    MODES.map(Scene::new).into_iter().for_each(frequencies_have_their_errors_in);
}

fn frequencies_have_their_errors_in(mut scene: Scene) {
    let device = &mut scene.device;
    for (stream, value) in [(0, 0), (0, 0x8000_0001), (1, 0xC000_0001), (16, 1)] {
        assert!(matches!(device.set_stream_source_freq(stream, value), Err(Error::InvalidCall)));
    }
    device.set_stream_source_freq(1, 0x8000_0002).expect("instance data");
    assert_eq!(device.get_stream_source_freq(1).expect("in range"), 0x8000_0002);
}

#[test]
fn targets_have_their_errors_and_reset_the_viewport() {
    MODES.map(Scene::new).into_iter().for_each(targets_have_their_errors_and_reset_the_viewport_in);
}

fn targets_have_their_errors_and_reset_the_viewport_in(mut scene: Scene) {
    let device = &mut scene.device;
    assert!(matches!(device.set_render_target(0, None), Err(Error::InvalidCall)));
    assert!(matches!(device.set_render_target(4, None), Err(Error::InvalidCall)));
    assert!(matches!(device.get_render_target(1), Err(Error::NotFound)));
    assert!(matches!(device.get_depth_stencil_surface(), Err(Error::NotFound)));
    assert!(matches!(device.clear(None, ClearFlags::ZBUFFER, 0, 1.0, 0), Err(Error::InvalidCall)));
    let back = device.get_back_buffer(0).expect("a back buffer");
    assert!(matches!(device.set_depth_stencil_surface(Some(back)), Err(Error::InvalidCall)));
    let viewport = Viewport { x: 3, y: 4, width: 5, height: 6, min_z: 0.5, max_z: 0.5 };
    device.set_viewport(&viewport).expect("set");
    assert_eq!(device.get_viewport(), Viewport { max_z: 0.501, ..viewport });
    device.set_render_target(0, Some(back)).expect("set");
    let whole = Viewport { x: 0, y: 0, width: 64, height: 64, min_z: 0.0, max_z: 1.0 };
    assert_eq!(device.get_viewport(), whole);
    assert_eq!(device.get_scissor_rect(), Rect::new(0, 0, 64, 64));
}
