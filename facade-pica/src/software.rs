//! The general renderer on the CPU: the oracle of the GPU's, and a backend of its own.
//!
//! [`Software`] stands behind [`Front`](crate::front::Front) like any backend. A draw is prepared once: vertices are
//! processed and clipped, textures decoded, stages that do nothing left out, tests and formats resolved. Then each
//! triangle is cut into rows of fragments, which need no register any more. Numbers are those of the hardware as far as
//! they are known: positions in sixteenths of a pixel, colours in eight bits behind every stage, depth cut off to its
//! format. None of this shares code with the shader generators.
//!
//! | module | content |
//! |---|---|
//! | `vertex` | shader outputs to clip space, clipping, the viewport |
//! | `raster` | triangles to rows: edges, the fill rule, scissor, planes of values |
//! | `fragment` | a row of fragments: values, textures, combiners, tests, output |
//! | `sample`, `textures` | texels by coordinate; decoded textures that are kept |
//! | `combine`, `merge` | the combiner stages; stencil, depth, blending, logic, masks |
//! | `target` | the framebuffer's bytes, in step with memory |

mod combine;
mod fragment;
mod merge;
mod raster;
mod sample;
mod target;
mod textures;
mod vertex;

use std::collections::BTreeMap;

use crate::front::{Backend, Draw, PicaError};
use crate::memory::PhysicalMemory;
use fragment::Pipeline;
use raster::Screen;
use target::Target;
use textures::TextureCache;

/// Fragments and rows of one submission, tested or drawn.
const FRAGMENTS: u64 = 1 << 32;

/// The renderer on the CPU.
#[derive(Debug, Default)]
pub struct Software {
    target: Option<Target>,
    textures: TextureCache,
    skipped: BTreeMap<&'static str, u64>,
    work: u64,
    fragments: u64,
}

impl Software {
    /// A renderer that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What could not be drawn, by stable name, and how many draws that were.
    #[must_use]
    pub fn unsupported(&self) -> Vec<(&'static str, u64)> {
        self.skipped.iter().map(|(&name, &count)| (name, count)).collect()
    }

    /// How many fragments were made since the beginning.
    #[must_use]
    pub const fn fragments(&self) -> u64 {
        self.fragments
    }

    fn skip(&mut self, name: &'static str) {
        *self.skipped.entry(name).or_default() += 1;
    }

    /// Writes back what was drawn.
    fn flush(&mut self, memory: &mut dyn PhysicalMemory) {
        if let Some(target) = &mut self.target
            && !target.write_back(memory)
        {
            self.skip("framebuffer.address");
        }
    }

    /// The framebuffer of a draw, read from memory if it is another one than before.
    fn bind(&mut self, draw: &Draw<'_>, memory: &mut dyn PhysicalMemory) -> bool {
        let is_same = self.target.as_ref().is_some_and(|target| target.is_of(&draw.state.framebuffer));
        if !is_same {
            self.flush(memory);
            self.target = Target::read(&draw.state.framebuffer, memory);
        }
        let Some(target) = &mut self.target else { return false };
        !target::needs_depth(draw.state) || target.read_depth(memory)
    }
}

impl Backend for Software {
    fn draw(&mut self, draw: &Draw<'_>, memory: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        let Ok(outputs) = draw.shade() else {
            self.skip("shader.execution");
            return Ok(());
        };
        let ranges = textures::ranges(draw.state);
        if ranges.iter().any(|&(address, bytes)| {
            self.target.as_ref().is_some_and(|target| target.overlaps(address, bytes))
        }) {
            self.flush(memory);
        }
        let textures = self.textures.bind(draw.state, memory);
        if !self.bind(draw, memory) {
            self.target = None;
            self.skip("framebuffer.address");
            return Ok(());
        }
        let Some(target) = &mut self.target else { return Ok(()) };
        target.mark(draw.state);
        let (width, height) = target.size();
        let screen = Screen::new(&draw.state.raster, width, height);
        let mut pipeline = Pipeline::new(draw, textures, target);
        let vertices = vertex::prepare(draw.state, &outputs);
        let mut polygon = Vec::with_capacity(16);
        for corners in draw.geometry.triangles() {
            let Some(corners) = vertex::corners(&vertices, *corners) else { continue };
            vertex::clip(&corners, draw.state.raster.clip_plane, &mut polygon);
            for fan in 1..polygon.len().saturating_sub(1) {
                let triangle = [&polygon[0], &polygon[fan], &polygon[fan + 1]];
                raster::triangle(&screen, triangle, &mut pipeline, &mut self.work);
                if self.work > FRAGMENTS {
                    return Err(PicaError::Limit { what: "fragments", limit: FRAGMENTS });
                }
            }
        }
        self.fragments += pipeline.fragments;
        Ok(())
    }

    fn reading(
        &mut self,
        address: u32,
        bytes: u32,
        memory: &mut dyn PhysicalMemory,
    ) -> Result<(), PicaError> {
        if self.target.as_ref().is_some_and(|target| target.overlaps(address, bytes)) {
            self.flush(memory);
        }
        Ok(())
    }

    fn written(&mut self, address: u32, bytes: u32) {
        if self.target.as_ref().is_some_and(|target| target.overlaps(address, bytes)) {
            self.target = None;
        }
    }

    /// Writes everything back, and forgets it: the guest may change memory until the next submission.
    fn finish(&mut self, memory: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        self.flush(memory);
        self.target = None;
        self.work = 0;
        Ok(())
    }
}
