//! Textures and samplers.

use std::mem::offset_of;

use retrograph_render::frame::{BindingWrite, SamplerState, TextureBinding};
use retrograph_render::resource::{TextureId as GpuTexture, TextureShape};
use retrograph_shaders::binding::{self, DrawBlock};
use retrograph_shaders::dxso::{Lanes, Reading, SamplerKey};
use retrograph_shaders::interface::SamplerKind;

use super::sampler::{Extras, Shown};
use super::samplers::Met;
use super::{Dirty, Record, unpack};
use crate::device::Device;
use crate::error::Result;
use crate::format::Can;
use crate::resource::Texture;
use crate::state::{PIXEL_SAMPLERS, SAMPLERS};
use crate::types::SamplerStateType as Ss;

/// What shaders must know of a sampler's texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits {
    /// What is part of a program's key.
    pub(crate) key: SamplerKey,
    /// Whether there is a texture.
    pub(crate) bound: bool,
    /// What of the texture or its sampler is not supported: draws that read it are refused.
    pub(crate) refused: Option<&'static str>,
}

/// What a switch of textures may leave out of account, in one number: between textures of one code nothing but
/// the binding changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code(u32);

impl Code {
    /// Of a texture that has to be looked at anew whenever it is switched to.
    const NEVER: Self = Self(!0);
    /// Of a sampler that has to be looked at anew, whatever it is switched to: no texture has it.
    pub(crate) const STALE: Self = Self(!1);

    /// Of a texture; that of nothing is the default.
    pub(crate) fn new(shape: TextureShape, lanes: Lanes, srgb_twin: bool, depth: bool) -> Self {
        if depth {
            return Self::NEVER;
        }
        Self(1 | u32::from(srgb_twin) << 1 | (kind(shape) as u32) << 8 | (lanes as u32) << 16)
    }
}

/// What replaces a texture when nothing else follows from it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Switch {
    texture: Option<GpuTexture>,
    base_level: u8,
    code: Code,
}

impl Switch {
    /// To a texture.
    #[inline]
    pub(crate) fn to(texture: &Texture) -> Self {
        Self { texture: texture.gpu, base_level: texture.lod as u8, code: texture.code }
    }
}

/// What draws need to know of a sampler's texture.
#[derive(Clone, Copy, Debug, Default)]
struct Resolved {
    texture: Option<GpuTexture>,
    base_level: u8,
    srgb_twin: bool,
    shape: Option<TextureShape>,
    levels: u32,
    /// Whether `GET4` works on it.
    gathers: bool,
    traits: Traits,
}

impl Resolved {
    /// What a texture is to a sampler.
    fn of(texture: &Texture) -> Self {
        let reading = if texture.depth { Reading::Compare } else { Reading::Color };
        let kind = kind(texture.shape);
        let key = SamplerKey { kind, lanes: texture.lanes, reading, ..SamplerKey::default() };
        Self {
            texture: texture.gpu,
            base_level: texture.lod as u8,
            srgb_twin: texture.srgb_twin,
            shape: Some(texture.shape),
            levels: texture.levels,
            gathers: texture.row.is(Can::GATHER),
            traits: Traits { key, bound: true, refused: None },
        }
    }
}

impl Record {
    /// Has a sampler looked at before the next draw.
    pub(crate) fn touch_sampler(&mut self, index: usize) {
        self.dirty_samplers |= 1 << index;
        self.codes[index] = Code::STALE;
    }

    /// Has every sampler looked at before the next draw.
    pub(crate) fn touch_samplers(&mut self) {
        self.dirty_samplers = (1 << SAMPLERS) - 1;
        self.codes = [Code::STALE; SAMPLERS];
    }
}

impl Device {
    /// Reports the samplers whose texture or state changed.
    pub(super) fn flush_textures(&mut self) {
        let mut pending = std::mem::take(&mut self.record.dirty_samplers);
        while pending != 0 {
            let index = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            self.flush_sampler(index);
        }
    }

    /// Reports another texture of a sampler: at once when nothing else follows from it, which is most often so.
    #[inline]
    pub(crate) fn report_texture(&mut self, index: usize, switch: Switch) {
        let record = &mut self.record;
        if record.codes[index] == switch.code {
            self.context.recorder.switch_texture(&record.bindings[index], switch.texture, switch.base_level);
        } else {
            record.touch_sampler(index);
            self.dirty |= Dirty::TEXTURES;
        }
    }

