//! One draw: bound as it is where it fits, rewritten where not.

use super::index::{IndexScan, IndexView, ScanKey};
use super::input::{Class, Input};
use super::pack::{Elements, PackKey, versions, write_elements};
use super::topology::{List, ListKey, write_list};
use super::{Buffers, Geometry, GeometryError, InputId, PreparedDraw, Slice, Slots, Source};
use crate::frame::{AttributeSource, Draw, IndexFormat, Indices};

/// Where a draw's indices come from.
#[derive(Clone, Copy)]
struct IndexSource<'a> {
    view: IndexView<'a>,
    /// How the GPU reads them where they are; `None` when not indexed.
    native: Option<(Slice, IndexFormat)>,
    /// The range of a buffer; `None` when not indexed or from the arena.
    key: Option<ScanKey>,
    /// Added to every index.
    base: i64,
}

/// How the vertices of a draw reach the GPU.
enum Vertices {
    Direct,
    /// Packed from this vertex on.
    Range {
        first: i64,
        count: u64,
    },
    /// Packed in the order of the draw.
    Each,
}

/// What a draw needs beyond itself.
struct Context<'a, B> {
    draw: &'a Draw,
    id: InputId,
    arena: &'a [u8],
    buffers: &'a B,
    source: IndexSource<'a>,
}

impl Geometry {
    /// Makes a draw fit.
    ///
    /// Draws must be prepared in order, each with the buffers as of that draw; `arena` is the frame's.
    ///
    /// # Errors
    /// See [`GeometryError`]; the draw is then left out.
    pub fn prepare(
        &mut self,
        draw: &Draw,
        input: InputId,
        arena: &[u8],
        buffers: &impl Buffers,
    ) -> Result<PreparedDraw, GeometryError> {
        let entry = self.inputs.get(input.0 as usize).ok_or(GeometryError::UnknownInput)?;
        let source = index_source(draw, entry, arena, buffers)?;
        let user = arena.get(draw.user_vertices as usize..).unwrap_or(&[]);
        let context = Context { draw, id: input, arena: user, buffers, source };
        if draw.topology.list_len(draw.count) == 0 || draw.instances == 0 {
            return Ok(context.nothing(entry));
        }
        let (vertices, restarts) = self.vertices(&context);
        let mut prepared = self.order(&context, &vertices, restarts)?;
        let vertices_packed = !matches!(vertices, Vertices::Direct);
        let instances_packed = {
            let class = &self.inputs[input.0 as usize].instance;
            !context.fits(class) || !class.holds(draw.instances.into(), user.len() as u64)
        };
        prepared.layout = self.inputs[input.0 as usize].layout(vertices_packed, instances_packed);
        let first = self.slots.len();
        match vertices {
            Vertices::Direct => self.bind(&context, false),
            Vertices::Range { first, count } => {
                let slice = self.pack(&context, Elements::Range { first, count }, count)?;
                self.slots.push(slice);
            }
            Vertices::Each => {
                let list = context.list_key();
                let elements = Elements::Each { list, base: context.source.base };
                let slice = self.pack(&context, elements, prepared.count.into())?;
                self.slots.push(slice);
            }
        }
        if instances_packed {
            let count = draw.instances;
            let slice = self.pack(&context, Elements::Instances { count }, count.into())?;
            self.slots.push(slice);
        } else {
            self.bind(&context, true);
        }
        prepared.slots = self.end_slots(first);
        Ok(prepared)
    }

