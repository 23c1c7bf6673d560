//! Lists that draw rectangles, and both renderers on memories of their own.

use retrograph_pica::front::{Fill, Front};
use retrograph_pica::gpu::Pica;
use retrograph_pica::list::ListBuilder;
use retrograph_pica::memory::Regions;
use retrograph_pica::scenes::commands::{self as scenes, Surface};
use retrograph_pica::software::Software;
use retrograph_pica::state::{ColorFormat, DepthFormat};
use retrograph_pica::texture::{Layout, decode_color, decode_depth};
use retrograph_render::{Context, Gpu};
use retrograph_shaders::pica::asm::assemble;

/// Sides of the target.
pub(crate) const SIDE: u32 = 32;
pub(crate) const COLOR: u32 = 0x1800_0000;
pub(crate) const DEPTH: u32 = 0x1810_0000;
/// Vertices.
pub(crate) const HEAP: u32 = 0x2000_0000;

/// A vertex: position, colour, three sets of texture coordinates.
pub(crate) type Vertex = [f32; 14];

/// What is drawn: memory, fills, lists.
pub(crate) struct Scene {
    pub(crate) heap: Vec<u8>,
    pub(crate) fills: Vec<Fill>,
    pub(crate) lists: Vec<Vec<u32>>,
    pub(crate) color: ColorFormat,
    pub(crate) depth: DepthFormat,
    pub(crate) layout: Layout,
}

/// What a renderer left.
pub(crate) struct Picture {
    pub(crate) colors: Vec<[u8; 4]>,
    pub(crate) depths: Vec<(u32, u8)>,
}

impl Picture {
    fn read(memory: &Regions, scene: &Scene) -> Self {
        let pixel = |address: u32, bytes: u32, at: u32| {
            let index = scene.layout.index(at % SIDE, at / SIDE, SIDE);
            memory.slice(address + index * bytes, bytes as usize).expect("in memory")
        };
        let all = 0..SIDE * SIDE;
        let color = |at| decode_color(scene.color, pixel(COLOR, scene.color.bytes(), at));
        let depth = |at| decode_depth(scene.depth, pixel(DEPTH, scene.depth.bytes(), at));
        Self { colors: all.clone().map(color).collect(), depths: all.map(depth).collect() }
    }
}

/// Both renderers.
pub(crate) struct Pair {
    pub(crate) pica: Pica,
}

impl Pair {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self { pica: Pica::new(Context::new(gpu.clone())) }
    }

    /// Draws a scene on both: the GPU's picture, and the CPU's.
    pub(crate) fn draw(&mut self, scene: &Scene) -> [Picture; 2] {
        let mut memory = Regions::new();
        memory.insert(0x1800_0000, vec![0; 0x20_0000]).insert(HEAP, scene.heap.clone());
        let mut other = memory.clone();
        self.pica.invalidate(0x1800_0000, 0x20_0000);
        self.pica.invalidate(HEAP, scene.heap.len() as u32);
        let (mut front, mut software) = (Front::default(), Software::new());
        for fill in &scene.fills {
            self.pica.memory_fill(fill, &mut memory).expect("fills");
            front.memory_fill(fill, &mut other, &mut software).expect("fills");
        }
        for list in &scene.lists {
            self.pica.submit(list, &mut memory).expect("draws");
            front.submit(list, &mut other, &mut software).expect("draws");
        }
        self.pica.flush(0x1800_0000, 0x20_0000, &mut memory).expect("flushes");
        [Picture::read(&memory, scene), Picture::read(&other, scene)]
    }
}

/// Adds vertices to a heap; the number of the first.
pub(crate) fn push(heap: &mut Vec<u8>, vertices: &[Vertex]) -> u32 {
    let first = heap.len() / size_of::<Vertex>();
    heap.extend(vertices.iter().flatten().flat_map(|lane| lane.to_le_bytes()));
    first as u32
}

/// The six vertices of a rectangle in clip space, at one depth, of one colour, with texture coordinates from `from` to `to`.
pub(crate) fn rectangle(
    [left, low, right, high]: [f32; 4],
    depth: f32,
    color: [f32; 4],
    from: [f32; 2],
    to: [f32; 2],
) -> [Vertex; 6] {
    let corner = |across: usize, up: usize| {
        let (x, y) = ([left, right][across], [low, high][up]);
        let (u, v) = ([from[0], to[0]][across], [from[1], to[1]][up]);
        let [r, g, b, a] = color;
        [x, y, depth, 1.0, r, g, b, a, u, v, v, u, u, v]
    };
    [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1)]
}

/// All state but what a test is about: program, outputs, attributes, framebuffer.
pub(crate) fn setup(list: &mut ListBuilder, color: ColorFormat, depth: DepthFormat, layout: Layout) {
    scenes::setup(list, &Surface { base: COLOR.into(), width: SIDE, height: SIDE });
    let moves: String = (0..5).map(|register| format!("mov o{register}, v{register}\n")).collect();
    let binary = assemble(&format!(".proc main\n{moves}end\n.end")).expect("assembles");
    scenes::program(list, 0, &binary.code, &binary.descriptors);
    let outputs = [scenes::POSITION, scenes::COLOR, scenes::TEXCOORD, 0x1F1F_0F0E, 0x1F1F_1716];
    scenes::outputs(list, &outputs);
    scenes::attributes(list, HEAP.into(), 0, &[(3, 4), (3, 4), (3, 2), (3, 2), (3, 2)]);
    list.consecutive(0x112, &[0xF, 0xF, 3, 3]);
    let depth_number = [0, 2, 3][depth as usize];
    let size = color.bytes() - 2;
    list.write(0x116, depth_number).write(0x117, size | (color as u32) << 16);
    list.write(0x11B, u32::from(layout == Layout::Blocks)).write(0x11C, DEPTH / 8);
}
