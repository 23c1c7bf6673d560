//! Encodes one draw: resolves its groups, and sets only what differs from the draw before.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Renderer;
use super::told::Told;
use crate::bind::{Bound, BoundBlocks, Stages};
use crate::frame::{Draw, Frame, Program, RasterState, Rect, TextureBinding, Viewport};
use crate::geometry::{PreparedDraw, Slice, Slots, Source};
use crate::graph::Pass;
use crate::layout::{BlockSizes, LayoutId, LayoutKey};
use crate::pipeline::{DepthKey, PipelineKey, SampleKey, colors};
use crate::resource::TextureId;
use crate::utility::PassFormats;

/// An open pass and what is set in it.
pub(super) struct PassState<'a> {
    pub(super) told: Told<'a>,
    formats: PassFormats,
    blendable: [bool; 4],
    extent: [u32; 2],
    snapshots: &'a [TextureId],
    /// Which element of [`ResolvedList`] is bound; `None` when the bindings changed since.
    resolved: Option<u32>,
    /// The viewport of this index, as wgpu takes it; `None` when nothing can be drawn.
    viewport: Option<(u32, Option<Viewport>)>,
    pipeline: Option<(PipelineState, wgpu::RenderPipeline)>,
    set: Set,
}

/// A program with the textures that it reads.
#[derive(Debug)]
struct Resolved {
    program: u32,
    sizes: BlockSizes,
    layout: LayoutId,
    fragment: Bound,
    vertex: Bound,
    outputs: u8,
}

/// A program, and what the slots hold that its fragment and its vertex stage declare: up to eight without allocation,
/// since a key is made whenever a texture is switched.
type ResolvedKey = (u32, SmallVec<[TextureBinding; 8]>);

/// What draws of one pass resolved to: few differ.
#[derive(Debug, Default)]
pub(super) struct ResolvedList {
    list: Vec<Resolved>,
    by_key: FxHashMap<ResolvedKey, u32>,
}

impl ResolvedList {
    /// Forgets all, when a pass begins or a texture changes its backing.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.by_key.clear();
    }
}

/// What decides the pipeline within a pass of one frame.
#[derive(Clone, Copy, PartialEq)]
struct PipelineState {
    program: u32,
    raster: u32,
    layout: LayoutId,
    input: crate::geometry::LayoutId,
    topology: wgpu::PrimitiveTopology,
    strip: Option<wgpu::IndexFormat>,
}

/// What the pass was told last.
#[derive(Default)]
struct Set {
    pipeline: bool,
    blocks: Option<BoundBlocks>,
    /// For which cursor and program the blocks were bound.
    wrote: Option<(u32, u32)>,
    /// Which element of [`ResolvedList`].
    resolved: Option<u32>,
    fragment: Option<wgpu::BindGroup>,
    vertex: Option<wgpu::BindGroup>,
    slots: Option<Slots>,
    buffers: [Option<Slice>; 16],
    indices: Option<(Slice, wgpu::IndexFormat)>,
    viewport: Option<u32>,
    /// The viewport of that index.
    view: Option<Viewport>,
    raster: Option<u32>,
    blend_constant: Option<[f32; 4]>,
    stencil: Option<u8>,
}

impl<'a> PassState<'a> {
    /// A pass in which nothing is set.
    pub(super) fn new(
        pass: wgpu::RenderPass<'a>,
        formats: PassFormats,
        blendable: [bool; 4],
        plan: &'a Pass,
    ) -> Self {
        Self {
            told: Told::new(pass),
            formats,
            blendable,
            extent: plan.color_extent,
            snapshots: &plan.snapshots,
            resolved: None,
            viewport: None,
            pipeline: None,
            set: Set::default(),
        }
    }

    /// Has the textures of the next draw bound anew.
    pub(super) fn rebind(&mut self) {
        self.resolved = None;
        self.set.resolved = None;
    }

    /// Forgets what is set, after someone else set things.
    pub(super) fn forget(&mut self) {
        self.set = Set::default();
    }

    /// The viewport of an index.
    fn viewport(&mut self, frame: &Frame, index: u32, limit: f32) -> Option<Viewport> {
        if let Some((known, viewport)) = self.viewport
            && known == index
        {
            return viewport;
        }
        let viewport = frame.viewports.get(index as usize);
        let viewport = viewport.and_then(|viewport| clamp_viewport(viewport, self.extent, limit));
        self.viewport = Some((index, viewport));
        viewport
    }
}

