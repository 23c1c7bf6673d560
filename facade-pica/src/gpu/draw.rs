//! One draw: surfaces, textures, stages, vertices, and the draw itself.

use retrograph_render::DrawCall;
use retrograph_render::frame::{
    CopyTexture, IndexFormat, Indices, Program, RasterState, Rect, Targets, TextureBinding, TextureLocation,
    Topology, Viewport,
};
use retrograph_render::resource::{TextureDesc, TextureId};
use retrograph_render::wgpu;
use retrograph_shaders::pica::key::{FragmentKey, VertexKey};
use retrograph_shaders::pica::rows;

use super::keys::{self, Output};
use super::overlap::{Batch, Covered, batches};
use super::surfaces::{Content, Place, failed};
use super::uniforms::{Uniforms, View};
use super::vertices::{Placed, Shape, semantic};
use super::{GpuBackend, raster, textures};
use crate::front::{Draw, Geometry, PicaError};
use crate::memory::PhysicalMemory;
use crate::state::{Compare, DepthFormat, DrawState};
use crate::texture::Layout;
use crate::vertex::Outputs;

/// What was reported to the recorder last.
#[derive(Debug, Default)]
pub(super) struct Sent {
    raster: Option<RasterState>,
    targets: Option<Targets>,
    viewport: Option<Viewport>,
    program: Option<Program>,
    shape: Option<Shape>,
    bindings: [Option<TextureBinding>; 4],
    uniforms: Uniforms,
}

/// Why a draw is left out: a stable name.
type Skip = &'static str;

/// What a draw goes to.
struct Target {
    color: Option<usize>,
    depth: Option<usize>,
}

/// The vertices of a draw, ready.
struct Ready {
    program: Program,
    placed: Placed,
    shape: Shape,
}

/// Whether the draw has to do with the depth buffer.
fn uses_depth(state: &DrawState) -> bool {
    let merger = &state.merger;
    let tests = merger.depth.test.is_some_and(|test| test != Compare::Always);
    tests || (merger.depth.write && state.framebuffer.depth_write) || merger.stencil.is_some()
}

/// What of a draw is refused here, beside what front and state name.
fn refused(state: &DrawState, has_stencil: bool) -> Option<Skip> {
    let framebuffer = &state.framebuffer;
    if framebuffer.width == 0 || framebuffer.height == 0 {
        return Some("framebuffer.size");
    }
    let tests_depth =
        state.merger.depth.test.is_some_and(|test| !matches!(test, Compare::Always | Compare::Never));
    if tests_depth && !framebuffer.depth_read {
        return Some("depth.unread");
    }
    if framebuffer.depth_format == DepthFormat::D24S8 && uses_depth(state) && !has_stencil {
        return Some("depth.d24s8");
    }
    None
}

impl GpuBackend {
    pub(super) fn try_draw(
        &mut self,
        draw: &Draw<'_>,
        memory: &mut dyn PhysicalMemory,
    ) -> Result<Option<Skip>, PicaError> {
        let state = draw.state;
        let has_stencil = self.context.gpu().caps.has(wgpu::Features::DEPTH32FLOAT_STENCIL8);
        if let Some(name) = refused(state, has_stencil) {
            return Ok(Some(name));
        }
        let output = Output::of(state);
        let depth = uses_depth(state).then_some(state.framebuffer.depth_format);
        let reachable = raster::reachable(state);
        if (output == Output::Nothing && depth.is_none()) || reachable.is_empty() {
            return Ok(None);
        }
        let key = keys::fragment(state, output, depth);
        let moves = self.surfaces.moves();
        let bindings = match self.textures(state, &key, memory)? {
            Ok(bindings) => bindings,
            Err(name) => return Ok(Some(name)),
        };
        let target = match self.target(state, output, depth, memory)? {
            Ok(target) => target,
            Err(name) => return Ok(Some(name)),
        };
        if moves != self.surfaces.moves() {
            self.sent = Sent::default();
        }
        self.report(draw, output, depth, &target, &bindings, reachable);
        let drawn = self.draw_with(draw, output, &key, &target, reachable)?;
        for index in [target.color, target.depth].into_iter().flatten() {
            if self.surfaces.drawn(index) {
                let place = self.surfaces.get(index).place;
                self.textures.written(&mut self.context, place.address, place.bytes());
            }
        }
        Ok(drawn)
    }

