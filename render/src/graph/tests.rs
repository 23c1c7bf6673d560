//! Plans of hand-made frames.

mod clears;
mod colors;
mod dumps;
mod feedback;
mod passes;
mod property;
mod stores;
mod uploads;

use slotmap::SlotMap;
use smallvec::SmallVec;

use super::*;
use crate::frame::{
    ArenaRange, Attachment, BindingWrite, Clear, ClearPlanes, Command, CopyTexture, DepthState, Draw,
    Indices, Program, RasterState, ReadTexture, Rect, Targets, TextureBinding, TextureLocation, Topology,
    Upload, UploadTarget, VertexInput, ViewKind, Viewport,
};
use crate::resource::{BLOCKS, TextureShape, TextureSlot};

const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];

/// Textures, shaders, a frame under construction, and the graph that plans it.
#[derive(Default)]
struct Bench {
    textures: SlotMap<TextureId, TextureDesc>,
    shaders: SlotMap<ShaderId, ShaderDesc>,
    frame: Frame,
    graph: Graph,
    /// Of every buffer.
    buffer_size: u64,
    /// Gets no other backing.
    pinned: Option<TextureId>,
    /// Parts of multisampled textures cannot be copied.
    keeps_samples: bool,
}

impl Resources for Bench {
    fn texture(&self, id: TextureId) -> Option<&TextureDesc> {
        self.textures.get(id)
    }

    fn shader(&self, id: ShaderId) -> Option<&ShaderDesc> {
        self.shaders.get(id)
    }

    fn buffer_size(&self, _: BufferId) -> u64 {
        self.buffer_size
    }

    fn can_rename(&self, id: TextureId) -> bool {
        self.pinned != Some(id)
    }

    fn copies_samples(&self) -> bool {
        !self.keeps_samples
    }
}

impl Bench {
    /// With programs 0 (samples nothing) to 2 (samples slots 0 and 1) that write all colours, program 3 that
    /// writes colour 0, raster 0 (writes depth) and 1 (does not),
    /// and viewport 0.
    fn new() -> Self {
        let mut bench = Self::default();
        for (slots, color_outputs) in [(0, 15), (1, 15), (2, 15), (0, 1)] {
            let shader = |bench: &mut Self, vertex_stage, textures| {
                bench.shaders.insert(ShaderDesc {
                    label: "shader".into(),
                    vertex_stage,
                    module: std::sync::Arc::default(),
                    entry_point: "main",
                    block_sizes: [0; BLOCKS],
                    overlay: Vec::new(),
                    textures,
                    color_outputs,
                    inputs: 0,
                })
            };
            let textures = (0..slots).map(|slot| TextureSlot { slot, kind: ViewKind::D2 }).collect();
            let vertex = shader(&mut bench, true, Vec::new());
            let fragment = shader(&mut bench, false, textures);
            bench.frame.programs.push(Program { vertex, fragment });
        }
        bench.state();
        bench
    }

    fn state(&mut self) {
        for write in [true, false] {
            let depth = DepthState { write, compare: wgpu::CompareFunction::Always };
            self.frame.rasters.push(RasterState { depth, ..RasterState::default() });
        }
        let scissor = Rect { x: 0, y: 0, width: 64, height: 64 };
        let viewport =
            Viewport { x: 0.0, y: 0.0, width: 64.0, height: 64.0, min_depth: 0.0, max_depth: 1.0, scissor };
        self.frame.viewports.push(viewport);
        self.frame.inputs.push(VertexInput::default());
    }

    fn sized(&mut self, label: &str, format: wgpu::TextureFormat, width: u32, height: u32) -> TextureId {
        self.textures.insert(TextureDesc {
            label: label.into(),
            shape: TextureShape::D2,
            width,
            height,
            depth: 1,
            levels: 3,
            samples: 1,
            format,
            render_target: true,
        })
    }

    fn color(&mut self, label: &str) -> TextureId {
        self.sized(label, wgpu::TextureFormat::Bgra8Unorm, 64, 64)
    }

    fn depth(&mut self, label: &str) -> TextureId {
        self.sized(label, wgpu::TextureFormat::Depth24PlusStencil8, 64, 64)
    }