impl Renderer {
    /// Encodes a draw; `None` when it is dropped.
    pub(super) fn encode_draw(
        &mut self,
        frame: &Frame,
        draw: &Draw,
        prepared: &PreparedDraw,
        state: &mut PassState<'_>,
    ) -> Option<()> {
        // The logs advance even for draws that are dropped below.
        self.uniforms.advance(frame, draw.blocks);
        if self.textures.advance(frame, draw.bindings) {
            state.resolved = None;
        }
        let raster = frame.rasters.get(draw.raster as usize)?;
        let viewport =
            state.viewport(frame, draw.viewport, self.gpu.caps.limits.max_texture_dimension_2d as f32)?;
        let program = frame.programs.get(draw.program as usize)?;
        let resolved = match state.resolved {
            Some(known) if self.resolved.list[known as usize].program == draw.program => known,
            _ => self.resolve(draw.program, *program, state.snapshots)?,
        };
        state.resolved = Some(resolved);
        self.set_pipeline(draw, prepared, raster, *program, resolved, state)?;
        self.set_blocks(draw, *program, resolved, state)?;
        self.set_vertices(prepared, state)?;
        if state.set.resolved != Some(resolved) {
            set_textures(state, &self.resolved.list[resolved as usize]);
            state.set.resolved = Some(resolved);
        }
        set_dynamic(state, draw, viewport, raster);
        if prepared.indices.is_some() {
            let indices = prepared.first..prepared.first.checked_add(prepared.count)?;
            state.told.pass.draw_indexed(indices, prepared.base_vertex, 0..prepared.instances);
        } else {
            let vertices = prepared.first..prepared.first.checked_add(prepared.count)?;
            state.told.pass.draw(vertices, 0..prepared.instances);
        }
        Some(())
    }

    /// Which element of the list a program with what the slots hold is; `None` when it cannot be drawn with.
    fn resolve(&mut self, index: u32, program: Program, snapshots: &[TextureId]) -> Option<u32> {
        let stages = stages(&self.table, program)?;
        let [fragment_slots, vertex_slots] =
            [stages.fragment, stages.vertex].map(|(_, shader)| Arc::clone(&shader.textures));
        let held = self.textures.held(false, &fragment_slots).chain(self.textures.held(true, &vertex_slots));
        let key: ResolvedKey = (index, held.collect());
        if let Some(known) = self.resolved.by_key.get(&key) {
            return Some(*known);
        }
        let sizes = stages.block_sizes();
        if sizes.iter().any(|size| !self.gpu.caps.holds_block(*size)) {
            return None;
        }
        let outputs = stages.fragment.1.desc.color_outputs;
        let (gpu, layouts, table) = (&self.gpu, &mut self.layouts, &mut self.table);
        let fragment = self.textures.bind(gpu, layouts, table, false, &fragment_slots, snapshots);
        let vertex = self.textures.bind(gpu, layouts, table, true, &vertex_slots, snapshots);
        let layout =
            LayoutKey { blocks: sizes, fragment: fragment.layout.clone(), vertex: vertex.layout.clone() };
        let layout = self.layouts.id(&self.gpu, &layout);
        let place = self.resolved.list.len() as u32;
        self.resolved.list.push(Resolved { program: index, sizes, layout, fragment, vertex, outputs });
        self.resolved.by_key.insert(key, place);
        Some(place)
    }

    fn set_pipeline(
        &mut self,
        draw: &Draw,
        prepared: &PreparedDraw,
        raster: &RasterState,
        program: Program,
        resolved: u32,
        state: &mut PassState<'_>,
    ) -> Option<()> {
        let resolved = &self.resolved.list[resolved as usize];
        let wanted = PipelineState {
            program: draw.program,
            raster: draw.raster,
            layout: resolved.layout,
            input: prepared.layout,
            topology: prepared.topology,
            strip: prepared.strip_index_format,
        };
        if state.pipeline.as_ref().is_none_or(|(known, _)| *known != wanted) {
            let (colors, refused) = colors(&state.formats, state.blendable, raster, resolved.outputs);
            self.counters.blend_unsupported += u64::from(refused);
            use wgpu::PrimitiveTopology::{TriangleList, TriangleStrip};
            let triangles = matches!(prepared.topology, TriangleList | TriangleStrip);
            let key = PipelineKey {
                vertex: program.vertex,
                fragment: program.fragment,
                layout: resolved.layout,
                input: prepared.layout,
                topology: prepared.topology,
                strip_index_format: prepared.strip_index_format,
                cull: raster.cull.filter(|_| triangles),
                fill: if triangles { raster.fill } else { wgpu::PolygonMode::Fill },
                colors,
                depth: state.formats.depth.map(|format| DepthKey::new(format, raster, triangles)),
                samples: SampleKey::new(state.formats.samples, raster, colors[0].is_some()),
            };
            let input = self.geometry.layout(prepared.layout);
            let pipeline = self.pipelines.get(&self.gpu, key, &self.table, &self.layouts, input)?;
            state.set.pipeline &= state.pipeline.as_ref().is_some_and(|(_, known)| *known == pipeline);
            state.pipeline = Some((wanted, pipeline));
        }
        if let Some((_, pipeline)) = state.pipeline.as_ref().filter(|_| !state.set.pipeline) {
            state.told.set_pipeline(pipeline);
            state.set.pipeline = true;
        }
        Some(())
    }

