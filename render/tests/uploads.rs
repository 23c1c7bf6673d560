//! Uploads to textures between draws, and mip levels after uploads and after draws.

use retrograph_render::frame::{GenerateMips, Program, TextureBinding, TextureLocation, ViewKind};
use retrograph_render::resource::{TextureDesc, TextureId, TextureShape};
use retrograph_render::{Context, wgpu};

use super::common::{
    FULL_VERTEX, begin, bytes, color, context, corner, draw, pixels, plain_program, shader, target, viewport,
};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

/// A program that shows texel 0 of layer or slice 1 of slot 0.
fn reading(context: &mut Context, kind: ViewKind) -> Program {
    let (ty, load) = match kind {
        ViewKind::D2 | ViewKind::Depth => ("texture_2d<f32>", "vec2i(0), 0"),
        ViewKind::Cube => ("texture_2d_array<f32>", "vec2i(0), 1, 0"),
        ViewKind::Volume => ("texture_3d<f32>", "vec3i(0, 0, 1), 0"),
    };
    let fragment = format!(
        "@group(1) @binding(0) var picture: {ty};
        @fragment fn fragment_main() -> @location(0) vec4f {{ return textureLoad(picture, {load}); }}"
    );
    Program {
        vertex: shader(context, FULL_VERTEX, true, [0; 5], &[]),
        fragment: shader(context, &fragment, false, [0; 5], &[(0, kind)]),
    }
}

#[test]
fn each_draw_sees_the_newest_upload_before_it() {
    for (kind, shape, z) in [
        (ViewKind::D2, TextureShape::D2, 0),
        (ViewKind::Cube, TextureShape::Cube, 1),
        (ViewKind::Volume, TextureShape::Volume, 1),
    ] {
        let mut context = context();
        let screen = context.recorder.create_texture(target(3, 1, RGBA));
        let depth = if shape == TextureShape::Volume { 2 } else { 1 };
        let desc = TextureDesc { shape, depth, render_target: false, ..target(2, 2, RGBA) };
        let picture = context.recorder.create_texture(desc);
        let program = reading(&mut context, kind);
        begin(&mut context, screen, program);
        context.recorder.set_binding(
            false,
            0,
            TextureBinding { texture: Some(picture), ..TextureBinding::default() },
        );
        let at = TextureLocation { origin: [0, 0, z], ..corner(picture) };
        for (x, texel) in [RED, GREEN, BLUE].into_iter().enumerate() {
            context.recorder.write_texture(at, [2, 2, 1], &texel.repeat(4));
            let mut column = viewport(3, 1);
            (column.scissor.x, column.scissor.width) = (x as u32, 1);
            context.recorder.set_viewport(column);
            context.recorder.draw(draw(3));
        }
        assert_eq!(pixels(&mut context, screen), [RED, GREEN, BLUE], "{kind:?}");
        let counters = context.counters();
        assert_eq!((counters.transfers_dropped, counters.passes, counters.texture_renames), (0, 1, 2));
    }
}

/// A small texture of two levels, what each of its texels must be, and a screen that shows one texel a column.
struct Album {
    context: Context,
    screen: TextureId,
    picture: TextureId,
    desc: TextureDesc,
    /// By level, then layer or slice, row and column.
    model: [Vec<[u8; 4]>; 2],
    shown: Vec<[u8; 4]>,
}

const COLUMNS: u32 = 32;