    /// Decides how the vertices reach the GPU; also says whether the indices hold a restart value.
    fn vertices(&mut self, context: &Context<'_, impl Buffers>) -> (Vertices, bool) {
        let Context { draw, source, .. } = context;
        let class = &self.inputs[context.id.0 as usize].vertex;
        let fits = context.fits(class);
        let holds =
            |end: i64| u64::try_from(end).is_ok_and(|end| class.holds(end, context.arena.len() as u64));
        let short = matches!(source.view, IndexView::U16(_)) && !draw.topology.is_strip();
        if fits && (class.streams.is_empty() || short) && source.base >= 0 && holds(source.base + 0x1_0000) {
            // No index can leave the streams: no need to look at them.
            return (Vertices::Direct, draw.topology.is_strip() && self.restarts(context));
        }
        let scan = scan(&mut self.scans, context);
        let (first, last) = (source.base + i64::from(scan.min), source.base + i64::from(scan.max));
        if fits && (class.streams.is_empty() || (first >= 0 && holds(last + 1))) {
            return (Vertices::Direct, scan.restarts);
        }
        let count = (last - first) as u64 + 1;
        let near = count <= u64::from(draw.count) * 2 + 256 && i32::try_from(scan.min).is_ok();
        if source.native.is_none() || near {
            (Vertices::Range { first, count }, scan.restarts)
        } else {
            (Vertices::Each, scan.restarts)
        }
    }

    fn restarts(&mut self, context: &Context<'_, impl Buffers>) -> bool {
        scan(&mut self.scans, context).restarts
    }

    /// Topology, indices and range of a draw.
    fn order(
        &mut self,
        context: &Context<'_, impl Buffers>,
        vertices: &Vertices,
        restarts: bool,
    ) -> Result<PreparedDraw, GeometryError> {
        let Context { draw, source, .. } = context;
        let mut prepared = context.nothing(&self.inputs[context.id.0 as usize]);
        let fan = draw.topology.list_vertex(0) != 0;
        if matches!(vertices, Vertices::Each) {
            let len = if fan { draw.topology.list_len(draw.count) } else { draw.count.into() };
            prepared.count = u32::try_from(len).map_err(|_| GeometryError::TooLarge { bytes: len })?;
            return Ok(prepared);
        }
        let base = match vertices {
            Vertices::Range { first, .. } => source.base - first,
            _ => source.base,
        };
        // Only inputs that repeat one element reach bases that do not fit: there any vertex is the same.
        let base_vertex = i32::try_from(base).unwrap_or(0);
        let whole = source.view.len().is_none_or(|len| len >= draw.count as usize);
        let aligned = source.native.is_none_or(|(slice, _)| slice.offset.is_multiple_of(4));
        if fan || !whole || !aligned || (restarts && draw.topology.is_strip()) {
            let list = self.list(context)?;
            prepared.topology = draw.topology.as_list();
            prepared.indices = Some((list.slice, list.format.wgpu()));
            (prepared.count, prepared.base_vertex) = (list.count, base_vertex);
            return Ok(prepared);
        }
        prepared.count = draw.count;
        match source.native {
            Some((slice, format)) => {
                prepared.indices = Some((slice, format.wgpu()));
                prepared.strip_index_format = draw.topology.is_strip().then_some(format.wgpu());
                (prepared.first, prepared.base_vertex) = (draw.first, base_vertex);
            }
            None => {
                let first = u32::try_from(base).unwrap_or(0);
                prepared.first = if first.checked_add(draw.count).is_some() { first } else { 0 };
            }
        }
        Ok(prepared)
    }

    fn list(&mut self, context: &Context<'_, impl Buffers>) -> Result<List, GeometryError> {
        let Context { draw, source, .. } = context;
        let key = context.list_key();
        let kept = source.native.is_none() || source.key.is_some();
        if kept && let Some(list) = self.lists.get(&key) {
            return Ok(*list);
        }
        let list = write_list(draw.topology, draw.count, source.view, &mut self.transient)?;
        if kept {
            self.lists.insert(key, list);
        }
        Ok(list)
    }

