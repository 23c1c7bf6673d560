//! State groups, by value: winding, depth, stencil, blending, several targets, textures that are targets too.

use retrograph_render::frame::{
    Blend, BlendComponent, ClearPlanes, ColorBlend, DepthState, Program, RasterState, Rect, StencilFace,
    StencilState, Targets, TextureBinding, ViewKind,
};
use retrograph_render::resource::{TextureId, TextureShape};
use retrograph_render::{Context, wgpu};

use super::common::{
    FULL_VERTEX, attach, begin, bytes, color, context, draw, pixels, plain_program, shader, target, targets,
    viewport,
};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];

fn paint(context: &mut Context, value: [f32; 4]) {
    context.recorder.write_block(1, 0, &bytes(&value));
    context.recorder.draw(draw(3));
}

fn with_raster(context: &mut Context, change: impl Fn(&mut RasterState)) {
    let mut state = RasterState::default();
    change(&mut state);
    context.recorder.set_raster(state);
}

/// A colour target, a depth-stencil texture, both bound and cleared, and the plain program.
fn scene(context: &mut Context, size: [u32; 2], depth_size: [u32; 2]) -> (TextureId, TextureId) {
    let screen = context.recorder.create_texture(target(size[0], size[1], RGBA));
    let format = wgpu::TextureFormat::Depth24PlusStencil8;
    let depth = context.recorder.create_texture(target(depth_size[0], depth_size[1], format));
    let program = plain_program(context);
    begin(context, screen, program);
    context.recorder.set_targets(Targets { depth: Some(attach(depth)), ..targets(screen) });
    let planes = ClearPlanes { color: Some([0.0, 0.0, 0.0, 1.0]), depth: Some(1.0), stencil: Some(0) };
    context.recorder.clear(planes, None);
    (screen, depth)
}

#[test]
fn clockwise_triangles_are_front_facing() {
    let mut context = context();
    let (screen, _) = scene(&mut context, [1, 1], [1, 1]);
    // The plain program's triangle runs bottom left, bottom right, top left: counterclockwise on the screen.
    with_raster(&mut context, |state| state.cull = Some(wgpu::Face::Back));
    paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(pixels(&mut context, screen), [BLACK]);
    with_raster(&mut context, |state| state.cull = Some(wgpu::Face::Front));
    paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(pixels(&mut context, screen), [RED]);
}

#[test]
fn depth_is_tested_and_written_as_asked() {
    let mut context = context();
    let (screen, _) = scene(&mut context, [2, 1], [2, 1]);
    let less = |write| DepthState { write, compare: wgpu::CompareFunction::Less };
    // The plain program draws at depth 0.5.
    with_raster(&mut context, |state| state.depth = less(false));
    paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
    with_raster(&mut context, |state| state.depth = less(true));
    paint(&mut context, [0.0, 1.0, 0.0, 1.0]);
    paint(&mut context, [1.0, 1.0, 1.0, 1.0]);
    assert_eq!(pixels(&mut context, screen), [GREEN; 2]);
    let rect = Rect { x: 1, y: 0, width: 1, height: 1 };
    context.recorder.clear(ClearPlanes { depth: Some(0.75), ..ClearPlanes::default() }, Some(&[rect]));
    paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(pixels(&mut context, screen), [GREEN, RED], "cleared in part");
}