impl Album {
    fn new(shape: TextureShape) -> Self {
        let (ty, load) = match shape {
            TextureShape::D2 => ("texture_2d<f32>", "at.xy, at.w"),
            TextureShape::Cube => ("texture_2d_array<f32>", "at.xy, at.z, at.w"),
            TextureShape::Volume => ("texture_3d<f32>", "at.xyz, at.w"),
        };
        let fragment = format!(
            "@group(0) @binding(1) var<uniform> block: array<vec4f, 1>;
            @group(1) @binding(0) var picture: {ty};
            @fragment fn fragment_main() -> @location(0) vec4f {{
                let at = vec4i(block[0]);
                return textureLoad(picture, {load});
            }}"
        );
        let mut context = context();
        let screen = context.recorder.create_texture(target(COLUMNS, 1, RGBA));
        let depth = if shape == TextureShape::Volume { 4 } else { 1 };
        let desc = TextureDesc { shape, depth, levels: 2, render_target: false, ..target(4, 4, RGBA) };
        let picture = context.recorder.create_texture(desc.clone());
        let kind = match shape {
            TextureShape::D2 => ViewKind::D2,
            TextureShape::Cube => ViewKind::Cube,
            TextureShape::Volume => ViewKind::Volume,
        };
        let program = Program {
            vertex: shader(&mut context, FULL_VERTEX, true, [0; 5], &[]),
            fragment: shader(&mut context, &fragment, false, [0, 16, 0, 0, 0], &[(0, kind)]),
        };
        begin(&mut context, screen, program);
        let bound = TextureBinding { texture: Some(picture), ..TextureBinding::default() };
        context.recorder.set_binding(false, 0, bound);
        let texels = |level| desc.level_size(level).iter().product::<u32>() as usize;
        let model = [0, 1].map(|level| vec![[0; 4]; texels(level)]);
        Self { context, screen, picture, desc, model, shown: Vec::new() }
    }

    fn place(&self, level: u32, [x, y, z]: [u32; 3]) -> usize {
        let [width, height, _] = self.desc.level_size(level);
        ((z * height + y) * width + x) as usize
    }

    /// Fills a box.
    fn write(&mut self, level: u32, origin: [u32; 3], size: [u32; 3], texel: [u8; 4]) {
        let location = TextureLocation { texture: self.picture, level, origin };
        let texels = texel.repeat(size.iter().product::<u32>() as usize);
        self.context.recorder.write_texture(location, size, &texels);
        for z in 0..size[2] {
            for y in 0..size[1] {
                for x in 0..size[0] {
                    let place = self.place(level, [origin[0] + x, origin[1] + y, origin[2] + z]);
                    self.model[level as usize][place] = texel;
                }
            }
        }
    }

    /// Shows a texel in the next column.
    fn show(&mut self, level: u32, at: [u32; 3]) {
        let column = self.shown.len() as u32;
        let mut one = viewport(COLUMNS, 1);
        (one.scissor.x, one.scissor.width) = (column, 1);
        let recorder = &mut self.context.recorder;
        recorder.set_viewport(one);
        recorder.write_block(1, 0, &bytes(&[at[0], at[1], at[2], level].map(|number| number as f32)));
        recorder.draw(draw(3));
        self.shown.push(self.model[level as usize][self.place(level, at)]);
    }

    /// Every column, and every texel as it is in the end; how many passes that took.
    fn check(&mut self) -> u64 {
        let before = self.context.counters().passes;
        let found = pixels(&mut self.context, self.screen);
        assert_eq!(found[..self.shown.len()], self.shown, "{}", self.context.graph_dump());
        let passes = self.context.counters().passes - before;
        for level in 0..2 {
            let [width, height, layers] = self.desc.level_size(level);
            let texels = self.model[level as usize].chunks((width * height) as usize);
            for (z, texels) in (0..layers).zip(texels) {
                let at = TextureLocation { texture: self.picture, level, origin: [0, 0, z] };
                let found = self.context.read_texture(at, [width, height]).expect("no validation error");
                assert_eq!(found, texels.as_flattened(), "level {level}, layer {z}");
            }
        }
        self.shown.clear();
        passes
    }
}

const SHAPES: [TextureShape; 3] = [TextureShape::D2, TextureShape::Cube, TextureShape::Volume];

