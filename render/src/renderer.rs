//! Executes frames: the encoder's half.
//!
//! ```text
//! Frame ─> create resources ─> plan (graph) ─> prepare: vertices of every draw, ordered buffer writes
//!                                                │
//!        uploads, blocks, vertices  <── encode passes and transfers, gathering uniform blocks
//!               │                                │
//!               └── first command buffer         └── second command buffer ─> submit both (crate::submit)
//! ```

mod counters;
mod draw;
mod inside;
mod pass;
mod picture;
mod prepare;
mod rewrite;
mod scratch;
mod steps;
mod stream;
mod told;
mod transfer;

pub use counters::Counters;
pub(crate) use picture::Shown;

use crate::bind::{TextureGroups, Uniforms};
use crate::capture;
use crate::error::RenderError;
use crate::frame::{Frame, Release};
use crate::geometry::{Geometry, Limits};
use crate::gpu::Gpu;
use crate::graph::{Graph, Plan};
use crate::layout::Layouts;
use crate::pipeline::Pipelines;
use crate::readback::Readbacks;
use crate::resource::{ShaderId, Table, TextureId};
use crate::retire::Retirement;
use crate::submit::{Submission, Submitter};
use crate::upload::Uploads;
use crate::utility::Utility;
use draw::ResolvedList;
use prepare::Prepared;
use scratch::Scratch;
use stream::Streams;

/// Turns frames into GPU work on one device.
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    table: Table,
    graph: Graph,
    geometry: Geometry,
    layouts: Layouts,
    pipelines: Pipelines,
    uniforms: Uniforms,
    textures: TextureGroups,
    streams: Streams,
    scratch: Scratch,
    utility: Utility,
    /// The prefix.
    uploads: Uploads,
    /// What is uploaded between passes, a group for each step.
    ordered: Uploads,
    retirement: Retirement,
    prepared: Prepared,
    resolved: ResolvedList,
    readbacks: Readbacks,
    plan: Plan,
    counters: Counters,
    submitter: Submitter,
    capture: Option<Box<capture::Session>>,
    pictures: picture::Pictures,
}

impl Renderer {
    /// A renderer without resources.
    #[must_use]
    pub fn new(gpu: Gpu) -> Self {
        let gpu = Gpu { faults: gpu.faults.apart(), ..gpu };
        let geometry = Geometry::new(Limits::of(&gpu.caps.limits));
        let uniforms = Uniforms::new(&gpu);
        let faults = gpu.faults.clone();
        let copies_samples = gpu.caps.multisampled_shading;
        let graph = if gpu.unoptimized { Graph::unoptimized() } else { Graph::new() };
        let utility = faults.scope(&gpu.device, || Utility::new(&gpu));
        Self {
            gpu,
            table: Table { copies_samples, ..Table::default() },
            graph,
            geometry,
            layouts: Layouts::default(),
            pipelines: Pipelines::default(),
            uniforms,
            textures: TextureGroups::default(),
            streams: Streams::default(),
            scratch: Scratch::default(),
            utility,
            uploads: Uploads::default(),
            ordered: Uploads::default(),
            retirement: Retirement::default(),
            prepared: Prepared::default(),
            resolved: ResolvedList::default(),
            readbacks: Readbacks::default(),
            plan: Plan::default(),
            counters: Counters::default(),
            submitter: Submitter::default(),
            capture: None,
            pictures: picture::Pictures::default(),
        }
    }

    /// A renderer that has its frames submitted on another thread: what goes wrong there is answered by a later frame,
    /// or after [`Renderer::settle`].
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn with_submitter(gpu: Gpu) -> Self {
        let mut renderer = Self::new(gpu);
        renderer.submitter = Submitter::spawn(&renderer.gpu);
        renderer
    }

    /// Waits until all frames are submitted.
    pub(crate) fn settle(&mut self) {
        self.submitter.settle(&self.gpu);
    }

    /// The device.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Executes a frame: creates its resources, uploads, draws, and lets go of what it releases.
    ///
    /// # Errors
    /// What wgpu reported; the frame's effects are then undefined, later frames work.
    pub fn execute(&mut self, frame: &Frame) -> Result<(), RenderError> {
        let Gpu { device, faults, .. } = self.gpu.clone();
        if self.capture.is_some() {
            self.settle();
        }
        let seen = faults.scope(&device, || self.before_capture(frame));
        faults.scope(&device, || self.run(frame));
        if self.capture.is_some() {
            self.settle();
        }
        let captured = seen.and_then(|()| faults.scope(&device, || self.after_capture(frame)));
        self.release(frame);
        self.counters.frames += 1;
        faults.check().and(captured)
    }

