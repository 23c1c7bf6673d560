//! Where a capture looks in.

use super::Renderer;
use crate::capture::{Scene, Session};
use crate::error::RenderError;
use crate::frame::{Draw, Frame};
use crate::gpu::Gpu;
use crate::resource::Table;

impl Renderer {
    /// Captures the next frames; a capture that is still going ends with the frames that it has.
    pub(crate) fn capture(&mut self, session: Session) {
        self.capture = Some(Box::new(session));
    }

    /// The device and the living resources.
    pub(crate) fn parts(&self) -> (&Gpu, &Table) {
        (&self.gpu, &self.table)
    }

    /// Lets a capture see a frame that will be executed. A capture that fails ends; the frame is executed anyway.
    pub(super) fn before_capture(&mut self, frame: &Frame) -> Result<(), RenderError> {
        let Some(mut session) = self.capture.take() else { return Ok(()) };
        let scene = Scene { gpu: &self.gpu, table: &self.table, frame };
        session.before(scene)?;
        self.capture = Some(session);
        Ok(())
    }

    /// Lets a capture see what a frame did.
    pub(super) fn after_capture(&mut self, frame: &Frame) -> Result<(), RenderError> {
        let Some(mut session) = self.capture.take() else { return Ok(()) };
        let scene = Scene { gpu: &self.gpu, table: &self.table, frame };
        if !session.after(scene, &self.plan)? {
            self.capture = Some(session);
        }
        Ok(())
    }

    /// The name of a draw's debug group; only captured frames have them.
    pub(super) fn draw_label(&self, frame: &Frame, index: u32, draw: &Draw) -> Option<String> {
        self.capture.as_ref()?;
        let program = frame.programs.get(draw.program as usize);
        let label = |id| self.table.shaders.get(id).map_or("no shader", |shader| &shader.desc.label);
        let shaders = program.map_or_else(String::new, |program| {
            format!(", {} + {}", label(program.vertex), label(program.fragment))
        });
        Some(format!("command {index}: {} {:?}{shaders}", draw.count, draw.topology))
    }
}
