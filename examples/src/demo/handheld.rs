//! A PICA200 with memory of its own, and short ways to say what it shall draw.

mod picture;

use glam::{Mat4, Vec4};
use retrograph_pica::front::Fill;
use retrograph_pica::gpu::Pica;
use retrograph_pica::list::ListBuilder;
use retrograph_pica::memory::Regions;
use retrograph_pica::reference::TexelFormat;
use retrograph_pica::scenes::commands::{self, Surface};
use retrograph_pica::texture::encode;
use retrograph_render::{Context, Gpu};
use retrograph_shaders::pica::asm::assemble;

use super::{Geometry, Result};

/// Where memory starts.
const BASE: u32 = 0x2000_0000;

/// Colours of eight bits a channel, and depth with stencil.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Where the colours are.
    pub color: u32,
    /// Where depth and stencil are.
    pub depth: u32,
    /// Width and height, multiples of eight.
    pub size: [u32; 2],
}

/// A triangle list in memory.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    vertices: u32,
    indices: u32,
    count: u32,
}

/// A square texture in memory.
#[derive(Clone, Copy, Debug)]
pub struct Texture {
    address: u32,
    edge: u32,
    format: u32,
    levels: u32,
}

/// A PICA200 with memory, and the list that it is about to execute.
#[derive(Debug)]
pub struct Handheld {
    pica: Pica,
    memory: Vec<u8>,
    fills: Vec<Fill>,
    /// The list so far.
    pub list: ListBuilder,
}

