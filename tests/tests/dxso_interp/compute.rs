//! Vertex shaders, run by a compute shader that calls them: all that they give comes back, wherever they put it.

use std::fmt::Write as _;

use retrograph_render::{naga, wgpu};
use retrograph_shaders::dxso::interp::{Interpreter, Vector, VertexOutput};
use retrograph_shaders::dxso::program::Program;
use retrograph_shaders::dxso::{self, VertexKey};
use retrograph_shaders::interface::InputClass;
use retrograph_shaders::varyings::{LOCATIONS, Semantic, Usage, Varying, Varyings};
use retrograph_shaders::{ShaderError, Translated, print};

use super::gpu::Bench;
use super::world::Constants;

/// Vertices of each program.
pub(crate) const VERTICES: usize = 16;
/// Where the results of a vertex are: the varyings by location, then the position.
const RESULTS: usize = LOCATIONS + 1;

/// A vertex shader with what it runs on.
pub(crate) struct VertexCase<'a> {
    pub(crate) program: &'a Program,
    pub(crate) constants: &'a Constants,
    pub(crate) inputs: &'a [[Vector; 16]; VERTICES],
}

/// One value of one vertex, as it is and as it should be.
#[derive(Debug)]
pub(crate) struct Compared {
    pub(crate) vertex: usize,
    pub(crate) semantic: Semantic,
    pub(crate) found: Vector,
    pub(crate) expected: Vector,
}

/// Every semantic that a program may write, at its location.
pub(crate) fn varyings(program: &Program) -> Varyings {
    use retrograph_shaders::dxso::program::{Payload, RegisterFile};
    let mut wanted: Vec<Semantic> = (0..8).map(|index| Semantic::new(Usage::Texcoord, index)).collect();
    wanted.extend((0..2).map(|index| Semantic::new(Usage::Color, index)));
    wanted.push(Semantic::new(Usage::Fog, 0));
    for at in &program.instructions {
        let output = at.destination.is_some_and(|to| to.register.file == RegisterFile::Output);
        match at.payload {
            Payload::Semantic(semantic)
                if output && !matches!(semantic.usage, Usage::Position | Usage::PointSize) =>
            {
                wanted.push(semantic);
            }
            _ => {}
        }
    }
    let varyings: Vec<Varying> =
        wanted.into_iter().map(|semantic| Varying { semantic, flat: true, centroid: false }).collect();
    Varyings::place(&varyings, program.version.major == 3).expect("they fit")
}

