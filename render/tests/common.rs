//! What the tests of this folder share: a device, shaders from WGSL, and state to start from.

use std::sync::Arc;

use retrograph_render::frame::{
    Attachment, ClearPlanes, Indices, Program, RasterState, Rect, Targets, TextureLocation, Topology,
    VertexInput, ViewKind, Viewport,
};
use retrograph_render::resource::{
    BufferDesc, BufferId, ShaderDesc, ShaderId, TextureDesc, TextureId, TextureShape, TextureSlot,
};
use retrograph_render::{Context, DrawCall, Gpu, naga, wgpu};

/// A context on whatever adapter the environment names; without one the test fails and says what to install.
pub(crate) fn context() -> Context {
    let gpu = Gpu::headless().unwrap_or_else(|error| panic!("{error}"));
    Context::with_threading(gpu, super::THREADING)
}

/// A two-dimensional texture of one level that can be drawn to.
pub(crate) fn target(width: u32, height: u32, format: wgpu::TextureFormat) -> TextureDesc {
    TextureDesc {
        label: format!("target {width}x{height}"),
        shape: TextureShape::D2,
        width,
        height,
        depth: 1,
        levels: 1,
        samples: 1,
        format,
        render_target: true,
    }
}

/// The first level and layer of a texture as an attachment.
pub(crate) fn attach(texture: TextureId) -> Attachment {
    Attachment { texture, level: 0, layer: 0, srgb: false }
}

/// One colour target.
pub(crate) fn targets(texture: TextureId) -> Targets {
    Targets { color: [Some(attach(texture)), None, None, None], depth: None }
}

/// The corner of level 0.
pub(crate) fn corner(texture: TextureId) -> TextureLocation {
    TextureLocation { texture, level: 0, origin: [0; 3] }
}

/// A viewport over a whole target.
pub(crate) fn viewport(width: u32, height: u32) -> Viewport {
    Viewport {
        x: 0.0,
        y: 0.0,
        width: width as f32,
        height: height as f32,
        min_depth: 0.0,
        max_depth: 1.0,
        scissor: Rect { x: 0, y: 0, width, height },
    }
}

/// A clear of colour.
pub(crate) fn color(value: [f32; 4]) -> ClearPlanes {
    ClearPlanes { color: Some(value), ..ClearPlanes::default() }
}

/// A shader from WGSL with its first blocks and its textures.
pub(crate) fn shader(
    context: &mut Context,
    source: &str,
    vertex_stage: bool,
    block_sizes: [u32; 5],
    textures: &[(u8, ViewKind)],
) -> ShaderId {
    let module = naga::front::wgsl::parse_str(source).expect("the test's WGSL parses");
    let [a, b, c, d, e] = block_sizes;
    let desc = ShaderDesc {
        label: if vertex_stage { "test vertex".into() } else { "test fragment".into() },
        vertex_stage,
        module: Arc::new(module),
        entry_point: if vertex_stage { "vertex_main" } else { "fragment_main" },
        block_sizes: [a, b, c, d, e, 0, 0],
        overlay: Vec::new(),
        textures: textures.iter().map(|(slot, kind)| TextureSlot { slot: *slot, kind: *kind }).collect(),
        color_outputs: 1,
        inputs: 1,
    };
    context.recorder.create_shader(desc)
}

/// A triangle that covers the target, without vertex buffers; its colour is row 0 of block 1.
pub(crate) fn plain_program(context: &mut Context) -> Program {
    let vertex = shader(context, FULL_VERTEX, true, [0; 5], &[]);
    let fragment = shader(context, COLOR_FRAGMENT, false, [0, 16, 0, 0, 0], &[]);
    Program { vertex, fragment }
}

pub(crate) const FULL_VERTEX: &str = "
    @vertex fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
        return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.5, 1.0);
    }";

pub(crate) const COLOR_FRAGMENT: &str = "
    @group(0) @binding(1) var<uniform> block: array<vec4f, 1>;
    @fragment fn fragment_main() -> @location(0) vec4f { return block[0]; }";

/// A draw of `count` vertices without indices.
pub(crate) fn draw(count: u32) -> DrawCall {
    DrawCall {
        topology: Topology::Triangles,
        first: 0,
        count,
        base_vertex: 0,
        instances: 1,
        user_vertices: 0,
        indices: Indices::None,
    }
}

/// The bytes of floats.
pub(crate) fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A buffer with content.
pub(crate) fn buffer(context: &mut Context, content: &[u8]) -> BufferId {
    let desc = BufferDesc { label: "test buffer".into(), size: content.len() as u32 };
    let id = context.recorder.create_buffer(desc);
    context.recorder.write_buffer(id, 0, content, retrograph_render::WriteOrder::Ordered);
    id
}

/// Sets everything for drawing to one target, with an input of no vertices.
pub(crate) fn begin(context: &mut Context, texture: TextureId, program: Program) {
    let desc = context.recorder.texture(texture).expect("a living target");
    let (width, height) = (desc.width, desc.height);
    context.recorder.set_raster(RasterState::default());
    context.recorder.set_input(VertexInput::default());
    context.recorder.set_program(program);
    context.recorder.set_viewport(viewport(width, height));
    context.recorder.set_targets(targets(texture));
}

/// All pixels of level 0, four bytes each.
pub(crate) fn pixels(context: &mut Context, texture: TextureId) -> Vec<[u8; 4]> {
    let desc = context.recorder.texture(texture).expect("a living texture");
    let size = [desc.width, desc.height];
    let bytes = context.read_texture(corner(texture), size).expect("no validation error");
    bytes.as_chunks().0.to_vec()
}
