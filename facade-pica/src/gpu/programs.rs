//! Shaders by content and key, and what they were made for.

use std::sync::Arc;

use retrograph_render::Recorder;
use retrograph_render::frame::ViewKind;
use retrograph_render::resource::{ShaderDesc, ShaderId, TextureSlot};
use retrograph_shaders::interface::{ShaderInterface, Stage, Translated};
use retrograph_shaders::pica::key::{FragmentKey, VertexKey};
use retrograph_shaders::pica::{self, utility};
use retrograph_shaders::{ShaderError, binding};
use rustc_hash::FxHashMap;

use crate::front::ShaderUnit;

/// A stage that the GPU knows.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) shader: ShaderId,
    pub(super) interface: Arc<ShaderInterface>,
}

impl Made {
    fn new(recorder: &mut Recorder, label: String, translated: Translated) -> Self {
        let Translated { module, interface } = translated;
        let desc = ShaderDesc {
            label,
            vertex_stage: interface.stage == Stage::Vertex,
            module: Arc::new(module),
            entry_point: interface.entry_point(),
            block_sizes: block_sizes(&interface),
            overlay: Vec::new(),
            textures: interface
                .samplers
                .iter()
                .map(|sampler| TextureSlot { slot: sampler.slot, kind: ViewKind::D2 })
                .collect(),
            color_outputs: interface.color_outputs,
            inputs: interface.inputs.iter().fold(0, |mask, input| mask | 1 << input.location),
        };
        Self { shader: recorder.create_shader(desc), interface: Arc::new(interface) }
    }
}

/// Bytes of each uniform block that a module declares.
fn block_sizes(interface: &ShaderInterface) -> [u32; binding::BLOCKS] {
    let mut sizes = [0; binding::BLOCKS];
    let (floats, integers) = match interface.stage {
        Stage::Vertex => (binding::VERTEX_FLOATS, binding::VERTEX_INTEGERS),
        Stage::Fragment => (binding::FRAGMENT_FLOATS, binding::FRAGMENT_INTEGERS),
    };
    sizes[floats as usize] = u32::from(interface.float_rows) * 16;
    if interface.integer_constants {
        sizes[integers as usize] = binding::INTEGER_BLOCK_SIZE;
    }
    sizes[binding::DRAW as usize] = u32::from(interface.draw_rows) * 16;
    sizes
}

/// Our own fragment stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Utility {
    LoadDepth,
    LoadStencilBit,
    PlainColor,
}

/// How many translations of one kind are kept: a guest that makes more starts again.
const MOST: usize = 4096;

/// All stages so far.
#[derive(Debug, Default)]
pub(super) struct Programs {
    fragments: FxHashMap<FragmentKey, Made>,
    processed: FxHashMap<VertexKey, Made>,
    /// `None` is code that is no tree: the interpreter executes it.
    vertices: FxHashMap<(u32, u16, VertexKey), Option<Made>>,
    /// Numbers of programs by code and descriptors.
    codes: FxHashMap<Box<[u32]>, u32>,
    /// The last unit's version, and its program's number.
    last_code: Option<(u64, u32)>,
    utilities: FxHashMap<Utility, Made>,
    /// How many stages were made.
    pub(super) made: u64,
}

impl Programs {
    /// The fragment stage of a key.
    pub(super) fn fragment(
        &mut self,
        recorder: &mut Recorder,
        key: &FragmentKey,
    ) -> Result<Made, ShaderError> {
        if let Some(found) = self.fragments.get(key) {
            return Ok(found.clone());
        }
        forget_if_full(&mut self.fragments, recorder, |made| Some(made.shader));
        let made = self.make(recorder, "pica fragment", pica::fragment(key)?);
        self.fragments.insert(*key, made.clone());
        Ok(made)
    }

    /// The stage for vertices that the CPU has processed.
    pub(super) fn processed(
        &mut self,
        recorder: &mut Recorder,
        key: &VertexKey,
    ) -> Result<Made, ShaderError> {
        let key = VertexKey { varyings: key.varyings, ..VertexKey::default() };
        if let Some(found) = self.processed.get(&key) {
            return Ok(found.clone());
        }
        let made = self.make(recorder, "pica processed vertices", pica::processed(&key)?);
        self.processed.insert(key, made.clone());
        Ok(made)
    }

    /// The stage of a unit's program, if it can be translated.
    pub(super) fn vertex(
        &mut self,
        recorder: &mut Recorder,
        unit: &ShaderUnit,
        entry: u16,
        key: &VertexKey,
    ) -> Option<Made> {
        let program = self.program(unit);
        if let Some(found) = self.vertices.get(&(program, entry, *key)) {
            return found.clone();
        }
        forget_if_full(&mut self.vertices, recorder, |made| made.as_ref().map(|made| made.shader));
        let made = match pica::vertex(unit.program(), entry.into(), key) {
            Ok(translated) => Some(self.make(recorder, "pica vertex", translated)),
            Err(error) => {
                log::info!(target: "retrograph::pica::shader", "the interpreter executes program {program}: {error}");
                None
            }
        };
        self.vertices.insert((program, entry, *key), made.clone());
        made
    }

    /// The number of a unit's program: the same for the same words, whenever they were uploaded.
    fn program(&mut self, unit: &ShaderUnit) -> u32 {
        match self.last_code {
            Some((version, number)) if version == unit.code_version() => return number,
            _ => {}
        }
        let words: Box<[u32]> = unit.code().iter().chain(unit.descriptors()).copied().collect();
        let next = self.codes.len() as u32;
        let number = *self.codes.entry(words).or_insert(next);
        self.last_code = Some((unit.code_version(), number));
        number
    }

    /// One of our own stages.
    pub(super) fn utility(&mut self, recorder: &mut Recorder, which: Utility) -> Result<Made, ShaderError> {
        if let Some(found) = self.utilities.get(&which) {
            return Ok(found.clone());
        }
        let translated = match which {
            Utility::LoadDepth => utility::load_depth()?,
            Utility::LoadStencilBit => utility::load_stencil_bit()?,
            Utility::PlainColor => utility::plain_color()?,
        };
        let made = self.make(recorder, "pica utility", translated);
        self.utilities.insert(which, made.clone());
        Ok(made)
    }

    fn make(&mut self, recorder: &mut Recorder, kind: &str, translated: Translated) -> Made {
        self.made += 1;
        Made::new(recorder, format!("{kind} {}", self.made), translated)
    }
}

fn forget_if_full<K, V>(
    map: &mut FxHashMap<K, V>,
    recorder: &mut Recorder,
    shader: impl Fn(&V) -> Option<ShaderId>,
) {
    if map.len() >= MOST {
        map.drain().filter_map(|(_, made)| shader(&made)).for_each(|id| recorder.release_shader(id));
    }
}