    fn run(&mut self, frame: &Frame) {
        self.retirement.begin_frame(&self.gpu);
        for (texture, backing) in self.retirement.dropped() {
            self.textures.forget_backing(texture, backing);
        }
        self.table.create(&self.gpu, &frame.created);
        self.graph.recycle(std::mem::take(&mut self.plan));
        self.plan = self.graph.plan(frame, &self.table);
        self.geometry.begin_frame();
        self.uniforms.begin_frame(&*self.retirement.completion());
        self.textures.reset();
        self.textures.prepare_blanks(&self.gpu, &mut self.uploads);
        for upload in &frame.uploads {
            self.upload(upload.target, frame.bytes(upload.bytes));
        }
        self.prepare(frame);
        let mut ordered = self.ordered.stage(&self.gpu, &mut self.retirement);
        let mut passes = self.gpu.create_encoder("frame passes");
        self.encode_steps(frame, &mut ordered, &mut passes);
        let pictures = self.encode_picture(frame, &mut passes);
        self.counters.uniform_bytes += self.uniforms.upload(&mut self.uploads);
        let mut staged = self.uploads.stage(&self.gpu, &mut self.retirement);
        let mut prefix = self.gpu.create_encoder("frame uploads");
        for (texture, mips) in self.prepared.mips.drain(..) {
            self.counters.uploaded_bytes += staged.encode(&mut prefix);
            self.utility.generate_mips(&self.gpu, &mut prefix, &texture, mips.linear);
        }
        self.counters.uploaded_bytes += staged.encode(&mut prefix);
        let staging = staged.into_buffers().into_iter().chain(ordered.into_buffers()).collect();
        let reports = self.retirement.submit(staging);
        self.uniforms.end_frame(reports.submission());
        self.streams.retire(&mut self.retirement);
        self.retire_backings();
        self.submitter.submit(&self.gpu, Submission { commands: [prefix, passes], reports, pictures });
    }

    /// Lets go of what the frame releases, and of everything made from it.
    fn release(&mut self, frame: &Frame) {
        let textures: Vec<TextureId> = frame
            .released
            .iter()
            .filter_map(|release| if let Release::Texture(id) = release { Some(*id) } else { None })
            .collect();
        let shaders: Vec<ShaderId> = frame
            .released
            .iter()
            .filter_map(|release| if let Release::Shader(id) = release { Some(*id) } else { None })
            .collect();
        self.textures.forget(&textures);
        textures.iter().for_each(|id| self.retirement.forget_texture(*id));
        self.pipelines.forget(&shaders);
        self.table.release(&frame.released);
    }

    /// The texels that a frame's read asked for, once the GPU is done.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`]; why the read was refused; a ticket that no executed frame holds is
    /// [`RenderError::Validation`].
    pub async fn take_read(&mut self, ticket: u64) -> Result<Vec<u8>, RenderError> {
        self.readbacks.take(&self.gpu, ticket).await
    }

    /// [`Renderer::take_read`] that waits, for at most [`crate::gpu::LONGEST_WAIT`].
    ///
    /// # Errors
    /// Those of [`Renderer::take_read`], and what wgpu reported meanwhile.
    #[cfg(not(target_family = "wasm"))]
    pub fn read(&mut self, ticket: u64) -> Result<Vec<u8>, RenderError> {
        let Gpu { device, faults, .. } = self.gpu.clone();
        let texels = faults.scope(&device, || pollster::block_on(self.take_read(ticket)));
        faults.check().and(texels)
    }

    /// See [`crate::Context::graph_dump`].
    #[must_use]
    pub fn graph_dump(&self) -> String {
        self.plan.to_text(&self.table)
    }

    /// See [`crate::Context::graph_dot`].
    #[must_use]
    pub fn graph_dot(&self) -> String {
        self.plan.to_dot(&self.table)
    }

    /// See [`crate::Context::native_texture`].
    #[must_use]
    pub fn native_texture(&self, id: TextureId) -> Option<wgpu::Texture> {
        let texture = self.table.textures.get(id)?;
        texture.pin();
        Some(texture.texture().clone())
    }

    /// What has been done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let mut counters = self.counters;
        counters.pipelines = self.pipelines.made();
        counters.samplers = self.textures.samplers.len() as u64;
        counters.bind_groups = self.textures.made() + self.uniforms.groups() as u64;
        let made = self.retirement.made();
        (counters.staging_buffers, counters.backings) = (made.staging, made.backings);
        counters.texture_backings = made.textures;
        counters.retained_bytes = self.retirement.held() + self.uniforms.held();
        counters
    }
}
