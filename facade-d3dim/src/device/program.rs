//! Shaders of the fixed pixel stage and of places in pixels, made when they are first wanted.

use std::sync::Arc;

use retrograph_render::Recorder;
use retrograph_render::frame::{Program, ViewKind};
use retrograph_render::resource::{ShaderDesc, ShaderId, TextureSlot};
use retrograph_shaders::fixed::{self, FragmentKey, VertexKey};
use retrograph_shaders::interface::{SamplerKind, ShaderInterface, Stage, Translated};
use retrograph_shaders::varyings::Varyings;
use retrograph_shaders::{ShaderError, binding};
use rustc_hash::FxHashMap;

/// A fragment stage: its shader and what it reads of vertices.
#[derive(Clone, Copy, Debug)]
struct Fragment {
    shader: ShaderId,
    varyings: Varyings,
}

/// Shaders that were made.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    vertex: FxHashMap<VertexKey, ShaderId>,
    fragment: FxHashMap<FragmentKey, Fragment>,
}

impl Programs {
    /// The shaders for a fragment key and for a vertex key that lacks what the fragment stage reads.
    pub(crate) fn find(
        &mut self,
        recorder: &mut Recorder,
        vertex: VertexKey,
        fragment: &FragmentKey,
    ) -> Result<Program, ShaderError> {
        let key = fragment.folded();
        let fragment = match self.fragment.get(&key) {
            Some(&found) => found,
            None => {
                let translated = fixed::fragment(&key)?;
                let varyings = translated.interface.varyings;
                let label = format!("legacy pixel stage/{}", self.fragment.len());
                let shader = announce(recorder, label, translated);
                *self.fragment.entry(key).or_insert(Fragment { shader, varyings })
            }
        };
        let key = VertexKey { varyings: fragment.varyings, ..vertex }.folded();
        let vertex = match self.vertex.get(&key) {
            Some(&found) => found,
            None => {
                let label = format!("legacy vertex stage/{}", self.vertex.len());
                let shader = announce(recorder, label, fixed::vertex(&key)?);
                *self.vertex.entry(key).or_insert(shader)
            }
        };
        Ok(Program { vertex, fragment: fragment.shader })
    }
}

fn announce(recorder: &mut Recorder, label: String, translated: Translated) -> ShaderId {
    let Translated { module, interface } = translated;
    let slots = interface.samplers.iter().map(|sampler| {
        let kind = match sampler.kind {
            SamplerKind::D2 => ViewKind::D2,
            SamplerKind::Cube => ViewKind::Cube,
            SamplerKind::Volume => ViewKind::Volume,
        };
        TextureSlot { slot: sampler.slot, kind }
    });
    recorder.create_shader(ShaderDesc {
        label,
        vertex_stage: interface.stage == Stage::Vertex,
        module: Arc::new(module),
        entry_point: interface.entry_point(),
        block_sizes: block_sizes(&interface),
        overlay: Vec::new(),
        textures: slots.collect(),
        color_outputs: interface.color_outputs,
        inputs: interface.inputs.iter().fold(0, |mask, input| mask | 1 << input.location),
    })
}

/// Bytes of each uniform block that a module declares.
fn block_sizes(interface: &ShaderInterface) -> [u32; binding::BLOCKS] {
    let mut sizes = [0; binding::BLOCKS];
    let fixed = match interface.stage {
        Stage::Vertex => binding::FIXED_VERTEX,
        Stage::Fragment => binding::FIXED_FRAGMENT,
    };
    sizes[fixed as usize] = u32::from(interface.fixed_rows) * 16;
    sizes[binding::DRAW as usize] = u32::from(interface.draw_rows) * 16;
    sizes
}
