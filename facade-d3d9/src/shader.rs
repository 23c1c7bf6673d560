//! Shader objects and their translations.

use std::sync::Arc;

use retrograph_render::Recorder;
use retrograph_render::frame::ViewKind;
use retrograph_render::resource::{BlockOverlay, ShaderDesc, ShaderId, TextureSlot};
use retrograph_shaders::dxso::program::Program;
use retrograph_shaders::dxso::{self, FragmentKey, VertexKey};
use retrograph_shaders::interface::{
    SamplerKind, SamplerUse, ShaderInterface, Stage, Translated, VertexInput,
};
use retrograph_shaders::{ShaderError, binding};
use rustc_hash::FxHashMap;

use crate::error::{Error, Result};
use crate::state::PIXEL_SAMPLERS;

/// The minor version of software profiles.
const SOFTWARE: u8 = 0xFF;

/// Which shaders a device takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profiles {
    /// Those of software profiles: vertices may be processed in software.
    pub(crate) software: bool,
    /// Those that reach more constants than a uniform block holds.
    pub(crate) large_blocks: bool,
}

impl Profiles {
    /// Refuses constants that the GPU cannot bind.
    fn check_size(self, interface: &ShaderInterface) -> Result<()> {
        let fits = self.large_blocks || !interface.float_storage;
        if fits { Ok(()) } else { Err(Error::NotAvailable) }
    }
}

/// A translation that the GPU knows.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// Its id.
    pub(crate) shader: ShaderId,
    /// How it is bound.
    pub(crate) interface: Arc<ShaderInterface>,
}

impl Variant {
    /// Hands a translation to the recorder.
    pub(crate) fn new(recorder: &mut Recorder, label: String, translated: Translated) -> Self {
        let Translated { module, interface } = translated;
        let desc = ShaderDesc {
            label,
            vertex_stage: interface.stage == Stage::Vertex,
            module: Arc::new(module),
            entry_point: interface.entry_point(),
            block_sizes: block_sizes(&interface),
            overlay: interface.overlay.iter().map(overlay).collect(),
            textures: interface.samplers.iter().map(slot).collect(),
            color_outputs: interface.color_outputs,
            inputs: interface.inputs.iter().fold(0, |mask, input| mask | 1 << input.location),
        };
        Self { shader: recorder.create_shader(desc), interface: Arc::new(interface) }
    }
}

fn overlay(row: &retrograph_shaders::interface::ConstantOverlay) -> BlockOverlay {
    BlockOverlay { offset: u32::from(row.row) * 16, bytes: bytemuck::cast(row.bits) }
}

fn slot(sampler: &SamplerUse) -> TextureSlot {
    let kind = match sampler.kind {
        _ if sampler.compared => ViewKind::Depth,
        SamplerKind::D2 => ViewKind::D2,
        SamplerKind::Cube => ViewKind::Cube,
        SamplerKind::Volume => ViewKind::Volume,
    };
    TextureSlot { slot: sampler.slot, kind }
}

/// Bytes of each uniform block that a module declares.
fn block_sizes(interface: &ShaderInterface) -> [u32; binding::BLOCKS] {
    let mut sizes = [0; binding::BLOCKS];
    let (floats, integers, fixed) = match interface.stage {
        Stage::Vertex => (binding::VERTEX_FLOATS, binding::VERTEX_INTEGERS, binding::FIXED_VERTEX),
        Stage::Fragment => (binding::FRAGMENT_FLOATS, binding::FRAGMENT_INTEGERS, binding::FIXED_FRAGMENT),
    };
    sizes[floats as usize] = u32::from(interface.float_rows) * 16;
    sizes[fixed as usize] = u32::from(interface.fixed_rows) * 16;
    if interface.software_integers {
        sizes[integers as usize] = binding::SOFTWARE_INTEGER_BLOCK_SIZE;
    } else if interface.integer_constants {
        sizes[integers as usize] = binding::INTEGER_BLOCK_SIZE;
    }
    sizes[binding::DRAW as usize] = u32::from(interface.draw_rows) * 16;
    sizes
}

/// The samplers that a module reads, a bit each.
pub(crate) fn samplers(interface: &ShaderInterface) -> u32 {
    interface.samplers.iter().fold(0, |mask, sampler| mask | 1 << sampler.slot)
}

/// The error of a refused shader; the reason goes to the log.
pub(crate) fn refuse(stage: &str, error: &ShaderError) -> Error {
    log::warn!(target: "retrograph::d3d9::shader", "{stage} shader refused: {error}");
    match error {
        ShaderError::Unsupported { .. } | ShaderError::TooManyVaryings(_) | ShaderError::Invalid(_) => {
            Error::NotAvailable
        }
        _ => Error::InvalidCall,
    }
}

