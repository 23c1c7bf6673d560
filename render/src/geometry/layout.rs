//! Vertex buffer layouts, each once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An attribute in its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotAttribute {
    /// The input location.
    pub location: u32,
    /// Byte offset in the element.
    pub offset: u32,
    /// The format.
    pub format: wgpu::VertexFormat,
}

/// The layout of one vertex buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SlotLayout {
    /// Bytes between elements; 0 repeats the first.
    pub stride: u32,
    /// One element a vertex, or an instance.
    pub step: wgpu::VertexStepMode,
    /// The attributes.
    pub attributes: SmallVec<[SlotAttribute; 8]>,
}

/// The layout of all vertex buffers of a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct VertexLayout {
    /// The buffers.
    pub slots: SmallVec<[SlotLayout; 4]>,
}

/// A layout; equal layouts have equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutId(u32);

/// All layouts seen.
#[derive(Debug, Default)]
pub(super) struct Layouts {
    list: Vec<VertexLayout>,
    ids: FxHashMap<VertexLayout, LayoutId>,
}

impl Layouts {
    pub(super) fn get(&self, id: LayoutId) -> &VertexLayout {
        &self.list[id.0 as usize]
    }

    pub(super) fn id(&mut self, layout: &VertexLayout) -> LayoutId {
        if let Some(id) = self.ids.get(layout) {
            return *id;
        }
        let id = LayoutId(self.list.len() as u32);
        self.list.push(layout.clone());
        self.ids.insert(layout.clone(), id);
        id
    }
}
