//! Pixel shaders: each draws a cell of an atlas, over which its varyings change evenly.

use std::fmt::Write as _;

use retrograph_render::wgpu;
use retrograph_shaders::dxso::interp::{Interpreter, PixelInput, QuadOutput, Sample, Vector};
use retrograph_shaders::dxso::opcode::Opcode;
use retrograph_shaders::dxso::program::{Payload, Program, RegisterFile};
use retrograph_shaders::dxso::{self, FragmentKey, SamplerKey};
use retrograph_shaders::interface::SamplerKind;
use retrograph_shaders::varyings::{Semantic, Usage, Varyings};
use retrograph_shaders::{ShaderError, Translated};

use super::gpu::Bench;
use super::world::{Constants, Dice, same};

/// Pixels of a cell's edge.
pub(crate) const CELL: u32 = 4;
/// Cells of the atlas's edge.
const CELLS: u32 = 16;
const ATLAS: u32 = CELL * CELLS;
/// What a pixel holds that nothing was drawn to.
const NOTHING: f64 = -777.0;
/// The depth of such a pixel, and the depth of the triangle.
const FAR: f32 = 1.0;
const NEAR: f32 = 0.5;

/// A value that changes evenly over the cell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Plane {
    pub(crate) base: Vector,
    pub(crate) dx: Vector,
    pub(crate) dy: Vector,
}

impl Plane {
    fn at(&self, x: f32, y: f32) -> Vector {
        std::array::from_fn(|lane| self.base[lane] + self.dx[lane] * x + self.dy[lane] * y)
    }

    /// One that points to the inside of a cube's face everywhere.
    pub(crate) fn direction(dice: &mut Dice) -> Self {
        let base = dice.direction();
        Self {
            base,
            dx: dice.vector(8, 1).map(|lane| lane / 4.0),
            dy: dice.vector(8, 1).map(|lane| lane / 4.0),
        }
    }

    /// A colour: within 0–1 everywhere.
    pub(crate) fn color(dice: &mut Dice) -> Self {
        let some = |dice: &mut Dice, from: u64, end: u64| -> Vector {
            std::array::from_fn(|_| (dice.below(end) + from) as f32 / 16.0)
        };
        Self { base: some(dice, 0, 4), dx: some(dice, 0, 3), dy: some(dice, 0, 3) }
    }
}

/// A pixel shader with what it runs on.
pub(crate) struct QuadCase {
    pub(crate) program: Program,
    pub(crate) constants: Constants,
    /// What each semantic holds, by location of [`Varyings`].
    pub(crate) planes: [Plane; 16],
    pub(crate) front: bool,
    pub(crate) key: FragmentKey,
}

/// One pixel, as it is and as it should be.
#[derive(Debug)]
pub(crate) struct ComparedPixel {
    pub(crate) place: [u32; 2],
    /// Colour outputs and depth.
    pub(crate) found: [Vector; 5],
    pub(crate) expected: [Vector; 5],
    /// Which of them count.
    pub(crate) counts: [bool; 5],
}

impl QuadCase {
    /// Random planes; those of colours fit models 1 and 2.
    pub(crate) fn new(program: Program, dice: &mut Dice) -> Self {
        let limit = if program.version.major == 1 { 1 } else { 2 };
        let constants = Constants::new(dice, limit);
        let mut planes = [Plane::default(); 16];
        for (location, plane) in planes.iter_mut().enumerate() {
            *plane = if matches!(location, 8 | 9) { Plane::color(dice) } else { Plane::direction(dice) };
        }
        let key = FragmentKey::default();
        let mut case = Self { program, constants, planes, front: dice.below(2) == 0, key };
        if case.program.version.major == 1 {
            case.legacy_state(dice);
        }
        case
    }

