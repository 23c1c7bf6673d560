//! The living resources, and in which frame a command last used each.

use super::living::Living;
use crate::frame::{AttributeSource, Frame, VertexInput};
use crate::resource::{BufferDesc, BufferId, ShaderId, TextureDesc, TextureId};

/// A resource and the last frame whose commands used it: later writes in that frame must stay behind them.
#[derive(Debug)]
pub(super) struct Slot<T> {
    pub(super) desc: T,
    pub(super) used_in: u64,
    /// The last frame in which a write stood among its commands: later writes in that frame must follow it there.
    pub(super) rewritten_in: u64,
}

impl<T> From<T> for Slot<T> {
    fn from(desc: T) -> Self {
        Self { desc, used_in: 0, rewritten_in: 0 }
    }
}

/// All living resources.
#[derive(Debug, Default)]
pub(super) struct Resources {
    pub(super) textures: Living<TextureId, Slot<TextureDesc>>,
    pub(super) buffers: Living<BufferId, Slot<BufferDesc>>,
    pub(super) shaders: Living<ShaderId, ()>,
    seen: Seen,
}

/// How far the lists of a frame have been looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    frame: u64,
    bindings: usize,
    inputs: usize,
    targets: usize,
}

impl Resources {
    /// Has places of what the frame let go of used again.
    pub(super) fn end_frame(&mut self) {
        self.textures.end_frame();
        self.buffers.end_frame();
        self.shaders.end_frame();
    }

    pub(super) fn use_texture(&mut self, id: TextureId, frame: u64) {
        if let Some(slot) = self.textures.get_mut(id) {
            slot.used_in = frame;
        }
    }

    /// Marks everything that the open frame's groups and log entries name and that is not marked yet.
    ///
    /// Drawing leaves this to the writes that need to know, which are far fewer. What is bound counts as used even
    /// when no draw has followed yet: its upload then takes its place among the commands, which is right too.
    pub(super) fn mark(&mut self, frame: &Frame, id: u64) {
        if self.seen.frame != id {
            self.seen = Seen { frame: id, ..Seen::default() };
        }
        let seen = self.seen;
        self.seen = Seen {
            frame: id,
            bindings: frame.bindings.len(),
            inputs: frame.inputs.len(),
            targets: frame.targets.len(),
        };
        for texture in frame.bindings[seen.bindings..].iter().filter_map(|write| write.binding.texture) {
            self.use_texture(texture, id);
        }
        for targets in &frame.targets[seen.targets..] {
            for attachment in targets.color.iter().chain([&targets.depth]).flatten() {
                self.use_texture(attachment.texture, id);
            }
        }
        for input in &frame.inputs[seen.inputs..] {
            self.use_input(input, id);
        }
    }

    fn use_input(&mut self, input: &VertexInput, frame: u64) {
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
}