impl Handheld {
    /// One on `gpu`, with state that draws triangles as they are.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let mut list = ListBuilder::new();
        commands::setup(&mut list, &Surface { base: BASE.into(), width: 8, height: 8 });
        list.consecutive(0x112, &[0xF, 0xF, 3, 3]);
        Self { pica: Pica::new(Context::new(gpu.clone())), memory: Vec::new(), fills: Vec::new(), list }
    }

    /// Puts bytes into memory; where they are.
    pub fn store(&mut self, bytes: &[u8]) -> u32 {
        self.memory.resize(self.memory.len().next_multiple_of(128), 0);
        let address = BASE + self.memory.len() as u32;
        self.memory.extend_from_slice(bytes);
        address
    }

    /// A target, filled with a colour (0xRRGGBBAA) and the farthest depth.
    pub fn target(&mut self, size: [u32; 2], color: u32) -> Target {
        let bytes = size[0] * size[1] * 4;
        let place = vec![0; bytes as usize];
        let target = Target { color: self.store(&place), depth: self.store(&place), size };
        for (start, value) in [(target.color, color), (target.depth, 0)] {
            self.fills.push(Fill { start, end: start + bytes, value, width: 4 });
        }
        target
    }

    /// A mesh: attributes are position, normal, tangent and texture coordinate.
    pub fn mesh(&mut self, geometry: &Geometry) -> Shape {
        let vertices = self.store(bytemuck::cast_slice(&geometry.vertices));
        let indices = self.store(bytemuck::cast_slice(&geometry.indices));
        Shape { vertices, indices, count: geometry.indices.len() as u32 }
    }

    /// A texture in RGBA8 with all its levels; `color` gives colours 0–1 from coordinates 0–1, v upwards.
    #[allow(clippy::cast_precision_loss, reason = "edges are small")]
    pub fn texture(&mut self, edge: u32, color: impl Fn(f32, f32) -> Vec4) -> Texture {
        let levels = 1 + (edge / 8).ilog2();
        let mut bytes = Vec::new();
        for level in 0..levels {
            let edge = edge >> level;
            let at = |place: u32| (place as f32 + 0.5) / edge as f32;
            // The first row of memory is where v is 1.
            let places = (0..edge).rev().flat_map(|y| (0..edge).map(move |x| (x, y)));
            let rows: Vec<u8> = places.flat_map(|(x, y)| quantised(color(at(x), at(y)))).collect();
            bytes.extend(encode(TexelFormat::Rgba8, &rows, edge, edge).unwrap_or_default());
        }
        Texture { address: self.store(&bytes), edge, format: 0, levels }
    }

    /// Draws go to a target from here on, over all of it.
    #[allow(clippy::cast_precision_loss, reason = "sizes are small")]
    pub fn draw_to(&mut self, target: &Target) {
        let [width, height] = target.size;
        let dim = width | (height - 1) << 12 | 1 << 24;
        self.list
            .write(0x116, 3)
            .write(0x117, 2)
            .write(0x11C, target.depth / 8)
            .write(0x11D, target.color / 8);
        self.list.write(0x11E, dim).write(0x06E, dim);
        commands::viewport(&mut self.list, [0, 0], [width as f32, height as f32]);
    }

    /// Draws with this vertex shader, whose outputs o0, o1 … have these semantics.
    ///
    /// # Errors
    /// When the source does not assemble.
    pub fn program(&mut self, source: &str, outputs: &[u32]) -> Result<()> {
        let binary = assemble(source)?;
        commands::program(&mut self.list, 0, &binary.code, &binary.descriptors);
        commands::outputs(&mut self.list, outputs);
        Ok(())
    }

    /// Uniforms from `first` on.
    pub fn uniforms(&mut self, first: u32, vectors: &[Vec4]) {
        let words: Vec<u32> = vectors.iter().flat_map(|v| [v.w, v.z, v.y, v.x].map(f32::to_bits)).collect();
        self.list.write(0x2C0, first | 1 << 31).repeat(0x2C1, &words);
    }

    /// A matrix in four uniforms, by rows.
    pub fn matrix(&mut self, first: u32, matrix: Mat4) {
        self.uniforms(first, &[0, 1, 2, 3].map(|row| matrix.row(row)));
    }

    /// Binds a texture to a unit, filtered and repeated.
    pub fn bind(&mut self, unit: usize, texture: &Texture) {
        let (first, kind) = [(0x081, 0x08E), (0x091, 0x096), (0x099, 0x09E)][unit];
        // Linear everywhere, repeated along both axes.
        let param = 6 | 2 << 8 | 2 << 12 | 1 << 24;
        let (dim, lod) = (texture.edge | texture.edge << 16, (texture.levels - 1) << 16);
        self.list.consecutive(first, &[0, dim, param, lod, texture.address / 8]).write(kind, texture.format);
    }

    /// Binds what was drawn to unit 0, clamped.
    pub fn bind_target(&mut self, target: &Target) {
        let [width, height] = target.size;
        self.list.consecutive(0x081, &[0, height | width << 16, 6, 0, target.color / 8]).write(0x08E, 0);
    }

    /// Turns units on by their bits, 1, 2 and 4.
    pub fn units(&mut self, on: u32) {
        self.list.write(0x080, 0x1000 | on);
    }

    /// The combiner stages: sources, operands, functions, constant and scales of each; the rest passes on.
    pub fn combine(&mut self, stages: &[[u32; 5]]) {
        for (index, register) in [0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8].into_iter().enumerate() {
            let pass = [0x0FFF_0FFF, 0, 0, 0, 0];
            self.list.consecutive(register, stages.get(index).unwrap_or(&pass));
        }
    }

    /// Draws a mesh whose vertices are those of [`Geometry`].
    pub fn draw(&mut self, shape: &Shape) {
        commands::attributes(
            &mut self.list,
            BASE.into(),
            shape.vertices - BASE,
            &[(3, 3), (3, 3), (3, 3), (3, 2)],
        );
        commands::draw_elements(&mut self.list, shape.indices - BASE, true, shape.count);
    }

    /// Draws vertices of these float attributes, three a triangle, or as strips or fans by the mode 1 or 2.
    pub fn draw_plain(&mut self, vertices: &[f32], components: &[u32], mode: u32) {
        let place = self.store(bytemuck::cast_slice(vertices));
        let formats: Vec<(u32, u32)> = components.iter().map(|&count| (3, count)).collect();
        let count = vertices.len() as u32 / components.iter().sum::<u32>().max(1);
        commands::attributes(&mut self.list, BASE.into(), place - BASE, &formats);
        self.list.masked(0x25E, 2, mode << 8).write(0x25F, 1);
        commands::draw_arrays(&mut self.list, 0, count);
    }

    /// Executes everything: memory with what was drawn.
    fn execute(&mut self) -> Result<Regions> {
        let mut memory = Regions::new();
        memory.insert(BASE, std::mem::take(&mut self.memory));
        for fill in self.fills.drain(..) {
            self.pica.memory_fill(&fill, &mut memory)?;
        }
        self.pica.submit(&self.list.finish(), &mut memory)?;
        match self.pica.unsupported().first() {
            Some((name, _)) => Err(format!("not drawn: {name}").into()),
            None => Ok(memory),
        }
    }
}

/// A colour in bytes.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value is held to 0–255")]
fn quantised(color: Vec4) -> [u8; 4] {
    (color.clamp(Vec4::ZERO, Vec4::ONE) * 255.0).round().to_array().map(|lane| lane as u8)
}

/// Takes clip space as wgpu and Direct3D have it, z from 0 to w, to the PICA200's, from −w to 0.
#[must_use]
pub fn clip(matrix: Mat4) -> Mat4 {
    Mat4::from_translation(glam::Vec3::NEG_Z) * matrix
}
