//! Textures and samplers.

use retrograph_render::frame::TextureBinding;
use retrograph_render::resource::TextureShape;
use retrograph_shaders::dxso::SamplerKey;
use retrograph_shaders::interface::SamplerKind;

use super::{Dirty, sampler};
use crate::device::Device;
use crate::state::{PIXEL_SAMPLERS, SAMPLERS};
use crate::types::SamplerStateType as Ss;

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

    #[inline]
    fn flush_sampler(&mut self, index: usize) {
        if self.record.stale_samplers & 1 << index != 0 {
            self.translate_sampler(index);
        }
        let bit = 1u32 << index;
        let (mut texture, mut base_level, mut srgb) = (None, 0, false);
        let (mut key, mut bound, mut depth) = (SamplerKey::default(), false, false);
        if let Some(id) = self.state.textures[index] {
            self.upload_texture(id);
            if let Some(found) = self.textures.get(id) {
                texture = found.gpu;
                base_level = found.lod.min(found.levels.saturating_sub(1)) as u8;
                srgb = found.srgb_twin && self.state.sampler(index, Ss::SRGBTEXTURE) & 1 != 0;
                key = SamplerKey { kind: kind(found.shape), lanes: found.lanes };
                bound = true;
                depth = found.depth;
            }
        }
        let changed = ((self.record.bound & bit != 0) != bound)
            || ((self.record.depth_textures & bit != 0) != depth)
            || (index < PIXEL_SAMPLERS && self.record.sampler_keys[index] != key);
        if changed {
            self.record.bound = (self.record.bound & !bit) | u32::from(bound) << index;
            self.record.depth_textures = (self.record.depth_textures & !bit) | u32::from(depth) << index;
            if let Some(slot) = self.record.sampler_keys.get_mut(index) {
                *slot = key;
            }
            self.dirty |= Dirty::PROGRAM;
        }
        let sampler = self.record.samplers[index];
        let binding = TextureBinding { texture, srgb, base_level, sampler };
        let (vertex_stage, slot) = (index >= PIXEL_SAMPLERS, index % PIXEL_SAMPLERS);
        self.context.recorder.set_binding(vertex_stage, slot as u8, binding);
    }

    #[cold]
    fn translate_sampler(&mut self, index: usize) {
        self.record.stale_samplers &= !(1 << index);
        let features = self.context.gpu().caps.features;
        let sampler::Translated { sampler, lacks } =
            sampler::translate(&self.state.samplers[index], features);
        self.record.samplers[index] = sampler;
        for key in lacks.into_iter().flatten() {
            self.unsupported.count(key);
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
