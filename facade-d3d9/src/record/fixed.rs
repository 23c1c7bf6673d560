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

pub(super) use feed::CONSTANTS;
pub(crate) use feed::VertexFeed;

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

    /// Writes what the fixed stages read of the float blocks.
    pub(super) fn flush_fixed(&mut self) {
        let [vertex, fragment] = self.record.fixed_rows;
        if vertex {
            self.flush_fixed_vertex();
        }
        if fragment {
            self.flush_fixed_fragment();
        }
    }
}
