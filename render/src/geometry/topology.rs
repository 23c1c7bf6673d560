//! Primitives rewritten as lists.

use super::index::{IndexView, ScanKey};
use super::{GeometryError, Slice, Source, Transient};
use crate::frame::{IndexFormat, Topology};

impl Topology {
    /// The same in wgpu's terms; a fan is a list after its rewrite.
    pub(super) fn native(self) -> wgpu::PrimitiveTopology {
        match self {
            Self::Points => wgpu::PrimitiveTopology::PointList,
            Self::Lines => wgpu::PrimitiveTopology::LineList,
            Self::LineStrip => wgpu::PrimitiveTopology::LineStrip,
            Self::Triangles | Self::TriangleFan => wgpu::PrimitiveTopology::TriangleList,
            Self::TriangleStrip => wgpu::PrimitiveTopology::TriangleStrip,
        }
    }

    /// The list that strips and fans become.
    pub(super) fn as_list(self) -> wgpu::PrimitiveTopology {
        match self {
            Self::Points => wgpu::PrimitiveTopology::PointList,
            Self::Lines | Self::LineStrip => wgpu::PrimitiveTopology::LineList,
            Self::Triangles | Self::TriangleStrip | Self::TriangleFan => {
                wgpu::PrimitiveTopology::TriangleList
            }
        }
    }

    pub(super) fn is_strip(self) -> bool {
        matches!(self, Self::LineStrip | Self::TriangleStrip)
    }

    /// Vertices of the list that `count` vertices become.
    pub(super) fn list_len(self, count: u32) -> u64 {
        let count = u64::from(count);
        match self {
            Self::Points => count,
            Self::Lines => count / 2 * 2,
            Self::Triangles => count / 3 * 3,
            Self::LineStrip => count.saturating_sub(1) * 2,
            Self::TriangleStrip | Self::TriangleFan => count.saturating_sub(2) * 3,
        }
    }

    /// Which vertex of the draw vertex `at` of its list is. First vertices and winding stay.
    pub(super) fn list_vertex(self, at: u64) -> u32 {
        let (primitive, corner) = (at / 3, at % 3);
        let vertex = match self {
            Self::Points | Self::Lines | Self::Triangles => at,
            Self::LineStrip => at / 2 + at % 2,
            Self::TriangleStrip if primitive % 2 == 1 && corner > 0 => primitive + 3 - corner,
            Self::TriangleStrip => primitive + corner,
            Self::TriangleFan if corner == 2 => 0,
            Self::TriangleFan => primitive + corner + 1,
        };
        vertex as u32
    }
}

/// What a rewritten list of indices is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ListKey {
    pub(super) topology: Topology,
    pub(super) count: u32,
    /// The index buffer's range; `None` when not indexed.
    pub(super) source: Option<ScanKey>,
}

/// A list of indices in transient memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct List {
    pub(super) slice: Slice,
    pub(super) format: IndexFormat,
    pub(super) count: u32,
}

/// Writes the list of a draw's indices.
pub(super) fn write_list(
    topology: Topology,
    count: u32,
    view: IndexView<'_>,
    transient: &mut Transient,
) -> Result<List, GeometryError> {
    let len = topology.list_len(count);
    let format = match view {
        IndexView::U16(_) => IndexFormat::U16,
        IndexView::Sequential if count <= 0x1_0000 => IndexFormat::U16,
        IndexView::U32(_) | IndexView::Sequential => IndexFormat::U32,
    };
    let size = format.size();
    let offset = transient.grow(len.saturating_mul(size as u64))?;
    let out = &mut transient.bytes[offset..][..len as usize * size];
    for (at, word) in out.chunks_exact_mut(size).enumerate() {
        let index = view.get(topology.list_vertex(at as u64));
        word.copy_from_slice(&index.to_le_bytes()[..size]);
    }
    let slice = Slice { source: Source::Transient, offset: offset as u32 };
    Ok(List { slice, format, count: len as u32 })
}