    /// Runs the vertex stage where it belongs, and draws.
    fn draw_with(
        &mut self,
        draw: &Draw<'_>,
        output: Output,
        key: &FragmentKey,
        target: &Target,
        reachable: Rect,
    ) -> Result<Option<Skip>, PicaError> {
        let recorder = &mut self.context.recorder;
        let fragment = self.programs.fragment(recorder, key).map_err(failed)?;
        let vertex_key =
            VertexKey { varyings: fragment.interface.varyings, outputs: keys::outputs(&draw.state.outputs) };
        let vertex_key = vertex_key.folded();
        if let (Geometry::Inputs { inputs, .. }, false) =
            (&draw.geometry, matches!(output, Output::Merged(_)))
            && let Some(made) = self.programs.vertex(recorder, draw.vertex, draw.shader.entry, &vertex_key)
        {
            self.sent.uniforms.vertex(recorder, draw);
            let (shape, placed) = Shape::inputs(recorder, inputs, &made.interface);
            let program = Program { vertex: made.shader, fragment: fragment.shader };
            let count = draw.geometry.triangles().len();
            self.emit(draw, &Ready { program, placed, shape }, 0, count);
            return Ok(None);
        }
        let Ok(vertices) = draw.shade() else { return Ok(Some("shader.vertex")) };
        self.counters.shaded += 1;
        let recorder = &mut self.context.recorder;
        let made = self.programs.processed(recorder, &vertex_key).map_err(failed)?;
        let (shape, placed) = Shape::processed(recorder, &vertices, &draw.state.outputs, &made.interface);
        let program = Program { vertex: made.shader, fragment: fragment.shader };
        let ready = Ready { program, placed, shape };
        if matches!(output, Output::Merged(_)) {
            self.emit_merged(draw, &ready, &vertices, target, reachable);
        } else {
            self.emit(draw, &ready, 0, draw.geometry.triangles().len());
        }
        Ok(None)
    }

    /// Records the draw of some triangles.
    fn emit(&mut self, draw: &Draw<'_>, ready: &Ready, first: usize, count: usize) {
        let triangles = draw.geometry.triangles().get(first..first + count).unwrap_or(&[]);
        if triangles.is_empty() {
            return;
        }
        let recorder = &mut self.context.recorder;
        if self.sent.program != Some(ready.program) {
            recorder.set_program(ready.program);
            self.sent.program = Some(ready.program);
        }
        if self.sent.shape.as_ref() != Some(&ready.shape) {
            recorder.set_input(ready.shape.input());
            self.sent.shape = Some(ready.shape.clone());
        }
        let offset = recorder.push_user_data(bytemuck::cast_slice(triangles));
        recorder.draw(DrawCall {
            topology: Topology::Triangles,
            first: 0,
            count: 3 * triangles.len() as u32,
            base_vertex: 0,
            instances: 1,
            user_vertices: ready.placed.offset,
            indices: Indices::Arena { offset, format: IndexFormat::U32 },
        });
        self.counters.draws += 1;
    }

    /// Draws runs of triangles that do not overlap, each after a copy of what is stored where they are.
    fn emit_merged(
        &mut self,
        draw: &Draw<'_>,
        ready: &Ready,
        vertices: &[Outputs],
        target: &Target,
        reachable: Rect,
    ) {
        let Some(color) = target.color.map(|index| self.surfaces.get(index)) else { return };
        let (source, size) = (color.texture, [color.place.width, color.place.height]);
        let copy = self.scratch(size);
        self.bind(rows::STORED_SLOT, TextureBinding { texture: Some(copy), ..TextureBinding::default() });
        let scale = raster::transform(draw.state);
        let position = |vertex: u32| {
            let outputs = vertices.get(vertex as usize).copied().unwrap_or_default();
            let [x, y, z, w] = [0, 1, 2, 3].map(|lane| semantic(&draw.state.outputs, &outputs, lane));
            [x * scale[0] + w * scale[2], y * scale[1] + w * scale[3], z, w]
        };
        let triangles = draw.geometry.triangles();
        let covered: Vec<Covered> =
            triangles.iter().map(|triangle| Covered::new(triangle.map(position), size, reachable)).collect();
        for Batch { first, count, bounds } in batches(&covered) {
            if bounds.is_empty() {
                continue;
            }
            let at = |texture| TextureLocation { texture, level: 0, origin: [bounds.x, bounds.y, 0] };
            self.context.recorder.copy(CopyTexture {
                source: at(source),
                destination: at(copy),
                size: [bounds.width, bounds.height, 1],
            });
            self.counters.copies += 1;
            self.emit(draw, ready, first, count);
        }
    }

    /// The texture for copies of what is stored, of a size.
    fn scratch(&mut self, size: [u32; 2]) -> TextureId {
        if let Some((texture, known)) = self.scratch {
            if known == size {
                return texture;
            }
            self.context.recorder.release_texture(texture);
        }
        let texture = self.context.recorder.create_texture(TextureDesc {
            label: "pica copy of stored colours".to_owned(),
            ..TextureDesc::new(size[0], size[1], wgpu::TextureFormat::Rgba8Unorm)
        });
        self.scratch = Some((texture, size));
        texture
    }

