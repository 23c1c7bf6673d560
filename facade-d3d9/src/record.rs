//! From dirty state to the recorder: what changed since the last draw is translated and reported, nothing else.
//!
//! ```text
//! setters -> Dirty -> flush: constants, textures, targets, raster, viewport, input, program -> Recorder
//! ```

mod blend;
mod clip;
mod constants;
mod fixed;
mod fog;
mod input;
mod points;
mod program;
mod programs;
mod raster;
mod rasters;
mod refuse;
mod sampler;
mod samplers;
mod steps;
mod targets;
mod textures;
mod viewport;

use std::sync::Arc;

use retrograph_render::frame::{BindingWrite, SamplerState, Targets};
use retrograph_shaders::interface::{InputClass, Points, VertexInput};

use crate::device::Device;
use crate::error::{Error, Result};
use crate::state::SAMPLERS;
use crate::types::{PrimitiveType, RenderState};

pub(crate) use fixed::{FixedPrograms, FragmentFeed, VertexFeed, dirtied_by_stage};
pub(crate) use fog::{FogFeed, is_affine};
pub(crate) use raster::{dirtied_by, unpack};
use rasters::Rasters;
pub(crate) use textures::{Code, Switch, Traits};

bitflags::bitflags! {
    /// What the recorder does not know yet. Of one byte: a wider one is set by its bytes and read as a whole, for
    /// which processors have to wait.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Dirty: u8 {
        /// Rasterizer, depth, stencil and blending.
        const RASTER = 1;
        /// Streams, declaration, index buffer; also a buffer whose place on the GPU changed.
        const INPUT = 1 << 1;
        /// Shaders and everything in their keys; also what may not be drawn at all.
        const PROGRAM = 1 << 2;
        /// Some of [`Record::dirty_samplers`].
        const TEXTURES = 1 << 3;
        /// Integer and boolean constants of shaders, and those of the fixed-function pipeline; also which shaders are
        /// bound, while nothing else in their keys changed.
        const CONSTANTS = 1 << 4;
        /// Viewport, scissor, and what else the draw block holds.
        const VIEWPORT = 1 << 5;
        /// Targets.
        const TARGETS = 1 << 6;
        /// A resource that may be bound has bytes to upload.
        const RESOURCES = 1 << 7;
    }
}

/// Where the vertices of a draw come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The streams.
    Buffers,
    /// The caller, in place of stream 0, with this stride.
    User(u32),
}

/// What was reported last, and what is derived from state.
#[derive(Debug)]
pub(crate) struct Record {
    /// Samplers whose texture or state changed.
    pub(crate) dirty_samplers: u32,
    /// Samplers whose state changed.
    pub(crate) stale_samplers: u32,
    /// Translated sampler states.
    pub(crate) samplers: [SamplerState; SAMPLERS],
    /// What the program was chosen for.
    pub(crate) traits: [Traits; SAMPLERS],
    /// The codes of the textures that were reported last; stale where that was not all there is to it.
    pub(crate) codes: [Code; SAMPLERS],
    /// The bindings that were reported last, but for textures switched since.
    pub(crate) bindings: [BindingWrite; SAMPLERS],
    /// Raster states, and which of them is current.
    pub(crate) rasters: Rasters,
    /// Sampler states that were met before.
    pub(crate) samplers_met: samplers::Samplers,
    /// Viewports that were met before.
    pub(crate) views: viewport::Views,
    /// How the streams arrive.
    pub(crate) layout: input::Layout,
    /// Programs that were met before.
    pub(crate) programs: programs::Programs,
    /// What programs and raster states are told of the targets.
    pub(crate) target_traits: targets::Traits,
    /// Where the vertices of the last draw came from.
    pub(crate) source: Source,
    /// The inputs of the bound vertex program.
    pub(crate) inputs: Arc<[VertexInput]>,
    /// How each of its inputs arrives.
    pub(crate) classes: [InputClass; 16],
    /// Instances of indexed draws.
    pub(crate) instances: u32,
    /// How the last draw's points were made.
    pub(crate) points: Points,
    /// The first vertex of the last draw, if its points are quads.
    pub(crate) first_point: u32,
    /// Whether the last draw's depth is biased: a bias is set, and it drew triangles.
    pub(crate) biased: bool,
    /// How many clip planes the program applies.
    pub(crate) clip_planes: u8,
    /// Whether blending takes a second colour of the shader.
    pub(crate) dual_source: bool,
    /// What shaders do for the samplers.
    pub(crate) extras: [sampler::Extras; SAMPLERS],
    /// The targets.
    pub(crate) targets: Targets,
    /// Colour targets without alpha, a bit each.
    pub(crate) opaque: u8,
    /// Width and height that viewport and clears are held to.
    pub(crate) extent: [u32; 2],
    /// Whether the depth-stencil surface has another size than the colour target.
    pub(crate) odd_depth: bool,
    /// Whether bump mapping of texture stages changed.
    pub(crate) stages_changed: bool,
    /// Whether the fixed vertex stage is in use.
    pub(crate) fixed_vertex: bool,
    /// What the constants of the fixed vertex stage are, and which of them are out of date.
    pub(crate) fixed: VertexFeed,
    /// What the fixed pixel stage was given.
    pub(crate) fragment: FragmentFeed,
    /// What fog was given.
    pub(crate) fog: FogFeed,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            dirty_samplers: (1 << SAMPLERS) - 1,
            stale_samplers: (1 << SAMPLERS) - 1,
            samplers: [SamplerState::default(); SAMPLERS],
            traits: [Traits::default(); SAMPLERS],
            codes: [Code::STALE; SAMPLERS],
            bindings: [BindingWrite::default(); SAMPLERS],
            rasters: Rasters::default(),
            samplers_met: samplers::Samplers::default(),
            views: viewport::Views::default(),
            layout: input::Layout::default(),
            programs: programs::Programs::default(),
            target_traits: targets::Traits::default(),
            source: Source::Buffers,
            inputs: Arc::new([]),
            classes: [InputClass::Float; 16],
            instances: 1,
            points: Points::Pixels,
            first_point: 0,
            biased: false,
            clip_planes: 0,
            dual_source: false,
            extras: [sampler::Extras::default(); SAMPLERS],
            targets: Targets::default(),
            opaque: 0,
            extent: [0; 2],
            odd_depth: false,
            stages_changed: true,
            fixed_vertex: false,
            fixed: VertexFeed::default(),
            fragment: FragmentFeed::default(),
            fog: FogFeed::default(),
        }
    }
}