    /// Writes and binds the uniform blocks that differ.
    fn set_blocks(
        &mut self,
        draw: &Draw,
        program: Program,
        resolved: u32,
        state: &mut PassState<'_>,
    ) -> Option<()> {
        let wanted = Some((draw.blocks, draw.program));
        if state.set.wrote == wanted {
            return Some(());
        }
        let stages = stages(&self.table, program)?;
        let sizes = self.resolved.list[resolved as usize].sizes;
        let blocks = self.uniforms.bind(&self.gpu, &mut self.layouts, &stages, sizes);
        if let Some(bound) = blocks.filter(|blocks| state.set.blocks.as_ref() != Some(blocks)) {
            state.told.set_bind_group(0, self.uniforms.group(), &bound.offsets);
            state.set.blocks = Some(bound);
        }
        state.set.wrote = wanted;
        Some(())
    }

    /// Binds vertex and index buffers that differ; `None` when one is missing or too short to bind.
    fn set_vertices(&self, prepared: &PreparedDraw, state: &mut PassState<'_>) -> Option<()> {
        if state.set.slots != Some(prepared.slots) {
            self.set_slots(prepared, state)?;
            state.set.slots = Some(prepared.slots);
        }
        if let Some((slice, format)) = prepared.indices
            && state.set.indices != prepared.indices
        {
            state.told.set_index_buffer(self.slice(slice)?, format);
            state.set.indices = prepared.indices;
        }
        Some(())
    }

    fn set_slots(&self, prepared: &PreparedDraw, state: &mut PassState<'_>) -> Option<()> {
        for (slot, slice) in self.geometry.slots(prepared).iter().enumerate() {
            let known = state.set.buffers.get_mut(slot)?;
            if *known != Some(*slice) {
                state.told.set_vertex_buffer(slot as u32, self.slice(*slice)?);
                *known = Some(*slice);
            }
        }
        Some(())
    }

    fn slice(&self, slice: Slice) -> Option<wgpu::BufferSlice<'_>> {
        let (buffer, start) = match slice.source {
            Source::Buffer(id) => (self.table.buffers.get(id)?.backings.first(), 0),
            Source::Backing(id, index) => (self.table.buffers.get(id)?.backings.get(index as usize), 0),
            Source::Arena => (self.streams.arena.buffer.as_ref(), self.streams.arena_start),
            Source::Transient => (self.streams.transient.buffer.as_ref(), 0),
        };
        let (buffer, offset) = (buffer?, u64::from(slice.offset.checked_sub(start)?));
        (offset < buffer.size()).then(|| buffer.slice(offset..))
    }
}

fn stages(table: &crate::resource::Table, program: Program) -> Option<Stages<'_>> {
    let vertex = table.shaders.get(program.vertex).filter(|shader| shader.desc.vertex_stage)?;
    let fragment = table.shaders.get(program.fragment).filter(|shader| !shader.desc.vertex_stage)?;
    Some(Stages { vertex: (program.vertex, vertex), fragment: (program.fragment, fragment) })
}

fn set_textures(state: &mut PassState<'_>, resolved: &Resolved) {
    let PassState { told, set, .. } = state;
    for (index, bound, known) in
        [(1, &resolved.fragment, &mut set.fragment), (2, &resolved.vertex, &mut set.vertex)]
    {
        if bound.group.is_some() && *known != bound.group {
            told.set_bind_group(index, bound.group.as_ref(), &[]);
            known.clone_from(&bound.group);
        }
    }
}

