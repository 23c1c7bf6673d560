//! Clears, draws and read-backs, by value.

use super::common::{
    begin, bytes, color, context, corner, draw, pixels, plain_program, shader, target, targets,
};
use retrograph_render::frame::{
    AttributeSource, Filter, Program, Rect, SamplerState, TextureBinding, VertexAttribute, VertexInput,
    VertexStream, ViewKind,
};
use retrograph_render::wgpu;

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

#[test]
fn a_new_texture_is_zero_and_a_clear_fills_it() {
    let mut context = context();
    let texture = context.recorder.create_texture(target(5, 3, RGBA));
    assert_eq!(pixels(&mut context, texture), [[0; 4]; 15]);
    context.recorder.set_targets(targets(texture));
    context.recorder.clear(color([1.0, 0.0, 0.2, 0.6]), None);
    assert_eq!(pixels(&mut context, texture), [[255, 0, 51, 153]; 15]);
}

#[test]
fn a_read_leaves_out_row_padding_and_what_is_outside() {
    let mut context = context();
    let texture = context.recorder.create_texture(target(7, 5, RGBA));
    let texels: Vec<u8> = (0..7 * 5 * 4).collect();
    context.recorder.write_texture(corner(texture), [7, 5, 1], &texels);
    assert_eq!(context.read_texture(corner(texture), [7, 5]), Ok(texels.clone()));
    let mut inner = corner(texture);
    inner.origin = [2, 1, 0];
    let expected: Vec<u8> =
        [1, 2].iter().flat_map(|row| &texels[row * 28 + 8..row * 28 + 20]).copied().collect();
    assert_eq!(context.read_texture(inner, [3, 2]), Ok(expected));
    assert!(context.read_texture(inner, [6, 2]).is_err());
}

#[test]
fn a_draw_shows_its_uniform_block_as_of_the_draw() {
    let mut context = context();
    let texture = context.recorder.create_texture(target(4, 2, RGBA));
    let program = plain_program(&mut context);
    begin(&mut context, texture, program);
    for (left, value) in [(0, [1.0, 0.0, 0.0, 1.0]), (2, [0.0, 1.0, 0.0, 1.0])] {
        let mut half = super::common::viewport(4, 2);
        half.scissor = Rect { x: left, y: 0, width: 2, height: 2 };
        context.recorder.set_viewport(half);
        context.recorder.write_block(1, 0, &bytes(&value));
        context.recorder.draw(draw(3));
    }
    let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);
    assert_eq!(pixels(&mut context, texture), [red, red, green, green, red, red, green, green]);
}

#[test]
fn the_next_frame_repeats_what_is_current() {
    let mut context = context();
    let texture = context.recorder.create_texture(target(1, 1, RGBA));
    let program = plain_program(&mut context);
    begin(&mut context, texture, program);
    context.recorder.write_block(1, 0, &bytes(&[0.0, 0.0, 1.0, 1.0]));
    context.recorder.draw(draw(3));
    assert_eq!(pixels(&mut context, texture), [[0, 0, 255, 255]]);
    context.recorder.clear(color([0.0; 4]), None);
    assert_eq!(pixels(&mut context, texture), [[0; 4]]);
    context.recorder.draw(draw(3));
    assert_eq!(pixels(&mut context, texture), [[0, 0, 255, 255]]);
    assert_eq!(context.counters().draws, 2);
    assert_eq!(context.counters().pipelines, 1);
}

const TEXTURED_VERTEX: &str = "
    struct Out { @builtin(position) position: vec4f, @location(0) at: vec2f }
    @vertex fn vertex_main(@location(0) position: vec4f) -> Out {
        return Out(vec4f(position.xy, 0.0, 1.0), position.zw);
    }";

const TEXTURED_FRAGMENT: &str = "
    @group(1) @binding(6) var picture: texture_2d<f32>;
    @group(1) @binding(7) var reader: sampler;
    @group(0) @binding(1) var<uniform> block: array<vec4f, 2>;
    @fragment fn fragment_main(@location(0) at: vec2f) -> @location(0) vec4f {
        return textureSample(picture, reader, at) * block[1];
    }";

fn textured(context: &mut retrograph_render::Context) -> Program {
    Program {
        vertex: shader(context, TEXTURED_VERTEX, true, [0; 5], &[]),
        fragment: shader(context, TEXTURED_FRAGMENT, false, [0, 32, 0, 0, 0], &[(3, ViewKind::D2)]),
    }
}

/// A quad over the whole target as a strip: position and texture coordinates in one vec4.
const QUAD: [f32; 16] = [-1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 0.0, 1.0, 1.0, -1.0, 1.0, 1.0];

