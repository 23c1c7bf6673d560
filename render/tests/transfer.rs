//! Uploads, copies, scaled copies and mip levels, by value.

use retrograph_render::frame::{
    AttributeSource, CopyTexture, Filter, GenerateMips, Indices, Program, SamplerState, StretchTexture,
    TextureBinding, Topology, VertexAttribute, VertexInput, VertexStream, ViewKind,
};
use retrograph_render::resource::{BlockOverlay, BufferId, TextureId};
use retrograph_render::{Context, DrawCall, WriteOrder, wgpu};

use super::common::{
    COLOR_FRAGMENT, FULL_VERTEX, begin, bytes, color, context, corner, draw, pixels, shader, target, targets,
};

const RGBA: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

const BYTE_VERTEX: &str = "
    struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
    @vertex fn vertex_main(@builtin(vertex_index) index: u32, @location(0) color: vec4f) -> Out {
        return Out(vec4f(f32(index) * 0.5 - 0.75, 0.0, 0.0, 1.0), color);
    }";
const BYTE_FRAGMENT: &str = "
    @fragment fn fragment_main(@location(0) color: vec4f) -> @location(0) vec4f { return color; }";

/// Four points in a row, each of the colour of its vertex.
fn points(context: &mut Context, vertices: BufferId, offset: u32) -> TextureId {
    let screen = context.recorder.create_texture(target(4, 1, RGBA));
    let program = Program {
        vertex: shader(context, BYTE_VERTEX, true, [0; 5], &[]),
        fragment: shader(context, BYTE_FRAGMENT, false, [0; 5], &[]),
    };
    begin(context, screen, program);
    let source = AttributeSource::Buffer(vertices);
    let stream = VertexStream { source, offset, stride: 4, instance_step: None };
    let format = wgpu::VertexFormat::Unorm8x4;
    let attribute = VertexAttribute { location: 0, stream: 0, offset: 0, format };
    context.recorder.set_input(VertexInput {
        streams: [stream].into_iter().collect(),
        attributes: [attribute].into_iter().collect(),
        indices: None,
    });
    context.recorder.draw(DrawCall { topology: Topology::Points, ..draw(4) });
    screen
}

#[test]
fn buffer_writes_of_any_offset_and_size_land_where_they_should() {
    let mut context = context();
    let vertices = super::common::buffer(&mut context, &[0x11; 17]);
    for (offset, value) in
        [(1, [0xA0, 0xA1, 0xA2].as_slice()), (6, &[0xB0]), (11, &[0xC0, 0xC1, 0xC2, 0xC3, 0xC4])]
    {
        context.recorder.write_buffer(vertices, offset, value, WriteOrder::Ordered);
    }
    let screen = points(&mut context, vertices, 0);
    let expected = [
        [0x11, 0xA0, 0xA1, 0xA2],
        [0x11, 0x11, 0xB0, 0x11],
        [0x11, 0x11, 0x11, 0xC0],
        [0xC1, 0xC2, 0xC3, 0xC4],
    ];
    assert_eq!(pixels(&mut context, screen), expected);
}

#[test]
fn ordered_writes_come_between_draws_and_unaligned_streams_are_read() {
    let mut context = context();
    let content: Vec<u8> = (0..18).collect();
    let vertices = super::common::buffer(&mut context, &content);
    let screen = points(&mut context, vertices, 2);
    context.recorder.write_buffer(vertices, 3, &[0xEE; 2], WriteOrder::Ordered);
    let first: Vec<[u8; 4]> = content[2..].as_chunks().0.to_vec();
    assert_eq!(pixels(&mut context, screen), first, "the write comes after the draw");
    context.recorder.draw(DrawCall { topology: Topology::Points, ..draw(4) });
    assert_eq!(pixels(&mut context, screen)[0], [2, 0xEE, 0xEE, 5]);
}

#[test]
fn indices_of_the_arena_are_read_from_any_offset() {
    let mut context = context();
    let vertices = super::common::buffer(&mut context, &(0..16).collect::<Vec<u8>>());
    let screen = points(&mut context, vertices, 0);
    context.recorder.clear(color([0.0; 4]), None);
    let indices: Vec<u8> = [9u16, 2, 0].iter().flat_map(|index| index.to_le_bytes()).collect();
    let offset = context.recorder.push_user_data(&indices);
    let format = retrograph_render::frame::IndexFormat::U16;
    let indices = Indices::Arena { offset, format };
    context.recorder.draw(DrawCall { topology: Topology::Points, first: 1, indices, ..draw(2) });
    assert_eq!(pixels(&mut context, screen), [[0, 1, 2, 3], [0; 4], [8, 9, 10, 11], [0; 4]]);
}

