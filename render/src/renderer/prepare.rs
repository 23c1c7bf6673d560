//! What must be known of all draws before any is encoded: where their vertices are.

use super::Renderer;
use crate::frame::{Command, Draw, Frame, GenerateMips, UploadTarget};
use crate::geometry::{Buffers, InputId, PreparedDraw, Source};
use crate::graph::{PassItem, Resources, Step};
use crate::resource::{BufferId, GpuTexture, ShaderDesc, ShaderId, Table, TextureDesc, TextureId};

/// The draws and ordered uploads of a plan, in order.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    /// `None`: the draw is dropped.
    pub(super) draws: Vec<Option<PreparedDraw>>,
    /// How many of [`crate::graph::Plan::rewrites`] have been applied.
    pub(super) rewritten: usize,
    /// Buffers with more than one backing, as often as they got another.
    pub(super) renamed: Vec<BufferId>,
    /// Textures with more than one backing, as often as they got another.
    pub(super) renamed_textures: Vec<TextureId>,
    /// Mip levels among the uploads of the prefix, each with what it makes them of: where groups of copies end.
    pub(super) mips: Vec<(wgpu::Texture, GenerateMips)>,
    inputs: Vec<Option<InputId>>,
    /// The last draw without its state, and what became of it: the next one often draws the same vertices. `None` after
    /// a write to a buffer.
    pub(super) last: Option<(Draw, Option<PreparedDraw>)>,
}

impl Resources for Table {
    fn texture(&self, id: TextureId) -> Option<&TextureDesc> {
        self.textures.get(id).map(|texture| &texture.desc)
    }

    fn shader(&self, id: ShaderId) -> Option<&ShaderDesc> {
        self.shaders.get(id).map(|shader| &shader.desc)
    }

    fn can_rename(&self, id: TextureId) -> bool {
        self.textures.get(id).is_some_and(GpuTexture::can_rename)
    }

    fn buffer_size(&self, id: BufferId) -> u64 {
        self.buffers.get(id).map_or(0, |buffer| buffer.desc.size.into())
    }

    fn copies_samples(&self) -> bool {
        self.copies_samples
    }
}

impl Buffers for Table {
    fn bytes(&self, id: BufferId) -> Option<&[u8]> {
        self.buffers.get(id).map(|buffer| &buffer.shadow[..buffer.desc.size as usize])
    }

    fn version(&self, id: BufferId) -> u64 {
        self.buffers.get(id).map_or(0, |buffer| buffer.version)
    }
}

impl Renderer {
    /// Walks the plan: applies ordered uploads to the shadows, prepares each draw with the bytes as of then, and
    /// uploads the vertices that are not in buffers.
    pub(super) fn prepare(&mut self, frame: &Frame) {
        self.prepared.draws.clear();
        self.prepared.rewritten = 0;
        self.prepared.last = None;
        self.prepared.inputs.clear();
        self.prepared.inputs.resize(frame.inputs.len(), None);
        let plan = std::mem::take(&mut self.plan);
        self.prepare_early(frame, &plan.early);
        for step in &plan.steps {
            match step {
                Step::Upload(upload) => {
                    if matches!(upload.target, UploadTarget::Buffer { .. }) {
                        // The plan has rewritten all that it will before the first of these.
                        self.rewrite_before(frame, &plan.rewrites, u32::MAX);
                    }
                    self.upload_between(upload.target, frame.bytes(upload.bytes));
                }
                Step::Pass(pass) => {
                    for item in &pass.items {
                        if let PassItem::Draw(index) = item {
                            self.rewrite_before(frame, &plan.rewrites, *index);
                            let mut prepared = self.prepare_draw(frame, *index);
                            if !plan.rewrites.is_empty()
                                && let Some((prepared, draw)) = prepared.as_mut().zip(draw_of(frame, *index))
                            {
                                self.note_reads(frame, draw, prepared);
                            }
                            self.prepared.draws.push(prepared);
                        }
                    }
                }
                _ => {}
            }
        }
        self.rewrite_before(frame, &plan.rewrites, u32::MAX);
        self.plan = plan;
        self.fill_streams(frame);
    }

    fn prepare_draw(&mut self, frame: &Frame, index: u32) -> Option<PreparedDraw> {
        let draw = draw_of(frame, index)?;
        let key = Draw { raster: 0, program: 0, viewport: 0, targets: 0, bindings: 0, blocks: 0, ..*draw };
        if let Some((last, prepared)) = &self.prepared.last
            && *last == key
        {
            return *prepared;
        }
        let prepared = self.prepare_new(frame, index, draw);
        self.prepared.last = Some((key, prepared));
        prepared
    }

    fn prepare_new(&mut self, frame: &Frame, index: u32, draw: &Draw) -> Option<PreparedDraw> {
        let known = self.prepared.inputs.get_mut(draw.input as usize)?;
        let input = match *known {
            Some(input) => input,
            None => *known.insert(self.geometry.input(frame.inputs.get(draw.input as usize)?, &self.table)),
        };
        let prepared = self.geometry.prepare(draw, input, &frame.arena, &self.table);
        if let Err(error) = &prepared {
            log::debug!(target: "retrograph::render::geometry", "draw {index} dropped: {error}");
        }
        prepared.ok().filter(|prepared| prepared.count > 0 && prepared.instances > 0)
    }

    fn fill_streams(&mut self, frame: &Frame) {
        let slices = self.prepared.draws.iter().flatten().flat_map(|draw| {
            self.geometry.slots(draw).iter().copied().chain(draw.indices.map(|(slice, _)| slice))
        });
        let start = slices.filter(|slice| slice.source == Source::Arena).map(|slice| slice.offset).min();
        let streams = &mut self.streams;
        if let Some(start) = start {
            streams.arena_start = start;
            let bytes = frame.arena.get(start as usize..).unwrap_or_default();
            streams.arena.fill(&self.gpu, bytes, &mut self.retirement, &mut self.uploads);
        }
        let transient = self.geometry.transient();
        streams.transient.fill(&self.gpu, transient, &mut self.retirement, &mut self.uploads);
    }
}

/// The draw that a pass item names.
pub(super) fn draw_of(frame: &Frame, index: u32) -> Option<&Draw> {
    match frame.commands.get(index as usize)? {
        Command::Draw(draw) => Some(draw),
        _ => None,
    }
}
