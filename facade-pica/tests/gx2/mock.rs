//! GX2 calls that are recorded, checked against what a console demands, and executed.

use std::collections::{BTreeMap, BTreeSet};

use retrograph_pica::gx2::{
    Attribute, Block, CullMode, Gx2Calls, PointSampler, Rectangle, Surface, Tiling, View,
};
use retrograph_shaders::gx2::registers::{PixelRegisters, VertexRegisters};

use crate::picture;

/// A block's bytes, and what stands between a store and its use.
#[derive(Debug, Default)]
pub(crate) struct Bytes {
    pub(crate) bytes: Vec<u8>,
    flushed: bool,
    views: BTreeSet<&'static str>,
    optimal: bool,
}

/// What draws go by.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) target: Option<Surface>,
    pub(crate) viewport: Rectangle<f32>,
    pub(crate) scissor: Rectangle<u32>,
    pub(crate) cull: CullMode,
    pub(crate) vertex: Option<(Block, u32, Vec<Attribute>)>,
    pub(crate) pixel: Option<(Block, u32)>,
    pub(crate) uniforms: [[f32; 4]; 256],
    pub(crate) attributes: Option<(Block, u32)>,
    pub(crate) texture: Option<(Surface, Option<PointSampler>)>,
}

/// The recording calls.
#[derive(Debug)]
pub(crate) struct Mock {
    pub(crate) memory: BTreeMap<u32, Bytes>,
    next: u32,
    /// Names of calls, with what tells them apart.
    pub(crate) log: Vec<String>,
    /// Blocks of commands that are not known to be executed.
    pub(crate) pending: BTreeSet<u32>,
    pub(crate) in_scene: bool,
    pub(crate) ended: bool,
    pub(crate) state: State,
    /// Which allocation fails, counted from 0.
    pub(crate) fail_allocation: Option<u32>,
    /// Which wait fails, counted from 0.
    pub(crate) fail_done: Option<u32>,
    /// Flips a bit of the pixels that are copied out.
    pub(crate) corrupt: bool,
    waits: u32,
}

impl Mock {
    pub(crate) fn new() -> Self {
        let nothing = Rectangle { x: 0, y: 0, width: 0, height: 0 };
        Self {
            memory: BTreeMap::new(),
            next: 0,
            log: Vec::new(),
            pending: BTreeSet::new(),
            in_scene: false,
            ended: false,
            state: State {
                target: None,
                viewport: Rectangle { x: 0.0, y: 0.0, width: 0.0, height: 0.0 },
                scissor: nothing,
                cull: CullMode::None,
                vertex: None,
                pixel: None,
                uniforms: [[0.0; 4]; 256],
                attributes: None,
                texture: None,
            },
            fail_allocation: None,
            fail_done: None,
            corrupt: false,
            waits: 0,
        }
    }

    /// How many waits there were.
    pub(crate) const fn waits(&self) -> u32 {
        self.waits
    }

    /// How many allocations there were.
    pub(crate) const fn allocations(&self) -> u32 {
        self.next
    }

    fn command(&mut self, name: impl Into<String>) {
        assert!(self.in_scene && !self.ended, "a command outside the scene's context");
        self.log.push(name.into());
    }

    /// The GPU will use a block: what the CPU stored must have reached memory, and the GPU's caches must not be stale.
    fn uses(&mut self, block: Block, view: &'static str) {
        let memory = self.memory.get(&block.id).expect("a live block");
        assert!(memory.flushed, "{view} is used before it is flushed");
        assert!(memory.views.contains(view), "{view} is used before it is invalidated");
        self.pending.insert(block.id);
    }
}

const fn name(view: View) -> &'static str {
    match view {
        View::Shader => "shader",
        View::Attributes => "attributes",
        View::Texture => "texture",
        View::ColorBuffer => "color",
    }
}

impl Gx2Calls for Mock {
    fn allocate(&mut self, bytes: u32, alignment: u32) -> Option<Block> {
        let id = self.next;
        self.next += 1;
        self.log.push(format!("allocate {alignment}"));
        if self.fail_allocation == Some(id) {
            return None;
        }
        // Old contents are never zero on a console.
        let memory = Bytes { bytes: vec![0xCD; bytes as usize], ..Bytes::default() };
        self.memory.insert(id, memory);
        Some(Block { id, bytes })
    }

    fn free(&mut self, block: Block) {
        assert!(!self.pending.contains(&block.id), "block {} is freed before its draw retired", block.id);
        self.memory.remove(&block.id).expect("a live block");
        self.log.push("free".into());
    }

    fn store(&mut self, block: Block, offset: u32, bytes: &[u8]) {
        assert!(!self.pending.contains(&block.id), "block {} is rewritten before its draw retired", block.id);
        let memory = self.memory.get_mut(&block.id).expect("a live block");
        assert!(!memory.optimal, "the CPU stores to a tiled surface");
        memory.bytes[offset as usize..][..bytes.len()].copy_from_slice(bytes);
        memory.flushed = false;
        memory.views.clear();
        if self.log.last().is_none_or(|last| last != "store") {
            self.log.push("store".into());
        }
    }

    fn load(&mut self, block: Block, offset: u32, bytes: &mut [u8]) {
        assert!(!self.pending.contains(&block.id), "block {} is read before its copy retired", block.id);
        let memory = &self.memory[&block.id];
        assert!(!memory.optimal && memory.views.contains("cpu"), "the CPU loads what its cache may hide");
        bytes.copy_from_slice(&memory.bytes[offset as usize..][..bytes.len()]);
        if self.log.last().is_none_or(|last| last != "load") {
            self.log.push("load".into());
        }
    }