#[test]
fn uploads_of_boxes_between_draws_keep_the_rest_and_end_no_pass() {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = move |below: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as u32 % below
    };
    for shape in SHAPES {
        let mut album = Album::new(shape);
        for frame in 0..3 {
            for _ in 0..COLUMNS {
                for _ in 0..random(3) {
                    let level = random(2);
                    let full = album.desc.level_size(level);
                    // Often the whole of a side, so that whole faces, slices and levels occur.
                    let sides = full.map(|side| {
                        let start = if random(2) == 0 { 0 } else { random(side) };
                        (start, if random(2) == 0 { side - start } else { 1 + random(side - start) })
                    });
                    let texel = [random(256) as u8, random(256) as u8, random(256) as u8, random(256) as u8];
                    album.write(level, sides.map(|(start, _)| start), sides.map(|(_, size)| size), texel);
                }
                let level = random(2);
                album.show(level, album.desc.level_size(level).map(&mut random));
            }
            assert_eq!(album.check(), 1, "{shape:?}, frame {frame}");
        }
        let counters = album.context.counters();
        assert!(counters.texture_renames > 20, "{}", counters.texture_renames);
        assert_eq!((counters.transfers_dropped, counters.draws_dropped), (0, 0));
    }
}

#[test]
fn a_loop_of_rewrites_makes_no_more_backings_or_groups() {
    for shape in SHAPES {
        let mut album = Album::new(shape);
        let mut known = None;
        for frame in 0..20u8 {
            for round in 0..4 {
                album.write(0, [1, 0, 0], [2, 4, 1], [frame, round, 3, 4]);
                album.show(0, [1, 2, 0]);
            }
            // Reads wait for the GPU, so what may be free is free.
            assert_eq!(album.check(), 1);
            let counters = album.context.counters();
            let made = (counters.texture_backings, counters.bind_groups, counters.retained_bytes);
            match known {
                None if frame == 3 => known = Some(made),
                Some(known) => assert_eq!(made, known, "{shape:?}, frame {frame}"),
                None => {}
            }
            assert_eq!(counters.texture_renames, (u64::from(frame) + 1) * 3);
        }
    }
}

#[test]
fn a_texture_that_the_embedder_holds_keeps_its_backing() {
    let mut album = Album::new(TextureShape::D2);
    album.context.finish().expect("no validation error");
    let native = album.context.native_texture(album.picture);
    for round in 0..3 {
        album.write(0, [0, 0, 0], [4, 4, 1], [round, 0, 0, 255]);
        album.show(0, [3, 3, 0]);
    }
    assert_eq!(album.check(), 3, "each upload after the first stands between passes");
    assert_eq!(album.context.counters().texture_renames, 0);
    assert_eq!(album.context.native_texture(album.picture), native);
}

#[test]
fn mip_levels_follow_uploads_before_all_passes_and_draws_among_them() {
    let mut context = context();
    let picture = context.recorder.create_texture(TextureDesc { levels: 2, ..target(2, 2, RGBA) });
    let program = plain_program(&mut context);
    let below = TextureLocation { level: 1, ..corner(picture) };
    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    begin(&mut context, screen, program);
    context.recorder.clear(color([1.0; 4]), None);
    context.recorder.write_block(1, 0, &bytes(&[0.0, 0.0, 1.0, 1.0]));
    context.recorder.draw(draw(3));
    // An upload that nothing has used, though a pass is open: the levels belong to the prefix.
    let texels = [[0, 0, 0, 0], [40, 0, 0, 0], [0, 80, 0, 0], [0, 0, 120, 200]];
    context.recorder.write_texture(corner(picture), [2, 2, 1], texels.as_flattened());
    context.recorder.generate_mips(GenerateMips { texture: picture, linear: true });
    assert_eq!(context.read_texture(below, [1, 1]), Ok(vec![10, 20, 30, 50]));
    let dump = context.graph_dump();
    assert!(dump.starts_with("before all steps: generate mips of target 2x2\n0: "), "{dump}");
    // After a draw to level 0 they follow that draw.
    begin(&mut context, picture, program);
    context.recorder.draw(draw(3));
    context.recorder.generate_mips(GenerateMips { texture: picture, linear: true });
    assert_eq!(context.read_texture(below, [1, 1]), Ok(BLUE.to_vec()));
    let dump = context.graph_dump();
    assert!(dump.contains("\n1: generate mips of target 2x2\n") && !dump.contains("before all"), "{dump}");
}
