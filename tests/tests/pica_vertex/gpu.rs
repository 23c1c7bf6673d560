//! One vertex through a translated program: a triangle whose corners differ in position only.

use std::sync::Arc;

use retrograph_render::frame::{
    Attachment, AttributeSource, Indices, Program as Pair, RasterState, Rect, Targets, TextureLocation,
    Topology, VertexAttribute, VertexInput, VertexStream, Viewport,
};
use retrograph_render::resource::{ShaderDesc, ShaderId, TextureDesc, TextureId};
use retrograph_render::{Context, DrawCall, Gpu, wgpu};
use retrograph_shaders::dxso;
use retrograph_shaders::interface::{Stage, Translated};
use retrograph_shaders::pica::interp::Program;
use retrograph_shaders::pica::key::{OutputMap, VertexKey};
use retrograph_shaders::varyings::Varyings;
use retrograph_shaders::{binding, pica};

/// A program with all that it reads.
pub(crate) struct Run {
    pub(crate) program: Program,
    pub(crate) entry: u32,
    pub(crate) inputs: [[f32; 4]; 16],
    pub(crate) uniforms: [[f32; 4]; 96],
    pub(crate) integers: [[u8; 4]; 4],
    pub(crate) booleans: u16,
}

/// A device with a target of one pixel, and the stage that writes what it is given.
pub(crate) struct Bench {
    context: Context,
    target: TextureId,
    fragment: ShaderId,
    varyings: Varyings,
}

fn create(context: &mut Context, translated: Translated) -> ShaderId {
    let interface = &translated.interface;
    let mut block_sizes = [0; binding::BLOCKS];
    let floats =
        if interface.stage == Stage::Vertex { binding::VERTEX_FLOATS } else { binding::FRAGMENT_FLOATS };
    block_sizes[floats as usize] = u32::from(interface.float_rows) * 16;
    if interface.integer_constants {
        block_sizes[binding::VERTEX_INTEGERS as usize] = binding::INTEGER_BLOCK_SIZE;
    }
    block_sizes[binding::DRAW as usize] = u32::from(interface.draw_rows) * 16;
    context.recorder.create_shader(ShaderDesc {
        label: "test".to_owned(),
        vertex_stage: interface.stage == Stage::Vertex,
        entry_point: interface.entry_point(),
        block_sizes,
        overlay: Vec::new(),
        textures: Vec::new(),
        color_outputs: interface.color_outputs,
        inputs: interface.inputs.iter().fold(0, |mask, input| mask | 1 << input.location),
        module: Arc::new(translated.module),
    })
}

impl Bench {
    /// A missing adapter fails the test.
    pub(crate) fn new() -> Self {
        let mut context = Context::new(Gpu::headless().expect("an adapter"));
        let target = context.recorder.create_texture(TextureDesc {
            render_target: true,
            ..TextureDesc::new(1, 1, wgpu::TextureFormat::Rgba32Float)
        });
        let bytes = dxso::assemble("ps_3_0\ndcl_normal v0\nmov oC0, v0\n").expect("assembles");
        let parsed = dxso::parse(&bytes).expect("parses");
        let made = dxso::translate_fragment(&parsed, &dxso::FragmentKey::default()).expect("translates");
        let varyings = made.interface.varyings;
        let fragment = create(&mut context, made);
        Self { context, target, fragment, varyings }
    }

    /// What o1 is behind a program; `None` if it is not translated.
    pub(crate) fn run(&mut self, run: &Run) -> Option<[f32; 4]> {
        // o0 is the position, o1 the quaternion, which no stage changes.
        let outputs = OutputMap::new(0b11, 2, &[0x0302_0100, 0x0706_0504]);
        let key = VertexKey { varyings: self.varyings, outputs };
        let made = pica::vertex(&run.program, run.entry, &key).ok()?;
        let locations: Vec<u8> = made.interface.inputs.iter().map(|input| input.location).collect();
        let vertex = create(&mut self.context, made);
        self.uniforms(run);
        let recorder = &mut self.context.recorder;
        recorder.set_program(Pair { vertex, fragment: self.fragment });
        recorder.set_raster(RasterState::default());
        let attachment = Attachment { texture: self.target, level: 0, layer: 0, srgb: false };
        recorder.set_targets(Targets { color: [Some(attachment), None, None, None], depth: None });
        recorder.set_viewport(Viewport {
            width: 1.0,
            height: 1.0,
            max_depth: 1.0,
            scissor: Rect { x: 0, y: 0, width: 1, height: 1 },
            ..Viewport::default()
        });
        let attribute = |&location: &u8| VertexAttribute {
            location,
            stream: 0,
            offset: 16 * u16::from(location),
            format: wgpu::VertexFormat::Float32x4,
        };
        let stream =
            VertexStream { source: AttributeSource::Arena, offset: 0, stride: 256, instance_step: None };
        recorder.set_input(VertexInput {
            streams: [stream].into_iter().collect(),
            attributes: locations.iter().map(attribute).collect(),
            indices: None,
        });
        let vertices = [[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]].map(|[x, y]| {
            let mut inputs = run.inputs;
            inputs[0] = [x, y, 0.0, 1.0];
            inputs
        });
        let user_vertices = recorder.push_user_data(bytemuck::bytes_of(&vertices));
        recorder.draw(DrawCall {
            topology: Topology::Triangles,
            first: 0,
            count: 3,
            base_vertex: 0,
            instances: 1,
            user_vertices,
            indices: Indices::None,
        });
        recorder.release_shader(vertex);
        let location = TextureLocation { texture: self.target, level: 0, origin: [0; 3] };
        let texel = self.context.read_texture(location, [1, 1]).expect("reads");
        Some(*bytemuck::from_bytes(&texel))
    }

    fn uniforms(&mut self, run: &Run) {
        let recorder = &mut self.context.recorder;
        recorder.write_block(binding::VERTEX_FLOATS as u8, 0, bytemuck::bytes_of(&run.uniforms));
        let mut words = [0u32; binding::INTEGER_BLOCK_SIZE as usize / 4];
        for (word, value) in words.iter_mut().zip(run.integers.as_flattened()) {
            *word = u32::from(*value);
        }
        words[64] = u32::from(run.booleans);
        recorder.write_block(binding::VERTEX_INTEGERS as u8, 0, bytemuck::bytes_of(&words));
        let mut draw: binding::DrawBlock = bytemuck::Zeroable::zeroed();
        draw.transform = [1.0, 1.0, 0.0, 0.0];
        draw.viewport = [-1.0, -1.0, 2.0, 2.0];
        recorder.write_block(binding::DRAW as u8, 0, bytemuck::bytes_of(&draw));
    }
}