#[test]
fn an_overlay_replaces_rows_of_the_block() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    let vertex = shader(&mut context, FULL_VERTEX, true, [0; 5], &[]);
    let plain = shader(&mut context, COLOR_FRAGMENT, false, [0, 16, 0, 0, 0], &[]);
    let module = naga::front::wgsl::parse_str(COLOR_FRAGMENT).expect("it parses");
    let row: [u8; 16] = bytes(&[0.0, 0.0, 1.0, 1.0]).try_into().expect("four floats");
    let overlaid = context.recorder.create_shader(retrograph_render::resource::ShaderDesc {
        label: "overlaid".into(),
        vertex_stage: false,
        module: std::sync::Arc::new(module),
        entry_point: "fragment_main",
        block_sizes: [0, 16, 0, 0, 0, 0, 0],
        overlay: vec![BlockOverlay { offset: 0, bytes: row }],
        textures: Vec::new(),
        color_outputs: 1,
        inputs: 0,
    });
    context.recorder.write_block(1, 0, &bytes(&[1.0, 0.0, 0.0, 1.0]));
    for (fragment, expected) in
        [(plain, [255, 0, 0, 255]), (overlaid, [0, 0, 255, 255]), (plain, [255, 0, 0, 255])]
    {
        begin(&mut context, screen, Program { vertex, fragment });
        context.recorder.draw(draw(3));
        assert_eq!(pixels(&mut context, screen), [expected]);
    }
}

#[test]
fn transfers_that_do_not_fit_are_dropped_and_counted() {
    let mut context = context();
    let small = context.recorder.create_texture(target(2, 2, RGBA));
    let large = context.recorder.create_texture(target(4, 4, RGBA));
    let depth = context.recorder.create_texture(target(2, 2, wgpu::TextureFormat::Depth32Float));
    context.recorder.write_texture(corner(small), [3, 1, 1], &[1; 12]);
    context.recorder.write_texture(corner(small), [2, 2, 1], &[1; 15]);
    context.recorder.write_texture(corner(depth), [2, 2, 1], &[0; 16]);
    let copy = |source, destination, size| CopyTexture {
        source: corner(source),
        destination: corner(destination),
        size,
    };
    context.recorder.copy(copy(large, small, [4, 4, 1]));
    context.recorder.copy(copy(depth, small, [2, 2, 1]));
    context.recorder.copy(copy(small, small, [1, 1, 1]));
    context.recorder.stretch(StretchTexture {
        source: corner(large),
        source_size: [4, 5],
        destination: corner(small),
        destination_size: [2, 2],
        linear: false,
        alpha: true,
    });
    context.recorder.generate_mips(GenerateMips { texture: depth, linear: true });
    assert_eq!(pixels(&mut context, small), [[0; 4]; 4]);
    assert_eq!(context.counters().transfers_dropped, 8);
}

#[test]
fn copies_move_texels_between_levels_and_textures() {
    let mut context = context();
    let from = context.recorder.create_texture(target(3, 1, RGBA));
    let mut desc = target(8, 2, RGBA);
    desc.levels = 2;
    let to = context.recorder.create_texture(desc);
    context.recorder.write_texture(corner(from), [3, 1, 1], &(0..12).collect::<Vec<u8>>());
    let mut destination = corner(to);
    (destination.level, destination.origin) = (1, [2, 0, 0]);
    let mut source = corner(from);
    source.origin = [1, 0, 0];
    context.recorder.copy(CopyTexture { source, destination, size: [2, 1, 1] });
    destination.origin = [0; 3];
    let expected = vec![0, 0, 0, 0, 0, 0, 0, 0, 4, 5, 6, 7, 8, 9, 10, 11];
    assert_eq!(context.read_texture(destination, [4, 1]), Ok(expected));
}

#[test]
fn mips_are_box_filtered_and_sampled_by_base_level() {
    let mut context = context();
    let mut desc = target(2, 2, RGBA);
    desc.levels = 2;
    let picture = context.recorder.create_texture(desc);
    let texels = [[0, 0, 0, 0], [40, 0, 0, 0], [0, 80, 0, 0], [0, 0, 120, 200]];
    context.recorder.write_texture(corner(picture), [2, 2, 1], texels.as_flattened());
    context.recorder.generate_mips(GenerateMips { texture: picture, linear: true });
    let mut level = corner(picture);
    level.level = 1;
    assert_eq!(context.read_texture(level, [1, 1]), Ok(vec![10, 20, 30, 50]));

    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    let fragment = "
        @group(1) @binding(0) var picture: texture_2d<f32>;
        @group(1) @binding(1) var reader: sampler;
        @fragment fn fragment_main() -> @location(0) vec4f {
            return textureSampleLevel(picture, reader, vec2f(0.25), 0.0);
        }";
    let program = Program {
        vertex: shader(&mut context, FULL_VERTEX, true, [0; 5], &[]),
        fragment: shader(&mut context, fragment, false, [0; 5], &[(0, ViewKind::D2)]),
    };
    begin(&mut context, screen, program);
    let linear = SamplerState { mip: Some(Filter::Linear), ..SamplerState::default() };
    for (base_level, min_level, expected) in
        [(0, 0, texels[0]), (1, 0, [10, 20, 30, 50]), (0, 1, [10, 20, 30, 50])]
    {
        let sampler = SamplerState { min_level, ..linear };
        let binding = TextureBinding { texture: Some(picture), srgb: false, base_level, sampler };
        context.recorder.set_binding(false, 0, binding);
        context.recorder.draw(draw(3));
        assert_eq!(pixels(&mut context, screen), [expected], "base {base_level}, least {min_level}");
    }
}