/// A vertex shader.
#[derive(Debug)]
pub(crate) struct VertexShader {
    /// The bytes that it was made from.
    pub(crate) code: Vec<u8>,
    /// The inputs that it declares.
    pub(crate) inputs: Arc<[VertexInput]>,
    /// The samplers that it reads, a bit each from that of sampler 0 of the vertex stage on.
    pub(crate) samplers: u32,
    /// Whether it writes the size of points.
    pub(crate) sizes_points: bool,
    program: Program,
    variants: FxHashMap<VertexKey, Variant>,
}

impl VertexShader {
    /// Decodes a shader and tries to translate it.
    pub(crate) fn new(code: &[u8], profiles: Profiles) -> Result<Self> {
        let program = parse(code, Stage::Vertex, profiles)?;
        let trial = dxso::translate_vertex(&program, &VertexKey::default())
            .map_err(|error| refuse("vertex", &error))?;
        profiles.check_size(&trial.interface)?;
        let sizes_points = trial.interface.writes_point_size;
        let samplers = samplers(&trial.interface) << PIXEL_SAMPLERS;
        let inputs = dxso::vertex_inputs(&program).into();
        Ok(Self {
            code: whole(code),
            inputs,
            samplers,
            sizes_points,
            program,
            variants: FxHashMap::default(),
        })
    }

    /// The program.
    pub(crate) const fn program(&self) -> &Program {
        &self.program
    }

    /// The translation for a key.
    pub(crate) fn variant(&mut self, recorder: &mut Recorder, key: &VertexKey) -> Result<Variant> {
        if let Some(found) = self.variants.get(key) {
            return Ok(found.clone());
        }
        let translated =
            dxso::translate_vertex(&self.program, key).map_err(|error| refuse("vertex", &error))?;
        let label = label("vs", &self.program, self.variants.len(), &self.code);
        let made = Variant::new(recorder, label, translated);
        self.variants.insert(*key, made.clone());
        Ok(made)
    }

    /// Lets go of every translation.
    pub(crate) fn release(self, recorder: &mut Recorder) {
        self.variants.into_values().for_each(|variant| recorder.release_shader(variant.shader));
    }
}

/// A pixel shader.
#[derive(Debug)]
pub(crate) struct PixelShader {
    /// The bytes that it was made from.
    pub(crate) code: Vec<u8>,
    /// The samplers that it reads, a bit each.
    pub(crate) samplers: u32,
    program: Program,
    variants: FxHashMap<FragmentKey, Variant>,
}

impl PixelShader {
    /// Decodes a shader and tries to translate it.
    pub(crate) fn new(code: &[u8], profiles: Profiles) -> Result<Self> {
        let program = parse(code, Stage::Fragment, profiles)?;
        let trial = dxso::translate_fragment(&program, &FragmentKey::default())
            .map_err(|error| refuse("pixel", &error))?;
        profiles.check_size(&trial.interface)?;
        let samplers = samplers(&trial.interface);
        Ok(Self { code: whole(code), samplers, program, variants: FxHashMap::default() })
    }

    /// `key` with everything folded that this shader does not read.
    pub(crate) fn fold(&self, key: FragmentKey) -> FragmentKey {
        let version = self.program.version;
        key.folded((version.major, version.minor), self.samplers)
    }

    /// The translation for a folded key.
    pub(crate) fn variant(&mut self, recorder: &mut Recorder, key: &FragmentKey) -> Result<Variant> {
        if let Some(found) = self.variants.get(key) {
            return Ok(found.clone());
        }
        let translated =
            dxso::translate_fragment(&self.program, key).map_err(|error| refuse("pixel", &error))?;
        let label = label("ps", &self.program, self.variants.len(), &self.code);
        let made = Variant::new(recorder, label, translated);
        self.variants.insert(*key, made.clone());
        Ok(made)
    }

    /// Lets go of every translation.
    pub(crate) fn release(self, recorder: &mut Recorder) {
        self.variants.into_values().for_each(|variant| recorder.release_shader(variant.shader));
    }
}

/// The tokens up to and with the end token: what `GetFunction` answers.
fn whole(code: &[u8]) -> Vec<u8> {
    code[..code.len() & !3].to_vec()
}

fn parse(code: &[u8], stage: Stage, profiles: Profiles) -> Result<Program> {
    let name = if stage == Stage::Vertex { "vertex" } else { "pixel" };
    let program = dxso::parse(code).map_err(|error| refuse(name, &error))?;
    if program.version.stage != stage {
        return Err(Error::InvalidCall);
    }
    let allowed = profiles.software || program.version.minor != SOFTWARE;
    if allowed { Ok(program) } else { Err(Error::InvalidCall) }
}

/// A label such as `ps_3_0 1f2e3d4c/2`: model, hash of the bytes, number of the variant.
fn label(prefix: &str, program: &Program, variant: usize, code: &[u8]) -> String {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(code);
    let hash = hasher.finish() >> 32;
    format!("{prefix}_{}_{} {hash:08x}/{variant}", program.version.major, program.version.minor)
}
