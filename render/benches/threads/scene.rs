//! What both sides draw: a program of two uniform blocks and a texture, over one vertex buffer.

use std::sync::Arc;

use retrograph_render::frame::{
    AddressMode, Attachment, AttributeSource, ClearPlanes, Filter, Indices, Program, RasterState, Rect,
    SamplerState, Targets, TextureBinding, Topology, VertexAttribute, VertexInput, VertexStream, ViewKind,
    Viewport,
};
use retrograph_render::resource::{BLOCKS, BufferDesc, ShaderDesc, TextureDesc, TextureId, TextureSlot};
use retrograph_render::{Context, DrawCall, Gpu, Recorder, Threading, WriteOrder, naga, wgpu};

/// Draws a frame.
pub(crate) const DRAWS: u32 = 10_000;

/// Edge of the target.
pub(crate) const EDGE: u32 = 64;

/// Bytes of each block: four rows.
pub(crate) const BLOCK: u32 = 64;

/// What changes between draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    Alone,
    /// A row of the vertex constants, and the texture.
    Changing,
    /// The mesh: each draw has vertices of another buffer than the one before.
    Meshes,
}

/// How many meshes there are.
pub(crate) const MESHES: usize = 64;

pub(crate) const VERTEX: &str = "
    @group(0) @binding(0) var<uniform> rows: array<vec4f, 4>;
    @vertex fn vertex_main(@location(0) place: vec4f) -> @builtin(position) vec4f { return place + rows[0]; }";

pub(crate) const FRAGMENT: &str = "
    @group(0) @binding(1) var<uniform> rows: array<vec4f, 4>;
    @group(1) @binding(0) var picture: texture_2d<f32>;
    @group(1) @binding(1) var how: sampler;
    @fragment fn fragment_main() -> @location(0) vec4f { return rows[0] * textureSample(picture, how, vec2f(0.5)); }";

/// A device whose backend does nothing.
pub(crate) fn gpu() -> Gpu {
    let mut options = wgpu::BackendOptions::default();
    options.noop.enable = true;
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::NOOP,
        backend_options: options,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()));
    let adapter = adapter.expect("the backend that does nothing");
    let (features, required_limits) = retrograph_render::required(&adapter);
    // Asked itself, this adapter says that no format can do anything.
    let required_features = features - wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES;
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("no device"),
        required_features,
        required_limits,
        ..wgpu::DeviceDescriptor::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).expect("a device");
    Gpu::from_device(&adapter, device, queue)
}

/// A context with everything set for drawing.
pub(crate) struct Scene {
    pub(crate) context: Context,
    textures: [TextureId; 2],
    meshes: Vec<VertexInput>,
    count: u32,
}

impl Scene {
    pub(crate) fn new(threading: Threading) -> Self {
        let mut context = Context::with_threading(gpu(), threading);
        let recorder = &mut context.recorder;
        let textures = [0u8, 255].map(|value| texture(recorder, value));
        let meshes = (0..MESHES).map(|_| mesh(recorder)).collect::<Vec<_>>();
        recorder.set_input(meshes[0].clone());
        let vertex = recorder.create_shader(shader(VERTEX, true, 0, &[]));
        let picture = TextureSlot { slot: 0, kind: ViewKind::D2 };
        let fragment = recorder.create_shader(shader(FRAGMENT, false, 1, &[picture]));
        recorder.set_program(Program { vertex, fragment });
        recorder.set_raster(RasterState::default());
        set_target(recorder);
        let mut scene = Self { context, textures, meshes, count: 0 };
        // Three frames take turns: all grow here.
        for kind in [[Kind::Changing; 4], [Kind::Meshes; 4]].concat() {
            scene.record(kind);
            scene.context.finish().expect("no error");
        }
        scene
    }