    fn flush(&mut self, block: Block) {
        self.memory.get_mut(&block.id).expect("a live block").flushed = true;
        self.log.push("flush".into());
    }

    fn invalidate_cpu(&mut self, block: Block) {
        self.memory.get_mut(&block.id).expect("a live block").views.insert("cpu");
        self.log.push("invalidate cpu".into());
    }

    fn invalidate(&mut self, view: View, block: Block) {
        self.memory.get_mut(&block.id).expect("a live block").views.insert(name(view));
        self.command(format!("invalidate {}", name(view)));
    }

    fn surface_layout(&mut self, width: u32, height: u32, tiling: Tiling) -> (u32, u32, u32) {
        let (pitch, alignment) = if tiling == Tiling::Linear {
            (width.next_multiple_of(64), 256)
        } else {
            (width.next_multiple_of(32), 2048)
        };
        (pitch * height * 4, alignment, pitch)
    }

    fn set_scene_context(&mut self) {
        assert!(!self.in_scene && !self.ended);
        self.in_scene = true;
        self.log.push("scene".into());
    }

    fn restore_presentation_context(&mut self) {
        assert!(self.in_scene);
        self.in_scene = false;
        self.log.push("presentation".into());
    }

    fn set_shader_mode(&mut self, vertex_registers: u32) {
        self.command(format!("mode {vertex_registers}"));
    }

    fn set_color_buffer(&mut self, surface: Surface) {
        self.state.target = Some(surface);
        self.command("color buffer");
    }

    fn set_plain_output(&mut self) {
        self.command("plain output");
    }

    fn set_viewport(&mut self, area: Rectangle<f32>) {
        self.state.viewport = area;
        self.command(format!("viewport {} {} {} {}", area.x, area.y, area.width, area.height));
    }

    fn set_scissor(&mut self, area: Rectangle<u32>) {
        self.state.scissor = area;
        self.command(format!("scissor {} {} {} {}", area.x, area.y, area.width, area.height));
    }

    fn set_cull(&mut self, mode: CullMode) {
        self.state.cull = mode;
        self.command(format!("cull {mode:?}"));
    }

    fn set_vertex_shader(
        &mut self,
        program: Block,
        bytes: u32,
        registers: &VertexRegisters,
        attributes: &[Attribute],
    ) {
        assert!(registers.gprs() <= 54);
        assert_eq!(bytes % 256, 0);
        self.state.vertex = Some((program, bytes, attributes.to_vec()));
        self.command("vertex shader");
    }

    fn set_pixel_shader(&mut self, program: Block, bytes: u32, _registers: &PixelRegisters) {
        assert_eq!(bytes % 256, 0);
        self.state.pixel = Some((program, bytes));
        self.command("pixel shader");
    }

    fn set_vertex_uniform(&mut self, offset: u32, count: u32, bits: [u32; 4]) {
        assert!(count == 4 && offset.is_multiple_of(4) && offset < 96 * 4);
        self.state.uniforms[offset as usize / 4] = bits.map(f32::from_bits);
        self.command(format!("uniform {offset} {count}"));
    }

    fn set_attribute_buffer(&mut self, block: Block, bytes: u32, stride: u32) {
        assert_eq!(bytes, block.bytes);
        self.state.attributes = Some((block, stride));
        self.command("attribute buffer");
    }

    fn set_texture(&mut self, surface: Surface) {
        self.state.texture = Some((surface, None));
        self.command("texture");
    }

    fn set_sampler(&mut self, sampler: PointSampler) {
        let texture = self.state.texture.as_mut().expect("a texture");
        texture.1 = Some(sampler);
        self.command(format!("sampler {:?} {:?}", sampler.wrap_s, sampler.wrap_t));
    }

    fn draw_triangles(&mut self, vertices: u32) {
        let state = &self.state;
        let (target, vertex, pixel) = (state.target, state.vertex.clone(), state.pixel);
        let attributes = state.attributes;
        let texture = state.texture.map(|texture| texture.0.block);
        self.uses(vertex.expect("a vertex program").0, "shader");
        self.uses(pixel.expect("a pixel program").0, "shader");
        self.uses(attributes.expect("vertices").0, "attributes");
        self.pending.insert(target.expect("a target").block.id);
        if let Some(texture) = texture {
            self.uses(texture, "texture");
        }
        picture::draw(&self.state, &mut self.memory, vertices);
        self.command(format!("draw {vertices}"));
    }

    fn copy_surface(&mut self, from: Surface, to: Surface) {
        self.command(format!("copy {:?} to {:?}", from.tiling, to.tiling));
        for (surface, block) in [(from, from.block), (to, to.block)] {
            self.memory.get_mut(&block.id).expect("a live block").optimal = surface.tiling == Tiling::Optimal;
            self.pending.insert(block.id);
        }
        for y in 0..from.height {
            let row = |surface: Surface| (y * surface.pitch * 4) as usize;
            let pixels = self.memory[&from.block.id].bytes[row(from)..][..from.width as usize * 4].to_vec();
            let to_bytes = &mut self.memory.get_mut(&to.block.id).expect("a live block").bytes;
            to_bytes[row(to)..][..pixels.len()].copy_from_slice(&pixels);
        }
        if self.corrupt && to.tiling == Tiling::Linear {
            self.memory.get_mut(&to.block.id).expect("a live block").bytes[0] ^= 1;
        }
    }

    fn done(&mut self) -> bool {
        let wait = self.waits;
        self.waits += 1;
        self.log.push("done".into());
        if self.fail_done.is_some_and(|first| wait >= first) {
            return false;
        }
        self.pending.clear();
        true
    }

    fn shutdown(&mut self) {
        assert!(!self.in_scene);
        self.pending.clear();
        self.ended = true;
        self.log.push("shutdown".into());
    }
}