fn set_dynamic(state: &mut PassState<'_>, draw: &Draw, viewport: Viewport, raster: &RasterState) {
    let PassState { told, set, .. } = state;
    if set.viewport != Some(draw.viewport) {
        let Viewport { x, y, width, height, min_depth, max_depth, scissor } = viewport;
        let known = set.view.replace(viewport);
        if known.is_none_or(|known| Viewport { scissor, ..known } != viewport) {
            told.set_viewport([x, y, width, height, min_depth, max_depth]);
        }
        if known.is_none_or(|known| known.scissor != scissor) {
            told.set_scissor_rect([scissor.x, scissor.y, scissor.width, scissor.height]);
        }
        set.viewport = Some(draw.viewport);
    }
    if set.raster == Some(draw.raster) {
        return;
    }
    set.raster = Some(draw.raster);
    if set.blend_constant != Some(raster.blend_constant) {
        told.set_blend_constant(raster.blend_constant.map(f64::from));
        set.blend_constant = Some(raster.blend_constant);
    }
    if let Some(stencil) = raster.stencil
        && set.stencil != Some(stencil.reference)
    {
        told.set_stencil_reference(stencil.reference.into());
        set.stencil = Some(stencil.reference);
    }
}

/// A viewport and scissor that wgpu accepts on targets of this size; `None` when nothing can be drawn.
///
/// The viewport may reach past the target by as much as wgpu allows; only one larger than that changes its shape.
fn clamp_viewport(viewport: &Viewport, [width, height]: [u32; 2], limit: f32) -> Option<Viewport> {
    let scissor = viewport.scissor.intersect(Rect { x: 0, y: 0, width, height });
    let side = |start: f32, size: f32| {
        let start = start.clamp(-2.0 * limit, 2.0 * limit - 1.0);
        (start, size.min(limit).min(2.0 * limit - 1.0 - start))
    };
    let ((x, width), (y, height)) = (side(viewport.x, viewport.width), side(viewport.y, viewport.height));
    // Minima pass over what is no number: ask the viewport itself.
    let real = viewport.width > 0.0 && viewport.height > 0.0 && x.is_finite() && y.is_finite();
    let drawn = real && width > 0.0 && height > 0.0 && !scissor.is_empty();
    let depth = |value: f32| if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
    let min_depth = depth(viewport.min_depth);
    let max_depth = depth(viewport.max_depth).max(min_depth);
    drawn.then_some(Viewport { x, y, width, height, min_depth, max_depth, scissor })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewport() -> Viewport {
        let scissor = Rect { x: 0, y: 0, width: 100, height: 100 };
        Viewport { x: 0.0, y: 0.0, width: 64.0, height: 64.0, min_depth: 0.0, max_depth: 1.0, scissor }
    }

    #[test]
    fn scissors_end_at_the_target() {
        let clamped = clamp_viewport(&viewport(), [64, 32], 8192.0).expect("something is drawn");
        assert_eq!(clamped.scissor, Rect { x: 0, y: 0, width: 64, height: 32 });
        let outside = Rect { x: 64, y: 0, width: 4, height: 4 };
        assert_eq!(clamp_viewport(&Viewport { scissor: outside, ..viewport() }, [64, 32], 8192.0), None);
    }

    #[test]
    fn empty_and_unreal_viewports_draw_nothing() {
        for width in [0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
            assert_eq!(clamp_viewport(&Viewport { width, ..viewport() }, [64, 64], 8192.0), None, "{width}");
        }
        assert_eq!(clamp_viewport(&Viewport { x: f32::NAN, ..viewport() }, [64, 64], 8192.0), None);
    }

    #[test]
    fn depth_ranges_are_ordered_and_within_bounds() {
        let wild = Viewport { min_depth: 0.75, max_depth: -3.0, ..viewport() };
        let clamped = clamp_viewport(&wild, [64, 64], 8192.0).expect("something is drawn");
        assert_eq!([clamped.min_depth, clamped.max_depth], [0.75, 0.75]);
    }

    #[test]
    fn viewports_past_the_target_keep_their_shape() {
        let wide = Viewport { x: -50.0, width: 200.0, ..viewport() };
        let clamped = clamp_viewport(&wide, [64, 64], 8192.0).expect("something is drawn");
        assert_eq!([clamped.x, clamped.width], [-50.0, 200.0]);
    }
}