impl VertexCase<'_> {
    /// What the interpreter gives for each vertex.
    pub(crate) fn interpret(&self, bench: &Bench) -> Vec<VertexOutput> {
        let shader = Interpreter::new(self.program).expect("what parses nests");
        let environment = self.constants.environment();
        let run = |inputs: &[Vector; 16]| {
            let mut sampler = |read: &_| bench.texels.read(read, Default::default());
            shader.vertex(&environment, inputs, &mut sampler).expect("it ends")
        };
        self.inputs.iter().map(run).collect()
    }

    /// Runs it on the GPU, and pairs the results with the interpreter's.
    pub(crate) fn compare(
        &self,
        bench: &Bench,
        interpreted: &[VertexOutput],
    ) -> Result<Vec<Compared>, ShaderError> {
        let varyings = varyings(self.program);
        let key = VertexKey { inputs: [InputClass::Float; 16], varyings, ..VertexKey::default() };
        let translated = dxso::translate_vertex(self.program, &key)?;
        let results = self.run(bench, &translated);
        let mut compared = Vec::new();
        for (vertex, (output, found)) in interpreted.iter().zip(results.chunks(RESULTS)).enumerate() {
            let mut pair = |semantic, found, expected| {
                compared.push(Compared { vertex, semantic, found, expected });
            };
            for (location, varying) in varyings.iter() {
                let semantic = varying.semantic;
                let (value, written) =
                    output.semantic(semantic).map_or(([0.0; 4], 0), |(value, mask)| (value, mask.0));
                let lane = |lane: u8| match written >> lane & 1 {
                    0 => varyings.default_lane(semantic, lane),
                    _ => value[usize::from(lane)],
                };
                pair(semantic, found[usize::from(location)], [0, 1, 2, 3].map(lane));
            }
            pair(Semantic::new(Usage::Position, 0), found[LOCATIONS], output.position());
        }
        Ok(compared)
    }

    fn run(&self, bench: &Bench, translated: &Translated) -> Vec<Vector> {
        let module = &translated.module;
        let device = &bench.gpu.device;
        let text = compute_text(module);
        let shader = bench.wgsl(&text);
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("vertices"),
            layout: None,
            module: &shader,
            entry_point: Some("compute_main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let inputs: Vec<u8> =
            self.inputs.iter().flatten().flatten().flat_map(|lane| lane.to_le_bytes()).collect();
        let inputs = bench.buffer(&inputs, wgpu::BufferUsages::STORAGE);
        let size = (VERTICES * RESULTS * 16) as u64;
        let create = |usage| {
            let label = Some("results");
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: false })
        };
        let outputs = create(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
        let readable = create(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        let blocks = bench.blocks(self.constants, &translated.interface.overlay);
        let own = [
            wgpu::BindGroupEntry { binding: 60, resource: inputs.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 61, resource: outputs.as_entire_binding() },
        ];
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline);
            for group in 0..4 {
                let own = if group == 3 { &own[..] } else { &[] };
                let layout = pipeline.get_bind_group_layout(group);
                pass.set_bind_group(group, &bench.bind(&layout, module, group, &blocks, own), &[]);
            }
            pass.dispatch_workgroups(VERTICES as u32, 1, 1);
        }
        encoder.copy_buffer_to_buffer(&outputs, 0, &readable, 0, size);
        bench.read(encoder, &readable)
    }
}

/// The module as WGSL with its entry point made a function, and an entry point that calls it for every vertex.
fn compute_text(module: &naga::Module) -> String {
    let info = print::validate(module).expect("valid");
    let printed = print::wgsl(module, &info).expect("WGSL says it all");
    let start = printed.find("@vertex").expect("an entry point");
    let (head, tail) = printed.split_at(start);
    let open = tail.find('(').expect("parameters");
    let end = tail.find(") ->").expect("a result");
    let mut text = head.to_owned();
    text.push_str("fn called(");
    // `@location(3) v3_: vec4<f32>, …`
    let parameters = tail[open + 1..end].split(", ").filter(|parameter| !parameter.is_empty());
    let parameters: Vec<(u32, &str)> = parameters
        .map(|parameter| {
            let (attribute, rest) = parameter.split_once(' ').expect("an attribute");
            let number = attribute.trim_start_matches("@location(").trim_end_matches(')');
            (number.parse().expect("a location"), rest)
        })
        .collect();
    let plain: Vec<&str> = parameters.iter().map(|(_, rest)| *rest).collect();
    text.push_str(&plain.join(", "));
    text.push_str(&tail[end..]);
    let calls: Vec<String> =
        parameters.iter().map(|(location, _)| format!("inputs[id.x * 16u + {location}u]")).collect();
    let _ = write!(
        text,
        "\n@group(3) @binding(60) var<storage> inputs: array<vec4<f32>>;
        @group(3) @binding(61) var<storage, read_write> outputs: array<vec4<f32>>;
        @compute @workgroup_size(1) fn compute_main(@builtin(global_invocation_id) id: vec3<u32>) {{
            let result = called({});\n",
        calls.join(", ")
    );
    for line in head.lines().map(str::trim) {
        let place = if line.contains("@builtin(position)") {
            LOCATIONS
        } else if let Some((_, rest)) = line.split_once("@location(") {
            rest.split(')').next().and_then(|number| number.parse().ok()).expect("a location")
        } else {
            continue;
        };
        let name = line.split(": vec4").next().and_then(|left| left.rsplit(' ').next()).expect("a member");
        let _ = writeln!(text, "outputs[id.x * {RESULTS}u + {place}u] = result.{name};");
    }
    text.push('}');
    text
}
