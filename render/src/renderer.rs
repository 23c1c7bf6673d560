//! Executes frames: the encoder's half.

mod counters;

pub use counters::Counters;

use crate::error::RenderError;
use crate::frame::Frame;
use crate::gpu::Gpu;
use crate::resource::{Table, TextureId};

/// Turns frames into GPU work on one device.
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    table: Table,
    counters: Counters,
}

impl Renderer {
    /// A renderer without resources.
    #[must_use]
    pub fn new(gpu: Gpu) -> Self {
        Self { gpu, table: Table::default(), counters: Counters::default() }
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
        self.gpu.faults.check()?;
        let faults = self.gpu.faults.clone();
        let device = self.gpu.device.clone();
        faults.scope(&device, || self.table.create(&self.gpu, &frame.created));
        self.table.release(&frame.released);
        self.counters.frames += 1;
        faults.check()
    }

    /// The texels that a frame's read asked for, once the GPU is done.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`]; a ticket that no executed frame holds is [`RenderError::Validation`].
    #[allow(clippy::unused_async, reason = "waits on the web only")]
    pub async fn take_read(&mut self, ticket: u64) -> Result<Vec<u8>, RenderError> {
        Err(RenderError::Validation(format!("no read has ticket {ticket}")))
    }

    /// See [`crate::Context::graph_dump`].
    #[must_use]
    pub fn graph_dump(&self) -> String {
        String::new()
    }

    /// See [`crate::Context::native_texture`].
    #[must_use]
    pub fn native_texture(&self, id: TextureId) -> Option<wgpu::Texture> {
        self.table.textures.get(id).map(|texture| texture.texture.clone())
    }

    /// What has been done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }
}