    /// What the texture stages of model 1 hold: the kinds of textures, projection, matrices.
    fn legacy_state(&mut self, dice: &mut Dice) {
        // Divisors are powers of two.
        let constant = |plane: &mut Plane, lane: usize, value: f32| {
            (plane.base[lane], plane.dx[lane], plane.dy[lane]) = (value, 0.0, 0.0);
        };
        for index in 0..8 {
            constant(&mut self.planes[index], 3, [1.0, 2.0, 0.5][dice.below(3) as usize]);
        }
        constant(&mut self.planes[3], 2, 4.0);
        for stage in &mut self.constants.stages {
            stage.bump = dice.vector(4, 1);
            [stage.luminance_scale, stage.luminance_offset] = [dice.grid(4, 1), dice.grid(4, 1)];
        }
        let divides = self.program.version.minor < 4;
        for at in &self.program.instructions {
            let Some(to) = at.destination else { continue };
            let slot = usize::from(to.register.number & 7);
            let projected = divides && dice.below(3) == 0;
            let any = [SamplerKind::D2, SamplerKind::Volume, SamplerKind::Cube][dice.below(3) as usize];
            let (kind, projected) = match at.opcode {
                Opcode::Tex if divides => (any, projected),
                Opcode::TexBem | Opcode::TexBemL => (SamplerKind::D2, projected),
                Opcode::TexReg2Rgb | Opcode::TexM3x3Tex | Opcode::TexM3x3Spec | Opcode::TexM3x3VSpec => {
                    (SamplerKind::Volume, false)
                }
                Opcode::Tex
                | Opcode::TexReg2Ar
                | Opcode::TexReg2Gb
                | Opcode::TexM3x2Tex
                | Opcode::TexDp3Tex => (SamplerKind::D2, false),
                _ => continue,
            };
            self.key.samplers[slot] = SamplerKey { kind, projected, ..SamplerKey::default() };
            self.constants.stages[slot].projected = projected;
        }
    }

    pub(crate) fn translate(&self) -> Result<Translated, ShaderError> {
        dxso::translate_fragment(&self.program, &self.key)
    }

    /// The cell's corner in the atlas.
    fn corner(index: usize) -> [u32; 2] {
        let index = index as u32;
        [index % CELLS * CELL, index / CELLS * CELL]
    }

    fn pixel(&self, varyings: &Varyings, corner: [u32; 2], x: u32, y: u32) -> PixelInput {
        let mut input = PixelInput {
            position: [(corner[0] + x) as f32, (corner[1] + y) as f32],
            front: self.front,
            ..PixelInput::default()
        };
        let value = |semantic: Semantic| {
            let location = varyings.location(semantic);
            location.map_or([0.0; 4], |location| self.planes[usize::from(location)].at(x as f32, y as f32))
        };
        if self.program.version.major < 3 {
            for index in 0..8u8 {
                input.coordinates[usize::from(index)] = value(Semantic::new(Usage::Texcoord, index));
            }
            for index in 0..2u8 {
                input.inputs[usize::from(index)] = value(Semantic::new(Usage::Color, index));
            }
            return input;
        }
        for at in &self.program.instructions {
            let (Some(to), Payload::Semantic(semantic)) = (at.destination, at.payload) else { continue };
            if to.register.file == RegisterFile::Input {
                let value = value(semantic);
                let register = &mut input.inputs[usize::from(to.register.number)];
                (0..4)
                    .filter(|lane| to.mask.0 >> lane & 1 != 0)
                    .for_each(|lane| register[lane] = value[lane]);
            }
        }
        input
    }

    /// What the interpreter gives for each quad of the cell, row by row.
    pub(crate) fn interpret(&self, bench: &Bench, varyings: &Varyings, index: usize) -> Vec<QuadOutput> {
        let shader = Interpreter::new(&self.program).expect("what parses nests");
        let environment = self.constants.environment();
        let corner = Self::corner(index);
        let places = (0..CELL / 2).flat_map(|y| (0..CELL / 2).map(move |x| (x * 2, y * 2)));
        let quads = places.map(|(x, y)| {
            let places = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            let pixels = places.map(|(x, y)| self.pixel(varyings, corner, x, y));
            let mut sampler =
                |read: &Sample| bench.texels.read(read, self.key.samplers[usize::from(read.sampler)].kind);
            shader.quad(&environment, &pixels, &mut sampler).expect("it ends")
        });
        quads.collect()
    }

