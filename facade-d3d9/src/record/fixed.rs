//! The fixed-function pipeline: its keys, constants and translations.

mod constants;
mod feed;
mod fragment;
mod vertex;

use retrograph_shaders::ShaderError;
use retrograph_shaders::fixed::{FragmentKey, PackedVertexKey};
use rustc_hash::FxHashMap;

use crate::device::Device;
use crate::shader::{self, Variant};
use crate::types::RenderState as Rs;

pub(super) use feed::CONSTANTS;
pub(crate) use feed::VertexFeed;
pub(crate) use fragment::{FragmentFeed, dirtied_by_stage};

/// Translations of the fixed-function pipeline.
#[derive(Debug, Default)]
pub(crate) struct FixedPrograms {
    vertex: FxHashMap<PackedVertexKey, Variant>,
    fragment: FxHashMap<FragmentKey, Variant>,
}

impl FixedPrograms {
    /// How many vertex and pixel stages there are.
    pub(crate) fn counts(&self) -> [usize; 2] {
        [self.vertex.len(), self.fragment.len()]
    }
}

impl Device {
    fn refuse_fixed(&mut self, error: &ShaderError) -> crate::Error {
        self.unsupported.count("fixed_function.translation");
        shader::refuse("fixed-function", error)
    }

    /// Writes the constants of the fixed stages and of fog.
    #[inline]
    pub(super) fn flush_fixed(&mut self) {
        if self.record.fixed_vertex {
            self.flush_fixed_vertex();
        }
        if self.record.fragment.is_needed() {
            self.flush_fixed_fragment();
        }
        if self.state.on(Rs::FOGENABLE) {
            self.flush_fog();
        }
    }
}