    fn flush_sampler(&mut self, index: usize) {
        if self.record.stale_samplers & 1 << index != 0 {
            let (_, found) = self.find_sampler(index);
            self.adopt_sampler(index, found);
        }
        let found = self.state.textures[index].and_then(|id| self.textures.get(id));
        let mut resolved = found.map(Resolved::of).unwrap_or_default();
        let code = found.map(|texture| texture.code).unwrap_or_default();
        let extras = self.record.extras[index];
        let plain = extras == Extras::default() && code != Code::NEVER;
        self.record.codes[index] = if plain { code } else { Code::STALE };
        if let Some(shape) = resolved.shape {
            let vertex_stage = index >= PIXEL_SAMPLERS;
            let (levels, base_level) = (resolved.levels, resolved.base_level);
            let shown = Shown { shape, levels, base_level, vertex_stage };
            let missing = extras.enter(&mut resolved.traits.key, shown);
            if extras.gather && resolved.gathers && shape == TextureShape::D2 && !vertex_stage {
                resolved.traits.key.reading = Reading::Gather;
            }
            resolved.traits.refused = resolved.traits.refused.or(missing);
        }
        if self.record.traits[index] != resolved.traits {
            self.record.traits[index] = resolved.traits;
            self.dirty |= Dirty::PROGRAM;
        }
        let Resolved { texture, base_level, srgb_twin, .. } = resolved;
        let srgb = srgb_twin && self.state.sampler(index, Ss::SRGBTEXTURE) & 1 != 0;
        let sampler = self.record.samplers[index];
        let (vertex_stage, slot) = (index >= PIXEL_SAMPLERS, (index % PIXEL_SAMPLERS) as u8);
        let binding = TextureBinding { texture, srgb, base_level, sampler };
        self.record.bindings[index] = BindingWrite { vertex_stage, slot, binding };
        self.context.recorder.set_binding(vertex_stage, slot, binding);
    }

    /// Takes over a state of a sampler, and tells the shaders what they do for it.
    pub(super) fn adopt_sampler(&mut self, index: usize, found: Met) {
        self.record.stale_samplers &= !(1 << index);
        self.record.samplers[index] = found.sampler;
        let extras = found.extras;
        if std::mem::replace(&mut self.record.extras[index], extras) != extras {
            let recorder = &mut self.context.recorder;
            if index < PIXEL_SAMPLERS {
                let row = index / 4;
                let biases: [f32; 4] = std::array::from_fn(|lane| self.record.extras[row * 4 + lane].bias);
                let offset = offset_of!(DrawBlock, lod_bias) + row * 16;
                recorder.write_block(binding::DRAW as u8, offset as u32, bytemuck::bytes_of(&biases));
            }
            let offset = offset_of!(DrawBlock, border) + index * 16;
            let color = unpack(extras.color);
            recorder.write_block(binding::DRAW as u8, offset as u32, bytemuck::bytes_of(&color));
        }
    }

    /// Reports another sampler with the texture that is bound, between samplers that leave nothing to shaders.
    #[inline]
    pub(super) fn report_sampler(&mut self, index: usize, sampler: SamplerState) {
        let found = self.state.textures[index].and_then(|id| self.textures.get(id));
        let switch = found.map(Switch::to).unwrap_or_default();
        self.record.samplers[index] = sampler;
        let write = &mut self.record.bindings[index];
        write.binding.sampler = sampler;
        self.context.recorder.switch_sampler(write, switch.texture, switch.base_level);
    }

    /// Refuses a draw that reads one of `samplers` (a bit each) where something of it is not supported.
    pub(super) fn check_samplers(&mut self, samplers: u32) -> Result<()> {
        let refused = |slot: usize| (samplers & 1 << slot != 0).then(|| self.record.traits[slot].refused);
        match (0..SAMPLERS).filter_map(refused).flatten().next() {
            Some(key) => Err(self.refuse(key)),
            None => Ok(()),
        }
    }

    /// Brings everything that is bound up to date on the GPU.
    pub(super) fn flush_resources(&mut self) {
        for index in 0..SAMPLERS {
            if let Some(id) = self.state.textures[index] {
                self.upload_texture(id);
            }
        }
        for index in 0..self.state.streams.len() {
            if let Some(id) = self.state.streams[index].buffer {
                self.upload_vertex_buffer(id);
            }
        }
        if let Some(id) = self.state.indices {
            self.upload_index_buffer(id);
        }
    }
}

fn kind(shape: TextureShape) -> SamplerKind {
    match shape {
        TextureShape::D2 => SamplerKind::D2,
        TextureShape::Cube => SamplerKind::Cube,
        TextureShape::Volume => SamplerKind::Volume,
    }
}
