//! Textures and samplers.

use retrograph_render::frame::TextureBinding;
use retrograph_render::resource::{TextureId as GpuTexture, TextureShape};
use retrograph_shaders::dxso::SamplerKey;
use retrograph_shaders::interface::SamplerKind;

use super::{Dirty, sampler};
use crate::device::Device;
use crate::error::Result;
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

impl Traits {
    /// Whether both are the same and nothing is refused: a test that takes no comparison of texts.
    #[inline]
    fn is_plainly(self, other: Self) -> bool {
        (self.key, self.bound, self.refused, other.refused) == (other.key, other.bound, None, None)
    }
}

/// What draws need to know of a sampler's texture.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Resolved {
    texture: Option<GpuTexture>,
    base_level: u8,
    srgb_twin: bool,
    shape: Option<TextureShape>,
    levels: u32,
    traits: Traits,
}

impl Resolved {
    /// What a texture is to a sampler.
    #[inline]
    pub(crate) fn of(texture: &Texture) -> Self {
        let key = SamplerKey { kind: kind(texture.shape), lanes: texture.lanes };
        Self {
            texture: texture.gpu,
            base_level: texture.lod.min(texture.levels.saturating_sub(1)) as u8,
            srgb_twin: texture.srgb_twin,
            shape: Some(texture.shape),
            levels: texture.levels,
            traits: Traits { key, bound: true, refused: texture.depth.then_some("texture.depth_comparison") },
        }
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
    pub(crate) fn report_texture(&mut self, index: usize, resolved: Resolved) {
        let record = &mut self.record;
        let slow = record.dirty_samplers | record.lacking_samplers;
        if slow & 1 << index != 0 || !record.traits[index].is_plainly(resolved.traits) {
            record.dirty_samplers |= 1 << index;
            self.dirty |= Dirty::TEXTURES;
        } else {
            self.bind_texture(index, resolved);
        }
    }

    #[inline]
    fn bind_texture(&mut self, index: usize, resolved: Resolved) {
        let Resolved { texture, base_level, srgb_twin, .. } = resolved;
        let srgb = srgb_twin && self.state.sampler(index, Ss::SRGBTEXTURE) & 1 != 0;
        let sampler = self.record.samplers[index];
        let binding = TextureBinding { texture, srgb, base_level, sampler };
        let (vertex_stage, slot) = (index >= PIXEL_SAMPLERS, index % PIXEL_SAMPLERS);
        self.context.recorder.set_binding(vertex_stage, slot as u8, binding);
    }

    fn flush_sampler(&mut self, index: usize) {
        if self.record.stale_samplers & 1 << index != 0 {
            self.translate_sampler(index);
        }
        let found = self.state.textures[index].and_then(|id| self.textures.get(id));
        let mut resolved = found.map(Resolved::of).unwrap_or_default();
        if let Some(shape) = resolved.shape {
            let lack = self.record.lacks[index].shown_by(shape, resolved.levels);
            resolved.traits.refused = resolved.traits.refused.or(lack);
        }
        if self.record.traits[index] != resolved.traits {
            self.record.traits[index] = resolved.traits;
            self.dirty |= Dirty::PROGRAM;
        }
        self.bind_texture(index, resolved);
    }

    fn translate_sampler(&mut self, index: usize) {
        self.record.stale_samplers &= !(1 << index);
        let features = self.context.gpu().caps.features;
        let sampler::Translated { sampler, lacks } =
            sampler::translate(&self.state.samplers[index], features);
        self.record.samplers[index] = sampler;
        self.record.lacks[index] = lacks;
        let bit = 1 << index;
        let lacking = if lacks.is_empty() { 0 } else { bit };
        self.record.lacking_samplers = self.record.lacking_samplers & !bit | lacking;
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
