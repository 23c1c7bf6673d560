//! The framebuffer's bytes.

use crate::memory::PhysicalMemory;
use crate::state::{DrawState, Framebuffer};
use crate::texture::Layout;

/// Bytes of one of the two buffers.
#[derive(Debug)]
struct Plane {
    address: u32,
    bytes: Vec<u8>,
    dirty: bool,
}

impl Plane {
    fn read(address: u32, bytes: usize, memory: &mut dyn PhysicalMemory) -> Option<Self> {
        let mut plane = Self { address, bytes: vec![0; bytes], dirty: false };
        memory.read(address, &mut plane.bytes).then_some(plane)
    }

    fn write_back(&mut self, memory: &mut dyn PhysicalMemory) -> bool {
        !std::mem::take(&mut self.dirty) || memory.write(self.address, &self.bytes)
    }

    fn overlaps(&self, address: u32, bytes: u32) -> bool {
        let (start, end) = (u64::from(self.address), u64::from(self.address) + self.bytes.len() as u64);
        u64::from(address) < end && start < u64::from(address) + u64::from(bytes)
    }
}

/// A framebuffer that was read, tiled as it is.
#[derive(Debug)]
pub(super) struct Target {
    state: Framebuffer,
    color: Plane,
    depth: Option<Plane>,
}

/// Whether a draw reads or writes depth or stencil.
pub(super) fn needs_depth(state: &DrawState) -> bool {
    let merger = &state.merger;
    merger.stencil.is_some()
        || merger.depth.test.is_some()
        || merger.depth.write && state.framebuffer.depth_write
}

impl Target {
    /// Reads the colours; `None` where memory has none.
    pub(super) fn read(state: &Framebuffer, memory: &mut dyn PhysicalMemory) -> Option<Self> {
        let pixels = layout(state).pixels(state.width, state.height);
        if pixels == 0 {
            return None;
        }
        let bytes = (pixels * state.color_format.bytes()) as usize;
        Some(Self { state: *state, color: Plane::read(state.color_address, bytes, memory)?, depth: None })
    }

    /// Reads the depths, if that was not done yet; `false` where memory has none.
    pub(super) fn read_depth(&mut self, memory: &mut dyn PhysicalMemory) -> bool {
        if self.depth.is_none() {
            // Programs put depth where the colours are, with depth unwritten: what is there has to be up to date.
            self.color.write_back(memory);
            self.color.dirty = false;
            let pixels = self.layout().pixels(self.state.width, self.state.height);
            let bytes = (pixels * self.state.depth_format.bytes()) as usize;
            self.depth = Plane::read(self.state.depth_address, bytes, memory);
        }
        self.depth.is_some()
    }

    /// Whether this is the framebuffer that a state names. What is read and written may differ.
    pub(super) fn is_of(&self, state: &Framebuffer) -> bool {
        let Framebuffer { color_read, color_write, depth_read, depth_write, .. } = *state;
        Framebuffer { color_read, color_write, depth_read, depth_write, ..self.state } == *state
    }

    /// Notes what a draw writes.
    pub(super) fn mark(&mut self, state: &DrawState) {
        self.color.dirty |= state.framebuffer.color_write;
        let writes = state.framebuffer.depth_write && needs_depth(state);
        if let Some(depth) = &mut self.depth {
            depth.dirty |= writes;
        }
    }

    /// Writes back what draws changed; `false` if memory refused.
    pub(super) fn write_back(&mut self, memory: &mut dyn PhysicalMemory) -> bool {
        let color = self.color.write_back(memory);
        color & self.depth.as_mut().is_none_or(|depth| depth.write_back(memory))
    }

    pub(super) fn overlaps(&self, address: u32, bytes: u32) -> bool {
        self.color.overlaps(address, bytes)
            || self.depth.as_ref().is_some_and(|depth| depth.overlaps(address, bytes))
    }

    pub(super) const fn size(&self) -> (u32, u32) {
        (self.state.width, self.state.height)
    }

    pub(super) const fn layout(&self) -> Layout {
        layout(&self.state)
    }

    /// The bytes of colours and depths.
    pub(super) fn planes(&mut self) -> (&mut [u8], &mut [u8]) {
        let depth = self.depth.as_mut().map_or(&mut [][..], |depth| &mut depth.bytes);
        (&mut self.color.bytes, depth)
    }
}

const fn layout(state: &Framebuffer) -> Layout {
    if state.block32 { Layout::Blocks } else { Layout::Tiles }
}
