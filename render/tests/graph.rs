//! The graph's plans by their pixels: a frame of many commands equals a frame for each command.

use std::cell::RefCell;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use retrograph_render::frame::{
    Attachment, ClearPlanes, CopyTexture, DepthState, Program, RasterState, Rect, StretchTexture, Targets,
    TextureBinding, VertexInput, ViewKind,
};
use retrograph_render::resource::{TextureDesc, TextureId};
use retrograph_render::{Context, wgpu};

use super::common::{attach, bytes, color, context, corner, draw, pixels, shader, target, viewport};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const SIZE: u32 = 8;

const VERTEX: &str = "
    @group(0) @binding(0) var<uniform> block: array<vec4f, 1>;
    @vertex fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
        return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, block[0].x, 1.0);
    }";

const FRAGMENT: &str = "
    @group(0) @binding(1) var<uniform> block: array<vec4f, 1>;
    @group(1) @binding(0) var picture: texture_2d<f32>;
    @fragment fn fragment_main(@builtin(position) at: vec4f) -> @location(0) vec4f {
        return block[0] + textureLoad(picture, vec2i(at.xy), 0) * 0.5;
    }";

#[derive(Clone, Debug)]
enum Act {
    Draw { group: usize, sampled: Option<usize>, level: u8, depth: f32, write: bool, mask: bool, rect: Rect },
    Clear { group: usize, level: u8, depth: Option<f32>, colors: bool, rects: Option<Vec<Rect>> },
    Copy { from: usize, to: usize, rect: Rect },
    Stretch { from: usize, to: usize, rect: Rect, linear: bool },
    Upload { to: usize, level: u8 },
}

/// Target groups: colour textures, and whether depth is bound.
const GROUPS: [(&[usize], bool); 7] = [
    (&[0], false),
    (&[0], true),
    (&[1], true),
    (&[2], false),
    (&[0, 1], true),
    (&[1, 2], false),
    (&[], true),
];

fn rect() -> impl Strategy<Value = Rect> {
    let part = (0..SIZE, 0..SIZE, 1..SIZE, 1..SIZE).prop_map(|(x, y, width, height)| Rect {
        x,
        y,
        width: width.min(SIZE - x),
        height: height.min(SIZE - y),
    });
    prop_oneof![Just(Rect { x: 0, y: 0, width: SIZE, height: SIZE }), part]
}

fn act() -> impl Strategy<Value = Act> {
    let depth = (0u8..5).prop_map(|depth| f32::from(depth) / 4.0);
    let flags = (any::<bool>(), prop::bool::weighted(0.3));
    let drawn = (0usize..7, prop::option::of(0usize..3), any::<u8>(), depth, flags, rect()).prop_map(
        |(group, sampled, level, depth, (write, mask), rect)| Act::Draw {
            group,
            sampled,
            level,
            depth,
            write,
            mask,
            rect,
        },
    );
    let depth = prop::option::of((0u8..5).prop_map(|depth| f32::from(depth) / 4.0));
    let rects = prop::option::of(vec(rect(), 0..3));
    let cleared = (0usize..7, any::<u8>(), depth, any::<bool>(), rects)
        .prop_map(|(group, level, depth, colors, rects)| Act::Clear { group, level, depth, colors, rects });
    let pair = || (0usize..3, 1usize..3).prop_map(|(from, step)| (from, (from + step) % 3));
    prop_oneof![
        5 => drawn,
        4 => cleared,
        1 => (pair(), rect()).prop_map(|((from, to), rect)| Act::Copy { from, to, rect }),
        1 => (pair(), rect(), any::<bool>())
            .prop_map(|((from, to), rect, linear)| Act::Stretch { from, to, rect, linear }),
        1 => (0usize..3, any::<u8>()).prop_map(|(to, level)| Act::Upload { to, level }),
    ]
}

struct Scene {
    program: Program,
    colors: Vec<TextureId>,
    blank: TextureId,
    depth: TextureId,
}

impl Scene {
    fn new(context: &mut Context, program: Program) -> Self {
        let create = |context: &mut Context, label: &str, format| {
            let desc = TextureDesc { label: label.into(), ..target(SIZE, SIZE, format) };
            context.recorder.create_texture(desc)
        };
        let colors = ["a", "b", "c"].iter().map(|label| create(context, label, RGBA)).collect();
        let blank = create(context, "blank", RGBA);
        let depth = create(context, "depth", wgpu::TextureFormat::Depth32Float);
        Self { program, colors, blank, depth }
    }

