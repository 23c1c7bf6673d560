//! Makes vertex input that wgpu refuses fit: fans, odd strides, reads past the end, instance steps.
//!
//! ```text
//! Draw + VertexInput ──> reach (which vertices) ──> every stream fits? ──> bind the buffers as they are
//!                         index bytes, scanned once       │ no
//!                                                         └──> transient bytes: packed vertices, list indices
//! ```
//!
//! The common draw takes the first way: it touches no vertex and allocates nothing. Flat varyings take their
//! value from the first vertex of a primitive, and every rewrite keeps first vertices and winding.

mod index;
mod input;
mod layout;
mod pack;
mod prepare;
#[cfg(test)]
mod tests;
mod topology;
mod transient;

pub use layout::{LayoutId, SlotAttribute, SlotLayout, VertexLayout};

use rustc_hash::FxHashMap;
use transient::Transient;

use crate::frame::VertexInput;
use crate::resource::BufferId;

/// What preparing a draw asks about buffers.
pub trait Buffers {
    /// The content as of this draw; `None` when there is no such buffer.
    fn bytes(&self, id: BufferId) -> Option<&[u8]>;
    /// A number that grows with every write to the buffer.
    fn version(&self, id: BufferId) -> u64;
}

/// What the GPU takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Vertex buffers at once.
    pub buffers: u32,
    /// Bytes between elements.
    pub stride: u32,
    /// Transient bytes of one frame; draws that want more are refused.
    pub transient: usize,
}

impl Limits {
    /// The limits of a device, with a quarter of a gibibyte of transient memory a frame.
    #[must_use]
    pub fn of(limits: &wgpu::Limits) -> Self {
        Self {
            buffers: limits.max_vertex_buffers,
            stride: limits.max_vertex_buffer_array_stride,
            transient: usize::try_from(limits.max_buffer_size).unwrap_or(usize::MAX).min(1 << 28),
        }
    }
}

/// Why a draw cannot be made to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// The rewritten vertices or indices would not fit into [`Limits::transient`].
    #[error("the draw needs {bytes} bytes of transient memory")]
    TooLarge {
        /// Bytes wanted.
        bytes: u64,
    },
    /// An indexed draw without an index buffer.
    #[error("an indexed draw without an index buffer")]
    NoIndices,
    /// The input id is of an earlier frame.
    #[error("unknown vertex input")]
    UnknownInput,
}

/// Where bytes that the GPU reads are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A buffer.
    Buffer(BufferId),
    /// What backs a buffer after this many ordered writes replaced what backed it when the frame began. Not from
    /// here: the renderer, which knows, puts it in the place of [`Source::Buffer`].
    Backing(BufferId, u32),
    /// The frame's arena.
    Arena,
    /// [`Geometry::transient`].
    Transient,
}

/// Bytes from an offset, a multiple of 4, to the end of their source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The source.
    pub source: Source,
    /// Byte offset.
    pub offset: u32,
}

/// The vertex buffers of a draw: see [`Geometry::slots`]. Within a frame equal ranges are equal buffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slots {
    start: u32,
    count: u32,
}

/// A draw in wgpu's terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PreparedDraw {
    /// The layout of the vertex buffers; for the pipeline.
    pub layout: LayoutId,
    /// The vertex buffers, by slot of the layout.
    pub slots: Slots,
    /// The primitives; for the pipeline.
    pub topology: wgpu::PrimitiveTopology,
    /// For the pipeline: set for indexed strips, which then hold no restart value.
    pub strip_index_format: Option<wgpu::IndexFormat>,
    /// The indices; `None` when the draw is not indexed.
    pub indices: Option<(Slice, wgpu::IndexFormat)>,
    /// First vertex, or first index after the slice's offset.
    pub first: u32,
    /// How many vertices or indices; 0 draws nothing, and there are no vertex buffers then.
    pub count: u32,
    /// Added to every index.
    pub base_vertex: i32,
    /// How many instances, from 0.
    pub instances: u32,
}

