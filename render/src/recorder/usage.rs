//! The living resources, and in which frame a command last used each.

use slotmap::SlotMap;

use crate::frame::{AttributeSource, BindingWrite, VertexInput};
use crate::resource::{BufferDesc, BufferId, ShaderId, TextureDesc, TextureId};

/// A resource and the last frame whose commands used it: later writes in that frame must stay behind them.
#[derive(Debug)]
pub(super) struct Slot<T> {
    pub(super) desc: T,
    pub(super) used_in: u64,
}

impl<T> From<T> for Slot<T> {
    fn from(desc: T) -> Self {
        Self { desc, used_in: 0 }
    }
}

/// All living resources.
#[derive(Debug, Default)]
pub(super) struct Resources {
    pub(super) textures: SlotMap<TextureId, Slot<TextureDesc>>,
    pub(super) buffers: SlotMap<BufferId, Slot<BufferDesc>>,
    pub(super) shaders: SlotMap<ShaderId, ()>,
    /// How many entries of the open frame's binding log have been looked at, and in which frame.
    looked_at: (u64, usize),
}

impl Resources {
    pub(super) fn use_texture(&mut self, id: TextureId, frame: u64) {
        if let Some(slot) = self.textures.get_mut(id) {
            slot.used_in = frame;
        }
    }

    pub(super) fn use_input(&mut self, input: &VertexInput, frame: u64) {
        let streams = input.streams.iter().filter_map(|stream| match stream.source {
            AttributeSource::Buffer(id) => Some(id),
            AttributeSource::Arena => None,
        });
        for id in streams.chain(input.indices.map(|(id, _)| id)) {
            if let Some(slot) = self.buffers.get_mut(id) {
                slot.used_in = frame;
            }
        }
    }

    /// Marks the textures of the log's new entries.
    pub(super) fn use_bindings(&mut self, log: &[BindingWrite], frame: u64) {
        let start = if self.looked_at.0 == frame { self.looked_at.1 } else { 0 };
        self.looked_at = (frame, log.len());
        for id in log[start..].iter().filter_map(|write| write.binding.texture) {
            if let Some(slot) = self.textures.get_mut(id) {
                slot.used_in = frame;
            }
        }
    }
}
