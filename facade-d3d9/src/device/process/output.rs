//! A vertex that was processed, on its way into the buffer.

use retrograph_shaders::varyings::Semantic;
use smallvec::SmallVec;

use super::source::Source;
use crate::element;
use crate::types::{ProcessFlags, VertexElement};

/// What became of a vertex.
#[derive(Default)]
pub(super) struct Output(SmallVec<[Value; 16]>);

struct Value {
    semantic: Semantic,
    lanes: [f32; 4],
    /// It is more than a copy of what the vertex had.
    made: bool,
}

impl Output {
    /// Adds what is written under a semantic.
    pub(super) fn push(&mut self, semantic: Semantic, lanes: [f32; 4], made: bool) {
        self.0.push(Value { semantic, lanes, made });
    }

    /// Writes an element of a vertex.
    pub(super) fn write(
        &self,
        row: &mut [u8],
        element: &VertexElement,
        flags: ProcessFlags,
        source: &Source<'_>,
        vertex: u64,
    ) {
        let semantic = Semantic::new(element.usage, element.usage_index);
        let found = self.0.iter().find(|value| value.semantic == semantic);
        let made = found.is_some_and(|value| value.made);
        if !made && flags.contains(ProcessFlags::DONOTCOPYDATA) {
            return;
        }
        let lanes = found.map(|value| value.lanes).or_else(|| source.read(semantic, vertex));
        let Some(lanes) = lanes else { return };
        let (start, size) = (usize::from(element.offset), element.kind.size() as usize);
        row[start..start + size].copy_from_slice(&element::encode(element.kind, lanes)[..size]);
    }
}
