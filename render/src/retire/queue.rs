//! Retirement on a wgpu queue.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use smallvec::SmallVec;

use super::ledger::Ledger;
use super::{Completion, Pool, Ticket};
use crate::gpu::{Gpu, LONGEST_WAIT};
use crate::resource::{GpuTexture, TextureBacking, TextureId};

/// Staging buffers are at least this large, a power of two.
const SMALLEST_STAGING: u64 = 1 << 16;

/// Most bytes of staging buffers kept.
const STAGING_CAP: u64 = 256 << 20;

/// Most bytes of buffer backings kept.
const BACKING_CAP: u64 = 256 << 20;

/// Most bytes of texture backings kept.
const TEXTURE_CAP: u64 = 256 << 20;

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
    /// Backings of textures, each for its own texture.
    textures: Pool<TextureId, TextureBacking>,
    /// Backings of textures that were let go of, by serial number.
    dropped: Vec<(TextureId, u32)>,
    /// Submissions that may be under way, the oldest first.
    submissions: VecDeque<(Ticket, Index)>,
    made: Made,
}

/// The queue's own name of a submission, once it was made.
type Index = Arc<OnceLock<wgpu::SubmissionIndex>>;

/// What a submission that is about to be made will report.
#[derive(Debug)]
pub(crate) struct Reports {
    ledger: Arc<Mutex<Ledger>>,
    submission: Ticket,
    index: Index,
    /// Staging buffers that it reads, with the tickets of their mappings.
    staging: Vec<(wgpu::Buffer, Ticket)>,
}

impl Reports {
    /// The ticket of the submission.
    pub(crate) fn submission(&self) -> Ticket {
        self.submission
    }

    /// Has the ends of a submission that was just made reported, and those of its staging buffers' mappings.
    pub(crate) fn submitted(self, gpu: &Gpu, index: wgpu::SubmissionIndex) {
        let Self { ledger, submission, index: place, staging } = self;
        // Set once: this is consumed.
        let _ = place.set(index);
        let end = |ticket| {
            let ledger = Arc::clone(&ledger);
            move || lock(&ledger).end(ticket)
        };
        gpu.queue.on_submitted_work_done(end(submission));
        for (buffer, mapping) in staging {
            let end = end(mapping);
            // An error shows when the buffer is about to be filled.
            buffer.map_async(wgpu::MapMode::Write, .., move |_| end());
        }
    }
}

/// How many buffers were made, because none was free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) staging: u64,
    pub(crate) backings: u64,
    pub(crate) textures: u64,
}

impl Default for Retirement {
    fn default() -> Self {
        Self {
            ledger: Arc::default(),
            staging: Pool::new(STAGING_CAP),
            backings: Pool::new(BACKING_CAP),
            textures: Pool::new(TEXTURE_CAP),
            dropped: Vec::new(),
            submissions: VecDeque::new(),
            made: Made::default(),
        }
    }
}

impl Retirement {
    /// Starts a frame: waits while too much is under way, and frees what has ended.
    pub(crate) fn begin_frame(&mut self, gpu: &Gpu) {
        let excess = self.submissions.len().checked_sub(SUBMISSIONS + 1);
        // Long before so many are under way the first of them was made.
        let wait = excess.filter(|_| !cfg!(target_family = "wasm"));
        let wait = wait.and_then(|last| self.submissions[last].1.get().cloned());
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
        self.staging.collect(&*ledger, |_, buffer| drop(buffer));
        self.backings.collect(&*ledger, |_, buffer| drop(buffer));
        self.textures.collect(&*ledger, |id, backing| self.dropped.push((id, backing.serial)));
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

    /// Another backing for a texture; its content is whatever it was.
    pub(crate) fn texture(&mut self, gpu: &Gpu, id: TextureId, texture: &mut GpuTexture) -> TextureBacking {
        self.textures.take(id).unwrap_or_else(|| {
            self.made.textures += 1;
            texture.make_backing(gpu)
        })
    }

    /// The backings of textures that were let go of since the last call: what shows them can go too.
    pub(crate) fn dropped(&mut self) -> std::vec::Drain<'_, (TextureId, u32)> {
        self.dropped.drain(..)
    }

    /// What has ended.
    pub(crate) fn completion(&self) -> impl std::ops::Deref<Target = impl Completion> {
        lock(&self.ledger)
    }

    /// Takes note of a submission that will be made before any other, and of the staging buffers that it reads.
    pub(crate) fn submit(&mut self, staging: Vec<wgpu::Buffer>) -> Reports {
        let mut ledger = lock(&self.ledger);
        let (submission, index) = (ledger.issue(), Index::default());
        self.submissions.push_back((submission, Arc::clone(&index)));
        let staging = staging.into_iter().map(|buffer| {
            let (size, mapping) = (buffer.size(), ledger.issue());
            self.staging.retire(size, size, &[submission, mapping], buffer.clone());
            (buffer, mapping)
        });
        let staging = staging.collect();
        drop(ledger);
        Reports { ledger: Arc::clone(&self.ledger), submission, index, staging }
    }

    /// Gives back a backing that any submission made so far may read.
    pub(crate) fn retire_backing(&mut self, buffer: wgpu::Buffer) {
        let size = buffer.size();
        let readers = self.readers();
        self.backings.retire(size, size, &readers, buffer);
    }

    /// Gives back a backing of a texture of `bytes` that any submission made so far may read.
    pub(crate) fn retire_texture(&mut self, id: TextureId, bytes: u64, backing: TextureBacking) {
        let readers = self.readers();
        self.textures.retire(id, bytes, &readers, backing);
    }

    /// Lets go of the backings of a texture that is no more.
    pub(crate) fn forget_texture(&mut self, id: TextureId) {
        self.textures.forget(id);
    }

    fn readers(&self) -> SmallVec<[Ticket; 4]> {
        self.submissions.iter().map(|(ticket, _)| *ticket).collect()
    }

    /// How many buffers were made.
    pub(crate) fn made(&self) -> Made {
        self.made
    }

    /// Bytes that the pools hold, in use or not.
    pub(crate) fn held(&self) -> u64 {
        self.staging.held() + self.backings.held() + self.textures.held()
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