#[test]
fn a_stretch_may_leave_alpha_alone() {
    let mut context = context();
    let from = context.recorder.create_texture(target(1, 1, RGBA));
    let to = context.recorder.create_texture(target(1, 1, RGBA));
    context.recorder.write_texture(corner(from), [1, 1, 1], &[1, 2, 3, 4]);
    context.recorder.write_texture(corner(to), [1, 1, 1], &[5, 6, 7, 8]);
    context.recorder.stretch(StretchTexture {
        source: corner(from),
        source_size: [1, 1],
        destination: corner(to),
        destination_size: [1, 1],
        linear: false,
        alpha: false,
    });
    assert_eq!(pixels(&mut context, to), [[1, 2, 3, 8]]);
}

#[test]
fn a_stretch_scales_and_a_released_texture_is_let_go() {
    let mut context = context();
    let from = context.recorder.create_texture(target(2, 1, RGBA));
    let to = context.recorder.create_texture(target(4, 1, RGBA));
    context.recorder.write_texture(corner(from), [2, 1, 1], &[1, 2, 3, 4, 5, 6, 7, 8]);
    context.recorder.stretch(StretchTexture {
        source: corner(from),
        source_size: [2, 1],
        destination: corner(to),
        destination_size: [4, 1],
        linear: false,
        alpha: true,
    });
    context.recorder.release_texture(from);
    let (a, b) = ([1, 2, 3, 4], [5, 6, 7, 8]);
    assert_eq!(pixels(&mut context, to), [a, a, b, b]);
    assert!(context.native_texture(from).is_none());
    context.recorder.set_targets(targets(from));
    context.recorder.clear(color([1.0; 4]), None);
    context.finish().expect("no validation error");
}

#[test]
fn a_texture_is_there_until_its_frame_ends_whatever_is_created_after_it() {
    let mut context = context();
    let to = context.recorder.create_texture(target(3, 1, RGBA));
    // Each takes the place of the one before it, if the frame lets it.
    for (x, value) in [(0, 10), (1, 20), (2, 30)] {
        let from = context.recorder.create_texture(target(1, 1, RGBA));
        context.recorder.write_texture(corner(from), [1, 1, 1], &[value; 4]);
        let mut destination = corner(to);
        destination.origin = [x, 0, 0];
        context.recorder.copy(CopyTexture { source: corner(from), destination, size: [1, 1, 1] });
        context.recorder.release_texture(from);
    }
    assert_eq!(pixels(&mut context, to), [[10; 4], [20; 4], [30; 4]]);
}

#[test]
fn vertex_shaders_read_textures() {
    let mut context = context();
    let screen = context.recorder.create_texture(target(1, 1, RGBA));
    let picture = context.recorder.create_texture(target(1, 1, wgpu::TextureFormat::Rgba32Float));
    context.recorder.write_texture(corner(picture), [1, 1, 1], &bytes(&[0.2, 0.4, 0.6, 0.8]));
    let vertex = "
        @group(2) @binding(4) var picture: texture_2d<f32>;
        @group(2) @binding(5) var reader: sampler;
        struct Out { @builtin(position) position: vec4f, @location(0) color: vec4f }
        @vertex fn vertex_main(@builtin(vertex_index) index: u32) -> Out {
            let at = vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.5, 1.0);
            return Out(at, textureSampleLevel(picture, reader, vec2f(0.5), 0.0));
        }";
    let program = Program {
        vertex: shader(&mut context, vertex, true, [0; 5], &[(2, ViewKind::D2)]),
        fragment: shader(&mut context, BYTE_FRAGMENT, false, [0; 5], &[]),
    };
    begin(&mut context, screen, program);
    let linear = SamplerState { mag: Filter::Linear, min: Filter::Linear, ..SamplerState::default() };
    let binding = TextureBinding { texture: Some(picture), sampler: linear, ..TextureBinding::default() };
    context.recorder.set_binding(true, 2, binding);
    context.recorder.draw(draw(3));
    assert_eq!(pixels(&mut context, screen), [[51, 102, 153, 204]]);
}

#[test]
fn uploads_larger_than_a_staging_buffer_arrive_whole() {
    let mut context = context();
    // 66 MiB, and staging buffers hold 64.
    let [width, height] = [4224, 4096];
    let mut desc = target(width, height, RGBA);
    desc.render_target = false;
    let picture = context.recorder.create_texture(desc);
    let texels: Vec<u8> = (0..width * height).flat_map(u32::to_le_bytes).collect();
    context.recorder.write_texture(corner(picture), [width, height, 1], &texels);
    for (x, y) in [(0, 0), (width - 1, 4094), (7, height - 1), (width - 1, height - 1)] {
        let mut at = corner(picture);
        at.origin = [x, y, 0];
        let expected = (y * width + x).to_le_bytes().to_vec();
        assert_eq!(context.read_texture(at, [1, 1]), Ok(expected), "({x}, {y})");
    }
}
