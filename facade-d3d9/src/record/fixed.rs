//! The fixed-function pipeline.

use std::sync::Arc;

use retrograph_shaders::interface::VertexInput;
use retrograph_shaders::varyings::Varyings;

use crate::device::Device;
use crate::error::Result;
use crate::shader::Variant;

/// Translations of the fixed-function pipeline.
#[derive(Debug, Default)]
pub(crate) struct FixedPrograms {}

impl Device {
    pub(super) fn fixed_inputs(&mut self) -> Result<Arc<[VertexInput]>> {
        Err(self.refuse("fixed_function"))
    }
    pub(super) fn fixed_vertex(&mut self, _varyings: Varyings) -> Result<Variant> {
        Err(self.refuse("fixed_function"))
    }
    pub(super) fn fixed_fragment(&mut self) -> Result<Variant> {
        Err(self.refuse("fixed_function"))
    }
    pub(super) fn flush_fixed(&mut self) {}
    pub(super) fn use_vertex_floats(&mut self) {}
    pub(super) fn use_pixel_floats(&mut self) {}
}