/// A vertex input known to this frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InputId(u32);

/// Prepares draws, and keeps what they share.
#[derive(Debug)]
pub struct Geometry {
    limits: Limits,
    layouts: layout::Layouts,
    inputs: Vec<input::Input>,
    input_ids: FxHashMap<VertexInput, InputId>,
    scans: index::Scans,
    packs: FxHashMap<pack::PackKey, Slice>,
    lists: FxHashMap<topology::ListKey, topology::List>,
    transient: Transient,
    /// The vertex buffers of all draws of the frame.
    slots: Vec<Slice>,
    /// Those of the last draw.
    last_slots: Slots,
}

impl Geometry {
    /// For a device with these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            layouts: layout::Layouts::default(),
            inputs: Vec::new(),
            input_ids: FxHashMap::default(),
            scans: index::Scans::default(),
            packs: FxHashMap::default(),
            lists: FxHashMap::default(),
            transient: Transient::new(limits.transient),
            slots: Vec::new(),
            last_slots: Slots::default(),
        }
    }

    /// Forgets the inputs and the transient bytes of the frame before; layouts stay.
    pub fn begin_frame(&mut self) {
        self.inputs.clear();
        self.input_ids.clear();
        self.packs.clear();
        self.lists.clear();
        self.transient.bytes.clear();
        self.slots.clear();
        self.last_slots = Slots::default();
    }

    /// The vertex buffers of a draw of this frame, by slot of its layout.
    #[must_use]
    pub fn slots(&self, draw: &PreparedDraw) -> &[Slice] {
        let Slots { start, count } = draw.slots;
        self.slots.get(start as usize..).and_then(|rest| rest.get(..count as usize)).unwrap_or_default()
    }

    /// Has a draw read other sources than it was prepared with.
    pub(crate) fn rename(&mut self, draw: &mut PreparedDraw, name: impl Fn(Source) -> Source) {
        let indices = draw.indices.iter_mut().map(|(slice, _)| slice);
        indices.for_each(|slice| slice.source = name(slice.source));
        let Slots { start, count } = draw.slots;
        let first = self.slots.len();
        for index in start as usize..(start + count) as usize {
            let Slice { source, offset } = self.slots[index];
            self.slots.push(Slice { source: name(source), offset });
        }
        draw.slots = self.end_slots(first);
    }

    /// The slots from `first` on, or those of the draw before when they are the same.
    fn end_slots(&mut self, first: usize) -> Slots {
        let Slots { start, count } = self.last_slots;
        let (before, new) = self.slots.split_at(first);
        if before.get(start as usize..(start + count) as usize) == Some(new) {
            self.slots.truncate(first);
        } else {
            self.last_slots = Slots { start: first as u32, count: new.len() as u32 };
        }
        self.last_slots
    }

    /// Makes a vertex input known; equal inputs have equal ids until the next frame.
    ///
    /// Buffers keep their size for life, so this is valid until [`Geometry::begin_frame`].
    pub fn input(&mut self, input: &VertexInput, buffers: &impl Buffers) -> InputId {
        if let Some(id) = self.input_ids.get(input) {
            return *id;
        }
        let id = InputId(self.inputs.len() as u32);
        self.inputs.push(input::Input::new(input, buffers, &self.limits, &mut self.layouts));
        self.input_ids.insert(input.clone(), id);
        id
    }

    /// A layout.
    ///
    /// # Panics
    /// Panics when the id is of another [`Geometry`].
    #[must_use]
    pub fn layout(&self, id: LayoutId) -> &VertexLayout {
        self.layouts.get(id)
    }

    /// The bytes that prepared draws of this frame name as [`Source::Transient`]; a multiple of 4.
    #[must_use]
    pub fn transient(&self) -> &[u8] {
        &self.transient.bytes
    }
}