    fn targets(&self, group: usize) -> Targets {
        let (colors, depth) = GROUPS[group];
        let mut targets = Targets { color: [None; 4], depth: depth.then(|| attach(self.depth)) };
        for (slot, index) in colors.iter().enumerate() {
            targets.color[slot] = Some(attach(self.colors[*index]));
        }
        targets
    }

    fn apply(&self, context: &mut Context, act: &Act) {
        let recorder = &mut context.recorder;
        let shade = |level: u8| [f32::from(level) / 255.0, 0.2, f32::from(level / 2) / 255.0, 0.6];
        match act {
            Act::Draw { group, sampled, level, depth, write, mask, rect } => {
                let bound = GROUPS[*group].0;
                // What a draw reads of its own target is undefined: not compared.
                let sampled = sampled.filter(|texture| !bound.contains(texture));
                let texture = Some(sampled.map_or(self.blank, |texture| self.colors[texture]));
                recorder.set_targets(self.targets(*group));
                let depth_state = DepthState { write: *write, compare: wgpu::CompareFunction::LessEqual };
                let mut raster = RasterState { depth: depth_state, ..RasterState::default() };
                if *mask {
                    raster.colors.iter_mut().for_each(|color| color.write_mask = wgpu::ColorWrites::empty());
                }
                recorder.set_raster(raster);
                recorder.set_input(VertexInput::default());
                recorder.set_program(self.program);
                let mut view = viewport(SIZE, SIZE);
                view.scissor = *rect;
                recorder.set_viewport(view);
                recorder.set_binding(false, 0, TextureBinding { texture, ..TextureBinding::default() });
                recorder.write_block(0, 0, &bytes(&[*depth, 0.0, 0.0, 0.0]));
                recorder.write_block(1, 0, &bytes(&shade(*level)));
                recorder.draw(draw(3));
            }
            Act::Clear { group, level, depth, colors, rects } => {
                recorder.set_targets(self.targets(*group));
                let color = colors.then(|| shade(*level));
                let planes = ClearPlanes { color, depth: *depth, stencil: None };
                recorder.clear(planes, rects.as_deref());
            }
            Act::Copy { from, to, rect } => {
                let place = |index: usize| {
                    let mut place = corner(self.colors[index]);
                    place.origin = [rect.x, rect.y, 0];
                    place
                };
                let size = [rect.width, rect.height, 1];
                recorder.copy(CopyTexture { source: place(*from), destination: place(*to), size });
            }
            Act::Stretch { from, to, rect, linear } => {
                let mut destination = corner(self.colors[*to]);
                destination.origin = [rect.x, rect.y, 0];
                recorder.stretch(StretchTexture {
                    source: corner(self.colors[*from]),
                    source_size: [SIZE, SIZE],
                    destination,
                    destination_size: [rect.width, rect.height],
                    linear: *linear,
                    alpha: true,
                });
            }
            Act::Upload { to, level } => {
                let texels: Vec<u8> =
                    (0..SIZE * SIZE * 4).map(|at| (at as u8).wrapping_mul(*level)).collect();
                recorder.write_texture(corner(self.colors[*to]), [SIZE, SIZE, 1], &texels);
            }
        }
    }

    fn run(self, context: &mut Context, acts: &[Act], split: bool) -> Vec<Vec<[u8; 4]>> {
        for act in acts {
            self.apply(context, act);
            if split {
                context.finish().expect("no validation error");
            }
        }
        let all = self.colors.iter().chain([&self.depth]);
        let result = all.clone().map(|texture| pixels(context, *texture)).collect();
        all.chain([&self.blank]).for_each(|texture| context.recorder.release_texture(*texture));
        result
    }
}

/// A context with the program of all scenes.
fn start() -> (Context, Program) {
    let mut context = context();
    let vertex = shader(&mut context, VERTEX, true, [16, 0, 0, 0, 0], &[]);
    let textures = [(0, ViewKind::D2)];
    let fragment = shader(&mut context, FRAGMENT, false, [0, 16, 0, 0, 0], &textures);
    (context, Program { vertex, fragment })
}

#[test]
fn one_frame_equals_a_frame_for_each_command() {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) };
    let (context, program) = start();
    let context = RefCell::new(context);
    let checked = TestRunner::new(config).run(&vec(act(), 1..24), |acts| {
        let context = &mut *context.borrow_mut();
        let whole = Scene::new(context, program).run(context, &acts, false);
        let split = Scene::new(context, program).run(context, &acts, true);
        for (at, (whole, split)) in whole.iter().zip(&split).enumerate() {
            prop_assert_eq!(whole, split, "texture {}", at);
        }
        Ok(())
    });
    if let Err(error) = checked {
        panic!("{error}");
    }
}

