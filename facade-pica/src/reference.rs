//! The bounded scene renderer: command lists of triangles, drawn exactly or not at all.
//!
//! ```text
//!  words ──> State (a copy) ── draw ──> Config, Outputs, Fetch ──> LinearProgram ──> ScreenVertex ──> pixels (a copy)
//!                                                                                                      │
//!            State, Target <── committed together at FINALIZE ─────────────────────────────────────────┘
//! ```
//!
//! It takes a narrow subset of what the GPU does and no approximation of it: whatever has no exact answer here is a
//! [`SceneError`]. That makes its pictures a reference for every other way to draw the same lists.
//!
//! - Geometry and textures are explicit [`Span`]s at physical addresses, which are never followed anywhere else; the
//!   [`Target`] is an owned surface of linear RGBA8 whose row zero is the bottom.
//! - A list works on copies of the state and of the whole target. They take effect together when it is complete; an
//!   error, however late, leaves registers, counts and pixels as they were, and reports what had been attempted.
//! - Vertices are read through array loaders, fixed attributes and indices, run through linear programs of MOV, ADD, MUL,
//!   NOP and END in exact arithmetic, and must land on sixteenths of a pixel with W of 1. A triangle has one opaque
//!   colour with lanes of 0 or 1, or a texture, or their product.
//! - [`limits`] has all limits by number.

mod backend;
mod combiner;
mod config;
mod error;
mod fetch;
pub mod limits;
mod memory;
mod output;
mod raster;
mod report;
mod run;
mod state;
mod texture;
mod unit;

use std::ops::Range;

pub use backend::{Backend, BackendError, BackendFault, SceneDraw};
pub use config::{Cull, Scissor, ScissorBox, Viewport};
pub use error::{Failure, SceneError};
pub use memory::{Memory, MemoryError, Span, Target};
pub use output::Outputs;
pub use report::{Report, ReportRecord};
pub use state::State;
pub use texture::{TexelFormat, Texture, Wrap};
pub use unit::ShaderUnit;

use run::Run;

/// The renderer: committed state and counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Renderer {
    state: State,
    total: Report,
    context: Range<u64>,
}

impl Renderer {
    /// A renderer at power-on.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A renderer whose state the guest believes to be at these physical addresses. Nothing is read or written there;
    /// report records are kept off it.
    #[must_use]
    pub fn at(context: Range<u64>) -> Self {
        Self { context, ..Self::default() }
    }

    /// The committed state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The counts of all committed lists.
    #[must_use]
    pub const fn total(&self) -> Report {
        self.total
    }

    /// Executes a whole list or nothing of it.
    ///
    /// # Errors
    /// A [`Failure`] with the error and the counts of what was attempted; state, counts and target are as before.
    pub fn execute(
        &mut self,
        words: &[u32],
        memory: &Memory<'_>,
        target: &mut Target,
    ) -> Result<Report, Failure> {
        self.stage(words, memory, target, None)
    }

    /// As [`Renderer::execute`], and leaves the counts in a record, whether the list failed or not.
    ///
    /// A record with an address in common with the target, a span or the renderer's context is left untouched.
    ///
    /// # Errors
    /// As [`Renderer::execute`].
    pub fn execute_reporting(
        &mut self,
        words: &[u32],
        memory: &Memory<'_>,
        target: &mut Target,
        record: &mut ReportRecord,
    ) -> Result<Report, Failure> {
        let outcome = self.execute(words, memory, target);
        let range = record.range();
        let spans = memory.spans().map(|span| span.range());
        let aliased =
            spans.chain([target.range(), self.context.clone()]).any(|other| memory::overlap(&range, &other));
        if !aliased {
            record.store(outcome.as_ref().unwrap_or_else(|failure| &failure.report));
        }
        outcome
    }

    /// As [`Renderer::execute`], and has a backend draw the same draws. The list is committed only if all bytes of the
    /// backend's target, padding and trailing bytes included, equal the staged ones.
    ///
    /// Every vertex of a draw is evaluated exactly before the backend sees the draw. A list without draws does not call
    /// the backend.
    ///
    /// # Errors
    /// As [`Renderer::execute`], and [`SceneError::Backend`] if the backend fails or differs. There is no fallback: the
    /// backend is told to abort, and nothing is committed.
    pub fn execute_with_backend<'b>(
        &mut self,
        words: &[u32],
        memory: &Memory<'b>,
        target: &mut Target,
        backend: &mut (dyn Backend + 'b),
    ) -> Result<Report, Failure> {
        self.stage(words, memory, target, Some(backend))
    }

    fn stage<'b>(
        &mut self,
        words: &[u32],
        memory: &Memory<'b>,
        target: &mut Target,
        backend: Option<&mut (dyn Backend + 'b)>,
    ) -> Result<Report, Failure> {
        if memory.spans().any(|span| memory::overlap(&span.range(), &target.range())) {
            let error = Box::new(MemoryError::TargetOverlap { base: target.base() }.into());
            return Err(Failure { error, report: Report::default() });
        }
        let pixels = target.bytes().to_vec();
        let state = self.state.clone();
        let mut run = Run { state, pixels, report: Report::default(), memory, target, backend, begun: false };
        let outcome = run.list(words);
        let report = run.report;
        if let Err(error) = outcome {
            if let Some(backend) = run.backend.filter(|_| run.begun) {
                backend.abort();
            }
            return Err(Failure { error: Box::new(error), report });
        }
        let Run { state, pixels, .. } = run;
        self.state = state;
        self.total.add(&report);
        target.replace_bytes(pixels);
        Ok(report)
    }
}
