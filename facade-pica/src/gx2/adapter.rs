//! The backend.

use retrograph_shaders::gx2::lower::linear;
use retrograph_shaders::gx2::pixel::{Combine, pixel};

use super::memory::Blocks;
use super::{Block, CullMode, Gx2Calls, PointSampler, Surface, Tiling, View, upload};
use crate::reference::{Backend, BackendFault, Cull, SceneDraw, Target};

/// Bytes to a multiple of which programs are placed.
const SHADER_ALIGNMENT: u32 = 256;
/// Bytes to a multiple of which vertices are placed.
const VERTEX_ALIGNMENT: u32 = 64;
/// General registers that vertex programs may have: above the 54 that linear programs need at most.
const VERTEX_REGISTERS: u32 = 64;

/// A scene under way.
#[derive(Debug)]
struct Scene {
    surface: Surface,
    /// The target's bytes before the list, of which padding and trailing bytes stay.
    before: Vec<u8>,
    stride: usize,
}

/// Draws scenes with GX2.
#[derive(Debug)]
pub struct Gx2Adapter<G: Gx2Calls> {
    calls: G,
    blocks: Blocks,
    scene: Option<Scene>,
}

impl<G: Gx2Calls> Gx2Adapter<G> {
    /// An adapter over initialised graphics.
    pub fn new(calls: G) -> Self {
        Self { calls, blocks: Blocks::default(), scene: None }
    }

    /// The calls.
    pub const fn calls(&self) -> &G {
        &self.calls
    }

    /// Memory that the GPU may still be using because a wait for it failed. It is not freed before the shutdown.
    pub fn quarantined(&self) -> &[Block] {
        self.blocks.quarantined()
    }

    /// Ends graphics, frees all memory, and gives the calls back.
    pub fn shutdown(mut self) -> G {
        self.calls.shutdown();
        self.blocks.clear(&mut self.calls);
        self.calls
    }

