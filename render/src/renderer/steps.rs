//! Encodes a plan's steps in order.

use super::Renderer;
use super::scratch::Side;
use crate::frame::Frame;
use crate::graph::Step;
use crate::resource::TextureId;
use crate::upload::Staged;

/// Where the walk over a plan stands in what was prepared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    pub(super) draw: usize,
}

impl Renderer {
    /// From here on what is encoded sees a texture's next backing.
    pub(super) fn show_next(&mut self, texture: TextureId) {
        if let Some(texture) = self.table.textures.get_mut(texture) {
            texture.show_next();
        }
    }

    /// Encodes the plan.
    pub(super) fn encode_steps(
        &mut self,
        frame: &Frame,
        ordered: &mut Staged,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let plan = std::mem::take(&mut self.plan);
        let mut progress = Progress::default();
        for step in &plan.steps {
            match step {
                Step::Pass(pass) => {
                    self.counters.passes += 1;
                    let Self { gpu, scratch, utility, table, .. } = self;
                    scratch.copy(gpu, (utility, table), pass, Side::Before, encoder);
                    self.encode_pass(frame, pass, &mut progress, encoder);
                    let Self { gpu, scratch, utility, table, .. } = self;
                    scratch.copy(gpu, (utility, table), pass, Side::After, encoder);
                }
                Step::Copy(copy) => self.encode_copy(copy, encoder),
                Step::Stretch(stretch) => self.encode_stretch(stretch, encoder),
                Step::GenerateMips(mips) => self.encode_mips(mips, encoder),
                Step::Upload(_) => self.counters.uploaded_bytes += ordered.encode(encoder),
                Step::Read(read) => self.readbacks.encode(&self.gpu, &self.table, read, encoder),
                Step::Snapshot(texture) => self.encode_snapshot(*texture, encoder),
                Step::Rename(texture) => self.show_next(*texture),
            }
        }
        self.plan = plan;
    }
}