    /// Pairs the interpreter's pixels with the GPU's.
    fn pair(
        &self,
        translated: &Translated,
        quads: &[QuadOutput],
        index: usize,
        planes: &[Vec<Vector>; 5],
    ) -> Vec<ComparedPixel> {
        let [left, top] = Self::corner(index);
        let written = translated.interface.color_outputs;
        let mut pixels = Vec::new();
        for (quad, output) in quads.iter().enumerate() {
            for (pixel, output) in output.pixels.iter().enumerate() {
                let x = (quad % 2 * 2 + pixel % 2) as u32;
                let y = (quad / 2 * 2 + pixel / 2) as u32;
                let at = ((top + y) * ATLAS + left + x) as usize;
                let depth = if output.killed { FAR } else { output.depth.unwrap_or(NEAR) };
                let mut expected = [[NOTHING as f32; 4]; 5];
                if !output.killed {
                    expected[..4].copy_from_slice(&output.colors);
                }
                expected[4] = [depth, 0.0, 0.0, 0.0];
                let found = std::array::from_fn(|plane| planes[plane][at]);
                let counts = std::array::from_fn(|plane| plane == 4 || written >> plane & 1 != 0);
                pixels.push(ComparedPixel { place: [x, y], found, expected, counts });
            }
        }
        pixels
    }
}

impl ComparedPixel {
    /// Whether all that counts is the same.
    pub(crate) fn is_right(&self) -> bool {
        (0..5).filter(|&plane| self.counts[plane]).all(|plane| {
            let lanes = if plane == 4 { 1 } else { 4 };
            self.found[plane].iter().zip(self.expected[plane]).take(lanes).all(|(a, b)| same(*a, b))
        })
    }
}

/// How many cases fit in one run.
pub(crate) const BATCH: usize = (CELLS * CELLS) as usize;

/// Draws cases, each of them in its own cell, and compares all pixels with the interpreter's; one list a case.
pub(crate) fn compare(
    bench: &Bench,
    cases: &[(QuadCase, Translated, Vec<QuadOutput>)],
) -> Vec<Vec<ComparedPixel>> {
    assert!(cases.len() <= BATCH);
    let targets = Targets::new(bench);
    let mut encoder = bench.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    targets.draw(bench, &mut encoder, cases);
    let planes = targets.read(bench, encoder);
    let pairs = cases.iter().enumerate();
    pairs.map(|(index, (case, translated, quads))| case.pair(translated, quads, index, &planes)).collect()
}

struct Targets {
    colors: Vec<wgpu::Texture>,
    depth: wgpu::Texture,
}

impl Targets {
    fn new(bench: &Bench) -> Self {
        let create = |format| {
            bench.gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("atlas"),
                size: wgpu::Extent3d { width: ATLAS, height: ATLAS, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            })
        };
        Self {
            colors: (0..4).map(|_| create(wgpu::TextureFormat::Rgba32Float)).collect(),
            depth: create(wgpu::TextureFormat::Depth32Float),
        }
    }

    fn draw(
        &self,
        bench: &Bench,
        encoder: &mut wgpu::CommandEncoder,
        cases: &[(QuadCase, Translated, Vec<QuadOutput>)],
    ) {
        let views: Vec<_> = self
            .colors
            .iter()
            .map(|texture| texture.create_view(&wgpu::TextureViewDescriptor::default()))
            .collect();
        let depth = self.depth.create_view(&wgpu::TextureViewDescriptor::default());
        let nothing = wgpu::Color { r: NOTHING, g: NOTHING, b: NOTHING, a: NOTHING };
        let attachments: Vec<_> = views
            .iter()
            .map(|view| {
                Some(wgpu::RenderPassColorAttachment {
                    view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations { load: wgpu::LoadOp::Clear(nothing), store: wgpu::StoreOp::Store },
                })
            })
            .collect();
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("cells"),
            color_attachments: &attachments,
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(FAR),
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        });
        for (index, (case, translated, _)) in cases.iter().enumerate() {
            let pipeline = pipeline(bench, case, translated);
            let blocks = bench.blocks(&case.constants, &translated.interface.overlay);
            pass.set_pipeline(&pipeline);
            let groups = translated.module.global_variables.iter();
            let groups = groups.filter_map(|(_, variable)| variable.binding).map(|place| place.group).max();
            for group in 0..groups.map_or(0, |last| last + 1) {
                let layout = pipeline.get_bind_group_layout(group);
                pass.set_bind_group(
                    group,
                    &bench.bind(&layout, &translated.module, group, &blocks, &[]),
                    &[],
                );
            }
            let [x, y] = QuadCase::corner(index).map(|at| at as f32);
            pass.set_viewport(x, y, CELL as f32, CELL as f32, 0.0, 1.0);
            pass.draw(0..3, 0..1);
        }
    }

    /// Colours and depth, row by row.
    fn read(&self, bench: &Bench, mut encoder: wgpu::CommandEncoder) -> [Vec<Vector>; 5] {
        let pixels = ATLAS * ATLAS;
        let buffer = bench.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read"),
            size: u64::from(pixels) * (4 * 16 + 4),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let size = wgpu::Extent3d { width: ATLAS, height: ATLAS, depth_or_array_layers: 1 };
        for (index, texture) in (0u64..).zip(self.colors.iter().chain([&self.depth])) {
            let bytes = if index == 4 { 4 } else { 16 };
            let layout = wgpu::TexelCopyBufferLayout {
                offset: index * u64::from(pixels) * 16,
                bytes_per_row: Some(ATLAS * bytes),
                rows_per_image: None,
            };
            let target = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
            encoder.copy_texture_to_buffer(texture.as_image_copy(), target, size);
        }
        let all = bench.read(encoder, &buffer);
        let pixels = pixels as usize;
        let depth = all[pixels * 4..].as_flattened().iter().map(|&depth| [depth, 0.0, 0.0, 0.0]).collect();
        let color = |index: usize| all[pixels * index..pixels * (index + 1)].to_vec();
        [color(0), color(1), color(2), color(3), depth]
    }
}