fn quad_input(source: AttributeSource) -> VertexInput {
    let stream = VertexStream { source, offset: 0, stride: 16, instance_step: None };
    let attribute =
        VertexAttribute { location: 0, stream: 0, offset: 0, format: wgpu::VertexFormat::Float32x4 };
    VertexInput {
        streams: [stream].into_iter().collect(),
        attributes: [attribute].into_iter().collect(),
        indices: None,
    }
}

#[test]
fn a_textured_quad_shows_its_texels() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(2, 2, RGBA));
    let picture = context.recorder.create_texture(target(2, 2, RGBA));
    let texels = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];
    context.recorder.write_texture(corner(picture), [2, 2, 1], texels.as_flattened());
    let vertices = super::common::buffer(&mut context, &bytes(&QUAD));
    let program = textured(&mut context);
    begin(&mut context, screen, program);
    context.recorder.set_input(quad_input(AttributeSource::Buffer(vertices)));
    let binding = TextureBinding { texture: Some(picture), ..TextureBinding::default() };
    context.recorder.set_binding(false, 3, binding);
    context.recorder.write_block(1, 16, &bytes(&[1.0; 4]));
    let quad = retrograph_render::DrawCall {
        topology: retrograph_render::frame::Topology::TriangleStrip,
        ..draw(4)
    };
    context.recorder.draw(quad);
    assert_eq!(pixels(&mut context, screen), texels);

    let sampler = SamplerState { mag: Filter::Linear, min: Filter::Linear, ..SamplerState::default() };
    context.recorder.set_binding(false, 3, TextureBinding { sampler, ..binding });
    context.recorder.draw(quad);
    assert_eq!(pixels(&mut context, screen), texels, "linear at texel centres is the texel");
}

#[test]
fn an_unbound_slot_reads_opaque_black_and_so_does_another_kind() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    let mut cube = target(1, 1, RGBA);
    cube.shape = retrograph_render::resource::TextureShape::Cube;
    let cube = context.recorder.create_texture(cube);
    let program = textured(&mut context);
    for texture in [None, Some(cube)] {
        begin(&mut context, screen, program);
        context.recorder.clear(color([1.0; 4]), None);
        let user = context.recorder.push_user_data(&bytes(&QUAD));
        context.recorder.set_input(quad_input(AttributeSource::Arena));
        context.recorder.set_binding(false, 3, TextureBinding { texture, ..TextureBinding::default() });
        context.recorder.write_block(1, 16, &bytes(&[1.0; 4]));
        let topology = retrograph_render::frame::Topology::TriangleStrip;
        context.recorder.draw(retrograph_render::DrawCall { topology, user_vertices: user, ..draw(4) });
        assert_eq!(pixels(&mut context, screen), [[0, 0, 0, 255]]);
    }
}

#[test]
fn a_write_between_two_draws_is_seen_by_the_second_only() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(2, 1, RGBA));
    let picture = context.recorder.create_texture(target(1, 1, RGBA));
    let program = textured(&mut context);
    begin(&mut context, screen, program);
    let vertices = super::common::buffer(&mut context, &bytes(&QUAD));
    context.recorder.set_input(quad_input(AttributeSource::Buffer(vertices)));
    let binding = TextureBinding { texture: Some(picture), ..TextureBinding::default() };
    context.recorder.set_binding(false, 3, binding);
    context.recorder.write_block(1, 16, &bytes(&[1.0; 4]));
    let topology = retrograph_render::frame::Topology::TriangleStrip;
    for (left, texel) in [(0, [10, 20, 30, 40]), (1, [50, 60, 70, 80])] {
        context.recorder.write_texture(corner(picture), [1, 1, 1], &texel);
        let mut half = super::common::viewport(2, 1);
        half.scissor = Rect { x: left, y: 0, width: 1, height: 1 };
        context.recorder.set_viewport(half);
        context.recorder.draw(retrograph_render::DrawCall { topology, ..draw(4) });
    }
    assert_eq!(pixels(&mut context, screen), [[10, 20, 30, 40], [50, 60, 70, 80]]);
}

#[test]
fn the_graph_dump_names_passes_and_reasons() {
    let mut context = context();
    let texture = context.recorder.create_texture(target(4, 4, RGBA));
    context.recorder.set_targets(targets(texture));
    context.recorder.clear(color([0.0; 4]), None);
    context.finish().expect("no validation error");
    let dump = context.graph_dump();
    assert!(dump.contains("target 4x4"), "{dump}");
    assert!(dump.contains("a later frame may read it"), "{dump}");
    assert!(context.graph_dot().starts_with("digraph"));
    assert!(context.native_texture(texture).is_some());
}