    fn pack(
        &mut self,
        context: &Context<'_, impl Buffers>,
        elements: Elements,
        count: u64,
    ) -> Result<Slice, GeometryError> {
        let Context { draw, source, arena, buffers, .. } = context;
        let input = &self.inputs[context.id.0 as usize];
        let class =
            if matches!(elements, Elements::Instances { .. }) { &input.instance } else { &input.vertex };
        let key = PackKey {
            input: context.id,
            versions: versions(class, *buffers),
            user_vertices: draw.user_vertices,
            elements,
        };
        // Indices of the arena have no identity.
        let kept = !matches!(elements, Elements::Each { .. }) || source.key.is_some();
        if kept && let Some(slice) = self.packs.get(&key) {
            return Ok(*slice);
        }
        let fan = draw.topology.list_vertex(0) != 0;
        let element = |at: u64| match elements {
            Elements::Range { first, .. } => first.saturating_add(at as i64),
            Elements::Each { base, .. } => {
                let at = if fan { draw.topology.list_vertex(at) } else { at as u32 };
                base + i64::from(source.view.get(at))
            }
            Elements::Instances { .. } => at as i64,
        };
        let slice = write_elements(class, arena, *buffers, count, element, &mut self.transient)?;
        if kept {
            self.packs.insert(key, slice);
        }
        Ok(slice)
    }

    /// Adds the streams of a class, where they are.
    fn bind(&mut self, context: &Context<'_, impl Buffers>, instances: bool) {
        let Self { inputs, slots, .. } = self;
        let input = &inputs[context.id.0 as usize];
        let class = if instances { &input.instance } else { &input.vertex };
        slots.extend(class.streams.iter().map(|stream| match stream.stream.source {
            AttributeSource::Buffer(id) => Slice { source: Source::Buffer(id), offset: stream.stream.offset },
            AttributeSource::Arena => {
                let offset = context.draw.user_vertices.saturating_add(stream.stream.offset);
                Slice { source: Source::Arena, offset }
            }
        }));
    }
}

impl<B> Context<'_, B> {
    /// A draw of nothing.
    fn nothing(&self, input: &Input) -> PreparedDraw {
        PreparedDraw {
            layout: input.layout(false, false),
            slots: Slots::default(),
            topology: self.draw.topology.native(),
            strip_index_format: None,
            indices: None,
            first: 0,
            count: 0,
            base_vertex: 0,
            instances: self.draw.instances,
        }
    }

    fn list_key(&self) -> ListKey {
        ListKey { topology: self.draw.topology, count: self.draw.count, source: self.source.key }
    }

    /// Whether the GPU can read a class's streams as they are, within their bounds.
    fn fits(&self, class: &Class) -> bool {
        let arena = |class: &Class| class.streams.iter().any(|s| s.stream.source == AttributeSource::Arena);
        class.fits && (self.draw.user_vertices.is_multiple_of(4) || !arena(class))
    }
}

fn scan(scans: &mut super::index::Scans, context: &Context<'_, impl Buffers>) -> IndexScan {
    let IndexSource { view, key, .. } = context.source;
    match key {
        Some(key) => scans.get(key, view),
        None => view.scan(context.draw.count),
    }
}

fn index_source<'a>(
    draw: &Draw,
    input: &Input,
    arena: &'a [u8],
    buffers: &'a impl Buffers,
) -> Result<IndexSource<'a>, GeometryError> {
    let base = draw.base_vertex.into();
    match draw.indices {
        Indices::None => {
            Ok(IndexSource { view: IndexView::Sequential, native: None, key: None, base: draw.first.into() })
        }
        Indices::Buffer => {
            let (buffer, format) = input.source.indices.ok_or(GeometryError::NoIndices)?;
            let bytes = buffers.bytes(buffer).ok_or(GeometryError::NoIndices)?;
            let Draw { first, count, .. } = *draw;
            let key = ScanKey { buffer, version: buffers.version(buffer), format, first, count };
            let slice = Slice { source: Source::Buffer(buffer), offset: 0 };
            let view = IndexView::new(bytes, format, first);
            Ok(IndexSource { view, native: Some((slice, format)), key: Some(key), base })
        }
        Indices::Arena { offset, format } => {
            let slice = Slice { source: Source::Arena, offset };
            let bytes = arena.get(offset as usize..).unwrap_or(&[]);
            let view = IndexView::new(bytes, format, draw.first);
            Ok(IndexSource { view, native: Some((slice, format)), key: None, base })
        }
    }
}