fn pipeline(bench: &Bench, case: &QuadCase, translated: &Translated) -> wgpu::RenderPipeline {
    let vertex = bench.wgsl(&vertex_text(case, &translated.interface.varyings));
    let fragment = bench.module(&translated.module);
    let written = translated.interface.color_outputs;
    let targets: Vec<_> = (0..4)
        .map(|output| {
            Some(wgpu::ColorTargetState {
                format: wgpu::TextureFormat::Rgba32Float,
                blend: None,
                write_mask: if written >> output & 1 == 0 {
                    wgpu::ColorWrites::empty()
                } else {
                    wgpu::ColorWrites::ALL
                },
            })
        })
        .collect();
    bench.gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("cell"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &vertex,
            entry_point: Some("vertex_main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState {
            // The triangle runs clockwise.
            front_face: if case.front { wgpu::FrontFace::Cw } else { wgpu::FrontFace::Ccw },
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: wgpu::TextureFormat::Depth32Float,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Always),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &fragment,
            entry_point: Some("fragment_main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// A triangle over the whole viewport, whose varyings are right at pixel centres.
fn vertex_text(case: &QuadCase, varyings: &Varyings) -> String {
    let mut members = "@builtin(position) position: vec4<f32>,\n".to_owned();
    let mut values = String::new();
    for (location, varying) in varyings.iter() {
        let interpolation = match (varying.flat, varying.centroid) {
            (true, _) => "@interpolate(flat) ",
            (_, true) => "@interpolate(perspective, centroid) ",
            _ => "",
        };
        let _ = writeln!(members, "@location({location}) {interpolation}value{location}: vec4<f32>,");
        let Plane { base, dx, dy } = case.planes[usize::from(location)];
        let literal = |vector: Vector| {
            let lanes = vector.map(|lane| format!("{lane:?}"));
            format!("vec4<f32>({})", lanes.join(", "))
        };
        let [base, dx, dy] = [base, dx, dy].map(literal);
        let _ = writeln!(values, "result.value{location} = {base} + {dx} * place.x + {dy} * place.y;");
    }
    format!(
        "struct Result {{ {members} }}
        @vertex fn vertex_main(@builtin(vertex_index) index: u32) -> Result {{
            var result: Result;
            let far = vec2<f32>(f32(index == 1u), f32(index == 2u));
            result.position = vec4<f32>(far.x * 4.0 - 1.0, 1.0 - far.y * 4.0, {NEAR}, 1.0);
            let place = far * 8.0 - 0.5;
            {values}
            return result;
        }}"
    )
}
