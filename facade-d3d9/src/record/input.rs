//! Vertex streams and declarations, matched to the inputs of the vertex program.

use retrograph_render::frame::{AttributeSource, IndexFormat, VertexAttribute, VertexInput, VertexStream};
use retrograph_render::resource::BufferId;
use retrograph_shaders::interface::{InputClass, Points};
use smallvec::SmallVec;

use super::{Dirty, Source};
use crate::decl::Declaration;
use crate::device::Device;
use crate::format::Format;
use crate::state::STREAMS;
use crate::types::values::{STREAMSOURCE_INDEXEDDATA, STREAMSOURCE_INSTANCEDATA};

/// The number in a stream's frequency.
const FREQUENCY: u32 = !(STREAMSOURCE_INDEXEDDATA | STREAMSOURCE_INSTANCEDATA);

/// A stream of zeros: no buffer has the id that is none.
fn zeros() -> VertexStream {
    let source = AttributeSource::Buffer(BufferId::default());
    VertexStream { source, offset: 0, stride: 0, instance_step: None }
}

/// How the streams arrive at a vertex program, kept for when only buffers change.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// What was reported last.
    input: VertexInput,
    /// The numbers of its streams.
    numbers: SmallVec<[u8; 4]>,
    /// Whether more than buffers, offsets and strides changed.
    pub(crate) stale: bool,
}

/// What the streams deliver to a vertex program.
#[derive(Default)]
struct Matched {
    input: VertexInput,
    numbers: SmallVec<[u8; 4]>,
    classes: [InputClass; 16],
    instanced: bool,
}

impl Device {
    /// Whether vertices are already transformed.
    pub(super) fn is_transformed(&self) -> bool {
        self.declaration().is_some_and(|declaration| declaration.transformed)
    }

    /// The bound declaration.
    pub(super) fn declaration(&self) -> Option<&Declaration> {
        self.state.declaration.and_then(|id| self.declarations.get(id))
    }

    /// Reports what the vertex program of [`super::Record::inputs`] reads. Answers whether the inputs arrive in
    /// other classes than before.
    pub(super) fn flush_input(&mut self, programmable: bool) -> bool {
        let stale = std::mem::take(&mut self.record.layout.stale) || self.dirty.contains(Dirty::PROGRAM);
        if !stale && self.switch_streams() {
            return false;
        }
        let Matched { input, numbers, classes, instanced } = self.match_inputs(programmable);
        self.record.layout = Layout { input, numbers, stale: false };
        self.report_input();
        let count = (self.state.streams[0].frequency & FREQUENCY).max(1);
        self.record.instances = if instanced { count } else { 1 };
        std::mem::replace(&mut self.record.classes, classes) != classes
    }

    fn report_input(&mut self) {
        let found = self.state.indices.and_then(|id| self.index_buffers.get(id));
        let input = &mut self.record.layout.input;
        input.indices = found.and_then(|buffer| {
            let format = if buffer.format == Format::INDEX32 { IndexFormat::U32 } else { IndexFormat::U16 };
            Some((buffer.gpu?, format))
        });
        self.context.recorder.push_input(input);
    }

    /// Reports the streams of the same layout as before; `false` if one of them does not allow that.
    fn switch_streams(&mut self) -> bool {
        for place in 0..self.record.layout.numbers.len() {
            let number = usize::from(self.record.layout.numbers[place]);
            let Some(stream) = self.stream(number) else { return false };
            self.record.layout.input.streams[place] = stream;
        }
        self.report_input();
        true
    }

    fn match_inputs(&self, programmable: bool) -> Matched {
        // The fixed-function pipeline tells an element that reads zeros from an element that is not there.
        let unbound = (!programmable).then(zeros);
        let mut matched = Matched { classes: [InputClass::Float; 16], ..Matched::default() };
        let mut places = [None; STREAMS];
        for wanted in self.record.inputs.iter() {
            let location = wanted.location;
            let class = &mut matched.classes[usize::from(location & 15)];
            *class = InputClass::Absent;
            let Some(element) = self.declaration().and_then(|found| found.find(wanted.semantic)) else {
                continue;
            };
            let number = usize::from(element.stream);
            let Some(stream) = self.stream(number).or(unbound) else { continue };
            matched.instanced |= self.state.streams[number].frequency & STREAMSOURCE_INSTANCEDATA != 0;
            let place = *places[number].get_or_insert_with(|| {
                matched.input.streams.push(stream);
                matched.numbers.push(element.stream as u8);
                (matched.input.streams.len() - 1) as u8
            });
            let (format, fetched) = element.kind.fetch();
            *class = fetched;
            let attribute = VertexAttribute { location, stream: place, offset: element.offset, format };
            matched.input.attributes.push(attribute);
        }
        matched
    }

    /// A stream, if vertices come from it. Points that are quads are instances.
    fn stream(&self, number: usize) -> Option<VertexStream> {
        let mut stream = self.vertex_stream(number)?;
        if self.record.points != Points::Pixels && stream.instance_step.is_none() {
            let skipped = self.record.first_point.saturating_mul(stream.stride);
            stream.offset = stream.offset.saturating_add(skipped);
            stream.instance_step = Some(1);
        }
        Some(stream)
    }

    fn vertex_stream(&self, number: usize) -> Option<VertexStream> {
        let stream = &self.state.streams[number];
        let instance_step =
            (stream.frequency & STREAMSOURCE_INSTANCEDATA != 0).then_some(stream.frequency & FREQUENCY);
        if let (0, Source::User(stride)) = (number, self.record.source) {
            return Some(VertexStream { source: AttributeSource::Arena, offset: 0, stride, instance_step });
        }
        let buffer = stream.buffer.and_then(|id| self.vertex_buffers.get(id))?.gpu?;
        let source = AttributeSource::Buffer(buffer);
        Some(VertexStream { source, offset: stream.offset, stride: stream.stride, instance_step })
    }
}
