//! What is known of a vertex input before any draw: whether its streams fit the GPU, and how far they reach.

use smallvec::SmallVec;

use super::layout::{LayoutId, Layouts, SlotAttribute, SlotLayout, VertexLayout};
use super::{Buffers, Limits};
use crate::frame::{AttributeSource, VertexAttribute, VertexInput, VertexStream};
use crate::resource::BufferId;

/// How many elements a stream holds within its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// As many as asked for: one element that repeats.
    Endless,
    /// This many.
    Elements(u64),
    /// As many as the arena holds after the draw's offset: asked at the draw.
    Arena {
        /// Bytes of an element, from its start to the end of its last attribute.
        reach: u64,
    },
}

/// One stream that has attributes.
#[derive(Clone, Debug)]
pub(super) struct InputStream {
    pub(super) stream: VertexStream,
    pub(super) attributes: SmallVec<[VertexAttribute; 8]>,
    pub(super) room: Room,
}

/// One of the two classes of streams: per vertex, or per instance.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    pub(super) streams: SmallVec<[InputStream; 4]>,
    /// Whether the GPU can read the streams as they are, given that the draw stays within them.
    pub(super) fits: bool,
    /// The layout when bound as it is.
    pub(super) direct: SmallVec<[SlotLayout; 4]>,
    /// The layout when packed: one slot, or none when the class is empty.
    pub(super) packed: Option<SlotLayout>,
}

/// A vertex input, analysed.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub(super) source: VertexInput,
    pub(super) vertex: Class,
    pub(super) instance: Class,
    /// Layouts by (vertices packed, instances packed).
    layouts: [[LayoutId; 2]; 2],
}

impl Input {
    pub(super) fn new(
        input: &VertexInput,
        buffers: &impl Buffers,
        limits: &Limits,
        layouts: &mut Layouts,
    ) -> Self {
        let mut vertex = Class::new(input, buffers, limits, false);
        let mut instance = Class::new(input, buffers, limits, true);
        if vertex.direct.len() + instance.direct.len() > limits.buffers as usize {
            (vertex.fits, instance.fits) = (vertex.direct.len() <= 1, instance.direct.len() <= 1);
        }
        let mut layout = |vertices: bool, instances: bool| {
            let slots = [(&vertex, vertices), (&instance, instances)];
            let slots = slots.iter().flat_map(|(class, packed)| class.slots(*packed)).cloned().collect();
            layouts.id(&VertexLayout { slots })
        };
        let ids = [[layout(false, false), layout(false, true)], [layout(true, false), layout(true, true)]];
        Self { source: input.clone(), vertex, instance, layouts: ids }
    }

    /// The layout with each class bound as it is or packed.
    pub(super) fn layout(&self, vertices_packed: bool, instances_packed: bool) -> LayoutId {
        self.layouts[usize::from(vertices_packed)][usize::from(instances_packed)]
    }
}

impl Class {
    fn new(input: &VertexInput, buffers: &impl Buffers, limits: &Limits, instances: bool) -> Self {
        let mut class = Self { fits: true, ..Self::default() };
        for (index, stream) in input.streams.iter().enumerate() {
            let attributes: SmallVec<[VertexAttribute; 8]> =
                input.attributes.iter().filter(|a| usize::from(a.stream) == index).copied().collect();
            if stream.instance_step.is_some() == instances && !attributes.is_empty() {
                class.add(stream, attributes, buffers, limits);
            }
        }
        let orphan = |a: &&VertexAttribute| usize::from(a.stream) >= input.streams.len();
        let orphans: SmallVec<[VertexAttribute; 8]> =
            input.attributes.iter().filter(orphan).copied().collect();
        if !instances && !orphans.is_empty() {
            // No stream: nothing is within bounds, so they read zeros.
            let source = AttributeSource::Buffer(BufferId::default());
            let stream = VertexStream { source, offset: 0, stride: 0, instance_step: None };
            class.add(&stream, orphans, buffers, limits);
        }
        let step = if instances { wgpu::VertexStepMode::Instance } else { wgpu::VertexStepMode::Vertex };
        class.packed = packed_layout(&class.streams, step);
        class
    }

    fn add(
        &mut self,
        stream: &VertexStream,
        attributes: SmallVec<[VertexAttribute; 8]>,
        buffers: &impl Buffers,
        limits: &Limits,
    ) {
        let reach = attributes.iter().map(end).max().unwrap_or(0);
        let constant = stream.stride == 0 || stream.instance_step == Some(0);
        let stride = if constant { 0 } else { stream.stride };
        let aligned = stream.offset.is_multiple_of(4)
            && stride.is_multiple_of(4)
            && stride <= limits.stride
            && reach <= u64::from(if constant { limits.stride } else { stride })
            && attributes.iter().all(|a| u64::from(a.offset).is_multiple_of(a.format.size().clamp(1, 4)));
        self.fits &= aligned && stream.instance_step.is_none_or(|step| step <= 1);
        let step = if stream.instance_step.is_some() {
            wgpu::VertexStepMode::Instance
        } else {
            wgpu::VertexStepMode::Vertex
        };
        let slot = attributes.iter().map(|a| attribute(a, a.offset.into())).collect();
        self.direct.push(SlotLayout { stride, step, attributes: slot });
        let room = match stream.source {
            AttributeSource::Buffer(id) => {
                elements(stream, reach, buffers.bytes(id).map_or(0, <[u8]>::len) as u64)
            }
            AttributeSource::Arena => Room::Arena { reach },
        };
        self.streams.push(InputStream { stream: *stream, attributes, room });
    }

    fn slots(&self, packed: bool) -> &[SlotLayout] {
        if packed { self.packed.as_slice() } else { &self.direct }
    }

    /// Whether elements `0..count` of every stream are within their sources.
    pub(super) fn holds(&self, count: u64, arena_after: u64) -> bool {
        self.streams.iter().all(|stream| {
            let room = match stream.room {
                Room::Arena { reach } => elements(&stream.stream, reach, arena_after),
                room => room,
            };
            match room {
                Room::Elements(elements) => count <= elements,
                Room::Endless | Room::Arena { .. } => true,
            }
        })
    }
}

/// Where an attribute ends in its element.
fn end(attribute: &VertexAttribute) -> u64 {
    u64::from(attribute.offset) + attribute.format.size()
}

fn attribute(attribute: &VertexAttribute, offset: u32) -> SlotAttribute {
    SlotAttribute { location: attribute.location.into(), offset, format: attribute.format }
}

/// How many whole elements fit into `size` bytes.
fn elements(stream: &VertexStream, reach: u64, size: u64) -> Room {
    let after = size.saturating_sub(stream.offset.into());
    let constant = stream.stride == 0 || stream.instance_step == Some(0);
    match after.checked_sub(reach) {
        None => Room::Elements(0),
        Some(_) if constant => Room::Endless,
        Some(rest) => Room::Elements(rest / u64::from(stream.stride) + 1),
    }
}

/// All attributes of a class in one element, each at a multiple of 4.
fn packed_layout(streams: &[InputStream], step: wgpu::VertexStepMode) -> Option<SlotLayout> {
    let mut stride = 0;
    let mut attributes = SmallVec::new();
    for source in streams.iter().flat_map(|stream| &stream.attributes) {
        attributes.push(attribute(source, stride));
        stride += (source.format.size() as u32).next_multiple_of(4);
    }
    (!attributes.is_empty()).then_some(SlotLayout { stride, step, attributes })
}