impl Device {
    /// Forgets everything that was reported, after an object that may be bound is gone.
    pub(crate) fn invalidate(&mut self) {
        self.dirty = Dirty::all();
        self.record.touch_samplers();
    }

    /// Brings the recorder up to date for a draw of primitives of this kind. `points` are those of a point list, and
    /// then `first_point` is its first vertex; other draws have pixels and 0.
    #[inline]
    pub(crate) fn prepare(
        &mut self,
        source: Source,
        kind: PrimitiveType,
        points: Points,
        first_point: u32,
    ) -> Result<()> {
        if self.record.source != source {
            self.record.source = source;
            self.record.layout.stale = true;
            self.dirty |= Dirty::INPUT;
        }
        if self.record.points != points || self.record.first_point != first_point {
            self.change_points(points, first_point);
        }
        if self.record.biased != (self.state.on(RenderState::DEPTHBIAS) && kind.is_filled()) {
            self.record.biased = !self.record.biased;
            self.dirty |= Dirty::VIEWPORT;
        }
        if !self.dirty.is_empty() {
            self.flush()?;
        }
        Ok(())
    }

    /// Counts an unsupported thing and answers the error for it.
    #[cold]
    pub(crate) fn refuse(&mut self, key: &'static str) -> Error {
        self.unsupported.count(key);
        Error::NotAvailable
    }

    #[inline]
    fn flush(&mut self) -> Result<()> {
        if self.dirty.contains(Dirty::CONSTANTS) {
            self.flush_constants();
        }
        if self.dirty.contains(Dirty::TEXTURES) {
            self.flush_textures();
        }
        let rest = self.dirty - (Dirty::CONSTANTS | Dirty::TEXTURES);
        if !rest.is_empty() || self.record.programs.switched {
            self.flush_rest()?;
        }
        if self.dirty.intersects(Dirty::CONSTANTS | Dirty::PROGRAM) {
            self.flush_fixed();
        }
        if self.record.clip_planes != 0
            && self.dirty.intersects(Dirty::CONSTANTS | Dirty::PROGRAM | Dirty::VIEWPORT)
        {
            self.flush_clip_planes();
        }
        self.dirty = Dirty::empty();
        Ok(())
    }

    /// The groups that change less often. On error everything stays dirty, and the next draw tries again.
    #[inline(never)]
    fn flush_rest(&mut self) -> Result<()> {
        if self.dirty.contains(Dirty::RESOURCES) {
            self.flush_resources();
        }
        if self.dirty.contains(Dirty::TARGETS) {
            self.flush_targets();
        }
        self.follow_shaders();
        if self.dirty.intersects(Dirty::RASTER | Dirty::PROGRAM | Dirty::TARGETS) {
            self.check_supported()?;
        }
        if self.dirty.contains(Dirty::RASTER) {
            self.flush_raster();
        }
        if self.dirty.intersects(Dirty::INPUT | Dirty::PROGRAM) {
            self.flush_shaders()?;
        }
        if self.dirty.contains(Dirty::VIEWPORT) {
            self.flush_viewport();
        }
        Ok(())
    }
}
