//! Vertex streams and declarations, matched to the inputs of the vertex program.

use retrograph_render::Recorder;
use retrograph_render::frame::{AttributeSource, IndexFormat, VertexAttribute, VertexInput, VertexStream};
use retrograph_render::recorder::Mark;
use retrograph_render::resource::BufferId;
use retrograph_shaders::interface::{InputClass, Points};
use slotmap::Key;
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

/// How many inputs of one layout are remembered.
const PLACES: usize = 64;

/// An input of one stream that was met before.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// The value of [`Layout::number`] when it was met.
    layout: u64,
    stream: VertexStream,
    indices: Indices,
    mark: Mark,
}

type Indices = Option<(BufferId, IndexFormat)>;

/// How the streams arrive at a vertex program, kept for when only buffers change.
#[derive(Debug)]
pub(crate) struct Layout {
    /// What was reported last.
    input: VertexInput,
    /// The numbers of its streams.
    numbers: SmallVec<[u8; 4]>,
    /// Whether more than buffers, offsets and strides changed.
    pub(crate) stale: bool,
    /// How often that was so.
    number: u64,
    /// What was met with this layout, where it has one stream.
    met: [Option<Met>; PLACES],
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            input: VertexInput::default(),
            numbers: SmallVec::new(),
            stale: false,
            number: 0,
            met: [None; PLACES],
        }
    }
}

impl Layout {
    /// Where the input of one stream is looked for.
    #[inline]
    fn place(stream: &VertexStream, indices: Indices) -> usize {
        let number = |id: BufferId| id.data().as_ffi();
        let source = match stream.source {
            AttributeSource::Buffer(id) => number(id),
            AttributeSource::Arena => 0,
        };
        let indices = indices.map_or(0, |(id, _)| number(id));
        let mixed = (source ^ indices.rotate_left(7)) as u32 ^ stream.offset.rotate_left(11);
        (mixed.wrapping_mul(0x9E37_79B1) >> 26) as usize % PLACES
    }

    /// Sets what was met before in the open frame, if `stream` and the indices of [`Layout::input`] were.
    #[inline]
    fn revisit(&mut self, recorder: &mut Recorder, stream: VertexStream) -> bool {
        let indices = self.input.indices;
        let met = self.met[Self::place(&stream, indices)].as_ref();
        let is_it = |met: &&Met| (met.layout, met.stream, met.indices) == (self.number, stream, indices);
        let found = met.filter(is_it).is_some_and(|met| recorder.revisit_input(met.mark));
        if found {
            self.input.streams[0] = stream;
        }
        found
    }

    /// Reports the input, and remembers it where it has one stream.
    fn report(&mut self, recorder: &mut Recorder) {
        let &[stream] = &self.input.streams[..] else {
            recorder.push_input(&self.input);
            return;
        };
        if !self.revisit(recorder, stream) {
            let (layout, indices) = (self.number, self.input.indices);
            let mark = recorder.push_input(&self.input);
            self.met[Self::place(&stream, indices)] = Some(Met { layout, stream, indices, mark });
        }
    }
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
    pub(crate) fn is_transformed(&self) -> bool {
        self.declaration().is_some_and(|declaration| declaration.transformed)
    }

    /// The bound declaration.
    pub(crate) fn declaration(&self) -> Option<&Declaration> {
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
        let layout = &mut self.record.layout;
        (layout.input, layout.numbers) = (input, numbers);
        layout.number += 1;
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
        self.record.layout.report(&mut self.context.recorder);
    }

    /// Follows a change of a stream's source: at once when nothing else follows from it.
    #[inline]
    pub(crate) fn stream_changed(&mut self, number: usize) {
        let layout = &self.record.layout;
        if !layout.stale
            && !self.dirty.intersects(Dirty::INPUT | Dirty::PROGRAM | Dirty::TARGETS)
            && layout.numbers[..] == [number as u8]
            && let Some(stream) = self.stream(number)
            && self.record.layout.revisit(&mut self.context.recorder, stream)
        {
            return;
        }
        self.dirty |= Dirty::INPUT;
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
