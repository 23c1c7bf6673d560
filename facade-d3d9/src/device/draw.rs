//! Draws.

use retrograph_render::DrawCall;
use retrograph_render::frame::{IndexFormat, Indices, Topology};

use retrograph_shaders::interface::Points;

use crate::device::Device;
use crate::error::{Error, Result};
use crate::format::Format;
use crate::record::Source;
use crate::types::PrimitiveType;

/// After this many commands a frame is submitted, so that a program that never presents stays within bounds.
const MOST_COMMANDS: usize = 1 << 20;

const fn topology(kind: PrimitiveType) -> Topology {
    match kind {
        PrimitiveType::PointList => Topology::Points,
        PrimitiveType::LineList => Topology::Lines,
        PrimitiveType::LineStrip => Topology::LineStrip,
        PrimitiveType::TriangleList => Topology::Triangles,
        PrimitiveType::TriangleStrip => Topology::TriangleStrip,
        PrimitiveType::TriangleFan => Topology::TriangleFan,
    }
}

/// A draw of vertices in their order.
#[inline]
const fn plain(kind: PrimitiveType, first: u32, count: u32) -> DrawCall {
    DrawCall {
        topology: topology(kind),
        first,
        count,
        base_vertex: 0,
        instances: 1,
        user_vertices: 0,
        indices: Indices::None,
    }
}

/// A draw of points as quads, each an instance of a strip.
const fn quads(count: u32) -> DrawCall {
    DrawCall { instances: count, ..plain(PrimitiveType::TriangleStrip, 0, 4) }
}

impl Device {
    /// Draws `count` primitives from vertex `start_vertex` of the streams.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] without a declaration and for more than [`PrimitiveType::MOST`] primitives;
    /// [`Error::NotAvailable`] when the state asks for something unsupported (see [`Device::unsupported`]).
    #[inline]
    pub fn draw_primitive(&mut self, kind: PrimitiveType, start_vertex: u32, count: u32) -> Result<()> {
        let vertices = self.check_draw(kind, count)?;
        if vertices == 0 {
            return Ok(());
        }
        if kind == PrimitiveType::PointList {
            return self.draw_points(start_vertex, vertices);
        }
        self.prepare(Source::Buffers, kind, Points::Pixels, 0)?;
        self.context.recorder.draw(plain(kind, start_vertex, vertices));
        Ok(())
    }

    /// Draws `count` primitives from index `start_index`; `base_vertex` is added to every index. `_min_vertex` and
    /// `_num_vertices` are hints that nothing depends on.
    ///
    /// # Errors
    /// Those of [`Device::draw_primitive`], and [`Error::InvalidCall`] without an index buffer.
    #[inline]
    pub fn draw_indexed_primitive(
        &mut self,
        kind: PrimitiveType,
        base_vertex: i32,
        _min_vertex: u32,
        _num_vertices: u32,
        start_index: u32,
        count: u32,
    ) -> Result<()> {
        let indices = self.check_draw(kind, count)?;
        if self.state.indices.is_none_or(|id| !self.index_buffers.contains_key(id)) {
            return Err(Error::InvalidCall);
        }
        if indices == 0 {
            return Ok(());
        }
        if kind == PrimitiveType::PointList {
            self.points(true)?;
        }
        self.prepare(Source::Buffers, kind, Points::Pixels, 0)?;
        self.context.recorder.draw(DrawCall {
            topology: topology(kind),
            first: start_index,
            count: indices,
            base_vertex,
            instances: self.record.instances,
            user_vertices: 0,
            indices: Indices::Buffer,
        });
        Ok(())
    }

    /// Draws `count` primitives from `vertices`, which take the place of stream 0. The stream is unbound
    /// afterwards.
    ///
    /// # Errors
    /// Those of [`Device::draw_primitive`], and [`Error::InvalidCall`] for a stride of 0 and fewer bytes than the
    /// vertices take.
    #[inline]
    pub fn draw_primitive_up(
        &mut self,
        kind: PrimitiveType,
        count: u32,
        vertices: &[u8],
        stride: u32,
    ) -> Result<()> {
        let number = self.check_draw(kind, count)?;
        let vertices = user_bytes(vertices, number, stride)?;
        if number != 0 {
            let is_points = kind == PrimitiveType::PointList;
            let points = if is_points { self.points(false)? } else { Points::Pixels };
            self.prepare(Source::User(stride), kind, points, 0)?;
            let user_vertices = self.context.recorder.push_user_data(vertices);
            let call = if points == Points::Pixels { plain(kind, 0, number) } else { quads(number) };
            self.context.recorder.draw(DrawCall { user_vertices, ..call });
        }
        self.unbind_stream_0();
        self.submit_if_full()
    }

