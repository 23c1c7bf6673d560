//! Where frames are executed: on the thread that records them, or on one of their own.
//!
//! ```text
//!  API thread                                              encoder thread "retrograph encoder", then crate::submit
//!  Recorder ─ finish ─> Frame ── jobs ──────────────────> Renderer::execute
//!     ^                                                       │
//!     └──────── the frame, emptied, with what went wrong <────┘
//!  a call that needs the renderer ── jobs, in order ──────> runs there, answers the caller who waits
//! ```
//!
//! Three frames circulate: one is recorded, one executed, one waits. So the API thread runs at most one finished frame
//! ahead of the one being executed, and no list is allocated anew once the frames have grown.

#[cfg(all(test, not(target_family = "wasm")))]
mod allocations;
#[cfg(not(target_family = "wasm"))]
mod encoder;
#[cfg(not(target_family = "wasm"))]
mod fate;
#[cfg(all(test, not(target_family = "wasm")))]
mod tests;

use crate::error::RenderError;
use crate::frame::Frame;
use crate::gpu::Gpu;
use crate::renderer::Renderer;

/// Which thread executes frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Threading {
    /// The thread that submits them: a submission answers what went wrong with its own frame.
    #[default]
    Inline,
    /// A thread of the context's own, at most one finished frame behind. What goes wrong with a frame is answered by a
    /// later submission or read. On the web this is [`Threading::Inline`].
    Pipelined,
}

impl Threading {
    /// What the environment variable `RETROGRAPH_THREADING` asks for: `inline` or `pipelined`. Anything else is
    /// `None`, and is logged.
    ///
    /// Nothing in this crate reads the variable: facades and tools use it where their caller did not choose.
    #[must_use]
    pub fn from_env() -> Option<Self> {
        let value = std::env::var("RETROGRAPH_THREADING").ok()?;
        let known = Self::parse(&value);
        if known.is_none() {
            log::warn!(target: "retrograph::render::encoder", "RETROGRAPH_THREADING={value} is not understood");
        }
        known
    }

    fn parse(value: &str) -> Option<Self> {
        match value.to_ascii_lowercase().as_str() {
            "inline" => Some(Self::Inline),
            "pipelined" => Some(Self::Pipelined),
            _ => None,
        }
    }
}

/// The renderer, wherever it runs.
#[derive(Debug)]
pub(crate) enum Engine {
    /// Here.
    Inline(Box<Inline>),
    /// On a thread of its own.
    #[cfg(not(target_family = "wasm"))]
    Pipelined(encoder::Encoder),
}

/// A renderer on the API thread.
#[derive(Debug)]
pub(crate) struct Inline {
    renderer: Renderer,
    spare: Frame,
}

impl Engine {
    /// A renderer on a device. Where no thread can be had it runs inline, which is logged.
    pub(crate) fn new(gpu: &Gpu, threading: Threading) -> Self {
        #[cfg(not(target_family = "wasm"))]
        if threading == Threading::Pipelined {
            match encoder::Encoder::spawn(Renderer::with_submitter(gpu.clone())) {
                Ok(encoder) => return Self::Pipelined(encoder),
                Err(error) => {
                    log::warn!(target: "retrograph::render::encoder", "no thread, so frames run inline: {error}");
                }
            }
        }
        #[cfg(target_family = "wasm")]
        let _ = threading;
        Self::Inline(Box::new(Inline { renderer: Renderer::new(gpu.clone()), spare: Frame::default() }))
    }

    /// Where frames are executed.
    pub(crate) fn threading(&self) -> Threading {
        match self {
            Self::Inline(_) => Threading::Inline,
            #[cfg(not(target_family = "wasm"))]
            Self::Pipelined(_) => Threading::Pipelined,
        }
    }

    /// A frame to record into, with the allocations of one that is over. Waits while two frames are on their way.
    pub(crate) fn spare(&mut self) -> Frame {
        match self {
            Self::Inline(inline) => std::mem::take(&mut inline.spare),
            #[cfg(not(target_family = "wasm"))]
            Self::Pipelined(encoder) => encoder.spare(),
        }
    }

    /// Takes back a frame that is not to be executed.
    pub(crate) fn keep(&mut self, frame: Frame) {
        match self {
            Self::Inline(inline) => inline.spare = frame,
            #[cfg(not(target_family = "wasm"))]
            Self::Pipelined(encoder) => encoder.keep(frame),
        }
    }

    /// Executes a frame, or sends it to be executed.
    ///
    /// # Errors
    /// What went wrong with this frame, or with one before it.
    pub(crate) fn execute(&mut self, frame: Frame) -> Result<(), RenderError> {
        match self {
            Self::Inline(inline) => {
                let done = inline.renderer.execute(&frame);
                inline.spare = frame;
                done
            }
            #[cfg(not(target_family = "wasm"))]
            Self::Pipelined(encoder) => encoder.execute(frame),
        }
    }

    /// Waits until all frames were executed.
    ///
    /// # Errors
    /// What went wrong with any of them, if no call has answered it yet.
    pub(crate) fn drain(&mut self) -> Result<(), RenderError> {
        match self {
            Self::Inline(_) => Ok(()),
            #[cfg(not(target_family = "wasm"))]
            Self::Pipelined(encoder) => encoder.drain(),
        }
    }

    /// Runs `work` on the renderer after all frames sent so far, and waits for it.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`] when the encoder is gone.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn call<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Renderer) -> T + Send + 'static,
    ) -> Result<T, RenderError> {
        match self {
            Self::Inline(inline) => Ok(work(&mut inline.renderer)),
            Self::Pipelined(encoder) => encoder.call(work),
        }
    }

    /// The renderer, which the web has on the one thread it has.
    #[cfg(target_family = "wasm")]
    pub(crate) fn renderer(&mut self) -> &mut Renderer {
        let Self::Inline(inline) = self;
        &mut inline.renderer
    }

    /// Asks the renderer something after all frames sent so far; `lost` makes the answer when the encoder is gone.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Renderer) -> T + Send + 'static,
        lost: impl FnOnce(RenderError) -> T,
    ) -> T {
        match self {
            Self::Inline(inline) => question(&inline.renderer),
            Self::Pipelined(encoder) => encoder.call(move |renderer| question(renderer)).unwrap_or_else(lost),
        }
    }

    /// Asks the renderer something.
    #[cfg(target_family = "wasm")]
    pub(crate) fn ask<T>(
        &self,
        question: impl FnOnce(&Renderer) -> T,
        _lost: impl FnOnce(RenderError) -> T,
    ) -> T {
        let Self::Inline(inline) = self;
        question(&inline.renderer)
    }
}