    fn bind(&mut self, slot: u8, binding: TextureBinding) {
        let sent = &mut self.sent.bindings[usize::from(slot & 3)];
        if *sent != Some(binding) {
            self.context.recorder.set_binding(false, slot, binding);
            *sent = Some(binding);
        }
    }

    /// The bindings of the units that the key reads.
    fn textures(
        &mut self,
        state: &DrawState,
        key: &FragmentKey,
        memory: &mut dyn PhysicalMemory,
    ) -> Result<Result<[Option<TextureBinding>; 3], Skip>, PicaError> {
        let mut bindings = [None; 3];
        for (slot, binding) in bindings.iter_mut().enumerate() {
            let (Some(_), Some(unit)) = (key.units[slot], &state.textures[slot]) else { continue };
            let Some(format) = unit.format else { return Ok(Err("texture.format")) };
            if unit.width == 0 || unit.height == 0 {
                return Ok(Err("texture.size"));
            }
            if unit.address == 0 {
                *binding = Some(textures::binding(unit, None));
                continue;
            }
            let surface = self.surfaces.texture_at(unit.address, unit.width, unit.height, format as u8);
            if let (Some(texture), 1) = (surface, textures::levels(unit)) {
                *binding = Some(textures::binding(unit, Some(texture)));
                continue;
            }
            let bytes = textures::bytes(unit, format);
            if self.surfaces.is_dirty(unit.address, bytes) {
                self.write_back(unit.address, bytes, memory)?;
            }
            let Some(texture) = self.textures.get(&mut self.context, memory, unit, format) else {
                return Ok(Err("texture.address"));
            };
            *binding = Some(textures::binding(unit, Some(texture)));
        }
        Ok(Ok(bindings))
    }

    /// The surfaces that a draw goes to.
    fn target(
        &mut self,
        state: &DrawState,
        output: Output,
        depth: Option<DepthFormat>,
        memory: &mut dyn PhysicalMemory,
    ) -> Result<Result<Target, Skip>, PicaError> {
        let framebuffer = &state.framebuffer;
        let layout = if framebuffer.block32 { Layout::Blocks } else { Layout::Tiles };
        let place = |address, content| Place {
            address,
            width: framebuffer.width,
            height: framebuffer.height,
            content,
            layout,
        };
        let mut wanted = [None; 2];
        if output != Output::Nothing {
            wanted[0] = Some(place(framebuffer.color_address, Content::Color(framebuffer.color_format)));
        }
        if let Some(format) = depth {
            wanted[1] = Some(place(framebuffer.depth_address, Content::Depth(format)));
        }
        for place in wanted.into_iter().flatten() {
            let acquired = self.surfaces.acquire(&mut self.context, &mut self.programs, memory, place)?;
            if acquired.is_none() {
                return Ok(Err("framebuffer.address"));
            }
        }
        // Making room for the second may have moved the first.
        let find = |place: Option<Place>| place.and_then(|place| self.surfaces.find(place));
        Ok(Ok(Target { color: find(wanted[0]), depth: find(wanted[1]) }))
    }

    /// Reports state that changed.
    fn report(
        &mut self,
        draw: &Draw<'_>,
        output: Output,
        depth: Option<DepthFormat>,
        target: &Target,
        bindings: &[Option<TextureBinding>; 3],
        reachable: Rect,
    ) {
        let state = draw.state;
        let attachment = |index: Option<usize>| index.map(|index| self.surfaces.attachment(index));
        let targets =
            Targets { color: [attachment(target.color), None, None, None], depth: attachment(target.depth) };
        let (raster, viewport) = (raster::raster(state, output, depth), raster::viewport(state, reachable));
        let recorder = &mut self.context.recorder;
        if self.sent.targets != Some(targets) {
            recorder.set_targets(targets);
            self.sent.targets = Some(targets);
        }
        if self.sent.raster != Some(raster) {
            recorder.set_raster(raster);
            self.sent.raster = Some(raster);
        }
        if self.sent.viewport != Some(viewport) {
            recorder.set_viewport(viewport);
            self.sent.viewport = Some(viewport);
        }
        self.sent.uniforms.fragment(recorder, draw);
        let view = View { viewport: raster::guest_viewport(state), pixels: raster::pixels(state) };
        self.sent.uniforms.draw(recorder, view, state.raster.clip_plane);
        for (slot, binding) in (0..).zip(bindings) {
            if let Some(binding) = binding {
                self.bind(slot, *binding);
            }
        }
    }
}
