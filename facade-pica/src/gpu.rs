//! The GPU backend: draws through the render graph, surfaces and textures on the GPU.
//!
//! ```text
//!  Front ──> Draw ──> surfaces: acquired by place, loaded or cleared, written back when memory is read
//!                     textures: decoded once, until their bytes change; surfaces serve as they are
//!                     keys, programs: state and code to stages, made once
//!                     vertices, uniforms: what changed since the draw before
//!                     └──> retrograph_render::Recorder
//! ```
//!
//! Blending that GPUs do not have (logic operations, weighed minima, 16-bit targets) happens in the fragment stage, with a
//! copy of what is stored; triangles that overlap are then drawn one run after another.

mod depth;
mod draw;
mod keys;
mod overlap;
mod programs;
mod raster;
mod surfaces;
mod textures;
mod uniforms;
mod vertices;

use std::collections::BTreeMap;

use retrograph_render::resource::TextureId;
use retrograph_render::{Context, wgpu};

use crate::front::{Backend, Draw, Fill, Front, PicaError, Report};
use crate::memory::PhysicalMemory;
use crate::state::ColorFormat;
use crate::texture::Layout;
use programs::Programs;
use surfaces::{Content, Place, Surfaces, failed};
use textures::Textures;

/// What the backend has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Draws recorded; a guest's draw may be several, or none.
    pub draws: u64,
    /// Draws whose vertices the CPU processed.
    pub shaded: u64,
    /// Copies of stored colours before draws that merge with them in the fragment stage.
    pub copies: u64,
    /// Shader modules made.
    pub stages: u64,
    /// Textures decoded and uploaded.
    pub textures: u64,
    /// Surfaces loaded from memory.
    pub loads: u64,
    /// Surfaces written back to memory.
    pub write_backs: u64,
}

/// Draws on the GPU: see the module's description.
#[derive(Debug)]
pub struct GpuBackend {
    context: Context,
    surfaces: Surfaces,
    textures: Textures,
    programs: Programs,
    sent: draw::Sent,
    scratch: Option<(TextureId, [u32; 2])>,
    skipped: BTreeMap<&'static str, u64>,
    counters: Counters,
}

impl GpuBackend {
    /// A backend without surfaces that records to `context`.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self {
            context,
            surfaces: Surfaces::default(),
            textures: Textures::default(),
            programs: Programs::default(),
            sent: draw::Sent::default(),
            scratch: None,
            skipped: BTreeMap::new(),
            counters: Counters::default(),
        }
    }

    /// What has been done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters {
            stages: self.programs.made,
            textures: self.textures.uploaded,
            loads: self.surfaces.loaded,
            write_backs: self.surfaces.written_back,
            ..self.counters
        }
    }

    /// What the backend itself left out, by stable name, and how many draws that were.
    #[must_use]
    pub fn unsupported(&self) -> Vec<(&'static str, u64)> {
        self.skipped.iter().map(|(&name, &count)| (name, count)).collect()
    }

    /// The renderer's context.
    pub const fn context(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Writes back what was drawn in a range.
    fn write_back(
        &mut self,
        address: u32,
        bytes: u32,
        memory: &mut dyn PhysicalMemory,
    ) -> Result<(), PicaError> {
        if self.surfaces.is_dirty(address, bytes) {
            self.surfaces.flush(&mut self.context, &mut self.programs, memory, address, bytes)?;
            self.sent = draw::Sent::default();
        }
        Ok(())
    }
}

impl Backend for GpuBackend {
    fn draw(&mut self, draw: &Draw<'_>, memory: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        if let Some(name) = self.try_draw(draw, memory)? {
            let count = self.skipped.entry(name).or_default();
            if *count == 0 {
                log::warn!(target: "retrograph::pica::gpu", "not drawn: {name}");
            }
            *count += 1;
        }
        if self.context.recorder.is_full() {
            self.context.submit().map_err(failed)?;
        }
        Ok(())
    }

    fn fill(&mut self, fill: &Fill, _memory: &mut dyn PhysicalMemory) -> Result<bool, PicaError> {
        self.surfaces.begin_fill(fill);
        Ok(false)
    }

    fn reading(
        &mut self,
        address: u32,
        bytes: u32,
        memory: &mut dyn PhysicalMemory,
    ) -> Result<(), PicaError> {
        self.write_back(address, bytes, memory)
    }

    fn written(&mut self, address: u32, bytes: u32) {
        self.surfaces.written(address, bytes);
        self.textures.written(&mut self.context, address, bytes);
    }

    fn finish(&mut self, _memory: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        self.context.submit().map_err(failed)
    }
}

/// A PICA200 on the GPU: command lists in, surfaces out.
#[derive(Debug)]
pub struct Pica {
    front: Front,
    backend: GpuBackend,
}

impl Pica {
    /// A PICA200 at power-on that records to a renderer's context.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { front: Front::default(), backend: GpuBackend::new(context) }
    }

    /// Executes a command list and all that it jumps to, and hands the draws to the GPU. What was done before an error
    /// stays done.
    ///
    /// # Errors
    /// Malformed lists, jumps to nowhere, more work than is allowed, and the renderer's errors.
    pub fn submit(&mut self, words: &[u32], memory: &mut dyn PhysicalMemory) -> Result<Report, PicaError> {
        self.front.submit(words, memory, &mut self.backend)
    }

    /// Fills memory. Surfaces within are cleared when they are drawn to next.
    ///
    /// # Errors
    /// The renderer's.
    pub fn memory_fill(&mut self, fill: &Fill, memory: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        self.front.memory_fill(fill, memory, &mut self.backend)
    }

    /// Writes back to memory what was drawn in a range: to be called before anyone else reads it.
    ///
    /// # Errors
    /// The renderer's.
    pub fn flush(
        &mut self,
        address: u32,
        bytes: u32,
        memory: &mut dyn PhysicalMemory,
    ) -> Result<(), PicaError> {
        self.backend.write_back(address, bytes, memory)
    }

    /// Says that someone else has written to a range. What was drawn in it and not flushed is lost.
    pub fn invalidate(&mut self, address: u32, bytes: u32) {
        self.backend.written(address, bytes);
    }

    /// The colour buffer at an address as a texture, row 0 of memory first; `None` if memory does not grant it.
    ///
    /// # Errors
    /// The renderer's.
    pub fn frame_texture(
        &mut self,
        address: u32,
        [width, height]: [u32; 2],
        format: ColorFormat,
        memory: &mut dyn PhysicalMemory,
    ) -> Result<Option<wgpu::Texture>, PicaError> {
        if width == 0 || height == 0 || width > 2047 || height > 1024 {
            return Ok(None);
        }
        let place = Place { address, width, height, content: Content::Color(format), layout: Layout::Tiles };
        let GpuBackend { context, surfaces, programs, sent, .. } = &mut self.backend;
        let found = surfaces.acquire(context, programs, memory, place)?;
        *sent = draw::Sent::default();
        context.submit().map_err(failed)?;
        Ok(found.and_then(|index| context.native_texture(surfaces.get(index).texture)))
    }

    /// What was asked for and not drawn, by stable name, and how many draws that were.
    #[must_use]
    pub fn unsupported(&self) -> Vec<(&'static str, u64)> {
        let mut all: BTreeMap<&'static str, u64> = self.backend.skipped.clone();
        for (name, count) in self.front.unsupported() {
            *all.entry(name).or_default() += count;
        }
        all.into_iter().collect()
    }

    /// What the backend has done so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.backend.counters()
    }

    /// The renderer's context: for captures, and for embedders that share it.
    pub const fn context(&mut self) -> &mut Context {
        self.backend.context()
    }
}
