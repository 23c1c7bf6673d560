//! Hands finished frames to the GPU: here, or on a thread that does nothing else.
//!
//! ```text
//!  encoder                                   submitter "retrograph submitter"
//!  passes recorded ── Submission ─────────> finish (wgpu checks and encodes all), submit,
//!       next frame                          have the ends of its tickets reported
//! ```
//!
//! Wgpu only notes down what a pass does; checking it and encoding it come with `finish`, and are half of a frame's work.
//! With a thread of its own for that the next frame is noted down meanwhile.

#[cfg(not(target_family = "wasm"))]
mod worker;

use crate::gpu::Gpu;
use crate::renderer::Shown;
use crate::retire::Reports;

/// A frame's commands, ready to be finished, and whose ends are to be reported.
#[derive(Debug)]
pub(crate) struct Submission {
    /// Uploads, then passes.
    pub(crate) commands: [wgpu::CommandEncoder; 2],
    pub(crate) reports: Reports,
    /// What is shown after it, and where frames wait that it may draw over.
    pub(crate) pictures: Shown,
}

impl Submission {
    fn run(self, gpu: &Gpu) {
        let Self { commands, reports, pictures } = self;
        let commands = commands.map(wgpu::CommandEncoder::finish);
        pictures.before();
        let index = gpu.submit(commands);
        pictures.after();
        reports.submitted(gpu, index);
    }
}

/// Where frames are submitted.
#[derive(Debug, Default)]
pub(crate) enum Submitter {
    /// Where they are encoded.
    #[default]
    Here,
    /// On a thread of its own.
    #[cfg(not(target_family = "wasm"))]
    Thread(worker::Worker),
}

impl Submitter {
    /// A thread for a device; where none can be had frames are submitted where they are encoded, which is logged.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn spawn(gpu: &Gpu) -> Self {
        worker::Worker::spawn(gpu.clone()).map_or_else(
            |error| {
                log::warn!(target: "retrograph::render::encoder", "no thread to submit frames: {error}");
                Self::Here
            },
            Self::Thread,
        )
    }

    /// Submits, or has it done; waits until the submission before has been taken up.
    pub(crate) fn submit(&mut self, gpu: &Gpu, submission: Submission) {
        match self {
            Self::Here => submission.run(gpu),
            #[cfg(not(target_family = "wasm"))]
            Self::Thread(worker) => worker.submit(gpu, submission),
        }
    }

    /// Waits until all is submitted.
    pub(crate) fn settle(&mut self, gpu: &Gpu) {
        #[cfg(target_family = "wasm")]
        let _ = gpu;
        match self {
            Self::Here => {}
            #[cfg(not(target_family = "wasm"))]
            Self::Thread(worker) => worker.settle(gpu),
        }
    }
}
