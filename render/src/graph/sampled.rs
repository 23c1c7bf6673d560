//! Which textures a draw samples: the binding log replayed, masked by what the shaders declare.

use smallvec::SmallVec;

use super::Resources;
use crate::frame::{Draw, Frame};
use crate::resource::TextureId;

const SLOTS: usize = 32;

/// The textures of one draw, each once.
pub(super) type SampledList = SmallVec<[TextureId; 8]>;

/// The binding table at some draw.
#[derive(Debug, Default)]
pub(super) struct Sampled {
    table: [[Option<TextureId>; SLOTS]; 2],
    cursor: usize,
    key: Option<(u32, u32)>,
    list: SampledList,
}

impl Sampled {
    /// Moves to a draw; returns whether the list may have changed.
    pub(super) fn advance(&mut self, draw: &Draw, frame: &Frame, resources: &impl Resources) -> bool {
        if self.key == Some((draw.bindings, draw.program)) {
            return false;
        }
        self.key = Some((draw.bindings, draw.program));
        let end = (draw.bindings as usize).min(frame.bindings.len());
        if end < self.cursor {
            self.table = Default::default();
            self.cursor = 0;
        }
        for write in &frame.bindings[self.cursor..end] {
            if let Some(slot) = self.table[usize::from(write.vertex_stage)].get_mut(usize::from(write.slot)) {
                *slot = write.binding.texture;
            }
        }
        self.cursor = end;
        self.list.clear();
        let Some(program) = frame.programs.get(draw.program as usize) else { return true };
        for (stage, shader) in [program.fragment, program.vertex].into_iter().enumerate() {
            for slot in resources.shader(shader).map_or(&[][..], |shader| &shader.textures) {
                let texture = self.table[stage].get(usize::from(slot.slot)).copied().flatten();
                if let Some(texture) = texture.filter(|id| !self.list.contains(id)) {
                    self.list.push(texture);
                }
            }
        }
        true
    }

    /// What the draw samples.
    pub(super) fn list(&self) -> &SampledList {
        &self.list
    }
}