    /// Draws `count` primitives from `indices` (of format INDEX16 or INDEX32) and `vertices`, which take the place
    /// of index buffer and stream 0. Both are unbound afterwards.
    ///
    /// # Errors
    /// Those of [`Device::draw_primitive`], and [`Error::InvalidCall`] for a stride of 0, another index format,
    /// and fewer bytes than `count` primitives and `min_vertex + num_vertices` vertices take.
    #[expect(clippy::too_many_arguments, reason = "Direct3D's own argument list")]
    pub fn draw_indexed_primitive_up(
        &mut self,
        kind: PrimitiveType,
        min_vertex: u32,
        num_vertices: u32,
        count: u32,
        indices: &[u8],
        index_format: Format,
        vertices: &[u8],
        stride: u32,
    ) -> Result<()> {
        let number = self.check_draw(kind, count)?;
        let (format, width) = match index_format {
            Format::INDEX16 => (IndexFormat::U16, 2),
            Format::INDEX32 => (IndexFormat::U32, 4),
            _ => return Err(Error::InvalidCall),
        };
        let reached = min_vertex.checked_add(num_vertices).ok_or(Error::InvalidCall)?;
        let vertices = user_bytes(vertices, reached, stride)?;
        let indices = user_bytes(indices, number, width)?;
        if number != 0 {
            if kind == PrimitiveType::PointList {
                self.points(true)?;
            }
            self.prepare(Source::User(stride), kind, Points::Pixels, 0)?;
            let recorder = &mut self.context.recorder;
            let user_vertices = recorder.push_user_data(vertices);
            let offset = recorder.push_user_data(indices);
            recorder.draw(DrawCall {
                topology: topology(kind),
                first: 0,
                count: number,
                base_vertex: 0,
                instances: self.record.instances,
                user_vertices,
                indices: Indices::Arena { offset, format },
            });
        }
        self.unbind_stream_0();
        self.state.indices = None;
        self.submit_if_full()
    }

    fn draw_points(&mut self, first: u32, count: u32) -> Result<()> {
        let points = self.points(false)?;
        let (first_point, call) = match points {
            Points::Pixels => (0, plain(PrimitiveType::PointList, first, count)),
            Points::Quads | Points::Sprites => (first, quads(count)),
        };
        self.prepare(Source::Buffers, PrimitiveType::PointList, points, first_point)?;
        self.context.recorder.draw(call);
        Ok(())
    }

    /// How many vertices a draw takes, after the checks that all draws share.
    #[inline]
    fn check_draw(&mut self, kind: PrimitiveType, count: u32) -> Result<u32> {
        if self.state.declaration.is_none_or(|id| !self.declarations.contains_key(id)) {
            return Err(Error::InvalidCall);
        }
        if self.context.recorder.frame().commands.len() >= MOST_COMMANDS {
            self.context.submit()?;
        }
        kind.vertices(count).ok_or(Error::InvalidCall)
    }

    /// What user-pointer draws do to stream 0. The next draw from buffers reports its input anew, since its
    /// vertices come from elsewhere.
    fn unbind_stream_0(&mut self) {
        let stream = &mut self.state.streams[0];
        (stream.buffer, stream.offset, stream.stride) = (None, 0, 0);
    }

    fn submit_if_full(&mut self) -> Result<()> {
        if self.context.recorder.is_full() { self.present() } else { Ok(()) }
    }
}

/// The bytes of `count` elements of `stride` bytes at the start of what the caller handed in.
#[inline]
fn user_bytes(bytes: &[u8], count: u32, stride: u32) -> Result<&[u8]> {
    let size = (count as usize).checked_mul(stride as usize).ok_or(Error::InvalidCall)?;
    if stride == 0 || bytes.is_empty() {
        return Err(Error::InvalidCall);
    }
    bytes.get(..size).ok_or(Error::InvalidCall)
}
