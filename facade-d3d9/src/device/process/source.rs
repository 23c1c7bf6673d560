//! Vertices of the streams as four floats an element.

use retrograph_shaders::varyings::Semantic;

use crate::decl::Declaration;
use crate::device::Device;
use crate::element::{self, MOST_BYTES};
use crate::types::VertexElement;

/// The streams, by a declaration.
pub(super) struct Source<'d> {
    device: &'d Device,
    declaration: &'d Declaration,
}

impl<'d> Source<'d> {
    pub(super) const fn new(device: &'d Device, declaration: &'d Declaration) -> Self {
        Self { device, declaration }
    }

    /// The element of a semantic.
    pub(super) fn element(&self, semantic: Semantic) -> Option<&VertexElement> {
        self.declaration.find(semantic)
    }

    /// What a vertex has under a semantic, if that is declared. Past a buffer's end there are zeros.
    pub(super) fn read(&self, semantic: Semantic, vertex: u64) -> Option<[f32; 4]> {
        let element = self.declaration.find(semantic)?;
        let stream = self.device.state.streams.get(usize::from(element.stream))?;
        let buffer = stream.buffer.and_then(|id| self.device.vertex_buffers.get(id));
        let start = u64::from(stream.offset) + vertex * u64::from(stream.stride) + u64::from(element.offset);
        let mut bytes = [0; MOST_BYTES];
        if let Some(buffer) = buffer {
            buffer.read_into(start, &mut bytes[..element.kind.size() as usize]);
        }
        Some(element::decode(element.kind, &bytes))
    }
}
