//! What draws.

use super::{Draw, Fill, PicaError};
use crate::memory::PhysicalMemory;

/// What draws. Its surfaces may be ahead of memory: the calls besides [`draw`](Backend::draw) keep them together.
pub trait Backend {
    /// Draws triangles.
    ///
    /// # Errors
    /// What ends the submission.
    fn draw(&mut self, draw: &Draw<'_>, memory: &mut dyn PhysicalMemory) -> Result<(), PicaError>;

    /// Whether the backend draws what [`DrawState::unsupported`](crate::state::DrawState::unsupported) names so.
    fn supports(&self, _name: &str) -> bool {
        false
    }

    /// Fills memory itself; `false` leaves it to the caller, who writes memory and tells [`written`](Backend::written).
    ///
    /// # Errors
    /// What ends the fill.
    fn fill(&mut self, _fill: &Fill, _memory: &mut dyn PhysicalMemory) -> Result<bool, PicaError> {
        Ok(false)
    }

    /// A range of memory is about to be read: what was drawn there has to be in it.
    ///
    /// # Errors
    /// What ends the submission.
    fn reading(
        &mut self,
        _address: u32,
        _bytes: u32,
        _memory: &mut dyn PhysicalMemory,
    ) -> Result<(), PicaError> {
        Ok(())
    }

    /// A range of memory was written by someone else.
    fn written(&mut self, _address: u32, _bytes: u32) {}

    /// A submission ends.
    ///
    /// # Errors
    /// What the submission answers then.
    fn finish(&mut self, _memory: &mut dyn PhysicalMemory) -> Result<(), PicaError> {
        Ok(())
    }
}