    fn targets(&mut self, color: &[TextureId], depth: Option<TextureId>) -> u32 {
        let mut targets = Targets { color: [None; 4], depth: depth.map(attachment) };
        for (slot, texture) in color.iter().enumerate() {
            targets.color[slot] = Some(attachment(*texture));
        }
        self.frame.targets.push(targets);
        self.frame.targets.len() as u32 - 1
    }

    /// Draws with program 0.
    fn draw(&mut self, targets: u32) {
        self.draw_with(targets, 0, 0);
    }

    fn draw_with(&mut self, targets: u32, raster: u32, program: u32) {
        self.frame.commands.push(Command::Draw(Draw {
            raster,
            input: 0,
            program,
            viewport: 0,
            targets,
            bindings: self.frame.bindings.len() as u32,
            blocks: 0,
            first: 0,
            count: 3,
            base_vertex: 0,
            instances: 1,
            user_vertices: 0,
            topology: Topology::Triangles,
            indices: Indices::None,
        }));
    }

    /// Draws with program 1, which samples `texture`.
    fn sample(&mut self, targets: u32, raster: u32, texture: TextureId) {
        self.bind(0, Some(texture));
        self.draw_with(targets, raster, 1);
    }

    fn bind(&mut self, slot: u8, texture: Option<TextureId>) {
        let binding = TextureBinding { texture, ..TextureBinding::default() };
        self.frame.bindings.push(BindingWrite { vertex_stage: false, slot, binding });
    }

    fn clear(&mut self, targets: u32, planes: ClearPlanes, rects: Option<&[Rect]>) {
        let rects = rects.map(|rects| {
            let start = self.frame.rects.len() as u32;
            self.frame.rects.extend(rects);
            start..self.frame.rects.len() as u32
        });
        self.frame.commands.push(Command::Clear(Clear { targets, planes, rects }));
    }

    fn clear_color(&mut self, targets: u32, color: [f32; 4]) {
        self.clear(targets, color_planes(color), None);
    }

    fn copy(&mut self, source: TextureId, destination: TextureId) {
        let (source, destination) = (location(source), location(destination));
        self.frame.commands.push(Command::Copy(CopyTexture { source, destination, size: [64, 64, 1] }));
    }

    fn read(&mut self, source: TextureId) {
        let source = location(source);
        self.frame.commands.push(Command::Read(ReadTexture { source, size: [64, 64], ticket: 1 }));
    }

    fn upload(texture: TextureId) -> Upload {
        let target = UploadTarget::Texture { location: location(texture), size: [64, 64, 1] };
        Upload { target, bytes: ArenaRange { offset: 0, size: 64 * 64 * 4 } }
    }

    /// Plans the frame and starts the next with the same groups.
    fn plan(&mut self) -> Plan {
        let mut graph = std::mem::take(&mut self.graph);
        let plan = graph.plan(&self.frame, self);
        self.graph = graph;
        self.frame.commands.clear();
        self.frame.bindings.clear();
        self.frame.rects.clear();
        self.frame.uploads.clear();
        self.frame.released.clear();
        plan
    }
}

fn attachment(texture: TextureId) -> Attachment {
    Attachment { texture, level: 0, layer: 0, srgb: false }
}

fn location(texture: TextureId) -> TextureLocation {
    TextureLocation { texture, level: 0, origin: [0; 3] }
}

fn color_planes(color: [f32; 4]) -> ClearPlanes {
    ClearPlanes { color: Some(color), ..ClearPlanes::default() }
}

fn depth_planes(depth: f32) -> ClearPlanes {
    ClearPlanes { depth: Some(depth), ..ClearPlanes::default() }
}

/// The passes of a plan.
fn passes(plan: &Plan) -> Vec<&Pass> {
    plan.passes().collect()
}

fn color_ops(pass: &Pass) -> Ops<[f32; 4]> {
    pass.color[0].expect("a colour attachment").ops
}

fn depth_ops(pass: &Pass) -> Ops<f32> {
    pass.depth.expect("a depth attachment").depth.expect("a depth plane")
}

fn draws(pass: &Pass) -> SmallVec<[u32; 8]> {
    let draw = |item: &PassItem| if let PassItem::Draw(index) = item { Some(*index) } else { None };
    pass.items.iter().filter_map(draw).collect()
}