#[test]
fn stencil_is_tested_and_replaced() {
    let mut context = context();
    let (screen, _) = scene(&mut context, [2, 1], [2, 1]);
    let stencil = |compare, pass_op, reference| {
        let face = StencilFace { compare, pass_op, ..StencilFace::IGNORE };
        Some(StencilState { front: face, back: face, read_mask: 0xFF, write_mask: 0xFF, reference })
    };
    let (always, equal) = (wgpu::CompareFunction::Always, wgpu::CompareFunction::Equal);
    let (replace, keep) = (wgpu::StencilOperation::Replace, wgpu::StencilOperation::Keep);
    let mut left = viewport(2, 1);
    left.scissor.width = 1;
    context.recorder.set_viewport(left);
    with_raster(&mut context, |state| state.stencil = stencil(always, replace, 7));
    paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
    context.recorder.set_viewport(viewport(2, 1));
    with_raster(&mut context, |state| state.stencil = stencil(equal, keep, 7));
    paint(&mut context, [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(pixels(&mut context, screen), [GREEN, BLACK]);
}

#[test]
fn blending_uses_its_constant_and_masks_hold() {
    let mut context = context();
    let (screen, _) = scene(&mut context, [1, 1], [1, 1]);
    let half = BlendComponent {
        src_factor: wgpu::BlendFactor::Constant,
        dst_factor: wgpu::BlendFactor::OneMinusConstant,
        operation: wgpu::BlendOperation::Add,
    };
    with_raster(&mut context, |state| {
        let write_mask = wgpu::ColorWrites::RED | wgpu::ColorWrites::BLUE;
        state.colors[0] = ColorBlend { blend: Some(Blend { color: half, alpha: half }), write_mask };
        state.blend_constant = [0.2; 4];
    });
    paint(&mut context, [1.0, 1.0, 0.0, 0.0]);
    assert_eq!(pixels(&mut context, screen), [[51, 0, 0, 255]]);
}

#[test]
fn a_target_that_the_shader_does_not_write_keeps_its_content() {
    let mut context = context();
    let (one, two) = (
        context.recorder.create_texture(target(1, 1, RGBA)),
        context.recorder.create_texture(target(1, 1, RGBA)),
    );
    let program = plain_program(&mut context);
    begin(&mut context, one, program);
    let both = Targets { color: [Some(attach(one)), None, Some(attach(two)), None], depth: None };
    context.recorder.set_targets(both);
    context.recorder.clear(color([0.0, 1.0, 0.0, 1.0]), None);
    paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(pixels(&mut context, one), [RED]);
    assert_eq!(pixels(&mut context, two), [GREEN]);
}

#[test]
fn a_depth_texture_larger_than_the_target_is_legal() {
    let mut context = context();
    let (screen, _) = scene(&mut context, [2, 2], [4, 3]);
    let depth = DepthState { write: true, compare: wgpu::CompareFunction::Less };
    with_raster(&mut context, |state| state.depth = depth);
    let mut half = viewport(2, 2);
    half.scissor.width = 1;
    context.recorder.set_viewport(half);
    paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
    context.finish().expect("no validation error");
    context.recorder.set_viewport(viewport(2, 2));
    paint(&mut context, [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(pixels(&mut context, screen), [RED, GREEN, RED, GREEN]);
}

const SAMPLING: &str = "
    @group(1) @binding(0) var picture: texture_2d<f32>;
    @group(1) @binding(1) var reader: sampler;
    @fragment fn fragment_main(@builtin(position) at: vec4f) -> @location(0) vec4f {
        let size = vec2f(textureDimensions(picture));
        return textureSample(picture, reader, at.xy / size).yxzw;
    }";

fn sampling(context: &mut Context) -> Program {
    Program {
        vertex: shader(context, FULL_VERTEX, true, [0; 5], &[]),
        fragment: shader(context, SAMPLING, false, [0; 5], &[(0, ViewKind::D2)]),
    }
}

fn bind(context: &mut Context, texture: TextureId) {
    let binding = TextureBinding { texture: Some(texture), ..TextureBinding::default() };
    context.recorder.set_binding(false, 0, binding);
}

#[test]
fn a_target_that_is_sampled_reads_what_it_held_before() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(2, 1, RGBA));
    let program = sampling(&mut context);
    begin(&mut context, screen, program);
    context.recorder.clear(color([1.0, 0.0, 0.0, 1.0]), None);
    bind(&mut context, screen);
    context.recorder.draw(draw(3));
    assert_eq!(pixels(&mut context, screen), [GREEN; 2], "red and green are swapped");
}

#[test]
fn a_target_is_sampled_by_the_next_pass() {
    let mut context = context();
    let first = context.recorder.create_texture(target(2, 1, RGBA));
    let second = context.recorder.create_texture(target(2, 1, RGBA));
    let plain = plain_program(&mut context);
    begin(&mut context, first, plain);
    paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
    let program = sampling(&mut context);
    begin(&mut context, second, program);
    bind(&mut context, first);
    context.recorder.draw(draw(3));
    assert_eq!(pixels(&mut context, second), [GREEN; 2]);
    assert_eq!(context.counters().passes, 2);
}

#[test]
fn depth_is_sampled_while_it_is_only_tested() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    let depth = context.recorder.create_texture(target(1, 1, wgpu::TextureFormat::Depth32Float));
    let program = sampling(&mut context);
    begin(&mut context, screen, program);
    context.recorder.set_targets(Targets { depth: Some(attach(depth)), ..targets(screen) });
    let planes = ClearPlanes { color: Some([0.0; 4]), depth: Some(0.6), stencil: None };
    context.recorder.clear(planes, None);
    with_raster(&mut context, |state| state.depth.compare = wgpu::CompareFunction::Less);
    bind(&mut context, depth);
    context.recorder.draw(draw(3));
    let pixel = pixels(&mut context, screen)[0];
    assert_eq!([pixel[0], pixel[1]], [0, 153], "red of depth is its value, and the shader swaps it to green");
}

#[test]
fn srgb_is_chosen_by_the_view() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    let program = plain_program(&mut context);
    begin(&mut context, screen, program);
    let mut encoded = attach(screen);
    encoded.srgb = true;
    context.recorder.set_targets(Targets { color: [Some(encoded), None, None, None], depth: None });
    // 0.128 encodes to 100.2, away from where rounding turns.
    paint(&mut context, [0.128, 0.0, 1.0, 0.4]);
    assert_eq!(pixels(&mut context, screen), [[100, 0, 255, 102]]);
    // 188 decodes to 128.2.
    context.recorder.write_texture(super::common::corner(screen), [1, 1, 1], &[188, 0, 255, 102]);
    let other = context.recorder.create_texture(target(1, 1, RGBA));
    let program = sampling(&mut context);
    begin(&mut context, other, program);
    let binding = TextureBinding { texture: Some(screen), srgb: true, ..TextureBinding::default() };
    context.recorder.set_binding(false, 0, binding);
    context.recorder.draw(draw(3));
    assert_eq!(pixels(&mut context, other), [[0, 128, 255, 102]]);
}