#[test]
fn a_sampled_target_reads_what_was_there_before_the_pass() {
    let (mut context, program) = start();
    let context = &mut context;
    let scene = Scene::new(context, program);
    let rect = Rect { x: 0, y: 0, width: SIZE, height: SIZE };
    context.recorder.set_targets(scene.targets(0));
    context.recorder.clear(color([0.8, 0.4, 0.0, 0.0]), None);
    scene.apply(
        context,
        &Act::Draw { group: 0, sampled: None, level: 0, depth: 0.0, write: false, mask: false, rect },
    );
    context.recorder.clear(color([0.8, 0.4, 0.0, 0.0]), None);
    let own = TextureBinding { texture: Some(scene.colors[0]), ..TextureBinding::default() };
    context.recorder.set_binding(false, 0, own);
    context.recorder.draw(draw(3));
    // The block holds (0, 0.2, 0, 0.6); half of the target's own colour is added.
    assert_eq!(pixels(context, scene.colors[0]), [[102, 102, 0, 153]; 64]);
    assert!(context.graph_dump().contains("snapshot a"), "{}", context.graph_dump());
}

#[test]
fn depth_larger_than_colour_is_tested_and_kept() {
    let (mut context, program) = start();
    let context = &mut context;
    let scene = Scene::new(context, program);
    let large = TextureDesc { label: "large".into(), ..target(16, 12, wgpu::TextureFormat::Depth32Float) };
    let large = context.recorder.create_texture(large);
    let targets = Targets { depth: Some(attach(large)), ..scene.targets(0) };
    let rect = Rect { x: 0, y: 0, width: 4, height: SIZE };
    context.recorder.set_targets(targets);
    context.recorder.clear(color([0.0, 1.0, 0.0, 1.0]), None);
    context.recorder.clear(ClearPlanes { depth: Some(1.0), ..ClearPlanes::default() }, None);
    let near = ClearPlanes { depth: Some(0.25), ..ClearPlanes::default() };
    context.recorder.clear(near, Some(&[rect]));
    scene.apply(
        context,
        &Act::Draw {
            group: 0,
            sampled: None,
            level: 255,
            depth: 0.5,
            write: true,
            mask: false,
            rect: Rect { x: 0, y: 0, width: SIZE, height: SIZE },
        },
    );
    // The draw was to the colour target alone: now with the large depth, another colour.
    context.recorder.set_targets(targets);
    context.recorder.write_block(1, 0, &bytes(&[0.0, 0.0, 1.0, 1.0]));
    context.recorder.draw(draw(3));
    let shown = pixels(context, scene.colors[0]);
    for (at, pixel) in shown.iter().enumerate() {
        let want = if at % 8 < 4 { [255, 51, 127, 153] } else { [0, 0, 255, 255] };
        assert_eq!(*pixel, want, "{at}");
    }
    let depths = context.read_texture(corner(large), [16, 12]).expect("no validation error");
    for (at, depth) in depths.chunks(4).enumerate() {
        let (x, y) = (at % 16, at / 16);
        let want: f32 = match (x, y) {
            (0..4, 0..8) => 0.25,
            (4..8, 0..8) => 0.5,
            _ => 1.0,
        };
        assert_eq!(depth, want.to_le_bytes(), "{x},{y}");
    }
}

#[test]
fn levels_of_one_texture_are_targets_each_on_its_own() {
    let mut context = context();
    let context = &mut context;
    let desc = TextureDesc { levels: 3, ..target(SIZE, SIZE, RGBA) };
    let texture = context.recorder.create_texture(desc);
    for level in 0..3u8 {
        let attachment = Attachment { level, ..attach(texture) };
        context.recorder.set_targets(Targets { color: [Some(attachment), None, None, None], depth: None });
        context.recorder.clear(color([f32::from(level) / 5.0, 0.0, 0.0, 1.0]), None);
    }
    for level in 0..3u8 {
        let mut place = corner(texture);
        place.level = level.into();
        let side = SIZE >> level;
        let bytes = context.read_texture(place, [side, side]).expect("no validation error");
        assert!(bytes.chunks(4).all(|pixel| pixel == [level * 51, 0, 0, 255]), "{level}");
    }
}