    /// Runs a part of a scene in the scene context, and restores the presentation context whatever comes of it.
    fn in_scene<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, BackendFault>,
    ) -> Result<T, BackendFault> {
        if self.blocks.is_quarantined() {
            return Err(BackendFault::Device("retire an earlier draw"));
        }
        self.calls.set_scene_context();
        let outcome = part(self);
        self.calls.restore_presentation_context();
        outcome
    }

    fn surface(
        &mut self,
        what: &'static str,
        width: u32,
        height: u32,
        tiling: Tiling,
    ) -> Result<Surface, BackendFault> {
        let (bytes, alignment, pitch) = self.calls.surface_layout(width, height, tiling);
        let block = self.blocks.allocate(&mut self.calls, what, bytes, alignment)?;
        Ok(Surface { width, height, tiling, pitch, block })
    }

    /// Memory with these bytes, that the GPU sees as `view`.
    fn upload(
        &mut self,
        what: &'static str,
        bytes: &[u8],
        alignment: u32,
        view: View,
    ) -> Result<Block, BackendFault> {
        let block = self.blocks.allocate(&mut self.calls, what, bytes.len() as u32, alignment)?;
        self.calls.store(block, 0, bytes);
        self.calls.flush(block);
        self.calls.invalidate(view, block);
        Ok(block)
    }

    /// Lays the target's rows into a new color surface, through a linear one.
    fn start(&mut self, target: &Target) -> Result<Surface, BackendFault> {
        let (width, height) = (target.width(), target.height());
        let surface = self.surface("a color surface", width, height, Tiling::Optimal)?;
        let mark = self.blocks.mark();
        let staging = self.surface("a staging surface", width, height, Tiling::Linear)?;
        let row = width as usize * 4;
        for (y, pixels) in (0..).zip(target.rows_from_top().chunks_exact(row)) {
            self.calls.store(staging.block, y * staging.pitch * 4, pixels);
        }
        self.calls.flush(staging.block);
        self.calls.invalidate(View::Texture, staging.block);
        self.calls.copy_surface(staging, surface);
        self.calls.invalidate(View::ColorBuffer, surface.block);
        self.blocks.retire(&mut self.calls, mark, "retire the upload of a target")?;
        Ok(surface)
    }

    /// Sets everything for a draw and draws, once for each piece of the scissor.
    fn submit(&mut self, draw: &SceneDraw<'_>, target: Surface) -> Result<(), BackendFault> {
        let unsupported = |error: &dyn std::fmt::Display| BackendFault::Unsupported(error.to_string());
        let vertex =
            linear(draw.program, &upload::output_map(&draw.outputs)).map_err(|error| unsupported(&error))?;
        let combine = match (&draw.texture, draw.modulate) {
            (None, _) => Combine::Primary,
            (Some(_), false) => Combine::Texture,
            (Some(_), true) => Combine::TextureTimesPrimary,
        };
        let pixel = pixel(combine).map_err(|error| unsupported(&error))?;
        if vertex.registers.gprs() >= VERTEX_REGISTERS {
            return Err(BackendFault::Unsupported(format!(
                "a program of {} registers",
                vertex.registers.gprs()
            )));
        }

        let (attributes, vertices) = upload::vertices(vertex.inputs, draw.vertices);
        let vertex_bytes = vertex.bytes();
        let pixel_bytes = pixel.bytes();
        let vertex_block = self.upload("a vertex program", &vertex_bytes, SHADER_ALIGNMENT, View::Shader)?;
        let pixel_block = self.upload("a pixel program", &pixel_bytes, SHADER_ALIGNMENT, View::Shader)?;
        let vertex_buffer = self.upload("vertices", &vertices, VERTEX_ALIGNMENT, View::Attributes)?;
        let texture = self.texture(draw)?;

        let calls = &mut self.calls;
        calls.set_shader_mode(VERTEX_REGISTERS);
        calls.set_color_buffer(target);
        calls.set_plain_output();
        calls.set_viewport(upload::viewport(&draw.viewport, target.height));
        calls.set_cull(match draw.cull {
            Cull::None => CullMode::None,
            Cull::CounterClockwise => CullMode::Front,
            Cull::Clockwise => CullMode::Back,
        });
        calls.set_vertex_shader(vertex_block, vertex_bytes.len() as u32, &vertex.registers, &attributes);
        calls.set_pixel_shader(pixel_block, pixel_bytes.len() as u32, &pixel.registers);
        for (index, vector) in (0..).zip(draw.unit.uniforms()) {
            if vector.iter().any(Option::is_some) {
                calls.set_vertex_uniform(index * 4, 4, vector.map(|lane| lane.unwrap_or(0.0).to_bits()));
            }
        }
        calls.set_attribute_buffer(vertex_buffer, vertices.len() as u32, attributes.len() as u32 * 16);
        if let Some((surface, sampler)) = texture {
            calls.set_texture(surface);
            calls.set_sampler(sampler);
        }
        for area in upload::scissors(draw.scissor, target.width, target.height) {
            calls.set_scissor(area);
            calls.draw_triangles(draw.vertices.len() as u32);
        }
        calls.invalidate(View::ColorBuffer, target.block);
        Ok(())
    }

    fn texture(&mut self, draw: &SceneDraw<'_>) -> Result<Option<(Surface, PointSampler)>, BackendFault> {
        let Some(texture) = &draw.texture else { return Ok(None) };
        let surface = self.surface("a texture", texture.width, texture.height, Tiling::Linear)?;
        self.calls.store(surface.block, 0, &upload::texels(texture, surface.pitch));
        self.calls.flush(surface.block);
        self.calls.invalidate(View::Texture, surface.block);
        Ok(Some((surface, PointSampler { wrap_s: texture.wrap_s, wrap_t: texture.wrap_t })))
    }

    /// Copies the color surface out, the target's bottom row first.
    fn finish(&mut self, scene: &Scene, bytes: &mut [u8]) -> Result<(), BackendFault> {
        let Surface { width, height, .. } = scene.surface;
        let staging = self.surface("a staging surface", width, height, Tiling::Linear)?;
        self.calls.invalidate(View::Texture, scene.surface.block);
        self.calls.copy_surface(scene.surface, staging);
        self.calls.invalidate(View::ColorBuffer, staging.block);
        self.blocks.wait(&mut self.calls, "retire the read-back of a target")?;
        self.calls.invalidate_cpu(staging.block);
        bytes.copy_from_slice(&scene.before);
        for y in 0..height {
            let start = (height - 1 - y) as usize * scene.stride;
            let row = &mut bytes[start..start + width as usize * 4];
            self.calls.load(staging.block, y * staging.pitch * 4, row);
        }
        Ok(())
    }
}

impl<G: Gx2Calls> Backend for Gx2Adapter<G> {
    fn begin(&mut self, target: &Target) -> Result<(), BackendFault> {
        let surface = self.in_scene(|adapter| adapter.start(target))?;
        let before = target.bytes().to_vec();
        self.scene = Some(Scene { surface, before, stride: target.stride() as usize });
        Ok(())
    }

    fn draw(&mut self, draw: &SceneDraw<'_>) -> Result<(), BackendFault> {
        let Some(target) = self.scene.as_ref().map(|scene| scene.surface) else {
            return Err(BackendFault::Device("draw outside a scene"));
        };
        self.in_scene(|adapter| {
            let mark = adapter.blocks.mark();
            let outcome = adapter.submit(draw, target);
            // What was allocated goes only when the GPU is done, even if the draw was never made.
            let retired = adapter.blocks.retire(&mut adapter.calls, mark, "retire a draw");
            outcome.and(retired)
        })
    }

    fn end(&mut self, bytes: &mut [u8]) -> Result<(), BackendFault> {
        let Some(scene) = self.scene.take() else {
            return Err(BackendFault::Device("end outside a scene"));
        };
        self.in_scene(|adapter| {
            adapter.finish(&scene, bytes)?;
            adapter.blocks.retire(&mut adapter.calls, 0, "retire a scene")
        })
    }

    fn abort(&mut self) {
        self.scene = None;
        if self.blocks.mark() != 0 {
            // A failed wait leaves the blocks in quarantine, which the next scene reports.
            let _ = self.in_scene(|adapter| adapter.blocks.retire(&mut adapter.calls, 0, "retire a scene"));
        }
    }
}