#[test]
fn draws_that_cannot_draw_are_dropped_without_an_error() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    let gone = context.recorder.create_texture(target(1, 1, RGBA));
    let program = plain_program(&mut context);
    context.recorder.draw(draw(3));
    begin(&mut context, screen, program);
    context.recorder.set_viewport(viewport(0, 0));
    context.recorder.draw(draw(3));
    context.recorder.set_viewport(viewport(1, 1));
    context.recorder.set_targets(targets(gone));
    context.recorder.release_texture(gone);
    context.recorder.draw(draw(3));
    context.recorder.set_targets(targets(screen));
    context.recorder.draw(draw(0));
    let fragment = program.fragment;
    let source = "@vertex fn vertex_main(@location(1) at: vec4f) -> @builtin(position) vec4f { return at; }";
    let vertex = shader(&mut context, source, true, [0; 5], &[]);
    context.recorder.set_program(Program { vertex, fragment });
    context.recorder.draw(draw(3));
    context.recorder.set_program(program);
    context.recorder.release_shader(program.vertex);
    context.finish().expect("no validation error");
    context.recorder.draw(draw(3));
    assert_eq!(pixels(&mut context, screen), [[0; 4]]);
    assert_eq!(context.counters().draws, 0);
}

#[test]
fn cube_faces_and_volume_slices_are_targets() {
    let mut context = context();
    let program = plain_program(&mut context);
    for shape in [TextureShape::Cube, TextureShape::Volume] {
        let mut desc = target(2, 2, RGBA);
        (desc.shape, desc.levels) = (shape, 2);
        desc.depth = if shape == TextureShape::Volume { 8 } else { 1 };
        let texture = context.recorder.create_texture(desc);
        begin(&mut context, texture, program);
        let mut attachment = attach(texture);
        (attachment.level, attachment.layer) = (1, 3);
        context.recorder.set_targets(Targets { color: [Some(attachment), None, None, None], depth: None });
        context.recorder.set_viewport(viewport(1, 1));
        paint(&mut context, [1.0, 0.0, 0.0, 1.0]);
        let mut location = super::common::corner(texture);
        (location.level, location.origin[2]) = (1, 3);
        assert_eq!(context.read_texture(location, [1, 1]), Ok(RED.to_vec()), "{shape:?}");
        location.origin[2] = 2;
        assert_eq!(context.read_texture(location, [1, 1]), Ok(vec![0; 4]), "{shape:?}");
    }
}
