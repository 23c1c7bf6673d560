//! Retirement on a wgpu queue.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;

use super::ledger::Ledger;
use super::{Completion as _, Pool, Ticket};
use crate::gpu::{Gpu, LONGEST_WAIT};

/// Staging buffers are at least this large, a power of two.
const SMALLEST_STAGING: u64 = 1 << 16;

/// Most bytes of staging buffers kept.
const STAGING_CAP: u64 = 256 << 20;

/// Most bytes of buffer backings kept.
const BACKING_CAP: u64 = 256 << 20;

/// How many submissions may be under way when a new frame starts: it waits for the one before them.
const SUBMISSIONS: usize = 3;

/// What backs a vertex or index buffer.
pub(crate) const BACKING: wgpu::BufferUsages = wgpu::BufferUsages::VERTEX
    .union(wgpu::BufferUsages::INDEX)
    .union(wgpu::BufferUsages::COPY_DST)
    .union(wgpu::BufferUsages::COPY_SRC);

/// The pools of a renderer, and the completions that they wait for.
#[derive(Debug)]
pub(crate) struct Retirement {
    /// Shared with the callbacks that report ends, on whatever thread they run.
    ledger: Arc<Mutex<Ledger>>,
    /// Mapped buffers, by size.
    staging: Pool<u64, wgpu::Buffer>,
    /// Backings of vertex and index buffers, by size.
    backings: Pool<u64, wgpu::Buffer>,
    /// Submissions that may be under way, the oldest first.
    submissions: VecDeque<(Ticket, wgpu::SubmissionIndex)>,
    made: Made,
}

/// How many buffers were made, because none was free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) staging: u64,
    pub(crate) backings: u64,
}

impl Default for Retirement {
    fn default() -> Self {
        Self {
            ledger: Arc::default(),
            staging: Pool::new(STAGING_CAP),
            backings: Pool::new(BACKING_CAP),
            submissions: VecDeque::new(),
            made: Made::default(),
        }
    }
}

impl Retirement {
    /// Starts a frame: waits while too much is under way, and frees what has ended.
    pub(crate) fn begin_frame(&mut self, gpu: &Gpu) {
        let excess = self.submissions.len().checked_sub(SUBMISSIONS + 1);
        let wait =
            excess.filter(|_| !cfg!(target_family = "wasm")).map(|last| self.submissions[last].1.clone());
        let poll = match wait {
            Some(index) => {
                wgpu::PollType::Wait { submission_index: Some(index), timeout: Some(LONGEST_WAIT) }
            }
            None => wgpu::PollType::Poll,
        };
        if let Err(error) = gpu.device.poll(poll) {
            log::warn!(target: "retrograph::render::retire", "waiting for an earlier frame: {error}");
        }
        let ledger = lock(&self.ledger);
        self.staging.collect(&*ledger);
        self.backings.collect(&*ledger);
        self.submissions.retain(|(ticket, _)| !ledger.has_ended(*ticket));
    }

    /// A mapped staging buffer that holds `bytes`, and unmapped again.
    pub(crate) fn staging(&mut self, gpu: &Gpu, bytes: &[u8]) -> wgpu::Buffer {
        let size = (bytes.len() as u64).next_power_of_two().max(SMALLEST_STAGING);
        while let Some(buffer) = self.staging.take(size) {
            if fill(&buffer, bytes) {
                return buffer;
            }
            // Its mapping ended in an error: it is of no more use.
        }
        self.made.staging += 1;
        let buffer = gpu.create_staging(&format!("upload staging {}, {size} bytes", self.made.staging), size);
        fill(&buffer, bytes);
        buffer
    }

    /// A buffer of `size` bytes for vertices and indices; its content is whatever it was.
    pub(crate) fn backing(&mut self, gpu: &Gpu, size: u64) -> wgpu::Buffer {
        self.backings.take(size).unwrap_or_else(|| {
            self.made.backings += 1;
            let label = format!("buffer backing {}, {size} bytes", self.made.backings);
            gpu.create_buffer(&label, size, BACKING)
        })
    }

    /// Takes note of a submission that has just been made; its end will be reported.
    pub(crate) fn submitted(&mut self, gpu: &Gpu, index: wgpu::SubmissionIndex) -> Ticket {
        let (ticket, report) = self.issue();
        self.submissions.push_back((ticket, index));
        gpu.queue.on_submitted_work_done(report);
        ticket
    }

    fn issue(&self) -> (Ticket, impl FnOnce() + Send + use<>) {
        let ticket = lock(&self.ledger).issue();
        let ledger = Arc::clone(&self.ledger);
        (ticket, move || lock(&ledger).end(ticket))
    }

    /// Gives back a staging buffer that a submission reads.
    pub(crate) fn retire_staging(&mut self, submission: Ticket, buffer: wgpu::Buffer) {
        let (mapping, report) = self.issue();
        // An error shows when the buffer is about to be filled.
        buffer.map_async(wgpu::MapMode::Write, .., move |_| report());
        let size = buffer.size();
        self.staging.retire(size, size, &[submission, mapping], buffer);
    }

    /// Gives back a backing that any submission made so far may read.
    pub(crate) fn retire_backing(&mut self, buffer: wgpu::Buffer) {
        let size = buffer.size();
        let readers: SmallVec<[Ticket; 4]> = self.submissions.iter().map(|(ticket, _)| *ticket).collect();
        self.backings.retire(size, size, &readers, buffer);
    }

    /// How many buffers were made.
    pub(crate) fn made(&self) -> Made {
        self.made
    }

    /// Bytes that the pools hold, in use or not.
    pub(crate) fn held(&self) -> u64 {
        self.staging.held() + self.backings.held()
    }
}

fn lock(ledger: &Mutex<Ledger>) -> MutexGuard<'_, Ledger> {
    ledger.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fills a mapped buffer and unmaps it; false when it is not mapped.
fn fill(buffer: &wgpu::Buffer, bytes: &[u8]) -> bool {
    let filled = match buffer.get_mapped_range_mut(..) {
        Ok(mut view) => {
            view.slice(..bytes.len()).copy_from_slice(bytes);
            true
        }
        Err(_) => false,
    };
    if filled {
        buffer.unmap();
    }
    filled
}