    /// Records a frame.
    pub(crate) fn record(&mut self, kind: Kind) {
        let recorder = &mut self.context.recorder;
        recorder.clear(ClearPlanes { color: Some([0.0; 4]), ..ClearPlanes::default() }, None);
        bind(recorder, self.textures[0]);
        recorder.write_block(1, 0, &[1; BLOCK as usize]);
        for _ in 0..DRAWS {
            if kind == Kind::Meshes {
                self.count = self.count.wrapping_add(1);
                recorder.push_input(&self.meshes[self.count as usize % MESHES]);
            }
            if kind == Kind::Changing {
                self.count = self.count.wrapping_add(1);
                recorder.write_block(0, 0, &row(self.count));
                bind(recorder, self.textures[(self.count & 1) as usize]);
            }
            recorder.draw(DrawCall {
                topology: Topology::Triangles,
                first: 0,
                count: 3,
                base_vertex: 0,
                instances: 1,
                user_vertices: 0,
                indices: Indices::None,
            });
        }
    }
}

/// A buffer of vertices, and how it is read.
fn mesh(recorder: &mut Recorder) -> VertexInput {
    let vertices = recorder.create_buffer(BufferDesc { label: "vertices".into(), size: 48 });
    recorder.write_buffer(vertices, 0, &[0; 48], WriteOrder::Ordered);
    let stream = VertexStream {
        source: AttributeSource::Buffer(vertices),
        offset: 0,
        stride: 16,
        instance_step: None,
    };
    let format = wgpu::VertexFormat::Float32x4;
    VertexInput {
        streams: [stream].into_iter().collect(),
        attributes: [VertexAttribute { location: 0, stream: 0, offset: 0, format }].into_iter().collect(),
        indices: None,
    }
}

/// The row of constants of a draw.
pub(crate) fn row(count: u32) -> [u8; 16] {
    let mut row = [0; 16];
    row[..4].copy_from_slice(&(count as f32).to_le_bytes());
    row
}

fn bind(recorder: &mut Recorder, texture: TextureId) {
    let sampler = SamplerState {
        address: [AddressMode::Repeat; 3],
        mag: Filter::Linear,
        min: Filter::Linear,
        ..SamplerState::default()
    };
    recorder.set_binding(
        false,
        0,
        TextureBinding { texture: Some(texture), sampler, ..TextureBinding::default() },
    );
}

fn texture(recorder: &mut Recorder, value: u8) -> TextureId {
    let texture = recorder.create_texture(TextureDesc::new(1, 1, wgpu::TextureFormat::Rgba8Unorm));
    let location = retrograph_render::frame::TextureLocation { texture, level: 0, origin: [0; 3] };
    recorder.write_texture(location, [1, 1, 1], &[value; 4]);
    texture
}

fn shader(source: &str, vertex_stage: bool, block: usize, textures: &[TextureSlot]) -> ShaderDesc {
    let module = naga::front::wgsl::parse_str(source).expect("WGSL");
    let mut block_sizes = [0; BLOCKS];
    block_sizes[block] = BLOCK;
    ShaderDesc {
        label: if vertex_stage { "vertex".into() } else { "fragment".into() },
        vertex_stage,
        module: Arc::new(module),
        entry_point: if vertex_stage { "vertex_main" } else { "fragment_main" },
        block_sizes,
        overlay: Vec::new(),
        textures: textures.to_vec(),
        color_outputs: 1,
        inputs: 1,
    }
}

fn set_target(recorder: &mut Recorder) {
    let format = wgpu::TextureFormat::Rgba8Unorm;
    let texture =
        recorder.create_texture(TextureDesc { render_target: true, ..TextureDesc::new(EDGE, EDGE, format) });
    let attachment = Attachment { texture, level: 0, layer: 0, srgb: false };
    recorder.set_targets(Targets { color: [Some(attachment), None, None, None], depth: None });
    let (width, height) = (EDGE as f32, EDGE as f32);
    let scissor = Rect { x: 0, y: 0, width: EDGE, height: EDGE };
    recorder.set_viewport(Viewport {
        x: 0.0,
        y: 0.0,
        width,
        height,
        min_depth: 0.0,
        max_depth: 1.0,
        scissor,
    });
}
